package negotiate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/edge/internal/negotiate"
)

// What two clients send; the corpus has them all.
const (
	agentAccept  = "text/markdown, text/html, */*"
	chromeAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp," +
		"image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
)

func TestMarkdown(t *testing.T) {
	tests := []struct {
		name, accept string
		want         bool
	}{
		// specs/09, the table, row by row.
		{"no field", "", false},
		{"any", "*/*", false},
		{"browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false},
		{"by name", "text/markdown", true},
		{"tie", "text/markdown, text/html, */*", true},
		{"html first", "text/html, text/markdown;q=0.5", false},
		{"above the wildcard", "text/markdown;q=0.5, */*;q=0.1", true},
		{"below the wildcard", "text/markdown;q=0.5, */*", false},
		{"refused", "text/markdown;q=0", false},
		{"type wildcard", "text/*", false},
		{"capitals", "TEXT/MARKDOWN;Q=1.0", true},
		{"charset", "text/markdown;charset=utf-8", true},
		{"nothing we have", "image/png", false},

		// Shapes of clients; what they really send is in testdata/accept.json.
		{"java asking for markdown too", "text/markdown; q=.2, *; q=.2, */*; q=.2", true},
		{"signed exchange before xml",
			"text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;" +
				"q=0.9,*/*;q=0.8", false},
		{"feed reader",
			"application/atom+xml, application/rss+xml;q=0.9, application/xml;q=0.8, " +
				"text/xml;q=0.7, text/*;q=0.5, */*;q=0.1, application/feed+json, text/html;q=0.4",
			false},

		// Which range speaks for HTML.
		{"tie in the middle", "text/html;q=0.8, text/markdown;q=0.8", true},
		{"xhtml stands in for html", "application/xhtml+xml, text/markdown;q=0.9", false},
		{"html before xhtml", "text/html;q=0.5, application/xhtml+xml, text/markdown;q=0.9", true},
		{"text wildcard before any", "text/*;q=0.3, */*;q=0.9, text/markdown;q=0.5", true},
		{"html refused", "text/html;q=0, */*;q=0.9, text/markdown;q=0.1", true},
		{"html not acceptable at all", "text/markdown;q=0.001", true},
		{"refused beside a wildcard", "text/markdown;q=0, */*", false},

		// Parameters.
		{"charset quoted", `text/markdown; charset="UTF-8"`, true},
		{"charset refused", "text/markdown, text/markdown;charset=utf-8;q=0", false},
		{"charset wanted", "text/markdown;q=0, text/markdown;charset=utf-8", true},
		{"variant only", "text/markdown;variant=GFM", true},
		{"variant we cannot promise", "text/markdown;variant=GFM, text/markdown;q=0", false},
		{"html level does not speak for html",
			"text/html;level=1, text/html;q=0.3, text/markdown;q=0.4", true},
		{"extension after the weight", "text/markdown;q=0.5;charset=x;q=1, text/html;q=0.6", false},
		{"same range twice", "text/markdown;q=0.1, text/markdown;q=0.9, text/html;q=0.5", true},
		{"comma in a quoted string", `text/x;a="text/markdown, text/markdown", text/html`, false},
		{"semicolon in a quoted string", `text/markdown;a="b;q=0", text/html;q=0.5`, true},
		{"escaped quote", `text/x;a="\", text/markdown, ", text/markdown;q=0.5`, true},

		// Weights.
		{"weight of three digits", "text/markdown;q=0.501, text/html;q=0.5", true},
		{"weight of many digits", "text/markdown;q=0.33333333, text/html;q=0.333", true},
		{"smallest wish is a wish", "text/markdown;q=0.00001", true},
		{"white space", " \t text/markdown \t ;\t q=0.9 , text/html;q=0.8 ", true},
		{"one with zeros", "text/markdown;q=1.000, text/html", true},

		// Members that cannot be read are skipped.
		{"weight above one", "text/markdown;q=1.5", false},
		{"weight just above one", "text/markdown;q=1.001", false},
		{"negative weight", "text/markdown;q=-1", false},
		{"word as weight", "text/markdown;q=high, text/html;q=0.1", false},
		{"empty weight", "text/markdown;q=", false},
		{"quoted weight", `text/markdown;q="1"`, false},
		{"lone point", "text/markdown;q=.", false},
		{"exponent", "text/markdown;q=1e-1", false},
		{"bad html weight", "text/html;q=x, text/markdown;q=0.1", true},
		{"empty members", ",, ,text/markdown,,", true},
		{"only commas", ",,,,", false},
		{"only a semicolon", ";", false},
		{"parameters without a type", ";q=1, text/markdown", true},
		{"quoted string without end", `text/html;a="x, text/markdown`, false},
		{"type in a string without end", `text/markdown;a="x`, false},
		{"name inside another", "text/markdownish, xtext/markdown, text/markdown+x", false},
		{"no subtype", "text", false},
		{"spaces inside", "text / markdown", false},
		{"kelvin sign", "text/mar\u212adown", false},
		{"nul", "text/markdown\x00", false},
		{"invalid utf-8", "\xff\xfe, text/markdown", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, negotiate.Markdown(tt.accept), tt.accept)
		})
	}
}

