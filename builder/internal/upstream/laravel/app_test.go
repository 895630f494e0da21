// Package laravel_test pulls from a real Laravel: the framework as Debian ships
// it, with the application of ../testdata/laravel under PHP's own server, holding
// the beginning of the programme of the sample brand virada. .ci/laravel runs them, every night;
// recorded answers of Laravel are read by the tests of package upstream.
package laravel_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/samples"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

const (
	framework = "/usr/share/php/Illuminate/autoload.php"
	scripts   = "../testdata/laravel"
	virada    = "../../../../brands/virada"
	token     = "c0rrect-h0rse"
	events    = 442 // of the 1,462 of virada: fifteen pages of 30 are as good as of 100
)

// catalogue writes the beginning of virada's programme.
func catalogue(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(virada, "events.json"))
	require.NoError(t, err)
	var list []json.RawMessage
	require.NoError(t, json.Unmarshal(text, &list))
	text, err = json.Marshal(list[:events])
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "events.json")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	return file
}

// app is a running application.
type app struct {
	testing.TB
	url      string // without a slash at the end
	database string
}

// start fills a database and serves it.
func start(t testing.TB) *app {
	t.Helper()
	if os.Getenv("CARTAZ_LARAVEL") != "required" {
		t.Skip("takes long, and PHP: .ci/laravel runs it")
	}
	_, err := os.Stat(framework)
	require.NoError(t, err, "apt-get install php-cli php-sqlite3 php-laravel-framework")
	dir := t.TempDir()
	a := &app{TB: t, database: filepath.Join(dir, "db.sqlite")}
	a.data("seed", catalogue(t))

	server := a.php("-S", "127.0.0.1:0", filepath.Join(scripts, "index.php"))
	// Its workers answer at once what comes at once; they are a group, so that all
	// of them go with it.
	server.Env = append(server.Env, "PHP_CLI_SERVER_WORKERS=4")
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	log, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = syscall.Kill(-server.Process.Pid, syscall.SIGKILL)
		_ = server.Wait() // killed: it has no result
	})
	lines := bufio.NewReader(log)
	started := regexp.MustCompile(`\((http://127\.0\.0\.1:[0-9]+)\) started`)
	for a.url == "" {
		line, err := lines.ReadString('\n')
		require.NoError(t, err, "php -S ended: %s", line)
		if m := started.FindStringSubmatch(line); m != nil {
			a.url = m[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return a
}

func (a *app) php(args ...string) *exec.Cmd {
	cmd := exec.Command("php", args...)
	cmd.Env = append(os.Environ(), "DB_DATABASE="+a.database, "API_TOKEN="+token)
	return cmd
}

// data changes the database.
func (a *app) data(args ...string) {
	a.Helper()
	out, err := a.php(append([]string{filepath.Join(scripts, "data.php")},
		args...)...).CombinedOutput()
	require.NoError(a, err, string(out))
	require.Empty(a, string(out))
}

// brand loads a brand whose catalogue is what source says, with the settings and the program of
// virada. MAP in source is replaced by the program's file, DETAIL by a program that maps the item's
// detail.
func brand(t testing.TB, source string) *brands.Brand {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "virada")
	require.NoError(t, os.Mkdir(dir, 0o755))
	text, err := os.ReadFile(filepath.Join(virada, brands.FileName))
	require.NoError(t, err)
	settings, _, found := strings.Cut(string(text), "\nsource:\n")
	require.True(t, found)
	program, err := os.ReadFile(filepath.Join(virada, "map.jq"))
	require.NoError(t, err)
	for name, content := range map[string]string{
		brands.FileName: settings + "\nsource:\n" +
			strings.NewReplacer("MAP", "map: map.jq", "DETAIL", "map: detail.jq").Replace(source),
		"map.jq":    string(program),
		"detail.jq": ".detail\n|\n" + string(program),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	b, err := brands.LoadOne(dir, brands.LoadOptions{Presets: onboard.Presets(),
		Env: func(name string) (string, bool) {
			return token, name == "API_TOKEN"
		}})
	require.NoError(t, err)
	return b
}

// pull reads a brand's source through the checks of the builder.
func pull(t testing.TB, b *brands.Brand, opts upstream.Options) ([]catalog.Record, upstream.Stats,
	error) {
	t.Helper()
	checker := validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone,
		Currency: b.Currency, Now: b.AsOf})
	var list []catalog.Record
	stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), opts,
		samples.Each(func(record any, pos upstream.Position) error {
			made := checker.Gate(record, pos.String(), nil)
			require.NotNil(t, made.Record, made.Findings)
			list = append(list, *made.Record)
			return nil
		}))
	return list, stats, err
}

// fromFile is the same catalogue, read from the file.
func fromFile(t testing.TB) []catalog.Record {
	t.Helper()
	b := brand(t, "  kind: file\n  path: "+catalogue(t)+"\n  MAP\n")
	list, _, err := pull(t, b, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, list, events)
	return list
}
