// Package mcp answers the Model Context Protocol at /mcp of every brand. Its tools are read-only
// and answer with the pages of the site in Markdown; the page of an event and the skills are also
// resources. All data comes from the answer core, so it equals what the site says.
//
// The endpoint is stateless and serves both eras of the protocol: revision 2026-07-28, in which
// every request is complete in itself, and the older revisions, which begin with initialize. The
// extensions for skills (SEP-2640) and events (SEP-3415, only to poll) are answered in both.
//
// # Errors
//
//   - [answer.Catalogue.Refusal]: 413, 415 and 429. Any Origin may call: the catalogue is public,
//     no cookie is read, and a page whose host was rebound to the edge gets 421, as its host is no
//     brand's
//   - no JSON, nested too deeply, of too many values, or with a duplicate name: 400 and -32700 or
//     -32600
//   - an unknown MCP-Protocol-Version: 400 and -32022 with the supported revisions
//   - header fields that are missing or differ from the body: 400 and -32020
//   - a method that the server does not have: 404 and -32601; with status 200 in
//     the older revisions, where 404 would mean that a session is gone
//   - parameters that name nothing or have another form: 400 and -32602, in the older revisions
//     200 and, for a resource, -32002
//
// An error that a model can correct, such as one in an argument of a tool, is the result of the
// tool instead, and says what a value must look like.
//
// Notifications get a 202 without content, because none has an effect. Batches, which two old
// revisions have, may have up to [MaxBatch] messages; each counts as a request against the quota
// ([Messages]).
//
// The Accept field is ignored: every answer is JSON, which every client of the protocol must be
// able to read.
package mcp
