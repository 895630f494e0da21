package validate_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"

	"github.com/stretchr/testify/require"
)

var now = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)

func mustZone(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	require.NoError(t, err)
	return zone
}

// paulista returns the Checker of a brand in São Paulo.
func paulista(t testing.TB) *validate.Checker {
	t.Helper()
	return validate.New(validate.Config{
		Zone: mustZone(t, "America/Sao_Paulo"), ZoneName: "America/Sao_Paulo", Currency: "BRL",
		BuyURL: "https://tickets.example/{slug}?id={id}", Now: now,
	})
}

// with returns the smallest good record and the members given.
func with(members map[string]any) map[string]any {
	raw := map[string]any{"id": 7, "slug": "show", "name": "Show"}
	for k, v := range members {
		raw[k] = v
	}
	return raw
}

// mustCheck checks a record that must be kept.
func mustCheck(t testing.TB, raw any) (*catalog.Record, []string) {
	t.Helper()
	rec, _, findings := paulista(t).Check(raw, "item 1")
	require.NotNil(t, rec, "%v", findings)
	return rec, reasons(findings)
}

func reasons(findings []validate.Finding) []string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Reason)
	}
	return out
}

func TestFullRecord(t *testing.T) {
	var raw any
	require.NoError(t, json.Unmarshal([]byte(`{
		"id": 42, "slug": "evinha-2026", "name": "  Evinha\n– Cartão  Postal ",
		"description": " <p>Oi</p>\r\n",
		"description_format": "html", "status": "ativo", "is_online": true, "is_closed": true,
		"starts_at": "2026-05-23T21:00:00-03:00", "ends_at": "2026-05-23 22:30",
		"timezone": "America/Manaus",
		"images": {"banner": "https://img.example/a b.jpg", "thumbnail": null},
		"location": {"name": "Theatro", "city": "Manaus", "state": "Amazonas", "state_abbr": null,
			"formatted_address": "Rua 1,\n10", "latitude": -3.10, "longitude": "-60.02"},
		"producer": {"name": "Secretaria de Cultura"},
		"buy_url": "HTTPS://Tickets.Example/Evinha",
		"cfp_url": "https://cfp.example/evinha", "cfp_until": "2026-03-01",
		"tickets": [{"name": "Inteira", "price": 12000, "fee": 1800, "currency": "brl"},
		{"name": "Meia", "available": false}],
		"updated_at": "2026-05-01T00:00:00Z"}`), &raw))
	rec, found := mustCheck(t, raw)
	require.Empty(t, found)
	price, fee := int64(12000), int64(1800)
	require.Equal(t, "2026-05-23T20:00:00-04:00", rec.Starts.String(), "shown in the record's zone")
	require.Equal(t, "2026-05-23T22:30:00-04:00", rec.Ends.String(), "read in the record's zone")
	require.True(t, rec.UpdatedAt.Equal(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)))
	require.True(t, rec.Over.Equal(rec.Ends.Time))
	rec.Starts, rec.Ends, rec.UpdatedAt, rec.Over = catalog.Moment{}, catalog.Moment{},
		time.Time{}, time.Time{}
	require.Equal(t, &catalog.Record{
		ID: 42, Slug: "evinha-2026", Name: "Evinha – Cartão Postal", Description: "<p>Oi</p>",
		Format: "html",
		Status: "ativo", Timezone: "America/Manaus", IsOnline: true, IsClosed: true,
		Banner: "https://img.example/a%20b.jpg",
		Location: &catalog.Place{Name: "Theatro", City: "Manaus", State: "Amazonas",
			StateAbbr: "AM",
			Address:   "Rua 1, 10", Latitude: "-3.1", Longitude: "-60.02", Country: "BR"},
		Producer: &catalog.Producer{Name: "Secretaria de Cultura", Slug: "secretaria-de-cultura"},
		BuyURL:   "https://tickets.example/Evinha",
		Extra: catalog.Extra{CallURL: "https://cfp.example/evinha", CallUntil: catalog.Moment{
			Precision: catalog.Day, Time: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}},
		Tickets: []catalog.Ticket{
			{Name: "Inteira", Price: &price, Fee: &fee, Currency: "BRL", Available: true},
			{Name: "Meia", Currency: "BRL"},
		},
	}, rec)
}

