package adapt_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
)

// TestTime: every form of a date that Order.Time names, and what is none.
func TestTime(t *testing.T) {
	brazil := adapt.OrderOf(nil, "pt-BR")
	english := adapt.OrderOf(nil, "en")
	for _, tt := range []struct {
		order             adapt.Order
		date, clock, want string
		doubt             bool
	}{
		{brazil, "2027-02-01", "", "2027-02-01", false},
		{brazil, "2027-02-01T20:00:00Z", "", "2027-02-01T20:00:00Z", false},
		{brazil, "20270201", "20h", "2027-02-01T20:00:00", false},
		{brazil, "20270201T200000", "", "2027-02-01T20:00:00", false},
		{brazil, "20270201T2000Z", "", "2027-02-01T20:00:00Z", false},
		{brazil, "01/02/2027 20:00", "", "2027-02-01T20:00:00", true},
		{english, "01/02/2027 8:30 PM", "", "2027-01-02T20:30:00", true},
		{english, "13/02/2027", "", "2027-02-13", false},
		{brazil, "02/13/2027", "", "2027-02-13", false},
		{brazil, "02/02/2027", "", "2027-02-02", false},
		{english, "1.2.27", "20.30 Uhr", "2027-02-01T20:30:00", false},
		{brazil, "1-2-2027", "20h30", "2027-02-01T20:30:00", true},
		{brazil, "46419", "", "2027-02-01", false},
		{brazil, "46419,8333333333", "", "2027-02-01T20:00:00", false},
		{brazil, "46419", "0.8333333333", "2027-02-01T20:00:00", false},
		{brazil, "12345", "", "12345", false},
		{brazil, "2027-02-01", "12 am", "2027-02-01T00:00:00", false},
		{brazil, "2027-02-01", "25:00", "2027-02-01 25:00", false},
		{brazil, "2027-02-01", "à noite", "2027-02-01 à noite", false},
		{brazil, "amanhã", "20h", "amanhã", false},
		{brazil, "", "20h", "", false},
	} {
		got, doubt := tt.order.Time(tt.date, tt.clock)
		require.Equal(t, tt.want, got, tt.date+" "+tt.clock)
		require.Equal(t, tt.doubt, doubt, tt.date)
	}
}

// TestOrderOf: one date beyond the twelfth shows the order of all; contradictions show nothing.
func TestOrderOf(t *testing.T) {
	for _, tt := range []struct {
		dates      []string
		locale     string
		monthFirst bool
		sure       bool
	}{
		{[]string{"01/02/2027", "13/02/2027"}, "en", false, true},
		{[]string{"01/02/2027", "02/13/2027"}, "pt-BR", true, true},
		{[]string{"13/02/2027", "02/13/2027"}, "pt-BR", false, false},
		{[]string{"01/02/2027", "2027-02-13"}, "en", true, false},
		{[]string{"01/02/2027"}, "de", false, false},
	} {
		o := adapt.OrderOf(tt.dates, tt.locale)
		require.Equal(t, tt.monthFirst, o.MonthFirst, tt.dates)
		require.Equal(t, tt.sure, o.Sure, tt.dates)
	}
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

// TestReadme: brands/README.md has the names of every field as names.txt has them, in its order.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../../brands/README.md")
	require.NoError(t, err)
	names, err := os.ReadFile("names.txt")
	require.NoError(t, err)
	table := "| record | names |\n|---|---|\n"
	for line := range strings.Lines(string(names)) {
		if field, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
			table += "| `" + field + "` | " + list + " |\n"
		}
	}
	require.True(t, strings.Contains(string(readme), table), "brands/README.md lacks:\n%s", table)
}
