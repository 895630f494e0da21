package pack_test

import (
	"bytes"
	"compress/flate"
	stdgzip "compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"cartaz/builder/search/pack"
)

// items are texts like those of a list: much template, some values that repeat, some that do not.
func items(n int) [][]byte {
	rnd := rand.New(rand.NewPCG(7, 11))
	cities := []string{"São Paulo", "Recife", "Belo Horizonte", "Porto Alegre", "Salvador"}
	words := strings.Fields("samba rock noite festival teatro praça circo coral orquestra dança " +
		"forró maracatu jazz encontro oficina")
	list := make([][]byte, n)
	for i := range list {
		var name []string
		for range 2 + rnd.IntN(4) {
			name = append(name, words[rnd.IntN(len(words))])
		}
		list[i] = fmt.Appendf(nil,
			`{"id":%d,"slug":%q,"name":%q,"description":"<p>%x</p>","status":"ativo",`+
				`"starts_at":"2027-%02d-%02dT%02d:00:00-03:00","ends_at":null,`+
				`"timezone":"America/Sao_Paulo","is_online":false,"is_closed":false,`+
				`"url":"https://palco.example/eventos/%s","location":{"name":null,"city":%q,`+
				`"state":null}}`,
			rnd.IntN(1e6), strings.Join(name, "-"), strings.Join(name, " "), rnd.Uint64(),
			1+rnd.IntN(12), 1+rnd.IntN(28), rnd.IntN(24), strings.Join(name, "-"),
			cities[rnd.IntN(len(cities))])
	}
	return list
}

// pages cuts items into samples.
func pages(items [][]byte) (samples [][][]byte) {
	for ; len(items) >= 20; items = items[20:] {
		samples = append(samples, items[:20])
	}
	return samples
}

// join makes a file of texts; those under odd places go in as literals.
func join(t require.TestingT, c *pack.Coding, texts ...[]byte) []byte {
	p := pack.NewPacker(c)
	var j pack.Joiner
	j.Start(nil, c)
	for i, text := range texts {
		if i%2 == 1 {
			j.Literal(text)
		} else {
			require.NoError(t, j.Text(p.Text(text)))
		}
	}
	return j.Finish()
}

// requireReads checks that decoders of this program read want from a file, nothing more and nothing
// less.
func requireReads(t require.TestingT, want, file []byte) {
	for name, open := range map[string]func(io.Reader) (io.Reader, error){
		"compress/gzip": func(r io.Reader) (io.Reader, error) { return stdgzip.NewReader(r) },
		"klauspost":     func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	} {
		r, err := open(bytes.NewReader(file))
		require.NoError(t, err, name)
		got, err := io.ReadAll(r)
		require.NoError(t, err, name)
		require.True(t, bytes.Equal(want, got), name)
	}
}

// programs are decoders of others: gzip itself, and zlib as most programs use it.
var programs = [][]string{
	{"gzip", "-dc"},
	{"python3", "-c",
		"import sys, zlib\nd = " +
			"zlib.decompressobj(31)\nsys.stdout.buffer.write(d.decompress(sys.stdin.buffer." +
			"read()) + d.flush())\nassert d.eof and not d.unused_data"},
	{"perl", "-MIO::Uncompress::Gunzip=gunzip", "-e",
		`gunzip("-", "-", Strict => 1, MultiStream => 0) or die ` +
			`$IO::Uncompress::Gunzip::GunzipError`},
}

// requireProgramsRead does the same with the programs that are installed.
func requireProgramsRead(t *testing.T, want, file []byte) {
	for _, argv := range programs {
		t.Run(argv[0], func(t *testing.T) {
			path, err := exec.LookPath(argv[0])
			if err != nil {
				t.Skipf("NOT TESTED against %s: %v", argv[0], err)
			}
			cmd := exec.CommandContext(t.Context(), path, argv[1:]...)
			cmd.Stdin = bytes.NewReader(file)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			got, err := cmd.Output()
			require.NoError(t, err, "%s", stderr.String())
			require.True(t, bytes.Equal(want, got))
		})
	}
}

// requireInflates is requireReads for a file whose checksum was never right.
func requireInflates(t require.TestingT, want, file []byte) {
	got, err := io.ReadAll(flate.NewReader(bytes.NewReader(file[10:])))
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got))
}

// compressed is what a compressor makes of it all at level 6.
func compressed(t require.TestingT, text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, 6)
	require.NoError(t, err)
	_, err = w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}
