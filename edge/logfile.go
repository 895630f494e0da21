package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// logFile is the file of the access log. It can be opened again by its name while lines are
// written, because tools such as logrotate rename the file and then send SIGHUP.
type logFile struct {
	path string
	mu   sync.Mutex
	file *os.File
}

// openLogFile opens the file of the access log, and makes it if missing.
func openLogFile(path string) (*logFile, error) {
	l := &logFile{path: path}
	return l, l.reopen()
}

// reopen opens the file by its name and closes the previous one, which stays after an error.
func (l *logFile) reopen() error {
	// O_APPEND lets an outside tool rotate by copy and truncate.
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o640)
	if err != nil {
		return fmt.Errorf("--access-log: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.file
	l.file = f
	if before == nil {
		return nil
	}
	return before.Close()
}

// Write implements [io.Writer].
func (l *logFile) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Write(p)
}

// Close closes the file. A nil logFile has none.
func (l *logFile) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}

// reopenOnHangup opens the access log anew at each SIGHUP until ctx ends. The signal never ends the
// edge: without a log file it changes nothing, and the log says so. The returned function waits
// until it has stopped.
func reopenOnHangup(ctx context.Context, l *logFile, log *slog.Logger) (wait func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ctx.Done():
				// The signal stays caught: a SIGHUP while requests drain must not end them.
				return
			case <-hangups:
			}
			if l == nil {
				log.Info("SIGHUP: no access log in a file to open anew")
			} else if err := l.reopen(); err != nil {
				log.Error("SIGHUP: the access log goes on in the previous file", "err", err)
			} else {
				log.Info("SIGHUP: access log opened anew", "file", l.path)
			}
		}
	}()
	return func() { <-ended }
}
