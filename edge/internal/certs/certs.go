// Package certs gets and renews the certificates of hosts by ACME (RFC 8555), with certmagic.
//
// A certificate is asked for when a brand has a host, or when a visitor came by plain HTTP to that
// host with or without its "www.": any other name is refused in the handshake, and no request for
// it leaves this machine. The authority
// proves control of a host by an HTTP request to its port 80 (HTTP-01); the public listener answers
// it by [Manager.Challenge]. Keys and certificates lie in a folder that only the edge reads, and
// are renewed after two thirds of their life.
package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"
)

// loads is how many certificates are read at a time.
const loads = 8

// Config says how to get certificates.
type Config struct {
	Authority string         // address of the ACME directory; "" for Let's Encrypt
	Email     string         // of the account, for warnings of the authority; may be ""
	Folder    string         // of keys and certificates
	Roots     *x509.CertPool // whom to trust for the authority's own HTTPS; nil for the system's
	Host      string         // address of the public listener, which answers challenges
	Port      int
	Check     time.Duration // how often certificates are looked at; default 10 minutes
	Log       *slog.Logger
}

// Manager holds the certificates. It may be used by many goroutines.
type Manager struct {
	log    *slog.Logger
	cache  *certmagic.Cache
	config *certmagic.Config
	issuer *certmagic.ACMEIssuer
	asked  map[string]bool // hosts that were told to manage; only Manage uses it
	// by host why its files cannot be read, so that each is said once; only Manage uses it
	unread map[string]string
	fresh  sync.Map // hosts with a new certificate that no handshake knows yet
}

// New prepares certificates, and asks for none yet.
func New(cfg Config) *Manager {
	if cfg.Authority == "" {
		cfg.Authority = certmagic.LetsEncryptProductionCA
	}
	m := &Manager{log: cfg.Log, asked: map[string]bool{}, unread: map[string]string{}}
	silent := zap.NewNop() // what operators need to know comes as events
	m.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) {
			return m.config, nil
		},
		RenewCheckInterval: cfg.Check,
		Logger:             silent,
	})
	m.config = certmagic.New(m.cache, certmagic.Config{
		Storage: &certmagic.FileStorage{Path: cfg.Folder},
		OnEvent: m.event,
		Logger:  silent,
	})
	m.issuer = certmagic.NewACMEIssuer(m.config, certmagic.ACMEIssuer{
		CA: cfg.Authority, TestCA: cfg.Authority, Email: cfg.Email, Agreed: true,
		TrustedRoots: cfg.Roots, ListenHost: cfg.Host, AltHTTPPort: cfg.Port,
		DisableTLSALPNChallenge: true, Logger: silent,
	})
	m.config.Issuers = []certmagic.Issuer{m.issuer}
	return m
}

// event tells operators what became of a certificate.
func (m *Manager) event(_ context.Context, event string, data map[string]any) error {
	host := fmt.Sprint(data["identifier"])
	obtained := func(host string) {
		m.log.Info("certificate obtained", "host", host, "renewal", data["renewal"] == true)
	}
	switch event {
	case "cert_obtained":
		if data["renewal"] == true {
			obtained(host)
		} else {
			m.fresh.Store(host, true)
		}
	case "cached_managed_cert": // also of those that the folder had
		hosts, _ := data["sans"].([]string)
		for _, host := range hosts {
			if _, fresh := m.fresh.LoadAndDelete(host); fresh {
				obtained(host)
			}
		}
	case "cert_failed":
		m.log.Warn("no certificate", "host", host, "err", fmt.Sprint(data["error"]))
	}
	return nil
}

// TLS is the configuration of a listener: HTTP/2 and HTTP/1.1, TLS 1.2 or newer.
func (m *Manager) TLS() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: m.config.GetCertificate,
	}
}

// Challenge answers the request of an authority, and reports whether it was one.
func (m *Manager) Challenge(w http.ResponseWriter, r *http.Request) bool {
	return m.issuer.HandleHTTPChallenge(w, r)
}

// Manage manages the certificates of these hosts from now on: those that the folder has are there
// when it returns, the others are asked for in the background, until ctx ends. A host that is gone
// has no certificate any more, and none is renewed for it; its file stays in the folder. Manage is
// not for several goroutines at once.
func (m *Manager) Manage(ctx context.Context, hosts []string) {
	var fresh []string
	wanted := make(map[string]bool, len(hosts))
	for _, host := range hosts {
		wanted[host] = true
		switch {
		case m.asked[host]:
			continue
		case !certmagic.SubjectQualifiesForPublicCert(host):
			m.log.Warn("no certificate: authorities give none for such a name", "host", host)
		default:
			fresh = append(fresh, host)
		}
		m.asked[host] = true
	}
	var gone []certmagic.SubjectIssuer
	for host := range m.asked {
		if !wanted[host] {
			delete(m.asked, host)
			gone = append(gone, certmagic.SubjectIssuer{Subject: host})
		}
	}
	m.cache.RemoveManaged(gone)
	failed := make([]error, len(fresh))
	var loading errgroup.Group
	loading.SetLimit(loads)
	for i, host := range fresh {
		loading.Go(func() error {
			failed[i] = m.load(ctx, host)
			return nil
		})
	}
	_ = loading.Wait() // each host has its own error
	m.report(fresh, failed)
	for host := range m.unread {
		if !wanted[host] {
			delete(m.unread, host)
		}
	}
}

// report says of which hosts the files could not be read.
func (m *Manager) report(hosts []string, failed []error) {
	for i, host := range hosts {
		err := failed[i]
		if err == nil {
			delete(m.unread, host)
			continue
		}
		delete(m.asked, host) // and looked at again
		if m.unread[host] != err.Error() {
			m.unread[host] = err.Error()
			m.log.Error("no certificate: its files cannot be read; remove them to get another one",
				"host", host, "err", err)
		}
	}
}

// load begins to manage a host. When it returns, the certificate that the folder has is served:
// ManageAsync alone would load it later, and the first handshakes would fail.
func (m *Manager) load(ctx context.Context, host string) error {
	cert, err := m.config.CacheManagedCertificate(ctx, host)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return m.config.ManageAsync(ctx, []string{host})
	case err != nil:
		return err
	case cert.NeedsRenewal(m.config):
		go func() {
			// Failures come as events.
			if m.config.RenewCertAsync(ctx, host, false) == nil {
				_, _ = m.config.CacheManagedCertificate(ctx, host) // else at the next check
			}
		}()
	}
	return nil
}

// Has says whether the folder has a certificate of a host.
func (m *Manager) Has(ctx context.Context, host string) bool {
	return m.config.Storage.Exists(ctx,
		certmagic.StorageKeys.SiteCert(m.issuer.IssuerKey(), host))
}

// Close ends renewals.
func (m *Manager) Close() { m.cache.Stop() }
