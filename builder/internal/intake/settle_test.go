package intake_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSettle(t *testing.T) {
	a, b := [16]byte{1}, [16]byte{2}
	for _, tt := range []struct {
		name  string
		keys  []intake.Key
		want  []string
		found []string
	}{
		{"nothing", nil, []string{}, nil},
		{"apart", []intake.Key{{ID: 2, Slug: "b"}, {ID: 1, Slug: "a"}}, []string{"b", "a"}, nil},
		{"lowest id wins", []intake.Key{{ID: 40, Slug: "x"}, {ID: 9, Slug: "x"}}, []string{"x-14", "x"}, []string{intake.SlugClash}},
		{"the given slug wins", []intake.Key{{ID: 9, Slug: "x"}, {ID: 40, Slug: "x", Given: true}},
			[]string{"x-9", "x"}, []string{intake.SlugClash}},
		{"never the slug of another", []intake.Key{{ID: 1, Slug: "x"}, {ID: 2, Slug: "x"}, {ID: 3, Slug: "x-2", Given: true}},
			[]string{"x", "x-2-2", "x-2"}, []string{intake.SlugClash}},
		{"same record twice", []intake.Key{{ID: 1, Slug: "x", Hash: a, Pos: "2"}, {ID: 1, Slug: "x", Hash: a, Pos: "1"}},
			[]string{"", "x"}, []string{intake.DuplicateRecord}},
		{"the newer one wins", []intake.Key{{ID: 1, Slug: "x", Hash: a, Updated: 5}, {ID: 1, Slug: "y", Hash: b, Updated: 6}},
			[]string{"", "y"}, []string{intake.DuplicateID}},
		{"then the hash", []intake.Key{{ID: 1, Slug: "y", Hash: b}, {ID: 1, Slug: "x", Hash: a}},
			[]string{"", "x"}, []string{intake.DuplicateID}},
		{"a dropped one holds no slug", []intake.Key{{ID: 1, Slug: "x", Hash: b}, {ID: 1, Slug: "y", Hash: a}, {ID: 2, Slug: "x"}},
			[]string{"", "y", "x"}, []string{intake.DuplicateID}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := intake.Settle(tt.keys)
			require.Equal(t, tt.want, s.Slugs)
			require.Equal(t, tt.found, reasons(s.Findings))
		})
	}
}

// Whatever the keys: slugs are valid and unique, one record of each id is kept,
// all others are reported, and the order of arrival changes nothing.
func TestSettleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) intake.Key {
			return intake.Key{
				ID:      rapid.Int64Range(1, 40).Draw(t, "id"),
				Slug:    rapid.StringMatching(`[ab](-[12]){0,2}`).Draw(t, "slug"),
				Given:   rapid.Bool().Draw(t, "given"),
				Updated: rapid.Int64Range(0, 2).Draw(t, "updated"),
				Hash:    [16]byte{rapid.Byte().Draw(t, "hash")},
			}
		}), 0, 30).Draw(t, "keys")
		for i := range keys {
			keys[i].Pos = fmt.Sprint(i)
		}
		s := intake.Settle(keys)
		slugs, ids, byPos := map[string]bool{}, map[int64]bool{}, map[string]string{}
		dropped := 0
		for i, slug := range s.Slugs {
			byPos[keys[i].Pos] = slug
			if slug == "" {
				dropped++
				continue
			}
			if slugs[slug] || ids[keys[i].ID] {
				t.Fatalf("slug %q or id %d twice", slug, keys[i].ID)
			}
			slugs[slug], ids[keys[i].ID] = true, true
		}
		for _, k := range keys {
			if !ids[k.ID] {
				t.Fatalf("no record of id %d is left", k.ID)
			}
		}
		reported := 0
		for _, f := range s.Findings {
			if f.Kind == intake.Dropped {
				reported++
			}
		}
		if reported != dropped {
			t.Fatalf("%d dropped, %d reported", dropped, reported)
		}
		shuffled := append([]intake.Key(nil), keys...)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		again := intake.Settle(shuffled)
		for i, k := range shuffled {
			if again.Slugs[i] != byPos[k.Pos] {
				t.Fatalf("the order of arrival decides: %q and %q", again.Slugs[i], byPos[k.Pos])
			}
		}
		if !reflect.DeepEqual(s.Findings, again.Findings) {
			t.Fatalf("the order of arrival changes the report")
		}
	})
}

// Every member of a record but ReadAt must change the hash: a member that is
// forgotten would keep an old page alive. Reflection finds new members.
func TestHashCoversEveryMember(t *testing.T) {
	price, fee := int64(1), int64(2)
	build := func() *catalog.Record {
		return &catalog.Record{
			Starts:   catalog.Moment{Precision: catalog.Day, Time: time.Unix(1e9, 0).UTC()},
			Ends:     catalog.Moment{Precision: catalog.Instant, Time: time.Unix(2e9, 0).UTC()},
			Location: &catalog.Place{}, Producer: &catalog.Producer{},
			Tickets: []catalog.Ticket{{Price: &price, Fee: &fee}},
		}
	}
	base := intake.Hash(build())
	require.Equal(t, base, intake.Hash(build()))
	var visit func(path string, get func(*catalog.Record) reflect.Value)
	visit = func(path string, get func(*catalog.Record) reflect.Value) {
		v := get(build())
		switch {
		case v.Type() == reflect.TypeFor[time.Time](), v.Kind() == reflect.String, v.Kind() == reflect.Bool,
			v.Kind() == reflect.Int64, v.Kind() == reflect.Uint8:
			rec := build()
			change(get(rec))
			if path == "ReadAt" {
				require.Equal(t, base, intake.Hash(rec))
			} else {
				require.NotEqual(t, base, intake.Hash(rec), path)
			}
		case v.Kind() == reflect.Pointer:
			rec := build()
			get(rec).SetZero()
			require.NotEqual(t, base, intake.Hash(rec), path)
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

// Members must not run into one another.
func TestHashKeepsMembersApart(t *testing.T) {
	x := &catalog.Record{Slug: "ab", Name: "c"}
	y := &catalog.Record{Slug: "a", Name: "bc"}
	require.NotEqual(t, intake.Hash(x), intake.Hash(y))
}
