package brands_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
)

// TestReadEdits: each row is an edits.yaml and what is made of it: the members of its last entry
// as JSON, or the fault, with the line.
func TestReadEdits(t *testing.T) {
	t.Parallel()
	const entry = "- event: noite\n"
	for _, row := range []struct{ text, made, fault string }{
		{entry + "  name: Noite\n", `{"name":"Noite"}`, ""},
		{entry + "  name: null\n", `{"name":null}`, ""},
		{entry + "  name: ~\n", `{"name":null}`, ""},
		{entry + "  name: 1984\n", `{"name":1984}`, ""},
		{entry + "  name: '1984'\n", `{"name":"1984"}`, ""},
		{entry + "  starts_at: 2026-12-20\n", `{"starts_at":"2026-12-20"}`, ""},
		{entry + "  tickets:\n  - {available: no, price: 10}\n",
			`{"tickets":[{"available":"no","price":10}]}`, ""},
		{"- event: 8123\n  hide: yes\n", `{}`, ""},
		{"\uFEFF" + entry + "  hide: yes\n", `{}`, ""},
		{strings.ReplaceAll(entry+"  name: Noite\n", "\n", "\r\n"), `{"name":"Noite"}`, ""},
		{"[{\"event\": \"noite\", \"hide\": true}]", `{}`, ""},
		{"- event: 2027\n  hide: 'yes'\n", `{}`, ""},
		{"", "", ""}, {"# none\n\n  # now\n", "", ""}, {"\uFEFF# none\r\n", "", ""},

		{"---\n", "", "edits.yaml:2: must be a list, not nothing"},
		{"event: noite\nhide: yes\n", "", "edits.yaml:1: must be a list, not keys"},
		{"edits:\n- event: noite\n  hide: yes\n", "", "edits.yaml:1: must be a list, not keys"},
		{"- noite\n", "", "edits.yaml:1: [0]: must hold keys, not a single value"},
		{"- [noite]\n", "", "edits.yaml:1: [0]: must hold keys, not a list"},
		{"- hide: yes\n", "", "edits.yaml:1: [0].event: missing"},
		{entry, "", "edits.yaml:1: [0]: changes nothing"},
		{entry + "  note: look at this\n", "", "edits.yaml:1: [0]: changes nothing"},
		{entry + "  hide: no\n", "", "edits.yaml:1: [0]: changes nothing"},
		{entry + "  hide: maybe\n", "", `edits.yaml:2: [0].hide: "maybe" is neither yes nor no`},
		{entry + "  slug: festa\n", "", "edits.yaml:2: [0].slug: an event keeps its address"},
		{entry + "  id: 9\n", "", "edits.yaml:2: [0].id: an event keeps its address"},
		{entry + "  name: a\n  name: b\n", "", "edits.yaml:3: [0].name: already set"},
		{entry + "  name: null\n  name: b\n", "", "edits.yaml:3: [0].name: already set"},
		{entry + "  location: {city: a, city: b}\n", "",
			"edits.yaml:2: [0].location.city: already set"},
		{entry + "  event: festa\n  hide: yes\n", "", "edits.yaml:2: [0].event: already set"},
		{entry + "  description:\n", "", "edits.yaml:2: [0].description: has no value"},
		{entry + "  location: {city: }\n", "", "edits.yaml:2: [0].location.city: has no value"},
		{entry + "  location: {latitude: .nan}\n", "", "cannot be written as JSON"},
		{entry + "  tickets: [{price: 010}]\n", `{"tickets":[{"price":10}]}`, ""},
		{entry + "  tickets: [{price: 1_000}]\n", "", "cannot be written as JSON"},
		{entry + "  name: &a Noite\n", "", "edits.yaml:2: [0].name: anchors and aliases"},
		{"- &a\n  event: noite\n  hide: yes\n- *a\n", "", "anchors and aliases"},
		{entry + "  <<: {hide: yes}\n", `{"<<":{"hide":"yes"}}`, ""},
		{entry + "  ? [a]\n  : b\n", "", "edits.yaml:2: [0]: a key must be a plain word"},
		{entry + "\thide: yes\n", "", "edits.yaml:2: not readable as YAML"},
		{entry + "  hide: yes\n---\n" + entry, "", "edits.yaml:3: a second document starts here"},
		{"- event: Noite\n  hide: yes\n", "", "is neither an id nor a slug"},
		{"- event: /eventos/noite\n  hide: yes\n", "", "is neither an id nor a slug"},
		{"- event: [a, b]\n  hide: yes\n", "", "must be a single value, not a list"},
		{entry + "  hide: yes\n  until: 2026-12-20T18:00\n", "", "is neither a day nor a moment"},
		{entry + "  hide: yes\n  until: 2099\n", "", "is neither a day nor a moment"},
		{entry + "  hide: yes\n  until:\n", "", "edits.yaml:3: [0].until: has no value"},
		{entry + "  hide: sim\n", "", `"sim" is neither yes nor no`},
		{entry + "  name: S\xe3o\n", "", "not readable as YAML"},
		{"- event: 1.0\n  hide: yes\n", "", "is neither an id nor a slug"},
		{"- event: 'noite '\n  hide: yes\n", "", "is neither an id nor a slug"},
		{"- event: https://a.example/eventos/noite\n  hide: yes\n", "", "is neither an id nor a"},
		{"noite:\n  hide: yes\n", "", "edits.yaml:1: must be a list, not keys"},
		{entry + "  hide: yes\n  until: 20/12/2026\n", "", "is neither a day nor a moment"},
		{entry + "  hide: yes\n  until: 2026-12-20 18:00:00 -03:00\n", "", "is neither a day"},
		{entry + "  hide: yes\n  until: 2026-12-20T18:00:00-03:00\n", `{}`, ""},
	} {
		dir := installation(t, map[string]string{"palco/brand.yaml": least,
			"palco/edits.yaml": row.text})
		b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
		require.NoError(t, err)
		list, err := b.ReadEdits()
		switch {
		case row.fault != "":
			require.ErrorContains(t, err, row.fault, row.text)
		case row.made == "":
			require.NoError(t, err, row.text)
			require.Empty(t, list, row.text)
		default:
			require.NoError(t, err, row.text)
			set, err := json.Marshal(list[len(list)-1].Set)
			require.NoError(t, err)
			require.JSONEq(t, row.made, string(set), row.text)
		}
	}
	dir := installation(t, map[string]string{"palco/brand.yaml": least, "palco/edits.yml": ""})
	b, err := brands.LoadOne(filepath.Join(dir, "palco"), env(nil))
	require.NoError(t, err)
	_, err = b.ReadEdits()
	require.ErrorContains(t, err, "edits.yml is not read: rename it to edits.yaml")
}
