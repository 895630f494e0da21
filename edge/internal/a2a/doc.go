// Package a2a answers the Agent2Agent protocol, version 1.0, in its JSON-RPC
// binding: a message is understood as a search of the brand's catalogue, and the
// answer is a message with the page of results in Markdown and the list as data.
//
// It holds no tasks, streams nothing and pushes nothing, and says so with the
// errors that the protocol has for that. Like the answer core it does no I/O,
// reads no clock and knows no net/http.
//
// # What is understood
//
// A request in simple Portuguese or English. Cities, states and organisers of
// the brand are recognised by the names that its search index has for events on
// sale, the longest first; request words, prepositions and words for dates are
// dropped; the rest is searched for. There is no model behind it, so the answer
// always says how the request was understood.
//
// # Errors
//
// Errors of JSON-RPC and of A2A come with HTTP status 200, as the protocol's own
// libraries do it, except where HTTP has something to say to proxies and
// browsers as well: 413 for a body that is too large, 403 for a foreign origin,
// 500 and 502 when the service failed. Their data is an array of google.rpc
// details (A2A 1.0, section 9.5).
package a2a
