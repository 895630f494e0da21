package pack_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/builder/search/pack"
)

// BenchmarkPage makes the compressed form of a page of 20 items: joined from packed ones, and
// compressed on the fly. "bytes" is what comes out.
func BenchmarkPage(b *testing.B) {
	list := items(1000)
	c := pack.Train(pages(list[:320]))
	p := pack.NewPacker(c)
	texts := make([]pack.Text, len(list))
	for i := range list {
		texts[i] = p.Text(list[i])
	}
	comma := []byte(",")
	run := func(name string, page func(dst []byte, first int) []byte) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			n, bytes := 0, 0
			for b.Loop() {
				buf = page(buf[:0], n%(len(list)-20))
				bytes += len(buf)
				n++
			}
			b.ReportMetric(float64(bytes)/float64(n), "bytes")
		})
	}
	run("joined", func(dst []byte, first int) []byte {
		var j pack.Joiner
		j.Start(dst, c)
		for i, text := range texts[first : first+20] {
			if i > 0 {
				j.Literal(comma)
			}
			if err := j.Text(text); err != nil {
				b.Fatal(err)
			}
		}
		return j.Finish()
	})
	identity := func(dst []byte, first int) []byte {
		for i, text := range list[first : first+20] {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, text...)
		}
		return dst
	}
	run("identity", identity)
	var plain []byte
	for name, level := range map[string]int{"gzip 1": 1, "gzip 6": 6} {
		w, err := gzip.NewWriterLevel(io.Discard, level)
		require.NoError(b, err)
		run(name, func(dst []byte, first int) []byte {
			plain = identity(plain[:0], first)
			out := bytes.NewBuffer(dst)
			w.Reset(out)
			_, _ = w.Write(plain) // a Buffer takes everything
			_ = w.Close()
			return out.Bytes()
		})
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1))
	require.NoError(b, err)
	run("zstd 1", func(dst []byte, first int) []byte {
		plain = identity(plain[:0], first)
		return z.EncodeAll(plain, dst)
	})
	run("zstd frames", func(dst []byte, first int) []byte {
		// What joining ready frames would come to; they are made here, so only the bytes count.
		for _, text := range list[first : first+20] {
			dst = z.EncodeAll(text, dst)
		}
		return dst
	})
}

func BenchmarkPack(b *testing.B) {
	list := items(1000)
	p := pack.NewPacker(pack.Train(pages(list[:320])))
	var buf []byte
	i := 0
	b.SetBytes(int64(len(list[0])))
	for b.Loop() {
		buf = p.Append(buf[:0], list[i%len(list)])
		i++
	}
}

func BenchmarkTrain(b *testing.B) {
	samples := pages(items(320))
	for b.Loop() {
		pack.Train(samples)
	}
}

func BenchmarkOpen(b *testing.B) {
	coding := pack.Train(pages(items(320))).Append(nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pack.Open(coding); err != nil {
			b.Fatal(err)
		}
	}
}
