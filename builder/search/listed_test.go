package search_test

import (
	"bytes"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

// Prices are compared in the currency of most of them; an event without one is left out.
func TestParts(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "a", Hour: 4, Price: 60, Currency: "EUR"},
		{Name: "b", Hour: 5, Price: 5, Currency: "BRL"}, {Name: "c", Hour: 17, Currency: "EUR"},
		{Name: "d", Hour: 23, Price: 1 << 40, Currency: "EUR"}, {Name: "e"},
		{Name: "midnight", Hour: 24}})
	require.Equal(t, "EUR", x.Currency())
	for q, want := range map[search.Query][]uint32{
		{MaxPrice: 60}: {0, 2}, {MaxPrice: 59}: {2}, {MaxPrice: 1 << 50}: {0, 2, 3},
		{Hour: "morning"}: {1}, {Hour: "afternoon"}: {2}, {Hour: "evening"}: {3},
		{Hour: "evening", MaxPrice: 60}: nil, {Hour: "night"}: {0, 5}, {After: 1}: {0, 1, 2, 3},
	} {
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
	}
	for q, want := range map[search.Query][]uint32{
		{ByPrice: true}: {2, 0, 3, 1, 4, 5}, {ByPrice: true, Hour: "evening", ByDate: true}: {3},
		{ByPrice: true, Text: "e"}: {4}, {ByPrice: true, City: "x"}: nil,
	} {
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
	}
	ids, _ := x.Search(search.Query{ByPrice: true}, 1, 2, nil)
	require.Equal(t, []uint32{0, 3}, ids)
	ids, _ = x.Search(search.Query{ByPrice: true}, 4, 2, nil)
	require.Equal(t, []uint32{4, 5}, ids)
	x = mustIndex(t, []search.Doc{{Name: "a", Marks: "captions,mind,ages7-12"}, {Name: "b"},
		{Name: "c", Marks: "mind,ages12-"}, {Name: "d", Marks: "ages0-"}})
	for age, want := range map[int][]uint32{0: {0, 1, 2, 3}, 6: {3}, 7: {0, 3}, 12: {0, 2, 3},
		13: {2, 3}} {
		ids, _ := x.Search(search.Query{Age: age}, 0, 10, nil)
		require.Equal(t, want, ids, age)
	}
	for access, want := range map[string][]uint32{"mind": {0, 2}, "captions": {0}, "min": nil} {
		ids, _ := x.Search(search.Query{Access: access}, 0, 10, nil)
		require.Equal(t, want, ids, access)
	}
	require.Empty(t, x.Currency(), "a mark of access is no price")
	x = mustIndex(t, []search.Doc{{Name: "samba", Country: "at", CountryNames: []string{"Áustria"}},
		{Name: "jazz", Marks: "postponed"},
		{Name: "rock", Country: "br", CountryNames: []string{"Brasil"}},
		{Name: "choro na praça", Marks: "sold_out"}})
	for q, want := range map[search.Query][]uint32{
		{Country: "150"}: {0}, {Country: "019\n150"}: {0, 2}, {Country: "142"}: nil,
		{Status: "postponed"}: {1}, {Status: "sold_out", Text: "choro"}: {3},
		{Text: "jazz||samba"}: {0, 1}, {Text: "jazz || choro praça"}: {1, 3},
		{Text: "rock||samba", Country: "br"}: {2}, {Text: "valsa||rock"}: {2},
		{Text: "samba||", ByDate: true}: {0}, {Text: "||"}: {0, 1, 2, 3},
	} {
		ids, total := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
		require.Equal(t, len(want), total, "%+v", q)
	}
	_, o := x.Answer(search.Query{Text: "sambq||jazz"}, 0, 10, nil)
	require.Equal(t, search.Outcome{Total: 2, Reading: search.Corrected,
		Found: []string{"samba||jazz"}}, o)
	require.Empty(t, mustIndex(t, []search.Doc{{Name: "a"}}).Currency())
	require.Equal(t, search.Query{}, search.Query{Hour: "noon", MaxPrice: -1}.Asked())
}

