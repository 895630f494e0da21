package upstream

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
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

// markName is the variable by which all processes of one run are known, whatever they become.
const markName = "CARTAZ_RUN"

// command runs the program of a source of kind command and reads what it prints: one JSON object a
// line, or a JSON document when it is a list or the brand names where the list is. The program runs
// in the folder of the brand. It has no input. All that it started ends with the pull. Whatever it
// printed counts for nothing unless it ends with 0.
func (r *reader) command(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	name := r.src.Redact(r.src.Command[0])
	cmd, err := prepared(ctx, r.src)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrUnavailable, name, err)
	}
	mark := markName + "=" + rand.Text()
	cmd.Env = append(cmd.Env, mark)
	said := &tail{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("%w: %s cannot be started: %w: check source.command", ErrUnavailable,
			name, reason(err))
	}
	cmd.Cancel = func() error {
		endRun(cmd.Process.Pid, mark)
		return out.Close() // somebody else's process may hold its other end
	}
	ended := &endReader{r: out}
	err = r.printed(ctx, name, ended)
	if !ended.end {
		cancel() // nobody reads on
	}
	exit := cmd.Wait()
	endRun(cmd.Process.Pid, mark)
	r.stats.Stderr = graphicLines(r.src.Redact(said.String()))
	if cause := context.Cause(ctx); cause != nil && ended.end {
		return fmt.Errorf("%s: %w%s", name, cause, r.stats.lastLines())
	}
	if exit != nil && !errors.Is(exit, exec.ErrWaitDelay) && ended.end {
		return fmt.Errorf("%w: %s: %w%s", ErrUnavailable, name, reason(exit), r.stats.lastLines())
	}
	return err
}

// endRun kills the group of a program and, as far as the system shows them (Linux does), all
// processes that have its mark, until there are none: daemons too.
func endRun(pid int, mark string) {
	_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have ended by itself
	for found := true; found; {
		found = false
		environs, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, name := range environs {
			// That of a process that has ended is empty, or gone.
			env, _ := os.ReadFile(name)
			if !bytes.Contains(env, []byte(mark)) {
				continue
			}
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
				found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
			}
		}
	}
}

// printed reads the output of a program.
func (r *reader) printed(ctx context.Context, name string, out io.Reader) error {
	buffered := bufio.NewReaderSize(out, 64<<10)
	first, err := buffered.ReadByte()
	for err == nil && strings.ContainsRune(" \t\r\n", rune(first)) {
		first, err = buffered.ReadByte()
	}
	if err == nil {
		_ = buffered.UnreadByte() // it was read
	}
	body, err := fetch.Unpack(ctx, buffered, false)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, _, err = r.read(ctx, document{name: name, ndjson: r.src.Items == "" && first != '[',
		body: body})
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
	if os.Geteuid() != 0 {
		if u.Uid != strconv.Itoa(os.Geteuid()) {
			err = errors.New("source.user: only a builder that runs as root can run a " +
				"program as another user: leave it out, or run the builder as that user")
		}
		return u.HomeDir, err
	}
	groups, err := u.GroupIds()
	if err != nil {
		return "", fmt.Errorf("source.user: groups of %q: %w", name, err)
	}
	numbers := make([]uint32, 2, 2+len(groups)) // user, group, further groups
	for i, id := range append([]string{u.Uid, u.Gid}, groups...) {
		n, err := strconv.ParseUint(id, 10, 32)
		if err != nil {
			return "", fmt.Errorf("source.user: %q has no numbers", name)
		}
		if i < 2 {
			numbers[i] = uint32(n)
		} else {
			numbers = append(numbers, uint32(n))
		}
	}
	attr.Credential = &syscall.Credential{Uid: numbers[0], Gid: numbers[1], Groups: numbers[2:]}
	return u.HomeDir, nil
}

// reason is an error of starting or ending a program without paths of this machine.
func reason(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
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

// tail keeps the end of what is written to it. It is read when the program has ended.
type tail struct{ b []byte }

// Write implements [io.Writer]; it never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	t.b = append(t.b[:0], t.b[max(0, len(t.b)-maxStderr):]...)
	return len(b), nil
}

func (t *tail) String() string { return strings.ToValidUTF8(string(t.b), "") }

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
