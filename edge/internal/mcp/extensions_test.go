package mcp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/jsonrpc"
)

// openWith makes a server whose release has more documents.
func openWith(t testing.TB, documents map[string]string) *server {
	t.Helper()
	brand, out := edgetest.Brand("palco"), t.TempDir()
	more := map[string]releasetest.Resource{}
	for path, text := range documents {
		more[path] = releasetest.Text("text/plain", text)
	}
	rel := edgetest.Open(t, out, brand, edgetest.PublishMore(t, out, brand, more))
	c, err := answer.New(brand, rel, edgetest.Keys(t))
	require.NoError(t, err)
	return &server{c}
}

// result is the result of a request of the current revision.
func (s *server) result(t testing.TB, method, params string) map[string]any {
	t.Helper()
	name := ""
	a := s.do(method, params, name)
	require.Equal(t, 200, a.Status, "%s", a.Body)
	return decode(t, a.Body)["result"].(map[string]any)
}

// TestSkills: a skill is listed with the digest and the size of the bytes that are read.
func TestSkills(t *testing.T) {
	const file = "---\nname: buscar\ndescription: \"Busca.\"\n---\n\nLeia.\n"
	sum := sha256.Sum256([]byte(file))
	digest := "sha256:" + hex.EncodeToString(sum[:])
	s := openWith(t, map[string]string{
		catalog.SkillsIndexPath: `{"skills":[{"name":"buscar","type":"skill-md",` +
			`"description":"Busca.","url":"/skills/buscar/SKILL.md","digest":"` + digest + `"}]}`,
		"/skills/buscar/SKILL.md": file,
	})
	const uri = "skill://buscar/SKILL.md"
	want := decode(t, []byte(fmt.Sprintf(`{"uri":"%s","frontmatter":{"name":"buscar",`+
		`"description":"Busca."},"resources":[{"uri":"%s","digest":"%s","size":%d}]}`, uri, uri,
		digest, len(file))))
	require.Equal(t, []any{want}, s.result(t, "skills/list", "")["skills"])
	require.Equal(t, want, s.result(t, "skills/get", `"uri":"`+uri+`"`)["skill"])
	a := s.do("resources/read", `"uri":"`+uri+`"`, uri)
	contents := decode(t, a.Body)["result"].(map[string]any)["contents"].([]any)
	require.Equal(t, file, contents[0].(map[string]any)["text"])
	resources := s.result(t, "resources/list", "")["resources"].([]any)
	require.Equal(t, uri, resources[0].(map[string]any)["uri"])

	for _, unknown := range []string{"skill://buscar", "skill://x/SKILL.md", "skill://",
		uri + "x"} {
		a := s.do("skills/get", `"uri":"`+unknown+`"`, "")
		require.Equal(t, -32602, errorCode(t, a.Body), unknown)
		a = s.do("resources/read", `"uri":"`+unknown+`"`, unknown)
		require.Equal(t, -32602, errorCode(t, a.Body), unknown)
	}
	require.Empty(t, open(t, 1).result(t, "skills/list", "")["skills"])
}

