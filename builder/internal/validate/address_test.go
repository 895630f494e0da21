package validate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
)

// TestAddress: the city is read where the form of the address is known, and nowhere else.
func TestAddress(t *testing.T) {
	for _, tt := range []struct{ zone, address, city, state string }{
		{"America/Sao_Paulo", "Rua X, 10 - Bairro, Campinas - SP", "Campinas", "SP"},
		{"America/Sao_Paulo", "Rua X, 10 - Bairro, Ji-Paraná – RO, 76900-000, Brasil",
			"Ji-Paraná", "RO"},
		{"", "Av. Y, 1578 - Centro - Recife/PE, CEP 50000-000", "Recife", "PE"},
		{"America/Sao_Paulo", "Rua X, 10 - Bairro", "", ""},
		{"America/New_York", "12 Main Street, Springfield, IL 62701", "Springfield", "IL"},
		{"", "12 Main Street, New York, NY 10001-1234, USA", "New York", "NY"},
		{"America/New_York", "Hall A, 12345 Main Street", "", ""},
		{"America/New_York", "12 Main Street, Pittsburgh, PA", "", ""},
		{"Europe/Paris", "12 rue de Rivoli, 75001 Paris", "Paris", ""},
		{"Europe/Paris", "12 rue X, 69000 Lyon Cedex 03, France", "Lyon", ""},
		{"", "Hauptstr. 5, D-10115 Berlin, Deutschland", "Berlin", ""},
		{"Europe/Madrid", "Calle Mayor 1, 28013 Madrid, España", "Madrid", ""},
		{"Europe/Rome", "Via Roma 1, 00184 Roma RM, Italia", "Roma", ""},
		{"Europe/Amsterdam", "Damrak 1, 1012 LG Amsterdam", "Amsterdam", ""},
		{"Europe/Lisbon", "Rua X 5, 1100-148 Lisboa", "Lisboa", ""},
		{"Europe/Paris", "au bord du lac", "", ""},
	} {
		rec, _, _ := validate.New(validate.Config{}).Check(with(map[string]any{"timezone": tt.zone,
			"location": map[string]any{"formatted_address": tt.address}}), "")
		require.Equal(t, [2]string{tt.city, tt.state},
			[2]string{rec.Location.City, rec.Location.StateAbbr}, tt.address)
		require.Equal(t, tt.address, rec.Location.Address)
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
