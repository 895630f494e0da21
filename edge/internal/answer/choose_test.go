package answer_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/release/dcz"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// A document with a type of its own beside JSON: the type by its name alone,
// each with a tag of its own, and the CORS fields that it was sealed with.
func TestDocumentOfTwoTypes(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 1)
	tags := map[string]bool{}
	for _, coding := range []string{"", "gzip", "zstd"} {
		for accept, want := range map[string]string{"": "application/json",
			"*/*": "application/json", "application/card+json": "application/card+json"} {
			a := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding})
			require.Equal(t, want, a.Field("Content-Type"), accept)
			require.Equal(t, "Accept, Accept-Encoding", a.Field("Vary"))
			tags[a.Field("ETag")] = true
			same := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding,
				IfNoneMatch: a.Field("ETag")})
			require.Equal(t, 304, same.Status)
			require.Equal(t, a.Field("ETag"), same.Field("ETag"))
		}
	}
	require.Len(t, tags, 6, "two types in three codings")
	a := ask(c, answer.Request{Method: "OPTIONS", Path: "/card", Origin: "https://x.example",
		PreflightMethod: "GET"})
	require.Equal(t, "GET", a.Field("Access-Control-Allow-Methods"))
	// Pages are as they were.
	require.Equal(t, "text/html; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "*/*"}).Field("Content-Type"))
	require.Equal(t, "text/markdown; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "text/markdown, text/html"}).Field("Content-Type"))
}

// available is the field that names a dictionary.
func available(dictionary string) string {
	sum := dcz.SumOf([]byte(dictionary))
	return ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// A page comes with a dictionary to who asks for that coding and has the dictionary of this
// release; to everybody else as if the release had none.
func TestDictionary(t *testing.T) {
	const dictionary = "<h1>samba, samba</h1>"
	brand, out := edgetest.Brand("palco"), t.TempDir()
	c := opened(t, out, brand, edgetest.PublishDictionary(t, out, brand, dictionary))
	const chrome = "gzip, deflate, br, zstd, dcb, dcz"
	has := available(dictionary)
	for _, test := range []struct{ name, available, accepts, want string }{
		{"both", has, chrome, "dcz"},
		{"by its weight", has, "dcz;q=0.9, gzip;q=0.8", "dcz"},
		{"another preferred", has, "dcz;q=0.8, gzip;q=0.9", "gzip"},
		{"the coding refused", has, "gzip, dcz;q=0", "gzip"},
		{"the coding not named", has, "gzip, zstd", "zstd"},
		{"the coding behind a star", has, "*", "zstd"},
		{"no coding named", has, "", ""},
		{"only this coding", has, "dcz", "dcz"},
		{"only this coding, no dictionary", "", "dcz", ""},
		{"no dictionary", "", chrome, "zstd"},
		{"a dictionary of another release", available(dictionary + "."), chrome, "zstd"},
		{"two dictionaries", has + ", " + has, chrome, "zstd"},
		{"with a parameter", has + ";a", chrome, "zstd"},
		{"not base64", ":" + strings.Repeat("!", 44) + ":", chrome, "zstd"},
		{"half of it", has[:20], chrome, "zstd"},
		{"very long", strings.Repeat(has, 200), chrome, "zstd"},
	} {
		r := answer.Request{Path: "/coded", AcceptEncoding: test.accepts,
			AvailableDictionary: test.available}
		a := ask(c, r)
		require.Equal(t, 200, a.Status, test.name)
		require.Equal(t, test.want, a.Field("Content-Encoding"), test.name)
		require.Equal(t, "Accept, Accept-Encoding, Available-Dictionary", a.Field("Vary"),
			test.name)
		require.Equal(t, test.want == "dcz", a.Coding == release.Dcz, test.name)
		cache := "public, max-age=60"
		if test.want == "dcz" {
			cache = "private, max-age=60"
			sum, frame, ok := dcz.Dictionary(a.Body)
			require.True(t, ok)
			require.Equal(t, dcz.SumOf([]byte(dictionary)), sum)
			zr, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, []byte(dictionary)))
			require.NoError(t, err)
			page, err := zr.DecodeAll(frame, nil)
			require.NoError(t, err)
			zr.Close()
			require.Equal(t, edgetest.Coded, string(page))
		}
		require.Equal(t, cache, a.Field("Cache-Control"), test.name)

		r.IfNoneMatch = a.Field("ETag")
		same := ask(c, r)
		require.Equal(t, 304, same.Status, test.name)
		for _, field := range []string{"ETag", "Vary", "Cache-Control"} {
			require.Equal(t, a.Field(field), same.Field(field), test.name)
		}
		require.Empty(t, same.Field("Content-Encoding"), test.name)
	}

	tags := map[string]bool{}
	for _, accepts := range []string{"", "gzip", "zstd", "dcz"} {
		a := ask(c, answer.Request{Path: "/coded", AcceptEncoding: accepts,
			AvailableDictionary: has})
		tags[a.Field("ETag")] = true
	}
	require.Len(t, tags, 4)

	// What has no such variant is as it was, Markdown at the same address too.
	for _, path := range []string{"/coded", "/", "/dictionary", "/nowhere"} {
		r := answer.Request{Path: path, Accept: "text/markdown", AcceptEncoding: chrome}
		want := ask(c, r)
		r.AvailableDictionary = has
		got := ask(c, r)
		require.Equal(t, want.Fields, got.Fields, path)
		require.Equal(t, want.Body, got.Body, path)
	}
}

// Of a damaged body with a dictionary not a byte is sent: the client gets the page in another
// coding.
func TestDamagedDictionary(t *testing.T) {
	const dictionary = "<h1>samba, samba</h1>"
	brand, out := edgetest.Brand("palco"), t.TempDir()
	id := edgetest.PublishDictionary(t, out, brand, dictionary)
	stored := releasetest.EncodeDcz(t, dictionary, edgetest.Coded)
	for _, name := range releasetest.Segments(t, filepath.Join(out, brand.Key)) {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		at := strings.Index(string(b), string(stored))
		require.Positive(t, at)
		b[at+len(stored)-1] ^= 1
		releasetest.Overwrite(t, name, b)
	}
	c := opened(t, out, brand, id)
	a := ask(c, answer.Request{Path: "/coded", AcceptEncoding: "gzip, dcz",
		AvailableDictionary: available(dictionary)})
	require.Equal(t, 200, a.Status)
	require.Equal(t, "gzip", a.Field("Content-Encoding"))
}
