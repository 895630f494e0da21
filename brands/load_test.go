package brands_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/rowstest"
)

// least is a brand.yaml with nothing but what is required.
const least = `name: Palco
locale: pt-BR
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
source:
  kind: file
  path: events.json
`

// installation writes files below a temporary folder of brands.
func installation(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func env(vars map[string]string) brands.LoadOptions {
	return brands.LoadOptions{Presets: presets, Env: func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}}
}

// presets are one with many keys and two without a usable key.
var presets = fstest.MapFS{
	"agenda/source.yaml": {Data: []byte(`
kind: http
items: .results
pages: {style: offset, size: 100, window: 10000, total: .n}
headers: {Accept-Language: pt, X-Key: "${TOKEN}"}
detail: {url: "/e/{slug}", key: .updated}
rate: 5/s
`)},
	"agenda/map.jq":      {Data: []byte("{id}")},
	"broken/source.yaml": {Data: []byte("[")},
	"broken/map.jq":      {Data: []byte(".")},
	"empty/source.yaml":  {Data: []byte(" ")},
	"empty/map.jq":       {Data: []byte(".")},
}

// one loads a single brand.yaml from a folder named palco.
func one(t testing.TB, text string) (*brands.Brand, string, error) {
	t.Helper()
	dir := installation(t, map[string]string{
		"palco/brand.yaml": text, "palco/map.jq": ".", "palco/logo.svg": "<svg/>",
		"palco/logo.png":  "<svg/>",
		"palco/empty.svg": "", "outside.svg": "<svg/>", "outside.jq": ".",
	})
	folder := filepath.Join(dir, "palco")
	require.NoError(t, os.Symlink("../outside.jq", filepath.Join(folder, "link.jq")))
	b, err := brands.LoadOne(folder,
		env(map[string]string{"TOKEN": "s3cr3t", "EMPTY": "", "BREAK": "s3cr3t\nX: y",
			"HOST": "backend.example", "BRACE": "s3cr3t{"}))
	return b, folder, err
}

func TestDefaults(t *testing.T) {
	b, folder, err := one(t, least)
	require.NoError(t, err)
	require.Equal(t, "palco", b.Key)
	require.Equal(t, folder, b.Dir)
	require.Equal(t, filepath.Join(folder, "brand.yaml"), b.File())
	require.Equal(t, "BRL", b.Currency)
	require.Nil(t, b.Zone)
	require.Equal(t, brands.Theme{Color: "#1f6f5c", Scheme: "both", HeroLayout: "wide",
		Motif: "ticket", Headings: "sans",
		Corners: "soft"}, b.Theme)
	require.Equal(t, brands.AI{Search: true, Input: true}, b.AI)
	require.Zero(t, b.Search)
	require.True(t, b.Export)
	require.Equal(t, brands.Guards{
		MaxShrink: 0.5, MaxFailed: 0.01, MaxLoss: brands.MaxLoss{Start: 0.2, Place: 0.3, Price: 0.5,
			Description: 0.5, Image: 0.5},
	}, b.Guards)
	require.False(t, b.CDN.KeysOnAccept)
	require.Zero(t, b.V1)
	require.True(t, b.AsOf.IsZero())
	require.Equal(t, "file", b.Source.Kind)
	require.Equal(t, filepath.Join(folder, "events.json"), b.Source.Path)
	require.Equal(t, 10*time.Minute, b.Source.Timeout)
	require.EqualValues(t, 1<<30, b.Source.MaxBytes)
	require.Equal(t, []string{"palco.example"}, b.Hosts())
	require.Equal(t, "/api/public/v1", b.BasePath())
}

