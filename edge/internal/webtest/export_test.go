package webtest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// recorder keeps the messages of a failing script.
type recorder struct {
	testing.TB
	log    strings.Builder
	failed bool
}

func (*recorder) Parallel()                            {}
func (*recorder) Verbose() bool                        { return false }
func (r *recorder) Run(_ string, f func(testscript.T)) { f(r) }
func (r *recorder) Log(args ...any)                    { fmt.Fprintln(&r.log, args...) }
func (r *recorder) Fatal(args ...any)                  { r.Log(args...); r.FailNow() }
func (r *recorder) FailNow()                           { r.failed = true; runtime.Goexit() }

// Failure plays a script and returns its messages, and whether it failed.
func Failure(t testing.TB, address, script string) (text string, failed bool) {
	file := filepath.Join(t.TempDir(), "s.txt")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	r, done := &recorder{TB: t}, make(chan struct{})
	go func() {
		defer close(done)
		playFile(r, address, file)
	}()
	<-done
	return r.log.String(), r.failed
}
