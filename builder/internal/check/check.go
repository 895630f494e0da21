package check

import (
	"cmp"
	"context"
	_ "embed" // table.txt
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"text/template"
	"time"

	"cartaz/builder/text"
)

// State is the result of a check.
type State string

// The states of a result.
const (
	Pass       State = "pass"
	Fail       State = "fail"
	NotOffered State = "not offered"
	Skipped    State = "skipped"
)

// Check is one thing that is looked at.
type Check struct {
	Area   string // heading of the table
	Name   string // stable, for scripts
	Source string // the specification that the check follows
	Remedy string // what to do when it fails

	run func(*site) (string, error)
}

// Result is what one check found.
type Result struct {
	Area   string `json:"area"`
	Name   string `json:"name"`
	State  State  `json:"state"`
	Detail string `json:"detail"` // what was seen, or the reason
	Source string `json:"source"`
	Remedy string `json:"remedy,omitempty"` // only of a failure
}

// Report has the results of a walk, in the order of [Checks].
type Report struct {
	URL      string   `json:"url"`
	Requests int      `json:"requests"`
	Results  []Result `json:"results"`
}

// Count returns the number of results in a state.
func (r *Report) Count(state State) int {
	n := 0
	for i := range r.Results {
		if r.Results[i].State == state {
			n++
		}
	}
	return n
}

// Config configures a walk.
type Config struct {
	URL string // origin of the site, http or https, no path
	// HOST:PORT of every connection, in place of the host of the URL; "" for the URL's own
	Connect string
}

// Limits of a walk.
const (
	maxRequests = 250
	MaxBody     = 16 << 20 // bytes of a body, decoded
	maxWalk     = 3 * time.Minute
	maxWait     = 10 * time.Second // for an answer
)

// Errors of [Run], before anything was checked.
var (
	ErrURL         = errors.New("not the address of a site")
	ErrUnreachable = errors.New("site cannot be reached")
	ErrElsewhere   = errors.New("site is somewhere else")
)

// site is the walk over one site: the client, and the sitemap once it was read.
type site struct {
	*client
	sitemap *sitemap
}

// Run walks a site. The error is about the site as a whole: an invalid address ([ErrURL]), a site
// that does not answer ([ErrUnreachable]) or whose home page redirects to another origin
// ([ErrElsewhere]). Whatever else is wrong is in the report.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	origin, err := parseOrigin(cfg.URL)
	if err != nil {
		return nil, err
	}
	if cfg.Connect != "" {
		if _, _, err := net.SplitHostPort(cfg.Connect); err != nil {
			return nil, fmt.Errorf("%w: connect to %q: want HOST:PORT", ErrURL, cfg.Connect)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, maxWalk)
	defer cancel()
	s := &site{client: newClient(ctx, origin, cfg)}
	defer s.http.CloseIdleConnections()
	switch _, err := s.get("/"); {
	case errors.Is(err, ErrElsewhere):
		return nil, fmt.Errorf("%s: %w", origin, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	report := &Report{URL: origin.String()}
	for _, c := range Checks() {
		s.failed = nil
		detail, err := c.run(s)
		if s.failed != nil {
			err = s.failed
		}
		result := Result{Area: c.Area, Name: c.Name, State: Pass, Detail: detail, Source: c.Source}
		var absent absence
		switch {
		case errors.As(err, &absent):
			result.State, result.Detail = absent.state, absent.reason
		case err != nil:
			result.State, result.Detail, result.Remedy = Fail, err.Error(), c.Remedy
		}
		report.Results = append(report.Results, result)
	}
	report.Requests = s.requests
	return report, nil
}

// parseOrigin reads the address of a site.
func parseOrigin(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrURL, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("%w: %q: want http://host or https://host", ErrURL, text)
	}
	if u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%w: %q: a site is checked from its root, without a path", ErrURL,
			text)
	}
	return &url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}, nil
}

// absence is why a check has nothing to judge.
type absence struct {
	state  State
	reason string
}

func (a absence) Error() string { return a.reason }

func notOffered(format string, args ...any) error {
	return absence{NotOffered, fmt.Sprintf(format, args...)}
}

func skipped(format string, args ...any) error {
	return absence{Skipped, fmt.Sprintf(format, args...)}
}

// fail ends a check that found a fault.
func fail(format string, args ...any) (string, error) { return "", fmt.Errorf(format, args...) }

// newClient prepares a client. Names below localhost lead to this machine, which not every resolver
// knows (RFC 6761, section 6.3).
func newClient(ctx context.Context, origin *url.URL, cfg Config) *client {
	dialer := &net.Dialer{Timeout: maxWait}
	transport := &http.Transport{
		// Codings are asked for where they are checked, not by the transport.
		DisableCompression:  true,
		TLSHandshakeTimeout: maxWait,
		ForceAttemptHTTP2:   true,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if _, port, here := strings.Cut(addr, ".localhost:"); here {
				addr = "localhost:" + port
			}
			return dialer.DialContext(ctx, network, cmp.Or(cfg.Connect, addr))
		},
	}
	return &client{
		ctx: ctx, origin: origin, seen: map[string]*answer{},
		http: &http.Client{
			Transport: transport, Timeout: maxWait,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
}

// WriteTable writes the report for people: a line for each result under the heading of its area,
// the remedy below each failure, and the counts.
func (r *Report) WriteTable(w io.Writer) error { return table.Execute(w, r) }

//go:embed table.txt
var tableText string

var table = template.Must(template.New("").Funcs(template.FuncMap{"line": oneLine}).Parse(
	tableText))

// oneLine makes text from a site fit for a line of at most 300 characters.
func oneLine(s string) string { return text.Shorten(strings.Join(strings.Fields(s), " "), 300) }
