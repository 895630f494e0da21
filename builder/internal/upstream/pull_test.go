package upstream_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/rowstest"
)

// folder writes files and gives a file source over them.
func folder(t testing.TB, pattern string, files map[string]string) upstream.Source {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return upstream.Source{Brand: "palco", Dir: dir, Source: brands.Source{
		Kind: "file", Path: filepath.Join(dir, filepath.FromSlash(pattern)), Timeout: time.Minute,
		MaxBytes: 1 << 20,
	}}
}

// with gives the source a jq program.
func with(t testing.TB, src upstream.Source, program string) upstream.Source {
	t.Helper()
	if src.Dir == "" {
		src.Dir = t.TempDir()
	}
	src.Map = filepath.Join(src.Dir, "map.jq")
	require.NoError(t, os.WriteFile(src.Map, []byte(program), 0o644))
	return src
}

// record is one record of an item.
type record struct {
	Value any
	Pos   upstream.Position
}

func pull(t *testing.T, src upstream.Source, opts upstream.Options) ([]record, upstream.Stats,
	error) {
	t.Helper()
	var records []record
	stats, err := upstream.Pull(t.Context(), src, opts, func(item upstream.Item) error {
		for _, value := range item.Records {
			records = append(records, record{Value: value, Pos: item.Pos})
		}
		return nil
	})
	return records, stats, err
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

func positions(items []record) (out []string) {
	for _, i := range items {
		out = append(out, i.Pos.String())
	}
	return out
}

func values(items []record) (out []any) {
	for _, i := range items {
		out = append(out, i.Value)
	}
	return out
}

func TestFiles(t *testing.T) {
	files := map[string]string{
		"conferences/2024/php.json": `[{"n": 1}, {"n": 2}]`,
		"conferences/2024/go.json":  "\ufeff[3]",
		"conferences/2023/go.json":  `{"data": [4], "meta": {}}`,
		"conferences/2023/.go.json": `[99]`,
		"conferences/readme.txt":    `no JSON`,
		"lines.ndjson":              "{\"n\": 5}\n\n{\"n\": 6}\n",
		"lines.jsonl.gz":            zipped(t, "7\n8"),
		"packed.json":               zipped(t, `[9]`),
		"deep/a/b/c.json":           `[10]`,
	}
	for _, tt := range rowstest.Read[[]struct {
		Name, Path, Items string
		Values            []any
		Positions         []string
	}](t, "testdata/files.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			src := folder(t, tt.Path, files)
			src.Items = tt.Items
			items, stats, err := pull(t, src, upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.Values, values(items))
			require.Equal(t, tt.Positions, positions(items))
			require.Equal(t, len(items), stats.Items)
			require.Equal(t, len(items), stats.Records)
			require.Positive(t, stats.Documents)
			require.Positive(t, stats.Bytes)
		})
	}
}

// TestPatternAboveTheFolder: only what brand.yaml says is a pattern, not the
// names of the folders that happen to be above.
func TestPatternAboveTheFolder(t *testing.T) {
	src := folder(t, "odd [1]*/x/*.json", map[string]string{"odd [1]*/x/a.json": `[1]`,
		"odd 1/x/a.json": `[2]`})
	src.Dir = filepath.Join(src.Dir, "odd [1]*")
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"x/a.json, item 1"}, positions(items))
	require.Equal(t, []any{1}, values(items))
}

func TestPlainPathIsStreamed(t *testing.T) {
	src := folder(t, "hal.json",
		map[string]string{"hal.json": `{"page": {"n": 0}, "_embedded": {"x": 1,` +
			` "events": [1, 2]}}`})
	src.Items = "._embedded.events"
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 2}, values(items))

	src = folder(t, "hal.json", map[string]string{"hal.json": `{"page": {"n": 0}}`})
	src.Items = "._embedded.events"
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrEmpty, "an absent list is an empty one")

	src = folder(t, "hal.json",
		map[string]string{"hal.json": `{"_embedded": {"events": {"id": 1}}}`})
	src.Items = "._embedded.events"
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrMalformed)
	require.EqualError(t, err,
		"hal.json: malformed document: byte 23, at /_embedded/events: a list was expected here: "+
			"name the list with source.items")

	src = folder(t, "list.json", map[string]string{"list.json": `[1]`})
	src.Items = ".events"
	_, _, err = pull(t, src, upstream.Options{})
	require.EqualError(t, err,
		"list.json: malformed document: byte 0: the document is a list, but source.items says "+
			".events: leave it out")
}

