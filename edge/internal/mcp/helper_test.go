package mcp_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mcp"
)

// server is an endpoint over the catalogue of a fresh brand.
type server struct {
	c *answer.Catalogue
}

// open makes a server with n events, or without a release if n is 0.
func open(t testing.TB, n int) *server {
	t.Helper()
	brand := edgetest.Brand("palco")
	var rel *release.Release
	if n > 0 {
		out := t.TempDir()
		rel = edgetest.Open(t, out, brand, edgetest.Publish(t, out, brand, n, 1))
	}
	c, err := answer.New(brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return &server{c}
}

// post sends a body with header fields in pairs.
func (s *server) post(body string, fields ...string) *answer.Answer {
	return s.postAt(time.Unix(1, 0), body, fields...)
}

func (s *server) postAt(at time.Time, body string, fields ...string) *answer.Answer {
	r := answer.Request{Method: "POST", Path: "/mcp", Body: []byte(body),
		ContentType: "application/json", Time: at}
	header := http.Header{}
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == "Origin" {
			r.Origin = fields[i+1]
		}
		header.Add(fields[i], fields[i+1])
	}
	if len(body) > answer.MaxAgentBody {
		r.Body, r.BodyOver = r.Body[:answer.MaxAgentBody], true
	}
	var a answer.Answer
	mcp.Answer(&a, &r, header, s.c)
	return &a
}

const modern = "2026-07-28"

// meta is what every request of the current revision carries.
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientCapabilities":{}}`

// call is a request of the current revision with parameters, and its fields.
func call(method, params string) (string, []string) {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + meta + `}}`,
		[]string{"Mcp-Protocol-Version", modern, "Mcp-Method", method}
}

// do sends a request of the current revision; name is for Mcp-Name, or "".
func (s *server) do(method, params, name string) *answer.Answer {
	body, fields := call(method, params)
	if name != "" {
		fields = append(fields, "Mcp-Name", name)
	}
	return s.post(body, fields...)
}

// definition is one of the protocol's own schema.
func definition(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("testdata/mcp-protocol-2026-07-28.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("https://schemas.invalid/mcp", doc))
	s, err := c.Compile("https://schemas.invalid/mcp#/$defs/" + name)
	require.NoError(t, err)
	return s
}

func decode(t testing.TB, text []byte) map[string]any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	m, ok := v.(map[string]any)
	require.True(t, ok)
	return m
}

// errorCode is the code of an error answer, 0 for a result.
func errorCode(t testing.TB, body []byte) int {
	t.Helper()
	var answer struct{ Error struct{ Code int } }
	require.NoError(t, json.Unmarshal(body, &answer))
	return answer.Error.Code
}