// Events that began before the days asked for come after events that begin in them, page by page.
func TestRunsComeLast(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "exhibition", First: 5, Last: 90},
		{Name: "fair", First: 9, Last: 20}, {Name: "concert", First: 10, Last: 10},
		{Name: "festival", First: 11, Last: 13}, {Name: "later", First: 40}, {Name: "some day"}})
	for q, want := range map[search.Query][]uint32{
		{From: 10, To: 11}: {2, 3, 0, 1}, {From: 10, To: 10}: {2, 0, 1}, {From: 1}: {0, 1, 2, 3, 4},
		{From: 50}: {0}, {To: 10}: {0, 1, 2}, {Text: "fair", From: 10, ByDate: true}: {1},
		{}: {0, 1, 2, 3, 4, 5}, {Today: 10}: {2, 3, 4, 5, 0, 1},
		{Today: 10, From: 9}: {1, 2, 3, 4, 0},
	} {
		ids, total := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
		require.Equal(t, len(want), total)
		requireCoherent(t, x, q, 1)
		requireCoherent(t, x, q, 3)
	}
}

// TestSessions: an event whose sessions are known is on their days alone, at their hours, also in
// an index that carries it over.
func TestSessions(t *testing.T) {
	docs := []search.Doc{{Name: "run", First: 5, Last: 90}, {Name: "play", First: 5, Last: 90,
		Hour: 20, Sessions: []search.Session{{Day: 5, Hour: 20}, {Day: 12, Hour: 10},
			{Day: 19, Hour: 20}, {Day: 40}}},
		{Name: "walk", First: 6, Last: 30, Sessions: []search.Session{{Day: 6,
			Hour: 9}, {Day: 12, Hour: 9}, {Day: 28, Hour: 24}, {Day: 30}}}}
	base := mustIndex(t, docs)
	w := search.NewWriter(nil)
	w.Base(base)
	require.NoError(t, w.CarryOver(0, docs[0]))
	require.NoError(t, w.CarryOver(1, docs[1]))
	require.NoError(t, w.CarryOver(2, docs[2]))
	var file bytes.Buffer
	_, err := w.WriteTo(&file)
	require.NoError(t, err)
	carried, err := search.Open(file.Bytes())
	require.NoError(t, err)
	for _, x := range []*search.Index{base, carried} {
		for q, want := range map[search.Query][]uint32{
			{From: 12, To: 12}: {2, 1, 0}, {From: 13, To: 18}: {0}, {From: 13}: {1, 2, 0},
			{From: 6}: {2, 1, 0}, {To: 5}: {0, 1}, {From: 20}: {2, 1, 0},
			{From: 12, To: 12, After: 11}: nil, {From: 19, To: 19, Hour: "evening"}: {1},
			{Hour: "morning"}: {1, 2}, {From: 30, To: 30, Hour: "night"}: nil,
			{From: 28, To: 28, Hour: "night"}: {2},
			{From: 41}:                        {0}, {From: 30, To: 40, Text: "play"}: {1},
		} {
			ids, total := x.Search(q, 0, 10, nil)
			require.Equal(t, want, ids, "%+v", q)
			require.Equal(t, len(want), total, "%+v", q)
			for i := range want {
				ids, _ = x.Search(q, i, 1, nil)
				require.Equal(t, want[i:i+1], ids, "%+v", q)
			}
		}
		_, known := x.Next(0, 5)
		require.False(t, known)
		for from, want := range map[search.Day]search.Day{1: 5, 6: 12, 20: 40, 41: 0} {
			day, known := x.Next(1, from)
			require.True(t, known)
			require.Equal(t, want, day)
		}
	}
}

// One commit has one result: unless a seed is set, made-up catalogues are always the same.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}

