// Package server carries answers over HTTP: it turns a net/http request into
// the facts that the answer core wants, and writes what comes back.
//
// What it adds is transport only: time limits, size limits, rate limit
// accounting, the access log, metrics and the admin listener. No rule of the
// contract lives here.
//
// net/http itself answers a few requests that it cannot parse (400, 431, 501,
// 505) before any handler runs, in plain text. [problemConn] rewrites those on
// their way out, so that every error of the service is a problem document.
package server
