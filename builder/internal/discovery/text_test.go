package discovery_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/templates"
)

// rulesOf are the lines of a robots.txt that are no comment.
func rulesOf(t testing.TB, b *brands.Brand) string {
	t.Helper()
	body := mustDocuments(t, b, discovery.Input{})[discovery.RobotsPath].Body
	return regexp.MustCompile(`(?m)^(#.*)?\r?\n`).ReplaceAllString(string(body), "")
}

func TestRobots(t *testing.T) {
	for signal, ai := range map[string]brands.AI{
		"search=no, ai-input=no, ai-train=no":   {},
		"search=yes, ai-input=no, ai-train=no":  {Search: true},
		"search=yes, ai-input=yes, ai-train=no": {Search: true, Input: true},
		"search=no, ai-input=no, ai-train=yes":  {Train: true},
	} {
		for locale, b := range allBrands() {
			b.AI = ai
			require.Equal(t, "User-agent: *\nContent-Signal: "+signal+"\nAllow: /\nSitemap: "+
				b.SiteURL+"/sitemap.xml\n", rulesOf(t, b), locale)
		}
	}
}

// A brand's name must not be able to add a rule.
func TestRobotsNameStaysInItsComment(t *testing.T) {
	b := brandEN()
	rules := rulesOf(t, b)
	b.Name = "Confs\nUser-agent: *\r\nDisallow: /"
	require.Equal(t, rules, rulesOf(t, b))
}

// The facts of the contract's Authentication section, in both languages.
func TestAuthGuide(t *testing.T) {
	for locale, b := range allBrands() {
		guide := string(mustDocuments(t, b, discovery.Input{})[discovery.AuthPath].Body)
		first, _, _ := strings.Cut(guide, "\n")
		require.True(t, strings.HasPrefix(first, "# auth.md"), first)
		require.Equal(t, 10, strings.Count(guide, "\n## "), locale)
		for _, fact := range []string{
			"`GET " + b.BaseURL + "/events`", "`GET " + b.BaseURL + "/events/{slug}`", "`GET " +
				b.BaseURL + "/health`",
			"`POST " + b.BaseURL + "/agent/identity`", "X-Agent-Credential",
			"Authorization: Bearer <ACCESS_TOKEN>", "`delegated_user`", "`bearer_token`",
			"X-Origin: " + b.SiteURL,
			"`POST " + b.AuthURL + "/auth/token`", "`POST " + b.AuthURL + "/auth/refresh`",
			"`DELETE " + b.AuthURL + "/auth/revoke`",
			"`email`, `password`", "`g-recaptcha-response`", `"type":"bearer"`, "expires_at",
			"reCAPTCHA",
			"RFC 7591", "PKCE", "JWKS", b.AuthURL + "/users", "application/problem+json", "issuer",
		} {
			require.Contains(t, guide, fact, locale)
		}
	}
}

func TestLLMs(t *testing.T) {
	for locale, docs := range documents() {
		body := string(docs[discovery.LLMsPath].Body)
		require.True(t, strings.HasPrefix(body, "# "), locale)
		require.Equal(t, 1, strings.Count("\n"+body, "\n# "), locale)
		require.Contains(t, body, "\n> ", locale)
		inOptional := false
		for line := range strings.Lines(body) {
			line = strings.TrimRight(line, "\n")
			if strings.HasPrefix(line, "## ") {
				require.False(t, inOptional, "Optional is last")
				inOptional = line == "## Optional"
				require.NotEqual(t, "## New section", line, "a name has become a section")
			}
			if strings.HasPrefix(line, "- ") {
				require.Regexp(t, `^- \[.+\]\(https://[^ ()]+\)(: .+)?$`, line, locale)
			}
		}
		require.True(t, inOptional, locale)
	}
}

func TestLLMsWithoutACatalogue(t *testing.T) {
	for _, b := range allBrands() {
		b.Pages = nil
		body := string(mustDocuments(t, b, discovery.Input{})[discovery.LLMsPath].Body)
		require.Equal(t, 3, strings.Count(body, "\n## "), "sections without entries are left out")
		require.NotContains(t, body, ".atom", "a feed has an event")
		require.NotContains(t, body, "/schedule.xml")
	}
}

