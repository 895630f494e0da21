package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
)

// scriptPath is the address of the script. No page of a brand can begin with a period.
const scriptPath = "/.builder/reload.js"

// maxPage is how large a page may be; larger ones pass without the script.
const maxPage = 16 << 20

// script asks for its own page until the ETag differs from the one that it began with.
const script = `(async () => {
  const tag = async () => (await fetch(location.href, {
    cache: "no-store", headers: {Accept: "text/html"},
  })).headers.get("ETag");
  const first = await tag();
  setInterval(async () => {
    if (await tag().catch(() => first) !== first) location.reload();
  }, 500);
})();
`

// reloadServer is the development server of builder watch: it answers as the edge behind it does,
// with one script in every page, which reloads the page when it has changed. So a page that a build
// did not change stays where the reader has scrolled to, and it does not matter when the edge takes
// a release up.
type reloadServer struct{ *httputil.ReverseProxy }

// newReloadServer makes a server in front of an edge, whose address has a scheme and a host.
func newReloadServer(edge string) (*reloadServer, error) {
	to, err := url.Parse(edge)
	if err != nil || (to.Scheme != "http" && to.Scheme != "https") || to.Host == "" {
		return nil, fmt.Errorf("%q is not the address of an edge: write it as in "+
			"http://127.0.0.1:8080", edge)
	}
	return &reloadServer{&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host                // the edge chooses the brand by it
			r.Out.Header.Del("Accept-Encoding")   // a script goes into a page as it is
			r.Out.Header.Del("If-None-Match")     // the page in the browser has other bytes
			r.Out.Header.Del("If-Modified-Since") // than the one that these name
		},
		ModifyResponse: addScript,
	}}, nil
}

// ServeHTTP answers a request.
func (s *reloadServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != scriptPath {
		s.ReverseProxy.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", catalog.CacheNone)
	_, _ = io.WriteString(w, script)
}

// addScript puts the script into a page and lets the page's policy run it.
func addScript(r *http.Response) error {
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || r.ContentLength > maxPage ||
		r.Header.Get("Content-Encoding") != "" || r.Request.Method == http.MethodHead {
		return nil
	}
	page, err := io.ReadAll(io.LimitReader(r.Body, maxPage))
	if err != nil {
		return err
	}
	if err := r.Body.Close(); err != nil {
		return err
	}
	page = bytes.Replace(page, []byte("</head>"),
		[]byte(`<script src="`+scriptPath+`" defer></script></head>`), 1)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(page)), int64(len(page))
	r.Header.Set("Content-Length", strconv.Itoa(len(page)))
	r.Header.Set("Cache-Control", catalog.CacheNone)
	if policy := r.Header.Get("Content-Security-Policy"); policy != "" {
		r.Header.Set("Content-Security-Policy", allowed(policy))
	}
	return nil
}

// allowed is a policy that lets a page run scripts of its own host and ask that host.
func allowed(policy string) string {
	directives := strings.Split(policy, "; ")
	for _, name := range []string{"script-src", "connect-src"} {
		found := false
		for i, d := range directives {
			if strings.HasPrefix(d, name+" ") {
				directives[i], found = d+" 'self'", true
			}
		}
		if !found {
			directives = append(directives, name+" 'self'")
		}
	}
	return strings.Join(directives, "; ")
}