func TestEveryKey(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "every-key.yaml"))
	require.NoError(t, err)
	b, folder, err := one(t, string(text))
	require.NoError(t, err)
	zone := catalog.Zone("America/Sao_Paulo")
	day := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return at
	}
	require.Equal(t, "Palco 21", b.Name)
	require.Equal(t, "en", b.Locale)
	require.Equal(t, "America/Sao_Paulo", b.Timezone)
	require.Equal(t, zone, b.Zone)
	require.Equal(t, "EUR", b.Currency)
	require.Equal(t, i18n.Own{
		"lists.whats_on": {Text: "Out tonight"},
		"lists.events": {Forms: map[string]string{"=0": "no shows", "one": "%{n} show",
			"other": "%{n} shows"}},
		"date.short_days": {List: []string{"su", "mo", "tu", "we", "th", "fr", "sa"}},
	}, b.Texts)
	require.Equal(t, "http://palco.localhost:8080", b.SiteURL)
	require.Equal(t, "http://127.0.0.1:8080/x/api/public/v1", b.BaseURL)
	require.Equal(t, "https://auth.example.org/v1", b.AuthURL)
	require.Equal(t, []string{"palco.example", "www.palco.example"}, b.Aliases)
	require.Equal(t, []string{"palco.localhost", "127.0.0.1", "palco.example", "www.palco.example"},
		b.Hosts())
	require.Equal(t, "/x/api/public/v1", b.BasePath())
	require.Equal(t, map[string]string{"/2019/foto.html": "https://fotos.example/"}, b.Redirects)
	require.Equal(t, "contato@palco.example", b.Contact)
	require.Equal(t, "https://loja.example/{slug}?id={id}", b.BuyURL)
	require.Equal(t, "Sample data, not current", b.Notice)
	require.True(t, day("2026-05-23T12:00:00-03:00").Equal(b.AsOf))
	require.Equal(t, b.AsOf, b.Now(time.Now()))
	require.Equal(t, brands.Theme{Color: "#c8401f", Paper: "#f3e9d8", Headings: "serif",
		Scheme: "both", HeroLayout: "wide", Motif: "ticket", Corners: "round",
		Logo: filepath.Join(folder, "logo.svg")}, b.Theme)
	require.Equal(t, brands.AI{Search: false, Input: false, Train: true}, b.AI)
	require.Equal(t, [][]string{{"sampa", "são paulo"}, {"ccsp", "Centro Cultural"}},
		b.Search.Synonyms)
	require.False(t, b.Export)
	require.NotNil(t, b.Schedule)
	require.True(t, *b.Schedule)
	require.Equal(t, brands.Guards{
		MaxShrink: 0.3, MaxFailed: 0.02, MaxLoss: brands.MaxLoss{Start: 0.1, Place: 0.2, Price: 0,
			Description: 1, Image: 0.4},
	}, b.Guards)
	require.True(t, b.CDN.KeysOnAccept)
	require.True(t, day("2027-01-01T00:00:00Z").Equal(b.V1.DeprecatedAt))
	require.True(t, day("2027-07-01T00:00:00Z").Equal(b.V1.SunsetAt))
	require.Equal(t, "https://palco.example/v2", b.V1.Link)
	require.Equal(t, "http", b.Source.Kind)
	require.Equal(t, "https://backend.example/s3cr3t/events?key=s3cr3t", b.Source.URL)
	require.Equal(t, ".results", b.Source.Items)
	require.Equal(t, brands.Pages{Style: "number", Param: "pagina", First: 0, Size: 100,
		SizeKey: "tamanho", Window: 5000, Last: ".last", Total: ".n"}, b.Source.Pages)
	require.Equal(t, ".problems", b.Source.Errors)
	require.Equal(t, brands.Detail{URL: "https://backend.example/e/{slug}?k=s3cr3t", Items: ".data",
		Merge: "more", Key: ".updated_at", Concurrency: 2}, b.Source.Detail)
	require.InDelta(t, 4, b.Source.Rate, 1e-9)
	require.False(t, b.Source.Conditional)
	require.Equal(t, map[string]string{"Authorization": "Bearer s3cr3t", "S_token": "x"},
		b.Source.Headers)
	require.Equal(t, filepath.Join(folder, "map.jq"), b.Source.Map)
	require.Equal(t, 90*time.Second, b.Source.Timeout)
	require.EqualValues(t, 512<<20, b.Source.MaxBytes)
	require.Equal(t, "https://backend.example/${TOKEN}/events?key=${TOKEN}",
		strings.ReplaceAll(b.Source.Redact(b.Source.URL), "${HOST}", "backend.example"))
}

func TestPageDefaults(t *testing.T) {
	http := strings.Replace(least, "  kind: file\n  path: events.json\n",
		"  kind: http\n  url: https://b.example/e\n", 1)
	for _, tt := range rowstest.Read[[]struct {
		Pages string
		Want  brands.Pages
	}](t, "testdata/page-defaults.yaml") {
		text := http
		if tt.Pages != "" {
			text += "  pages: " + tt.Pages + "\n"
		}
		b, _, err := one(t, text)
		require.NoError(t, err, tt.Pages)
		require.Equal(t, tt.Want, b.Source.Pages, tt.Pages)
		require.Equal(t, ".errors?", b.Source.Errors)
		require.EqualValues(t, 20, b.Source.Rate)
		require.True(t, b.Source.Conditional)
		require.Zero(t, b.Source.Detail)
		require.Nil(t, b.Source.Body)
	}
}