func TestDropped(t *testing.T) {
	for _, tt := range []struct {
		name   string
		raw    any
		reason string
	}{
		{"null", nil, validate.NotAnObject},
		{"text", "event", validate.NotAnObject},
		{"list", []any{}, validate.NotAnObject},
		{"no name", map[string]any{"id": 1}, validate.MissingName},
		{"null name", with(map[string]any{"name": nil}), validate.MissingName},
		{"blank name", with(map[string]any{"name": " \t\u00a0"}), validate.MissingName},
		{"invisible name", with(map[string]any{"name": "\u200b\u202e\u2060"}),
			validate.MissingName},
		{"name is a number", with(map[string]any{"name": 1984}), validate.MissingName},
		{"name is an object", with(map[string]any{"name": map[string]any{"pt": "x"}}),
			validate.MissingName},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, _, findings := paulista(t).Check(tt.raw, "page 2, item 9")
			require.Nil(t, rec)
			last := findings[len(findings)-1]
			require.Equal(t, validate.Dropped, last.Kind)
			require.Equal(t, tt.reason, last.Reason)
			require.Equal(t, "page 2, item 9", last.Position)
		})
	}
}

// Each optional member of a wrong type is left out, reported once, and nothing
// else of the record changes (row B10 of the fault list).
func TestWrongTypesAreLeftOut(t *testing.T) {
	clean, found := mustCheck(t, with(nil))
	require.Empty(t, found)
	wrong := []any{true, 1.5, "text", []any{1}, map[string]any{}}
	accepts := map[string]string{
		"description": "string", "description_format": "string",
		"status":    "string number list object",
		"is_online": "bool", "is_closed": "bool list number string",
		"starts_at": "string number", "ends_at": "string number", "updated_at": "string number",
		"timezone": "string",
		"images":   "object", "location": "object", "producer": "object", "buy_url": "string",
		"cfp_url": "string", "cfp_until": "string number", "doors_at": "string number",
		"age": "string", "duration": "string", "access": "list",
		"tickets": "list",
	}
	for member, types := range accepts {
		for _, v := range wrong {
			kind := map[reflect.Kind]string{reflect.Bool: "bool", reflect.Float64: "number",
				reflect.String: "string",
				reflect.Slice:  "list", reflect.Map: "object"}[reflect.TypeOf(v).Kind()]
			if strings.Contains(types, kind) {
				continue
			}
			rec, found := mustCheck(t, with(map[string]any{member: v}))
			require.Equal(t, []string{validate.WrongType}, found, "%s = %v", member, v)
			require.Equal(t, clean, rec, "%s = %v", member, v)
		}
	}
}

func TestUnknownMembersLeaveNoByte(t *testing.T) {
	const secret = "internal-cost-price"
	raw := with(map[string]any{
		"supplier": secret, "__proto__": secret, "price": secret,
		"location": map[string]any{"city": "Recife", "zip": secret},
		"producer": map[string]any{"name": "Casa", "tax_id": secret},
		"images":   map[string]any{"square": secret},
		"tickets": []any{map[string]any{"name": "A", "cost": secret},
			map[string]any{"name": "B", "cost": secret}},
	})
	rec, _, findings := paulista(t).Check(raw, "1")
	require.NotContains(t, string(validate.AppendRecord(nil, rec)), secret)
	var tally validate.Tally
	for range 3 {
		tally.Add(findings...)
	}
	var names []string
	for _, f := range tally.Findings() {
		require.Equal(t, validate.Ignored, f.Kind)
		require.NotContains(t, f.Detail, secret)
		names = append(names, f.Detail)
	}
	require.Equal(t, []string{`"__proto__"`, `"price"`, `"supplier"`, `images."square"`,
		`location."zip"`,
		`producer."tax_id"`, `tickets."cost"`}, names, "once per member, not per record")
	require.Equal(t, 7, tally.Total(validate.Ignored))
}

