package upstream

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"cartaz/builder/internal/upstream/fetch"
)

const (
	maxStderr = 4 << 10         // bytes of standard error that are kept: the last ones
	waitDelay = 2 * time.Second // for pipes that others than the program hold open
)

// passedOn are the variables of the builder that a program gets.
var passedOn = []string{"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR"}

// command runs the program of a source of kind command and reads what it prints: one JSON object a
// line, or a JSON document when it is a list or the brand names where the list is. The program runs
// in the folder of the brand, in a session (session.go), whose processes all end with the pull. It
// has no input. Whatever it printed counts for nothing unless it ends with 0.
func (r *itemReader) command(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	name := r.src.Redact(r.src.Command[0])
	cmd, err := prepared(ctx, r.src)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, name, err)
	}
	hold, err := inSession(cmd)
	said := &tail{}
	cmd.Stderr = said
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("%w: %s %s%w: check source.command", ErrUnavailable, name, notStarted,
			reason(err))
	}
	ended := &endReader{r: out}
	err = r.printed(ctx, name, ended)
	if ended.end {
		_, _ = hold.Write([]byte{0}) // the session may have ended
	} else {
		cancel() // nobody reads on
	}
	exit := cmd.Wait()
	if why, is := strings.CutPrefix(said.String(), notStarted); is &&
		cmd.ProcessState.ExitCode() == exitNotStarted {
		return fmt.Errorf("%w: %s %s%s: check source.command", ErrUnavailable, name, notStarted,
			why)
	}
	r.stats.Stderr = graphicLines(r.src.Redact(said.String()))
	if cause := context.Cause(ctx); cause != nil && ended.end {
		return fmt.Errorf("%s: %w%s", name, cause, r.stats.lastLines())
	}
	if exit != nil && ended.end {
		return fmt.Errorf("%w: %s: %w%s", ErrUnavailable, name, reason(exit), r.stats.lastLines())
	}
	return err
}

// printed reads the output of a program.
func (r *itemReader) printed(ctx context.Context, name string, out io.Reader) error {
	buffered := bufio.NewReaderSize(out, 64<<10)
	lines := r.src.Items == ""
	for lines {
		b, err := buffered.Peek(1)
		if err != nil || !strings.ContainsRune(" \t\r\n", rune(b[0])) {
			lines = err != nil || b[0] != '['
			break
		}
		_, _ = buffered.Discard(1) // it was there
	}
	body, err := fetch.Unpack(ctx, buffered, false)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, _, err = r.read(ctx, document{name: name, ndjson: lines, body: body})
	return err
}

// prepared is the command that is not started yet.
func prepared(ctx context.Context, src Source) (*exec.Cmd, error) {
	path := src.Command[0]
	if strings.Contains(path, "/") && !filepath.IsAbs(path) {
		path = filepath.Join(src.Dir, path)
	}
	cmd := exec.CommandContext(ctx, path, src.Command[1:]...)
	if cmd.Err != nil {
		return nil, fmt.Errorf("%w: check source.command", reason(cmd.Err))
	}
	cmd.Dir, cmd.WaitDelay = src.Dir, waitDelay
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = []string{}
	for _, name := range passedOn {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	if src.User != "" {
		home, err := runAs(cmd.SysProcAttr, src.User)
		if err != nil {
			return nil, err
		}
		cmd.Env = append(cmd.Env, "HOME="+home)
	}
	cmd.Env = append(cmd.Env, "BRAND="+src.Brand)
	for _, name := range slices.Sorted(maps.Keys(src.Env)) {
		cmd.Env = append(cmd.Env, name+"="+src.Env[name])
	}
	return cmd, nil
}

// runAs gives a process the rights of a user: his groups, and no more.
func runAs(attr *syscall.SysProcAttr, name string) (home string, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		return "", fmt.Errorf("source.user: there is no user %q here", name)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return "", fmt.Errorf("source.user: %q has no number", name)
	}
	if os.Geteuid() != 0 && uint64(os.Geteuid()) != uid {
		return "", fmt.Errorf("source.user: only a builder that runs as root can run a " +
			"program as another user: leave it out, or run the builder as that user")
	}
	if os.Geteuid() != 0 {
		return u.HomeDir, nil
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return "", fmt.Errorf("source.user: the group of %q has no number", name)
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	ids, err := u.GroupIds()
	if err != nil {
		return "", fmt.Errorf("source.user: groups of %q: %w", name, err)
	}
	for _, id := range ids {
		if n, err := strconv.ParseUint(id, 10, 32); err == nil {
			attr.Credential.Groups = append(attr.Credential.Groups, uint32(n))
		}
	}
	return u.HomeDir, nil
}

// reason is an error of starting or ending a program without paths of this machine.
func reason(err error) error {
	var exec *exec.Error
	var exit interface{ ExitCode() int }
	switch {
	case errors.As(err, &exec):
		return exec.Err
	case errors.As(err, &exit):
		return err
	}
	return fetch.Plain(err)
}

// endReader notes whether the end was reached.
type endReader struct {
	r   io.Reader
	end bool
}

func (e *endReader) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	e.end = e.end || err != nil
	return n, err
}

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write implements [io.Writer]; it never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b[max(0, len(b)-maxStderr):]...)
	if more := len(t.b) - maxStderr; more > 0 {
		t.b = append(t.b[:0], t.b[more:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.b), "")
}

// graphicLines is text of a program without control characters but line breaks.
func graphicLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		lines[i] = graphic(strings.TrimRight(line, "\r\t "))
	}
	return strings.Join(lines, "\n")
}

// lastLines is what a program said last, for a message on one line; "" for nothing.
func (s *Stats) lastLines() string {
	if s.Stderr == "" {
		return ""
	}
	lines := strings.Split(s.Stderr, "\n")
	return ": it said: " + strings.Join(lines[max(0, len(lines)-3):], " / ")
}
