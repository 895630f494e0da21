package build_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/templates"
)

// TestFailureInTheMiddle: whatever ends a build between the first record and the
// pointer, the release before is as it was, nothing half written is left, and
// the lock is given back. The next build succeeds unaided.
func TestFailureInTheMiddle(t *testing.T) {
	t.Parallel()
	override := func(name, text string) func(s *shop) (context.Context, string) {
		return func(s *shop) (context.Context, string) {
			dir := s.TempDir()
			require.NoError(s, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			require.NoError(s, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			files, err := templates.Load(dir)
			require.NoError(s, err)
			s.options.Templates = files
			return s.Context(), filepath.Base(name)
		}
	}
	for _, test := range []struct {
		name string
		arm  func(s *shop) (ctx context.Context, want string)
	}{
		{"template does not parse", override("html/event.html", "{{if}}")},
		{"template fails on one event", override("md/event.md",
			`{{define "event"}}{{if eq .Name "Evento 90"}}{{index .Tags 99}}{{end}}{{end}}`)},
		{"template fails on the home page", override("md/home.md",
			`{{define "home"}}{{.Nobody}}{{end}}`)},
		{"template of a document fails", override("discovery/auth.md", `{{.Nobody}}`)},
		{"templates panic", func(s *shop) (context.Context, string) {
			s.options.Templates = panicFS{templates.FS}
			return s.Context(), "panic: no templates today"
		}},
		{"panic while events are written", func(s *shop) (context.Context, string) {
			s.options.Progress = func(_ string, done, _ int) {
				if done == 70 {
					panic("at the 70th")
				}
			}
			return s.Context(), "panic: at the 70th"
		}},
		{"cancelled while events are written", func(s *shop) (context.Context, string) {
			ctx, cancel := context.WithCancel(s.Context())
			s.options.Progress = func(_ string, done, _ int) {
				if done == 70 {
					cancel()
				}
			}
			return ctx, "context canceled"
		}},
		{"cancelled before", func(s *shop) (context.Context, string) {
			ctx, cancel := context.WithCancel(s.Context())
			cancel()
			return ctx, "context canceled"
		}},
		{"the source ends in the middle", func(s *shop) (context.Context, string) {
			s.write("catalogue.json", strings.TrimSuffix(array(generated(s, 200)...), "}]"))
			return s.Context(), "malformed document"
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, array(samba, choro))
			s.mustPublish()
			before, site := s.sealed(), tree(t, s.site())
			s.write("catalogue.json",
				array(append(generated(t, 200), `{"id":900,"name":"Evento 90"}`)...))
			good := s.options
			ctx, want := test.arm(s)

			out := build.Run(ctx, []*brands.Brand{s.load()}, s.options)[0]
			require.ErrorContains(t, out.Err, "brand palco: ")
			require.ErrorContains(t, out.Err, want)
			require.False(t, out.Published)
			require.Equal(t, before, s.sealed())
			require.Equal(t, site, tree(t, s.site()))
			s.requireClean()

			s.options = good
			s.write("catalogue.json", array(samba, choro, frevo))
			require.Equal(t, 3, s.mustPublish().Report.Published)
			s.requireClean()
		})
	}
}

// panicFS is a file tree that panics when a page template is read.
type panicFS struct{ fs.FS }

func (p panicFS) Open(name string) (fs.File, error) {
	if name == "html/event.html" || name == "html" {
		panic("no templates today")
	}
	return p.FS.Open(name)
}

// TestOneBrandDoesNotStopTheNext: not by an error and not by a panic.
func TestOneBrandDoesNotStopTheNext(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba, choro))
	palco := s.load()
	var list []*brands.Brand
	for _, key := range []string{"a", "b", "c", "d"} {
		b := *palco
		b.Key = key
		list = append(list, &b)
	}
	list[1].Source.Path = filepath.Join(s.brand, "absent.json")
	s.options.Progress = func(brand string, _, _ int) {
		if brand == "c" {
			panic("c")
		}
	}
	outcomes := build.Run(t.Context(), list, s.options)
	require.Len(t, outcomes, 4)
	for i, want := range []string{"", "source unavailable", "panic: c", ""} {
		require.Equal(t, list[i].Key, outcomes[i].Brand)
		if want == "" {
			require.NoError(t, outcomes[i].Err)
			require.True(t, outcomes[i].Published)
			continue
		}
		require.ErrorContains(t, outcomes[i].Err, "brand "+list[i].Key+": ")
		require.ErrorContains(t, outcomes[i].Err, want)
		require.Empty(t, outcomes[i].Release)
	}
}
