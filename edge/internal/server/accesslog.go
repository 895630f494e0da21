package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"sync"

	"cartaz/edge/internal/redact"
)

// maxLogged bounds every text of a request in the log, in bytes, so that a line stays under 4 KiB
// even when every byte needs an escape.
const maxLogged = 256

// accessLog writes one JSON line per request. Lines are buffered and written once a second: a
// system call per request would take a tenth of the request's time. It writes only whole lines, so
// no line is split when the file is opened again between two writes.
type accessLog struct {
	mu     sync.Mutex
	out    io.Writer
	buffer *bufio.Writer
	err    error // of a write between two flushes
	log    *slog.Logger
}

func newAccessLog(w io.Writer) *accessLog {
	if w == nil {
		return nil
	}
	l := &accessLog{out: w, buffer: bufio.NewWriterSize(w, 64<<10)}
	l.log = slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{ReplaceAttr: dropLevel}))
	return l
}

func dropLevel(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.LevelKey {
		return slog.Attr{}
	}
	return a
}

// Write implements io.Writer for the logger.
func (l *accessLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buffer.Available() < len(p) {
		l.err = errors.Join(l.err, l.drain())
	}
	return l.buffer.Write(p)
}

// drain writes the buffered lines. It drops lines that cannot be written: after an error the buffer
// would accept no more, and the log would stay silent when the disk has room again.
func (l *accessLog) drain() error {
	err := l.buffer.Flush()
	if err != nil {
		l.buffer.Reset(l.out)
	}
	return err
}

// flush writes the buffered lines and returns the errors since the last call.
func (l *accessLog) flush() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := errors.Join(l.err, l.drain())
	l.err = nil
	return err
}

// write logs one request. The client's address is cut to its network, and texts are masked (package
// redact). So an operator sees where load comes from and what people search for, but the log has no
// personal data.
func (l *accessLog) write(x *exchange) {
	if l == nil {
		return
	}
	r, a := &x.request, &x.answer
	attrs := make([]slog.Attr, 0, 16)
	add := func(name, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(name, value))
		}
	}
	attrs = append(attrs,
		slog.String("method", redact.Text(r.Method, 16)),
		slog.String("host", redact.Text(r.Host, maxLogged)),
		slog.String("path", redact.Text(r.Path, maxLogged)),
		slog.Int("status", a.Status),
		slog.Int("bytes", len(a.Body)),
		slog.Int64("us", x.duration.Microseconds()),
		slog.String("route", x.kind))
	add("query", redact.Query(r.Query, maxLogged))
	if a.Searched != "" {
		add("search", redact.Text(a.Searched, maxLogged))
		attrs = append(attrs, slog.Int("hits", a.Hits))
	}
	if x.snapshot != nil {
		add("brand", x.snapshot.Brand().Key)
		if rel := x.snapshot.Catalogue.Release(); rel != nil {
			add("release", rel.ID())
		}
	}
	add("code", string(a.Code))
	if x.client.IsValid() {
		add("network", clientNetwork(x.client).String())
	}
	add("credential", x.known)
	add("agent", redact.Text(x.agent, maxLogged))
	add("trace", traceID(x.trace))
	l.log.LogAttrs(context.Background(), slog.LevelInfo, "request", attrs...)
}

// clientNetwork returns the /24 of an IPv4 address or the /48 of an IPv6 address.
func clientNetwork(addr netip.Addr) netip.Prefix {
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	p, _ := addr.Prefix(bits) // a valid address has both
	return p
}

// traceID returns the trace id of a traceparent field (W3C Trace Context, section 3.2), or "" when
// the field is not a traceparent.
func traceID(field string) string {
	if len(field) < 55 || field[2] != '-' || field[35] != '-' {
		return ""
	}
	if id := field[3:35]; strings.Trim(id, "0123456789abcdef") == "" {
		return id
	}
	return ""
}