// The words are few and close to each other, so that plurals, beginnings, hyphens and typos meet
// often.
var (
	madeWords = strings.Fields(`
		Festival Festivais Festivalzinho festa Jazz jazzista Rock rocks On-line online on line São
		Paulo SP Santos Canção canções cancao flor flores flore mar mares Maré de da e a the of
		東京
		東京都 京 R&B rb stand-up standup stand up jovem jovens d'água dagua água 2026 20-26 2 2ª
		2º
		12th 12 gastronomia gastronomico gastronomicos show a-b-c-d-e a-b-c-d-e-f abcde homem
		homens azul azuis parties party boxes box box-set DJs DJ mes me news new C++ C# c C 🥁 ❤️
		sampa BH belo horizonte Teatro Theatro theatro kpop k-pop k pop samba-rock samba sambarock
		Αθήνα ΑΘΗΝΑΣ αθηνα مُحَمَّد محمد مدرسة مدرسه שָׁלוֹם
		שלום צה״ל צהל เพลงไทย ไทย เพลง ที่
		ＲＯＣＫ ٢٠٢٦ संगीत Москва москвы 東 京 サンバ 서울
		SambaConf dotRock sambas-rock Belo-Horizonte o-que dezembro may dec rio janeiro 31 1 in em`)
	// madePhrases are members of groups of synonyms, of more than two words.
	madePhrases = []string{"Belo jazz rock", "mar de mares azul e homem",
		"festival jazz rock show samba"}
)

func drawDocs(t *rapid.T, most int) []search.Doc {
	phrase := func(most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(slices.Concat(madePhrases,
				madeWords)), 0, most).Draw(t, "words"), " ")
		})
	}
	doc := rapid.Custom(func(t *rapid.T) search.Doc {
		country := rapid.SampledFrom(madeCountries).Draw(t, "country")
		first := search.Day(rapid.IntRange(0, 12).Draw(t, "first"))
		if first > 0 && rapid.Bool().Draw(t, "around new year") {
			first += search.DayOf(time.Date(2025, time.December, 25, 0, 0, 0, 0, time.UTC))
		}
		return search.Doc{
			First: first, Last: first + search.Day(rapid.IntRange(0, 3).Draw(t, "days")),
			Hour: rapid.IntRange(0, 24).Draw(t, "hour"), Free: rapid.Bool().Draw(t, "free"),
			Price:    rapid.IntRange(0, 90).Draw(t, "price"),
			Currency: rapid.SampledFrom([]string{"", "BRL", "EUR"}).Draw(t, "currency"),
			Online:   rapid.Bool().Draw(t, "online"), CFP: rapid.Bool().Draw(t, "cfp"),
			VenueKey: rapid.SampledFrom([]string{"", "sala-1", "Sala-2"}).Draw(t, "venue key"),
			Topics: rapid.SliceOfN(rapid.SampledFrom(madeTopics), 0, 3).Draw(t,
				"topics"),
			Country:      country.code,
			CountryNames: country.names,
			Name:         phrase(4).Draw(t, "name"), Venue: phrase(2).Draw(t, "venue"),
			Description: phrase(6).Draw(t, "description"),
			City: rapid.SampledFrom([]string{"", "Santos", "São Paulo", " sao  PAULO"}).Draw(t,
				"city"),
			State:        rapid.SampledFrom([]string{"", "SP", "Bavaria"}).Draw(t, "state"),
			Producer:     "Casa",
			ProducerSlug: rapid.SampledFrom([]string{"", "casa", "Casa-2"}).Draw(t, "slug"),
		}
	})
	return rapid.SliceOfN(doc, 1, most).Draw(t, "docs")
}

// madeCountries and madeTopics share words with each other, with regions and with the rest.
var (
	madeCountries = []struct {
		code  string
		names []string
	}{
		{}, {code: "BR", names: []string{"Brasil", "Brazil"}},
		{code: "de", names: []string{"Alemanha"}},
		{code: "PT", names: []string{"Jazz do Mar"}},
	}
	madeTopics = []search.Topic{{Key: "jazz", Label: "Jazz"}, {Key: "rock-br", Label: "rock BR"},
		{Key: "JAZZ", Label: "jazz"}, {Label: "show"}, {Key: "x"}}
)
