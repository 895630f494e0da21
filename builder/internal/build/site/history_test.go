package site_test

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/release"
)

// overwrite replaces a sealed file of the live release.
func overwrite(t *testing.T, s *buildtest.Shop, name, text string) {
	t.Helper()
	id, err := release.Current(s.Dir())
	require.NoError(t, err)
	file := filepath.Join(s.Dir(), release.ReleasesDir, id, name)
	require.NoError(t, os.Chmod(file, 0o644))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// TestHistoryOutlivesFormats: former addresses, removed events, SEQUENCE and the list of changes
// are there after a change of the format of releases, from an older one and from a newer one. A
// release whose history is damaged too costs what that release alone remembered.
func TestHistoryOutlivesFormats(t *testing.T) {
	t.Parallel()
	for _, manifest := range []string{`{"format":3}`, `{"format":99}`} {
		s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro,
			buildtest.Frevo))
		s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
		s.MustPublish()
		later := func(records ...string) {
			s.Options.Now = s.Options.Now.Add(time.Hour)
			s.Write("catalogue.json", buildtest.Array(records...))
			s.MustPublish()
		}
		samba := strings.Replace(buildtest.Samba, `"slug":"samba"`, `"slug":"samba-2027"`, 1)
		moved := strings.Replace(samba, "T20:00", "T21:00", 1)
		require.NotEqual(t, samba, moved)
		later(samba, buildtest.Choro)
		later(moved, buildtest.Choro)
		said := func() (former, sequence, changes string) {
			former = buildtest.Body(t, s.Live(), catalog.FormerPath, "")
			calendar := buildtest.Body(t, s.Live(), "/eventos/samba-2027.ics", "text/calendar")
			_, sequence, _ = strings.Cut(calendar, "SEQUENCE:")
			changes = buildtest.Body(t, s.Live(), catalog.ChangesPath, "application/x-ndjson")
			return former, sequence[:1], changes
		}
		former, sequence, changes := said()
		require.Contains(t, former, catalog.GoneKey("/eventos/frevo")+"\t:gone")
		require.Contains(t, former, "/eventos/samba\t/eventos/samba-2027")
		require.Equal(t, "2", sequence, "its address, then its hour")
		require.Contains(t, changes, `"what":"removed"`)

		overwrite(t, s, release.ManifestFile, manifest)
		later(moved, buildtest.Choro, buildtest.Coco)
		f, q, c := said()
		require.Equal(t, []string{former, sequence}, []string{f, q})
		require.True(t, strings.HasPrefix(c, changes), c)
		require.Contains(t, c[len(changes):], `"what":"added"`)
		require.Equal(t, strings.Count(changes, "\n")+1, strings.Count(c, "\n"), c)

		overwrite(t, s, release.ManifestFile, manifest)
		overwrite(t, s, release.HistoryFile, "{\"history\":1}\n{\"id\":1")
		later(moved, buildtest.Choro, buildtest.Coco)
		f, q, _ = said()
		require.Equal(t, []string{former, sequence}, []string{f, q})
	}
}

// TestHistoryRefuses: a file that was cut or has rotted, of another version, or with a line of
// another kind or without an end is no history, and what is written is read as it was. testdata has
// it as the first program wrote it that did, for releases of format 4.
func TestHistoryRefuses(t *testing.T) {
	t.Parallel()
	h := &site.History{Since: "2026-11-20T12:00:00Z",
		Events: []site.EventPast{{ID: 2, Slug: "a", City: "recife-pe", Listed: 5, Revised: 6,
			Hash: 1}, {ID: 7, Slug: "b", Sequence: 3, Facts: 1 << 63, OnSale: true}},
		Former:  []site.FormerAddress{{From: "/eventos/x", To: ":gone", Day: "2026-11-20"}},
		Changes: [][]byte{[]byte(`{"at":"2026-11-20T12:00:00Z","what":"removed"}` + "\n")}}
	var b bytes.Buffer
	require.NoError(t, h.Write(&b))
	first, err := os.ReadFile("testdata/history-1.jsonl")
	require.NoError(t, err)
	require.Equal(t, string(first), b.String())
	got, err := site.DecodeHistory(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	require.Equal(t, h, got)
	require.Equal(t, "a", got.Event(2).Slug)
	require.Nil(t, got.Event(3))
	lines := strings.SplitAfter(b.String(), "\n")
	for name, text := range map[string]string{
		"empty": "", "cut": b.String()[:b.Len()-3], "a line less": strings.Join(
			append(lines[:2:2], lines[3:]...), ""),
		"version": strings.Replace(b.String(), `"history":1`, `"history":2`, 1),
		"rot":     strings.Replace(b.String(), `"sequence":3`, `"sequence":7`, 1),
		"long":    strings.Replace(b.String(), `"a"`, `"a`+strings.Repeat("a", 1<<16)+`"`, 1),
		"kind":    strings.Replace(b.String(), `{"from"`, `{"form"`, 1),
	} {
		_, err := site.DecodeHistory(strings.NewReader(text))
		require.Error(t, err, name)
		require.Equal(t, name == "long", errors.Is(err, bufio.ErrBufferFull), name)
	}
}
