package validate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// TestAddress: the city is read where the form of the address is known, and nowhere else.
func TestAddress(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Zone, Address, City, State string }](t,
		"testdata/address.yaml") {
		rec, _, _ := validate.New(validate.Config{}).Check(with(map[string]any{"timezone": tt.Zone,
			"location": map[string]any{"formatted_address": tt.Address}}), "")
		require.Equal(t, [2]string{tt.City, tt.State},
			[2]string{rec.Location.City, rec.Location.StateAbbr}, tt.Address)
		require.Equal(t, tt.Address, rec.Location.Address)
	}
	for name, want := range map[string]catalog.Place{
		"Teatro, Rua das Flores 12, Recife, Brazil": {Name: "Teatro", City: "Recife",
			Address: "Teatro, Rua das Flores 12, Recife, Brazil"},
		"Casa, Calle Mayor 5, Madrid": {Name: "Casa", Address: "Casa, Calle Mayor 5, Madrid"},
		"Sala 2, Centro Cultural":     {Name: "Sala 2, Centro Cultural"},
		"Ateliê, bar, palco":          {Name: "Ateliê, bar, palco"},
	} {
		rec, _ := mustCheck(t, with(map[string]any{"location": map[string]any{"name": name}}))
		require.Equal(t, want, *rec.Location)
	}
	rec, found := mustCheck(t, with(map[string]any{
		"location": map[string]any{"name": "Sesc, Rua X, 10 - Centro, Recife - PE"}}))
	require.Empty(t, found)
	require.Equal(t, []string{"Sesc", "Sesc, Rua X, 10 - Centro, Recife - PE", "Recife"},
		[]string{rec.Location.Name, rec.Location.Address, rec.Location.City})
}

// TestOnline: a link, or words of seven languages, instead of a place.
func TestOnline(t *testing.T) {
	for name, online := range map[string]bool{
		"Online": true, "ONLINE EVENT": true, "Evento virtual": true, "Zoom Meeting": true,
		"Online via Zoom": true, "Em linha": true, "en línea": true, "En ligne": true,
		"Virtuell": true, "in linea": true, "Online evenement": true, "Microsoft Teams": true,
		"https://zoom.us/j/1": true, "On-line": true, "À distance": true,
		"https://maps.app.goo.gl/x": false, "https://www.google.com/maps/place/x": false,
		"Virtual Reality Museum": false, "Zoom Bar": false, "Sesc": false, "Live": false,
	} {
		rec, found := mustCheck(t, with(map[string]any{"location": map[string]any{"name": name}}))
		require.Empty(t, found, name)
		require.Equal(t, online, rec.IsOnline, name)
		link := name[:4] == "http"
		require.Equal(t, online || link, rec.Location == nil, name)
	}
	rec, _ := mustCheck(t, with(map[string]any{"location": map[string]any{
		"name": "https://x", "formatted_address": "https://x, y", "country": "BR"}}))
	require.True(t, rec.IsOnline && rec.Location == nil)
	rec, _ = mustCheck(t, with(map[string]any{"location": map[string]any{
		"name": "Online", "city": "Recife"}}))
	require.True(t, rec.IsOnline)
	require.Equal(t, catalog.Place{City: "Recife"}, *rec.Location)
}
