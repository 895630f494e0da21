package jsondoc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/rowstest"
)

func TestDecodeValues(t *testing.T) {
	big1, _ := new(big.Int).SetString("9223372036854775808", 10)
	for _, tt := range []struct {
		name, text string
		want       any
	}{
		{"object", `{"a": {"b": [1, "x", null, true, false]}}`,
			map[string]any{"a": map[string]any{"b": []any{1, "x", nil, true, false}}}},
		{"empty object and array", `[{}, []]`, []any{map[string]any{}, []any{}}},
		{"64-bit id", `[9007199254740993, 9223372036854775807, -9223372036854775808]`,
			[]any{9007199254740993, 9223372036854775807, -9223372036854775808}},
		{"beyond 64 bits", `9223372036854775808`, big1},
		{"fractions", `[0.5, -23.7355711, 1e3, 1E-2, 0]`, []any{0.5, -23.7355711, 1000.0, 0.01, 0}},
		{"Laravel's escapes", `"S\u00e3o Paulo \/ \"x\"\n"`, "São Paulo / \"x\"\n"},
		{"surrogate pair", `"\ud83c\udfad"`, "🎭"},
		{"half of a surrogate pair", `["a\ud83c", "\udfad\ud83cb", "\ud83c\ud83c\udfad"]`,
			[]any{"a\ufffd", "\ufffd\ufffdb", "\ufffd🎭"}},
		{"white space", " \r\n\t[ 1 ,\n2 ] \n", []any{1, 2}},
		{"long string over the buffer", `"` + strings.Repeat("ção", 60_000) + `"`,
			strings.Repeat("ção", 60_000)},
	} {
		got, err := jsondoc.Value([]byte(tt.text))
		require.NoError(t, err, tt.name)
		require.Equal(t, tt.want, got, tt.name)
		for _, chunk := range []int{1, 7, 1 << 16} {
			items, _, _, err := jsondoc.Items([]byte("["+tt.text+"]"), chunk)
			require.NoError(t, err, tt.name)
			require.Equal(t, []any{tt.want}, items, "%s in reads of %d", tt.name, chunk)
		}
	}
}

// TestDecodeRefuses: faults.md B4. The message is the operator's only way to the
// place, so it is part of what is tested.
func TestDecodeRefuses(t *testing.T) {
	type row struct{ Name, Text, Want string }
	for _, tt := range append(rowstest.Read[[]row](t, "testdata/decode-refuses.yaml"),
		row{"nesting", strings.Repeat("[", 20000) + strings.Repeat("]", 20000),
			"byte 10000, at …/0/0/0"},
		row{"invalid UTF-8", "{\"nome\": \"S\xe3o Paulo\"}",
			"byte 11, at /nome: the string is not valid UTF-8"},
		row{"invalid UTF-8 in a name", "{\"S\xe3o\": 1}", "byte 3: the string"},
		row{"far from the start of a value", `{"a": "` + strings.Repeat("x", 9000) +
			`", "b": [{"c": "\x"}]}`, "at /b/0/c: an escape"},
		row{"overlong UTF-8", "\"\xc0\xaf\"", "not valid UTF-8"},
		row{"surrogate in UTF-8", "\"\xed\xa0\x80\"", "not valid UTF-8"},
		row{"endless number", strings.Repeat("1", 401), "more than 400 digits"}) {
		_, err := jsondoc.Strict([]byte(tt.Text))
		require.ErrorIs(t, err, jsondoc.ErrMalformed, tt.Name)
		require.ErrorContains(t, err, tt.Want, tt.Name)
		for _, chunk := range []int{1, 1 << 16} {
			_, _, _, err := jsondoc.Items([]byte("[1,"+tt.Text), chunk)
			require.ErrorIs(t, err, jsondoc.ErrMalformed, tt.Name)
		}
	}
}

