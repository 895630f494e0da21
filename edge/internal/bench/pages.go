package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// pages are the pages that are asked for.
type pages struct {
	dir       string   // everything of this run
	out       string   // output of the builder
	root      string   // the same bodies as files, for the peers
	paths     []string // addresses of event pages
	requests  [][]byte // one for each path
	meanBytes float64
}

// prepare builds the brand, starts its edge once and writes every gzip body that it sends as a file
// that the other servers send.
func prepare(o *options, dir string) (*pages, error) {
	p := &pages{dir: dir, out: filepath.Join(dir, "out"), root: filepath.Join(dir, "root")}
	build := exec.Command(o.builder, "build", "--brands", o.brands, "--out", p.out, o.brand)
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s build: %w\n%s", o.builder, err, text)
	}
	site := filepath.Join(p.out, o.brand, "site")
	brand, err := release.ReadBrand(filepath.Join(p.out, o.brand))
	if err != nil {
		return nil, err
	}
	spelling := catalog.NewSpelling("", brand.Paths)
	files, err := filepath.Glob(site + spelling.Own(catalog.EventPath("*.html")))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s has no event pages (%v)", site, err)
	}
	for _, f := range files {
		path := spelling.Own(catalog.EventPath(strings.TrimSuffix(filepath.Base(f), ".html")))
		p.paths = append(p.paths, path)
		p.requests = append(p.requests, request(path, o.brand+".localhost"))
	}
	return p, p.writeFiles(o.edge)
}

// request returns a GET of a page, with the fields that a browser sends and servers look at.
func request(path, host string) []byte {
	return []byte("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" +
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n" +
		"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n" +
		"Accept-Encoding: gzip\r\n\r\n")
}

func (p *pages) writeFiles(edge string) error {
	s, err := start(edgeProgram("edge", edge, p.out))
	if err != nil {
		return err
	}
	defer s.stop()
	if err := os.MkdirAll(filepath.Dir(p.root+p.paths[0]), 0o755); err != nil {
		return err
	}
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	c := &client{conn: conn}
	for i, path := range p.paths {
		body, err := c.exchange(p.requests[i])
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		p.meanBytes += float64(len(body)) / float64(len(p.paths))
		// The name without an ending is asked for; the peers look for the one with .gz beside it.
		for _, ending := range [...]string{"", ".gz"} {
			if err := os.WriteFile(p.root+path+ending, body, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
