package search_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
	"cartaz/builder/search/lang"
)

// root is the folder of the project.
const root = "../.."

// judgement is one judged query with our answer.
type judgement struct {
	relevance.Query
	score  relevance.Score
	answer []int
	// corrected reports that no document has the words as typed, or forms of them that a rule
	// joins; the results differ by edits.
	corrected bool
}

// judgeCatalogue answers all judged queries of a set over a catalogue; see relevance.LoadQueries.
func judgeCatalogue(t testing.TB, set, catalogue string) ([]relevance.Event, []judgement) {
	events, x := loadCatalogue(t, catalogue)
	queries, err := relevance.LoadQueries(root, set, catalogue, events)
	require.NoError(t, err)
	var all []judgement
	for _, q := range queries {
		answer := answered(t, x, q.Text)
		score := q.Judge(answer)
		j := judgement{Query: q, score: score, answer: answer}
		_, o := x.Answer(search.Query{Text: q.Text}, 0, 0, nil)
		j.corrected = len(answer) > 0 && o.Reading == search.Corrected
		all = append(all, j)
	}
	return events, all
}

// catalogues are the indexed catalogues: indexing takes longer than all queries.
var catalogues = map[string]struct {
	events []relevance.Event
	index  *search.Index
}{}

func loadCatalogue(t testing.TB, name string) ([]relevance.Event, *search.Index) {
	c, ok := catalogues[name]
	if !ok {
		var err error
		c.events, err = relevance.Load(root, name)
		require.NoError(t, err)
		docs := make([]search.Doc, len(c.events))
		for i := range c.events {
			docs[i] = c.events[i].Doc
		}
		c.index = mustIndexIn(t, relevance.LanguagesOf(name), docs, relevance.SynonymsOf(name)...)
		catalogues[name] = c
	}
	return c.events, c.index
}

// answered returns the places in the catalogue of all events that a text finds.
func answered(t testing.TB, x *search.Index, query string) []int {
	ids, total := x.Search(search.Query{Text: query}, 0, x.Len(), nil)
	require.Len(t, ids, total)
	answer := make([]int, len(ids))
	for i, id := range ids {
		answer[i] = int(id)
	}
	return answer
}

// TestRelevance measures the answers to the judged queries, for November by the languages of their
// words, and fails if they are worse than the committed floors, or if a set of languages has fewer
// than 50 queries, 25 of them kept apart while its rules were made. With -v it prints the table;
// with RELEVANCE=all also each query that is not answered perfectly. The last columns count the
// queries without a typing error that typing corrections answered, where rules of a language are
// missing and a larger catalogue would not allow it, and the queries that find nothing but should
// find something.
func TestRelevance(t *testing.T) {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tqueries\trecall\tprecision\tnDCG@10\tfirst hit\ttrapped\tclean"+
		"\tcorrected\tempty\t")
	row := func(name string, js []judgement) relevance.Score {
		scores := make([]relevance.Score, len(js))
		corrected, empty := 0, 0
		for i := range js {
			if len(js[i].answer) == 0 && len(js[i].Gains) > 0 {
				empty++
			}
			scores[i] = js[i].score
			if js[i].corrected && !strings.Contains(js[i].Kind, "typo") &&
				!strings.Contains(js[i].Kind, "strangers") { // a few of these are mistyped
				corrected++
			}
		}
		m := relevance.Mean(scores)
		fmt.Fprintf(w, "%s\t%d\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%d\t\n", name,
			len(js), m.Recall, m.Precision, m.NDCG, m.First, m.Trapped, m.Clean, corrected, empty)
		return m
	}
	floors := rowstest.Read[map[string]relevance.Score](t, "testdata/floors.yaml")
	checked := func(name string, js []judgement) {
		m, floor := row(name, js), floors[name]
		assert.GreaterOrEqual(t, m.Recall, floor.Recall, name)
		assert.GreaterOrEqual(t, m.Precision, floor.Precision, name)
		assert.GreaterOrEqual(t, m.NDCG, floor.NDCG, name)
		assert.GreaterOrEqual(t, m.First, floor.First, name)
		assert.LessOrEqual(t, m.Trapped, floor.Trapped, name)
	}
	halves := func(js []judgement) {
		half := func(unseen bool) []judgement {
			return slices.DeleteFunc(slices.Clone(js),
				func(j judgement) bool { return j.Unseen != unseen })
		}
		row("  tuned", half(false))
		row("  unseen", half(true))
	}
	var all []judgement
	judged, unseen := map[lang.Set]int{}, map[lang.Set]int{}
	for _, catalogue := range relevance.Catalogues() {
		events, js := judgeCatalogue(t, "", catalogue)
		for _, j := range js {
			judged[relevance.LanguagesOf(catalogue)]++
			if j.Unseen {
				unseen[relevance.LanguagesOf(catalogue)]++
			}
		}
		checked(catalogue, js)
		if slices.Contains(relevance.Languages(), catalogue) {
			halves(js)
		}
		if os.Getenv("RELEVANCE") == "all" {
			for _, j := range js {
				if !j.Unseen {
					explain(t, events, j)
				}
			}
		}
		all = append(all, js...)
	}
	for languages, n := range judged {
		assert.GreaterOrEqual(t, n, 50, languages)
		assert.GreaterOrEqual(t, unseen[languages], 25, languages)
	}
	row("all", all)
	var november []judgement
	languages := map[string][]judgement{}
	for _, catalogue := range relevance.Catalogues() {
		_, js := judgeCatalogue(t, relevance.November, catalogue)
		november = append(november, js...)
		for _, j := range js {
			name := relevance.November + " " + j.Language
			languages[name] = append(languages[name], j)
		}
	}
	assert.Len(t, november, 200)
	for _, name := range sortedKeys(languages) {
		checked(name, languages[name])
	}
	row(relevance.November, november)
	halves(november)
	fmt.Fprintln(w)
	kinds := map[string][]judgement{}
	for _, j := range all {
		kinds[j.Kind] = append(kinds[j.Kind], j)
	}
	for _, kind := range sortedKeys(kinds) {
		row(kind, kinds[kind])
	}
	require.NoError(t, w.Flush())
	t.Logf("\n%s", table.String())
}

