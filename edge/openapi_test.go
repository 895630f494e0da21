package main_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// exchange is a request to one operation and the answer that must come.
type exchange struct {
	On      string // operation, by its id
	Method  string // "" for the operation's own, and then the request is checked too
	Path    string // below base_url; {slug} is replaced by an event of the brand
	Header  []string
	Body    string
	Bare    bool // ask the edge that has no release and allows one request a minute
	Again   bool // the second of two equal requests counts
	Status  int
	Code    string // of the problem
	Refused bool   // the request itself is not as the document has it
}

// exchanges returns requests that produce every status of every operation. What they leave out
// fails the test: a status that nothing produces has no place in the document.
func exchanges(t *testing.T) []exchange {
	t.Helper()
	return slices.Concat(rowstest.Read[[]exchange](t, "testdata/exchanges.yaml"), []exchange{
		{On: "issueAnonymousAgentCredential", Path: "/agent/identity", Header: jsonBody,
			Body: `{}` + strings.Repeat(" ", 4095), Status: 413, Code: "payload_too_large"},
	}, wrongMethods("listEvents", "/events", "GET"),
		wrongMethods("getEvent", "/events/{slug}", "GET"),
		wrongMethods("issueAnonymousAgentCredential", "/agent/identity", "POST"),
		wrongMethods("getHealth", "/health", "GET"))
}

var jsonBody = []string{"Content-Type", "application/json"}

// wrongMethods are the methods that an address does not take, HEAD and plain
// OPTIONS among them, with and without a release.
func wrongMethods(operation, path, takes string) []exchange {
	var list []exchange
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
		"TRACE", "BREW"} {
		if method == takes {
			continue
		}
		code := "method_not_allowed"
		if method == "HEAD" {
			code = "" // there is no body to read it from
		}
		list = append(list,
			exchange{On: operation, Method: method, Path: path, Status: 405, Code: code},
			exchange{On: operation, Method: method, Path: path, Bare: true, Status: 405,
				Code: code})
	}
	return list
}

// TestOpenAPI holds the description of an API, as it is served,
// against what a running edge answers: two sample brands, and a brand that has
// announced the end of version 1.
func TestOpenAPI(t *testing.T) {
	out := sampleOut(t)
	ending := t.TempDir()
	publishEnding(t, ending)
	bare := t.TempDir()
	for _, key := range append(sampleKeys, "ending") {
		from := out
		if key == "ending" {
			from = ending
		}
		text, err := os.ReadFile(filepath.Join(from, key, "brand.json"))
		require.NoError(t, err)
		require.NoError(t, os.Mkdir(filepath.Join(bare, key), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(bare, key, "brand.json"), text, 0o644))
	}
	// Every exchange comes from an address of its own, so that none uses up the
	// quota of another.
	whole := newWeb(t, startEdge(t, out, "--trusted-proxies", "127.0.0.1"))
	last := newWeb(t, startEdge(t, ending, "--trusted-proxies", "127.0.0.1"))
	empty := newWeb(t, startEdge(t, bare, "--trusted-proxies", "127.0.0.1", "--rate-address", "1",
		"--rate-identity", "1"))
	for _, key := range []string{"palco", "confs"} {
		t.Run(key, func(t *testing.T) { checkOpenAPI(t, sampleBrand(t, out, key), whole, empty) })
	}
	t.Run("ending",
		func(t *testing.T) { checkOpenAPI(t, sampleBrand(t, ending, "ending"), last, empty) })
}

// publishEnding builds a brand whose version 1 ends.
func publishEnding(t testing.TB, out string) {
	t.Helper()
	dir := t.TempDir()
	writeBrand(t, dir, "ending", 3, 1)
	addSettings(t, dir, "ending",
		"v1: {deprecated_at: 2098-01-01T00:00:00Z, sunset_at: 2099-01-01T00:00:00Z, link: "+
			"\"http://ending.localhost/auth.md\"}\n")
	mustRun(t, "build", "--brands", dir, "--out", out, "--export=false")
}

