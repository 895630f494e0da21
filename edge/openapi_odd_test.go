package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOpenAPIOddRequests sends requests that no client of the document would,
// every method with every field and body at every address of the API: whatever
// comes back must be documented for the operation of that address, field by
// field.
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

// TestOpenAPIProblemsOfNoOperation produces the errors that the overview of the
// document names because they belong to no operation.
func TestOpenAPIProblemsOfNoOperation(t *testing.T) {
	out := sampleOut(t)
	brand := sampleBrand(t, out, "confs")
	edge := startEdge(t, out)
	w := newWeb(t, edge)
	d := readDescription(t, brand, w.get(t, brand.BaseURL+"/openapi.json"))
	at, err := url.Parse(brand.BaseURL)
	require.NoError(t, err)

	tests := []struct {
		name, head string // what is sent, as it is
		status     int
		code       string
	}{
		{"no such path", "GET " + at.Path + "/orders HTTP/1.1\r\nHost: " + at.Host, 404,
			"not_found"},
		{"the bare address", "GET " + at.Path + " HTTP/1.1\r\nHost: " + at.Host, 404, "not_found"},
		{"broken escape", "GET " + at.Path + "/events/%zz HTTP/1.1\r\nHost: " + at.Host, 400,
			"bad_request"},
		{"no host", "GET " + at.Path + "/events HTTP/1.1", 400, "bad_request"},
		{"two hosts", "GET " + at.Path + "/events HTTP/1.1\r\nHost: " + at.Host +
			"\r\nHost: palco.localhost", 400, "bad_request"},
		{"no HTTP", "GET", 400, "bad_request"},
		{"long address", "GET " + at.Path + "/events?q=" + strings.Repeat("a", 8192) +
			" HTTP/1.1\r\nHost: " + at.Host, 414, "uri_too_long"},
		{"large header", "GET " + at.Path + "/events HTTP/1.1\r\nHost: " + at.Host +
			"\r\nX-Large: " + strings.Repeat("a", 20_000), 431, "header_fields_too_large"},
		{"unknown host", "GET " + at.Path + "/events HTTP/1.1\r\nHost: nobody.localhost", 421,
			"unknown_host"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := askRaw(t, edge.addr, tt.head+"\r\n\r\n")
			require.Equal(t, tt.status, r.status, "%s", r.body)
			d.checkProblem(t, tt.name, r)
			require.Equal(t, tt.code, r.json(t)["code"])
			require.Contains(t, d.overview, "`"+tt.code+"`")
			require.Contains(t, d.overview, strconv.Itoa(tt.status))
		})
	}
}

// askRaw sends bytes and reads the answer.
func askRaw(t testing.TB, addr, request string) *reply {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, request)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	method, _, _ := strings.Cut(request, " ")
	return &reply{method: method, status: res.StatusCode, header: res.Header, body: body,
		wire: len(body)}
}
