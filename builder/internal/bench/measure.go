package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// cost is the time, the memory and the output of one command.
type cost struct {
	wall  time.Duration
	cpu   time.Duration // user and system, of the command and all it waited for
	sys   time.Duration // system alone: mostly what the file system costs
	peak  int64         // bytes resident, of the largest process; not less than a watcher has
	anon  int64         // bytes of anonymous memory, of the command; 0 when not sampled
	files int           // written: new, or other than before
	bytes int64         // of those files

	// of the runs of which this one is the median: the least and the largest processor time
	runs        int
	least, most time.Duration
}

// noise says how far the runs lie apart.
func (c cost) noise() string {
	if c.runs == 1 {
		return " (1 run)"
	}
	return fmt.Sprintf(" (%d runs: %.2f, %.2f, %.2f s CPU)", c.runs, c.least.Seconds(),
		c.cpu.Seconds(), c.most.Seconds())
}

func (c cost) String() string {
	s := fmt.Sprintf("%8.2f s wall %8.2f s CPU, %5.2f s of it system %6d MiB peak",
		c.wall.Seconds(), c.cpu.Seconds(), c.sys.Seconds(), c.peak>>20)
	if c.anon > 0 {
		s += fmt.Sprintf(" %6d MiB anonymous", c.anon>>20)
	}
	return s + fmt.Sprintf(" %7d files %8.1f MB", c.files, float64(c.bytes)/1e6)
}

// measure runs a command and counts what it wrote below out. With sampled it
// also watches the anonymous memory.
func measure(out string, sampled bool, command string, args ...string) (cost, error) {
	before, err := tree(out)
	if err != nil {
		return cost{}, err
	}
	syscall.Sync() // else this command pays for what the one before left in the cache
	c, err := watched(sampled, command, args...)
	if err != nil {
		return cost{}, err
	}
	after, err := tree(out)
	if err != nil {
		return cost{}, err
	}
	for name, f := range after {
		if before[name] != f {
			c.files++
			c.bytes += f.size
		}
	}
	return c, nil
}

// file identifies one written version of a file.
type file struct {
	size    int64
	changed time.Time
	inode   uint64
}

// tree lists the files below dir; there are none in a folder that is not there.
func tree(dir string) (map[string]file, error) {
	files := map[string]file{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files[name] = file{info.Size(), info.ModTime(), info.Sys().(*syscall.Stat_t).Ino}
		return nil
	})
	return files, err
}

// median returns the run whose processor time lies in the middle.
func median(runs []cost) cost {
	runs = slices.SortedFunc(slices.Values(runs),
		func(a, b cost) int { return cmp.Compare(a.cpu, b.cpu) })
	m := runs[len(runs)/2]
	m.runs, m.least, m.most = len(runs), runs[0].cpu, runs[len(runs)-1].cpu
	return m
}
