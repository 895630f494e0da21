package jsonrpc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/jsonrpc"
)

func TestCountBatch(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "{}": 0, "1": 0, "[": 0, "[]": 0, " [ ] ": 0, "[1]": 1, " [1,2]": 2, "[1,2,3": 3,
		"[1,,": 1, "[[1,2],3]": 2,
		`["],[", {"a":[1,2]}, "\""]`: 3, "[1,2,3,4,5,6,7,8]": 8, "[1,2,3,4,5,6,7,8,9,10]": 8,
		"[1,2,3,4,5,6,7,8,nonsense": 8,
	} {
		require.Equal(t, want, jsonrpc.CountBatch([]byte(text), 8), text)
	}
}

// Judging a body builds at most its names within the bounds, both to count a batch, which is
// charged before anything else is done, and to refuse a body.
func TestJudgingAllocatesLittle(t *testing.T) {
	for name, value := range edgetest.LargeValues(60_000) {
		for _, body := range []string{value, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":` +
			value + `}}`, "[" + value + "," + value + "]"} {
			text := []byte(body)
			require.Less(t, testing.AllocsPerRun(3, func() { jsonrpc.CountBatch(text, 8) }), 60.0,
				name)
			if jsonrpc.Check(text) != nil {
				require.Less(t, testing.AllocsPerRun(3, func() { jsonrpc.Check(text) }),
					jsonrpc.MaxValues+100.0, name)
			}
		}
	}
}

// FuzzCheck holds Check against encoding/json: within its bounds it accepts exactly
// the same texts and cuts them in the same places. A message that was read can be written into an
// answer that is valid JSON.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1,{"b":null}]}}`, `{"a":1,"a":2}`,
		`[[[]]]`, `"\ud800"`,
		"{\"a\":\"\xff\"}", `{"id":1e5}`, `"\`, `[`, `-`, `-0.0e+1`, `01`, `1.`, `.5`, `1e`, `tru`,
		`nulll`, "\"\x1f\"", "\"\x7f\"",
		`"\u00zz"`, `"\ud83d\ude00\ud83d"`, ` [ 1 , { "\u0061" : "\/\b\f\n\r\t" , "a" : 2 } ] `,
		`{"a" 1}`, `{1:2}`, `[1 2]`, "\uFEFF1",
	} {
		f.Add([]byte(s))
	}
	for _, value := range edgetest.LargeValues(4096) {
		f.Add([]byte(value))
		f.Add([]byte(`[` + value + `,{"a":` + value + `}]`))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		refused := jsonrpc.Check(body)
		valid, within := survey(body)
		switch {
		case !valid:
			require.NotNil(t, refused)
			return
		case !within:
			require.NotNil(t, refused)
			require.Equal(t, jsonrpc.InvalidRequest, refused.Code)
			return
		}
		require.Nil(t, refused)
		var members map[string]json.RawMessage
		if json.Unmarshal(body, &members) != nil {
			members = nil
		}
		require.Equal(t, members, jsonrpc.Members(body))
		var elements []json.RawMessage
		if json.Unmarshal(body, &elements) != nil {
			elements = nil
		}
		require.Equal(t, elements, jsonrpc.Elements(body))
		require.Equal(t, min(len(elements), 8), jsonrpc.CountBatch(body, 8))
		var text string
		isText := body[0] == '"' && json.Unmarshal(body, &text) == nil
		got, ok := jsonrpc.String(bytes.TrimRight(body, " \t\r\n"))
		require.Equal(t, isText, ok)
		require.Equal(t, text, got)
		m, err := jsonrpc.Read(body)
		if err == nil {
			err = &jsonrpc.Error{Code: 1, Message: m.Method}
		}
		_, fault := jsonrpc.Answer(m.ID, nil, err)
		require.NoError(t, fault)
	})
}

// survey reports, by encoding/json, whether a body is JSON in UTF-8, and whether it is within the
// bounds: depth, number of values, no name twice in an object.
func survey(body []byte) (valid, within bool) {
	if !utf8.Valid(body) || !json.Valid(body) {
		return false, false
	}
	type level struct {
		names map[string]bool // nil in an array
		value bool            // in an object: a value comes next, not a name
	}
	var stack []level
	values := 0
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return true, values <= jsonrpc.MaxValues
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:len(stack)-1]
			continue
		}
		if n := len(stack); n > 0 && stack[n-1].names != nil {
			top := &stack[n-1]
			if !top.value {
				name := token.(string)
				if top.names[name] {
					return true, false
				}
				top.names[name], top.value = true, true
				continue
			}
			top.value = false
		}
		values++
		switch token {
		case json.Delim('{'):
			stack = append(stack, level{names: map[string]bool{}})
		case json.Delim('['):
			stack = append(stack, level{})
		}
		if len(stack) > jsonrpc.MaxDepth {
			return true, false
		}
	}
}
