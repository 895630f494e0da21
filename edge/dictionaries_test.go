package main_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// TestCachesOfDictionaries: a page that is compressed with a dictionary never reaches a client that
// has not that very one, through any cache and after any other request, not even through one that
// ignores Vary and hands the client's codings on. Who has it gets it through a cache that hands on
// what the client says.
func TestCachesOfDictionaries(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	writeBrand(t, brandsDir, "festa", 3, 1)
	addSettings(t, brandsDir, "festa", "compression_dictionary: yes\n")
	code, stdout, stderr := runBuilder(t, "build", "--brands", brandsDir, "--out", out,
		"--export=false")
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	edge := startEdge(t, out, "--rate-address", "0")

	page := asking{host: "festa.localhost", target: "/eventos/show-1", accept: onlyHTML}
	res, want := (&front{name: "none", addr: edge.addr}).ask(t, page)
	relation := regexp.MustCompile(`<(/assets/[^>]*)>; rel="compression-dictionary"`)
	link := relation.FindStringSubmatch(strings.Join(res.Header.Values("Link"), ", "))
	require.NotNil(t, link)
	_, dictionary := (&front{addr: edge.addr}).ask(t, asking{host: page.host, target: link[1]})
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, dictionary))
	require.NoError(t, err)
	defer decoder.Close()
	named := func(b []byte) string {
		sum := sha256.Sum256(b)
		return ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	}
	const chrome = "gzip, deflate, br, zstd, dcb, dcz"
	knows, other, stranger := page, page, page
	knows.coding, knows.dictionary = chrome, named(dictionary)
	other.coding, other.dictionary = chrome, named([]byte("of an earlier release"))
	stranger.coding = "gzip, deflate, br, zstd"
	for _, kind := range slices.Concat(fronts, []frontKind{frontForwarding}) {
		t.Run(kind.name, func(t *testing.T) {
			f := startFrontKind(t, kind, edge.addr)
			coded, hits := 0, 0
			for n, order := range [][]asking{
				{knows, stranger, knows, stranger, other},
				{stranger, knows, other, knows, stranger},
				{other, knows, stranger, stranger, knows},
				{knows, knows, other, other, stranger},
			} {
				for _, q := range order {
					q.target = fmt.Sprintf("%s?n=%d", page.target, n)
					for _, method := range []string{http.MethodGet, http.MethodHead} {
						q.method = method
						res, body := f.ask(t, q)
						require.Equal(t, 200, res.StatusCode)
						if res.Header.Get("X-Cache") == "HIT" {
							hits++
						}
						if res.Header.Get("Content-Encoding") == "dcz" {
							require.Equal(t, knows.dictionary, q.dictionary)
							require.NotEqual(t, "HIT", res.Header.Get("X-Cache"), "private")
							coded++
							if method == http.MethodGet {
								body, err = decoder.DecodeAll(body, nil)
								require.NoError(t, err)
							}
						}
						if method == http.MethodGet {
							require.Equal(t, string(want), string(body))
						}
					}
				}
			}
			t.Logf("%d with the dictionary, %d from the cache", coded, hits)
			if kind.name == frontPlain {
				require.Positive(t, coded)
				require.Positive(t, hits)
			}
		})
	}
	require.Equal(t, 0, edge.stop(t))
}