// TestEvents: a poll starts from now, goes on from any cursor, and says what it has lost.
func TestEvents(t *testing.T) {
	line := func(hour, id int) string {
		return fmt.Sprintf(`{"at":"1970-01-01T%02d:00:00Z","what":"changed","id":%d,"slug":"s%d",`+
			`"name":"S","url":"https://palco.example/eventos/s%d","fields":["name"]}`+"\n", hour,
			id, id, id)
	}
	list := `{"since":"1970-01-01T01:00:00Z"}` + "\n" + line(2, 7) + line(2, 8) + line(3, 7)
	s := openWith(t, map[string]string{catalog.ChangesPath: list})
	all := []string{"02:00:00Z/7", "02:00:00Z/8", "03:00:00Z/7"}
	at := func(position string) string {
		return `,"cursor":"00000001-x 1970-01-01T` + position + `"`
	}
	types := s.result(t, "events/list", "")["events"].([]any)
	require.Equal(t, "catalogue.changed", types[0].(map[string]any)["name"])
	for _, tc := range []struct {
		name, params       string
		ids                []string
		last               string
		truncated, hasMore bool
	}{
		{"from now", "", nil, "03:00:00Z/1", false, false},
		{"null is from now", `,"cursor":null`, nil, "03:00:00Z/1", false, false},
		{"up to date", at("03:00:00Z/1"), nil, "03:00:00Z/1", false, false},
		{"inside a release", at("02:00:00Z/1"), []string{"02:00:00Z/8", "03:00:00Z/7"},
			"03:00:00Z/1", false, false},
		{"more than the release has", at("02:00:00Z/9"), []string{"03:00:00Z/7"}, "03:00:00Z/1",
			false, false},
		{"before the first line", at("01:00:00Z/0"), all, "03:00:00Z/1", false, false},
		{"lost", at("00:30:00Z/1"), all, "03:00:00Z/1", true, false},
		{"not ours", `,"cursor":"abc"`, nil, "03:00:00Z/1", true, false},
		{"of no number", at("02:00:00Z/-1"), nil, "03:00:00Z/1", true, false},
		{"few", at("01:00:00Z/0") + `,"maxEvents":2`, all[:2], "02:00:00Z/2", false, true},
		{"one", at("01:00:00Z/0") + `,"maxEvents":-1`, all[:1], "02:00:00Z/1", false, true},
		{"fresh", at("01:00:00Z/0") + `,"maxAgeMs":5400000`, all[2:], "03:00:00Z/1", true, false},
		{"of any age", at("01:00:00Z/0") + `,"maxAgeMs":9223372036854775807`, all, "03:00:00Z/1",
			false, false},
		{"of no age", at("01:00:00Z/0") + `,"maxAgeMs":-9223372036854775808`, nil, "03:00:00Z/1",
			true, false},
	} {
		body, fields := call("events/poll", `"name":"catalogue.changed"`+tc.params)
		a := s.postAt(time.Unix(4*3600, 0), body, fields...)
		require.Equal(t, 200, a.Status, "%s", a.Body)
		result := decode(t, a.Body)["result"].(map[string]any)
		var ids []string
		for _, e := range result["events"].([]any) {
			e := e.(map[string]any)
			require.Equal(t, "catalogue.changed", e["name"])
			require.Contains(t, e["data"], "slug")
			require.Contains(t, e["eventId"], e["timestamp"])
			ids = append(ids, e["eventId"].(string)[len("1970-01-01T"):])
		}
		require.Equal(t, tc.ids, ids, tc.name)
		require.Equal(t, s.c.Release().ID()+" 1970-01-01T"+tc.last, result["cursor"], tc.name)
		require.Equal(t, []any{tc.truncated, tc.hasMore}, []any{result["truncated"],
			result["hasMore"]}, tc.name)
		require.Equal(t, json.Number("300000"), result["nextPollMs"])
	}
	told := s.tool(t, "get_changes", `{"since":"1970-01-01T02:30:00Z"}`)
	require.False(t, told.IsError)
	require.Equal(t, s.get(catalog.ChangesTwinPath, "since=1970-01-01T02:30:00Z"),
		told.Content[0].Text)
	require.Contains(t, told.Content[0].Text, "03:00:00Z")
	require.NotContains(t, told.Content[0].Text, "02:00:00Z")
	require.True(t, s.tool(t, "get_changes", `{"since":"ontem"}`).IsError)
	for params, code := range map[string]int{
		`"name":"catalogue.burned"`:                      -32023,
		`"arguments":{}`:                                 -32023,
		`"name":"catalogue.changed","cursor":7`:          -32602,
		`"name":"catalogue.changed","arguments":{"a":1}`: -32602,
		`"name":"catalogue.changed","maxEvents":"many"`:  -32602,
	} {
		require.Equal(t, code, errorCode(t, s.do("events/poll", params, "").Body), params)
	}
	a := open(t, 0).do("events/poll", `"name":"catalogue.changed"`, "")
	require.Equal(t, -32603, errorCode(t, a.Body))
}

