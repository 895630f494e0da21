package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/internal/changes"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// hookTimeout is the longest time of a hook. A cache that does not answer must not block the next
// brand for ever.
const hookTimeout = 5 * time.Minute

// purgeListPrefix begins the names of the lists for hooks. The lists lie in the folder for
// temporary files, because a hook may read its list while another builder has the lock of the
// brand.
const purgeListPrefix = "cartaz-purge-"

// purger lists the addresses that have changed, and calls the hook with the list.
type purger struct {
	file string // list for all brands of this run, "" for none
	hook string // command line for a shell, "" for none

	all  *os.File // list for all brands; it has no name until finish
	one  *os.File // list for the current brand, for the hook; nil when nothing was published
	live string   // release that was published last
	errs []error  // errors of the current brand
	// announced is the live release of each brand whose changes were listed and whose hook
	// succeeded.
	announced map[string]string
}

// declare declares the flags.
func (p *purger) declare(c *command) {
	c.flags.StringVar(&p.file, "purge", "",
		"`file` for the addresses that changed, one absolute URL a line, for caches")
	c.flags.StringVar(&p.hook, "hook", "",
		"shell `command` to call after each publish, with BRAND, RELEASE and PURGE, the file of "+
			"the changed addresses, in its environment; called again by the next run when it fails")
}

// enabled reports whether a list or a hook was asked for.
func (p *purger) enabled() bool { return p.file != "" || p.hook != "" }

// start creates the file for all brands. A file that cannot be written is thus an error before
// anything is published.
func (p *purger) start() (err error) {
	if p.hook != "" {
		removeStale(os.TempDir())
	}
	if p.file != "" {
		p.all, err = durable.Unnamed(filepath.Dir(p.file))
	}
	return err
}

// removeStale removes the lists of builders that were killed while their hook ran. A list is stale
// when it is older than any hook that can still run. A list that cannot be removed, such as another
// user's, is left.
func removeStale(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // creating a list reports the error
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), purgeListPrefix) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > 2*hookTimeout {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// changed lists the addresses that differ between a release and the one that replaced it.
func (p *purger) changed(before, after *release.Release) {
	p.live = after.ID()
	if err := p.list(before, after); err != nil {
		p.errs = append(p.errs, fmt.Errorf("addresses to purge: %w", err))
	}
}

func (p *purger) list(before, after *release.Release) error {
	diff, err := changes.Diff(before, after)
	if errors.Is(err, release.ErrCorrupt) && before != nil {
		before = nil // the old release is unreadable: everything may have changed
		diff, err = changes.Diff(nil, after)
	}
	if err != nil {
		return err
	}
	var files []io.Writer
	if p.all != nil {
		files = append(files, p.all)
	}
	if p.hook != "" {
		if p.one == nil {
			if p.one, err = os.CreateTemp("", purgeListPrefix); err != nil {
				return err
			}
		}
		files = append(files, p.one)
	}
	return diff.WriteAddresses(io.MultiWriter(files...), before, after)
}

// call calls the hook when a release of the brand was published, and returns the errors of the hook
// and of the list. An error does not undo the publish; the next run calls the hook again.
func (p *purger) call(ctx context.Context, c *command, brand string) error {
	errs := p.errs
	if p.one != nil {
		errs = append(errs, p.one.Close(), p.run(ctx, c, brand), os.Remove(p.one.Name()))
	}
	err := errors.Join(errs...)
	if err == nil && p.live != "" {
		if p.announced == nil {
			p.announced = map[string]string{}
		}
		p.announced[brand] = p.live
	}
	p.one, p.errs, p.live = nil, nil, ""
	return err
}

// discard drops the list of the current brand; the next run makes it again.
func (p *purger) discard() {
	if p.one != nil {
		// It is a temporary file: what stays is removed by removeStale.
		_, _ = p.one.Close(), os.Remove(p.one.Name())
	}
	p.one, p.errs, p.live = nil, nil, ""
}

func (p *purger) run(ctx context.Context, c *command, brand string) error {
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", p.hook)
	cmd.Env = append(os.Environ(), "BRAND="+brand, "RELEASE="+p.live, "PURGE="+p.one.Name())
	// Standard output is for the builder's own messages.
	cmd.Stdout, cmd.Stderr = c.Stderr, c.Stderr
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("hook: %w; release %s is live all the same", err, p.live)
	}
	return nil
}

// finish gives the file for all brands its name, and then marks the listed changes as announced on
// disk. When the builder is killed before that, the next run announces the changes again.
func (p *purger) finish(out string) error {
	if p.all != nil {
		if err := errors.Join(p.write(), p.all.Close()); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	var errs []error
	for brand, id := range p.announced {
		err := withLock(filepath.Join(out, brand),
			func(f *release.Folder) error { return f.Announced(id) })
		// With ErrLocked another builder is at work; it announces the changes again.
		if err != nil && !errors.Is(err, release.ErrLocked) {
			errs = append(errs, fmt.Errorf("purge: %s: %w", brand, err))
		}
	}
	return errors.Join(errs...)
}

// write replaces the file for all brands in one step.
func (p *purger) write() error {
	if _, err := p.all.Seek(0, io.SeekStart); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(p.file))
	if err != nil {
		return err
	}
	err = durable.New(root, nil).CopyFile(filepath.Base(p.file), p.all, 0o644)
	return errors.Join(err, root.Close())
}
