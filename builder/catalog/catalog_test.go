package catalog_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

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
