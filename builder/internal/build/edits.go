package build

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed" // sheet.jq
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// editsState is the file in the brand's folder of out/ that holds what a build remembers of edits.
const editsState = "edits.json"

// edits is what a build remembers about the edits of its brand. If the file is missing, as on a new
// machine, it starts empty.
type edits struct {
	// Good are the entries of the last versions of edits.yaml and of the sheet without a fault, by
	// the name of the file: they apply while it has one. If an entry hides an event for ever by its
	// id, no other entry of that event is kept.
	Good map[string][]brands.Edit
	// Means holds the ids of the events that entries mean, by digests of their names there.
	Means map[string]string
	// Seen holds the value of the source when an entry was first followed, by entry and member.
	Seen map[string]string

	stored string // the file's text
}

// readEdits gives a brand its edits: the entries of the sheet and of edits.yaml or, while one of
// the two cannot be read, its last good ones, which dir remembers. If there are none, it returns an
// error: the build would publish events that are hidden.
func readEdits(ctx context.Context, b *brands.Brand, dir string, o upstream.Options,
	warn func(string)) (e edits, edited *brands.Brand, err error) {
	state, err := os.ReadFile(filepath.Join(dir, editsState))
	if err == nil {
		err = json.Unmarshal(state, &e)
	}
	e.stored = string(state)
	if err != nil {
		e = edits{}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		warn(editsState + " cannot be read, so entries by slug mean the event at that address " +
			"now: " + err.Error())
	}
	with, before := *b, e.Good
	e.Good = map[string][]brands.Edit{}
	for _, file := range []string{brands.SheetName, brands.EditsFile} { // the last word is last
		var list []brands.Edit
		last, known := before[file]
		switch {
		case file == brands.EditsFile:
			list, err = b.ReadEdits()
		case b.Sheet.Kind == "":
			continue
		default:
			list, err = readSheet(ctx, b, o)
		}
		switch {
		case ctx.Err() != nil:
			return e, b, ctx.Err()
		case err != nil && !known:
			return e, b, fmt.Errorf("%w: no version of %s without a fault is known, so what it "+
				"hides could be published: repair it: %w", ErrHeld, file, err)
		case err != nil:
			for fault := range strings.Lines(err.Error()) {
				warn(strings.TrimSpace(fault))
			}
			warn(fmt.Sprintf("%s: until this is repaired, its last good version holds; number of "+
				"entries: %d", file, len(last)))
			list = last
		case len(list) == 0 && len(last) > 0:
			warn(fmt.Sprintf("%s has no entry any more; the last version had %d", file, len(last)))
		}
		for i := range list {
			list[i].Means = e.Means[digest(list[i].Event)]
		}
		e.Good[file], with.Edits = nil, append(with.Edits, list...)
	}
	return e, &with, nil
}

// digest names an event in a memory that keeps no word of it.
func digest(event string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(event))) }

// sheetMap is the jq program that makes an entry of edits.yaml from a row of the sheet.
//
//go:embed sheet.jq
var sheetMap string

// readSheet reads the sheet of edits of a brand, as a source is read.
func readSheet(ctx context.Context, b *brands.Brand, o upstream.Options) ([]brands.Edit, error) {
	src := upstream.FromBrand(b)
	src.Source = b.Sheet
	src.Program, src.Preset = sheetMap, "edits"
	var text bytes.Buffer // each entry is on the line of its row
	line, row := 1, 1
	_, err := upstream.Pull(ctx, src, o, func(item upstream.Item) error {
		row++ // below that of the columns
		for _, entry := range item.Records {
			json, _ := json.Marshal(entry) // it was JSON, and is YAML
			fmt.Fprintf(&text, "%s- %s\n", strings.Repeat("\n", row-line), json)
			line = row + 1
		}
		if text.Len() > brands.MaxFileBytes {
			return upstream.ErrTooLarge.Errorf("its entries have more than 1 MiB")
		}
		return nil
	})
	if err != nil && (row == 1 || !errors.Is(err, upstream.ErrEmpty)) { // no row changes anything
		return nil, fmt.Errorf("%s: %w", brands.SheetName, err)
	}
	return b.ParseEdits(brands.SheetName, text.Bytes(), nil)
}