func TestID(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, tt := range []struct {
		name string
		id   any
		want int64 // 0 for a hash
	}{
		{"int", 5, 5},
		{"int64", int64(1)<<53 - 1, 1<<53 - 1},
		{"beyond 53 bits", 1 << 53, 0},
		{"least", -1 << 63, 0},
		{"float", 5.0, 5},
		{"big", big.NewInt(5), 5},
		{"digits", "5", 5},
		{"negative", -5, -5},
		{"uuid", "8f14e45f-ceea-467f-a9e6-1c8a0b6f6a11", 0},
		{"leading zeros", "005", 0},
		{"too large", huge, 0},
		{"too large as text", huge.String(), 0},
		{"fraction", 5.5, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"id": tt.id}))
			require.Empty(t, found)
			if tt.want != 0 {
				require.Equal(t, tt.want, rec.ID)
				return
			}
			require.Positive(t, rec.ID)
			require.Less(t, rec.ID, int64(1)<<53)
			again, _ := mustCheck(t,
				with(map[string]any{"id": tt.id, "name": "Other", "slug": "other"}))
			require.Equal(t, rec.ID, again.ID, "the id alone decides")
		})
	}
	text, _ := mustCheck(t, with(map[string]any{"id": huge.String()}))
	number, _ := mustCheck(t, with(map[string]any{"id": huge}))
	require.Equal(t, text.ID, number.ID)
	// The documented hash: 53 bits of SHA-256 of "id", NUL, text. Changing it
	// changes the ids of published events.
	uuid, _ := mustCheck(t, with(map[string]any{"id": "8f14e45f"}))
	require.EqualValues(t, 8912529182973559, uuid.ID)
}

// TestZeroID: 0 is an id like any other, as a number and as text.
func TestZeroID(t *testing.T) {
	for _, id := range []any{0, int64(0), 0.0, "0"} {
		rec, found := mustCheck(t, map[string]any{"name": "B", "slug": "a-1", "id": id})
		require.Empty(t, found, "%T", id)
		require.Zero(t, rec.ID, "%T", id)
	}
}

func TestMissingID(t *testing.T) {
	bySlug, found := mustCheck(t, map[string]any{"name": "A", "slug": "a-1"})
	require.Equal(t, []string{validate.MissingID}, found)
	renamed, _ := mustCheck(t, map[string]any{"name": "B", "slug": "a-1", "id": "  "})
	require.Equal(t, bySlug.ID, renamed.ID)

	byName, _ := mustCheck(t, map[string]any{"name": "A", "starts_at": "2026-01-01"})
	same, _ := mustCheck(t, map[string]any{"name": " A ", "starts_at": "01/01/2026"})
	require.Equal(t, byName.ID, same.ID)
	later, _ := mustCheck(t, map[string]any{"name": "A", "starts_at": "2026-01-02"})
	require.NotEqual(t, byName.ID, later.ID)
	elsewhere, _ := mustCheck(t, map[string]any{"name": "A", "starts_at": "2026-01-01",
		"location": map[string]any{"city": "Natal"}})
	require.NotEqual(t, byName.ID, elsewhere.ID)
}

func TestSlugs(t *testing.T) {
	long := strings.Repeat("palavra-", 40)
	for _, tt := range []struct{ name, given, title, want string }{
		{"good", "evinha-2026", "x", "evinha-2026"},
		{"from name", "", "Água d'Oeste & Cia. – 10º ano", "agua-doeste-cia-10o-ano"},
		{"spaces and brackets", "dj a_b (3)", "x", "dj-a-b-3"},
		{"capitals", "Show", "x", "show"},
		{"dots", "..", "Nome", "nome"},
		{"encoded dots", "%2e%2e", "x", "2e-2e"},
		{"slash", "../../etc/passwd", "x", "etc-passwd"},
		{"nul", "a\x00b", "x", "a-b"},
		{"emoji only", "🎉", "🎉", "evento-7"},
		{"other script", "", "東京", "evento-7"},
		{"index.html", "index.html", "x", "index-html"},
		{"calendar", "calendar.ics", "x", "calendar-ics"},
		{"twin", "show.md", "x", "show-md"},
		{"device", "con", "x", "con"},
		{"trailing dot", "show.", "x", "show"},
		{"double hyphen", "a--b", "x", "a-b"},
		{"too long", long, "x", strings.Repeat("palavra-", 24) + "palavra"},
		{"one long word", strings.Repeat("a", 4096), "x", strings.Repeat("a", 200)},
		{"line end", "a\r\nSet-Cookie: b", "x", "a-set-cookie-b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, _ := mustCheck(t, map[string]any{"id": 7, "slug": tt.given, "name": tt.title})
			require.Equal(t, tt.want, rec.Slug)
			require.Regexp(t, `^[a-z0-9]+(-[a-z0-9]+)*$`, rec.Slug)
			require.LessOrEqual(t, len(rec.Slug), 200)
		})
	}
}

