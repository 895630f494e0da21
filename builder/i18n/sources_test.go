package i18n

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/stretchr/testify/require"
)

// root is the folder of the module.
const root = "../.."

// use is a field of a struct that asks for a text.
type use struct {
	binding
	tag   reflect.StructTag
	field string
	typ   reflect.Type
	at    token.Position
}

// kinds holds the types of fields by their spelling; lists of a fixed number of texts are added on
// the way.
var kinds = map[string]reflect.Type{
	"string":            reflect.TypeFor[string](),
	"[]string":          reflect.TypeFor[[]string](),
	"map[string]string": reflect.TypeFor[map[string]string](),
	"i18n.Message":      reflect.TypeFor[Message](),
	"i18n.Plural":       reflect.TypeFor[Plural](),
}

// sources calls f with every file of the product below root that is written by hand.
func sources(tb testing.TB, f func(path, text string)) {
	tb.Helper()
	for _, folder := range []string{"brands", "builder", "edge", "templates"} {
		walk := func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			isGo := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
			if entry.IsDir() || !isGo && folder != "templates" {
				return nil
			}
			text, err := os.ReadFile(path)
			if err == nil {
				f(path, string(text))
			}
			return err
		}
		require.NoError(tb, filepath.WalkDir(filepath.Join(root, folder), walk))
	}
}

// uses returns the fields of all packages that ask for a text.
func uses(tb testing.TB) []use {
	tb.Helper()
	var all []use
	files := token.NewFileSet()
	sources(tb, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || !strings.Contains(text, "`i18n:\"") {
			return
		}
		file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
		require.NoError(tb, err)
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			tag, err := strconv.Unquote(field.Tag.Value)
			require.NoError(tb, err)
			if b, ok := newBinding(reflect.StructTag(tag)); ok {
				at := files.Position(field.Pos())
				require.Len(tb, field.Names, 1, "%s", at)
				name := field.Names[0]
				require.True(tb, name.IsExported(), "%s: only exported fields are filled in", at)
				u := use{binding: b, tag: reflect.StructTag(tag), field: name.Name,
					typ: kind(tb, field.Type), at: at}
				all = append(all, u)
			}
			return true
		})
	})
	require.Greater(tb, len(all), 100)
	return append(all, templateUses(tb)...)
}

// templateUses returns the calls of t and tn in templates.
func templateUses(tb testing.TB) []use {
	tb.Helper()
	var all []use
	sources(tb, func(path, text string) {
		if !inTemplates.MatchString(path) {
			return
		}
		tree, trees := parse.New(path), map[string]*parse.Tree{}
		tree.Mode = parse.SkipFuncCheck
		_, err := tree.Parse(text, "", "", trees)
		require.NoError(tb, err)
		trees[path] = tree
		found := func(c *parse.CommandNode) {
			name, ok := c.Args[0].(*parse.IdentifierNode)
			if !ok || name.Ident != "t" && name.Ident != "tn" {
				return
			}
			line := strings.Count(text[:c.Pos], "\n") + 1
			key, ok := c.Args[1].(*parse.StringNode)
			require.True(tb, ok, "%s:%d: a key stands in quotation marks", path, line)
			u := use{
				binding: binding{key: key.Text}, typ: kinds["i18n.Message"],
				at: token.Position{Filename: path, Line: line},
			}
			for i := 2; i < len(c.Args) && name.Ident == "t"; i += 2 {
				u.names = append(u.names, c.Args[i].(*parse.StringNode).Text)
			}
			if name.Ident == "tn" {
				u.names, u.typ = []string{"n"}, kinds["i18n.Plural"]
			}
			all = append(all, u)
		}
		for _, tree := range trees {
			if tree.Root != nil {
				walk(reflect.ValueOf(tree.Root), found)
			}
		}
	})
	require.Greater(tb, len(all), 100)
	return all
}

var inTemplates = regexp.MustCompile(`/templates/(discovery|html|md)/`)

// walk calls f with every command below a node of a template.
func walk(v reflect.Value, f func(*parse.CommandNode)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if c, ok := v.Interface().(*parse.CommandNode); ok && !v.IsNil() {
			f(c)
		}
		walk(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), f)
			}
		}
	}
}

func kind(tb testing.TB, e ast.Expr) reflect.Type {
	tb.Helper()
	text := types.ExprString(e)
	if t, ok := kinds[text]; ok {
		return t
	}
	var n int
	_, err := fmt.Sscanf(text, "[%d]string", &n)
	require.NoError(tb, err, "no text is of type %s", text)
	return reflect.ArrayOf(n, reflect.TypeFor[string]())
}

