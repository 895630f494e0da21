// Package lang has the languages that search knows, each as one file of tables (tables/xx.tsv) and,
// if endings do not suffice, at most a hundred lines of Go. To add a language: write its file, name
// it in codes, and write its golden file (testdata/xx.txt); README.md of search says how.
//
// tables/places.tsv has the names of cities and countries, which apply to all languages.
//
// A file has a row a line: section, a, b, least, exceptions, separated by tabs. # begins a comment.
//
//	stop      words                  skipped in queries that hold others
//	optional  words                  a query that finds nothing is tried without them; in a script
//	                                 without spaces, ends of queries
//	elide     words                  come before an apostrophe: l', d'
//	affix     bent, base, least, ex  a word with the ending bent also finds the word with the
//	                                 ending base instead, and the other way round, if least bytes
//	                                 come before it; ex are words that are no such form, or with *
//	                                 their ends. Several endings with one base share a row.
//	form      endings, stems         all words of a stem with one of the endings are one
//	synonym   a = b = c              find each other
//	same      a = b = c              find each other if a query finds nothing otherwise
//	ordinal   endings                of ordinal numbers, endings with one meaning in a row
//	spell     a, b                   parts of words that are written in both ways
//	part      words                  that compounds are often made of
//	map       word, writings         one word that is written in several ways
//
// - is an empty ending. Words are folded when they are read.
package lang

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/search/analysis"
	"cartaz/builder/text"
)

// Set is a set of languages, a bit each. The bits are the bits of an index file.
type Set uint32

// codes holds the ISO 639-1 codes of the languages, by bit. New ones come last.
var codes = [...]string{"pt", "en", "fr", "es", "de", "ru", "ja", "it"}

// The languages that code names.
const (
	Portuguese Set = 1 << iota
	English
	French
	Spanish
	German
	Russian
	Japanese
	Italian

	// All is the set of all languages.
	All Set = 1<<len(codes) - 1
	// Default is the set of an index without named languages.
	Default = Portuguese | English
)

// Codes returns the codes of all languages that have rules.
func Codes() []string { return slices.Clone(codes[:]) }

// Of returns the language with an ISO 639-1 code or of a locale: the language of pt-BR is
// Portuguese. It returns 0 if there are no rules for it.
func Of(locale string) Set {
	code, _, _ := strings.Cut(strings.ToLower(locale), "-")
	if i := slices.Index(codes[:], code); i >= 0 {
		return 1 << i
	}
	return 0
}

// Codes returns the codes of the languages of the set.
func (s Set) Codes() (all []string) {
	for i, code := range codes {
		if s&(1<<i) != 0 {
			all = append(all, code)
		}
	}
	return all
}

// String returns the codes of the set, separated by blanks.
func (s Set) String() string { return strings.Join(s.Codes(), " ") }

var analyzers sync.Map // of Set: *analysis.Analyzer

// Analyzer returns the rules of the set, made once. Languages without rules are left out.
func (s Set) Analyzer() *analysis.Analyzer {
	s &= All
	if a, ok := analyzers.Load(s); ok {
		return a.(*analysis.Analyzer)
	}
	a, _ := analyzers.LoadOrStore(s, analysis.New(s.spec()))
	return a.(*analysis.Analyzer)
}

// spec joins the tables of the languages. If several have the same rule, it keeps one, with all
// names.
func (s Set) spec() analysis.Spec {
	places := tableOf(placesTable)
	spec := analysis.Spec{Languages: uint32(s), Groups: slices.Clone(places.Groups),
		Synonyms: slices.Clone(places.Synonyms), Same: tableOf(wordsTable).Same}
	for i, code := range codes {
		if s&(1<<i) == 0 {
			continue
		}
		t := tableOf(code)
		spec.Stop = append(spec.Stop, t.Stop...)
		spec.Optional = append(spec.Optional, t.Optional...)
		spec.Elide = append(spec.Elide, t.Elide...)
		spec.Groups = append(spec.Groups, t.Groups...)
		spec.Synonyms = append(spec.Synonyms, t.Synonyms...)
		spec.Ordinals = append(spec.Ordinals, t.Ordinals...)
		spec.Map = append(spec.Map, t.Map...)
		spec.Parts = append(spec.Parts, t.Parts...)
		for _, affix := range t.Affixes {
			same := slices.IndexFunc(spec.Affixes, func(other analysis.Affix) bool {
				return other.Bent == affix.Bent && other.Base == affix.Base &&
					other.Least == affix.Least && slices.Equal(other.Except, affix.Except)
			})
			if same < 0 {
				spec.Affixes = append(spec.Affixes, affix)
			} else {
				rule := &spec.Affixes[same].Rule
				*rule = strings.Replace(*rule, " -", " "+code+" -", 1)
			}
		}
		switch code {
		case "de":
			spec.Split, spec.Respell = splitGerman, respellGerman(t.spell)
		case "ru":
			spec.Stem = stemRussian
		case "ja":
			spec.Cut = cutJapanese(t.Optional)
		}
	}
	return spec
}