// Texts that agents read first are cheap: llms.txt, with the longest usual names of cities, and the
// skill that teaches the search.
func TestTextsForAgentsAreShort(t *testing.T) {
	for locale, b := range allBrands() {
		b.Pages = nil
		in := input(b)
		for i := range 1000 {
			in.Cities = append(in.Cities, discovery.Link{Label: fmt.Sprintf("São José %d, SP", i),
				Path: "/cidades/sao-jose-sp", Count: 1})
		}
		for path, d := range mustDocuments(t, b, in) {
			switch n := release.Tokens(len(d.Body)); {
			case path == discovery.LLMsPath:
				require.LessOrEqual(t, n, uint32(1500), locale)
				require.Equal(t, discovery.MaxCities, strings.Count(string(d.Body), "/cidades/"))
				first, _, _ := strings.Cut(string(d.Body), "\n- [")
				require.Equal(t, 1, strings.Count(first, "\n## "), "agents come first")
			case strings.Contains(path, "agent-skills/") && strings.HasSuffix(path, ".md"):
				require.LessOrEqual(t, n, uint32(1000), locale)
			case path == discovery.OpenAPIPath:
				var doc any
				require.NoError(t, json.Unmarshal(d.Body, &doc))
				require.LessOrEqual(t, release.Tokens(len(prose(doc))), uint32(6000), locale)
			}
		}
	}
}

// prose returns all descriptions and summaries of a document.
func prose(v any) (text string) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if said, ok := member.(string); ok && (name == "description" || name == "summary") {
				text += said + "\n"
			} else {
				text += prose(member)
			}
		}
	case []any:
		for _, e := range v {
			text += prose(e)
		}
	}
	return text
}

func TestEscapeMarkdown(t *testing.T) {
	tests := rowstest.Read[map[string]struct{ In, Want string }](t, "testdata/escape-markdown.yaml")
	for name, tt := range tests {
		t.Run(name,
			func(t *testing.T) { require.Equal(t, tt.Want, discovery.EscapeMarkdown(tt.In)) })
	}
}

func TestLinkTarget(t *testing.T) {
	require.Equal(t, "https://a.example/x%29%20%3Cb%3E%0A%28%C3%A3",
		discovery.LinkTarget("https://a.example/x) <b>\n(ã"))
	require.Equal(t, "https://a.example/x?y=%20z&w",
		discovery.LinkTarget("https://a.example/x?y=%20z&w"), "an escape stays one")
}

func FuzzEscapes(f *testing.F) {
	for _, seed := range []string{"", "a](b)", "\n# x", "\\", "`", "\xff", "é\u2028"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		escaped := discovery.EscapeMarkdown(s)
		require.False(t, strings.ContainsAny(escaped, "\r\n\x00\u2028\u2029"))
		require.True(t, utf8.ValidString(escaped))
		for i := 0; i < len(escaped); i++ {
			if escaped[i] == '\\' {
				i++ // the next byte is escaped
				require.Less(t, i, len(escaped))
				continue
			}
			require.NotContains(t, "[]*_<>|`", escaped[i:i+1])
		}
		require.False(t, strings.ContainsAny(discovery.LinkTarget(s), "() <>\"\n\\"))
		var back string
		require.NoError(t, json.Unmarshal([]byte(discovery.Quote(s)), &back))
		require.False(t, strings.ContainsAny(back, "\r\n"))
	})
}

// Skills come from the given file system, so an operator can add one. A skill that breaks the
// format is refused before it is published.
func TestSkillTemplates(t *testing.T) {
	tests := map[string]struct {
		folder, text string
		ok           bool
	}{
		"valid": {"read-news",
			"---\nname: read-news\ndescription: {{quote .Name}}\n---\n\n# News\n", true},
		"license": {"read-news",
			"---\nname: read-news\ndescription: x\nlicense: MIT\nmetadata:\n  version: " +
				"\"1\"\n---\n", true},
		"no front matter":   {"read-news", "# News\n", false},
		"open front matter": {"read-news", "---\nname: read-news\ndescription: x\n", false},
		"name of another":   {"read-news", "---\nname: other\ndescription: x\n---\n", false},
		"capitals":          {"ReadNews", "---\nname: ReadNews\ndescription: x\n---\n", false},
		"no description":    {"read-news", "---\nname: read-news\n---\n", false},
		"long description": {"read-news", "---\nname: read-news\ndescription: " +
			strings.Repeat("x", 1025) + "\n---\n", false},
		"longest description": {"read-news", "---\nname: read-news\ndescription: " +
			strings.Repeat("é", 1024) + "\n---\n", true},
		"not YAML": {"read-news", "---\nname: [read-news\n---\n", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			files := templates.Embedded.With(map[string]string{
				"discovery/skills/" + tt.folder + "/SKILL.md": tt.text})
			docs, err := discovery.Documents(brandEN(), discovery.Input{}, files)
			if !tt.ok {
				require.ErrorIs(t, err, discovery.ErrSkill)
				return
			}
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(docs, func(d discovery.Document) bool {
				return d.Path == "/.well-known/agent-skills/read-news/SKILL.md"
			}))
		})
	}
}

