package main

import (
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"
	"time"

	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/ratelimit"
	"cartaz/edge/internal/server"
)

const usage = `Usage: edge [flags]
       edge --version
       edge --check [out]   say which live releases this program cannot read

Serves every brand found in the output folder of the builder, by host.

`

// parseFlags reads the command line. The access log that it returns is nil unless it goes to a
// file.
func parseFlags(args []string, stderr io.Writer) (server.Config, *logFile, error) {
	cfg := server.Config{Rates: ratelimit.Rates{Address: 600, Credential: 1200, Identity: 30}}
	var keys, trusted, access, roots, previews string
	flags := flag.NewFlagSet("edge", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&cfg.Out, "out", "out", "output `folder` of the builder")
	flags.StringVar(&cfg.Listen, "listen", "127.0.0.1:8080", "public `address`")
	flags.StringVar(&cfg.Admin, "admin", "127.0.0.1:8081",
		"`address` for metrics, readiness and status; empty for none")
	flags.StringVar(&cfg.HTTPS, "https", "",
		"`address` for HTTPS with certificates by ACME, as in :443; --listen then redirects to it "+
			"and must be reachable as port 80; empty for none")
	flags.StringVar(&cfg.Certificates.Folder, "certificates", "certificates",
		"`folder` of keys and certificates of --https")
	flags.StringVar(&cfg.Certificates.Authority, "acme", "",
		"`address` of the ACME directory of --https; default Let's Encrypt")
	flags.StringVar(&cfg.Certificates.Email, "acme-email", "",
		"`address` for warnings of that authority")
	flags.StringVar(&roots, "acme-roots", "",
		"`file` with root certificates to trust for that directory, PEM; default those "+
			"of the system")
	flags.DurationVar(&cfg.Rescan, "rescan", 10*time.Second,
		"how often to look for releases without a file event")
	flags.DurationVar(&cfg.Drain, "drain", 15*time.Second,
		"how long running requests may take after a signal")
	flags.IntVar(&cfg.Rates.Address, "rate-address", cfg.Rates.Address,
		"requests a minute per client address; 0 for no limit")
	flags.IntVar(&cfg.Rates.Credential, "rate-credential", cfg.Rates.Credential,
		"requests a minute per agent credential; 0 for no limit")
	flags.IntVar(&cfg.Rates.Identity, "rate-identity", cfg.Rates.Identity,
		"new agent credentials a minute per client address; 0 for no limit")
	flags.IntVar(&cfg.Connections, "connections", 1000,
		"connections that one client address may hold at a time, trusted proxies apart; 0 for "+
			"no limit")
	flags.IntVar(&cfg.MaxConnections, "max-connections", 0,
		"connections that may be open at a time; 0 for as many as the descriptor limit allows")
	flags.StringVar(&trusted, "trusted-proxies", "",
		"comma-separated `networks` whose X-Forwarded-For is believed")
	flags.StringVar(&keys, "keys", os.Getenv("CARTAZ_KEYS"),
		"`file` with the keys of agent credentials, one id:base64 a line, the first signs; "+
			"default $CARTAZ_KEYS, else a random key for this run")
	flags.StringVar(&previews, "previews", os.Getenv("CARTAZ_PREVIEWS"),
		"`file` with the passwords of releases that builder build --hold has made, one "+
			"brand:password a line; default $CARTAZ_PREVIEWS")
	flags.StringVar(&cfg.Limits, "limits", os.Getenv("CARTAZ_LIMITS"),
		"`address` of a Valkey or Redis in which edges count limits together, as in "+
			"valkey://host:6379; needs --keys; default $CARTAZ_LIMITS")
	var from fromFlags
	from.declare(flags)
	flags.StringVar(&access, "access-log", "off",
		"`file` for the access log, opened anew on SIGHUP; - for standard output, off for none")
	// --help would print a password.
	flags.Lookup("keys").DefValue = ""
	flags.Lookup("limits").DefValue = ""
	if err := flags.Parse(args); err != nil {
		return cfg, nil, err
	}
	if flags.NArg() > 0 {
		return cfg, nil,
			fmt.Errorf("unexpected argument %q; edge takes flags only, see edge --help",
				flags.Arg(0))
	}
	var err error
	if cfg.Trusted, err = parseNetworks(trusted); err != nil {
		return cfg, nil, err
	}
	if cfg.Keys, err = loadKeys(keys); err != nil {
		return cfg, nil, err
	}
	if previews != "" {
		if cfg.Previews, err = server.LoadPreviews(previews); err != nil {
			return cfg, nil, fmt.Errorf("--previews: %w", err)
		}
	}
	if roots != "" {
		if cfg.Certificates.Roots, err = loadRoots(roots); err != nil {
			return cfg, nil, err
		}
	}
	if cfg.Limits != "" {
		if keys == "" {
			return cfg, nil, errors.New("--limits: needs --keys, the same file for all edges: " +
				"without it each edge would count by itself")
		}
		if err = ratelimit.CheckStore(cfg.Limits); err != nil {
			return cfg, nil, fmt.Errorf("--limits: %w", err)
		}
	}
	if cfg.Mirror, err = from.open(cfg.Out); err != nil {
		return cfg, nil, err
	}
	var file *logFile
	switch access {
	case "off":
	case "-":
		cfg.Access = os.Stdout
	case "":
		err = errors.New("--access-log: name a file, - or off")
	default:
		if file, err = openLogFile(access); err == nil {
			cfg.Access = file
		}
	}
	return cfg, file, err
}

// parseNetworks reads a list of addresses and networks.
func parseNetworks(list string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, text := range strings.FieldsFunc(list,
		func(r rune) bool { return r == ',' || r == ' ' }) {
		if addr, err := netip.ParseAddr(text); err == nil {
			addr = addr.Unmap() // as the addresses of connections are
			networks = append(networks, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(text)
		if err != nil || network.Addr().Is4In6() {
			return nil,
				fmt.Errorf("--trusted-proxies: %q is neither an address nor a network like "+
					"10.0.0.0/8", text)
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// loadKeys reads a key file. Without one, credentials are good until the edge
// stops, which is enough for one machine and wrong for several.
func loadKeys(path string) (*credential.Keys, error) {
	text := credential.GenerateKey("run")
	if path != "" {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("--keys: %w", err)
		}
		text = string(b)
	}
	ring, err := credential.ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("--keys: %s: %w", path, err)
	}
	return ring, nil
}

// loadRoots reads root certificates.
func loadRoots(path string) (*x509.CertPool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--acme-roots: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("--acme-roots: %s holds no certificate in PEM", path)
	}
	return pool, nil
}
