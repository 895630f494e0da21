package changes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// hookTimeout is the longest time of a hook. A cache that does not answer must not block the next
// brand for ever.
const hookTimeout = 5 * time.Minute

// listPrefix begins the names of the lists of brands. The lists are in the folder for temporary
// files, because a hook may read its list while another builder has the lock of the brand.
const listPrefix = "cartaz-purge-"

// Purger lists the addresses that a run has changed, for caches, and calls a hook for each brand
// that was published. A cache that gets a change twice loses little; a cache that never gets it
// serves old pages. So the list has all changes since the last successful hook, not only those of
// this run: if the hook fails for release 7, and release 8 is published next, its list has the
// addresses that differ between 6 and 7, and those between 7 and 8.
//
// Each brand has a [List] of its own, because several are built at the same time; the list of
// the run has them in the order of [List.End].
type Purger struct {
	File string // list for all brands of this run, or ""
	Hook string // command line for a shell, or ""

	Calling *sync.Mutex // held while a command runs; nil for one of this run's own

	all *os.File // list for all brands; it has no name until Finish
	// announced is the live release of each brand whose changes were listed and whose hook
	// succeeded, by its folder.
	announced map[string]string
}

// Enabled reports whether a list or a hook was asked for.
func (p *Purger) Enabled() bool { return p.File != "" || p.Hook != "" }

// Start creates the file for all brands, so a file that cannot be written is an error before
// anything is published.
func (p *Purger) Start() (err error) {
	p.announced = map[string]string{}
	if p.Calling == nil {
		p.Calling = new(sync.Mutex)
	}
	if p.Enabled() {
		removeStale(os.TempDir())
	}
	if p.File != "" {
		if p.all, err = durable.Unnamed(filepath.Dir(p.File)); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	return nil
}

// removeStale removes the lists of builders that were killed while their hook ran. A list is stale
// if it is older than any hook that can still run. A list that cannot be removed, such as another
// user's, stays.
func removeStale(dir string) {
	lists, _ := filepath.Glob(filepath.Join(dir, listPrefix+"*"))
	for _, name := range lists {
		info, err := os.Lstat(name)
		if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > 2*hookTimeout {
			_ = os.Remove(name)
		}
	}
}

// announcedFile is the file in a brand's output folder with the id of the release last announced to
// caches. A builder creates it when it is first asked to list changes; it is empty if no release
// was live then.
const announcedFile = "announced"

// List is the list of one brand, with the outcome of its hook.
type List struct {
	p          *Purger
	brand, dir string
	told       string   // release last announced to caches
	isExact    bool     // told is live when the list begins
	file       *os.File // nil if nothing is due
	live       string
	err        error
}

// List begins the list of a brand, before the brand is published. dir is its output folder.
func (p *Purger) List(brand, dir string) *List {
	l := &List{p: p, brand: brand, dir: dir}
	if !p.Enabled() {
		return l
	}
	live, _ := release.Current(dir) // may be ""
	file := filepath.Join(dir, announcedFile)
	told, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		told = []byte(live)
		err = errors.Join(os.MkdirAll(dir, 0o755),
			durable.Replace(file, strings.NewReader(live), nil))
	}
	l.Fail(err)
	l.told = strings.TrimSpace(string(told))
	l.isExact = l.told == live
	return l
}

// Due lists the changes that were not announced to caches. If they missed a release, an address may
// have changed and changed back, so it lists all differences between consecutive releases; if one
// is unreadable, everything of the first one that is readable may have changed, too.
func (l *List) Due() {
	if !l.p.Enabled() {
		return
	}
	if err := l.due(); err != nil && !errors.Is(err, release.ErrNotFound) {
		l.Fail(fmt.Errorf("addresses to purge: %w", err))
	}
}

// due writes the changes from the release last announced to the live one; if releases in between
// may have been missed, from each release to the next.
func (l *List) due() error {
	live, err := release.OpenLive(l.dir)
	if err != nil {
		return err
	}
	defer live.Close()
	if l.isExact && live.ID() == l.told {
		return nil
	}
	l.live = live.ID()
	chain := []string{l.told}
	if !l.isExact {
		more, err := release.List(l.dir)
		if err != nil {
			return err
		}
		chain = append(chain, more...)
	}
	list, first := []*release.Release{nil}, 1
	for _, id := range chain {
		before, err := release.Open(l.dir, id)
		if err != nil {
			first = 0
			continue
		}
		defer before.Close()
		list = append(list, before)
	}
	list = append(list, live)[first:]
	for i, after := range list[1:] {
		if err := l.write(list[i], after); err != nil {
			return err
		}
	}
	return nil
}

// Fail notes an error that makes the next run announce the changes again. It ignores nil.
func (l *List) Fail(err error) {
	l.err = errors.Join(l.err, err)
}

// write adds the addresses that differ between two releases to the list.
func (l *List) write(before, after *release.Release) error {
	diff, err := Diff(before, after)
	if errors.Is(err, release.ErrCorrupt) && before != nil {
		before = nil // the old release is unreadable: everything may have changed
		diff, err = Diff(nil, after)
	}
	if err != nil {
		return err
	}
	if l.file == nil {
		if l.file, err = os.CreateTemp("", listPrefix); err != nil {
			return err
		}
	}
	return diff.WriteAddresses(l.file, before, after)
}

// Call calls the hook if a release of the brand was published. Its output goes to stderr, since
// standard output is for the builder's own messages. Hooks are called one at a time.
func (l *List) Call(ctx context.Context, stderr io.Writer) {
	if l.file == nil || l.p.Hook == "" {
		return
	}
	if err := l.p.Shell(ctx, l.p.Hook, nil, stderr, "BRAND="+l.brand, "RELEASE="+l.live,
		"PURGE="+l.file.Name()); err != nil {
		l.Fail(fmt.Errorf("hook: %w; release %s is live all the same", err, l.live))
	}
}

// Shell runs a command line of an operator, for at most hookTimeout, with more variables in its
// environment. One runs at a time.
func (p *Purger) Shell(ctx context.Context, line string, in io.Reader, out io.Writer,
	env ...string) error {
	p.Calling.Lock()
	defer p.Calling.Unlock()
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = in
	cmd.Stdout = out
	cmd.Stderr = out
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// End adds the list to the list of the run, and returns the errors of the hook and of the list. An
// error does not undo the publish; the next run calls the hook again. One list ends at a time.
func (l *List) End() error {
	if l.file != nil {
		if l.p.all != nil {
			_, err := l.file.Seek(0, io.SeekStart)
			if err == nil {
				_, err = io.Copy(l.p.all, l.file)
			}
			l.Fail(err)
		}
		l.Fail(errors.Join(l.file.Close(), os.Remove(l.file.Name())))
	}
	if l.err == nil && l.live != "" {
		l.p.announced[l.dir] = l.live
	}
	return l.err
}

// Reannounce makes the next list of a brand hold the changes since a release, or everything if from
// is "".
func Reannounce(dir, from string) error {
	return durable.Replace(filepath.Join(dir, announcedFile), strings.NewReader(from), nil)
}

// Finish gives the file for all brands its name, and then notes the listed changes as announced. If
// the builder is killed before that, the next run announces the changes again.
func (p *Purger) Finish() error {
	if p.all != nil {
		_, err := p.all.Seek(0, io.SeekStart)
		if err == nil {
			err = durable.Replace(p.File, p.all, nil)
		}
		if err = errors.Join(err, p.all.Close()); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	var err error
	for dir, id := range p.announced {
		err = errors.Join(err, durable.Replace(filepath.Join(dir, announcedFile),
			strings.NewReader(id), nil))
	}
	return err
}
