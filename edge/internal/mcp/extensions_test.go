package mcp_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
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

// TestChanges: get_changes answers what changed since a time, as the page of changes does.
func TestChanges(t *testing.T) {
	line := func(hour, id int) string {
		return fmt.Sprintf(`{"at":"1970-01-01T%02d:00:00Z","what":"changed","id":%d,"slug":"s%d",`+
			`"name":"S","url":"https://palco.example/eventos/s%d","fields":["name"]}`+"\n", hour,
			id, id, id)
	}
	list := `{"since":"1970-01-01T01:00:00Z"}` + "\n" + line(2, 7) + line(2, 8) + line(3, 7)
	s := openWith(t, map[string]string{catalog.ChangesPath: list})
	told := s.tool(t, "get_changes", `{"since":"1970-01-01T02:30:00Z"}`)
	require.False(t, told.IsError)
	require.Equal(t, s.get(catalog.ChangesTwinPath, "since=1970-01-01T02:30:00Z"),
		told.Content[0].Text)
	require.Contains(t, told.Content[0].Text, "03:00:00Z")
	require.NotContains(t, told.Content[0].Text, "02:00:00Z")
	require.True(t, s.tool(t, "get_changes", `{"since":"ontem"}`).IsError)
}
