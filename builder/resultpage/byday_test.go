package resultpage_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
)

// TestListByDay: each day has one heading, events that began before today one, and events without a
// day another; sold-out events are the last of their day, and stay in it.
func TestListByDay(t *testing.T) {
	card := func(class, start, name string) []byte {
		if start != "" {
			start = `<time datetime="` + start + `">`
		}
		return []byte(`<li class="` + class + `"><p class="date one">` + start + name + "</li>\n")
	}
	cards := [][]byte{
		card("card sold", "2026-11-21T21:00:00-03:00", "A"),
		card("card", "2026-11-21T22:30:00-03:00", "B"),
		card("card", "2026-11-22", "C"),
		card("card sold", "2027-01-02T10:00:00Z", "D"),
		card("card", "2026-11-20T23:00:00-03:00", "E"),
		card("card", "2025-01-02", "F"),
		card("card", "", "G"),
	}
	today, ok := catalog.ParseDate("2026-11-21")
	require.True(t, ok)
	texts := resultpage.DayTextsOf("pt-BR")
	joined := string(texts.Append([]byte("<ul>"), slices.Values(cards), today))
	var order []string
	for line := range strings.Lines(joined) {
		if day, ok := strings.CutPrefix(strings.TrimPrefix(line, "<ul>"), `<li class="day">`); ok {
			order = append(order, strings.TrimSuffix(day, "</li>\n"))
			continue
		}
		order = append(order, string(line[len(line)-len("A</li>\n")]))
	}
	require.Equal(t, []string{"sáb 21 nov 2026", "B", "A", "dom 22 nov 2026", "C",
		"sáb 2 jan 2027", "D", "Em cartaz desde antes", "E", "F", "Data a definir", "G"}, order)
	require.Empty(t, texts.Append(nil, slices.Values([][]byte(nil)), today))
}
