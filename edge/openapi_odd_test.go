package main_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpenAPIOddRequests sends requests that no client of the document would, every method with
// every field and body at every address of the API: every answer must be documented for the
// operation of that address, field by field.
func TestOpenAPIOddRequests(t *testing.T) {
	out := sampleOut(t)
	brand := sampleBrand(t, out, "palco")
	w := newWeb(t, startEdge(t, out, "--trusted-proxies", "127.0.0.1", "--rate-address", "100000",
		"--rate-identity", "100000"))
	d := readDescription(t, brand, w.get(t, brand.BaseURL+"/openapi.json"))
	slug := d.anEvent(t, w)

	addresses := []struct{ on, path string }{
		{"listEvents", "/events"},
		{"listEvents", "/events?" + url.Values{"q": {"\x00\xff'\"<"}, "page": {"-9"}}.Encode()},
		{"listEvents", "/events?&&=&q&%zz=%&page=1;page=2"},
		{"getEvent", "/events/" + slug},
		{"getEvent", "/events/"},
		{"getEvent", "/events/.."},
		{"getEvent", "/events/%2e%2E%2fcatalog"},
		{"getEvent", "/events/" + strings.Repeat("a", 4000)},
		{"issueAnonymousAgentCredential", "/agent/identity"},
		{"getHealth", "/health"},
	}
	headers := [][]string{
		nil,
		{"Accept", "text/markdown"},
		{"Accept", "image/png;q=0", "Sec-Fetch-Dest", "document"},
		{"Accept-Encoding", "identity;q=0, br"},
		{"If-None-Match", `*`},
		{"If-None-Match", `W/"a", nonsense`, "If-Modified-Since", "Thu, 01 Jan 2099 00:00:00 GMT"},
		{"If-Match", `"none"`, "If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"},
		{"Range", "bytes=0-9"},
		{"Authorization", "Bearer x", "X-Agent-Credential", strings.Repeat("x", 2000)},
		{"Access-Control-Request-Method", "GET"}, // no preflight without Origin
		{"Content-Type", "application/json", "Content-Encoding", "gzip"},
		{"Content-Type", "multipart/form-data"},
		{"X-Http-Method-Override", "DELETE", "X-Forwarded-Host", "confs.localhost"},
	}
	bodies := []string{"", "{}", `{"type":null}`, strings.Repeat("[", 2000), "\xff\x00"}
	asked := 0
	for _, address := range addresses {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "OPTIONS", "PROPFIND"} {
			for i, header := range headers {
				body := bodies[i%len(bodies)]
				if method == "GET" || method == "HEAD" {
					body = ""
				}
				name := fmt.Sprintf("%s %.80s %q %.40q", method, address.path, header, body)
				d.check(t, name, address.on, w.ask(t, method, brand.BaseURL+address.path, body,
					header...))
				asked++
			}
		}
	}
	require.Equal(t, len(addresses)*6*len(headers), asked)
}
