package phrases

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// topicNames returns the names of an index with n topics and some places.
func topicNames(t testing.TB, n int) *Names {
	t.Helper()
	spool, err := os.CreateTemp(t.TempDir(), "spool")
	require.NoError(t, err)
	defer spool.Close()
	w := search.NewWriter(spool)
	for i := range n {
		at := strconv.Itoa(i)
		require.NoError(t, w.Add(search.Doc{Name: "x", JSON: []byte("{}"), Venue: "Teatro & Bar",
			VenueKey: "teatro-" + at, City: "São José", Producer: "Samba & Cia",
			ProducerSlug: "samba",
			Topics:       []search.Topic{{Key: "t" + at, Label: "Tópico nº " + at}}}))
	}
	require.NoError(t, w.Add(search.Doc{Name: "x", JSON: []byte("{}"),
		Topics: []search.Topic{{Key: "marks", Label: "¡!"}}}))
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	require.NoError(t, err)
	index, err := search.Open(b.Bytes())
	require.NoError(t, err)
	return NewNames(index, "pt-BR")
}

func TestNames(t *testing.T) {
	names := topicNames(t, 3)
	for _, tc := range []struct {
		kind  Kind
		value string
		want  string // or ""
	}{
		{Topic, "T1", "t1"},
		{Topic, "TOPICO Nº 2", "t2"},
		{Topic, "topico nº 3", ""},
		{Topic, "Tópico, nº 2", ""}, // other signs are another label
		{Topic, "¡!", "marks"},
		{Topic, "Teatro & Bar", ""}, // of another kind
		{Venue, "teatro & bar", "teatro-0"},
		{Venue, "", ""},
	} {
		key, ok := names.Key(tc.kind, tc.value)
		require.Equal(t, tc.want, key, tc.value)
		require.Equal(t, tc.want != "", ok, tc.value)
	}
	found := map[Kind][]string{}
	for _, name := range []string{"Samba e Cia", "São José", "teatro; bar"} {
		form, words := AppendName(nil, []byte(name))
		require.Equal(t, 2, words)
		for _, v := range names.table().values[string(form)] {
			found[v.kind] = append(found[v.kind], v.key)
		}
	}
	require.Equal(t, map[Kind][]string{Organization: {"samba"}, City: {"São José"},
		Venue: {"teatro-0", "teatro-1", "teatro-2"}}, found)
	require.Equal(t, 3, names.table().longest)
}

// A value that no event has costs the same with a thousand topics as with three.
func TestUnknownTopicIsLookedUp(t *testing.T) {
	names := topicNames(t, 1000)
	require.Less(t, testing.AllocsPerRun(10, func() { names.Key(Topic, "zzz") }), 20.0)
}