// judgeEdits warns of entries without effect, of doubtful ones, and of entries whose source has
// changed its value since they were first applied (seen). A warning repeats until the entry is
// changed or deleted.
func (r *run) judgeEdits(what []ingest.Edited, plan *ingest.Plan) (seen map[string]string) {
	hidden := map[string]bool{} // names of events that are hidden for ever
	for _, e := range r.brand.Edits {
		hidden[e.Event] = hidden[e.Event] || e.Hide && e.Until.IsZero()
	}
	seen = map[string]string{}
	r.edits.Means = map[string]string{}
	others := map[string]*brands.Edit{} // by event
	unread := map[string]bool{}         // columns of the sheet
	for i, done := range what {
		e := &r.brand.Edits[i]
		event := cmp.Or(e.Means, e.Event)
		r.edits.Means[digest(e.Event)] = e.Means
		if hidden[event] {
			e.Event, e.Note, e.Set = event, "", nil
		}
		warn := func(format string, args ...any) {
			r.warn(fmt.Sprintf("%s:%d: event %s: ", e.File, e.Line, e.Event) +
				fmt.Sprintf(format, args...))
		}
		// The entry as a whole: is it over, does it find an event, does it pin one?
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
		listed := func(row *ingest.Row) bool {
			return row.OnSale && strconv.FormatInt(row.ID, 10) == e.Means
		}
		if home := r.brand.Home; e.Pin && (!slices.ContainsFunc(plan.Rows, listed) ||
			home != nil && !strings.Contains(strings.Join(home, " "), "featured")) {
			warn("pin has no effect: the event is not in the list, or home in brand.yaml has no " +
				"section featured")
		}
		if other := others[event]; other != nil {
			warn("%s:%d is for this event too: either hides it, and this one goes last",
				other.File, other.Line)
		}
		others[event] = e
		// Its members: are they those of a record, and does the source still say what it said?
		for name := range text.InOrder(e.Set) {
			if slices.Contains(validate.Members, name) {
				r.judgeMember(e, name, done.Was, warn, seen)
			} else if e.File != brands.SheetName || !unread[name] {
				unread[name] = true
				warn("%s is no member of a record%s", name, cmp.Or(brands.Suggest(name,
					validate.Members), ": see brands/records.md"))
			}
		}
	}
	return seen
}

// judgeMember warns if the source has changed a member since an entry first set it, and notes in
// seen the value that it had then. was holds the members as the source has them now.
func (r *run) judgeMember(e *brands.Edit, name string, was map[string]string,
	warn func(format string, args ...any), seen map[string]string) {
	value, _ := json.Marshal([]any{e.Event, e.Note, e.Set, name})
	key := string(value)
	old, drawn := r.edits.Seen[key]
	if now, found := was[name]; r.replay && !drawn {
		warn("%s waits until the source can be read", name)
	} else if seen[key] = cmp.Or(old, now); found && seen[key] != now {
		warn("the source now has %s %s, and had %s when this entry was new: delete the entry, "+
			"or change its note to keep it", name, now, old)
	}
}

// saveEdits writes the state for the next build.
func (r *run) saveEdits() error {
	for _, e := range r.brand.Edits {
		r.edits.Good[e.File] = append(r.edits.Good[e.File], e)
	}
	b, err := text.JSON(r.edits, " ")
	never := r.edits.stored == "" && len(r.brand.Edits) == 0 && r.brand.Sheet.Kind == ""
	if err != nil || r.options.DryRun || never || string(b) == r.edits.stored {
		return err
	}
	return durable.Replace(filepath.Join(r.work, editsState), bytes.NewReader(b), nil)
}

// warn adds a line to the report and the log.
func (r *run) warn(line string) {
	r.warnings = append(r.warnings, line)
	r.options.Log.Warn(line, "brand", r.brand.Key)
}
