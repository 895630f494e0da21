package compiled_test

import (
	"errors"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"testing"
	texttemplate "text/template"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/compiled"
	"cartaz/builder/rowstest"
)

// model has a field of every kind that pages have, and some that the compiler
// does not know.
type model struct {
	base
	Name, Link, Empty string
	Markup            template.HTML
	Script            template.JS
	Trusted           template.URL
	Kind              kind
	Loud              loud
	On, Off           bool
	Part              part
	Next              *part
	None              *part
	Items             []part
	Words             []string
	Blocks            []template.HTML
	Nothing           []string
	Count             int
	Any               any
	Map               map[string]string
	Pointers          []*part
	hidden            string
}

type base struct{ Title string }

func (b *base) Base() *base             { return b }
func (b *base) Upper() string           { return strings.ToUpper(b.Title) }
func (b *base) Join(s string) string    { return b.Title + s }
func (m *model) Frail() string          { return m.None.Label } // a method that panics
func (m *model) List() []string         { return m.Words }
func (m *model) Copy() part             { return m.Part }
func (m *model) Two() (string, error)   { return "two", nil }
func (m *model) Add(a, b string) string { return a + b }

type part struct {
	Label string
	Inner inner
	On    bool
}

type inner struct{ Deep string }

func (p part) Loud() string   { return p.Label + "!" }
func (p *part) Quiet() bool   { return p == nil || p.Label == "" }
func (i *inner) Self() *inner { return i }

type kind string

type loud string

func (l loud) String() string { return "LOUD " + string(l) }

// constant is a type with one value in all models.
type constant struct{ Lang string }

func (c *constant) Hello() string         { return "<hello " + c.Lang + ">" }
func (c *constant) To(name string) string { return "to " + name }
func (c *constant) Fall() string          { panic("fallen") }

var only = &constant{Lang: "pt & br"}

type withConstant struct {
	model
	W *constant
}

func newModel(s string) *withConstant {
	return &withConstant{W: only, model: model{
		base: base{Title: "t" + s}, Name: s, Link: "https://e.example/" + s, Markup: "<b>bold</b>",
		Script: `{"a":1}`, Trusted: "tel:1",
		Kind: "one", Loud: "x", On: true, Part: part{Label: s, Inner: inner{Deep: "d" + s}},
		Next:  &part{Label: "next"},
		Items: []part{{Label: "a" + s, On: true}, {Label: ""}, {Label: "c"}},
		Words: []string{"x", s}, Blocks: []template.HTML{"<i>", "</i>"},
		Count: 3, Any: "any", Map: map[string]string{"a": "b"}, Pointers: []*part{{Label: "p"}},
		hidden: s,
	}}
}

var (
	funcs = map[string]func(string) string{"shout": strings.ToUpper,
		"twice": func(s string) string { return s + s }}
	options = compiled.Options{Known: []any{only}, Funcs: funcs}
)

var funcMap = texttemplate.FuncMap{"shout": funcs["shout"], "twice": funcs["twice"]}

// models holds a model for the one template of a test.
var models = map[string]any{"x": (*withConstant)(nil)}

// both compiles a template as HTML and as text.
func both(t testing.TB, source string) (html, text *compiled.Program) {
	t.Helper()
	h, err := template.New("x").Parse(source)
	require.NoError(t, err)
	x, err := texttemplate.New("x").Funcs(funcMap).Parse(source)
	require.NoError(t, err)
	o := options
	o.Funcs = nil
	return compiled.HTML(h, models, o)["x"], compiled.Markdown(x, models, options)["x"]
}

var hostile = []string{
	"plain", "", "é ã 東京 👍", `<script>alert("1")</script>`, `"'&+<>`, "a\x00b", "\xff\xc3",
	"\u2028\u2029\ufeff\ufffe", "javascript:alert(1)",
	"JavaScript:x", "x:/y", "/a:b", "mailto:x", "HTTPS://x", "%41%zz%", "a b(c)'d\"", "⟦q⟧",
	"{{.}}", "&amp;", strings.Repeat("x&", 300),
}

// TestSame: a compiled template renders the same bytes.
func TestSame(t *testing.T) {
	for name, source := range rowstest.Read[map[string]string](t, "testdata/same.yaml") {
		t.Run(name, func(t *testing.T) {
			html, text := both(t, source)
			require.NoError(t, html.Standard())
			require.NoError(t, text.Standard())
			for _, s := range hostile {
				for _, p := range []*compiled.Program{html, text} {
					requireSame(t, p, newModel(s))
				}
			}
			require.Zero(t, html.Fallbacks()+text.Fallbacks())
		})
	}
}

