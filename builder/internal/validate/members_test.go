package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
)

func TestURLs(t *testing.T) {
	for _, in := range []string{
		"/a.jpg", "javascript:alert(1)", "data:image/png;base64,AA",
		"file:///etc/passwd",
		"ftp://a.example/", "http://", "https:///path",
		"https://a.example\\@b.example", "https://a.example/\x00", "https://a.example/\r\nX: y",
		"http:a.example", "https://../",
	} {
		rec,
			found := mustCheck(t,
			with(map[string]any{"images": map[string]any{"banner": in}, "buy_url": in}))
		require.Equal(t, []string{validate.BadURL, validate.BadURL}, found, "%q", in)
		require.Empty(t, rec.Banner)
		require.Empty(t, rec.BuyURL)
	}
}

func TestCoordinates(t *testing.T) {
	for _, tt := range []struct {
		name      string
		lat, long any
		want      [2]string
		found     []string
	}{
		{"numbers", -23.5452957, -46.638201, [2]string{"-23.5452957", "-46.638201"}, nil},
		{"integers", 10, int64(-20), [2]string{"10", "-20"}, nil},
		{"text stays as given", "-23.50", " -46.60 ", [2]string{"-23.50", "-46.60"}, nil},
		{"comma", "-23,5", "-46,6", [2]string{"-23.5", "-46.6"}, nil},
		{"none", nil, "", [2]string{}, nil},
		{"equator", 0, 10.5, [2]string{"0", "10.5"}, nil},
		{"zero", 0, 0, [2]string{}, []string{validate.BadCoordinates}},
		{"zero text", "0.000", "-0.0", [2]string{}, []string{validate.BadCoordinates}},
		{"one missing", -23.5, nil, [2]string{}, []string{validate.BadCoordinates}},
		{"out of range", 91, 10, [2]string{}, []string{validate.BadCoordinates}},
		{"swapped range", 10, 180.5, [2]string{}, []string{validate.BadCoordinates}},
		{"words", "north", "east", [2]string{}, []string{validate.BadCoordinates}},
		{"exponent", "1e1", "1e1", [2]string{}, []string{validate.BadCoordinates}},
		{"object", map[string]any{}, 1, [2]string{}, []string{validate.BadCoordinates}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{
				"location": map[string]any{"city": "X", "latitude": tt.lat, "longitude": tt.long}}))
			require.Equal(t, tt.found, found)
			require.Equal(t, tt.want, [2]string{rec.Location.Latitude, rec.Location.Longitude})
		})
	}
}

func TestStates(t *testing.T) {
	for _, tt := range []struct {
		name, zone, state, abbr string
		wantState, wantAbbr     string
	}{
		{"name gives UF", "", "São Paulo", "", "São Paulo", "SP"},
		{"without accents", "", "ESPIRITO SANTO", "", "ESPIRITO SANTO", "ES"},
		{"UF gives name", "", "", "pe", "Pernambuco", "PE"},
		{"UF as state", "", "rj", "", "Rio de Janeiro", "RJ"},
		{"both stay", "", "Estado de SP", "sp", "Estado de SP", "SP"},
		{"not in Brazil: only upper case", "America/New_York", "", "pa", "", "PA"},
		{"not in Brazil: no UF for a namesake", "America/Bogota", "Amazonas", "", "Amazonas", ""},
		{"not an abbreviation", "", "", "Bahia!", "", "Bahia!"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, _ := mustCheck(t, with(map[string]any{"timezone": tt.zone,
				"location": map[string]any{"state": tt.state, "state_abbr": tt.abbr}}))
			require.Equal(t, [2]string{tt.wantState, tt.wantAbbr},
				[2]string{rec.Location.State, rec.Location.StateAbbr})
		})
	}
}

func TestEmptyObjectsAreNone(t *testing.T) {
	rec, found := mustCheck(t, with(map[string]any{
		"location": map[string]any{"name": " ", "city": nil},
		"producer": map[string]any{"name": ""}, "images": map[string]any{},
		"tickets": []any{map[string]any{}},
	}))
	require.Empty(t, found)
	require.Nil(t, rec.Location)
	require.Nil(t, rec.Producer)
	require.Empty(t, rec.Tickets)
}

func TestProducer(t *testing.T) {
	for _, tt := range []struct {
		name, title, slug, want string
		found                   []string
	}{
		{"given", "Casa", "a-casa", "a-casa", nil},
		{"derived", "Casa de Créditos", "", "casa-de-creditos", nil},
		{"repaired", "Casa", "A Casa!", "a-casa", []string{validate.ProducerSlug}},
		{"no letters", "東京", "", "org-tcwvafdnri", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec,
				found := mustCheck(t,
				with(map[string]any{"producer": map[string]any{"name": tt.title, "slug": tt.slug}}))
			require.Equal(t, tt.found, found)
			require.Equal(t, &catalog.Producer{Name: tt.title, Slug: tt.want}, rec.Producer)
		})
	}
	rec, found := mustCheck(t, with(map[string]any{"producer": map[string]any{"slug": "casa"}}))
	require.Equal(t, []string{validate.MissingProducer}, found)
	require.Nil(t, rec.Producer)
}

