// Package http1 serves the plain part of HTTP/1.1 (RFC 9112) and hands
// everything else to another server, which is net/http.
//
// Plain is a request that can be read in one way only: HTTP/1.1, a target in
// origin form made of the characters that RFC 3986 allows there, lines that end
// in CR LF, one Host of ordinary characters, and no body or one whose length is
// told by one Content-Length of digits. Nearly every request of a catalogue is
// one. A connection on which anything else arrives (HTTP/1.0, chunked bodies,
// Expect, an upgrade, an absolute target, folded or broken lines, more header
// than may be) goes, with all its bytes, to the listener of [Server.Others] and
// stays there. So no rule about odd requests is written twice: what this package
// reads, net/http would have read the same way (the fuzz test holds the two
// against each other), and what it does not read, net/http answers or refuses.
//
// What that buys: a request is read into the connection's buffer, its head is
// copied once, and its answer goes out in one system call, without the header
// maps, buffered writers, contexts and goroutines that net/http needs for being
// able to do everything.
//
// Limits, see the constants and [Server]: 16 KiB of head, bodies up to MaxBody,
// 5 s for a head, 10 s for a whole request, 30 s for an answer, 120 s of rest.
// A connection that waits holds a buffer of 4 KiB and a goroutine.
package http1
