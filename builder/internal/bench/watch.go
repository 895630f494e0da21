package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// Before it executes its own program, a process is a copy of the process that started it, and the
// kernel keeps the largest memory of both (ru_maxrss in getrusage(2)). This process has generated
// catalogues and listed files. So a watcher starts the command: this program again, which has done
// nothing yet. Sampling would miss the peaks of short processes, and compressing has many of them.

// watcher is the first argument of a watcher. The second says whether it samples,
// the others are the command.
const watcher = "watch"

// usage is the result of a watcher, as it prints it.
type usage struct {
	Wall, CPU, Sys time.Duration
	Peak, Anon     int64
}

// watched runs a command under a watcher, which samples its anonymous memory if sampled is true.
func watched(sampled bool, command string, args ...string) (cost, error) {
	self, err := os.Executable()
	if err != nil {
		return cost{}, err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(self, append([]string{watcher, strconv.FormatBool(sampled), command},
		args...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%s %q: %w\n%s", command, args, err, stderr.Bytes())
	}
	var u usage
	if err := json.Unmarshal(stdout.Bytes(), &u); err != nil {
		return cost{}, fmt.Errorf("watcher of %s: %w", command, err)
	}
	return cost{wall: u.Wall, cpu: u.CPU, sys: u.Sys, peak: u.Peak, anon: u.Anon}, nil
}

// watch runs a command as a watcher does. The output of the command goes to standard error.
func watch(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("%s: no command", watcher)
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	started := time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	stop, anon := make(chan struct{}), make(chan int64, 1)
	if args[0] == "true" {
		go func() { anon <- peakAnonymous(cmd.Process.Pid, stop) }()
	} else {
		anon <- 0
	}
	err := cmd.Wait()
	u := usage{Wall: time.Since(started)}
	close(stop)
	if err != nil {
		return err
	}
	u.Anon = <-anon
	u.Sys = cmd.ProcessState.SystemTime()
	u.CPU = cmd.ProcessState.UserTime() + u.Sys
	u.Peak = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	return json.NewEncoder(os.Stdout).Encode(u)
}

// peakAnonymous samples the anonymous memory of a process until it ends.
func peakAnonymous(pid int, stop <-chan struct{}) int64 {
	var peak int64
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return peak
		case <-tick.C:
			status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
			if err != nil {
				continue // it has just ended
			}
			if _, rest, ok := bytes.Cut(status, []byte("RssAnon:")); ok {
				kib, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
				n, _ := strconv.ParseInt(string(kib), 10, 64)
				peak = max(peak, n<<10)
			}
		}
	}
}
