package build_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// oddMap fails on the items whose name is Odd.
const oddMap = `if .name == "Odd" then error("odd") else . end`

// named is a catalogue of n events, of which the last odd ones have the name Odd.
func named(n, odd int) string {
	list := make([]string, n)
	for i := range list {
		name := fmt.Sprint("Evento ", i+1)
		if i >= n-odd {
			name = "Odd"
		}
		list[i] = fmt.Sprintf(`{"id": %d, "name": %q}`, i+1, name)
	}
	return array(list...)
}

// TestB11OddItem: one of 59 items that cannot be mapped costs that event, with or
// without memory of the others, and says where, what and why.
func TestB11OddItem(t *testing.T) {
	s := newShop(t, named(59, 1))
	s.yaml("source: {kind: file, path: catalogue.json, map: map.jq}\n")
	s.write("map.jq", oddMap)
	out := s.mustPublish()
	require.Equal(t, 58, out.Report.Published)
	require.Equal(t, 1, out.Report.Failed)
	require.Equal(t, 1, out.Report.Dropped)
	require.Contains(t, out.Report.Summary(), ", 1 dropped, 0 repaired, 1 items not mapped;")
	failed := validate.Finding{
		Kind: "dropped", Reason: "not_mapped", Position: "catalogue.json, item 59",
		Detail: `jq: map.jq: error: odd, for {"id":59,"name":"Odd"}`,
	}
	require.Equal(t, []validate.Finding{failed}, out.Report.Findings)

	s.write("catalogue.json", strings.Replace(named(59, 1), "Evento 7", "Evento sete", 1))
	out = s.mustPublish()
	require.Equal(t, 57, out.Known, "the failed item is none that is known")
	require.Equal(t, []validate.Finding{failed}, out.Report.Findings, "it is tried again")
	s.sameAsCold(out)

	s.write("catalogue.json", named(59, 0))
	require.Equal(t, 59, s.mustPublish().Report.Published)

	live := s.live().ID()
	s.write("catalogue.json", named(59, 2))
	out = s.build()
	require.ErrorIs(t, out.Err, upstream.ErrMap)
	require.ErrorContains(t, out.Err,
		"catalogue.json, item 58: jq: map.jq: error: odd; 2 of 59 items cannot be mapped, and "+
			"guards.max_failed allows 1")
	require.Equal(t, live, s.live().ID())

	s.yaml("source: {kind: file, path: catalogue.json, map: map.jq}\nguards: {max_failed: 0.05}\n")
	require.Equal(t, 57, s.mustPublish().Report.Published)
	s.yaml("source: {kind: file, path: catalogue.json, map: map.jq}\nguards: {max_failed: 0}\n")
	s.write("catalogue.json", named(59, 1))
	require.ErrorContains(t, s.build().Err, "catalogue.json, item 59: jq: map.jq: error: odd")
}

// TestLongTextIsTold: what was cut before the map stays in the report of builds that
// know the item.
func TestLongTextIsTold(t *testing.T) {
	long := fmt.Sprintf(`{"id": 2, "name": "Longo", "description_format": "text", "description": `+
		`"%s"}`, strings.Repeat("palavra ", 40_000))
	s := newShop(t, array(`{"id": 1, "name": "Um"}`, long))
	s.yaml("source: {kind: file, path: catalogue.json, map: map.jq}\n")
	s.write("map.jq", "map_values(.)")
	want := []validate.Finding{{
		Kind: "repaired", Reason: "too_long", Position: "catalogue.json, item 2", ID: 2,
		Slug:   "longo",
		Detail: ".description of the item has 320000 bytes: the map saw the first 262144",
	}}
	require.Equal(t, want, s.mustPublish().Report.Findings)
	s.write("catalogue.json", array(`{"id": 1, "name": "Dois"}`, long))
	out := s.mustPublish()
	require.Equal(t, 1, out.Known)
	require.Equal(t, want, out.Report.Findings)
}
