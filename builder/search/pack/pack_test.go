package pack_test

import (
	"bytes"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search/pack"
)

func TestDecodersReadAJoinedFile(t *testing.T) {
	list := items(400)
	c := pack.Train(pages(list[:320]))
	require.NotEmpty(t, pack.Phrases(c))
	texts := [][]byte{[]byte(`{"data":[`)}
	for i, text := range list[300:] {
		if i > 0 {
			texts = append(texts, []byte(","))
		}
		texts = append(texts, text)
	}
	texts = append(texts, []byte("]}\n"), nil, []byte("\x00\xff東京"))
	for _, texts := range [][][]byte{texts, nil, {nil}, texts[:1], {list[0]}} {
		want, file := bytes.Join(texts, nil), join(t, c, texts...)
		requireReads(t, want, file)
		requireProgramsRead(t, want, file)
	}
}

// A page costs what compressing it costs, within bounds, and far less than its bytes.
func TestSizes(t *testing.T) {
	list := items(340)
	c := pack.Train(pages(list[:320]))
	page := list[320:]
	p := pack.NewPacker(c)
	var j pack.Joiner
	j.Start(nil, c)
	for _, text := range page {
		require.NoError(t, j.Text(p.Text(text)))
	}
	size, whole := len(j.Finish()), len(compressed(t, bytes.Join(page, nil)))
	t.Logf("%d bytes, joined %d, compressed as one %d", len(bytes.Join(page, nil)), size, whole)
	require.Less(t, size, whole*2)
	require.Less(t, size, len(bytes.Join(page, nil))/3)
}

// What a packer has packed before does not show: not the text before, and not where the count of
// its bytes begins anew.
func TestPackerForgets(t *testing.T) {
	list := items(400)
	c := pack.Train(pages(list[:320]))
	p := pack.NewPacker(c)
	for _, before := range []int32{0, 1, math.MaxInt32 - 1<<15 - 700, math.MaxInt32 - 1<<15} {
		pack.UseUp(p, before)
		for i, text := range list {
			require.Equal(t, pack.NewPacker(c).Text(text), p.Text(text), "%d, text %d", before, i)
		}
	}
}

// Whatever a coding was trained on, it takes every text, and gives it back in every order.
func TestRoundTripProperty(t *testing.T) {
	alphabet := rapid.SampledFrom([]string{"a", "abc", "<li class=\"card\">", "</li>\n", "\x00",
		"\xff\xfe", "São Paulo", "the quick brown fox", "東京", strings.Repeat("xyz", 200)})
	text := rapid.Map(rapid.SliceOfN(alphabet, 0, 60),
		func(parts []string) []byte { return []byte(strings.Join(parts, "")) })
	texts := rapid.SliceOfN(rapid.OneOf(text, rapid.SliceOfN(rapid.Byte(), 0, 300)), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		c := pack.Train(rapid.SliceOfN(texts, 0, 4).Draw(t, "samples"))
		again, err := pack.Open(c.Append(nil))
		require.NoError(t, err)
		list := texts.Draw(t, "texts")
		want := bytes.Join(list, nil)
		file := join(t, c, list...)
		requireReads(t, want, file)
		require.Equal(t, file, join(t, again, list...),
			"a coding that was read packs as the one that was written")
		p, u := pack.NewPacker(c), pack.NewUnpacker(c)
		for _, text := range list {
			got, err := u.Append([]byte("before"), p.Append(nil, text), len(text))
			require.NoError(t, err)
			require.Equal(t, "before"+string(text), string(got))
		}
	})
}

func TestTrainIsDeterministic(t *testing.T) {
	list := items(100)
	want := pack.Train(pages(list)).Append(nil)
	for range 3 {
		require.Equal(t, want, pack.Train(pages(list)).Append(nil))
	}
}

// A phrase that has left the window is sent in full again.
func TestPhraseBeyondTheWindow(t *testing.T) {
	list := items(40)
	c := pack.Train(pages(list))
	noise := make([]byte, 40_000)
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(rnd.Uint32())
	}
	texts := [][]byte{list[0], noise, list[1], noise[:32_500], list[2], noise, list[3]}
	requireReads(t, bytes.Join(texts, nil), join(t, c, texts...))
}

func TestLongTexts(t *testing.T) {
	c := pack.Train(pages(items(40)))
	long := bytes.Join(items(2000), nil)
	require.Greater(t, len(long), 1<<19)
	zeros := make([]byte, 1<<20)
	requireReads(t, slices.Concat(long, []byte("-"), zeros), join(t, c, long, []byte("-"), zeros))
	got, err := pack.NewUnpacker(c).Append(nil, pack.NewPacker(c).Append(nil, long), len(long))
	require.NoError(t, err)
	require.True(t, bytes.Equal(long, got))
}

func TestJoinerAppends(t *testing.T) {
	c := pack.Train(nil)
	var j pack.Joiner
	j.Start([]byte("before"), c)
	j.Literal([]byte("text"))
	require.Equal(t, 4, j.Len())
	file := j.Finish()
	require.Equal(t, "before", string(file[:6]))
	requireReads(t, []byte("text"), file[6:])
}

func TestJoinerAllocatesNothing(t *testing.T) {
	list := items(40)
	c := pack.Train(pages(list))
	p := pack.NewPacker(c)
	texts := make([]pack.Text, len(list))
	for i := range list {
		texts[i] = p.Text(list[i])
	}
	var j pack.Joiner
	buf := make([]byte, 0, 1<<16)
	comma := []byte(",")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		j.Start(buf, c)
		for _, text := range texts {
			j.Literal(comma)
			if j.Text(text) != nil {
				t.Fail()
			}
		}
		buf = j.Finish()[:0]
	}))
}

// A text that was packed for another coding is an error where it can be seen.
func TestTextOfAnotherCoding(t *testing.T) {
	list := items(60)
	text := pack.NewPacker(pack.Train(pages(list))).Text(list[0])
	var j pack.Joiner
	j.Start(nil, pack.Train(nil))
	require.ErrorIs(t, j.Text(text), pack.ErrCorrupt, "it has no phrases")
}

func TestCombine(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, 1<<17)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	for _, n := range []int{0, 1, 2, 3, 7, 8, 255, 256, 257, 1000, 4095, 65535, 65536, 65537,
		100_000} {
		for _, start := range []int{0, 1, 100, 20_000} {
			first, second := b[:start], b[start:start+n]
			got := pack.Combine(crc32.ChecksumIEEE(first), crc32.ChecksumIEEE(second), uint32(n))
			require.Equal(t, crc32.ChecksumIEEE(b[:start+n]), got, "%d and %d bytes", start, n)
		}
	}
	// More than 16 MiB: zeros, whose checksum can be made in steps.
	zeros := make([]byte, 1<<20)
	sum, all := crc32.ChecksumIEEE(b), crc32.ChecksumIEEE(b)
	tail := uint32(0)
	for range 17 {
		tail = crc32.Update(tail, crc32.IEEETable, zeros)
		all = crc32.Update(all, crc32.IEEETable, zeros)
	}
	require.Equal(t, all, pack.Combine(sum, tail, 17<<20))
}
