package server

import (
	"bytes"
	"fmt"
	"net"
	"net/http"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
)

// problemListener makes every accepted connection a problemConn.
type problemListener struct{ net.Listener }

// Accept implements net.Listener.
func (l problemListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &problemConn{c}, nil
}

// problemConn rewrites the errors that net/http answers by itself. It writes
// them in one piece, with these very header fields, and then closes the
// connection; no handler of ours ever sends plain text with a 4xx or 5xx, so
// nothing else can match.
type problemConn struct{ net.Conn }

var plainError = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write implements net.Conn.
func (c *problemConn) Write(p []byte) (int, error) {
	const prefix = "HTTP/1.1 "
	if len(p) < len(prefix)+3 || len(p) > 512 || p[len(prefix)] != '4' && p[len(prefix)] != '5' ||
		!bytes.HasPrefix(p, []byte(prefix)) || !bytes.Contains(p, plainError) {
		return c.Conn.Write(p)
	}
	var a answer.Answer
	code := catalog.BadRequest
	switch string(p[len(prefix) : len(prefix)+3]) {
	case "431":
		code = catalog.HeaderFieldsTooLarge
	case "500":
		code = catalog.InternalError
	}
	answer.Brandless(&a, code)
	if _, err := c.Conn.Write(lastAnswer(&a)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// lastAnswer is an answer as it goes out on a connection that is closed after it.
func lastAnswer(a *answer.Answer) []byte {
	b := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\n", a.Status, http.StatusText(a.Status))
	for _, f := range a.Fields {
		b = fmt.Appendf(b, "%s: %s\r\n", f.Name, f.Value)
	}
	return fmt.Appendf(b, "Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(a.Body), a.Body)
}

// tooManyConnections is what a client hears that holds as many as it may.
func tooManyConnections() []byte {
	var a answer.Answer
	answer.Brandless(&a, catalog.RateLimited)
	a.Fields = append(a.Fields, release.Field{Name: "Retry-After", Value: "1"})
	return lastAnswer(&a)
}
