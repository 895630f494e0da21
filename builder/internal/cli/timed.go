package cli

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// timedWriter puts the time before each line, in UTC and the form of RFC 3339, so a file that cron
// appends to shows when each line was written.
type timedWriter struct {
	out io.Writer
	now func() time.Time

	mu     sync.Mutex
	within bool // the last write did not end its line
}

// Write implements [io.Writer]. It writes once, so lines of two writers to one file do not mix.
func (w *timedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	stamp := w.now().UTC().AppendFormat(nil, time.RFC3339+" ")
	var b bytes.Buffer
	for line := range bytes.Lines(p) {
		if !w.within {
			b.Write(stamp)
		}
		b.Write(line)
		w.within = !bytes.HasSuffix(line, []byte("\n"))
	}
	if _, err := w.out.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}