// problems compares a locale with the texts that the sources ask for: keys that are missing, keys
// that are not used, and texts that do not fit.
func (l *locale) problems(all []use) []error {
	var errs []error
	used := map[string]bool{}
	for _, u := range all {
		for key := range l.texts {
			if _, ok := fits(key, u.key); ok || key == u.key {
				used[key] = true
			}
		}
		err := l.fillField(u.binding, reflect.New(u.typ).Elem())
		if err == nil && u.typ == kinds["i18n.Plural"] {
			err = l.missingForms(u.binding, u.tag)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%w (%s)", err, u.at))
		}
	}
	for key := range l.texts {
		if !used[key] {
			errs = append(errs, l.fault(key, "the key is used nowhere"))
		}
	}
	return errs
}

// differences compares the keys of locales.
func differences(locales ...*locale) []error {
	var errs []error
	for _, l := range locales {
		for _, other := range locales {
			for key := range other.texts {
				if _, ok := l.texts[key]; !ok {
					errs = append(errs, l.fault(key, "the key is missing; %s.yaml has it",
						other.name))
				}
			}
		}
	}
	return errs
}

// Every locale has each text that the sources use, in the form in which they use it, and no other.
func TestLocales(t *testing.T) {
	all := uses(t)
	var locales []*locale
	for _, name := range Names() {
		l := localeOf(name)
		locales = append(locales, l)
		require.Empty(t, l.problems(all))
	}
	require.Empty(t, differences(locales...))
}

// A text that no template shows and no code uses is not to be translated.
func TestEveryFieldIsUsed(t *testing.T) {
	all := uses(t)
	said := map[string]bool{}
	member := regexp.MustCompile(`\.([A-Z]\w*)`)
	sources(t, func(_, text string) {
		for _, m := range member.FindAllStringSubmatch(text, -1) {
			said[m[1]] = true
		}
	})
	for _, u := range all {
		require.True(t, u.field == "" || said[u.field], "%s: the field %s is used nowhere",
			u.at, u.field)
	}
}

// The properties of a locale are in its file. A package that asks for a locale by name is one more
// place to change when a locale is added; each of these has its reason. A name of two letters may
// also be a word, so it counts only if a value is compared with it or set to it.
func TestLocalesAreNamedHere(t *testing.T) {
	known := map[string]string{
		"builder/i18n":                    "the list",
		"builder/internal/onboard":        "guesses a brand from the environment; sample events",
		"builder/internal/upstream/adapt": "texts by language: which one comes after the brand's",
		"builder/internal/times": "months before days in tables in English, where no " +
			"date says so",
		"builder/internal/validate": "a state of Brazil tells the country of an address",
		"builder/search/lang":       "the languages of the search",
		"edge/internal/edgetest":    "a brand for tests",
	}
	comment := regexp.MustCompile(`(?m)//.*$`)
	sources(t, func(path, text string) {
		rel, err := filepath.Rel(root, path)
		require.NoError(t, err)
		text = comment.ReplaceAllString(text, "")
		for _, name := range Names() {
			named := regexp.QuoteMeta(strconv.Quote(name))
			if len(name) == 2 {
				named = `(=|\bcase|HasPrefix\(\w+,) ` + named
			}
			if strings.HasSuffix(path, ".go") && regexp.MustCompile(named).MatchString(text) {
				_, ok := known[rel]
				_, folder := known[filepath.Dir(rel)]
				require.True(t, ok || folder,
					"%s names the locale %s: put the difference into the files of locales", rel,
					name)
			}
		}
	})
}

// Each file has its line in the list of locales, and the list has no other.
func TestNames(t *testing.T) {
	entries, err := files.ReadDir("locales")
	require.NoError(t, err)
	var have []string
	for _, e := range entries {
		have = append(have, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	require.ElementsMatch(t, have, Names())
	require.True(t, slices.Contains(names, Default))
}

// A brand's own text for a key must show. Only package words and templates take the texts of
// brands, so a key that another package also uses belongs to a group that no brand changes.
func TestOwnTextsShow(t *testing.T) {
	// The edge names the calendar and the feed of a search, its filters in use, its values without
	// results, and the days of a list, in the words of the locale.
	alsoEdge := []string{"frame.events", "follow.first_of", "search.filter", "search.without",
		"filter.label.*", "filter.word.*", "search.no_match",
		"search.partial", "search.results_for", "search.and_similar",
		"date.from_hour", "date.hour", "date.short",
		"date.short_months", "money.symbol.*", "money.with_symbol", "money.with_code",
		"date.short_days", "agenda.list_day", "agenda.still_on", "event.date_to_come",
		"search.only", "search.literally", "search.read_as", "date.long_months", "date.month"}
	for _, u := range uses(t) {
		if slices.Contains(alsoEdge, u.key) || strings.Contains(u.at.Filename,
			"/builder/internal/words/") || strings.Contains(u.at.Filename, "/templates/") {
			continue
		}
		require.True(t, isSealed(u.key),
			"%s: %s is a key that brands may change, but this package does not take their texts: "+
				"bind it in package words, or name its group in sealedGroups", u.at, u.key)
	}
}
