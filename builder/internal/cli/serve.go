package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/fsnotify/fsnotify"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/serve"
)

const (
	// debounce is the quiet time after the last change before a build starts. Editors write a file
	// in several steps, and a checkout changes many files.
	debounce = 150 * time.Millisecond
	// reread is how often the folder of brands is read without a file event.
	reread = time.Minute
	// again is how long a brand waits while another builder builds it: the change that a call or a
	// file reported may be too late for that build.
	again = 5 * time.Second
	// minSecret is the minimum length of a secret of the hook, in bytes.
	minSecret = 16
)

func runServe(ctx context.Context, c *command, names []string) int {
	s := server{command: c, isServe: c.verb.name == "serve", names: names,
		due: map[string]time.Time{}}
	c.prepare()
	c.options.Queue, c.purger.Calling = build.NewQueue(0), new(sync.Mutex)
	s.queue = serve.NewQueue(func(brand string) any { return s.buildBrand(ctx, brand) })
	if err := s.run(ctx); err != nil {
		return c.fail(ExitFailed, "%s: %w", c.verb.name, err)
	}
	return ExitOK
}

// server is a running serve or watch.
type server struct {
	*command
	isServe bool
	names   []string // requested brands; all if empty
	queue   *serve.Queue
	watcher *fsnotify.Watcher
	dirs    []string // watched folders

	mu    sync.Mutex
	found folder
	read  time.Time            // time of reading found
	gone  []string             // brands that were reported as gone
	due   map[string]time.Time // next build of each brand; a brand without one is new
}

// run builds brands at their times, on calls and on changes of files, until the context ends.
func (s *server) run(ctx context.Context) (err error) {
	if s.watcher, err = fsnotify.NewWatcher(); err != nil {
		return err
	}
	defer s.watcher.Close()
	s.dirs = slices.DeleteFunc([]string{s.brands, s.templates},
		func(dir string) bool { return dir == "" })
	if err = s.watchAll(); err != nil {
		return err
	}
	failed := make(chan error, 1)
	if s.listen != "" {
		s.reload()
		if !slices.ContainsFunc(s.keys(), func(key string) bool { return s.secret(key) != "" }) {
			return fmt.Errorf("--listen needs %s, of %d bytes or more, in the environment or in "+
				"the file of --env-file", secretName, minSecret)
		}
		l, err := net.Listen("tcp", s.listen)
		if err != nil {
			return err
		}
		defer l.Close()
		hook := serve.Hook{Queue: s.queue, Secret: s.secret}
		go func() { failed <- hook.Serve(l) }()
		fmt.Fprintln(s.Stderr, "called at", l.Addr())
	}
	fmt.Fprintf(s.Stderr, "watching %s\n", strings.Join(s.dirs, " and "))
	defer s.queue.Wait()
	tell := func(state string) {
		_, _ = daemon.SdNotify(false, state) // without systemd it has no effect
	}
	defer tell(daemon.SdNotifyStopping)
	s.clock()
	tell(daemon.SdNotifyReady)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	quiet := time.NewTimer(time.Hour)
	changed := map[string]bool{} // brands; "" means all
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			fmt.Fprintln(s.Stderr, "builder: no calls any more, clock and files go on:", err)
		case <-tick.C:
			s.clock()
			tell(daemon.SdNotifyWatchdog)
		case event := <-s.watcher.Events:
			if ignored(event) {
				continue
			}
			if event.Has(fsnotify.Create) {
				// Ignore the error: the name may be a file, or a folder that is already removed. A
				// folder that cannot be watched is still built.
				_ = s.watch(event.Name)
			}
			changed[s.brandOf(event.Name)] = true
			quiet.Reset(debounce)
		case err := <-s.watcher.Errors:
			// Events may have been lost, so any brand may have changed.
			fmt.Fprintln(s.Stderr, "builder: watch:", err)
			changed[""] = true
			quiet.Reset(debounce)
		case <-quiet.C:
			s.mu.Lock()
			for key := range changed {
				delete(s.due, key)
			}
			if changed[""] {
				clear(s.due)
			}
			s.read = time.Time{}
			s.mu.Unlock()
			clear(changed)
			s.clock()
		}
	}
}

