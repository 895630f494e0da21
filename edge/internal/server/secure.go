package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"

	"cartaz/builder/release"
	"cartaz/edge/internal/certs"
	"cartaz/edge/internal/http1"
	"cartaz/edge/internal/ratelimit"
)

// openSecure opens the listener of HTTPS. The public listener redirects to it from then on. Package
// http1 reads the decrypted bytes. A connection that begins with the HTTP/2 preface goes on to
// net/http like any other connection that is not plain HTTP/1.1, and net/http takes it for HTTP/2
// with prior knowledge (RFC 9113, section 3.3).
func (e *Edge) openSecure() error {
	l, err := e.cfg.Sockets.listen(secureSocket, e.cfg.HTTPS)
	if err != nil {
		return fmt.Errorf("--https: %w", err)
	}
	c := e.cfg.Certificates
	c.Log = e.cfg.Log
	if public, ok := e.public.Addr().(*net.TCPAddr); ok {
		c.Host, c.Port = "", public.Port
		if !public.IP.IsUnspecified() {
			c.Host = public.IP.String()
		}
	}
	e.certs = certs.New(c)
	e.https = tls.NewListener(l, e.certs.TLS())
	s := e.newFront(e.https, e.handler)
	s.fallback.Protocols = new(http.Protocols)
	s.fallback.Protocols.SetHTTP1(true)
	s.fallback.Protocols.SetUnencryptedHTTP2(true)
	e.fronts = []*front{e.newFront(e.public, e.newRedirector()), s}
	return nil
}

// newRedirector returns the handler of the public listener when there is HTTPS.
func (e *Edge) newRedirector() *redirector {
	r := &redirector{Handler: e.handler, certs: e.certs}
	if _, port, err := net.SplitHostPort(e.https.Addr().String()); err == nil &&
		port != "443" {
		r.port = ":" + port
	}
	return r
}

// manage manages the certificates of the hosts of all brands, and of their twins.
func (e *Edge) manage(ctx context.Context) {
	var hosts []string
	for _, b := range e.site.Brands() {
		hosts = append(hosts, b.Hosts...)
	}
	for _, host := range e.site.Twins() {
		// Only twins that a visitor asked for: most have no address, and authorities count
		// failures.
		if _, asked := e.handler.twins.Load(host); asked || e.certs.Has(ctx, host) {
			hosts = append(hosts, host)
		}
	}
	e.certs.Manage(ctx, hosts)
}

// redirector answers on the public listener when there is HTTPS. It answers challenges of
// authorities, and redirects hosts of brands to the same address with https.
type redirector struct {
	*Handler
	certs *certs.Manager
	port  string // of HTTPS, with its colon; "" for 443
}

// challenges is the challenge path (RFC 8555, section 8.3).
const challenges = "/.well-known/acme-challenge/"

// ServeHTTP1 implements [http1.Handler]. It redirects requests for hosts of brands, and answers all
// others as the public listener does without HTTPS.
func (r *redirector) ServeHTTP1(w *http1.Response, in *http1.Request) {
	if strings.HasPrefix(in.Path, challenges) {
		req, err := http.NewRequest(in.Method, "http://"+in.Host+in.Path, nil)
		b := &bufferedAnswer{header: http.Header{}, status: http.StatusOK}
		if err == nil && r.certs.Challenge(b, req) {
			w.Begin(b.status)
			_ = w.Send(b.body.Bytes()) // the authority asks again
			return
		}
	}
	x := newExchange(w, in, r.now())
	defer x.free()
	if !isMalformed(in.Host) {
		x.snapshot = r.site.Acquire(in.Host)
	}
	if x.snapshot == nil {
		r.handle(x)
		return
	}
	defer x.snapshot.Release()
	host := in.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	x.kind = "redirect"
	x.answer.Status = http.StatusPermanentRedirect
	x.answer.Fields = append(x.answer.Fields, release.Field{Name: "Location",
		Value: "https://" + host + r.port + x.request.Target()})
	x.send()
	if in.Remote.IsValid() {
		x.client = ratelimit.ClientAddr(in.Remote, x.forwarded, r.trusted)
	}
	r.end(x)
}

// bufferedAnswer buffers the answer of a net/http handler.
type bufferedAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements [http.ResponseWriter].
func (b *bufferedAnswer) Header() http.Header { return b.header }

// WriteHeader implements [http.ResponseWriter].
func (b *bufferedAnswer) WriteHeader(status int) { b.status = status }

// Write implements [http.ResponseWriter].
func (b *bufferedAnswer) Write(p []byte) (int, error) { return b.body.Write(p) }
