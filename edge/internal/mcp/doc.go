// Package mcp answers the Model Context Protocol at /mcp of every brand, through the official Go
// SDK. It offers two read-only tools that search and read the catalogue, and the page of an event
// in Markdown as a resource. All data comes from the answer core, so it equals what the API and the
// site say.
//
// The endpoint is stateless and serves both eras of the protocol: revision 2026-07-28, in which
// every request is complete in itself, and the older revisions, which begin with initialize.
//
// # Checks before the SDK
//
// The SDK gets only messages that are well-formed, have a method of this server and have header
// fields that equal the body. It gets them one at a time, in a canonical form and without the
// client's own header fields. So it cannot read a message in another way than these checks did, and
// its answers in plain text never reach a client. This package answers the other cases:
//
//   - an Origin that is not the brand's: 403 (transports, section 1)
//   - a body over 64 KiB: 413; no JSON, nested too deeply, of too many values, or
//     with a duplicate name: 400 and -32700 or -32600
//   - an unknown MCP-Protocol-Version: 400 and -32022 with the supported revisions
//   - header fields that are missing or differ from the body: 400 and -32020
//   - a method that the server does not have: 404 and -32601; with status 200 in
//     the older revisions, where 404 would mean that a session is gone
//   - notifications: 202 without content, because none has an effect
//   - parameters over 4 KiB, not counting members that no method reads and the
//     arguments of a tool: -32602
//   - batches, which two old revisions know: up to [MaxBatch] messages, each
//     counted against the quota as a request of its own ([Messages])
//
// The Accept field is ignored: every answer is JSON, which every client of the protocol must be
// able to read.
//
// # Releases
//
// A server is made once per brand and knows only the brand's facts. The catalogue comes with each
// request, in its context, and is removed when the request ends, so no cache keeps a release open.
// Bytes of a release are copied while faults of its mapping are caught, because the SDK runs tools
// in its own goroutines.
package mcp
