package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/internal/relevance"
	"cartaz/builder/search/text"
)

// requireExplained holds an explanation against the search: the same documents in the same order,
// scores that are the sum of their parts, and an order that follows from scores, ties and the place
// in the list. also are explained besides.
func requireExplained(t require.TestingT, x *search.Index, q search.Query, offset, limit int,
	also ...uint32) *search.Explanation {
	ids, outcome := x.Answer(q, offset, limit, nil)
	e := x.Explain(q, offset, limit, also...)
	require.Equal(t, outcome.Total, e.Total, "%+v", q)
	require.Equal(t, outcome.Corrected, e.Corrected, "%+v", q)
	var got []uint32
	for i, hit := range e.Hits {
		got = append(got, hit.ID)
		require.Equal(t, offset+i+1, hit.Rank)
		require.Empty(t, hit.Failed)
		requireSum(t, hit)
		for _, m := range hit.Matches {
			require.Positive(t, m.Points, "%+v: %+v", q, m)
			require.NotEmpty(t, m.How, "%+v: %+v", q, m)
			require.NotEmpty(t, m.Field, "%+v: %+v", q, m)
			require.NotEmpty(t, m.Found, "%+v: %+v", q, m)
		}
		if i > 0 {
			before := e.Hits[i-1]
			require.True(t, q.ByDate && before.Position < hit.Position ||
				!q.ByDate && before.Score > hit.Score ||
				!q.ByDate && before.Score == hit.Score && before.Ties > hit.Ties ||
				before.Score == hit.Score && before.Ties == hit.Ties &&
					before.Position < hit.Position, "%+v: %+v before %+v", q, before, hit)
		}
	}
	require.Equal(t, ids, got, "%+v", q)
	require.Len(t, e.Also, len(also))
	whole, _ := x.Search(q, 0, e.Total, nil)
	for i, hit := range e.Also {
		require.Equal(t, also[i], hit.ID)
		require.Equal(t, slices.Index(whole, hit.ID)+1, hit.Rank, "%+v", q)
		requireSum(t, hit)
		missed := slices.ContainsFunc(hit.Matches,
			func(m search.Match) bool { return m.Points == 0 })
		require.Equal(t, hit.Rank == 0, missed || len(hit.Failed) > 0, "%+v: %+v", q, hit)
	}
	return e
}

// requireSum holds a score against its parts.
func requireSum(t require.TestingT, hit search.Hit) {
	points, ties := 0, 0
	for _, m := range hit.Matches {
		points += m.Points
	}
	for _, part := range hit.TieParts {
		ties += part.Weight
	}
	require.Equal(t, hit.Score, points)
	require.Equal(t, hit.Ties, ties)
}

func TestExplanationsEqualSearches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := drawDocs(t, 30)
		x := mustIndex(t, docs, rapid.SliceOfN(rapid.SampledFrom(madeGroups), 0, 3).Draw(t,
			"groups")...)
		all := make([]uint32, len(docs))
		for i := range all {
			all[i] = uint32(i)
		}
		for range 4 {
			requireExplained(t, x, drawQuery(t), rapid.IntRange(0, 4).Draw(t, "offset"),
				rapid.IntRange(0, 40).Draw(t, "limit"), all...)
		}
	})
}

// Answers so large that the search scores 64 documents at a time, or goes by levels; explanations
// never do.
func TestExplanationsOfLargeAnswers(t *testing.T) {
	c := generated.New(11)
	docs := make([]search.Doc, 2*4096)
	for i := range docs {
		docs[i] = c.Doc(i)
	}
	x := mustIndex(t, docs)
	for _, q := range []search.Query{
		{Text: "festival"}, {Text: "sa"}, {Text: "show evento"},
		{Text: "show de música", City: "sao paulo"}, {Text: "sp rock"},
		{Text: "gastronomicso"}, {Text: "on-lin"}, {City: "santos"}, {},
	} {
		e := requireExplained(t, x, q, 5, 100, 0, 4096)
		require.Len(t, e.Hits, min(100, e.Total-5), "%+v", q)
	}
}

// The judged queries over the sample catalogues, which are what people type.
func TestExplanationsOfJudgedQueries(t *testing.T) {
	for _, catalogue := range []string{"virada", "palco", relevance.Mundo} {
		events, err := relevance.Load(root, catalogue)
		require.NoError(t, err)
		queries, err := relevance.LoadQueries(root, catalogue, events)
		require.NoError(t, err)
		docs := make([]search.Doc, len(events))
		for i := range events {
			docs[i] = events[i].Doc
		}
		x := mustIndex(t, docs)
		for _, q := range queries {
			requireExplained(t, x, search.Query{Text: q.Text}, 0, 20, uint32(q.Line%len(docs)))
		}
	}
}

