// Package jsonrpc reads JSON-RPC 2.0 messages from clients that are not trusted,
// and writes the answers. The agent protocols, MCP and A2A, both stand on it.
//
// It is stricter than encoding/json, so that nobody behind it can read a message
// in another way than it was judged: member names are exact, no name may stand
// twice in one object, and nesting is bounded. It does no I/O.
package jsonrpc