// Eight kilobytes of anything are read in one pass and without garbage.
func TestMarkdownLongFields(t *testing.T) {
	for name, accept := range map[string]string{
		"members":       strings.Repeat("a/b;q=0.1,", 800) + "text/markdown",
		"parameters":    "text/markdown" + strings.Repeat(";a=b", 2000),
		"quotes":        `a/b;x="` + strings.Repeat(`\"`, 4000) + `", text/markdown`,
		"digits":        "text/markdown;q=0." + strings.Repeat("0", 8000) + "1",
		"many markdown": strings.Repeat("text/markdown;q=0.001,", 380),
	} {
		t.Run(name, func(t *testing.T) {
			require.True(t, negotiate.Markdown(accept))
			require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Markdown(accept) }))
		})
	}
}

// The rule of specs/09 written the slow way, over lists that hold each range at
// most once: order, case and white space of the members must not matter.
func TestMarkdownProperty(t *testing.T) {
	types := []string{"text/markdown", "text/html", "application/xhtml+xml", "text/*", "*/*",
		"image/png", "text/plain"}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(types).Draw(t, "order")
		n := rapid.IntRange(0, len(types)).Draw(t, "n")
		weights := map[string]int{}
		var members []string
		for _, name := range order[:n] {
			w := rapid.SampledFrom([]int{0, 1, 100, 500, 700, 999, 1000}).Draw(t, name)
			weights[name] = w
			if rapid.Bool().Draw(t, "capitals") {
				name = strings.ToUpper(name)
			}
			space := rapid.SampledFrom([]string{"", " ", "\t", "  "}).Draw(t, "space")
			if w == 1000 && rapid.Bool().Draw(t, "bare") {
				members = append(members, space+name)
			} else {
				members = append(members, fmt.Sprintf("%s%s;%sq=%d.%03d", space, name, space,
					w/1000, w%1000))
			}
		}
		html := 0
		for _, name := range types[1:5] {
			if w, ok := weights[name]; ok {
				html = w
				break
			}
		}
		want := weights["text/markdown"] > 0 && weights["text/markdown"] >= html
		require.Equal(t, want, negotiate.Markdown(strings.Join(members, ",")))
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, accept := range []string{"", agentAccept, chromeAccept,
		"text/markdown;q=0.5; q=.2, *; q=.2", `a/b;x="\",",text/markdown`,
		"text/markdown;q=0.5;q=1", "text/markdown;q=.5"} {
		f.Add(accept)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		if negotiate.Markdown(accept) && !strings.Contains(strings.ToLower(accept),
			"text/markdown") {
			t.Fatalf("%q chose Markdown without naming it", accept)
		}
		if negotiate.Markdown("text/html,"+accept) && !negotiate.Markdown(accept) {
			t.Fatalf("%q: a wish for HTML brought Markdown", accept)
		}
	})
}
