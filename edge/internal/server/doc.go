// Package server carries answers over HTTP. It turns a request into the values that the answer core
// needs, and writes the core's answer.
//
// It adds transport only: time limits, size limits, rate limit accounting, the access log, metrics
// and the admin listener. It decides no rule of the contract.
//
// # Where a limit is decided
//
// Each kind of limit is decided in one place, in the order in which a request meets them:
//
//	limit                              decided by                             answer beyond it
//	connections, of a client and all   http1, clientlimit.go (mayOpen)        429, closed
//	bytes and fields of a head         http1, parse.go; net/http beyond       431
//	time for a head, body, answer      http1, server.go (HeadTimeout …)       closed
//	bytes of an address                answer, Catalogue.Route (MaxTarget)    414
//	which addresses count at all       answer, route.go (kinds)
//	bytes of a body                    answer, route.go (kinds)               413
//	requests a minute, of all kinds    this package, limit.go (admit)         429
//	  of several edges together        ratelimit, shared.go
//	messages of a batch, JSON depth    mcp and jsonrpc                        JSON-RPC error
//	bytes of a term, page, page size   answer/listquery, query.go             cut or clamped
//
// For requests a minute, admit decides who pays and how many units, package ratelimit decides
// whether they are left, and package answer writes the 429 (problem.go) and the RateLimit fields
// (limit.go). The rates themselves are flags of the program. What a costly request counts for is a
// case of units in limit.go; a flag is a field of [Config], a name in parseFlags of the program and
// a line of its flags.txt.
//
// # Transports
//
// Package http1 reads and answers plain requests, which are nearly all requests. Every other
// connection goes to net/http, and [Handler] gets its requests in the same form. net/http answers
// requests that it cannot parse (400, 431, 501, 505) itself, in plain text, before any handler
// runs. [problemConn] rewrites these answers on their way out, so every error of the service is a
// problem document.
//
// With HTTPS a second pair of servers does the same inside TLS, where net/http also speaks HTTP/2,
// and the first pair redirects (secure.go).
package server
