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

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// hookTime is how long a hook may take: a cache that does not answer must not
// keep cron from the next brand for ever.
const hookTime = 5 * time.Minute

// purgePrefix begins the names of the lists for hooks, in the folder for temporary
// files: a hook may read its list while another builder has the lock of the brand.
const purgePrefix = "cartaz-purge-"

// purger writes which addresses have changed, and calls the hook with them.
type purger struct {
	file string // of all brands of this run, "" for none
	hook string // command line for a shell, "" for none

	all  *os.File          // has no name until finish
	one  *os.File          // of the brand at work, for the hook; nil when nothing was published
	live string            // release that was published last
	errs []error           // of the brand at work
	told map[string]string // the live release of each brand whose changes were listed, and its hook called
}

// declare declares the flags.
func (p *purger) declare(c *command) {
	c.flags.StringVar(&p.file, "purge", "", "`file` for the addresses that changed, one absolute URL a line, for caches")
	c.flags.StringVar(&p.hook, "hook", "", "shell `command` to call after each publish, with BRAND, RELEASE and PURGE, the file of the changed addresses, in its environment; called again by the next run when it fails")
}

// wanted says whether there is anything to do at all.
func (p *purger) wanted() bool { return p.file != "" || p.hook != "" }

// start makes the file for all brands, so that one that cannot be written is
// known before anything is published.
func (p *purger) start() (err error) {
	if p.hook != "" {
		removeLeft(os.TempDir())
	}
	if p.file != "" {
		p.all, err = durable.Unnamed(filepath.Dir(p.file))
	}
	return err
}

// removeLeft removes the lists of builders that were killed while their hook ran:
// those that are older than any hook that still runs. What cannot be removed, as
// it is another user's, is not in the way.
func removeLeft(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // a list that cannot be made says so
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), purgePrefix) || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > 2*hookTime {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// changed is told of a release that replaced another.
func (p *purger) changed(before, after *release.Release) {
	p.live = after.ID()
	if err := p.list(before, after); err != nil {
		p.errs = append(p.errs, fmt.Errorf("addresses to purge: %w", err))
	}
}

func (p *purger) list(before, after *release.Release) error {
	changes, err := build.Diff(before, after)
	if errors.Is(err, release.ErrCorrupt) && before != nil {
		before = nil // what it said is not known, so everything may have changed
		changes, err = build.Diff(nil, after)
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
			if p.one, err = os.CreateTemp("", purgePrefix); err != nil {
				return err
			}
		}
		files = append(files, p.one)
	}
	return changes.WriteAddresses(io.MultiWriter(files...), before, after)
}

// call calls the hook when a release of the brand was published, and returns
// what went wrong with it or with the list. Nothing of that undoes the publish,
// but the next run calls again.
func (p *purger) call(ctx context.Context, c *command, brand string) error {
	errs := p.errs
	if p.one != nil {
		errs = append(errs, p.one.Close(), p.run(ctx, c, brand), os.Remove(p.one.Name()))
	}
	err := errors.Join(errs...)
	if err == nil && p.live != "" {
		if p.told == nil {
			p.told = map[string]string{}
		}
		p.told[brand] = p.live
	}
	p.one, p.errs, p.live = nil, nil, ""
	return err
}

func (p *purger) run(ctx context.Context, c *command, brand string) error {
	ctx, cancel := context.WithTimeout(ctx, hookTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", p.hook)
	cmd.Env = append(os.Environ(), "BRAND="+brand, "RELEASE="+p.live, "PURGE="+p.one.Name())
	// Standard output is for what the builder says.
	cmd.Stdout, cmd.Stderr = c.Stderr, c.Stderr
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("hook: %w; release %s is live all the same", err, p.live)
	}
	return nil
}

// finish gives the file for all brands its name, and has what was told forgotten.
// A builder that is killed before tells it once more.
func (p *purger) finish(out string) error {
	if p.all != nil {
		if err := errors.Join(p.write(), p.all.Close()); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	var errs []error
	for brand, id := range p.told {
		err := hold(filepath.Join(out, brand), func(f *release.Folder) error { return f.Announced(id) })
		if err != nil && !errors.Is(err, release.ErrLocked) { // the builder at work, or the next, tells it once more
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
