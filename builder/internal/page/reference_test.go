package page_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/page"
	"cartaz/builder/internal/theme"
	"cartaz/builder/rowstest"
	"cartaz/templates"
)

// TestReference: the names that a brand's own rules and templates may rely on are in
// templates/README.md, and exist; with -update they are written anew. So none of them changes
// unnoticed.
func TestReference(t *testing.T) {
	names := rowstest.Read[struct{ Tokens, Hooks [][2]string }](t, "testdata/reference.yaml")
	r := mustNew(t, palco())
	_, rules := r.Stylesheet()
	var b strings.Builder
	table := func(heads ...string) {
		b.WriteString("\n| " + strings.Join(heads, " | ") + " |\n|" +
			strings.Repeat("---|", len(heads)) + "\n")
	}
	row := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }

	b.WriteString("\n### Custom properties\n")
	table("property", "what")
	for _, token := range names.Tokens {
		require.Regexp(t, `--`+token[0]+`:`, string(rules), "nothing sets it")
		require.Regexp(t, `var\(--`+token[0]+`\)`, string(rules), "nothing uses it")
		row("`--"+token[0]+"`", token[1])
	}
	own, err := theme.Compute(palco().Theme)
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`--([a-z]+):`).FindAllStringSubmatch(own.CSS(), -1) {
		require.True(t, slices.ContainsFunc(names.Tokens,
			func(t [2]string) bool { return t[0] == m[1] }), "--%s of the builder is missing", m[1])
	}

	b.WriteString("\n### Classes\n")
	table("class", "what", "templates")
	for _, hook := range names.Hooks {
		require.Regexp(t, `\.`+hook[0]+`\b`, string(rules), "no rule")
		class := regexp.MustCompile(`class="([^"{]* )?` + hook[0] + `[ "{]`)
		var files []string
		for _, name := range templates.Embedded.Below("html/") {
			if class.MatchString(templates.Embedded[name]) {
				files = append(files, strings.TrimSuffix(path.Base(name), ".html"))
			}
		}
		require.NotEmpty(t, files, "no template has .%s", hook[0])
		row("`."+hook[0]+"`", hook[1], strings.Join(files, ", "))
	}

	b.WriteString("\n### Models\n\nFunctions: `" + strings.Join(r.Functions(), "`, `") + "`.\n")
	table("model", "templates", "fields")
	uses := map[reflect.Type][]string{}
	models := page.Models()
	for _, name := range slices.Sorted(maps.Keys(models)) {
		of := reflect.TypeOf(models[name]).Elem()
		uses[of] = append(uses[of], name)
	}
	var rows [][]string
	for _, of := range within(slices.Collect(maps.Keys(uses))) {
		rows = append(rows, []string{"`" + of.String() + "`", strings.Join(uses[of], ", "),
			"`" + strings.Join(fields(of), "`, `") + "`"})
	}
	slices.SortFunc(rows, slices.Compare)
	for _, cells := range rows {
		row(cells...)
	}

	const (
		file  = "../../../templates/README.md"
		begin = "<!-- reference: go test ./builder/internal/page -run TestReference -update -->\n"
		end   = "<!-- end of the reference -->"
	)
	readme, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(readme), begin)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	full := before + begin + b.String() + "\n" + end + after
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(full), 0o644))
		return
	}
	require.Equal(t, full, string(readme), "run the test with -update: what changed is what "+
		"brands rely on, so that it has its line in the changelog")
}

// within returns types and the types of their fields, if they are types of the pages.
func within(list []reflect.Type) (all []reflect.Type) {
	seen := map[reflect.Type]bool{}
	for len(list) > 0 {
		of := list[0]
		list = list[1:]
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] ||
			!strings.HasPrefix(of.PkgPath(), "cartaz/builder/internal/page") {
			continue
		}
		seen[of] = true
		all = append(all, of)
		for i := range of.NumField() {
			if f := of.Field(i); f.IsExported() || f.Anonymous {
				list = append(list, f.Type)
			}
		}
	}
	return all
}

// fields returns the members of a model for templates, without the members of an embedded one.
func fields(of reflect.Type) (names []string) {
	var inner []reflect.Type
	for i := range of.NumField() {
		switch f := of.Field(i); {
		case f.Anonymous:
			inner = append(inner, reflect.PointerTo(f.Type))
			names = append(names, fmt.Sprintf("(%s)", f.Type))
		case f.IsExported():
			names = append(names, f.Name)
		}
	}
	methods := reflect.PointerTo(of)
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if !slices.ContainsFunc(inner, func(of reflect.Type) bool {
			_, promoted := of.MethodByName(m.Name)
			return promoted
		}) && m.Type.NumOut() > 0 {
			names = append(names, m.Name)
		}
	}
	return names
}
