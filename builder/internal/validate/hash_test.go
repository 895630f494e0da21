package validate

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

// Every member of a record but what a build sets itself must change the hash: a member that is
// forgotten would keep an old page alive. Reflection finds new members.
func TestHashCoversEveryMember(t *testing.T) {
	price, fee := int64(1), int64(2)
	build := func() *catalog.Record {
		return &catalog.Record{
			Starts: catalog.Moment{Precision: catalog.Day, Time: time.Unix(1e9, 0).UTC()},
			Ends:   catalog.Moment{Precision: catalog.Instant, Time: time.Unix(2e9, 0).UTC()},

			PreviousStarts: catalog.Moment{Precision: catalog.Instant,
				Time: time.Unix(3e9, 0).UTC()},
			Location: &catalog.Place{}, Producer: &catalog.Producer{},
			Tickets: []catalog.Ticket{{Price: &price, Fee: &fee}}, Tags: []string{""},
			Extra:    catalog.Extra{Sessions: catalog.Sessions{All: []catalog.Session{{}}}},
			Pageless: []string{""},
		}
	}
	base := Hash(build())
	require.Equal(t, base, Hash(build()))
	var visit func(path string, get func(*catalog.Record) reflect.Value)
	visit = func(path string, get func(*catalog.Record) reflect.Value) {
		v := get(build())
		switch {
		case v.Type() == reflect.TypeFor[time.Time](), v.Kind() == reflect.String,
			v.Kind() == reflect.Bool,
			v.Kind() == reflect.Int64, v.Kind() == reflect.Uint8:
			rec := build()
			change(get(rec))
			if path == "ReadAt" || path == "Revised" || path == "Sequence" ||
				path == "Pageless" || strings.HasSuffix(path, "Passed") {
				require.Equal(t, base, Hash(rec))
			} else {
				require.NotEqual(t, base, Hash(rec), path)
			}
		case v.Kind() == reflect.Pointer:
			rec := build()
			get(rec).SetZero()
			require.NotEqual(t, base, Hash(rec), path)
			visit(path, func(r *catalog.Record) reflect.Value {
				p := get(r)
				fresh := reflect.New(p.Type().Elem()) // amounts are shared between builds
				fresh.Elem().Set(p.Elem())
				p.Set(fresh)
				return fresh.Elem()
			})
		case v.Kind() == reflect.Slice:
			visit(path, func(r *catalog.Record) reflect.Value { return get(r).Index(0) })
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				name := v.Type().Field(i).Name
				if path != "" {
					name = path + "." + name
				}
				visit(name, func(r *catalog.Record) reflect.Value { return get(r).Field(i) })
			}
		default:
			t.Fatalf("%s: no rule for %s", path, v.Type())
		}
	}
	visit("", func(r *catalog.Record) reflect.Value { return reflect.ValueOf(r).Elem() })
}

func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("changed")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8:
		v.SetUint(uint64(catalog.Local))
	default:
		v.Set(reflect.ValueOf(v.Interface().(time.Time).Add(48 * time.Hour)))
	}
}

// TestHashStays: other bytes would count every event of every brand as revised.
func TestHashStays(t *testing.T) {
	rec := &catalog.Record{}
	n := 0
	fill(reflect.ValueOf(rec).Elem(), &n)
	// Later than the digest: a record without them has the same bytes.
	rec.Extra, rec.CallIsOpen, rec.Closes = catalog.Extra{}, false, time.Time{}
	require.Equal(t, "06712b5aa3337c10bfeeaa348322f7a0", fmt.Sprintf("%x", Hash(rec)))
}

// Members must not run into one another.
func TestHashKeepsMembersApart(t *testing.T) {
	x := &catalog.Record{Slug: "ab", Name: "c"}
	y := &catalog.Record{Slug: "a", Name: "bc"}
	require.NotEqual(t, Hash(x), Hash(y))
}

// TestFacts: what people plan by counts, what the seller or the clock changes does not.
func TestFacts(t *testing.T) {
	price := int64(1)
	build := func() *catalog.Record {
		return &catalog.Record{ID: 1, Name: "Samba", Status: "ativo",
			Location: &catalog.Place{Name: "Sala"}}
	}
	want := Facts(build())
	for name, change := range map[string]func(*catalog.Record){
		"name":        func(r *catalog.Record) { r.Name = "Choro" },
		"start":       func(r *catalog.Record) { r.Starts.Precision = catalog.Day },
		"venue":       func(r *catalog.Record) { r.Location.Name = "Casa" },
		"description": func(r *catalog.Record) { r.Description = "x" },
		"session": func(r *catalog.Record) {
			r.Sessions.Put(catalog.Session{Starts: catalog.ParseMoment("2027-02-01")})
		},
		"cancelled": func(r *catalog.Record) { r.State = catalog.Cancelled },
		"label that reads as cancelled": func(r *catalog.Record) {
			r.SaysCancelled, r.Status = true, "cancelado"
		},
	} {
		rec := build()
		change(rec)
		require.NotEqual(t, want, Facts(rec), name)
	}
	rec := build()
	rec.Tickets, rec.Banner, rec.Status = []catalog.Ticket{{Price: &price}}, "https://a/b", "novo"
	rec.IsClosed, rec.IsEnded, rec.IsStarted = true, true, true
	rec.ReadAt, rec.UpdatedAt, rec.Revised = time.Unix(1, 0), time.Unix(2, 0), time.Unix(3, 0)
	rec.Sequence, rec.Sessions.Passed = 4, 1
	require.Equal(t, want, Facts(rec))
}
