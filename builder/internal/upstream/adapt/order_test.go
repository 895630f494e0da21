package adapt_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// TestTime: what tables have beside [times.Read]; what can be read in two ways stays as it is.
func TestTime(t *testing.T) {
	sure := times.OrderOf([]string{"03/13/2027"}, "pt-BR")
	for _, tt := range []struct{ date, clock, want string }{
		{"20270201", "20h", "2027-02-01T20:00:00"},
		{"02/01/2027 TBA", "", "2027-02-01 TBA"},
		{"02/01/2027", "TBA", "2027-02-01 TBA"},
		{"46419", "", "2027-02-01"},
		{"46419,8333333333", "", "2027-02-01T20:00:00"},
		{"46419", "0.8333", "2027-02-01T20:00:00"},
		{"12345", "", "12345"},
		{"2027-02-01 00:00:00", "20:00", "2027-02-01T20:00:00"},
		{"2027-02-01T21:00", "20:00", "2027-02-01T21:00:00"},
		{"2027-02-01", "24:00", "2027-02-02T00:00:00"},
		{"amanhã", "20h", "amanhã 20h"},
		{"", "20h", ""},
	} {
		require.Equal(t, tt.want, adapt.Time(sure, tt.date, tt.clock), tt.date+" "+tt.clock)
	}
	unsure := times.OrderOf(nil, "pt-BR")
	require.Equal(t, "01/02/2027 20h", adapt.Time(unsure, "01/02/2027", "20h"))
}

// TestFieldOf: headers as people write them.
func TestFieldOf(t *testing.T) {
	for header, want := range map[string]adapt.Field{
		"Nome": adapt.Name, "TÍTULO ": adapt.Name, "Nom de l'événement": adapt.Name,
		"Data de início": adapt.Starts, "starts_at": adapt.Starts, "Startdatum": adapt.Starts,
		"Horário": adapt.StartTime, "Cidade": adapt.City, "Ciudad": adapt.City,
		"Veranstaltungsort": adapt.Venue, "Längengrad": adapt.Longitude, "UF": adapt.Region,
		"Preço": "", "": "",
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

var update = flag.Bool("update", false, "write the names into brands/README.md anew")

// TestReadme: brands/README.md has the first names of every field, in the order of names.txt; with
// -update they are written anew.
func TestReadme(t *testing.T) {
	const file = "../../../../brands/README.md"
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
