package catalog_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

func TestMomentString(t *testing.T) {
	brasilia := time.FixedZone("", -3*3600)
	wall := time.Date(2026, 5, 23, 21, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name string
		m    catalog.Moment
		want string
	}{
		{"unknown", catalog.Moment{}, ""},
		{"day", catalog.Moment{Precision: catalog.Day, Time: wall}, "2026-05-23"},
		{"local", catalog.Moment{Precision: catalog.Local, Time: wall}, "2026-05-23T21:00:00"},
		{"instant", catalog.Moment{Precision: catalog.Instant,
			Time: time.Date(2026, 5, 23, 21, 0, 0, 0, brasilia)}, "2026-05-23T21:00:00-03:00"},
		{"instant in UTC", catalog.Moment{Precision: catalog.Instant, Time: wall},
			"2026-05-23T21:00:00Z"},
	} {
		t.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, tc.m.String()) })
	}
}

func TestMomentPasses(t *testing.T) {
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return v
	}
	day := catalog.Moment{Precision: catalog.Day, Time: at("2026-05-23T00:00:00Z")}
	local := catalog.Moment{Precision: catalog.Local, Time: at("2026-05-23T21:00:00Z")}
	instant := catalog.Moment{Precision: catalog.Instant, Time: at("2026-05-23T21:00:00-03:00")}
	for _, tc := range []struct {
		name string
		m    catalog.Moment
		now  string
		want bool
	}{
		{"unknown never", catalog.Moment{}, "2999-01-01T00:00:00Z", false},
		{"day: not over anywhere", day, "2026-05-23T23:59:59Z", false},
		{"day: still going in the last zone", day, "2026-05-24T11:59:59Z", false},
		{"day: over everywhere", day, "2026-05-24T12:00:01Z", true},
		{"local: still ahead in the last zone", local, "2026-05-24T08:59:00Z", false},
		{"local: passed everywhere", local, "2026-05-24T09:00:01Z", true},
		{"instant: before", instant, "2026-05-23T23:59:59Z", false},
		{"instant: after", instant, "2026-05-24T00:00:01Z", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			end, ok := tc.m.Passes()
			require.Equal(t, tc.want, ok && end.Before(at(tc.now)))
		})
	}
}

func TestSortKeyPutsUnknownLast(t *testing.T) {
	far := catalog.Moment{Precision: catalog.Day, Time: time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC)}
	require.Less(t, far.SortKey(), catalog.Moment{}.SortKey())
}

func TestEveryCodeHasAProblemInBothLanguages(t *testing.T) {
	seen := map[catalog.Code]bool{}
	for _, code := range catalog.Codes() {
		require.False(t, seen[code], "%s twice", code)
		seen[code] = true
		pt := catalog.NewProblem(code, "pt-BR", "https://palco.example")
		en := catalog.NewProblem(code, "en", "https://palco.example")
		for _, p := range []catalog.Problem{pt, en} {
			require.Equal(t, string(code), p.Code)
			require.Equal(t, p.Code, p.Error, "error mirrors code")
			require.Equal(t, "https://palco.example/problemas/"+string(code), p.Type)
			require.NotEmpty(t, p.Title)
			require.NotEmpty(t, p.Detail)
			require.GreaterOrEqual(t, p.Status, 400)
		}
		require.NotEqual(t, pt.Title, en.Title)
		require.Equal(t, pt.Status, en.Status)
	}
	require.Len(t, seen, 15)
}

// A text of a code that there is not would never be read.
func TestEveryTextIsOfACode(t *testing.T) {
	var codes []string
	for _, code := range catalog.Codes() {
		codes = append(codes, string(code))
	}
	textsOf := i18n.Bind[struct {
		Titles  map[string]string `i18n:"problem.*.title"`
		Details map[string]string `i18n:"problem.*.detail"`
	}]()
	for _, locale := range i18n.Names() {
		texts := textsOf(locale)
		require.ElementsMatch(t, codes, slices.Collect(maps.Keys(texts.Titles)), locale)
		require.ElementsMatch(t, codes, slices.Collect(maps.Keys(texts.Details)), locale)
	}
}

func TestUnknownCodeIsAnInternalError(t *testing.T) {
	p := catalog.NewProblem("no_such_code", "en", "")
	require.Equal(t, 500, p.Status)
	require.Equal(t, "internal_error", p.Code)
	require.Equal(t, "about:blank", p.Type)
}