// reload reads the folder of brands, and watches new folders.
func (s *server) reload() {
	s.found, s.read = s.load(), s.Now()
	_ = s.watchAll() // the build reports missing folders
	var err error
	if s.gone, err = s.sayGone(s.found, s.gone); err != nil {
		fmt.Fprintln(s.Stderr, "builder:", err)
	}
}

// keys returns the brands that this server builds, or only "", whose build reports why none exist.
func (s *server) keys() []string {
	keys := s.names
	if len(keys) == 0 {
		keys = s.found.keys()
	}
	if len(keys) == 0 {
		return []string{""}
	}
	return slices.DeleteFunc(slices.Clone(keys),
		func(key string) bool { return !s.shard.has(key) })
}

// clock queues builds of the brands that are due.
func (s *server) clock() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	if now.Sub(s.read).Abs() > reread {
		s.reload()
	}
	for _, key := range s.keys() {
		if !now.Before(s.due[key]) {
			s.due[key] = now.Add(time.Hour) // the build sets the real time
			s.queue.Call(key)
		}
	}
}

// buildBrand builds a brand and returns its outcome.
func (s *server) buildBrand(ctx context.Context, key string) any {
	s.mu.Lock()
	found, call := s.found, *s.command
	s.due[key] = s.next(key, s.Now())
	s.mu.Unlock()
	if ctx.Err() != nil {
		return nil
	}
	names := []string{key}
	if key == "" {
		names = nil
	}
	before, _ := readLastRun(s.out, key) // without an end if it is lost
	code := call.build(ctx, names, found)
	last, _ := readLastRun(s.out, key)
	if last.Ended.Equal(before.Ended) { // this build has left nothing
		last.Outcome = build.Outcome{Brand: key,
			Err: errors.New("nothing was built: standard error says why")}
		last.Finish(code, resultNames[code])
	}
	if code == ExitRunning {
		s.mu.Lock()
		s.due[key] = s.Now().Add(again)
		s.mu.Unlock()
	}
	return last.Outcome
}

// next returns the time of the next build of a brand that is built now: after its interval, with
// some jitter, or earlier if an entry of edits.yaml ends before; at most a day later.
func (s *server) next(key string, now time.Time) time.Time {
	wait := 24 * time.Hour
	if key == "" {
		wait = reread
	}
	for _, b := range s.found.brands {
		if b.Key != key {
			continue
		}
		if s.isServe {
			wait = b.Every - b.Every/20 + rand.N(b.Every/10+1)
		}
		edits, _ := b.ReadEdits() // the build reports a fault
		for _, e := range edits {
			if left := e.Until.Sub(now); left > 0 {
				wait = min(wait, left+time.Second) // builds drop fractions
			}
		}
	}
	return now.Add(wait)
}

// secretName is the variable with the secret of the hook.
const secretName = "CARTAZ_HOOK_SECRET"

// secret returns the secret of the calls for a brand, or "" if the brand takes none.
func (s *server) secret(key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	secret, isOwn := s.Lookup(secretName + "_" +
		strings.ToUpper(strings.ReplaceAll(key, "-", "_")))
	if !isOwn {
		secret, _ = s.Lookup(secretName)
	}
	if len(secret) < minSecret || !slices.Contains(s.keys(), key) {
		return ""
	}
	return secret
}

func (s *server) watchAll() error {
	for _, dir := range s.dirs {
		if err := s.watch(dir); err != nil {
			return err
		}
	}
	return nil
}

// watch watches a folder and all folders below it.
func (s *server) watch(dir string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name != dir {
			return nil // already removed
		}
		if err != nil || !entry.IsDir() {
			return err
		}
		return s.watcher.Add(name)
	})
}

// brandOf returns the brand whose folder contains the file, or "" if the file concerns all brands.
func (s *server) brandOf(name string) string {
	rel, _ := filepath.Rel(s.brands, name) // a path elsewhere begins with no key
	key, _, _ := strings.Cut(rel, string(filepath.Separator))
	if !brands.ValidKey(key) {
		return ""
	}
	return key
}

// ignored reports whether an event changes no content: a change of mode, or a file that an editor
// keeps beside the edited file.
func ignored(event fsnotify.Event) bool {
	base := filepath.Base(event.Name)
	return event.Op == fsnotify.Chmod || strings.HasPrefix(base, ".") ||
		strings.HasSuffix(base, "~") || strings.HasPrefix(base, "#")
}