func TestLoad(t *testing.T) {
	brand := func(host string) string { return strings.ReplaceAll(least, "palco.example", host) }
	dir := installation(t, map[string]string{
		"b/brand.yaml": brand("b.example"), "a/brand.yaml": brand("a.example"),
		"data/readme.md": "no brand",
		"file.txt":       "no folder", "broken/brand.yaml": "name: [",
		"Bad_Name/brand.yaml": brand("c.example"),
	})
	loaded, err := brands.Load(dir, env(nil))
	require.Len(t, loaded, 2, "a faulty brand hides no other")
	require.Equal(t, []string{"a", "b"}, []string{loaded[0].Key, loaded[1].Key})
	found := brands.Errors(err)
	require.Len(t, found, 2)
	require.Equal(t, "Bad_Name", found[0].Key)
	require.Equal(t, filepath.Join(dir, "Bad_Name", "brand.yaml")+
		`:1: the folder name "Bad_Name" is not a key: use small letters and digits, with single `+
		`hyphens between them`, found[0].Error())
	require.Equal(t, "broken", found[1].Key)
	require.Equal(t, filepath.Join(dir, "broken", "brand.yaml"), found[1].File)
	require.Equal(t, 1, found[1].Faults[0].Line)

	loaded, err = brands.Load(installation(t, map[string]string{"x": ""}), env(nil))
	require.NoError(t, err)
	require.Empty(t, loaded)
	_, err = brands.Load(filepath.Join(dir, "absent"), env(nil))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.Empty(t, brands.Errors(nil))
}

// TestHostClash: a host has one brand. The brand that has published it keeps it, else the first by
// name; a later claim stops its own brand only.
func TestHostClash(t *testing.T) {
	brand := func(host string) string { return strings.ReplaceAll(least, "palco.example", host) }
	dir := installation(t, map[string]string{
		"a/brand.yaml": brand("a.example"), "b/brand.yaml": brand("b.example") +
			"aliases: [x.example, a.example]\n", "c/brand.yaml": brand("c.example"),
	})
	a, b := filepath.Join(dir, "a", "brand.yaml"), filepath.Join(dir, "b", "brand.yaml")
	for _, tt := range []struct {
		has, want string
		keys      []string
	}{
		{"", b + ":9: the host a.example belongs to " + a + ":3", []string{"a", "c"}},
		{"a", b + ":9: the host a.example belongs to " + a + ":3", []string{"a", "c"}},
		{"b", a + ":3: the host a.example belongs to " + b + ":9", []string{"b", "c"}},
	} {
		opts := env(nil)
		if tt.has != "" {
			opts.Published = func(key, host string) bool {
				return key == tt.has && host == "a.example"
			}
		}
		loaded, err := brands.Load(dir, opts)
		var keys []string
		for _, b := range loaded {
			keys = append(keys, b.Key)
		}
		require.Equal(t, tt.keys, keys)
		require.EqualError(t, err, tt.want+
			": a host belongs to one brand, so take it out of one file")
	}
}

// TestHostsFile: with hosts.yaml a folder claims only the hosts that it gives to it, so a copied
// folder takes none from the brand that it is a copy of, whatever its name.
func TestHostsFile(t *testing.T) {
	dir := installation(t, map[string]string{"copy/brand.yaml": least, "palco/brand.yaml": least,
		brands.HostsFile: "palco: [palco.example]\n"})
	loaded, err := brands.Load(dir, env(nil))
	require.EqualError(t, err, filepath.Join(dir, "copy", "brand.yaml")+":3: hosts.yaml does not "+
		"give the host palco.example to this brand: its owner adds it there, or take it out")
	require.Len(t, loaded, 1)
	require.Equal(t, "palco", loaded[0].Key)
	for _, broken := range []string{"palco: palco.example\n", "- palco\n", "{", "",
		"palco: [Palco.example]\n", "palco: ['palco.example:8080']\n",
		"palco: [https://a.example]\n",
		"palco: [a.example]\npalco: [b.example]\n", "palco:\n"} {
		name := filepath.Join(dir, brands.HostsFile)
		require.NoError(t, os.WriteFile(name, []byte(broken), 0o644))
		_, err = brands.Load(dir, env(nil))
		require.Regexp(t, `hosts.yaml:\d: `, err.Error(), broken)
		require.ErrorContains(t, err, "write a line for each brand, as in palco: [palco.example]")
	}
	require.NoError(t, os.Rename(filepath.Join(dir, brands.HostsFile),
		filepath.Join(dir, "hosts.yml")))
	_, err = brands.Load(dir, env(nil))
	require.ErrorContains(t, err, "hosts.yml is not read: rename it to hosts.yaml")
}