// requireSame compares a program with the standard engine, and checks that the beginning of the
// buffer is unchanged.
func requireSame(t *testing.T, p *compiled.Program, m any) {
	t.Helper()
	want, wantErr := p.WithStandard(errors.New("compared")).Append([]byte("before "), m)
	got, err := p.Append([]byte("before "), m)
	require.Equal(t, string(want), string(got))
	require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err))
}

func TestFunctions(t *testing.T) {
	x, err := texttemplate.New("x").Funcs(funcMap).Parse(
		`{{shout .Name}} {{.Name | shout}} {{shout (.W.To .Name)}} {{shout .W.Lang}} {{shout ` +
			`"é"}}{{with shout .Name}}{{.}}{{end}}{{twice .Name}}{{.Name | twice}}{{twice (twice ` +
			`.Title)}}{{twice .W.Lang}}{{with twice .Name}}{{.}}{{end}}{{$x := twice ` +
			`.Name}}{{$x}}{{if twice .Empty}}!{{end}}`)
	require.NoError(t, err)
	p := compiled.Markdown(x, models, options)["x"]
	require.NoError(t, p.Standard())
	for _, s := range hostile {
		requireSame(t, p, newModel(s))
	}
}

// TestLeftToTheStandardEngine: an unsupported template renders the same page, or the same error, by
// the standard engine, and reports the reason.
func TestLeftToTheStandardEngine(t *testing.T) {
	for name, tt := range rowstest.Read[map[string]struct{ Source, Reason string }](t,
		"testdata/left-to-the-standard-engine.yaml") {
		t.Run(name, func(t *testing.T) {
			html, text := both(t, tt.Source)
			refused := 0
			for _, p := range []*compiled.Program{html, text} {
				if p.Standard() != nil {
					refused++
					one, other, _ := strings.Cut(tt.Reason, "|")
					if other == "" {
						other = one
					}
					require.True(t, strings.Contains(p.Standard().Error(), one) ||
						strings.Contains(p.Standard().Error(), other), p.Standard())
				}
				requireSame(t, p, newModel("s"))
			}
			require.Positive(t, refused)
			require.Error(t, html.Standard())
		})
	}
}

