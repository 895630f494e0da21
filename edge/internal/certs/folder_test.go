package certs_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/certs"
)

// authorityAway is the address of an authority that is never asked.
const authorityAway = "https://127.0.0.1:1/dir"

// keep puts a certificate of a host into a folder, as if the authority had given it.
func keep(t testing.TB, folder, host string) (certificate string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(80 * 24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	storage := &certmagic.FileStorage{Path: folder}
	issuer := (&certmagic.ACMEIssuer{CA: authorityAway}).IssuerKey()
	names := certmagic.StorageKeys
	for name, text := range map[string][]byte{
		names.SiteCert(issuer, host): pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE",
			Bytes: der}),
		names.SitePrivateKey(issuer, host): pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY",
			Bytes: encoded}),
		names.SiteMeta(issuer, host): []byte(`{"sans":["` + host + `"]}`),
	} {
		require.NoError(t, storage.Store(t.Context(), name, text))
	}
	return storage.Filename(names.SiteCert(issuer, host))
}

// TestFolder: certificates of the folder are served as soon as Manage returns. A file that is
// damaged affects no other host, is logged, and is read again at the next look.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	hosts := []string{"a.example.com", "b.example.com", "c.example.com"}
	files := map[string]string{}
	for _, host := range hosts {
		files[host] = keep(t, folder, host)
	}
	whole, err := os.ReadFile(files[hosts[0]])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[hosts[0]], []byte("no certificate"), 0o600))
	var log bytes.Buffer
	m := certs.New(certs.Config{Authority: authorityAway, Folder: folder,
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	defer m.Close()
	serves := func(host string) bool {
		ours, theirs := net.Pipe()
		go func() {
			// The client says how it went.
			_ = tls.Server(ours, m.TLS()).HandshakeContext(t.Context())
			_ = ours.Close()
		}()
		defer theirs.Close()
		client := tls.Client(theirs, &tls.Config{ServerName: host, InsecureSkipVerify: true})
		return client.HandshakeContext(t.Context()) == nil &&
			client.ConnectionState().PeerCertificates[0].VerifyHostname(host) == nil
	}
	m.Manage(t.Context(), hosts)
	require.False(t, serves(hosts[0]))
	require.True(t, serves(hosts[1]))
	require.True(t, serves(hosts[2]))
	m.Manage(t.Context(), hosts)
	require.Equal(t, 1, strings.Count(log.String(), "cannot be read"), "said at each look")
	require.Contains(t, log.String(), "host="+hosts[0])

	require.NoError(t, os.WriteFile(files[hosts[0]], whole, 0o600))
	m.Manage(t.Context(), hosts)
	require.True(t, serves(hosts[0]))
	require.NotContains(t, log.String(), "certificate obtained")
}
