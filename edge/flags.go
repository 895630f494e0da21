package main

import (
	"crypto/x509"
	_ "embed" // flags.txt
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"strings"
	"time"

	"cartaz/builder/program"
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
	cfg := server.Config{Now: time.Now}
	var keys, trusted, access, roots, previews string
	flags := flag.NewFlagSet("edge", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	var from fromFlags
	declare(flags, map[string]any{
		"out": &cfg.Out, "listen": &cfg.Listen, "admin": &cfg.Admin, "https": &cfg.HTTPS,
		"certificates": &cfg.Certificates.Folder, "acme": &cfg.Certificates.Authority,
		"acme-email": &cfg.Certificates.Email, "acme-roots": &roots, "rescan": &cfg.Rescan,
		"drain": &cfg.Drain, "rate-address": &cfg.Rates.Address,
		"rate-credential": &cfg.Rates.Credential, "rate-identity": &cfg.Rates.Identity,
		"connections": &cfg.Connections, "max-connections": &cfg.MaxConnections,
		"trusted-proxies": &trusted, "keys": &keys, "previews": &previews, "limits": &cfg.Limits,
		"access-log": &access, "from": &from.address, "verify-keys": &from.verifyKeys,
		"poll": &from.poll, "cache-size": &from.cacheSize})
	if err := flags.Parse(args); err != nil {
		return cfg, nil, err
	}
	if flags.NArg() > 0 {
		return cfg, nil,
			fmt.Errorf("unexpected argument %q; edge takes flags only, see edge --help",
				flags.Arg(0))
	}
	if cfg.Rescan <= 0 {
		return cfg, nil, fmt.Errorf("--rescan %s: write a time as in 10s", cfg.Rescan)
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

// flagTexts holds the flags, one a line: the name, the default, and the help.
//
//go:embed flags.txt
var flagTexts string

// declare declares the flags, each with the place of its value. A default that begins with $ is the
// value of a variable; help does not print it, because it may hold a password.
func declare(flags *flag.FlagSet, to map[string]any) {
	for line := range strings.Lines(flagTexts) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		name, value := cells[0], os.ExpandEnv(cells[1])
		program.Flag(flags, name, value, cells[2], to[name])
		if value != cells[1] {
			flags.Lookup(name).DefValue = ""
		}
	}
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
