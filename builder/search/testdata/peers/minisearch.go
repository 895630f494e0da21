package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"cartaz/builder/search"
)

// miniSearch is a child process: minisearch.mjs, which answers a line of JSON for each line of
// JSON. It measures its own time, so that neither pipes nor JSON count.
type miniSearch struct {
	child *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	took  time.Duration // the last search by its own clock
}

func openMiniSearch(folder string, more ...string) func([]search.Doc, string) (engine, error) {
	return func(docs []search.Doc, _ string) (engine, error) {
		m := &miniSearch{child: exec.Command("node", append([]string{"--max-old-space-size=8000",
			filepath.Join(folder, "minisearch.mjs")}, more...)...)}
		m.child.Stderr = os.Stderr
		var err error
		if m.in, err = m.child.StdinPipe(); err != nil {
			return nil, err
		}
		out, err := m.child.StdoutPipe()
		if err != nil {
			return nil, err
		}
		m.out = bufio.NewReaderSize(out, 1<<20)
		if err := m.child.Start(); err != nil {
			return nil, err
		}
		w := bufio.NewWriterSize(m.in, 1<<20)
		lines := json.NewEncoder(w)
		for i, d := range docs {
			if err := lines.Encode(map[string]any{
				"id": i, "name": d.Name, "producer": d.Producer, "venue": d.Venue, "city": d.City,
				"state":       d.State + " " + d.StateName,
				"description": d.Description, "city_key": plain(d.City),
			}); err != nil {
				return nil, err
			}
		}
		if err := lines.Encode(map[string]any{"end": true}); err != nil {
			return nil, err
		}
		if err := w.Flush(); err != nil {
			return nil, err
		}
		if _, err := m.out.ReadString('\n'); err != nil {
			return nil, fmt.Errorf("it did not index: %w", err)
		}
		return m, nil
	}
}

func (m *miniSearch) search(q search.Query, limit int) ([]int, int, error) {
	err := json.NewEncoder(m.in).Encode(
		map[string]any{"text": q.Text, "city": plain(q.City), "limit": limit})
	if err != nil {
		return nil, 0, err
	}
	line, err := m.out.ReadBytes('\n')
	if err != nil {
		return nil, 0, err
	}
	var answer struct {
		IDs   []int
		Total int
		NS    float64
	}
	err = json.Unmarshal(line, &answer)
	m.took = time.Duration(answer.NS)
	return answer.IDs, answer.Total, err
}

func (m *miniSearch) close() error {
	if err := m.in.Close(); err != nil {
		return err
	}
	return m.child.Wait()
}
