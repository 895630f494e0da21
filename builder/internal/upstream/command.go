package upstream

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/text"
)

const (
	maxStderr = 4 << 10         // bytes of standard error that are kept: the last ones
	waitDelay = 2 * time.Second // for processes that do not end, and pipes that they hold open
)

// passedOn are the environment variables of the builder that a program gets.
var passedOn = strings.Fields("PATH HOME LANG LC_ALL TZ TMPDIR")

// markName is the environment variable that identifies the processes of one run; they inherit it.
const markName = "CARTAZ_RUN"

// command runs the program of a source of kind command and reads its output: one JSON object a
// line, or a JSON document if it is a list or the brand names where the list is. The program runs
// in the folder of the brand and has no input. All processes that it started end with the pull. Its
// output is discarded unless it exits with 0.
func (r *reader) command(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	name := r.src.Redact(r.src.Command[0])
	cmd, err := prepared(ctx, r.src)
	if err != nil {
		return ErrUnavailable.Errorf("%s: %w", name, err)
	}
	mark := markName + "=" + rand.Text()
	cmd.Env = append(cmd.Env, mark)
	said := &tail{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	cmd.Cancel = func() error {
		endRun(cmd.Process.Pid, mark)
		return out.Close() // another process may hold its other end
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return ErrUnavailable.Errorf("%s cannot be started: %w: check source.command", name,
			reason(err))
	}
	ended := &endReader{r: out}
	var body io.Reader
	r.wait(func() { body, err = fetch.Unpack(ended, false) }, func() int64 { return 0 })
	if err == nil {
		buffered := bufio.NewReader(body)
		head, _ := buffered.Peek(512) // an error shows when it is read further
		lines := r.src.Items == "" && !bytes.HasPrefix(bytes.TrimSpace(head), []byte("["))
		_, _, err = r.read(ctx, document{name: name, ndjson: lines, body: buffered})
	} else {
		err = fmt.Errorf("%s: %w", name, err)
	}
	if !ended.end {
		cancel() // the reader has stopped
	}
	exit := cmd.Wait()
	endRun(cmd.Process.Pid, mark)
	var last string
	r.stats.Stderr, last = said.lines(r.src.Redact)
	switch cause := context.Cause(ctx); {
	case !ended.end:
		return err
	case cause != nil:
		return fmt.Errorf("%s: %w%s", name, cause, last)
	case exit != nil && !errors.Is(exit, exec.ErrWaitDelay):
		return ErrUnavailable.Errorf("%s: %w%s", name, reason(exit), last)
	}
	return err
}

// endRun kills the group of a program and, as far as the system shows them (Linux does), all
// processes that have its mark, daemons too, until none is left. A process that does not end within
// waitDelay, such as one that waits for a disk, ends when it can.
func endRun(pid int, mark string) {
	_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have ended by itself
	for found, end := true, time.Now().Add(waitDelay); found && time.Now().Before(end); {
		found = false
		environs, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, name := range environs {
			env, _ := os.ReadFile(name) // empty, or gone, if the process has ended
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			if err == nil && bytes.Contains(env, []byte(mark)) {
				found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
			}
		}
	}
}

// prepared returns the command before it is started.
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
	for name, v := range text.InOrder(src.Env) {
		cmd.Env = append(cmd.Env, name+"="+v)
	}
	return cmd, nil
}

// runAs gives a process the rights of a user: the user's groups, and no more.
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
	numbers := make([]uint32, 2+len(groups)) // user, group, further groups
	for i, id := range append([]string{u.Uid, u.Gid}, groups...) {
		_, wrong := fmt.Sscan(id, &numbers[i])
		err = cmp.Or(err, wrong)
	}
	if err != nil {
		return "", fmt.Errorf("source.user: groups of %q: %w", name, err)
	}
	attr.Credential = &syscall.Credential{Uid: numbers[0], Gid: numbers[1], Groups: numbers[2:]}
	return u.HomeDir, nil
}

// reason returns an error of starting or ending a program without paths of this machine.
func reason(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		return e.Err
	}
	return fetch.Plain(err)
}

// endReader notes whether its end was reached.
type endReader struct {
	r   io.Reader
	end bool
}

func (e *endReader) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	e.end = e.end || err != nil
	return n, err
}

// tail keeps the end of the bytes written to it. It is read when the program has ended.
type tail struct{ b []byte }

// Write implements [io.Writer]; it never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	t.b = append(t.b[:0], t.b[max(0, len(t.b)-maxStderr):]...)
	return len(b), nil
}

// lines returns the written text, without control characters, and its last lines, for a message on
// one line, or "".
func (t *tail) lines(redact func(string) string) (all, last string) {
	text := strings.TrimSpace(redact(strings.ToValidUTF8(string(t.b), "")))
	if text == "" {
		return "", ""
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = jsondoc.Graphic(strings.TrimRight(line, "\r\t "))
	}
	return strings.Join(lines, "\n"),
		": it said: " + strings.Join(lines[max(0, len(lines)-3):], " / ")
}
