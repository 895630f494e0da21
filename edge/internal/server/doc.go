// Package server carries answers over HTTP: it turns a request into the facts
// that the answer core wants, and writes what comes back.
//
// What it adds is transport only: time limits, size limits, rate limit
// accounting, the access log, metrics and the admin listener. No rule of the
// contract lives here.
//
// There are two transports and one [Handler]. Package http1 reads and answers
// plain requests, which is nearly all of them; the connection of any other goes
// on to net/http. What net/http cannot parse (400, 431, 501, 505) it answers
// itself before any handler runs, in plain text. [problemConn] rewrites that on
// its way out, so that every error of the service is a problem document.
package server