// checkOpenAPI checks the description of one brand. whole serves its release,
// empty does not.
func checkOpenAPI(t *testing.T, brand release.Brand, whole, empty *web) {
	served := whole.get(t, brand.BaseURL+"/openapi.json")
	require.Equal(t, served.body, whole.get(t, brand.SiteURL+"/.well-known/openapi.json").body,
		"two addresses, two documents")
	d := readDescription(t, brand, served)
	slug := d.anEvent(t, whole)
	spelling := catalog.NewSpelling(brand.SiteURL, brand.Paths)
	require.Equal(t, brand.SiteURL+spelling.Own(catalog.EventPath(slug)),
		whole.get(t, catalog.DetailPath(brand.BaseURL, slug)).json(t)["url"])
	for _, code := range []catalog.Code{catalog.NotFound, catalog.BadRequest, catalog.UnknownHost,
		catalog.HeaderFieldsTooLarge} { // of no operation
		require.Contains(t, d.overview, "`"+string(code)+"`")
	}

	produced := map[string]bool{}
	for i, x := range exchanges(t) {
		method := x.Method
		if method == "" {
			method = d.operations[x.On].method
		}
		name := fmt.Sprintf("%s %s %d #%d", method, x.Path, x.Status, i)
		url := brand.BaseURL + strings.ReplaceAll(x.Path, "{slug}", slug)
		client := fmt.Sprintf("10.%d.%d.1", slices.Index(sampleKeys, brand.Key)+1, i)
		header := append([]string{"X-Forwarded-For", client}, x.Header...)
		from := whole
		if x.Bare {
			from = empty
		}
		if x.Method == "" {
			ok,
				errs := d.validator.ValidateHttpRequestSync(newRequest(t, method, url, x.Body,
				x.Header...))
			require.Equal(t, !x.Refused, ok, "%s: request: %v", name, errs)
		}
		r := from.ask(t, method, url, x.Body, header...)
		if x.Again {
			r = from.ask(t, method, url, x.Body, header...)
		}
		require.Equal(t, x.Status, r.status, "%s\n%s", name, r.body)
		d.check(t, name, x.On, r)
		if x.Code != "" {
			require.Equal(t, x.Code, r.json(t)["code"], name)
		}
		produced[x.On+" "+strconv.Itoa(x.Status)] = true
	}
	for id, o := range d.operations {
		for status := range o.responses {
			require.True(t, produced[id+" "+status], "%s documents %s, which nothing produces", id,
				status)
		}
	}
}

// description is an OpenAPI document as programs read it.
type description struct {
	brand      release.Brand
	validator  validator.Validator
	operations map[string]operation
	overview   string
	problem    *jsonschema.Schema
}

// operation is one operation; responses are keyed by status and hold the names
// of the documented header fields.
type operation struct {
	method, path string
	responses    map[string][]string
}

func readDescription(t testing.TB, brand release.Brand, served *reply) *description {
	t.Helper()
	document, err := libopenapi.NewDocument(served.body)
	require.NoError(t, err)
	v, errs := validator.NewValidator(document, config.WithFormatAssertions())
	require.Empty(t, errs)
	ok, problems := v.ValidateDocument()
	require.True(t, ok, "%v", problems)

	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	problem, err := compiler.Compile("testdata/schemas/own-problem-details.schema.json")
	require.NoError(t, err)
	require.Error(t, problem.Validate(map[string]any{"title": "a problem without a type"}))

	raw := served.json(t)
	resolve := func(v any) map[string]any {
		m := v.(map[string]any)
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		var at any = raw
		for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			at = at.(map[string]any)[name]
		}
		return at.(map[string]any)
	}
	require.Equal(t, brand.BaseURL, raw["servers"].([]any)[0].(map[string]any)["url"])
	d := &description{brand: brand, validator: v, operations: map[string]operation{},
		problem: problem}
	d.overview = raw["info"].(map[string]any)["description"].(string)
	for path, item := range raw["paths"].(map[string]any) {
		for method, o := range item.(map[string]any) {
			op := operation{strings.ToUpper(method), path, map[string][]string{}}
			for status, response := range o.(map[string]any)["responses"].(map[string]any) {
				op.responses[status] = []string{}
				headers, _ := resolve(response)["headers"].(map[string]any)
				for name := range headers {
					op.responses[status] = append(op.responses[status],
						http.CanonicalHeaderKey(name))
				}
			}
			d.operations[o.(map[string]any)["operationId"].(string)] = op
		}
	}
	require.Len(t, d.operations, 4)
	return d
}

