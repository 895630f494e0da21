package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDebianVersion(t *testing.T) {
	for stamped, want := range map[string]string{
		"v1.2.0":                             "1.2.0",
		"v1.2.0-rc1":                         "1.2.0~rc1",
		"v0.0.0-20261122175528-ad0b7dfe7f27": "0.0.0~20261122175528.ad0b7dfe7f27",
	} {
		got, err := debianVersion(&debug.BuildInfo{Main: debug.Module{Version: stamped}})
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, stamped := range []string{"(devel)", "v1.2.0+dirty"} {
		_, err := debianVersion(&debug.BuildInfo{Main: debug.Module{Version: stamped}})
		require.Error(t, err, stamped)
	}
}

func TestParts(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "cartaz", Version: "v1.2.0"},
		Settings: []debug.BuildSetting{{Key: "GOARCH", Value: "arm64"},
			{Key: "vcs.time", Value: "2026-11-22T10:00:00Z"}},
		Deps: []*debug.Module{
			{Path: "example.org/a/v2", Version: "v2.0.1", Sum: "h1:abc="},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{
				Path: "example.org/fork", Version: "v1.0.1"}},
		},
	}
	var one, two bytes.Buffer
	require.NoError(t, writeParts(&one, program, info))
	require.NoError(t, writeParts(&two, program, info))
	require.Equal(t, one.String(), two.String())
	var doc document
	require.NoError(t, json.Unmarshal(one.Bytes(), &doc))
	require.Equal(t, "CycloneDX", doc.Format)
	require.Regexp(t,
		"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
		doc.Serial)
	require.Equal(t, "2026-11-22T10:00:00Z", doc.Metadata.Time)
	require.Equal(t, "v1.2.0", doc.Metadata.Component.Version)
	require.Contains(t, doc.Metadata.Component.Properties, property{"cartaz:GOARCH", "arm64"})
	var refs []string
	for _, part := range doc.Parts {
		require.Equal(t, part.PURL, part.Ref)
		refs = append(refs, part.Ref)
	}
	require.Equal(t, []string{"pkg:golang/std@1.26.8", "pkg:golang/example.org/a/v2@v2.0.1",
		"pkg:golang/example.org/fork@v1.0.1"}, refs)
	require.Equal(t, []property{{"cartaz:go.sum", "h1:abc="}}, doc.Parts[1].Properties)
	require.Equal(t, []relation{{doc.Metadata.Component.Ref, refs}}, doc.Depends)
}

func TestLicences(t *testing.T) {
	with, without := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(with, "LICENSE.md"),
		[]byte("Do what you like.\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(with, "license.go"), []byte("package x"), 0o644))
	info := &debug.BuildInfo{GoVersion: "go1.26.8",
		Deps: []*debug.Module{{Path: "example.org/a", Version: "v1.0.0"}}}
	var text bytes.Buffer
	require.NoError(t, writeLicences(&text, info,
		func(*debug.Module) (string, error) { return with, nil }))
	require.Equal(t, "== std go1.26.8: LICENSE.md\n\nDo what you like.\n\n"+
		"== example.org/a v1.0.0: LICENSE.md\n\nDo what you like.\n\n", text.String())
	err := writeLicences(&text, info, func(m *debug.Module) (string, error) {
		if m.Path == "std" {
			return with, nil
		}
		return without, nil
	})
	require.ErrorContains(t, err, "example.org/a v1.0.0 has no licence")
	err = writeLicences(&text, info,
		func(*debug.Module) (string, error) { return "", errors.New("no network") })
	require.ErrorContains(t, err, "no network")
}

func TestUsage(t *testing.T) {
	require.ErrorContains(t, run(nil, nil), "usage")
	require.Error(t, run([]string{"parts", filepath.Join(t.TempDir(), "none")}, nil))
	program, err := os.Executable()
	require.NoError(t, err)
	require.ErrorContains(t, run([]string{"bits", program}, nil), "bits: unknown")
}