// explained is an explanation as short lines.
func explained(e *search.Explanation) (lines []string) {
	for _, d := range e.Dropped {
		lines = append(lines, d.Why+" "+d.Text)
	}
	for _, w := range e.Words {
		line := w.Kind + " " + w.Text
		for _, way := range w.Ways {
			line += " | " + way.How + " " + way.Text
			if len(way.Of) > 0 {
				line += " of " + strings.Join(way.Of, ", ")
			}
		}
		lines = append(lines, line)
	}
	for _, hit := range slices.Concat(e.Hits, e.Also) {
		line := "#" + string(rune('0'+hit.ID))
		for _, m := range hit.Matches {
			line += " | " + strings.TrimSpace(m.How+" "+m.Found+" "+m.Field)
			if m.Near != "" {
				line += "near " + m.Near
			}
		}
		for _, part := range hit.TieParts {
			line += " + " + part.Why + " " + part.Text
		}
		for _, f := range hit.Failed {
			line += " - " + f
		}
		lines = append(lines, line)
	}
	return lines
}

func TestExplain(t *testing.T) {
	docs := []search.Doc{
		{Name: "Festival de Jazz", City: "São Paulo", State: "SP", Description: "Música ao vivo."},
		{Name: "Festivais on-line", City: "Santos", State: "SP",
			Description: "Jazz de rua, guarda-chuva."},
		{Name: "Jazz no parque 🎷", City: "Recife", State: "PE", Description: "O festival volta."},
		{Name: "東京サンバ", City: "Belo Horizonte", State: "MG"},
		{Name: "Frevo Rasgado do Recife e jazz"}, {Name: "X", Description: "REC"},
	}
	x := mustIndex(t, docs, []string{"rua guarda-chuva", "frevo rasgado do Recife"},
		[]string{"sampa", "terra da garoa"}, []string{"jazz", "improviso"})
	for name, c := range map[string]struct {
		q    search.Query
		also []uint32
		want []string
	}{
		"what is left out, other forms, ties": {search.Query{Text: "O Festival de Jazz 🎷"}, nil,
			[]string{
				"stop word o", "stop word de", "pictogram 🎷",
				"word festival | exact festival | form festivais", "word jazz | exact jazz",
				"#0 | exact festival name | exact jazz name + neighbours festival jazz + name " +
					"begins " +
					"festival + name ends jazz",
				"#2 | exact festival description | exact jazz name",
				"#1 | form festivais name | exact jazz description",
			}},
		"synonyms of the brand join those of all": {search.Query{Text: "terra da garoa jazz"}, nil,
			[]string{
				"stop word da",
				"word terra | synonym terra garoa of sampa, sao paulo, sp",
				"word garoa | synonym terra garoa of sampa, sao paulo, sp",
				"word jazz | exact jazz",
				"#0 | synonym sao paulo place | synonym sao paulo place | exact jazz name + name " +
					"ends jazz",
				"#1 | synonym sao paulo place | synonym sao paulo place | exact jazz description",
			}},
		"a synonym of several words": {search.Query{Text: "rua guarda chuva jazz"}, nil, []string{
			"word rua | exact rua | synonym rua guarda chuva of frevo rasgado recife",
			"word guarda | exact guarda | joined guardachuva | synonym rua guarda chuva of frevo " +
				"rasgado recife",
			"word chuva | exact chuva | joined guardachuva | synonym rua guarda chuva of frevo " +
				"rasgado recife", "word jazz | exact jazz",
			"#4 | synonym frevo rasgado recife name | synonym frevo rasgado recife name | " +
				"synonym frevo rasgado recife name | exact jazz name + name ends jazz",
			"#1 | exact rua description | exact guarda description | exact chuva description | " +
				"exact jazz description",
		}},
		"a word that nobody has": {search.Query{Text: "jaz festivl"}, []uint32{0}, []string{
			"word jaz", "word festivl | one edit festival", "#0 |  | one edit festival name",
		}},
		"documents that have one word or none": {search.Query{Text: "volta festival"},
			[]uint32{0, 3}, []string{
				"word volta | exact volta", "word festival | exact festival | form festivais",
				"#2 | exact volta description | exact festival description",
				"#0 |  | exact festival name", "#3 |  | ",
			}},
		"beginnings and a filter": {search.Query{Text: "festiv", City: "santos"}, []uint32{0},
			[]string{
				"word festiv | begins festivais | begins festival",
				"#1 | begins festivais name", "#0 | begins festival name - city",
			}},
		"a whole word": {search.Query{Text: "rec"}, nil, []string{
			"word rec | exact rec | begins rec",
			"#5 | exact rec description", "#4 | begins recife name",
		}},
		"a city that there is not": {search.Query{Text: "jazz", City: "Olinda"}, []uint32{0},
			[]string{
				"word jazz | exact jazz", "#0 | exact jazz name + name ends jazz - city",
			}},
		"parts of a hyphenated word": {search.Query{Text: "on-line"}, nil, []string{
			"hyphenated online | exact online",
			"#1 | exact online name + name ends line",
		}},
		"pairs of letters": {
			search.Query{Text: "東京"}, nil,
			[]string{"letters 东京 | exact 东京", "#3 | exact 东京 name + name begins 东京"},
		},
		"a city alone": {
			search.Query{City: "Recife"}, []uint32{1}, []string{"#2", "#1 - city"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, explained(requireExplained(t, x, c.q, 0, 10, c.also...)))
		})
	}
}