func TestProgram(t *testing.T) {
	files := map[string]string{"e/2024.json": `[{"id": 9007199254740993, "tags": ["a", "b"]},` +
		` {"id": 18446744073709551616, "tags": []}]`}
	huge, _ := new(big.Int).SetString("18446744073709551616", 10)
	for _, tt := range []struct {
		name, program string
		want          []any
	}{
		{"one record", `{id}`, []any{map[string]any{"id": 9007199254740993},
			map[string]any{"id": huge}}},
		{"none or many", `.tags[]`, []any{"a", "b"}},
		{"variables", `[$file, $page, $brand]`, []any{[]any{"e/2024.json", nil, "palco"},
			[]any{"e/2024.json", nil, "palco"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			items, stats, err := pull(t, with(t, folder(t, "e/*.json", files), tt.program),
				upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.want, values(items))
			require.Equal(t, 2, stats.Items)
			require.Equal(t, len(tt.want), stats.Records)
		})
	}
}

// kinds are the names of errors in rows.
var kinds = map[string]error{"map": upstream.ErrMap, "empty": upstream.ErrEmpty,
	"unavailable": upstream.ErrUnavailable, "malformed": upstream.ErrMalformed,
	"too large": upstream.ErrTooLarge}

func TestProgramFaults(t *testing.T) {
	files := map[string]string{"e/a.json": `[{"id": 1}, {"id": "x"}]`}
	for _, tt := range rowstest.Read[[]struct{ Name, Program, Want, Kind string }](t,
		"testdata/program-faults.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			src := with(t, folder(t, "e/*.json", files), tt.Program)
			var opts upstream.Options
			if strings.Contains(tt.Want, "took more") { // else the limit is not tested
				opts.ItemTime = 50 * time.Millisecond
			}
			_, _, err := pull(t, src, opts)
			require.ErrorIs(t, err, kinds[cmp.Or(tt.Kind, "map")])
			require.ErrorContains(t, err, tt.Want)
		})
	}
}

// TestFiltersComeFirst: a filter that is wrong is said before anything is read.
func TestFiltersComeFirst(t *testing.T) {
	src := folder(t, "absent.json", nil)
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	for _, set := range []func(*upstream.Source){
		func(s *upstream.Source) { s.Items = ".a | nope" },
		func(s *upstream.Source) { s.Pages.Last = "{" },
		func(s *upstream.Source) { s.Pages.Next = "input" },
		func(s *upstream.Source) { s.Pages.Total = "$x" },
		func(s *upstream.Source) { s.Map = filepath.Join(s.Dir, "absent.jq") },
	} {
		bad := src
		set(&bad)
		_, _, err := pull(t, bad, upstream.Options{})
		require.ErrorIs(t, err, upstream.ErrMap)
	}
}

func TestFileFaults(t *testing.T) {
	long := `["` + strings.Repeat("a", 1<<20) + `"]`
	half := "[1]" + strings.Repeat(" ", 700_000)
	cut := zipped(t, `[1, 2, 3]`)
	corrupt := []byte(cut)
	corrupt[len(corrupt)-6] ^= 1
	type row struct {
		Name, Path string
		Files      map[string]string
		Kind, Want string
		As         string // kind of the source, or ""
	}
	for _, tt := range append(rowstest.Read[[]row](t, "testdata/file-faults.yaml"),
		row{"gzip cut off", "a.json.gz", map[string]string{"a.json.gz": cut[:len(cut)-4]},
			"malformed", "a.json.gz: malformed document: the gzip stream is cut off", ""},
		row{"gzip corrupt", "a.json.gz", map[string]string{"a.json.gz": string(corrupt)},
			"malformed", "not a sound gzip stream", ""},
		row{"gzip with a tail", "a.json.gz",
			map[string]string{"a.json.gz": cut + "tail of something"}, "malformed",
			"not a sound gzip stream", ""},
		row{"more than max_bytes", "a.json", map[string]string{"a.json": long},
			"too large", "a.json: too large: the pull has more than 1048576 decoded bytes: raise " +
				"source.max_bytes", ""},
		row{"more than max_bytes in all", "*.json",
			map[string]string{"a.json": half, "b.json": half}, "too large",
			"b.json: too large", ""},
		row{"bomb", "a.json.gz",
			map[string]string{"a.json.gz": zipped(t, "["+strings.Repeat("0,", 20<<20)+"0]")},
			"too large", "a.json.gz: too large", ""}) {
		t.Run(tt.Name, func(t *testing.T) {
			src := folder(t, tt.Path, tt.Files)
			src.Kind = cmp.Or(tt.As, src.Kind)
			_, _, err := pull(t, src, upstream.Options{})
			require.ErrorIs(t, err, kinds[tt.Kind])
			require.ErrorContains(t, err, tt.Want)
		})
	}
}

// TestOddFiles: a pipe would block the build for ever, and a link that leads
// nowhere or a folder that cannot be read would shrink the catalogue in silence.
func TestOddFiles(t *testing.T) {
	src := folder(t, "*.json", map[string]string{"a.json": "[1]"})
	require.NoError(t, syscall.Mkfifo(filepath.Join(src.Dir, "b.json"), 0o644))
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "b.json: not a regular file")

	src = folder(t, "*.json", map[string]string{"a.json": "[1]"})
	require.NoError(t, os.Symlink("nowhere", filepath.Join(src.Dir, "b.json")))
	_, _, err = pull(t, src, upstream.Options{})
	require.EqualError(t, err, "source unavailable: "+filepath.Join(src.Dir, "b.json")+
		": no such file or directory")
}

func TestEmitAndContext(t *testing.T) {
	src := folder(t, "a.json", map[string]string{"a.json": "[1, 2, 3]"})
	stop := errors.New("enough")
	stats, err := upstream.Pull(t.Context(), src, upstream.Options{},
		func(upstream.Item) error { return stop })
	require.Equal(t, stop, err, "the caller's error comes back as it is")
	require.Equal(t, 3, stats.Items, "those that wait were read ahead")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = upstream.Pull(ctx, src, upstream.Options{}, func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, upstream.ErrUnavailable,
		"the end that the caller asked for is no fault of the source")

	src.Timeout = 1
	_, err = upstream.Pull(t.Context(), src, upstream.Options{},
		func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "the whole pull took longer than source.timeout (1ns)")
}

// TestPlacesAreNoTime: the wait for a place to read does not count to source.timeout.
func TestPlacesAreNoTime(t *testing.T) {
	t.Parallel()
	src := folder(t, "a.json", map[string]string{"a.json": `[{"id": 1}]`})
	src.Timeout = 10 * time.Second
	wait := func(work func(), _ func() int64) {
		work()
		time.Sleep(src.Timeout)
	}
	stats, err := upstream.Pull(t.Context(), src, upstream.Options{Wait: wait},
		func(upstream.Item) error { return nil })
	require.NoError(t, err)
	require.Equal(t, 1, stats.Items)
}

// TestSizeBeforePlace: when a pull waits for a place it says how large its document is, decoded, as
// far as a spool has memory.
func TestSizeBeforePlace(t *testing.T) {
	text := `[{"id": 1}` + strings.Repeat(" ", 3<<20) + "]"
	large := text[:len(text)-1] + "," + text[1:]
	small := string(zipped(t, large))
	for i, tt := range []struct {
		src  upstream.Source
		want int
	}{
		{folder(t, "a.json", map[string]string{"a.json": text}), len(text)},
		{folder(t, "a.json", map[string]string{"a.json": large}), len(large)},
		{folder(t, "a.json", map[string]string{"a.json": small}), 4 << 20},
		{served(t, answer(200, text), brands.Pages{Style: "none"}), len(text)},
		{served(t, answer(200, large), brands.Pages{Style: "none"}), len(large)},
		{served(t, answer(200, small), brands.Pages{Style: "none"}), 4 << 20},
	} {
		var size int64
		tt.src.MaxBytes = 64 << 20
		_, err := upstream.Pull(t.Context(), tt.src, upstream.Options{
			Wait: func(work func(), of func() int64) { work(); size = of() },
		}, func(upstream.Item) error { return nil })
		require.NoError(t, err, i)
		require.EqualValues(t, tt.want, size, i)
	}
}

func TestDuration(t *testing.T) {
	src := folder(t, "a.json", map[string]string{"a.json": "[1]"})
	now := time.Unix(0, 0)
	_, stats, err := pull(t, src,
		upstream.Options{
			Options: fetch.Options{
				Now: func() time.Time { now = now.Add(time.Second); return now }}})
	require.NoError(t, err)
	require.Equal(t, time.Second, stats.Duration)
}
