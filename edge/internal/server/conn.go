package server

import (
	"bytes"
	"net"
	"strconv"

	"cartaz/builder/catalog"
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
	b := append([]byte(prefix), strconv.Itoa(a.Status)...)
	b = append(b, ' ')
	b = append(b, httpReason[a.Status]...)
	b = append(b, "\r\n"...)
	for _, f := range a.Fields {
		b = append(append(append(append(b, f.Name...), ": "...), f.Value...), "\r\n"...)
	}
	b = append(b, "Connection: close\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(a.Body)), 10)
	b = append(append(b, "\r\n\r\n"...), a.Body...)
	if _, err := c.Conn.Write(b); err != nil {
		return 0, err
	}
	return len(p), nil
}

var httpReason = map[int]string{400: "Bad Request", 431: "Request Header Fields Too Large", 500: "Internal Server Error"}
