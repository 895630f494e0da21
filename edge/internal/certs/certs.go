// Package certs gets and renews the certificates of hosts by ACME (RFC 8555), with certmagic.
//
// A certificate is requested for every host of a brand, and for the same host with or without its
// "www." once a visitor has asked for that by plain HTTP. Any other name is refused in the
// handshake, and no request for it leaves this machine. The authority checks control of a host by
// an HTTP request to its port 80 (HTTP-01); the public listener answers it with
// [Manager.Challenge]. Keys and certificates are in a folder that only the edge reads, and are
// renewed after two thirds of their life.
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

// Config configures a [Manager].
type Config struct {
	Authority string         // address of the ACME directory; "" for Let's Encrypt
	Email     string         // of the account, for warnings of the authority; may be ""
	Folder    string         // of keys and certificates
	Roots     *x509.CertPool // to trust for the authority's own HTTPS; nil for the system's
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
	asked  map[string]bool // hosts that are managed; only Manage uses it
	// by host, why its files cannot be read, so that each is logged once; only Manage uses it
	unread map[string]string
	fresh  sync.Map // hosts with a new certificate that no handshake knows yet
}

// New returns a manager that has requested no certificate yet.
func New(cfg Config) *Manager {
	if cfg.Authority == "" {
		cfg.Authority = certmagic.LetsEncryptProductionCA
	}
	m := &Manager{log: cfg.Log, asked: map[string]bool{}, unread: map[string]string{}}
	silent := zap.NewNop() // operators learn what they need from events
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

// event logs for operators what became of a certificate.
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
	case "cached_managed_cert": // also for certificates that the folder had
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

// TLS returns the configuration of a listener: HTTP/2 and HTTP/1.1, TLS 1.2 or newer.
func (m *Manager) TLS() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: m.config.GetCertificate,
	}
}

// Challenge answers a challenge of an authority, and reports whether the request was one.
func (m *Manager) Challenge(w http.ResponseWriter, r *http.Request) bool {
	return m.issuer.HandleHTTPChallenge(w, r)
}

// Manage manages the certificates of these hosts from now on: certificates in the folder are loaded
// when it returns, the others are requested in the background until ctx ends. A host that is gone
// no longer has a certificate, and none is renewed for it; its file stays in the folder. Only one
// goroutine may call Manage at a time.
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

// report logs the hosts whose files could not be read.
func (m *Manager) report(hosts []string, failed []error) {
	for i, host := range hosts {
		err := failed[i]
		if err == nil {
			delete(m.unread, host)
			continue
		}
		delete(m.asked, host) // so that it is looked at again
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

// Has reports whether the folder has a certificate of a host.
func (m *Manager) Has(ctx context.Context, host string) bool {
	return m.config.Storage.Exists(ctx,
		certmagic.StorageKeys.SiteCert(m.issuer.IssuerKey(), host))
}

// Close ends renewals.
func (m *Manager) Close() { m.cache.Stop() }