// TestPollsAreCheap: a poll reads the lines that it answers and few others, wherever it begins.
func TestPollsAreCheap(t *testing.T) {
	var list strings.Builder
	list.WriteString(`{"since":"1970-01-01T00:00:00Z"}` + "\n")
	for i := range 10_000 {
		fmt.Fprintf(&list, `{"at":"%s","what":"changed","id":%d,"slug":"s","name":"S","url":"u"}`+
			"\n", time.Unix(int64(i/100), 0).UTC().Format(time.RFC3339), i)
	}
	s := openWith(t, map[string]string{catalog.ChangesPath: list.String()})
	for _, cursor := range []string{"null", `"x 1970-01-01T00:00:00Z/0"`, `"x y"`,
		`"x 1970-01-01T00:00:50Z/99"`} {
		body, fields := call("events/poll", `"name":"catalogue.changed","cursor":`+cursor)
		require.Less(t, testing.AllocsPerRun(3, func() {
			s.postAt(time.Unix(3600, 0), body, fields...)
		}), 3000.0, cursor)
	}
}

// largeBodies are bodies of nearly 64 KiB. Each has a large value of one kind as the body itself,
// among the parameters, or as an argument that reaches a tool.
func largeBodies() map[string]string {
	bodies := map[string]string{}
	for name, value := range edgetest.LargeValues(answer.MaxAgentBody - 200) {
		bodies[name] = value
		bodies[name+
			" among parameters"] = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":` +
			value + `}}`
		bodies[name+
			" as an argument"] = `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
			`"params":{"name":"search_events","arguments":{"q":` + value + `}}}`
	}
	// Batches whose messages are all that the SDK is given.
	for _, n := range []int{4, 8} {
		for letter, text := range map[string]string{"letters": "a", "escaped letters": `\u00e9`,
			"words": "samba no "} {
			message := `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
				`"params":{"name":"search_events","arguments":{"q":"` +
				strings.Repeat(text, (answer.MaxAgentBody/n-160)/len(text)) + `"}}}`
			bodies[fmt.Sprintf("batch of %d, %s", n, letter)] = "[" +
				message + strings.Repeat(","+message, n-1) + "]"
		}
	}
	small := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":"samba"}}}`
	bodies["batch of 8, small"] = "[" + small + strings.Repeat(","+small, 7) + "]"
	return bodies
}

// TestLargeParametersReachNoDecoder sends parameters of 64 KiB. Members that no method reads are
// left out, and the request is answered without them; members that a method would read are refused.
// No request costs more than a few allocations for each value that may be in a body.
func TestLargeParametersReachNoDecoder(t *testing.T) {
	s := open(t, 3)
	large := `"` + strings.Repeat("a", 60_000) + `"`
	for _, tc := range rowstest.Read[[]struct{ Name, Method, Params string }](t,
		"testdata/large-parameters-reach-no-decoder.yaml") {
		t.Run(tc.Name, func(t *testing.T) {
			request := func(value string) string {
				return `{"jsonrpc":"2.0","id":1,"method":"` + tc.Method + `","params":{` +
					strings.ReplaceAll(tc.Params, "LARGE", value) + `}}`
			}
			small, whole := s.post(request(`""`)), s.post(request(large))
			require.Equal(t, 200, small.Status)
			require.Zero(t, errorCode(t, small.Body), "%s", small.Body)
			require.JSONEq(t, string(small.Body), string(whole.Body))
		})
	}
	a := s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":` + large + `}}}`)
	require.Equal(t, 200, a.Status)
	require.Contains(t, string(a.Body), `"total":0`, "as much as is read of it finds nothing")
	a = s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_events",` +
		`"arguments":{"q":"show ` + strings.Repeat(" ", 60_000) + `"}}}`)
	require.Contains(t, string(a.Body), `"total":3`)
	a = s.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + large + `}}`)
	require.Equal(t, 200, a.Status)
	require.Equal(t, -32602, errorCode(t, a.Body))
	require.Less(t, len(a.Body), 1000, "nothing of it is sent back")
	modern, fields := call("tools/call", `"name":"search_events","arguments":{"q":"samba"},"else":`+
		large)
	a = s.post(modern, append(fields, "Mcp-Name", "search_events")...)
	require.Equal(t, 200, a.Status, "%s", a.Body)
	for name, body := range largeBodies() {
		require.Less(t, testing.AllocsPerRun(1, func() { s.post(body) }), 4.0*jsonrpc.MaxValues,
			name)
	}
}
