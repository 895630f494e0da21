package webtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxBody is the most of an answer that is read.
const maxBody = 256 << 20

type answer struct {
	status int
	header http.Header
	sent   []byte // the body as it came
	body   []byte // the same without its content coding
}

// exchange sends a request over a connection of its own (HTTP/1.1 without TLS) and reads the whole
// answer. All of it may take 30 seconds.
func exchange(address, method, host, target string, fields, body []string) (*answer, error) {
	conn, err := net.DialTimeout("tcp", address, 30*time.Second)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	// A server may answer and close before it has read everything, for example
	// with 413: the answer counts, not the write.
	_, writeErr := conn.Write(wire(method, host, target, fields, body))
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		if writeErr != nil {
			err = writeErr
		}
		return nil, fmt.Errorf("answer of %s: %w", address, err)
	}
	return read(res)
}

// wire returns the request as it goes over the connection.
func wire(method, host, target string, fields, lines []string) []byte {
	var b bytes.Buffer
	if !strings.HasPrefix(target, "/") {
		target = "/" + target // "http://host?q=x"
	}
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", method, target)
	has := map[string]bool{}
	for _, f := range fields {
		name, _, _ := strings.Cut(f, ":")
		has[http.CanonicalHeaderKey(name)] = true
	}
	if !has["Host"] {
		fmt.Fprintf(&b, "Host: %s\r\n", host)
	}
	for _, f := range fields {
		b.WriteString(f + "\r\n")
	}
	if !has["Connection"] {
		b.WriteString("Connection: close\r\n")
	}
	body := strings.Join(lines, "\n")
	if len(lines) > 0 && !has["Content-Length"] && !has["Transfer-Encoding"] {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

// read takes the body in and undoes its content coding.
func read(res *http.Response) (*answer, error) {
	defer res.Body.Close()
	sent, err := io.ReadAll(io.LimitReader(res.Body, maxBody))
	if err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	a := &answer{status: res.StatusCode, header: res.Header, sent: sent, body: sent}
	if len(sent) == 0 {
		return a, nil
	}
	var decoded io.Reader
	coding := res.Header.Get("Content-Encoding")
	switch coding {
	case "", "identity":
		return a, nil
	case "gzip", "x-gzip":
		decoded, err = gzip.NewReader(bytes.NewReader(sent))
	case "zstd":
		var r *zstd.Decoder
		if r, err = zstd.NewReader(bytes.NewReader(sent),
			zstd.WithDecoderConcurrency(1)); err == nil {
			defer r.Close()
			decoded = r
		}
	default:
		return nil, fmt.Errorf("body: unknown content coding %q", coding)
	}
	if err == nil {
		a.body, err = io.ReadAll(io.LimitReader(decoded, maxBody))
	}
	if err != nil {
		return nil, fmt.Errorf("%s body: %w", coding, err)
	}
	return a, nil
}

// String returns the answer as a message shows it, the body cut to what a person reads.
func (a *answer) String() string {
	const most = 2000
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", a.status, http.StatusText(a.status))
	_ = a.header.Write(&b) // a Builder takes everything
	body := a.body
	if len(body) > most {
		body = fmt.Appendf(body[:most:most], "… (%d bytes)", len(a.body))
	}
	text := strings.ReplaceAll(b.String(), "\r", "") + "\n" + string(body)
	return "\t" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n\t")
}