// anEvent is the slug of an event that the brand has.
func (d *description) anEvent(t testing.TB, from *web) string {
	t.Helper()
	data := from.get(t, d.brand.BaseURL+"/events?per_page=1").json(t)["data"].([]any)
	require.NotEmpty(t, data)
	return data[0].(map[string]any)["slug"].(string)
}

// generic are header fields that belong to HTTP and to browsers and not to the
// API: the document's overview speaks of them once, no operation repeats them.
var generic = []string{
	"Content-Type", "Content-Length", "Date", "X-Content-Type-Options",
	"Access-Control-Allow-Origin", "Access-Control-Expose-Headers",
}

// check holds an answer against what the document says of it: status, body,
// and the header fields in both directions.
func (d *description) check(t testing.TB, name, id string, r *reply) {
	t.Helper()
	op := d.operations[id]
	documented, ok := op.responses[strconv.Itoa(r.status)]
	require.True(t, ok, "%s: %d is not documented for %s", name, r.status, id)

	// An answer to a method that the operation does not have is documented with
	// the operation that the address does have.
	request := newRequest(t, op.method, d.brand.BaseURL+strings.ReplaceAll(op.path, "{slug}", "x"),
		"")
	if r.method != "HEAD" {
		res := &http.Response{StatusCode: r.status, Header: r.header,
			Body: io.NopCloser(strings.NewReader(string(r.body))), Request: request}
		ok, errs := d.validator.ValidateHttpResponse(request, res)
		require.True(t, ok, "%s: %v\n%s", name, errs, r.body)
	}
	for field := range r.header {
		require.True(t, slices.Contains(documented, field) || slices.Contains(generic, field),
			"%s: %s is sent and not documented", name, field)
	}
	for _, field := range documented {
		switch {
		case field == "Search-Reading", // only of words that no event has as they were typed
			d.brand.DeprecatedAt == 0 && (field == "Deprecation" || field == "Sunset"),
			// as spelled by net/http
			r.method == "OPTIONS" && strings.HasPrefix(field, "Ratelimit"):
			require.NotContains(t, r.header, field, name)
			continue
		}
		require.Contains(t, r.header, field, "%s: documented and not sent", name)
	}
	require.Equal(t, []string{"*"}, r.header["Access-Control-Allow-Origin"], name)
	require.Equal(t, []string{"nosniff"}, r.header["X-Content-Type-Options"], name)
	if r.status >= 400 && r.method != "HEAD" {
		d.checkProblem(t, name, r)
	}
}

// checkProblem holds an error against RFC 9457 and the contract.
func (d *description) checkProblem(t testing.TB, name string, r *reply) {
	t.Helper()
	require.Equal(t, "application/problem+json", r.header.Get("Content-Type"), name)
	require.Equal(t, "no-store", r.header.Get("Cache-Control"), name)
	require.NotEmpty(t, r.header.Get("Content-Language"), name)
	body := r.json(t)
	require.NoError(t, d.problem.Validate(body), name)
	require.EqualValues(t, r.status, body["status"], name)
	require.Equal(t, body["code"], body["error"], name)
	if body["type"] != "about:blank" {
		require.Equal(t, d.brand.SiteURL+"/problemas/"+body["code"].(string), body["type"], name)
		require.Equal(t, d.brand.Locale, r.header.Get("Content-Language"), name)
	}
}

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
