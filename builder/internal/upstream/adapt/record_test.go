package adapt_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// TestUsualRecord: forms of times, states and places in members of JSON, as the record has them
// after its check.
func TestUsualRecord(t *testing.T) {
	for _, tt := range rowstest.Read[[][2]string](t, "testdata/usual-record.yaml") {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"name": "A", `+tt[0]+`}`), &object))
		got := "hidden"
		record := adapt.UsualRecord(object, "pt-BR")
		if rec := validate.New(validate.Config{Locale: "pt-BR"}).Gate(record, "",
			nil).Record; rec != nil {
			got = fmt.Sprint(rec.Starts, " ", rec.Ends)
			if rec.State != "" {
				got += " " + string(rec.State)
			}
			if rec.DoorsAt.Known() {
				got += " doors " + rec.DoorsAt.String()
			}
			if rec.SalesAt.Known() {
				got += " sales " + rec.SalesAt.String()
			}
			if n := len(rec.Sessions.All); n > 0 {
				got += fmt.Sprint(" sessions ", n)
			}
			for _, part := range [][2]string{{" age ", string(rec.Ages)},
				{" lasts ", string(rec.Duration)}, {" access ", string(rec.Access)}} {
				if part[1] != "" {
					got += part[0] + part[1]
				}
			}
			if rec.IsOnline {
				got += " online"
			}
		}
		require.Equal(t, tt[1], got, tt[0])
	}
}

// TestAddressAsID: the address of an event is its id; another text in its place is not, since
// several events have it.
func TestAddressAsID(t *testing.T) {
	for text, is := range map[string]bool{"https://a.example/1": true, "/events/1": true,
		"www.a.example/1": true, "a.example": true, "free": false, "sold out": false, "£3": false,
		"n/a": false, "12.50": false, "at a.example or the door": false} {
		record := adapt.UsualRecord(map[string]any{"name": "A", "tickets": text}, "en")
		require.Equal(t, is, record["id"] == text, text)
	}
}

// TestMembers: members by any name, in any nesting.
func TestMembers(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, Locale, Item, Want string }](t,
		"testdata/members.yaml") {
		var item map[string]any
		require.NoError(t, json.Unmarshal([]byte(tt.Item), &item), tt.Name)
		got, err := json.Marshal(adapt.Members(item, tt.Locale))
		require.NoError(t, err)
		require.JSONEq(t, tt.Want, string(got), tt.Name)
	}
}

// TestUnused: a member is used when its value reaches a record in any form, or the record has the
// member that its name means.
func TestUnused(t *testing.T) {
	const record = `{"id": 7, "name": "Roda de choro", "starts_at": "2027-02-01T20:00:00",
		"description": "Choro na praça", "location": {"name": "Casa do Povo"}}`
	rec := &catalog.Record{Starts: catalog.ParseMoment("2027-02-01T20:00:00")}
	for item, want := range map[string]string{
		`{"titel": "RODA DE CHORO", "n": 7, "x": null, "b": true, "e": " "}`:                    "",
		`{"a": "01/02/2027", "b": "2027-02-01 20h", "c": 1801512000, "d": "20:00", "e": "20h"}`: "",
		`{"venue": "?", "line": 3, "record": {"z": "y"}, "html": "<p>Choro na praça</p>"}`:      "",
		`{"event": {"EXDATE": [{"value": "20270208T200000"}], "RRULE": [{"value": "FREQ=WEEKLY"}]},
			"priceCurrency": "EUR", "remark": "<p>x</p>"}`: `.remark "<p>x</p>"`,
		`{"x": "abc", "Preço": "R$ 40,00", "hall": "Sala 2", "abre": "19h30", "fee": "20.00",
			"o_dia": "2027-03-01", "inner": [{"ref_id": "q1"}, {"ref_id": "q2"}]}`: `.["Preço"] "R$ 40,00"
.abre "19h30"
.fee "20.00"
.hall "Sala 2"
.inner[].ref_id "q1"
.o_dia "2027-03-01"
.x "abc"`,
	} {
		var v, r any
		require.NoError(t, json.Unmarshal([]byte(item), &v))
		require.NoError(t, json.Unmarshal([]byte(record), &r))
		var m adapt.Unused
		m.Add(v, []any{r}, []*catalog.Record{rec})
		m.Add(map[string]any{}, []any{r}, nil)
		var got []string
		for _, u := range m.Members() {
			got = append(got, u.Path+" "+u.Example)
		}
		require.Equal(t, want, strings.Join(got, "\n"), item)
	}
}

// TestStartsAndEnds: a list of as many ends as starts gives each date its end; another list none.
func TestStartsAndEnds(t *testing.T) {
	starts := []any{"2027-02-13T20:00", "2027-02-20T20:00"}
	session := func(start string, end any) any {
		at := map[string]any{"starts_at": start}
		adapt.Put(at, "ends_at", end)
		return at
	}
	for _, tt := range []struct {
		ends  []any
		first any
	}{
		{[]any{"2027-02-13T22:00", "2027-02-20T23:00"}, "2027-02-13T22:00"},
		{[]any{"2027-02-20T23:00"}, nil},
	} {
		record := adapt.UsualRecord(map[string]any{"name": "A", "starts": starts,
			"ends": tt.ends}, "en")
		last := any("2027-02-20T23:00")
		if require.Equal(t, last, record["ends_at"]); tt.first == nil {
			last = nil
		}
		require.Equal(t, []any{session("2027-02-13T20:00", tt.first),
			session("2027-02-20T20:00", last)}, record["sessions"])
	}
}

// TestPictures: of several files the first that no media type calls something else.
func TestPictures(t *testing.T) {
	for in, want := range rowstest.Read[map[string]string](t, "testdata/pictures.yaml") {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"name": "A", "image": `+in+`}`), &object))
		images, _ := adapt.UsualRecord(object, "")["images"].(map[string]any)
		require.Equal(t, want, adapt.Scalar(images["banner"]), in)
	}
}
