package adapt_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
)

// TestFieldOf: headers as people write them.
func TestFieldOf(t *testing.T) {
	for header, want := range map[string]adapt.Field{
		"Nome": adapt.Name, "TÍTULO ": adapt.Name, "Nom de l'événement": adapt.Name,
		"Data de início": adapt.Starts, "starts_at": adapt.Starts, "Startdatum": adapt.Starts,
		"Horário": adapt.StartTime, "Cidade": adapt.City, "Ciudad": adapt.City,
		"Veranstaltungsort": adapt.Venue, "Längengrad": adapt.Longitude, "UF": adapt.Region,
		"Observações": "", "": "",
	} {
		require.Equal(t, want, adapt.FieldOf(header), header)
	}
	for _, f := range adapt.Fields() {
		for _, name := range adapt.NamesOf(f) {
			if got := adapt.FieldOf(name); f == adapt.StateAbbr {
				require.Equal(t, adapt.Region, got)
			} else if got != "" { // else it counts in JSON alone
				require.Equal(t, f, got, name)
			}
		}
	}
	require.True(t, slices.IsSorted(adapt.Fields()))
}

var update = flag.Bool("update", false, "write the names into brands/sources.md anew")

// TestReadme: brands/sources.md has the first names of every field, in the order of names.txt; with
// -update they are written anew.
func TestReadme(t *testing.T) {
	const file = "../../../../brands/sources.md"
	readme, err := os.ReadFile(file)
	require.NoError(t, err)
	names, err := os.ReadFile("names.txt")
	require.NoError(t, err)
	table := "\n| record | names |\n|---|---|\n"
	for line := range strings.Lines(string(names)) {
		if field, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
			names := strings.Split(list, ", ")
			if len(names) > 6 {
				names = append(names[:6], "…")
			}
			table += "| `" + field + "` | " + strings.Join(names, ", ") + " |\n"
		}
	}
	const begin = "<!-- reference: go test ./builder/internal/upstream/adapt -update -->\n"
	before, rest, found := strings.Cut(string(readme), begin)
	require.True(t, found, "%s lacks the line %s", file, begin)
	_, after, found := strings.Cut(rest, "\n<!-- end of the reference -->")
	require.True(t, found)
	want := before + begin + table + "\n<!-- end of the reference -->" + after
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(readme), "go test -update writes the table")
}
