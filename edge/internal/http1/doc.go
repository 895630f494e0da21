// Package http1 serves plain HTTP/1.1 requests (RFC 9112) and hands every other connection over to
// net/http.
//
// # Idea
//
// net/http can do everything, and pays for it: header maps, buffered writers, contexts and
// goroutines for each connection. Nearly every request of a catalogue is a simple GET. This package
// reads a simple request into the buffer of its connection, copies the head once, and writes the
// answer with one system call.
//
// A request that is not simple is never parsed here. Its connection goes to net/http with all bytes
// that were read, and stays there. So no rule about unusual requests is written twice: net/http
// would read a request that this package accepts in the same way (a fuzz test compares the two),
// and it answers or refuses every other request.
//
// An example with two connections:
//
//	GET /events HTTP/1.1          plain: answered here; the next request follows
//	Host: example.org
//
//	POST /mcp HTTP/1.1            not plain (chunked): the connection, with these
//	Host: example.org             bytes, comes out of the listener
//	Transfer-Encoding: chunked    [Server.Fallback], where net/http accepts it
//
// # Rule
//
// A request is plain when it can be read in one way only:
//
//   - HTTP/1.1, with a target in origin form made of the characters that RFC 3986
//     allows there;
//   - lines that end in CR LF;
//   - one Host of ordinary characters;
//   - no body, or a body with one Content-Length of digits.
//
// HTTP/1.0, chunked bodies, Expect, an upgrade, an absolute target, folded or broken lines, and a
// head over the limit are not plain. One rule depends on the previous request and is therefore also
// written here: empty lines after a POST are skipped.
//
// # Limits
//
// See the constants and [Server]. A head has at most 16 KiB. The handler need not read a body: a
// connection whose body was not read to its end ends with the answer. Times: 5 s for a head, 10 s
// for a whole request, 30 s for an answer, 120 s idle. An idle connection costs a goroutine and no
// buffer, 6 KiB in all. The kernel buffers at most 64 KiB of an answer until the client reads.
//
// # Rest
//
// A connection goes to rest without a read that finds nothing: that would cost a system call a
// request. A client that ends its side together with its last request is therefore noticed after
// 2 s; a broken connection, or one closed before the answer, at once.
//
// # End of a connection
//
// A connection counts as open until its client has received the last answer. After an answer that
// failed or took too long the connection is reset, so that the kernel keeps no bytes of it. Both
// rules also hold for connections that net/http serves.
package http1
