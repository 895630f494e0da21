// Package a2a answers the Agent2Agent protocol in its JSON-RPC binding: version 1.0, and the
// methods of 0.3, which most libraries in use speak, with the same answers in that form. It reads a
// message as a search of the brand's catalogue. The answer is a message with the page of results in
// Markdown and the list as data.
//
// It keeps no tasks, and has no streaming and no push: for those it returns the errors that the
// protocol defines. Like the answer core it does no I/O, reads no clock and does not import
// net/http.
//
// # What is understood
//
// A request in plain words of a language that package phrases has. No language model reads it, so
// the answer always says how the request was understood.
//
// # Errors
//
// Errors of JSON-RPC and of A2A come with HTTP status 200, as in the protocol's own libraries.
// Cases that concern proxies too have their own status: 413, 415 and 429 as
// [answer.Catalogue.Refusal] says, 500 and 502 when the service failed. The data of an error is
// an array of google.rpc details (A2A 1.0, section 9.5).
package a2a
