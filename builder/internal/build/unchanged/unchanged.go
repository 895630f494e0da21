// Package unchanged remembers of a brand what its last build looked at that published a release or
// changed nothing. A build that looks at the same again changes nothing, so it needs neither guard
// nor renderer: most builds of most brands are such builds.
//
// What is remembered is true for good: with these inputs, the live release of that name is what a
// build would make, and no guard holds it back. So the file may be older than the release, and may
// be deleted at any time. One that is damaged counts as none.
package unchanged

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/search/text"
	"cartaz/templates"
)

// FileName is the file in the brand's output folder.
const FileName = "unchanged.json"

const (
	// version is part of every sum: what another program of the same bytes cannot write.
	version  = "cartaz unchanged 1"
	maxBytes = 1 << 10
)

// Inputs are all that decides what a build makes of a plan, and whether a guard holds it back; but
// for the guard of the clock, which looks at the time itself.
type Inputs struct {
	Program   string   // names the builder; "" when it is not known, and nothing is remembered
	Templates [32]byte // see [Templates]; zero when they cannot be read
	Brand     [32]byte // brand.yaml and the files of the brand
	Days      string   // what the clock decides besides what has ended
	Release   string   // id of the live release
	Plan      *ingest.Plan
}

// Templates digests the templates of a builder with their names.
func Templates(files fs.FS) (sum [32]byte, err error) {
	names, err := templates.Files(files, ".")
	if err != nil {
		return sum, err
	}
	h := sha256.New()
	for _, name := range names {
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return sum, fmt.Errorf("templates: %w", err)
		}
		fmt.Fprintf(h, "%d:%s%d:", len(name), name, len(body))
		h.Write(body)
	}
	return [32]byte(h.Sum(nil)), nil
}

// Sum digests the inputs; "" when one is not known.
func (in *Inputs) Sum() (string, error) {
	if in.Program == "" || in.Release == "" || in.Templates == [32]byte{} {
		return "", nil
	}
	// What a guard compares besides events: the records of each source.
	report := &in.Plan.Report
	judged, err := json.Marshal([]any{report.Sources, report.Coverage, report.Records,
		report.Published, report.OnSale})
	if err != nil {
		return "", fmt.Errorf("unchanged: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%x\n%x\n%s\n%s\n%s\n", version, in.Program, in.Templates, in.Brand,
		in.Days, in.Release, judged)
	rows(h, in.Plan.Rows)
	return hex.EncodeToString(h.Sum(nil)), nil
}

// rows adds what the live release knows of each event: id, content, whether it is
// listed, whether it is over.
func rows(h hash.Hash, list []ingest.Row) {
	b := make([]byte, 0, 32<<10)
	for i := range list {
		row := &list[i]
		b = append(fmt.Appendf(b, "%x ", row.ID), row.Hash[:]...)
		if row.OnSale {
			b = append(b, '+')
		}
		if row.Ended {
			b = append(b, '-')
		}
		if b = append(b, '\n'); len(b) > 31<<10 {
			h.Write(b)
			b = b[:0]
		}
	}
	h.Write(b)
}

// Note is what the file says. The zero value says nothing.
type Note struct {
	Languages text.Languages `json:"languages"` // of the search index
	Sum       string         `json:"sum"`       // of inputs and languages
	// Folder is the sum of the names of releases and segments, and of all that decides which of
	// them go, when nothing was left to remove and everything was on disk.
	Folder string `json:"folder"`
}

// sealed joins a sum with what else the file says.
func sealed(inputs string, languages text.Languages) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", inputs, languages))
	return hex.EncodeToString(sum[:])
}

// NewNote is the note of a build that changed nothing.
func NewNote(inputs, folder string, languages text.Languages) Note {
	return Note{Languages: languages, Sum: sealed(inputs, languages), Folder: folder}
}

// Has says whether the note is of a build with these inputs; a sum of "" are none.
func (n Note) Has(inputs string) bool {
	return inputs != "" && n.Sum == sealed(inputs, n.Languages)
}

// Read reads the file of a brand's output folder; the zero Note when there is none that can be
// read.
func Read(dir string) (n Note) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Note{}
	}
	defer root.Close()
	b, err := durable.ReadFile(root, FileName, maxBytes)
	if err != nil || json.Unmarshal(b, &n) != nil {
		return Note{}
	}
	return n
}

// Write replaces the file, for the builds to come. The lock of the folder is held.
func (n Note) Write(dir string) error {
	b, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("unchanged: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("unchanged: %w", err)
	}
	err = durable.New(root, nil).WriteFile(FileName, append(b, '\n'), 0o644)
	return errors.Join(err, root.Close())
}
