package brands_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
)

// TestFaults: one fault a row, with the whole message that a person gets behind
// the file's name. set replaces the line of least that starts with the same
// key, or is added at the end.
func TestFaults(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Set, Want string }](t, "testdata/faults.yaml") {
		t.Run(tt.Set, func(t *testing.T) { requireFault(t, setLine(least, tt.Set), tt.Want) })
	}
}

// TestAllFaultsAtOnce: a person repairs a file once, not fault by fault.
func TestAllFaultsAtOnce(t *testing.T) {
	_, folder, err := one(t, "locale: xx\nextra: 1\nsource: {kind: file}\n")
	file := folder + "/brand.yaml:"
	require.EqualError(t, err, strings.Join([]string{
		file +
			"1: auth_url: missing: write its address, as in " +
			"https://auth.example.org",
		file +
			"1: base_url: missing: write it as in " +
			"https://example.org/api/public/v1",
		file + `1: locale: "xx" is not known: write pt-BR, pt-PT, en, es, fr, de, it`,
		file + "1: name: missing: write what people call the brand",
		file + "1: site_url: missing: write its origin, as in https://example.org",
		file +
			"2: extra: unknown key: the keys here are name, locale, timezone, currency, " +
			"site_url, base_url, auth_url, aliases, moved_hosts, " +
			"preview_host, paths, alternates, redirects, " +
			"topics, " +
			"contact, buy_url, legal, tagline, notice, as_of, " +
			"theme, texts, home, featured, sponsors, ai, search, images, source, edits, export, " +
			"schedule, " +
			"scripts, " +
			"build_timeout, every, guards, cdn, v1, sources",
		file +
			"3: source.path: missing: write the file, or a pattern of files, that holds the " +
			"catalogue",
	}, "\n"))
}

func TestWholeFileFaults(t *testing.T) {
	type row struct{ Name, Text, Want string }
	for _, tt := range append(rowstest.Read[[]row](t, "testdata/whole-file-faults.yaml"),
		row{"too large", "#" + strings.Repeat("x", 1<<20),
			"1: not readable: it has more than 1048576 bytes"}) {
		t.Run(tt.Name, func(t *testing.T) {
			_, folder, err := one(t, tt.Text)
			require.ErrorContains(t, err, folder+"/brand.yaml:"+tt.Want)
		})
	}
}

// setLine replaces the line of a top-level key, or adds it.
func setLine(text, set string) string {
	key, _, _ := strings.Cut(set, ":")
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, key+":") {
			lines[i] = set
			return strings.Join(lines, "\n")
		}
	}
	return text + set + "\n"
}

// requireFault wants exactly one fault, and no secret in it.
func requireFault(t *testing.T, text, want string) {
	t.Helper()
	b, folder, err := one(t, text)
	require.Nil(t, b)
	require.EqualError(t, err, folder+"/brand.yaml:"+want)
	require.NotContains(t, err.Error(), "s3cr3t")
}

func TestSourceFaults(t *testing.T) {
	const file, http = "  kind: file\n  path: events.json\n",
		"  kind: http\n  url: https://b.example/e\n"
	for _, tt := range rowstest.Read[[]struct{ Source, Want string }](t,
		"testdata/source-faults.yaml") {
		t.Run(tt.Source, func(t *testing.T) {
			requireFault(t, strings.Replace(least, file, tt.Source, 1), tt.Want)
		})
	}
}

func TestUnknownSourceKey(t *testing.T) {
	_, folder, err := one(t, least+"  uri: x\n")
	require.ErrorContains(t, err, folder+
		"/brand.yaml:9: source.uri: unknown key, did you mean \"url\"? the keys here are kind, "+
		"preset, path, url, items, pages, headers, auth, body, errors, detail, rate, conditional, "+
		"map, "+
		"duplicates, timezone, public, timeout, max_bytes, window, delimiter, encoding")
}