func TestBrokenTemplate(t *testing.T) {
	for name, text := range map[string]string{"syntax": "{{if}}", "unknown fact": "{{.Nothing}}"} {
		t.Run(name, func(t *testing.T) {
			_, err := discovery.Documents(brandEN(), discovery.Input{}, templates.Embedded.With(
				map[string]string{"discovery/skills/read-news/SKILL.md": text}))
			require.ErrorContains(t, err, "discovery/skills/read-news/SKILL.md")
		})
	}
}

// TestNoPriceIsPromised: a source may have no prices, so a text that says where the price is also
// says that there may be none.
func TestNoPriceIsPromised(t *testing.T) {
	says := map[string]struct{ promise, condition string }{
		"pt-BR": {"preço com taxa está", "quando a fonte o informa"},
		"pt-PT": {"preço com taxa está", "quando a fonte o indica"},
		"en":    {"price with fee is on", "where the source has one"},
		"es":    {"precio con gastos está", "cuando la fuente lo indica"},
		"fr":    {"prix frais compris est", "quand la source l’indique"},
		"de":    {"Preis mit Gebühr steht auf", "wenn die Quelle ihn nennt"},
		"it":    {"prezzo con commissione è", "quando la fonte lo indica"},
	}
	for locale, docs := range documents() {
		want, ok := says[locale]
		require.True(t, ok, locale)
		docs := docs
		for path, d := range docs {
			require.NotContains(t, string(d.Body), want.promise, locale+path)
		}
		for _, path := range []string{discovery.LLMsPath, discovery.AuthPath,
			discovery.OpenAPIPath} {
			require.Contains(t, string(docs[path].Body), want.condition, locale+path)
		}
	}
}

// The specification of server cards gives these fields to the letter, and a client that names the
// type of one of the two documents gets the document under it.
func TestCardFields(t *testing.T) {
	b := brandPT()
	docs := mustDocuments(t, b, input(b))
	for path, want := range rowstest.Read[map[string]struct {
		Named  string
		Fields map[string]string
	}](t, "testdata/card-fields.yaml") {
		got := map[string]string{}
		for _, f := range docs[path].Fields {
			got[f.Name] = f.Value
		}
		require.Equal(t, want.Fields, got, path)
		require.Equal(t, want.Named, docs[path].NamedType, path)
	}
	require.Equal(t, docs[discovery.MCPCardPath].Fields, docs[discovery.MCPCardNearPath].Fields)
}

// A sample brand at localhost has its cards, too, and an address without a name still makes valid
// ones.
func TestCardsOfOddSites(t *testing.T) {
	server := mustSchema(t, "mcp-server-card-v1-8924e08.json#/$defs/ServerCard")
	ai := mustSchema(t, "ai-catalog-ard.schema.json")
	for _, site := range []string{"http://palco.localhost:8080", "http://127.0.0.1:8080",
		"http://[::1]:8080"} {
		b := &brands.Brand{Key: "palco", Name: "Palco", Locale: "pt-BR", SiteURL: site,
			BaseURL: site + "/api/public/v1", AuthURL: site}
		docs := mustDocuments(t, b, discovery.Input{})
		require.NoError(t, server.Validate(mustJSON(t, docs[discovery.MCPCardPath].Body)), site)
		require.NoError(t, ai.Validate(mustJSON(t, docs[discovery.AICatalogPath].Body)), site)
	}
}
