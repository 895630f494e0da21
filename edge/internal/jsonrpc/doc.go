// Package jsonrpc reads JSON-RPC 2.0 messages from clients that are not trusted, and writes the
// answers. Both agent protocols, MCP and A2A, use it.
//
// It is stricter than encoding/json, so that no later reader can understand a message in another
// way than the check did: member names are compared exactly, duplicate names in one object are
// refused, nesting and the number of values are bounded. The package does no I/O.
//
// A decoder of tokens, which builds no values, checks a body in one pass ([Check]), counts the
// messages of a batch ([CountBatch]), so that a client is charged before any work is done for it,
// and cuts out parts of a body without copying them ([Members], [Elements]). A fuzz test compares
// all four with encoding/json.
package jsonrpc