// TestBrokenBrandKeepsItsHost: a brand that is served keeps its hosts while its file has a fault.
func TestBrokenBrandKeepsItsHost(t *testing.T) {
	for _, text := range []string{"name: [", least + "nmae: x\n"} {
		dir := installation(t, map[string]string{"palco/brand.yaml": text, "a/brand.yaml": strings.
			ReplaceAll(least, "palco.example", "a.example") + "moved_hosts: [palco.example]\n"})
		opts := env(nil)
		loaded, err := brands.Load(dir, opts)
		require.Len(t, loaded, 1, "palco was never published")
		require.Error(t, err)
		opts.Published = func(key, host string) bool {
			return key == "palco" && host == "palco.example"
		}
		loaded, err = brands.Load(dir, opts)
		require.Empty(t, loaded)
		require.ErrorContains(t, err, "a/brand.yaml:9: the host palco.example belongs to ")
	}
}

// TestMisnamed: a file that is not read is named.
func TestMisnamed(t *testing.T) {
	for _, name := range []string{"brand.yml", "Brand.yaml"} {
		_, err := brands.Load(installation(t, map[string]string{"palco/" + name: least}), env(nil))
		require.ErrorContains(t, err, "palco/brand.yaml:1: "+name+
			" is not read: rename it to brand.yaml")
	}
}

func TestFoldersAndLinks(t *testing.T) {
	dir := installation(t, map[string]string{"palco/brand.yaml/x": "", "real/brand.yaml": least})
	require.NoError(t, os.Mkdir(filepath.Join(dir, "gone"), 0o755))
	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "gone", "brand.yaml")))
	loaded, err := brands.Load(dir, env(nil))
	require.Len(t, loaded, 1)
	found := brands.Errors(err)
	require.Len(t, found, 2)
	require.ErrorContains(t, found[0], "not readable: there is no such file")
	require.ErrorContains(t, found[1], "not readable: it is not a regular file")
}

// TestEnvironment reads the process's own variables when nobody injects others.
func TestEnvironment(t *testing.T) {
	t.Setenv("CARTAZ_TEST_FILE", "outside.json")
	dir := installation(t,
		map[string]string{"palco/brand.yaml": strings.Replace(least, "events.json",
			"${CARTAZ_TEST_FILE}", 1)})
	b, err := brands.LoadOne(filepath.Join(dir, "palco"), brands.LoadOptions{})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "palco", "outside.json"), b.Source.Path)
}

func TestHash(t *testing.T) {
	base, _, err := one(t, least)
	require.NoError(t, err)
	elsewhere, _, err := one(t, least)
	require.NoError(t, err)
	require.NotEqual(t, base.Dir, elsewhere.Dir)
	require.Equal(t, base.Hash(), elsewhere.Hash(), "the folder's place does not matter")

	seen := map[[32]byte]string{base.Hash(): "base"}
	for _, line := range []string{
		"timezone: America/Bahia", "currency: EUR", "aliases: [x.example]", "contact: a@b.example",
		"buy_url: https://b.example",
		"notice: n", "as_of: 2026-01-01T00:00:00Z", `theme: {color: "#000000"}`,
		"theme: {corners: sharp}", "theme: {logo: logo.svg}",
		"ai: {train: yes}", "search: {synonyms: [[a1, b]]}", "search: {synonyms: [[a1, c]]}",
		"export: no", "guards: {max_shrink: 1}", "cdn: {keys_on_accept: yes}",
		"v1: {link: https://b.example}",
	} {
		b, _, err := one(t, least+line+"\n")
		require.NoError(t, err, line)
		require.Empty(t, seen[b.Hash()], line)
		seen[b.Hash()] = line
	}

	b, folder, err := one(t, least+"theme: {logo: logo.svg}\n")
	require.NoError(t, err)
	before := b.Hash()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "logo.svg"), []byte("<svg><path/></svg>"),
		0o644))
	require.NotEqual(t, before, b.Hash(), "the logo's bytes count")
}