//go:embed tables/*.tsv packs/*.tsv
var files embed.FS

// table is the file of one language, read.
type table struct {
	analysis.Spec
	spell [][2]string
}

// tables has the files of all languages, by code, and the file of places, read on first use. A
// fault in one is a fault of the program, and a test reads all.
var tables = func() map[string]func() *table {
	all := map[string]func() *table{}
	for _, name := range append(codes[:], placesTable, wordsTable) {
		all[name] = sync.OnceValue(func() *table {
			b, err := files.ReadFile("tables/" + name + ".tsv")
			if err != nil {
				panic(err)
			}
			t, err := readTable(name, string(b))
			if err != nil {
				panic(fmt.Sprintf("tables/%s.tsv: %v", name, err))
			}
			return t
		})
	}
	return all
}()

// placesTable has the names of cities and countries in several languages, which apply to all;
// wordsTable the words for kinds of events and for their subjects.
const placesTable, wordsTable = "places", "words"

func tableOf(name string) *table { return tables[name]() }

// readTable reads a file of tables.
func readTable(code, content string) (*table, error) {
	t, number := new(table), 0
	for line := range strings.Lines(content) {
		number++
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := t.add(code, append(strings.Split(line, "\t"), "", "", "", "")); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return t, nil
}

// add adds a row: its section and at least four fields.
func (t *table) add(code string, f []string) error {
	section, a, b := f[0], folded(f[1]), folded(f[2])
	words := strings.Fields(a)
	if len(words) == 0 {
		return fmt.Errorf("%s: no words", section)
	}
	switch section {
	case "stop":
		t.Stop = append(t.Stop, words...)
	case "optional":
		t.Optional = append(t.Optional, words...)
	case "elide":
		t.Elide = append(t.Elide, words...)
	case "ordinal":
		t.Ordinals = append(t.Ordinals, words)
	case "part":
		t.Parts = append(t.Parts, words...)
	case "map":
		t.Map = append(t.Map, append(strings.Fields(f[1]), strings.Fields(f[2])...))
	case "spell":
		t.spell = append(t.spell, [2]string{a, b})
	case "affix":
		least, err := strconv.Atoi(strings.TrimSpace(f[3]))
		if err != nil {
			return fmt.Errorf("affix %s: least: %w", a, err)
		}
		for _, bent := range words {
			t.Affixes = append(t.Affixes, analysis.Affix{Bent: ending(bent), Base: ending(b),
				Least: least, Except: strings.Fields(folded(f[4])),
				Rule: fmt.Sprintf("%s -%s/-%s", code, ending(bent), ending(b))})
		}
	case "form":
		for stem := range strings.FieldsSeq(b) {
			g := analysis.Group{Rule: code + " " + stem + "-"}
			for _, end := range words {
				g.Words = append(g.Words, stem+ending(end))
			}
			t.Groups = append(t.Groups, g)
		}
	case "same":
		t.Same = append(t.Same, strings.Split(strings.ReplaceAll(a, " ", ""), "="))
	case "synonym":
		t.addSynonyms(code, strings.Split(f[1], "="))
	default:
		return fmt.Errorf("there is no section %q", section)
	}
	return nil
}

// addSynonyms adds a group: a group of single words is used at query time, any other is written
// into indexes.
func (t *table) addSynonyms(code string, members []string) {
	g := analysis.Group{Rule: code + " " + strings.TrimSpace(members[0])}
	if code == placesTable {
		g.Rule = analysis.PlaceRule
	}
	phrases := false
	for i, member := range members {
		members[i] = strings.TrimSpace(member)
		word := folded(members[i])
		phrases = phrases || strings.ContainsAny(word, " -'.")
		g.Words = append(g.Words, word)
	}
	if phrases {
		t.Synonyms = append(t.Synonyms, members)
		return
	}
	t.Groups = append(t.Groups, g)
}

// ending returns an ending from its form in tables: - is "".
func ending(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "-") }

func folded(s string) string { return text.Fold(strings.TrimSpace(s)) }

// Packs returns the names of the groups of words of a trade that a brand can ask for.
func Packs() (names []string) {
	entries, _ := files.ReadDir("packs")
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".tsv"))
	}
	return names
}

// Pack returns the groups of synonyms of a pack, none if there is no such pack.
func Pack(name string) (groups [][]string) {
	b, _ := files.ReadFile("packs/" + name + ".tsv")
	for line := range strings.Lines(string(b)) {
		line, _, _ = strings.Cut(line, "#")
		if row, ok := strings.CutPrefix(line, "synonym\t"); ok {
			var group []string
			for member := range strings.SplitSeq(row, "=") {
				group = append(group, strings.TrimSpace(member))
			}
			groups = append(groups, group)
		}
	}
	return groups
}
