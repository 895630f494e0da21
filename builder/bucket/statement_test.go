package bucket_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
)

func signedEntry() bucket.Entry {
	return bucket.Entry{Release: "00000008-0123456789abcdef",
		Manifest: "0123456789abcdef" + strings.Repeat("0", 48),
		Hosts:    []string{"api.palco.example", "palco.example"},
		Taken: []release.Pin{{Release: "00000006-0123456789abcdef", Content: "c6"},
			{Release: "00000007-0123456789abcdef", Content: "c7"}},
		Counter: 12, At: time.Date(2026, 11, 22, 16, 0, 0, 0, time.UTC)}
}

// keys makes a pair; it returns both as files of keys, bound to brands.
func keys(t testing.TB, name string, brands ...string) (private, public *bucket.Keys) {
	t.Helper()
	dir := t.TempDir()
	_, err := bucket.GenerateKeys(dir, name)
	require.NoError(t, err)
	_, err = bucket.GenerateKeys(dir, name)
	require.ErrorIs(t, err, os.ErrExist, "it would overwrite a key")
	private, err = bucket.LoadKeys(filepath.Join(dir, name+".key"))
	require.NoError(t, err)
	file := filepath.Join(dir, name+".pub")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	line := strings.TrimSpace(string(text)) + " " + strings.Join(brands, " ") + "\n"
	require.NoError(t, os.WriteFile(file, []byte("# keys\n\n"+line), 0o644))
	public, err = bucket.LoadKeys(file)
	require.NoError(t, err)
	return private, public
}

// TestE5Forged: an entry passes as it was signed, and with any change it is refused.
func TestE5Forged(t *testing.T) {
	private, public := keys(t, "builder-2026")
	e := signedEntry()
	require.ErrorContains(t, public.Check("palco", &e), "is not signed")
	require.NoError(t, private.Sign("palco", &e))
	require.NoError(t, public.Check("palco", &e))
	require.NoError(t, private.Check("palco", &e), "a private key knows its public one")
	require.ErrorIs(t, public.Check("virada", &e), bucket.ErrRefused, "swapped brands")
	for name, change := range map[string]func(*bucket.Entry){
		"release":  func(e *bucket.Entry) { e.Release = "00000009-0123456789abcdef" },
		"manifest": func(e *bucket.Entry) { e.Manifest = strings.Repeat("1", 64) },
		"hosts":    func(e *bucket.Entry) { e.Hosts = append(e.Hosts, "bank.example") },
		"counter":  func(e *bucket.Entry) { e.Counter++ },
		"time":     func(e *bucket.Entry) { e.At = e.At.Add(time.Second) },
		"rollback": func(e *bucket.Entry) { e.Back = true },
		"text":     func(e *bucket.Entry) { e.Note = strings.Replace(e.Note, "palco", "palca", 1) },
		"none":     func(e *bucket.Entry) { e.Note = "" },
		"joined": func(e *bucket.Entry) {
			e.Hosts = []string{strings.Join(e.Hosts, "\nhost ")}
		},
		"taken": func(e *bucket.Entry) { e.Taken = e.Taken[:1] },
		"joined taken": func(e *bucket.Entry) {
			e.Taken = []release.Pin{{Release: e.Taken[0].Release, Content: e.Taken[0].Content +
				"\ntaken back " + e.Taken[1].Release + " " + e.Taken[1].Content}}
		},
	} {
		forged := e
		change(&forged)
		require.ErrorIs(t, public.Check("palco", &forged), bucket.ErrRefused, name)
	}
	for i := range len(e.Note) - len("x=\n") { // the last letter has bits that base64 ignores
		forged := e
		forged.Note = e.Note[:i] + string(e.Note[i]^1) + e.Note[i+1:]
		require.Error(t, public.Check("palco", &forged), "byte %d", i)
	}
	_, other := keys(t, "builder-2026")
	require.ErrorContains(t, other.Check("palco", &e), "no signature by a key of")
}

