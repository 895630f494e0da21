package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// document is a bill of materials: the members of CycloneDX 1.6 that are used here.
type document struct {
	Format   string      `json:"bomFormat"`
	Spec     string      `json:"specVersion"`
	Serial   string      `json:"serialNumber"`
	Version  int         `json:"version"`
	Metadata metadata    `json:"metadata"`
	Parts    []component `json:"components"`
	Depends  []relation  `json:"dependencies"`
}

type metadata struct {
	Time      string    `json:"timestamp,omitempty"` // of the commit, RFC 3339
	Component component `json:"component"`
}

type component struct {
	Ref        string     `json:"bom-ref"`
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl,omitempty"` // package-url, type golang
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type relation struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// writeParts writes the bill of materials of a program: itself, the Go standard library and every
// module that is linked. Its number is made of the program's checksum (RFC 9562, version 8).
func writeParts(out io.Writer, file string, info *debug.BuildInfo) error {
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(program)
	id := sum
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	name := "cartaz-" + filepath.Base(file)
	self := component{Ref: name, Type: "application", Name: name, Version: info.Main.Version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}}
	for _, key := range []string{"GOOS", "GOARCH", "vcs.revision"} {
		self.Properties = append(self.Properties, property{"cartaz:" + key, setting(info, key)})
	}
	doc := document{
		Format: "CycloneDX", Spec: "1.6", Version: 1,
		Serial: fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10],
			id[10:16]),
		Metadata: metadata{setting(info, "vcs.time"), self},
	}
	doc.Parts = append(doc.Parts, library("std", strings.TrimPrefix(info.GoVersion, "go"), ""))
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		doc.Parts = append(doc.Parts, library(m.Path, m.Version, m.Sum))
	}
	on := relation{Ref: name}
	for _, part := range doc.Parts {
		on.On = append(on.On, part.Ref)
	}
	doc.Depends = []relation{on}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(doc)
}

// library returns a module; sum is its line of go.sum, which covers all files of the module.
func library(module, version, sum string) component {
	purl := "pkg:golang/" + (&url.URL{Path: module}).EscapedPath() + "@" + url.PathEscape(version)
	c := component{Ref: purl, Type: "library", Name: module, Version: version, PURL: purl}
	if sum != "" {
		c.Properties = []property{{"cartaz:go.sum", sum}}
	}
	return c
}

// setting is one value that Go has stamped into a program, "" when it has not.
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// debianVersion returns the version of a program as packages carry it: 1.2.0 for v1.2.0, and
// 0.0.0~20261122173612.fed18246cdf1 for a commit before the first tag, which sorts before 0.0.0.
func debianVersion(info *debug.BuildInfo) (string, error) {
	v, tagged := strings.CutPrefix(info.Main.Version, "v")
	if !tagged {
		return "", errors.New("it knows no version; build it with -buildvcs=true in a clone")
	}
	if strings.Contains(v, "+dirty") {
		return "", errors.New("it was built from files that are not committed")
	}
	v, _, _ = strings.Cut(v, "+")
	base, pre, ok := strings.Cut(v, "-")
	if !ok {
		return base, nil
	}
	return base + "~" + strings.ReplaceAll(pre, "-", "."), nil
}
