package fetch

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// checkRedirect refuses to follow a redirect that loses the request or leaves the host.
func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return &RedirectError{error: ErrUnavailable.Errorf("more than %d redirects: check "+
			"source.url", maxRedirects)}
	}
	if via[0].Method != req.Method {
		// A POST that goes on as GET has lost the query in its body.
		return &RedirectError{error: ErrUnavailable.Errorf("redirects a request with a body: " +
			"name the address it leads to in source.url")}
	}
	if !SameHost(via[0].URL, req.URL) && !ownHost(via[0], req.URL) {
		return &RedirectError{To: req.URL, error: ErrUnavailable.Errorf("redirects to another "+
			"host (%s): name it in source.url if that is right", Origin(req.URL))}
	}
	return nil
}

// RedirectError is a redirect that is not followed. Its text has only the host of an
// address, since the rest may hold secrets.
type RedirectError struct {
	To *url.URL // the address on another host; nil when the redirect has another fault
	error
}

// Unwrap returns the fault, which is an [ErrUnavailable].
func (e *RedirectError) Unwrap() error { return e.error }

// SameHost allows the same host and port, and the step from http to https.
func SameHost(from, to *url.URL) bool {
	if !strings.EqualFold(from.Hostname(), to.Hostname()) {
		return false
	}
	if from.Scheme == to.Scheme {
		return port(from) == port(to)
	}
	return from.Scheme == "http" && to.Scheme == "https" && port(from) == "80" && port(to) == "443"
}

// ownHost reports whether a redirect is the one to another host that every spreadsheet of Google
// makes: to the host of its exports, on https. A request with a field that may hold a secret is not
// sent there.
func ownHost(from *http.Request, to *url.URL) bool {
	return from.URL.Scheme == "https" && from.URL.Host == "docs.google.com" &&
		to.Scheme == "https" && strings.HasSuffix(to.Host, ".googleusercontent.com") &&
		!slices.ContainsFunc(slices.Collect(maps.Keys(from.Header)), func(name string) bool {
			return !slices.Contains(ownHeaders, name)
		})
}

// ownHeaders are the header fields that every request has, and that hold nothing of the brand.
var ownHeaders = []string{
	"Accept", "Accept-Encoding", "User-Agent", "If-None-Match", "If-Modified-Since",
}

func port(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// Origin returns as much of a foreign address as a message may show.
func Origin(u *url.URL) string { return u.Scheme + "://" + u.Host }