// TestE5Replay: an older statement is refused; going back is a newer one.
func TestE5Replay(t *testing.T) {
	private, public := keys(t, "builder")
	old, live := signedEntry(), signedEntry()
	old.Counter, live.Release = 11, "00000009-0123456789abcdef"
	require.NoError(t, private.Sign("palco", &old))
	require.NoError(t, private.Sign("palco", &live))
	require.NoError(t, public.CheckNewer("palco", &live, &old))
	require.NoError(t, public.CheckNewer("palco", &live, &live))
	require.ErrorContains(t, public.CheckNewer("palco", &old, &live), "counter 11, and 12 was seen")
	back := old
	back.Counter, back.Back = 13, true
	require.NoError(t, private.Sign("palco", &back))
	require.NoError(t, public.CheckNewer("palco", &back, &live))
}

// TestGenerate: a pair is made whole or not at all, and in the named folder only.
func TestGenerate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o755))
	for _, name := range []string{"", "../out", "sub/key", "two words", "a+b", ".hidden", "-x"} {
		_, err := bucket.GenerateKeys(dir, name)
		require.ErrorContains(t, err, "letters, digits, - and . only", name)
	}
	for _, half := range []string{"a.key", "b.pub"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, half), nil, 0o600))
		_, err := bucket.GenerateKeys(dir, half[:1])
		require.ErrorIs(t, err, os.ErrExist)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{"a.key", "b.pub", "sub"}, names)
}

// TestKeys: several keys are accepted while they change, and a key signs its brands only.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	var privates, publics string
	for _, name := range []string{"old", "new"} {
		_, err := bucket.GenerateKeys(dir, name)
		require.NoError(t, err)
		for suffix, text := range map[string]*string{".key": &privates, ".pub": &publics} {
			data, err := os.ReadFile(filepath.Join(dir, name+suffix))
			require.NoError(t, err)
			*text += string(data)
		}
	}
	load := func(text string, perm os.FileMode) (*bucket.Keys, error) {
		file := filepath.Join(t.TempDir(), "keys")
		require.NoError(t, os.WriteFile(file, []byte(text), perm))
		return bucket.LoadKeys(file)
	}
	both, err := load(privates, 0o600)
	require.NoError(t, err)
	first := strings.SplitAfter(publics, "\n")
	e := signedEntry()
	require.NoError(t, both.Sign("palco", &e))
	for _, line := range first[:2] {
		one, err := load(line, 0o644)
		require.NoError(t, err)
		require.NoError(t, one.Check("palco", &e), "signed by both")
	}
	bound, err := load(strings.TrimSpace(first[0])+" festa\n", 0o644)
	require.NoError(t, err)
	require.ErrorContains(t, bound.Check("palco", &e), "a key that may not sign brand palco")
	hosts, err := load(strings.TrimSpace(first[0])+
		" palco host=palco.example host=api.palco.example\n", 0o644)
	require.NoError(t, err)
	require.NoError(t, hosts.Check("palco", &e))
	require.ErrorContains(t, hosts.Check("festa", &e), "may not sign brand festa")
	for _, bound := range []string{"host=palco.example", "host=api.palco.example palco"} {
		few, err := load(strings.TrimSpace(first[0])+" "+bound+"\n", 0o644)
		require.NoError(t, err)
		require.ErrorContains(t, few.Check("palco", &e), "a key that may not sign brand palco "+
			"with the hosts api.palco.example, palco.example", bound)
	}
	thief, err := load(strings.Replace(privates, "\n", " host=festa.example\n", -1), 0o600)
	require.NoError(t, err)
	require.ErrorContains(t, thief.Sign("palco", &e), "no private key that may sign brand palco "+
		"with the hosts api.palco.example, palco.example")
	for _, text := range []string{"host=", "hosts=palco.example"} {
		_, err = load(strings.TrimSpace(first[0])+" "+text+"\n", 0o644)
		require.ErrorContains(t, err, ":1: \""+text+"\": after a key come brands, and hosts as")
	}
	_, err = load(privates, 0o644)
	require.ErrorContains(t, err, "chmod 600")
	_, err = load("# nothing\n", 0o600)
	require.ErrorContains(t, err, "holds no key")
	_, err = load("PRIVATE+KEY+secret\n", 0o600)
	require.ErrorContains(t, err, ":1: no key")
	require.NotContains(t, err.Error(), "secret")
	onlyFesta, err := load(strings.Replace(privates, "\n", " festa\n", -1), 0o600)
	require.NoError(t, err)
	require.ErrorContains(t, onlyFesta.Sign("palco", &e),
		"no private key that may sign brand palco")
}