func TestAmounts(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   any
		want any
	}{
		{"integer", 6900, int64(6900)},
		{"free", 0, int64(0)},
		{"whole float", 6900.0, int64(6900)},
		{"absent", nil, nil},
		{"fraction", 69.9, "bad"},
		{"text", "69.00", "bad"},
		{"digits", "6900", "bad"},
		{"negative", -1, "bad"},
		{"absurd", int64(1) << 60, "bad"},
		{"boolean", true, "bad"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec,
				found := mustCheck(t,
				with(map[string]any{"tickets": []any{map[string]any{"name": "A", "price": tt.in}}}))
			if tt.want == "bad" {
				require.Equal(t, []string{validate.BadPrice}, found)
				require.Nil(t, rec.Tickets[0].Price, "never guessed")
				return
			}
			require.Empty(t, found)
			if tt.want == nil {
				require.Nil(t, rec.Tickets[0].Price)
			} else {
				require.Equal(t, tt.want, *rec.Tickets[0].Price)
			}
		})
	}
}

// TestUnreadableFee: a fee that cannot be read is not "no fee", so the price does
// not stand alone; a fee that is not there is.
func TestUnreadableFee(t *testing.T) {
	for _, tt := range []struct {
		fee   any
		found []string
		total int64
		known bool
	}{
		{nil, nil, 6000, true}, {900, nil, 6900, true}, {0, nil, 6000, true},
		{"9,00", []string{validate.BadPrice}, 0, false},
		{9.5, []string{validate.BadPrice}, 0, false},
	} {
		list := []any{map[string]any{"name": "A", "price": 6000, "fee": tt.fee}}
		rec, found := mustCheck(t, with(map[string]any{"tickets": list}))
		require.Equal(t, tt.found, found, "%v", tt.fee)
		total, known := rec.Tickets[0].Total()
		require.Equal(t, tt.total, total, "%v", tt.fee)
		require.Equal(t, tt.known, known, "%v", tt.fee)
	}
}

// TestFlags: a flag is read in every word for yes and no, and as a number.
func TestFlags(t *testing.T) {
	for v, want := range map[any]bool{true: true, "yes": true, "on": true, "sim": true, 1: true,
		"Y": true, false: false, "no": false, "off": false, "não": false, "nein": false, 0: false,
		"false": false, "0": false, 1.0: true} {
		list := []any{map[string]any{"name": "A", "available": v}}
		rec, found := mustCheck(t, with(map[string]any{"tickets": list, "is_online": v}))
		require.Empty(t, found, "%v", v)
		require.Equal(t, want, rec.Tickets[0].Available, "%v", v)
		require.Equal(t, want, rec.IsOnline, "%v", v)
	}
	_, found := mustCheck(t, with(map[string]any{"is_online": "talvez", "is_closed": 2}))
	require.Equal(t, []string{validate.NotUnderstood, validate.WrongType, validate.WrongType},
		found)
}

// TestSoldOut: of an event that is sold out no ticket is available, and one that is said to be is
// reported.
func TestSoldOut(t *testing.T) {
	for _, tt := range []struct {
		soldOut, available any
		shown              bool
		found              []string
	}{
		{true, nil, false, nil}, {true, false, false, nil}, {nil, nil, true, nil},
		{true, true, false, []string{validate.Contradiction}},
		{"yes", "yes", false, []string{validate.Contradiction}},
		{false, nil, true, nil}, {"no", false, false, nil},
	} {
		list := []any{map[string]any{"name": "A", "available": tt.available}}
		rec, found := mustCheck(t, with(map[string]any{"tickets": list, "sold_out": tt.soldOut}))
		require.Equal(t, tt.found, found, "%v", tt)
		require.Equal(t, tt.shown, rec.Tickets[0].Available, "%v", tt)
		require.Equal(t, !tt.shown, rec.SoldOut(), "%v", tt)
	}
}

func TestTickets(t *testing.T) {
	list := []any{"x", map[string]any{"price": 100, "currency": "reais", "available": "maybe"}}
	rec, found := mustCheck(t, with(map[string]any{"tickets": list}))
	require.Equal(t, []string{validate.WrongType, validate.BadCurrency, validate.WrongType}, found)
	require.Len(t, rec.Tickets, 1)
	require.Equal(t, "BRL", rec.Tickets[0].Currency)
	require.True(t, rec.Tickets[0].Available)
	require.Empty(t, rec.Tickets[0].Name)

	list = nil
	for range 101 {
		list = append(list, map[string]any{"name": "A"})
	}
	rec, found = mustCheck(t, with(map[string]any{"tickets": list}))
	require.Equal(t, []string{validate.TooMany}, found)
	require.Len(t, rec.Tickets, 100)
}

