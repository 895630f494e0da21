// Package mcp answers the Model Context Protocol at /mcp of every brand, through
// the official Go SDK: two read-only tools that search and read the catalogue,
// and the page of an event in Markdown as a resource. All of it comes from the
// answer core, so it is what the API and the site say.
//
// The endpoint is stateless and serves both eras of the protocol: revision
// 2026-07-28, whose requests carry everything in themselves, and the older ones
// that begin with initialize.
//
// # What stands around the SDK
//
// The SDK is only given messages that are well-formed, of a method that this
// server has, and with header fields that equal the body; it is given them in a
// canonical form, one at a time, without the client's own header fields. So it
// cannot read a message in another way than it was judged, and nothing that it
// would answer in plain text ever reaches it. Those cases are answered here:
//
//   - an Origin that is not the brand's: 403 (transports, section 1)
//   - a body over 64 KiB: 413; no JSON, nested too deeply, or with a name twice:
//     400 and -32700 or -32600
//   - an unknown MCP-Protocol-Version: 400 and -32022 with those we speak
//   - header fields that are missing or differ from the body: 400 and -32020
//   - a method that the server does not have: 404 and -32601; with status 200 in
//     the older revisions, where 404 would mean that a session is gone
//   - notifications: 202 without content, as nothing is done about any
//   - batches, which two old revisions know: up to [MaxBatch] messages, each
//     counted against the quota as a request of its own ([Cost])
//
// The Accept field is not looked at: every answer is JSON, which each client of
// the protocol must be able to read.
//
// # Releases
//
// A server is made once per brand and knows only its facts. The catalogue comes
// with each request, in its context, and is taken away when the request ends, so
// no cache keeps a release open. Bytes of a release are copied under the guard
// against faults of its mapping, since the SDK runs tools in goroutines of its
// own.
package mcp