// TestStrangeWords: few of the words that no event has are taken for others. A name of a company is
// no typing error.
func TestStrangeWords(t *testing.T) {
	asked, answered := 0, []string{}
	for _, catalogue := range []string{"palco", "virada", "confs", "paris"} {
		_, x := loadCatalogue(t, catalogue)
		for word := range strings.FieldsSeq(`nike puma lego sonsa ikea uber visa ford audi fiat sony
			dell asus acer nokia pepsi oreo nivea dove gucci prada zara vans fila kappa bosch tesla
			honda mazda volvo skoda xuxo blorp snarf quix plin trem gorf zebu jipe kiwi nutella
			heinz lindt shein tiktok cartola patinete dentista advogado encanador padaria farmacia
			geladeira colchao sofa`) {
			_, o := x.Answer(search.Query{Text: word}, 0, 0, nil)
			switch {
			case o.Total == 0:
				asked++
			case o.Reading >= search.Corrected:
				asked++
				answered = append(answered, catalogue+": "+word+" "+strings.Join(o.Found, " "))
			}
		}
	}
	require.Equal(t, 196, asked)
	require.LessOrEqual(t, len(answered), 24, answered)
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// explain prints what is wrong with an answer.
func explain(t *testing.T, events []relevance.Event, j judgement) {
	s := j.score
	if s.Recall == 1 && s.Precision == 1 && s.NDCG > 0.999 && s.First == 1 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d %q found %d: recall %.2f precision %.2f nDCG %.2f first %.0f",
		j.Catalogue, j.Line, j.Text, len(j.answer), s.Recall, s.Precision, s.NDCG, s.First)
	list := func(title string, ids []int) {
		for n, i := range ids {
			if n == 6 {
				fmt.Fprintf(&b, "\n    %s … %d in all", title, len(ids))
				break
			}
			e := events[i]
			fmt.Fprintf(&b, "\n    %s %s | %s | %s %s", title, e.Slug, e.Name, e.Venue, e.City)
		}
	}
	var wrong, missing []int
	for _, i := range j.answer {
		if j.Gains[i] == 0 {
			wrong = append(wrong, i)
		}
	}
	for i, gain := range j.Gains {
		if gain > 1 && !slices.Contains(j.answer, i) {
			missing = append(missing, i)
		}
	}
	if s.First == 0 {
		list("first  ", j.answer[:min(1, len(j.answer))])
	}
	list("wrong  ", wrong)
	list("missing", missing)
	t.Log(b.String())
}

const explainFile = "testdata/explain.txt"

// TestExplanations: the rules that find each event, for odd queries in each language. -update
// writes the explanations after each query and event of the file.
func TestExplanations(t *testing.T) {
	b, err := os.ReadFile(explainFile)
	require.NoError(t, err)
	names, rows := map[string][]search.Doc{}, map[string]int{}
	for line := range strings.Lines(string(b)) {
		if row := strings.Split(strings.TrimSpace(line), " · "); len(row) > 2 {
			names[row[0]] = append(names[row[0]], search.Doc{Name: row[2]})
		}
	}
	var got strings.Builder
	for line := range strings.Lines(string(b)) {
		row := strings.Split(strings.TrimSpace(line), " · ")
		if len(row) < 3 {
			got.WriteString(line)
			continue
		}
		x := mustIndexIn(t, lang.Of(row[0])|lang.English, names[row[0]])
		e := x.Explain(search.Query{Text: row[1]}, 1)
		require.NotEmpty(t, e.Hits, line)
		require.Equal(t, row[2], names[row[0]][e.Hits[0].ID].Name, line)
		require.Equal(t, row[2], names[row[0]][e.Hits[0].ID].Name, line)
		fmt.Fprintln(&got, strings.Join(append(row[:3], said(e)), " · "))
		rows[row[0]]++
	}
	for _, code := range lang.Codes() {
		require.Equal(t, 5, rows[code], code)
	}
	if *update {
		require.NoError(t, os.WriteFile(explainFile, []byte(got.String()), 0o644))
		return
	}
	require.Equal(t, string(b), got.String())
}

// said returns the text of an explanation about the query and its first event.
func said(e *search.Explanation) string {
	var all []string
	for _, d := range e.Dropped {
		all = append(all, fmt.Sprintf("%s left out: %s", d.Text, d.Why))
	}
	if e.Reading == "relaxed" {
		all = append(all, "relaxed")
	}
	if e.Reading == search.Corrected.String() {
		all = append(all, "corrected")
	}
	for _, m := range e.Hits[0].Matches {
		if m.How == "" {
			all = append(all, m.Word+": missing")
			continue
		}
		text := fmt.Sprintf("%s: %s “%s”", m.Word, m.How, m.Found)
		if m.Rule != "" {
			text += " [" + m.Rule + "]"
		}
		all = append(all, text+" in "+m.Field)
	}
	return strings.Join(all, "; ")
}
