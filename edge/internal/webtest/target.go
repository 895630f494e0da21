package webtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxBody is the most of an answer that is read.
const maxBody = 256 << 20

// Target is what a script is played against.
type Target interface {
	// do sends a request as it stands and reads the whole answer.
	do(method string, request []byte) (*answer, error)
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	sent   []byte // the body as it came
	body   []byte // the same without its content coding
}

// Handler plays against h. It gets the requests as net/http's server would have
// read them.
func Handler(h http.Handler) Target { return handlerTarget{h} }

type handlerTarget struct{ handler http.Handler }

func (t handlerTarget) do(method string, request []byte) (*answer, error) {
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(request)))
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	r.RemoteAddr = "192.0.2.1:1234"
	w := httptest.NewRecorder()
	t.handler.ServeHTTP(w, r)
	res := w.Result()
	if method == http.MethodHead {
		res.Body = http.NoBody // the server sends none, whatever the handler writes
	}
	return read(res)
}

// Server plays against the server that listens at address (host:port), over
// plain HTTP/1.1. Every step of a request may take 30 seconds.
func Server(address string) Target { return serverTarget{address} }

type serverTarget struct{ address string }

func (t serverTarget) do(method string, request []byte) (*answer, error) {
	const patience = 30 * time.Second
	conn, err := net.DialTimeout("tcp", t.address, patience)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	// A server may answer and close before it has read everything, for example
	// with 413: the answer counts, not the write.
	_, writeErr := conn.Write(request)
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		if writeErr != nil {
			err = writeErr
		}
		return nil, fmt.Errorf("answer of %s: %w", t.address, err)
	}
	return read(res)
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
	switch coding := res.Header.Get("Content-Encoding"); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		r, err := gzip.NewReader(bytes.NewReader(sent))
		if err != nil {
			return nil, fmt.Errorf("gzip body: %w", err)
		}
		if a.body, err = io.ReadAll(io.LimitReader(r, maxBody)); err != nil {
			return nil, fmt.Errorf("gzip body: %w", err)
		}
	case "zstd":
		r, err := zstd.NewReader(bytes.NewReader(sent), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("zstd body: %w", err)
		}
		defer r.Close()
		if a.body, err = io.ReadAll(io.LimitReader(r, maxBody)); err != nil {
			return nil, fmt.Errorf("zstd body: %w", err)
		}
	default:
		return nil, fmt.Errorf("body: unknown content coding %q", coding)
	}
	return a, nil
}