// Words behind the limits are told, and so is a word that other documents have as it was typed.
func TestExplainTellsWhatWasNotRead(t *testing.T) {
	x := mustIndex(t, named("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3", "Gastronomia"))
	e := requireExplained(t, x, search.Query{Text: "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 São João"},
		0, 10)
	require.Equal(t, "sao joao", e.Unread)
	require.Equal(t, "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3", e.Text)
	require.Equal(t, 1, e.Total)
	e = requireExplained(t, x, search.Query{Text: strings.Repeat("-", 250) + "gastronomia"}, 0, 10)
	require.Equal(t, "nomia", e.Unread)

	x = mustIndex(t, named("Festival", "Festivel"))
	e = requireExplained(t, x, search.Query{Text: "festivel"}, 0, 10, 0)
	require.Equal(t, []search.Match{{Word: "festivel", Near: "festival"}}, e.Also[0].Matches)
}

// Explanations name the rule that joins a word and what it finds.
func TestExplainNamesRules(t *testing.T) {
	languages := text.French | text.German | text.Russian | text.Japanese
	docs := append(named("Les animaux du cirque", "Danseuses", "Führungen", "Flohmärkte",
		"Konzert für Kinder", "Концерты", "Дни города", "2e salon", "京都の秋", "東京都", "Tae Kwon Do",
		"Шахматный клуб", "Друзья"),
		search.Doc{Name: "x", Description: "Markt Müller"},
		search.Doc{Name: "Graphik", Description: "kleiner"})
	x := mustIndexIn(t, languages, docs)
	for query, want := range map[string]string{
		"animal": "form fr forms of animal", "danseur": "form fr -euses/-eur",
		"fuehrung": "form de ae, oe, ue for ä, ö, ü, de -en/-", "markt": "exact, compound de -e/-",
		"шахматы":    "form ru adjective of its noun, or the noun, шахмат-",
		"концертами": "form ru masculine концерт-", "день": "form ru masculine дн-",
		"друг": "form ru forms of друг", "2": "form ordinal",
		"京都": "exact, form ja places, inside", "taekwondo": "parts", "kinderkonzert": "parts",
		"mueller": "form de ae, oe, ue for ä, ö, ü", "grafik": "form de grafik written graphik",
		"klein": "form de forms of klein",
	} {
		var got []string
		for _, way := range x.Explain(search.Query{Text: query}, 0, 5).Words[0].Ways {
			got = append(got, strings.TrimSpace(way.How+" "+way.Rule))
		}
		require.Equal(t, want, strings.Join(slices.Compact(got), ", "), query)
	}
	e := x.Explain(search.Query{Text: "animal"}, 0, 5)
	require.Equal(t, "fr forms of animal", e.Hits[0].Matches[0].Rule)

	x = mustIndex(t, named("Rec", "Recife"))
	ways := x.Explain(search.Query{Text: "rec"}, 0, 5).Words[0].Ways
	require.Equal(t, search.Way{How: search.HowBegins, Rule: "names only", Text: "rec", Terms: 2,
		Documents: 2, Points: search.Points{Name: 9}}, ways[1])
}