func TestTallyIsBounded(t *testing.T) {
	var tally validate.Tally
	for range 1000 {
		tally.Add(validate.Finding{Kind: validate.Repaired, Reason: validate.BadDate},
			validate.Finding{Kind: validate.Dropped, Reason: validate.MissingName})
	}
	require.Len(t, tally.Findings(), 100)
	require.Equal(t, []validate.Count{{validate.Dropped, validate.MissingName, 1000},
		{validate.Repaired, validate.BadDate, 1000}}, tally.Counts())
	require.Equal(t, 1000, tally.Total(validate.Dropped))
}

// TestCountry: a country is read from a code or a name; where none came it follows from a state of
// Brazil, or from a state that is the name of a country.
func TestCountry(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name, Zone string
		Location   map[string]any
		Want       string
		Found      []string
	}](t, "testdata/country.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"timezone": tt.Zone,
				"location": tt.Location}))
			require.Equal(t, tt.Found, found)
			require.Equal(t, tt.Want, rec.Location.Country)
			if len(tt.Location) == 1 && tt.Location["country"] != nil {
				event := rec.Event("", "")
				require.Nil(t, event.Location, "the API has no country")
			}
		})
	}
	c := validate.New(validate.Config{Locale: "pt-BR"})
	rec, _, _ := c.Check(with(map[string]any{"location": map[string]any{"state_abbr": "PE"}}), "")
	require.Equal(t, "BR", rec.Location.Country, "a site in Portuguese of Brazil without a zone")
}

func TestTags(t *testing.T) {
	many := make([]any, 21)
	kept := make([]string, 20)
	for i := range many {
		many[i] = fmt.Sprintf("tag %d", i)
		if i < len(kept) {
			kept[i] = fmt.Sprintf("tag %d", i)
		}
	}
	long := strings.Repeat("á", 61)
	for _, tt := range []struct {
		name  string
		in    any
		want  []string
		found []string
	}{
		{"none", nil, nil, nil},
		{"empty", []any{}, nil, nil},
		{"in order, one space", []any{" Jazz ", "Música  popular", "", nil}, []string{"Jazz",
			"Música popular"}, nil},
		{"spellings", []any{"Forró", "FORRO", "forró!"}, []string{"Forró"},
			[]string{validate.DuplicateTag, validate.DuplicateTag}},
		{"another script", []any{"音楽", "映画", "音楽"}, []string{"音楽", "映画"},
			[]string{validate.DuplicateTag}},
		{"too many", many, kept, []string{validate.TooMany}},
		{"too long", []any{long}, []string{long[:2*60]}, []string{validate.TooLong}},
		{"not a list", "jazz", nil, []string{validate.WrongType}},
		{"not a string", []any{1, "jazz"}, []string{"jazz"}, []string{validate.WrongType}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"tags": tt.in}))
			require.Equal(t, tt.found, found)
			require.Equal(t, tt.want, rec.Tags)
		})
	}
}

// TestPictures: the address of a picture, the first of several, and of files that are none.
func TestPictures(t *testing.T) {
	for in, want := range map[string]string{
		"https://img.example/a.jpg, https://img.example/b.jpg": "https://img.example/a.jpg",
		"https://img.example/a.jpg|https://img.example/b.jpg":  "https://img.example/a.jpg",
		"https://img.example/a.jpg https://img.example/b.jpg":  "https://img.example/a.jpg",
		"https://img.example/a.jpg;https://img.example/b.jpg":  "https://img.example/a.jpg",
		"https://img.example/w_3,h_2/https://x.example/a.jpg": "https://img.example/w_3,h_2/" +
			"https://x.example/a.jpg",
		"https://img.example/?url=https://x.example/a": "https://img.example/?url=" +
			"https://x.example/a",
		"https://img.example/a,b.jpg":     "https://img.example/a,b.jpg",
		" //img.example/a.jpg":            "https://img.example/a.jpg",
		"//x.example/a,//x.example/b":     "https://x.example/a",
		"www.img.example/a.jpg":           "https://www.img.example/a.jpg",
		"///a.jpg":                        "",
		"https://img.example/a.mp3":       "",
		"https://img.example/a.PDF?x=1":   "",
		"https://img.example/a.html":      "",
		"https://img.example/pdf?x=a.mp4": "https://img.example/pdf?x=a.mp4",
	} {
		rec, found := mustCheck(t, with(map[string]any{"images": map[string]any{"banner": in}}))
		require.Equal(t, want, rec.Banner, in)
		require.Equal(t, want == "", len(found) == 1, in)
	}
}
