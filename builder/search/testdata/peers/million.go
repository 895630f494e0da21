package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
	"unsafe"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

// The large index is written by one process and read by another, so that the memory of each is its
// own.

// writeLarge writes an index of generated events, as the builder does: with fragments, spooled to a
// file.
func writeLarge(file string, docs int) error {
	spool, err := os.CreateTemp(filepath.Dir(file), "spool")
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	w := search.NewWriter(spool)
	c := generated.New(1)
	start := time.Now()
	adding := time.Duration(0)
	for id := range docs {
		d := c.Doc(id) // it takes as long as adding
		before := time.Now()
		if err := w.Add(d); err != nil {
			return err
		}
		adding += time.Since(before)
	}
	added := time.Since(start)
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if _, err := w.WriteTo(out); err != nil {
		return err
	}
	fmt.Printf(
		"%.1f s (Add %.1f, WriteTo %.1f), making up the events not counted",
		(adding + time.Since(start) - added).Seconds(),
		adding.Seconds(),
		(time.Since(start) - added).Seconds(),
	)
	return out.Close()
}

// readLarge opens the index that writeLarge wrote and measures.
func readLarge(file string, queries, rounds int) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ,
		syscall.MAP_SHARED)
	if err != nil {
		return err
	}
	mixed, others := generated.Queries(2, queries), generated.Queries(3, queries)
	start := time.Now()
	x, err := search.Open(data)
	opened := time.Since(start)
	if err != nil {
		return err
	}
	debug.FreeOSMemory()
	before := anonymous()
	fmt.Printf("%d events, %d MiB, opened in %d µs; processor time of queries:\n\n", x.Len(),
		info.Size()>>20, opened.Microseconds())
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tqueries\tp50 µs\tmean µs\tp99 µs\tmax µs\tallocations per query\tslowest\t")
	measure(w, x, "mixed, best of "+fmt.Sprint(rounds), mixed, rounds)
	measure(w, x, "mixed, each once", others, 1)
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Printf("\nanonymous memory: %s after all of these, %s before the first\n",
		anonymous(), before)
	return nil
}

func measure(w *tabwriter.Writer, x *search.Index, title string, queries []search.Query,
	rounds int) {
	var times []time.Duration
	var slowest search.Query
	worst := time.Duration(0)
	dst := make([]uint32, 0, 64)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, q := range queries {
		best := time.Hour
		for range rounds {
			start := threadTime()
			dst, _ = x.Search(q, 0, 20, dst[:0])
			best = min(best, threadTime()-start)
		}
		if times = append(times, best); best > worst {
			worst, slowest = best, q
		}
	}
	runtime.ReadMemStats(&after)
	slices.Sort(times)
	us := func(d time.Duration) float64 { return float64(d) / 1000 }
	text := slowest.Text
	if len(text) > 30 {
		text = text[:30] + "…"
	}
	fmt.Fprintf(
		w,
		"%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%s %s%s\t\n",
		title,
		len(times),
		us(times[len(times)/2]),
		us(mean(times)),
		us(times[len(times)*99/100]),
		us(worst),
		float64(after.Mallocs-before.Mallocs)/float64(len(queries)*rounds),
		text,
		slowest.City,
		slowest.State,
	)
}

// threadTime is the processor time that this thread has used: waiting for a processor that others
// have does not count, waiting for
// memory does.
func threadTime() time.Duration {
	var t syscall.Timespec
	const threadCPU = 3 // CLOCK_THREAD_CPUTIME_ID
	_, _, err := syscall.Syscall(
		syscall.SYS_CLOCK_GETTIME, threadCPU, uintptr(unsafe.Pointer(&t)), 0)
	if err != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}

// anonymous is the memory that is this process's own, beside the mapped file.
func anonymous() string {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "RssAnon:"); ok {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// compareLarge measures our search alone where the others take too long.
func compareLarge(docs, queries, rounds int) error {
	dir, err := os.MkdirTemp("", "large")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Printf("\nCartaz alone: %d generated events\n\nwritten in ", docs)
	child := func(args ...string) (*exec.Cmd, error) {
		c := exec.Command(self, args...)
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		return c, c.Run()
	}
	file := filepath.Join(dir, "index")
	c, err := child("-write", file, "-docs", fmt.Sprint(docs))
	if err != nil {
		return fmt.Errorf("write: %w", err)
	}
	u := c.ProcessState.SysUsage().(*syscall.Rusage)
	fmt.Printf(", %.1f s of processor time, at most %d MiB resident\n",
		(c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), u.Maxrss>>10)
	_, err = child("-read", file, "-queries", fmt.Sprint(queries), "-rounds", fmt.Sprint(rounds))
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}
