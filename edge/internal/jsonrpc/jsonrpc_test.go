package jsonrpc_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/edge/internal/jsonrpc"
)

func TestCheck(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, tc := range []struct {
		name, body string
		code       int
	}{
		{"object", `{"a":1}`, 0},
		{"white space", " \n{}\t", 0},
		{"same name at two levels", `{"a":{"a":[{"a":1},{"a":2}]},"b":1}`, 0},
		{"brackets in a string", `{"a":"` + strings.Repeat("[", 100) + `\"{"}`, 0},
		{"depth just allowed", deep(jsonrpc.MaxDepth), 0},
		{"nothing", ``, jsonrpc.ParseError},
		{"words", `hello`, jsonrpc.ParseError},
		{"cut short", `{"a":`, jsonrpc.ParseError},
		{"two values", `{}{}`, jsonrpc.ParseError},
		{"comma", `{"a":1,}`, jsonrpc.ParseError},
		{"byte order mark", "\uFEFF{}", jsonrpc.ParseError},
		{"not UTF-8", "{\"a\":\"\xff\"}", jsonrpc.ParseError},
		{"NaN", `{"a":NaN}`, jsonrpc.ParseError},
		{"one too deep", deep(jsonrpc.MaxDepth + 1), jsonrpc.InvalidRequest},
		{"values just allowed", "[" + strings.Repeat("1,", jsonrpc.MaxValues-2) + "1]", 0},
		{"one value too many", "[" + strings.Repeat("1,", jsonrpc.MaxValues-1) + "1]",
			jsonrpc.InvalidRequest},
		{"far too many values, never closed", strings.Repeat("[0],", 10_000), jsonrpc.ParseError},
		{"name of a half surrogate twice", `{"\ud800":1,"\uFFFD":2}`, jsonrpc.InvalidRequest},
		{"far too deep", deep(30_000), jsonrpc.InvalidRequest},
		{"deep and never closed", strings.Repeat(`{"a":`, 10_000), jsonrpc.InvalidRequest},
		{"name twice", `{"a":1,"a":2}`, jsonrpc.InvalidRequest},
		{"name twice, escaped", `{"a":1,"\u0061":2}`, jsonrpc.InvalidRequest},
		{"name twice, deeper", `[{"x":{"a":[],"b":{},"a":1}}]`, jsonrpc.InvalidRequest},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := jsonrpc.Check([]byte(tc.body))
			if tc.code == 0 {
				require.Nil(t, err)
				return
			}
			require.NotNil(t, err)
			require.Equal(t, tc.code, err.Code)
		})
	}
}

func TestRead(t *testing.T) {
	for _, tc := range rowstest.Read[[]struct {
		Name, Text, ID, Method, Params string
		Fails                          bool
	}](t, "testdata/read.yaml") {
		t.Run(tc.Name, func(t *testing.T) {
			m, err := jsonrpc.Read([]byte(tc.Text))
			require.Equal(t, tc.Fails, err != nil)
			require.Equal(t, tc.ID, string(m.ID))
			require.Equal(t, tc.Method, m.Method)
			require.Equal(t, tc.Params, string(m.Params))
		})
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	id := json.RawMessage(`"x"`)
	failed := &jsonrpc.Error{Code: -1, Message: `no "x"`}
	for _, tc := range []struct {
		id     json.RawMessage
		result any
		err    *jsonrpc.Error
		want   string
	}{
		{id, map[string]int{"a": 1}, nil, `{"jsonrpc":"2.0","id":"x","result":{"a":1}}`},
		{id, map[string]int{}, nil, `{"jsonrpc":"2.0","id":"x","result":{}}`},
		{id, nil, &jsonrpc.Error{Code: -1, Message: "no", Data: json.RawMessage(`[1]`)},
			`{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":"no","data":[1]}}`},
		{json.RawMessage("null"), nil, failed,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no \"x\""}}`},
		{nil, nil, failed, `{"jsonrpc":"2.0","error":{"code":-1,"message":"no \"x\""}}`},
	} {
		body, err := jsonrpc.Answer(tc.id, tc.result, tc.err)
		require.NoError(t, err)
		require.Equal(t, tc.want, string(body))
	}
}