func TestRecordEvent(t *testing.T) {
	rec := catalog.Record{ID: 7, Slug: "a", Name: "A", IsEnded: true,
		Location: &catalog.Place{City: "Recife"}}
	e := rec.Event("", "https://palco.example/eventos/a")
	require.True(t, e.IsClosed, "an event that has ended is closed")
	require.Nil(t, e.Description)
	require.Equal(t, "Recife", *e.Location.City)
	require.Nil(t, e.Location.Name)
	b, err := json.Marshal(e)
	require.NoError(t, err)
	require.JSONEq(t, `{"id":7,"slug":"a","name":"A","description":null,"status":null,
		"starts_at":null,"ends_at":null,"timezone":null,
		"is_online":false,"is_closed":true,"url":"https://palco.example/eventos/a",
		"images":{"banner":null,"thumbnail":null},
		"location":{"name":null,"city":"Recife","state":null,"state_abbr":null,
		"formatted_address":null,"latitude":null,"longitude":null},"producer":null}`, string(b))
}

func TestTicketTotal(t *testing.T) {
	n := func(v int64) *int64 { return &v }
	total, ok := catalog.Ticket{Price: n(12000), Fee: n(1800)}.Total()
	require.True(t, ok)
	require.EqualValues(t, 13800, total)
	total, ok = catalog.Ticket{Price: n(12000)}.Total()
	require.True(t, ok, "no fee is charged on top")
	require.EqualValues(t, 12000, total)
	_, ok = catalog.Ticket{Fee: n(1800)}.Total()
	require.False(t, ok, "a fee alone is no total")
}

func ptr(s string) *string { return &s }

func full() catalog.Event {
	return catalog.Event{
		ID: 42, Slug: "show-na-praca", Name: "Show na Praça <ao vivo> & \"a cores\"\u2028",
		Description: ptr("<p>Olá,\tmundo\n</p>"), Status: ptr("ativo"),
		StartsAt: ptr("2027-03-05T20:00:00-03:00"), EndsAt: ptr("2027-03-05T23:00:00-03:00"),
		Timezone: ptr("America/Recife"),
		IsOnline: true, IsClosed: true, URL: "https://palco.example/eventos/show-na-praca",
		Images: catalog.Images{Banner: ptr("https://img.example/b.jpg"),
			Thumbnail: ptr("https://img.example/t.jpg")},
		Location: &catalog.Location{Name: ptr("Praça"), City: ptr("Recife"),
			State: ptr("Pernambuco"), StateAbbr: ptr("PE"), FormattedAddress: ptr("Rua A, 10"),
			Latitude: ptr("-8.05"), Longitude: ptr("-34.9")},
		Producer: &catalog.Producer{Name: "Samba & Cia", Slug: "samba-cia"},
	}
}

func TestViewsDropOneMemberEach(t *testing.T) {
	e := full()
	var list, detail map[string]any
	require.NoError(t, json.Unmarshal(e.AppendListItem(nil), &list))
	require.NoError(t, json.Unmarshal(e.AppendDetail(nil), &detail))
	require.Equal(t, "ativo", list["status"])
	require.Nil(t, list["producer"])
	require.Nil(t, detail["status"])
	require.Equal(t, map[string]any{"name": "Samba & Cia", "slug": "samba-cia"}, detail["producer"])
	require.Len(t, list, 14, "the field list of version 1 is closed")
	for _, member := range []string{"price", "tickets", "fee"} {
		require.NotContains(t, string(e.AppendDetail(nil)), `"`+member+`"`)
	}
}

// The card of a server refuses names of another form and longer texts.
func TestMCPServerFitsItsCard(t *testing.T) {
	form := regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`)
	for _, tc := range []struct{ name, site, want string }{
		{"host", "https://ingressos.example", "example.ingressos/events"},
		{"port", "http://palco.localhost:8080", "localhost.palco/events"},
		{"capitals and a dot", "https://A.Example.", "Example.A/events"},
		{"IPv4", "http://127.0.0.1:8080", "127.0.0.1/events"},
		{"IPv6", "http://[::1]:8080", "localhost.key/events"},
		{"no address", "", "localhost.key/events"},
		{"long host", "https://" + strings.Repeat("a.", 120) + "example", "localhost.key/events"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, locale := range i18n.Names() {
				s := catalog.NewMCPServer("key", strings.Repeat("Ã", 120), locale, tc.site)
				require.Equal(t, tc.want, s.Name)
				require.Regexp(t, form, s.Name)
				require.LessOrEqual(t, len(s.Name), 200)
				require.Equal(t, 100, utf8.RuneCountInString(s.Title))
				require.LessOrEqual(t, utf8.RuneCountInString(s.Description), 100)
			}
		})
	}
	require.Equal(t, "Palco: eventos", catalog.NewMCPServer("palco", "Palco", "pt-BR",
		"https://x.example").Title)
}
