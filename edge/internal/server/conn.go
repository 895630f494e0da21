package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
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

// problemConn rewrites the errors that net/http answers by itself. net/http writes each of them in
// one piece and then closes the connection. Most have exactly the header fields of plainError; the
// refusal of an Expect has a status that none of our handlers uses. Our handlers never send plain
// text with a 4xx or 5xx, so no other answer can match.
type problemConn struct{ net.Conn }

var plainError = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// Write implements net.Conn.
func (c *problemConn) Write(p []byte) (int, error) {
	const version = "HTTP/1.x "
	if len(p) < len(version)+3 || len(p) > 512 ||
		p[len(version)] != '4' && p[len(version)] != '5' ||
		!bytes.HasPrefix(p, []byte("HTTP/1.")) {
		return c.Conn.Write(p)
	}
	var a answer.Answer
	switch status := string(p[len(version) : len(version)+3]); {
	case status == "417":
		expectationFailed(&a)
	case !bytes.Contains(p, plainError):
		return c.Conn.Write(p)
	case status == "431":
		answer.Brandless(&a, nil, catalog.HeaderFieldsTooLarge)
	case status == "500":
		answer.Brandless(&a, nil, catalog.InternalError)
	default:
		answer.Brandless(&a, nil, catalog.BadRequest)
	}
	if _, err := c.Conn.Write(closingAnswer(&a)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// expectationFailed fills in the problem document for an Expect other than 100-continue (RFC 9110,
// section 10.1.1). It is a bad request with status 417, because version 1 has no code of its own
// for it.
func expectationFailed(a *answer.Answer) {
	answer.Brandless(a, nil, catalog.BadRequest)
	p := catalog.NewProblem(catalog.BadRequest, i18n.Default, "")
	p.Status, p.Title = http.StatusExpectationFailed, http.StatusText(http.StatusExpectationFailed)
	p.Detail = "The only expectation that can be met is 100-continue."
	body, _ := json.Marshal(p) // a struct of strings and an int cannot fail
	a.Status, a.Body = p.Status, append(body, '\n')
}

// closingAnswer returns an answer in the form for a connection that closes after it.
func closingAnswer(a *answer.Answer) []byte {
	b := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\n", a.Status, http.StatusText(a.Status))
	for _, f := range a.Fields {
		b = fmt.Appendf(b, "%s: %s\r\n", f.Name, f.Value)
	}
	return fmt.Appendf(b, "Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(a.Body), a.Body)
}

// tooManyConnections returns the answer to a client with too many open connections.
func tooManyConnections() []byte {
	var a answer.Answer
	answer.Brandless(&a, nil, catalog.RateLimited)
	a.Fields = append(a.Fields, release.Field{Name: "Retry-After", Value: "1"})
	return closingAnswer(&a)
}
