package build

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// editsState is the file in the brand's folder of out/ with what a build remembers of edits.
const (
	editsState    = "edits.json"
	maxEditsState = 8 << 20
)

// edits is what a build remembers of the edits of its brand. Without the file, as on a new machine,
// a build begins to remember.
type edits struct {
	// Good are the entries of the last file without a fault: they hold while the file has one.
	Good []brands.Edit
	// Seen is what the source said when an entry was first followed, by entry and member.
	Seen map[string]string
}

// readEdits gives the brand its edits: those of edits.yaml, or the last good ones.
func (r *run) readEdits() {
	r.edits = edits{}
	if root, err := os.OpenRoot(r.dir); err == nil {
		if b, err := durable.ReadFile(root, editsState, maxEditsState); err == nil {
			_ = json.Unmarshal(b, &r.edits) // what cannot be read is not remembered
		}
		root.Close()
	}
	list, err := r.brand.ReadEdits()
	if err == nil {
		r.edits.Good = list
	} else {
		for fault := range strings.Lines(err.Error()) {
			r.warn(strings.TrimSpace(fault))
		}
		r.warn(fmt.Sprintf("%s: until this is repaired, its last good version holds, with %d "+
			"entries", brands.EditsFile, len(r.edits.Good)))
	}
	b := *r.brand
	b.Edits, r.brand = r.edits.Good, &b
}

// judgeEdits warns of entries without effect, and of those whose source has another value now than
// when the entry was first followed. What is said goes on until the entry is changed or deleted.
func (r *run) judgeEdits(what []ingest.Edited) error {
	seen := map[string]string{}
	for i, done := range what {
		e := &r.brand.Edits[i]
		at := fmt.Sprintf("%s:%d: event %s: ", brands.EditsFile, e.Line, e.Event)
		if !done.Found {
			r.warn(at + "no event has this id or slug: correct it, or delete the entry")
		}
		for _, name := range slices.Sorted(maps.Keys(e.Set)) {
			if !slices.Contains(validate.Members(), name) {
				r.warn(at + fmt.Sprintf("%s is no member of a record%s", name,
					cmp.Or(brands.Suggest(name, validate.Members()), ": see brands/README.md")))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(done.Was)) {
			now := done.Was[name]
			key := sumOf(e) + " " + name
			seen[key] = cmp.Or(r.edits.Seen[key], now)
			if seen[key] != now {
				r.warn(at + fmt.Sprintf("the source now has %s %s, and had %s when this entry was "+
					"new: delete the entry, or change its note to keep it", name, now, seen[key]))
			}
		}
	}
	r.edits.Seen = seen
	if len(r.edits.Good) == 0 || r.options.DryRun {
		return nil
	}
	b, err := text.JSON(r.edits, " ")
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(r.work)
	if err != nil {
		return err
	}
	defer root.Close()
	if old, err := durable.ReadFile(root, editsState, maxEditsState); err == nil &&
		string(old) == string(b) {
		return nil
	}
	return durable.New(root, nil).WriteFile(editsState, b, 0o644)
}

// sumOf tells entries apart by all that an operator writes in them.
func sumOf(e *brands.Edit) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q %#v", e.Event, e.Note, e.Set)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// warn puts a line into the report and the log.
func (r *run) warn(line string) {
	r.warnings = append(r.warnings, line)
	r.options.Log.Warn(line, "brand", r.brand.Key)
}
