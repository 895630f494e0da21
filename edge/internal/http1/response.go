package http1

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Response writes the answer to one request: call Begin, then Field for each header field, then
// Send or SendNothing, once. Response writes Date, Content-Length and Connection itself; do not
// pass them to Field.
type Response struct {
	conn  *conn // nil for a request that net/http has read
	other *otherResponse
	buf   []byte
	head  bool // the request was a HEAD
	close bool // nothing comes after this answer
	sent  bool
}

// maxCopiedBody is the largest body that is copied after its header, in bytes. Up to this size the
// copy costs less than a write of two pieces.
const maxCopiedBody = 8 << 10

// Begin starts the answer.
func (w *Response) Begin(status int) {
	if w.other != nil {
		w.other.status = status
		return
	}
	w.buf = append(w.buf[:0], "HTTP/1.1 "...)
	w.buf = strconv.AppendInt(w.buf, int64(status), 10)
	w.buf = append(append(w.buf, ' '), http.StatusText(status)...)
	// The value of Date (RFC 9110, section 6.6.1).
	w.buf = w.conn.now.UTC().AppendFormat(append(w.buf, "\r\nDate: "...), http.TimeFormat)
	w.buf = append(w.buf, "\r\n"...)
}

// Field adds a header field. Line breaks in a value become spaces, so no value can end its line
// (RFC 9110, section 5.5).
func (w *Response) Field(name, value string) {
	if w.other != nil {
		w.other.field(name, value)
		return
	}
	w.buf = append(append(w.buf, name...), ": "...)
	start := len(w.buf)
	w.buf = append(w.buf, value...)
	if strings.IndexByte(value, '\n') >= 0 || strings.IndexByte(value, '\r') >= 0 {
		for i, c := range w.buf[start:] {
			if c == '\n' || c == '\r' {
				w.buf[start+i] = ' '
			}
		}
	}
	w.buf = append(w.buf, "\r\n"...)
}

// Send ends the answer with a body; HEAD gets only its length. An error means that the client is
// gone or does not read; the connection then ends.
func (w *Response) Send(body []byte) error {
	if w.other != nil {
		w.other.field("Content-Length", strconv.Itoa(len(body)))
		w.other.send(body)
		return nil
	}
	w.buf = strconv.AppendInt(append(w.buf, "Content-Length: "...), int64(len(body)), 10)
	w.buf = append(w.buf, "\r\n"...)
	w.endHead()
	switch {
	case w.head || len(body) == 0:
		return w.write(nil)
	case len(body) <= maxCopiedBody:
		w.buf = append(w.buf, body...)
		return w.write(nil)
	}
	return w.write(body)
}

// SendNothing ends an answer that has no content by its status (204, 304).
func (w *Response) SendNothing() error {
	if w.other != nil {
		w.other.send(nil)
		return nil
	}
	w.endHead()
	return w.write(nil)
}

func (w *Response) endHead() {
	w.close = w.close || w.conn.server.Retiring() || w.conn.request.length > 0
	if w.close {
		w.buf = append(w.buf, "Connection: close\r\n"...)
	}
	w.buf = append(w.buf, "\r\n"...)
}

// write sends the buffer, and then a body that is not in it.
func (w *Response) write(body []byte) error {
	w.sent = true
	c := w.conn
	if err := c.setWriteDeadline(); err != nil {
		return c.failed(err)
	}
	err := c.write(w.buf, body)
	if c.waited {
		c.now = time.Now() // the time limit of an idle connection begins after a slow answer
	}
	return c.failed(err)
}