// TestTooManySteps: templates that call one another many times are not spliced without end.
func TestTooManySteps(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{{template "a0" .}}`)
	for i := range 20 {
		fmt.Fprintf(&b,
			`{{define "a%d"}}{{.Name}}{{template "a%d" .}}{{if .Off}}{{template "a%d" `+
				`.}}{{end}}{{end}}`, i, i+1, i+1)
	}
	b.WriteString(`{{define "a20"}}{{.Name}}{{end}}`)
	html, _ := both(t, b.String())
	require.ErrorContains(t, html.Standard(), "steps")
	requireSame(t, html, newModel("s"))
}

// TestAbandoned: the standard engine reports an unexpected nil pointer or panic, and nothing of the
// page is left.
func TestAbandoned(t *testing.T) {
	for _, source := range []string{`<p>{{.None.Label}}`, `<p>{{.None.Inner.Deep}}`,
		`<p>{{.Frail}}`, `<p>{{if .Frail}}x{{end}}`, `{{range .Words}}{{$.None.Label}}{{end}}`} {
		html, text := both(t, source)
		for _, p := range []*compiled.Program{html, text} {
			require.NoError(t, p.Standard())
			requireSame(t, p, newModel("s"))
			require.EqualValues(t, 1, p.Fallbacks())
			_, err := p.Append(nil, newModel("s"))
			require.Error(t, err)
		}
	}
	html, _ := both(t, `{{.Name}}`)
	_, err := html.Append(nil, (*withConstant)(nil))
	require.Error(t, err)
	out, err := html.Append(nil, map[string]string{"Name": "of another type"})
	require.NoError(t, err)
	require.Equal(t, "of another type", string(out))
}

// TestNotEscapable: html/template refuses the template, and keeps doing so.
func TestNotEscapable(t *testing.T) {
	html, _ := both(t, `<a href="{{if .On}}/x?{{end}}{{.Name}}">`)
	require.ErrorContains(t, html.Standard(), "ambiguous")
	_, err := html.Append(nil, newModel("s"))
	require.ErrorContains(t, err, "ambiguous")
}

// TestConcurrentUse: one program, many models at once. It is most useful under the race detector.
func TestConcurrentUse(t *testing.T) {
	html, _ := both(t, `{{range .Items}}{{.Label}}{{end}}{{with .Part.Loud}}{{.}}{{end}}{{.Name}}`)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s := fmt.Sprint("s", i)
			for range 200 {
				out, err := html.Append(nil, newModel(s))
				if err != nil || string(out) != "a"+s+"c"+s+"!"+s {
					t.Errorf("%q, %v", out, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestEndless: a template that never ends or grows without end fails with its place.
func TestEndless(t *testing.T) {
	m := newModel("x")
	m.Items = make([]part, 100)
	m.Markup = template.HTML(strings.Repeat("a", 1<<20))
	loops := strings.Repeat("{{range $.Items}}", 8) + "%s" + strings.Repeat("{{end}}", 8)
	for source, want := range map[string]string{
		"\n{{range 300000000}}{{end}}":                           "template: x:2:8: a page takes",
		"\n" + fmt.Sprintf(loops, ""):                            "template: x:2:",
		"\n" + fmt.Sprintf(loops, "{{$.Markup}}"):                "template: x:2:",
		"\n" + fmt.Sprintf(loops, "{{len $.Words}}"):             "template: x:2:",
		`{{template "x" .}}{{template "x" .}}`:                   "maximum template depth",
		`{{$s := "a"}}{{range 99}}{{$s = print $s $s}}{{end}}`:   "262144 bytes",
		`{{$s := "\\"}}{{range 99}}{{$s = js $s}}{{end}}`:        "262144 bytes",
		`{{$s := "&"}}{{range 99999}}{{$s = html $s $s}}{{end}}`: "262144 bytes",
		`{{printf "%99999d" 1}}`:                                 "a width over 999",
		`{{printf "%*d" 99999 1}}`:                               "a width over 999",
		`{{printf "**%3d** %s" 1 "a"}}`:                          "",
	} {
		h, x := both(t, source)
		for _, p := range []*compiled.Program{h, x} {
			out, err := p.Append([]byte("before"), m)
			if want == "" {
				require.NoError(t, err, source)
				continue
			}
			require.ErrorContains(t, err, want, source)
			require.Equal(t, "before", string(out))
		}
	}
}

// FuzzTemplate renders any template that compiles with any text.
func FuzzTemplate(f *testing.F) {
	for i, source := range []string{
		`<p title="{{.Name}}">{{.Markup}}{{with .Next}}{{.Label}}{{end}}`,
		`{{range $i, $x := .Items}}{{if $i}}, {{end}}{{$x.Label}}{{else}}-{{end}}`,
		`<a href="{{.Link}}">{{template "y" .Part}}</a>{{define ` +
			`"y"}}{{.Label}}{{$.Inner.Deep}}{{end}}`, `{{$w := .W}}{{$w.Hello}}{{if and .On (not ` +
			`.Off) (eq .Name $w.Lang)}}x{{else if .None}}y{{end}}`,
		`<script>x = {{.Script}}</script><style>{{.Name}}</style><!-- {{.Name}} --><p ` +
			`onclick="{{.Name}}" style="{{.Name}}" {{.Name}}>`,
		`<a href="/x?q={{.Name}}#{{.Title}}" srcset="{{.Link}}"><a href={{.Name}}>`,
		`{{(.Base).Upper}}{{.Join (.Join "x")}}{{.Part.Inner.Self.Deep}}{{"lit"}}{{len ` +
			`.Words}}{{.Next.Quiet}}`,
	} {
		f.Add(source, hostile[i])
	}
	f.Fuzz(func(t *testing.T, source, s string) {
		same := func(p *compiled.Program) {
			if p.Standard() == nil {
				requireSame(t, p, newModel(s))
			}
		}
		if h, err := template.New("x").Parse(source); err == nil && h.Tree != nil {
			same(compiled.HTML(h, models, options)["x"])
		}
		if x, err := texttemplate.New("x").Funcs(funcMap).Parse(source); err == nil &&
			x.Tree != nil {
			same(compiled.Markdown(x, models, options)["x"])
		}
	})
}
