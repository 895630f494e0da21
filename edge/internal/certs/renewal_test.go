package certs_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/certs"
	"cartaz/edge/internal/programtest"
)

// managed is a manager of short-lived certificates behind its two listeners.
type managed struct {
	*certs.Manager
	addr string // of TLS
	log  *programtest.Log
}

// manage serves a manager that looks at its certificates five times a second.
func manage(t *testing.T, ca *authority, challenges string) *managed {
	t.Helper()
	text, err := os.ReadFile(ca.roots)
	require.NoError(t, err)
	block, _ := pem.Decode(text)
	require.NotNil(t, block)
	root, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(root)
	number, err := strconv.Atoi(port(t, challenges))
	require.NoError(t, err)
	m := &managed{log: new(programtest.Log)}
	m.Manager = certs.New(certs.Config{Authority: ca.directory, Folder: t.TempDir(), Roots: roots,
		Host: "127.0.0.1", Port: number, Check: 200 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(m.log, nil))})
	t.Cleanup(m.Close)
	plain, err := net.Listen("tcp", challenges)
	require.NoError(t, err)
	clear := &http.Server{Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { m.Challenge(w, r) })}
	go clear.Serve(plain)
	t.Cleanup(func() { clear.Close() })
	secure, err := tls.Listen("tcp", "127.0.0.1:0", m.TLS())
	require.NoError(t, err)
	t.Cleanup(func() { secure.Close() })
	go func() {
		for {
			conn, err := secure.Accept()
			if err != nil {
				return // closed
			}
			go func() {
				defer conn.Close()
				_ = conn.(*tls.Conn).Handshake() // the client says what became of it
			}()
		}
	}()
	m.addr = secure.Addr().String()
	return m
}

// serial is the number of the certificate that a client of this name is shown, or "".
func (m *managed) serial(name string) string {
	conn, err := tls.Dial("tcp", m.addr, &tls.Config{ServerName: name, InsecureSkipVerify: true})
	if err != nil {
		return ""
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// TestAuthorityAway: a certificate is renewed while the manager runs; when the authority is away
// the next time, the certificate goes on. A host that is gone has none, nor has any other name.
func TestAuthorityAway(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Pebble")
	}
	challenges := freeAddr(t)
	ca := newAuthority(t, challenges, 12*time.Second)
	m := manage(t, ca, challenges)
	m.Manage(t.Context(), []string{"a.example", "b.example"})
	eventually := func(what string, holds func() bool) {
		t.Helper()
		require.Eventually(t, holds, time.Minute, 20*time.Millisecond, "%s: %s", what, m.log)
	}
	eventually("certificates", func() bool {
		return m.serial("a.example") != "" && m.serial("b.example") != ""
	})
	require.Empty(t, m.serial("c.example"))
	m.Manage(t.Context(), []string{"a.example"})
	require.Empty(t, m.serial("b.example"), "a brand that is gone")

	first := m.serial("a.example")
	eventually("renewed", func() bool {
		now := m.serial("a.example")
		require.NotEmpty(t, now, "no moment without certificate")
		return now != first
	})
	second := m.serial("a.example")
	ca.stop()
	eventually("a failed renewal", func() bool {
		return strings.Contains(m.log.String(), "no certificate") && m.serial("a.example") == second
	})
	require.Contains(t, m.log.String(), "host=a.example")
}
