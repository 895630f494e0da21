package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
)

// TestWhere: every known fact of a place appears once, and nothing else.
func TestWhere(t *testing.T) {
	r, err := mustNew(t, palco()).WithSections(page.Sections{Home: "BR"}, nil)
	require.NoError(t, err)
	for name, test := range map[string]struct {
		place  *catalog.Place
		online bool
		want   string // of the second fact of the HTML page
	}{
		"nothing": {nil, false, "Local a definir"},
		"blanks":  {&catalog.Place{Address: "  "}, false, "Local a definir"},
		"online":  {nil, true, "Online"},
		"city": {&catalog.Place{City: "Campinas", StateAbbr: "SP"}, false,
			"Campinas, SP Local a definir"},
		"city as venue": {&catalog.Place{Name: "Campinas", City: "Campinas"}, false,
			"Campinas Local a definir"},
		"state in full": {&catalog.Place{City: "Recife", State: "Pernambuco"}, false,
			"Recife, Pernambuco Local a definir"},
		"venue": {&catalog.Place{Name: "Sesc"}, false, "Sesc"},
		"venue and city": {&catalog.Place{Name: "Sesc", City: "Osasco", StateAbbr: "SP"}, false,
			"Sesc Osasco, SP"},
		"address only": {&catalog.Place{Address: "Rua A, 1"}, false, "Rua A, 1"},
		"address and city": {&catalog.Place{Address: "Rua A, 1", City: "Osasco", StateAbbr: "SP"},
			false, "Osasco, SP Rua A, 1"},
		"address with city": {&catalog.Place{Name: "Sesc", Address: "Rua A, 1 - Osasco, SP",
			City: "Osasco", StateAbbr: "SP"}, false,
			"Sesc Rua A, 1 Osasco, SP"},
		"address is the city": {&catalog.Place{Name: "Sesc", Address: "Osasco, SP",
			City: "Osasco", StateAbbr: "SP"}, false, "Sesc Osasco, SP"},
		"address repeats venue": {&catalog.Place{Name: "Sesc", Address: "Sesc, Rua A, 1, Osasco",
			City: "Osasco"}, false, "Sesc Rua A, 1 Osasco"},
		"street named after city": {&catalog.Place{Name: "Sesc", Address: "Rua Osasco, 1",
			City: "Osasco", StateAbbr: "SP"}, false, "Sesc Rua Osasco, 1 Osasco, SP"},
		"country elsewhere": {&catalog.Place{Name: "Stadthalle", City: "Graz", Country: "AT",
			Address: "Hauptplatz 1, Graz"}, false, "Stadthalle Hauptplatz 1 Graz, Áustria"},
		"country at home": {&catalog.Place{Name: "Sesc", City: "Osasco", Country: "BR"}, false,
			"Sesc Osasco"},
		"country in place of the state": {&catalog.Place{City: "Graz", State: "Austria",
			Country: "AT"}, false, "Graz, Áustria Local a definir"},
		"nothing in the address but city, state and country": {&catalog.Place{City: "Austin",
			State: "Texas", StateAbbr: "TX", Country: "US", Address: "Austin, TX, U.S.A."}, false,
			"Austin, TX, Estados Unidos Local a definir"},
		"city state": {&catalog.Place{Name: "Expo", City: "Singapura", Country: "SG"}, false,
			"Expo Singapura"},
		"place and net": {&catalog.Place{Name: "Sesc", City: "Osasco"}, true,
			"Sesc Osasco Presencial e online."},
		"postcode before the city": {&catalog.Place{Name: "Châtelet", City: "Paris",
			State: "Île-de-France", Country: "FR", Address: "1 place X 75001 Paris, France"}, false,
			"Châtelet 1 place X 75001 Paris, Île-de-France, França"},
		"map": {&catalog.Place{Name: "Sesc", Latitude: " -23.5", Longitude: "-46"}, false,
			"Sesc"},
		"map of Sesc": {&catalog.Place{Name: "Sesc", Latitude: "-23.50", Longitude: "-46"}, false,
			"Sesc Ver no mapa"},
		"null island": {&catalog.Place{Name: "Sesc", Latitude: "0", Longitude: "0.0"}, false,
			"Sesc"},
		"out of world": {&catalog.Place{Name: "Sesc", Latitude: "91", Longitude: "10"}, false,
			"Sesc"},
		"not a number": {&catalog.Place{Name: "Sesc", Latitude: "NaN", Longitude: "10"}, false,
			"Sesc"},
	} {
		t.Run(name, func(t *testing.T) {
			rec := sparse()
			rec.Location, rec.IsOnline = test.place, test.online
			e := mustEvent(t, r, rec)
			require.Equal(t, test.want, textOf(find(parse(t, e.HTML), atom.Dd)[1]))
		})
	}
}