func TestAssign(t *testing.T) {
	c := paulista(t)
	rec, _, _ := c.Check(with(nil), "1")
	require.Empty(t, rec.BuyURL)
	c.Assign(rec, "show-7")
	require.Equal(t, "show-7", rec.Slug)
	require.Equal(t, "https://tickets.example/show-7?id=7", rec.BuyURL)
	rec, _, _ = c.Check(with(map[string]any{"buy_url": "https://a.example/"}), "1")
	c.Assign(rec, "show-7")
	require.Equal(t, "https://a.example/", rec.BuyURL)
}

func TestText(t *testing.T) {
	rec, found := mustCheck(t, with(map[string]any{"name": strings.Repeat("palavra ", 100)}))
	require.Equal(t, []string{validate.TooLong}, found)
	require.Equal(t, strings.TrimSpace(strings.Repeat("palavra ", 37)), rec.Name, "cut at a word")

	rec, found = mustCheck(t, with(map[string]any{"description": strings.Repeat("é", 200<<10)}))
	require.Equal(t, []string{validate.TooLong}, found)
	require.Len(t, rec.Description, 256<<10)

	rec, found = mustCheck(t, with(map[string]any{"description": "x", "description_format": "rtf"}))
	require.Equal(t, []string{validate.BadFormat}, found)
	require.Equal(t, "html", rec.Format)

	rec, _ = mustCheck(t, with(map[string]any{"name": "a\xffb\u202ec\x1b[31m"}))
	require.Equal(t, "a\uFFFDbc[31m", rec.Name)
}

// What a report shows of a hostile value is short and one line.
func TestFindingsQuoteSafely(t *testing.T) {
	_, _, findings := paulista(t).Check(with(map[string]any{
		"starts_at": "\x1b[2J\r\nlevel=error\u202e" + strings.Repeat("é", 500),
	}), "1")
	require.Len(t, findings, 1)
	require.Less(t, len(findings[0].Detail), 200)
	for _, r := range findings[0].Detail {
		require.False(t, r < ' ' || r == '\u202e' || r == '\uFFFD', "%q", findings[0].Detail)
	}
	require.EqualValues(t, 7, findings[0].ID)
	require.Equal(t, "show", findings[0].Slug)
}

func TestEnded(t *testing.T) {
	for _, tt := range []struct {
		name  string
		raw   map[string]any
		ended bool
	}{
		{"no date", nil, false},
		{"end passed", map[string]any{"starts_at": "2026-05-19T10:00:00Z",
			"ends_at": "2026-05-20T11:00:00Z"}, true},
		{"running", map[string]any{"starts_at": "2026-05-19T10:00:00Z",
			"ends_at": "2026-05-20T13:00:00Z"}, false},
		{"start passed, no end", map[string]any{"starts_at": "2026-05-20T11:59:00Z"}, false},
		{"start passed, no end, its next morning",
			map[string]any{"starts_at": "2026-05-19T23:00", "timezone": "America/Noronha"}, true},
		{"the same, further west", map[string]any{"starts_at": "2026-05-19T23:00",
			"timezone": "America/Los_Angeles"}, false},
		{"start to come", map[string]any{"starts_at": "2026-05-20T12:01:00Z"}, false},
		{"today", map[string]any{"starts_at": "2026-05-20"}, false},
		{"day before yesterday", map[string]any{"starts_at": "2026-05-18"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, _ := mustCheck(t, with(tt.raw))
			require.Equal(t, tt.ended, rec.IsEnded)
		})
	}
}
