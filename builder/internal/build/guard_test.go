package build_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
)

// numbered are n plain records.
func numbered(n int) []string {
	records := make([]string, n)
	for i := range records {
		records[i] = fmt.Sprintf(`{"id":%d,"name":"Evento %d"}`, i+1, i+1)
	}
	return records
}

// TestB5ShrunkCatalogue: a catalogue that comes back empty or smaller than
// guards.max_shrink allows is held, and the release before stays; a fall that
// the guard allows is published.
func TestB5ShrunkCatalogue(t *testing.T) {
	t.Parallel()
	records := numbered(20)
	nameless := strings.Repeat(`{"id":1},`, 20)
	for _, test := range []struct {
		name, catalogue, guard string
		held                   error // nil when it is published
	}{
		{"nothing", "[]", "", upstream.ErrEmpty},
		{"an object without a list", `{"data":[]}`, "", upstream.ErrEmpty},
		{"5 %", array(records[:1]...), "", build.ErrHeld},
		{"one less than half", array(records[:9]...), "", build.ErrHeld},
		{"half", array(records[:10]...), "", nil},
		{"70 %", array(records[:14]...), "", nil},
		{"70 % where 20 % is allowed", array(records[:14]...), "guards: {max_shrink: 0.2}\n",
			build.ErrHeld},
		{"one less where nothing is allowed", array(records[:19]...), "guards: {max_shrink: 0}\n",
			build.ErrHeld},
		{"5 % where all is allowed", array(records[:1]...), "guards: {max_shrink: 1}\n", nil},
		{"none is good", "[" + strings.TrimSuffix(nameless, ",") + "]", "guards: {max_shrink: 1}\n",
			build.ErrHeld},
		{"half of it without names",
			array(append(records[:9:9], strings.TrimSuffix(nameless, ","))...), "", build.ErrHeld},
		{"one id for all", `[{"id":1,"name":"A"},{"id":1,"name":"B"},{"id":1,"name":"C"}]`, "",
			build.ErrHeld},
		{"other events, as many", strings.ReplaceAll(array(records...), `"id":`, `"id":7`),
			"guards: {max_shrink: 0}\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, array(records...))
			s.options.Export = false
			s.yaml(fileSource + test.guard)
			first := s.mustPublish()
			before := s.sealed()
			s.write("catalogue.json", test.catalogue)
			out := s.build()
			if test.held == nil {
				require.NoError(t, out.Err)
				require.True(t, out.Published)
				return
			}
			require.ErrorIs(t, out.Err, test.held)
			require.False(t, out.Published)
			require.Equal(t, first.Release, out.Release, "it says what stays live")
			require.Equal(t, before, s.sealed())
			s.requireClean()

			s.write("catalogue.json", array(records...))
			require.False(t, s.mustBuild().Published, "the source is back: nothing is new")
		})
	}
}

// TestB5AnotherCatalogue: as many events as before, but others: a staging system,
// or the token of another account. Events that are over may go, ids may be given
// anew, and slugs.
func TestB5AnotherCatalogue(t *testing.T) {
	t.Parallel()
	records := func(n, firstID int, slug, more string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`{"id":%d,"slug":"%s-%d","name":"Evento %d"%s}`, firstID+i, slug,
				i, i, more)
		}
		return array(list...)
	}
	const soon = `,"starts_at":"2026-11-21T20:00","ends_at":"2026-11-21T23:00"`
	for _, test := range []struct {
		name, before, after, guard string
		later                      time.Duration
		says                       string // "" when it is published
	}{
		{"others", records(20, 1, "a", soon), records(20, 101, "b", soon), "", 0,
			"of 20 events that were on sale and are not over 20 have gone (100 %"},
		{"others without a date", records(20, 1, "a", ""), records(30, 101, "b", ""), "",
			90 * 24 * time.Hour, "20 have gone (100 %"},
		{"others, which is allowed", records(20, 1, "a", soon), records(20, 101, "b", soon),
			"guards: {max_shrink: 1}\n", 0, ""},
		{"few", records(9, 1, "a", soon), records(9, 101, "b", soon), "", 0, ""},
		{"half of them", records(20, 1, "a", soon), array(numbered(10)...), /* ids 1 to 10 */
			"guards: {max_loss: {start: 1}}\n", 0, ""},
		{"new ids", records(20, 1, "a", soon), records(20, 101, "a", soon), "", 0, ""},
		{"new slugs", records(20, 1, "a", soon), records(20, 1, "b", soon), "", 0, ""},
		{"over meanwhile", records(20, 1, "a", soon), records(20, 101, "b", soon), "",
			72 * time.Hour, ""},
		{"begun meanwhile, without an end", records(20, 1, "a", `,"starts_at":"2026-11-21"`),
			records(20, 101, "b", soon), "", 72 * time.Hour, ""},
		{"closed before", records(20, 1, "a", soon+`,"is_closed":true`),
			records(20, 101, "b", soon), "", 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, test.before)
			s.options.Export = false
			s.yaml(fileSource + test.guard)
			s.mustPublish()
			sealed := s.sealed()
			s.write("catalogue.json", test.after)
			s.options.Now = s.options.Now.Add(test.later)
			if test.says == "" {
				s.mustPublish()
				return
			}
			out := s.build()
			require.ErrorIs(t, out.Err, build.ErrHeld)
			require.ErrorContains(t, out.Err, test.says)
			require.ErrorContains(t, out.Err,
				"is it the catalogue of somebody else? If that is true, build once with "+
					"--accept-shrink")
			require.Equal(t, sealed, s.sealed())
			s.options.AcceptShrink = true
			s.mustPublish()
		})
	}
}

// TestB5AcceptShrink: the operator's word for one build, but not for nothing.
func TestB5AcceptShrink(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(numbered(20)...))
	s.mustPublish()
	s.options.AcceptShrink = true
	s.write("catalogue.json", "[]")
	require.ErrorIs(t, s.build().Err, upstream.ErrEmpty)
	s.write("catalogue.json", `[{"id":1}]`)
	require.ErrorIs(t, s.build().Err, build.ErrHeld)
	s.write("catalogue.json", `[{"id":1,"name":"A"}]`)
	require.Equal(t, 1, s.mustPublish().Report.Published)
}

// TestB5PageOfManyMissing: a page that is lost makes no smaller catalogue.
func TestB5PageOfManyMissing(t *testing.T) {
	t.Parallel()
	source := newBackend(t)
	s := newShop(t, "")
	s.yaml("source: {kind: http, url: " + source.URL + "/events}\n")
	source.body(`{"data":` + array(numbered(20)...) + `,"meta":{"total":20}}`)
	s.mustPublish()
	before := s.sealed()
	source.body(`{"data":` + array(numbered(19)...) + `,"meta":{"total":20}}`)
	require.ErrorIs(t, s.build().Err, upstream.ErrIncomplete)
	require.Equal(t, before, s.sealed())
}
