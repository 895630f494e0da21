package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
)

// names match the files in which a module states its licence.
var names = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|patents)`)

// writeLicences writes the licences of all modules that are linked into a program, and of Go. A
// module without a licence is an error: no one may pass it on.
func writeLicences(out io.Writer, info *debug.BuildInfo,
	folder func(*debug.Module) (string, error)) error {
	mods := append([]*debug.Module{{Path: "std", Version: info.GoVersion}}, info.Deps...)
	for _, m := range mods {
		if m.Replace != nil {
			m = m.Replace
		}
		dir, err := folder(m)
		if err != nil {
			return err
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		found := false
		for _, entry := range entries {
			if entry.IsDir() || !names.MatchString(entry.Name()) ||
				filepath.Ext(entry.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				return err
			}
			found = true
			if _, err = fmt.Fprintf(out, "== %s %s: %s\n\n%s\n\n", m.Path, m.Version,
				entry.Name(), bytes.TrimSpace(text)); err != nil {
				return err
			}
		}
		if !found {
			return fmt.Errorf("%s %s has no licence in %s", m.Path, m.Version, dir)
		}
	}
	return nil
}

// moduleFolder returns the folder of the files of a module; files of the standard library are in
// GOROOT.
func moduleFolder(m *debug.Module) (string, error) {
	if m.Path == "std" {
		dir, err := exec.Command("go", "env", "GOROOT").Output()
		return string(bytes.TrimSpace(dir)), err
	}
	text, err := exec.Command("go", "mod", "download", "-json", m.Path+"@"+m.Version).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", m.Path, m.Version, err)
	}
	var found struct{ Dir string }
	err = json.Unmarshal(text, &found)
	return found.Dir, err
}
