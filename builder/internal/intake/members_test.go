package intake_test

import (
	"testing"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"

	"github.com/stretchr/testify/require"
)

func TestURLs(t *testing.T) {
	for _, in := range []string{
		"//img.example/a.jpg", "/a.jpg", "javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd",
		"ftp://a.example/", "http://", "https:///path", "https://user:pass@a.example/", "https://bank.example@evil.example/",
		"https://a.example\\@b.example", "https://a.example/\x00", "https://a.example/\r\nX: y", "http:a.example", "https://../",
	} {
		rec, found := mustCheck(t, with(map[string]any{"images": map[string]any{"banner": in}, "buy_url": in}))
		require.Equal(t, []string{intake.BadURL, intake.BadURL}, found, "%q", in)
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
		{"zero", 0, 0, [2]string{}, []string{intake.BadCoordinates}},
		{"zero text", "0.000", "-0.0", [2]string{}, []string{intake.BadCoordinates}},
		{"one missing", -23.5, nil, [2]string{}, []string{intake.BadCoordinates}},
		{"out of range", 91, 10, [2]string{}, []string{intake.BadCoordinates}},
		{"swapped range", 10, 180.5, [2]string{}, []string{intake.BadCoordinates}},
		{"words", "north", "east", [2]string{}, []string{intake.BadCoordinates}},
		{"exponent", "1e1", "1e1", [2]string{}, []string{intake.BadCoordinates}},
		{"object", map[string]any{}, 1, [2]string{}, []string{intake.BadCoordinates}},
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
			require.Equal(t, &catalog.Place{State: tt.wantState, StateAbbr: tt.wantAbbr}, rec.Location)
		})
	}
}

func TestEmptyObjectsAreNone(t *testing.T) {
	rec, found := mustCheck(t, with(map[string]any{
		"location": map[string]any{"name": " ", "city": nil}, "producer": map[string]any{"name": ""}, "images": map[string]any{},
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
		{"repaired", "Casa", "A Casa!", "a-casa", []string{intake.ProducerSlug}},
		{"no letters", "東京", "", "org-tcwvafdnri", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"producer": map[string]any{"name": tt.title, "slug": tt.slug}}))
			require.Equal(t, tt.found, found)
			require.Equal(t, &catalog.Producer{Name: tt.title, Slug: tt.want}, rec.Producer)
		})
	}
	rec, found := mustCheck(t, with(map[string]any{"producer": map[string]any{"slug": "casa"}}))
	require.Equal(t, []string{intake.MissingProducer}, found)
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
			rec, found := mustCheck(t, with(map[string]any{"tickets": []any{map[string]any{"name": "A", "price": tt.in}}}))
			if tt.want == "bad" {
				require.Equal(t, []string{intake.BadPrice}, found)
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

func TestTickets(t *testing.T) {
	list := []any{"x", map[string]any{"price": 100, "currency": "reais", "available": "yes"}}
	rec, found := mustCheck(t, with(map[string]any{"tickets": list}))
	require.Equal(t, []string{intake.WrongType, intake.BadCurrency, intake.WrongType}, found)
	require.Len(t, rec.Tickets, 1)
	require.Equal(t, "BRL", rec.Tickets[0].Currency)
	require.True(t, rec.Tickets[0].Available)
	require.Empty(t, rec.Tickets[0].Name)

	list = nil
	for range 101 {
		list = append(list, map[string]any{"name": "A"})
	}
	rec, found = mustCheck(t, with(map[string]any{"tickets": list}))
	require.Equal(t, []string{intake.TooMany}, found)
	require.Len(t, rec.Tickets, 100)
}

func TestTallyIsBounded(t *testing.T) {
	var tally intake.Tally
	for range 1000 {
		tally.Add(intake.Finding{Kind: intake.Repaired, Reason: intake.BadDate}, intake.Finding{Kind: intake.Dropped, Reason: intake.MissingName})
	}
	require.Len(t, tally.Findings(), 100)
	require.Equal(t, []intake.Count{{intake.Dropped, intake.MissingName, 1000}, {intake.Repaired, intake.BadDate, 1000}}, tally.Counts())
	require.Equal(t, 1000, tally.Total(intake.Dropped))
}