// TestHashKnowsNoSecret: a new token must not rebuild the site, and a published
// digest must not help to guess it.
func TestHashKnowsNoSecret(t *testing.T) {
	text := strings.Replace(least, "  kind: file\n  path: events.json\n",
		"  kind: http\n  url: https://b.example/${TOKEN}\n  headers: {A: \"${TOKEN}\"}\n", 1)
	var sums [][32]byte
	for _, token := range []string{"first/secret", "second+secret"} {
		dir := installation(t, map[string]string{"palco/brand.yaml": text})
		b, err := brands.LoadOne(filepath.Join(dir, "palco"),
			env(map[string]string{"TOKEN": token}))
		require.NoError(t, err)
		sums = append(sums, b.Hash())
	}
	require.Equal(t, sums[0], sums[1])
}

// FuzzLoad: no bytes make loading panic, and what loads is what the rest of the
// program may rely on.
func FuzzLoad(f *testing.F) {
	every, err := os.ReadFile(filepath.Join("testdata", "every-key.yaml"))
	require.NoError(f, err)
	for _, seed := range []string{least, string(every), "", "---\n---\n", "a: &a [*a]", "name: [",
		"source: {<<: *x}", "? [a]\n: b", "\xff", "name: !!binary x", least +
			"theme: {color: #fff}"} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	folder := filepath.Join(dir, "palco")
	require.NoError(f, os.Mkdir(folder, 0o755))
	f.Fuzz(func(t *testing.T, text []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), text, 0o644))
		b, err := brands.LoadOne(folder, env(map[string]string{"TOKEN": "s3cr3t-value"}))
		if err != nil {
			var fault *brands.BrandError
			require.True(t, errors.As(err, &fault))
			require.Positive(t, fault.Faults[0].Line)
			require.NotContains(t, err.Error(), "s3cr3t-value")
			return
		}
		require.NotEmpty(t, b.Name)
		require.NotEmpty(t, b.Hosts())
		require.True(t, strings.HasSuffix(b.BasePath(), "/api/public/v1"))
		require.Contains(t, []string{"file", "http"}, b.Source.Kind)
		require.Equal(t, b.Hash(), b.Hash())
	})
}

// TestSecretFiles: a source value takes the text of a file without its last line break, and no
// message shows that text.
func TestSecretFiles(t *testing.T) {
	dir := t.TempDir()
	const token = "tok-5f2e9c"
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	read := func(path string) (string, string, error) {
		b, _, err := one(t, strings.Replace(least,
			"  kind: file\n  path: events.json\n", "", 1)+"  kind: http\n  url: "+
			"https://b.example/e\n  headers: {X-Key: \"Bearer ${file:"+
			path+"}\"}\n")
		if err != nil {
			return "", "", err
		}
		return b.Source.Headers["X-Key"], b.Source.Redact("refused: Bearer " + token), nil
	}
	for name, content := range map[string]string{
		"bare": token, "line": token + "\n", "windows": token + "\r\n",
	} {
		path := write(name, content)
		got, redacted, err := read(path)
		require.NoError(t, err)
		require.Equal(t, "Bearer "+token, got, name)
		require.Equal(t, "refused: Bearer ${file:"+path+"}", redacted)
	}
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("bare", link))
	got, _, err := read(link)
	require.NoError(t, err, "mounted secrets are symbolic links")
	require.Equal(t, "Bearer "+token, got)

	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for name, content := range map[string]string{
		"empty": "\n", "large": strings.Repeat(token, 2000), "two": token + "\nX: y\n",
	} {
		write(name, content)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "absent"): "there is no such file",
		filepath.Join(dir, "empty"):  "is empty: write the value into it",
		filepath.Join(dir, "large"):  "it has more than 16384 bytes",
		filepath.Join(dir, "two"):    "holds a line break",
		pipe:                         "it is not a regular file",
		dir:                          "it is not a regular file",
		"run/secrets/x":              `"run/secrets/x" is not a whole path`,
		"":                           `"" is not a whole path`,
	} {
		_, _, err := read(path)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "source.headers.X-Key")
		require.NotContains(t, err.Error(), token)
	}
}
