package search_test

import (
	"flag"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"cartaz/builder/search"
)

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
