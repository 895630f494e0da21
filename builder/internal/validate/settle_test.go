package validate_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"cartaz/builder/internal/validate"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// placedKey is a key with the place of its record.
type placedKey struct {
	validate.Key
	pos string
}

func TestSettle(t *testing.T) {
	a, b := [16]byte{1}, [16]byte{2}
	for _, tt := range []struct {
		name  string
		keys  []validate.Key
		want  []string
		found []string
	}{
		{"nothing", nil, []string{}, nil},
		{"apart", []validate.Key{{ID: 2, Slug: "b"}, {ID: 1, Slug: "a"}}, []string{"b", "a"}, nil},
		{"lowest id wins", []validate.Key{{ID: 40, Slug: "x"}, {ID: 9, Slug: "x"}},
			[]string{"x-14", "x"}, []string{validate.SlugClash}},
		{"the given slug wins", []validate.Key{{ID: 9, Slug: "x"},
			{ID: 40, Slug: "x", Given: true}},
			[]string{"x-9", "x"}, []string{validate.SlugClash}},
		{"never the slug of another", []validate.Key{{ID: 1, Slug: "x"}, {ID: 2, Slug: "x"},
			{ID: 3, Slug: "x-2", Given: true}},
			[]string{"x", "x-2-2", "x-2"}, []string{validate.SlugClash}},
		{"same record twice", []validate.Key{{ID: 1, Slug: "x", Hash: a},
			{ID: 1, Slug: "x", Hash: a}},
			[]string{"", "x"}, []string{validate.DuplicateRecord}},
		{"the newer one wins", []validate.Key{{ID: 1, Slug: "x", Hash: a, Updated: 5},
			{ID: 1, Slug: "y", Hash: b, Updated: 6}},
			[]string{"", "y"}, []string{validate.DuplicateID}},
		{"then the hash", []validate.Key{{ID: 1, Slug: "y", Hash: b}, {ID: 1, Slug: "x", Hash: a}},
			[]string{"", "x"}, []string{validate.DuplicateID}},
		{"a dropped one holds no slug", []validate.Key{{ID: 1, Slug: "x", Hash: b},
			{ID: 1, Slug: "y", Hash: a}, {ID: 2, Slug: "x"}},
			[]string{"", "y", "x"}, []string{validate.DuplicateID}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			slugs, findings := validate.Settle(len(tt.keys),
				func(i int) *validate.Key { return &tt.keys[i] },
				func(i int) string { return fmt.Sprint(9 - i) })
			require.Equal(t, tt.want, slugs)
			require.Equal(t, tt.found, reasons(findings))
		})
	}
}

// Whatever the keys: slugs are valid and unique, one record of each id is kept,
// all others are reported, and the order of arrival changes nothing.
func TestSettleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) placedKey {
			return placedKey{Key: validate.Key{
				ID:      rapid.Int64Range(1, 40).Draw(t, "id"),
				Slug:    rapid.StringMatching(`[ab](-[12]){0,2}`).Draw(t, "slug"),
				Given:   rapid.Bool().Draw(t, "given"),
				Updated: rapid.Int64Range(0, 2).Draw(t, "updated"),
				Hash:    [16]byte{rapid.Byte().Draw(t, "hash")},
			}}
		}), 0, 30).Draw(t, "keys")
		for i := range keys {
			keys[i].pos = fmt.Sprint(i)
		}
		settle := func(keys []placedKey) ([]string, []validate.Finding) {
			return validate.Settle(len(keys), func(i int) *validate.Key { return &keys[i].Key },
				func(i int) string { return keys[i].pos })
		}
		settled, findings := settle(keys)
		slugs, ids, byPos := map[string]bool{}, map[int64]bool{}, map[string]string{}
		dropped := 0
		for i, slug := range settled {
			byPos[keys[i].pos] = slug
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
		for _, f := range findings {
			if f.Kind == validate.Dropped {
				reported++
			}
		}
		if reported != dropped {
			t.Fatalf("%d dropped, %d reported", dropped, reported)
		}
		shuffled := append([]placedKey(nil), keys...)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(shuffled),
			func(i, j int) {
				shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
			})
		again, found := settle(shuffled)
		for i, k := range shuffled {
			if again[i] != byPos[k.pos] {
				t.Fatalf("the order of arrival decides: %q and %q", again[i], byPos[k.pos])
			}
		}
		if !reflect.DeepEqual(findings, found) {
			t.Fatalf("the order of arrival changes the report")
		}
	})
}
