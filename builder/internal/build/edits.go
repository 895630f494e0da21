package build

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// editsState is the file in the brand's folder of out/ that holds what a build remembers of edits.
const (
	editsState    = "edits.json"
	maxEditsState = 8 << 20
)

// edits is the memory of a build of the edits of its brand. Without the file, as on a new machine,
// a build starts a new memory.
type edits struct {
	// Good are the entries of the last file without a fault: they apply while the file has one.
	Good []brands.Edit
	// Seen holds the value of the source when an entry was first followed, by entry and member.
	Seen map[string]string

	stored string // the file's text
}

// readEdits gives a brand its edits: the entries of edits.yaml or, while that has a fault, the last
// good ones, which dir remembers. If there are none, it returns an error: the build would publish
// events that are hidden.
func readEdits(b *brands.Brand, dir string, warn func(string)) (e edits, edited *brands.Brand,
	err error) {
	if root, err := os.OpenRoot(dir); err == nil {
		text, err := durable.ReadFile(root, editsState, maxEditsState)
		if root.Close(); err == nil {
			err = json.Unmarshal(text, &e)
		}
		if e.stored = string(text); err != nil {
			e = edits{}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			warn(editsState + " cannot be read, so entries by slug mean the event at that " +
				"address now: " + err.Error())
		}
	}
	list, err := b.ReadEdits()
	switch {
	case err != nil && e.stored == "":
		return e, b, fmt.Errorf("%w: no version of %s without a fault is known, so what it hides "+
			"could be published: repair it: %w", ErrHeld, brands.EditsFile, err)
	case err != nil:
		for fault := range strings.Lines(err.Error()) {
			warn(strings.TrimSpace(fault))
		}
		warn(fmt.Sprintf("%s: until this is repaired, its last good version holds; number of "+
			"entries: %d", brands.EditsFile, len(e.Good)))
	default:
		if len(list) == 0 && len(e.Good) > 0 {
			warn(fmt.Sprintf("%s has no entry any more; the last version had %d", brands.EditsFile,
				len(e.Good)))
		}
		for i := range list {
			for _, old := range e.Good {
				if old.Event == list[i].Event {
					list[i].Means = old.Means
				}
			}
		}
		e.Good = list
	}
	with := *b
	with.Edits = e.Good
	return e, &with, nil
}

// judgeEdits warns of entries without effect, of doubts, and of entries whose source has another
// value now than when they were first followed: seen. A warning repeats until the entry is changed
// or deleted.
func (r *run) judgeEdits(what []ingest.Edited, plan *ingest.Plan) (seen map[string]string) {
	seen = map[string]string{}
	lines := map[string]int{} // by event
	for i, done := range what {
		e := &r.brand.Edits[i]
		warn := func(format string, args ...any) {
			r.warn(fmt.Sprintf("%s:%d: event %s: ", brands.EditsFile, e.Line, e.Event) +
				fmt.Sprintf(format, args...))
		}
		if !e.Holds(r.now) {
			warn("its until is over: delete the entry")
			continue
		}
		if !done.Found {
			warn("no event has this id or slug: correct it, or delete the entry")
		}
		for _, doubt := range done.Doubts {
			warn("%s", doubt)
		}
		listed := func(row ingest.Row) bool {
			return row.OnSale && strconv.FormatInt(row.ID, 10) == e.Means
		}
		if home := r.brand.Home; e.Pin && (!slices.ContainsFunc(plan.Rows, listed) ||
			home != nil && !strings.Contains(strings.Join(home, " "), "featured")) {
			warn("pin has no effect: the event is not in the list, or home in brand.yaml has no " +
				"section featured")
		}
		event := cmp.Or(e.Means, e.Event)
		if lines[event] > 0 {
			warn("line %d is for this event too: either hides it, and the later goes last",
				lines[event])
		}
		lines[event] = e.Line
		for _, name := range slices.Sorted(maps.Keys(e.Set)) {
			if !slices.Contains(validate.Members(), name) {
				warn("%s is no member of a record%s", name, cmp.Or(brands.Suggest(name,
					validate.Members()), ": see brands/records.md"))
				continue
			}
			key := sumOf(e.Event, e.Note, e.Set) + " " + name
			old, drawn := r.edits.Seen[key]
			if now, found := done.Was[name]; r.replay && !drawn {
				warn("%s waits until the source can be read", name)
			} else if seen[key] = cmp.Or(old, now); found && seen[key] != now {
				warn("the source now has %s %s, and had %s when this entry was new: delete the "+
					"entry, or change its note to keep it", name, now, old)
			}
		}
	}
	return seen
}

// saveEdits writes the state for the next build.
func (r *run) saveEdits() error {
	b, err := text.JSON(r.edits, " ")
	if err != nil || r.options.DryRun || string(b) == r.edits.stored ||
		r.edits.stored == "" && len(r.edits.Good) == 0 {
		return err
	}
	root, err := os.OpenRoot(r.work)
	if err != nil {
		return err
	}
	defer root.Close()
	return durable.New(root, nil).WriteFile(editsState, b, 0o644)
}

// sumOf tells values apart by their JSON.
func sumOf(v ...any) string {
	h := fnv.New64a()
	b, _ := json.Marshal(v)
	h.Write(b)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// warn adds a line to the report and the log.
func (r *run) warn(line string) {
	r.warnings = append(r.warnings, line)
	r.options.Log.Warn(line, "brand", r.brand.Key)
}
