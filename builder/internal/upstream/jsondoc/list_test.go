package jsondoc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/jsondoc"
)

// spanSeeds are lists with all that could lead a scanner astray.
var spanSeeds = []string{
	`[]`, `[{}]`, `[1,"a",null,{"a":1}]`, `[{"a":"}"},{"b":"\"}\\"},{"c":"\\\\\""}]`,
	`{"data":[{"a":[{"b":{}}]},[[]],[{}]],"meta":{"total":3}}`,
	`[{"name":"São \"Paulo\" \\u00e3 { [ ] }"}, {"x":"\\"}]`,
	`[{"a":1]`, `[{"a":1}`, `[{"a`, `[{"a":"\`, `[{"a":1}}`, `[{"a":]}`, `[{"a" 1}]`,
	`[{"a":1,"a":2}]`,
	"[{\"a\":\"\xff\"}]", "[{\"a\":\"line\nbreak\"}]", `[{"a":tru}]`, `[{"a":1},]`, `[{"a":NaN}]`,
	`[{"a":"` + strings.Repeat(`long \" text `, 9000) + `"},{"b":2}]`,
	`[` + strings.Repeat(`{"a":`, 600) + `1` + strings.Repeat(`}`, 600) + `]`,
}

// sameList holds a list that comes in one piece against one that comes in small pieces: the same
// items, or an error of the same kind.
func sameList(t *testing.T, text []byte, chunk int) {
	t.Helper()
	want, _, wantAround, wantErr := jsondoc.Items(text, 1<<20)
	got, spans, around, err := jsondoc.Items(text, chunk)
	if wantErr != nil {
		sameKind(t, wantErr, err)
		return
	}
	require.NoError(t, err)
	require.Len(t, got, len(want))
	for i := range want {
		requireSame(t, want[i], got[i])
	}
	require.Equal(t, len(wantAround), len(around))
	for _, span := range spans {
		_, err := jsondoc.Value([]byte(span))
		require.NoError(t, err, "an item was not cut out whole: %s", span)
	}
}

// sameKind holds two errors against each other. What they say may depend on the reads.
func sameKind(t *testing.T, want, got error) {
	t.Helper()
	for _, kind := range []error{jsondoc.ErrMalformed, jsondoc.ErrTooLarge} {
		require.Equal(t, errors.Is(want, kind), errors.Is(got, kind), "%v\n%v", want, got)
	}
}

func TestSpansDecodeTheSame(t *testing.T) {
	for _, text := range spanSeeds {
		for _, chunk := range []int{1, 2, 7, 1 << 16} {
			sameList(t, []byte(text), chunk)
		}
	}
}

// TestSpanTooLong: an item that is too long is refused with the reason that is found first.
func TestSpanTooLong(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	_, _, _, err := jsondoc.Items([]byte(`[{"a":1},{"b":"`+long+`"}]`), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
	_, _, _, err = jsondoc.Items([]byte("[{\"a\":1},{\"b\":\"\n"+long+`"}]`), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrMalformed)
	require.ErrorContains(t, err, "control character")
	_, spans, _, err := jsondoc.Items([]byte(`[{"b":"`+long[:4<<20]+`"}]`), 1<<16)
	require.ErrorIs(t, err, jsondoc.ErrTooLarge)
	require.Empty(t, spans)
}

func FuzzSpans(f *testing.F) {
	for _, text := range spanSeeds {
		f.Add([]byte(text), 3)
	}
	f.Fuzz(func(t *testing.T, text []byte, chunk int) {
		if len(text) > 1<<16 {
			return
		}
		sameList(t, text, 1+(chunk&0xff))
	})
}
