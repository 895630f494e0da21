package fetch

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"cartaz/brands"
)

// resolveTo makes every name of the internet lead to an address, as the owner of a name can.
func resolveTo(t *testing.T, ip [4]byte) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true,
		Dial: func(context.Context, string, string) (net.Conn, error) {
			return net.Dial("udp", server.LocalAddr().String())
		}}
	t.Cleanup(func() {
		net.DefaultResolver = before
		require.NoError(t, server.Close())
	})
	go func() {
		buf := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:n]) != nil {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name,
					Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: ip}}}
			}
			if reply, err := m.Pack(); err == nil {
				_, _ = server.WriteTo(reply, from)
			}
		}
	}()
}

// TestInside: a name whose owner makes it lead inside is not followed there, and no second request
// is made. The host of source.url is asked in any network, and so is the proxy of the operator.
func TestInside(t *testing.T) {
	asked := 0
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = io.WriteString(w, "[]") // the client reads it or fails
	}))
	defer backend.Close()
	_, port, err := net.SplitHostPort(backend.Listener.Addr().String())
	require.NoError(t, err)
	get := func(source, address string) error {
		u, err := url.Parse(address)
		require.NoError(t, err)
		src := Source{Source: brands.Source{URL: source, MaxBytes: 1 << 20}}
		f := New(src, Options{Now: time.Now, Jitter: rand.Float64, Idle: time.Minute,
			Sleep: func(context.Context, time.Duration) error { return nil }})
		defer f.Close()
		a, err := f.Fetch(t.Context(), &Request{URL: u, Where: "here"}, nil)
		if a != nil {
			a.Close()
		}
		return err
	}
	for _, ip := range [][4]byte{{127, 0, 0, 1}, {169, 254, 169, 254}, {10, 0, 0, 1},
		{192, 168, 1, 1}, {100, 100, 100, 200}, {168, 63, 129, 16}, {0, 0, 0, 0}} {
		resolveTo(t, ip)
		address := "http://backend.example:" + port + "/"
		err := get(address, address)
		require.ErrorIs(t, err, ErrUnavailable)
		require.ErrorContains(t, err, "leads to "+net.IP(ip[:]).String()+
			", which is inside the network of this machine")
		require.NotContains(t, err.Error(), "tries")
	}
	require.ErrorContains(t, get("https://backend.example/", backend.URL), "leads to 127.0.0.1")
	require.ErrorContains(t, get("http://192.168.0.1/", backend.URL), "leads to 127.0.0.1",
		"another address inside than that of source.url")
	require.Zero(t, asked)
	require.NoError(t, get(backend.URL, backend.URL))
	require.NoError(t, get("http://localhost/", "http://localhost:"+port))

	g := newGuard("https://backend.example/")
	g.proxies.Store("127.0.0.1", true)
	conn, err := g.dial(t.Context(), "tcp", backend.Listener.Addr().String())
	require.NoError(t, err)
	require.NoError(t, conn.Close())
}
