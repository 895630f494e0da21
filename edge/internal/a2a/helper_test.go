package a2a_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/a2a"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// open is the catalogue of a fresh brand with n events, without a release for
// none.
func open(t testing.TB, locale string, n int) *answer.Catalogue {
	t.Helper()
	brand := edgetest.Brand("palco")
	brand.Locale = locale
	var rel *release.Release
	if n > 0 {
		out := t.TempDir()
		rel = edgetest.Open(t, out, brand, edgetest.Publish(t, out, brand, n, 1))
	}
	c, err := answer.New(brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return c
}

// post sends a body to the agent.
func post(c *answer.Catalogue, version, body string, edit func(*answer.Request)) *answer.Answer {
	r := answer.Request{Method: "POST", Path: "/a2a", Body: []byte(body),
		ContentType: "application/json", Time: time.Unix(1, 0), Entropy: [16]byte{1, 2, 3}}
	if len(body) > answer.MaxAgentBody {
		r.Body, r.BodyOver = r.Body[:answer.MaxAgentBody], true
	}
	if edit != nil {
		edit(&r)
	}
	var a answer.Answer
	a2a.Answer(&a, &r, version, c)
	return &a
}

// send is a SendMessage request with a message of one text part.
func send(text string) string {
	quoted, _ := json.Marshal(text)
	return message(`"messageId":"m1","role":"ROLE_USER","parts":[{"text":` + string(quoted) + `}]`)
}

// message is a SendMessage request with the members of its message.
func message(members string) string { return request("SendMessage", `"message":{`+members+`}`) }

func request(method, params string) string {
	return `{"jsonrpc":"2.0","id":"r1","method":"` + method + `","params":{` + params + `}}`
}

// response is an answer of the agent.
type response struct {
	JSONRPC string
	ID      any
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
		Data    []map[string]any
	}
}

func decode(t testing.TB, a *answer.Answer) response {
	t.Helper()
	require.Equal(t, "application/json", a.Field("Content-Type"))
	require.Equal(t, "no-store", a.Field("Cache-Control"))
	var r response
	require.NoError(t, json.Unmarshal(a.Body, &r), "%s", a.Body)
	require.Equal(t, "2.0", r.JSONRPC)
	require.True(t, (r.Error == nil) != (r.Result == nil), "%s", a.Body)
	return r
}