// TestListRefuses: an error within an item says where in the document, however it was read.
func TestListRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"data": [{"id": 1}, {"id"`, "byte 26, at /data/1/id: the document is cut off"},
		{`{"meta": {"a": 1, "a": 2}}`, "byte 18, at /meta/a: the member is there twice"},
		{`{"data": [1, {"a": [0, "\x"]}]}`, "byte 24, at /data/1/a/1: an escape"},
		{"[0, {\"n\": \"\xff\"}]", "byte 11, at /1/n: the string is not valid UTF-8"},
		{`[0, [1e999]]`, `at /0: "1e999" is too large`},
		{`[1 2]`, "invalid character '2' after array element"},
		{`[1] x`, "byte 3: more follows the document"},
		{`[1][2]`, "byte 3: more follows the document"},
		{" ", "the document is empty"},
	} {
		for _, chunk := range []int{1, 5, 1 << 16} {
			_, _, _, err := jsondoc.Items([]byte(tt.text), chunk)
			require.ErrorIs(t, err, jsondoc.ErrMalformed, tt.text)
			require.ErrorContains(t, err, tt.want, "%s in reads of %d", tt.text, chunk)
		}
	}
	broken := errors.New("broken")
	_, err := jsondoc.List(io.MultiReader(strings.NewReader("[1, "), iotest.ErrReader(broken)), nil,
		func([]byte) error { return nil })
	require.Equal(t, broken, err, "an error of the reader is returned as it is")
}

func TestBounds(t *testing.T) {
	_, err := jsondoc.Read(strings.NewReader(`["`+strings.Repeat("a", 2<<20)+`"]`), 1<<20)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
	_, _, _, err = jsondoc.Items([]byte(`[1, "`+strings.Repeat("a", 5<<20)+`"]`), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
	require.ErrorContains(t, err, ", at /1: one")
	_, _, _, err = jsondoc.Items([]byte("[1,"+strings.Repeat(" ", 5<<20)+"2]"), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
	_, _, _, err = jsondoc.Items([]byte(`{"a": "`+strings.Repeat("a", 3<<20)+`", "b": "`+
		strings.Repeat("b", 3<<20)+`", "data": []}`), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
}

func TestList(t *testing.T) {
	items, _, around, err := jsondoc.Items([]byte(
		`{"links": {"next": null}, "data": [{"id": 1}, 2], "meta": {"total": 2}}`), 1<<16)
	require.NoError(t, err)
	require.Equal(t, []any{map[string]any{"id": 1}, 2}, items)
	require.Equal(t, map[string]any{"links": map[string]any{"next": nil},
		"meta": map[string]any{"total": 2}}, around)

	items, _, around, err = jsondoc.Items([]byte(`[]`), 1<<16)
	require.NoError(t, err)
	require.Empty(t, items)
	require.Nil(t, around)

	for _, tt := range []struct{ name, text, want string }{
		{"no list", `{"message": "Server Error", "code": 3}`,
			"the document is an object without data (it has code, message): name its list with " +
				"source.items"},
		{"no members", `{}`, "it has no members"},
		{"a wrapped single item", `{"data": {"id": 1}}`,
			"byte 7, at /data: a list was expected here"},
		{"a paginator inside data", `{"data": "x"}`, "a list was expected here"},
		{"the list twice", `{"data": [1], "data": [2]}`,
			"byte 14, at /data: the member is there twice"},
		{"a single value", `3`, "the document is a single value"},
	} {
		_, _, _, err := jsondoc.Items([]byte(tt.text), 1<<16)
		require.ErrorIs(t, err, jsondoc.ErrMalformed, tt.name)
		require.ErrorContains(t, err, tt.want, tt.name)
	}
}

// FuzzDecode: nothing that comes in panics, reading in other portions changes
// nothing, and what is accepted is what encoding/json reads.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"data":[{"id":1,"nome":"S\u00e3o \ud83c\udfad"}],"meta":{"total":1,"last_page":1}}`,
		`[1,-0,0.5,1e3,9223372036854775808,"",null,true,false,{},[]]`,
		"\ufeff[]", `{"a":1,"a":2}`, `["\ud800"]`, "[\"\xff\"]", strings.Repeat("[", 600), `<html>`,
		`[NaN]`, `{"data":`, "1 2",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := jsondoc.Strict(text)
		items, _, _, listErr := jsondoc.Items(append(append([]byte("["), text...), ']'), 1)
		if err == nil {
			require.NoError(t, listErr)
			require.Equal(t, []any{got}, items)
		}
		if err != nil {
			return
		}
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
		require.True(t, utf8.Valid(text))
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		var want any
		require.NoError(t, dec.Decode(&want))
		requireSame(t, want, got)
	})
}

// requireSame compares with what encoding/json gives under UseNumber.
func requireSame(t *testing.T, want, got any) {
	t.Helper()
	switch want := want.(type) {
	case json.Number:
		switch got := got.(type) {
		case float64:
			f, err := want.Float64()
			require.NoError(t, err)
			require.Equal(t, f, got)
		default:
			w, ok := new(big.Int).SetString(want.String(), 10)
			require.True(t, ok)
			g, ok := got.(*big.Int)
			if !ok {
				g = big.NewInt(int64(got.(int)))
			}
			require.Zero(t, w.Cmp(g))
		}
	case []any:
		list, ok := got.([]any)
		require.True(t, ok)
		require.Len(t, list, len(want))
		for i := range want {
			requireSame(t, want[i], list[i])
		}
	case map[string]any:
		m, ok := got.(map[string]any)
		require.True(t, ok)
		require.Len(t, m, len(want))
		for k := range want {
			requireSame(t, want[k], m[k])
		}
	default:
		require.Equal(t, want, got)
	}
}
