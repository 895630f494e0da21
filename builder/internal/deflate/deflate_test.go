package deflate

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	library "github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bodies are pages, and texts at the limits of the format.
func bodies(t testing.TB) map[string][]byte {
	random := rand.NewChaCha8([32]byte{1})
	noise := make([]byte, MaxBody)
	_, err := random.Read(noise)
	require.NoError(t, err)
	every := make([]byte, 0, 2*256)
	for i := range cap(every) {
		every = append(every, byte(i))
	}
	all := map[string][]byte{
		"empty": {}, "one byte": {'x'}, "one more than a match": []byte("aaaaa"),
		"every byte": every,
		"noise":      noise, "zeros": make([]byte, MaxBody),
		"two letters": bytes.Map(func(r rune) rune {
			return 'a' + r&1
		}, noise),
		// The farthest distance, and one that is too far.
		"far":     slices.Concat(noise[:window], noise[:300]),
		"too far": slices.Concat(noise[:window+1], noise[:300]),
	}
	// Counts like the numbers of Fibonacci make the longest codes.
	var rare []byte
	for i, a, b := 0, 1, 1; len(rare)+a < 40_000; i, a, b = i+1, b, a+b {
		rare = append(rare, bytes.Repeat([]byte{byte(i)}, a)...)
	}
	rand.New(random).Shuffle(len(rare), func(i, j int) { rare[i], rare[j] = rare[j], rare[i] })
	all["rare letters"] = rare
	pages, err := filepath.Glob("../page/testdata/golden/*/*")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, name := range pages {
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		all[filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name)] = page
	}
	return all
}

func unpack(t testing.TB, packed []byte) []byte {
	in := bytes.NewReader(packed)
	r, err := gzip.NewReader(in)
	require.NoError(t, err)
	r.Multistream(false)
	body, err := io.ReadAll(r)
	require.NoError(t, err)
	require.Zero(t, in.Len(), "bytes after the member")
	return body
}

func TestEveryBodyComesBack(t *testing.T) {
	var e Encoder
	for name, body := range bodies(t) {
		packed := e.Append([]byte("before"), body)
		require.Equal(t, "before", string(packed[:6]), name)
		require.True(t, bytes.Equal(body, unpack(t, packed[6:])), name)
	}
}

// The programs that most clients are built on read what this package writes.
func TestOtherDecodersAgree(t *testing.T) {
	python := "import gzip, sys; " +
		"sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
	node := "process.stdout.write(require('zlib').gunzipSync(require('fs').readFileSync(0)))"
	var e Encoder
	var want, packed []byte
	for _, body := range bodies(t) {
		want, packed = append(want, body...), e.Append(packed, body)
	}
	for _, command := range [][]string{{"gzip", "-dc"}, {"python3", "-c", python},
		{"node", "-e", node}} {
		t.Run(command[0], func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skip(err)
			}
			run := exec.Command(command[0], command[1:]...)
			run.Stdin, run.Stderr = bytes.NewReader(packed), os.Stderr
			got, err := run.Output()
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, got))
		})
	}
}

// Builds compress the same page on any goroutine, after any other page.
func TestBytesDependOnTheBodyOnly(t *testing.T) {
	list := bodies(t)
	alone := map[string][]byte{}
	for name, body := range list {
		alone[name] = new(Encoder).Append(nil, body)
	}
	var e Encoder
	for range 3 { // maps are walked in another order each time
		for name, body := range list {
			require.True(t, bytes.Equal(alone[name], e.Append(nil, body)), name)
		}
	}
}

// Pages are at most 6 % larger than with the level of the library that pages had before.
func TestPagesAreSmall(t *testing.T) {
	var e Encoder
	own, others := 0, 0
	for name, body := range bodies(t) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		var whole bytes.Buffer
		w, err := library.NewWriterLevel(&whole, 6)
		require.NoError(t, err)
		_, err = w.Write(body)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		own, others = own+len(e.Append(nil, body)), others+whole.Len()
	}
	assert.LessOrEqual(t, own, others*106/100)
}

// Codes are complete, bounded, and no rarer symbol has a shorter one.
func TestCodes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 2_000 {
		counts := make([]uint32, 2+random.IntN(literals-2))
		used, limit := 0, maxCode
		if i%2 == 0 {
			limit = maxLengthCode
			counts = counts[:min(len(counts), len(lengthOrder))]
		}
		for s := range counts {
			if counts[s] = uint32(1) << random.IntN(16) >> random.IntN(16); counts[s] > 0 {
				used++
			}
		}
		if used < 2 {
			continue
		}
		var c code
		c.build(counts, limit)
		room := 0
		for s, n := range c.lengths[:len(counts)] {
			require.LessOrEqual(t, int(n), limit)
			require.Equal(t, counts[s] > 0, n > 0)
			if n > 0 {
				room += 1 << (limit - int(n))
			}
		}
		order := make([]int, len(counts))
		for s := range order {
			order[s] = s
		}
		slices.SortFunc(order, func(a, b int) int { return int(counts[b]) - int(counts[a]) })
		order = order[:used]
		require.True(t, slices.IsSortedFunc(order, func(a, b int) int {
			if counts[a] == counts[b] {
				return 0
			}
			return int(c.lengths[a]) - int(c.lengths[b])
		}), fmt.Sprint(counts))
		require.Equal(t, 1<<limit, room)
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte("abracadabra abracadabra"), uint16(3))
	f.Fuzz(func(t *testing.T, body []byte, times uint16) {
		body = bytes.Repeat(body, 1+int(times)%64)
		body = body[:min(len(body), MaxBody)]
		var e Encoder
		e.Append(nil, binary.LittleEndian.AppendUint64(nil, uint64(len(body))))
		require.True(t, bytes.Equal(body, unpack(t, e.Append(nil, body))))
	})
}

func BenchmarkAppend(b *testing.B) {
	list := bodies(b)
	for _, name := range []string{"palco/event-sarau.html", "palco/event-sarau.md"} {
		body := list[name]
		require.NotEmpty(b, body)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			var e Encoder
			var out []byte
			for b.Loop() {
				out = e.Append(out[:0], body)
			}
		})
	}
}
