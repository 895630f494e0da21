package ratelimit

import (
	"bufio"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func received(text string) (any, error) {
	return (&storeConn{r: bufio.NewReaderSize(strings.NewReader(text), maxLine)}).reply()
}

func TestReceive(t *testing.T) {
	for text, want := range map[string]any{
		"+OK\r\n": "OK", ":-12\r\n": int64(-12), "$3\r\na\r\n\r\n": "a\r\n", "$0\r\n\r\n": "",
		"$-1\r\n": nil, "*-1\r\n": nil, "*0\r\n": []any{},
		"*3\r\n:1\r\n*1\r\n$-1\r\n+x\r\n": []any{int64(1), []any{nil}, "x"},
	} {
		got, err := received(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"-ERR no\r\n": "ERR no", "*1\r\n-ERR no\r\n": "ERR no", "": "EOF", "\r\n": "no reply",
		":x\r\n": "no reply", "$-2\r\n": "no reply", "$65537\r\n": "no reply", "?\r\n": "no reply",
		"*1024\r\n": "no reply", "+no end": "EOF", "+x\n": "no reply", "$5\r\nabc": "EOF",
		strings.Repeat("*1\r\n", 2*maxValues): "no reply",
		"+" + strings.Repeat("a", 2*maxLine):  "buffer full",
	} {
		_, err := received(text)
		require.ErrorContains(t, err, want, "%.40q", text)
	}
}

// FuzzReceive: no answer of a store takes more than the bounds, or panics.
func FuzzReceive(f *testing.F) {
	f.Add("*2\r\n:1\r\n$1\r\na\r\n")
	f.Add("*1000000000\r\n")
	f.Add("$-7\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		value, err := received(text)
		if err != nil {
			require.Nil(t, value)
		}
	})
}

// Client is a connection of a test to a store.
type Client struct{ conn *storeConn }

// DialStore connects to a store until the test ends.
func DialStore(t testing.TB, address string) Client {
	t.Helper()
	s, err := parseStore(address)
	require.NoError(t, err)
	conn, err := s.dial(t.Context(), time.Minute)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return Client{conn}
}

// Do sends a command and waits for its reply.
func (c Client) Do(words ...string) (any, error) { return c.conn.do(words...) }
