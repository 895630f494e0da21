package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// program is a server that can be started.
type program struct {
	name string
	// args is its command for a free address; it may write a configuration file.
	args func(addr string) ([]string, error)
}

// server is one that runs.
type server struct {
	addr string
	cmd  *exec.Cmd
}

// programs returns the installed servers, the edge first. Missing servers are named.
func (p *pages) programs(o *options) []program {
	all := []program{edgeProgram("edge", o.edge, p.out)}
	if o.old != "" {
		all = append(all, edgeProgram("edge, old", o.old, p.out))
	}
	for _, peer := range [...]struct {
		name string
		make func(path, addr string) ([]string, error)
	}{{"nginx", p.nginx}, {"caddy", p.caddy}} {
		path, err := exec.LookPath(peer.name)
		if err != nil {
			fmt.Printf("SKIPPED: %s is not installed\n", peer.name)
			continue
		}
		all = append(all, program{peer.name, func(addr string) ([]string, error) {
			return peer.make(path, addr)
		}})
	}
	return all
}

func edgeProgram(name, path, out string) program {
	return program{name, func(addr string) ([]string, error) {
		return []string{path, "--out", out, "--listen", addr, "--admin", "", "--connections",
			"0"}, nil
	}}
}

const nginxConfig = `daemon off;
worker_processes auto;
worker_rlimit_nofile 16384;
pid %[1]s/nginx.pid;
error_log %[1]s/nginx.log crit;
events { worker_connections 8192; }
http {
	access_log off;
	default_type "text/html; charset=utf-8";
	sendfile on;
	tcp_nopush on;
	keepalive_timeout 120s;
	keepalive_requests 1000000000;
	open_file_cache max=100000 inactive=10m;
	open_file_cache_valid 10m;
	gzip_static on;
	gzip_vary on;
	client_body_temp_path %[1]s/nginx;
	proxy_temp_path %[1]s/nginx;
	fastcgi_temp_path %[1]s/nginx;
	uwsgi_temp_path %[1]s/nginx;
	scgi_temp_path %[1]s/nginx;
	server { listen %[2]s; root %[3]s; }
}
`

func (p *pages) nginx(path, addr string) ([]string, error) {
	// Workers that nginx starts as root run as another user, who must read the files.
	if err := os.Chmod(p.dir, 0o755); err != nil {
		return nil, err
	}
	config := filepath.Join(p.dir, "nginx.conf")
	text := fmt.Appendf(nil, nginxConfig, p.dir, addr, p.root)
	return []string{path, "-e", filepath.Join(p.dir, "nginx.log"), "-c", config},
		os.WriteFile(config, text, 0o644)
}

const caddyConfig = `{
	admin off
	auto_https off
}
http://%s {
	root * %s
	header Content-Type "text/html; charset=utf-8"
	file_server {
		precompressed gzip
	}
}
`

func (p *pages) caddy(path, addr string) ([]string, error) {
	config := filepath.Join(p.dir, "Caddyfile")
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, caddyConfig, ":"+port, p.root)
	return []string{path, "run", "--adapter", "caddyfile", "--config", config},
		os.WriteFile(config, text, 0o644)
}

// startTime is how long a server may take until it accepts connections.
const startTime = 30 * time.Second

// start starts a server and waits until it accepts connections.
func start(p program) (*server, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := free.Addr().String()
	if err := free.Close(); err != nil {
		return nil, err
	}
	args, err := p.args(addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	var output bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{addr: addr, cmd: cmd}
	for began := time.Now(); time.Since(began) < startTime; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return s, conn.Close()
		}
	}
	s.stop()
	return nil, fmt.Errorf("%s does not listen on %s:\n%s", p.name, addr, output.Bytes())
}

// startAll starts every program; stop ends those that were started.
func startAll(programs []program) (servers []*server, stop func(), err error) {
	stop = func() {
		for _, s := range servers {
			s.stop()
		}
	}
	for _, p := range programs {
		s, err := start(p)
		if err != nil {
			return servers, stop, err
		}
		servers = append(servers, s)
	}
	return servers, stop, nil
}

// stop ends a server. Its connections are closed by then, so that nothing is lost.
func (s *server) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait() // nginx and Caddy have exit codes of their own for an interrupt
}

// processes returns the ids of the server's process and of its children.
func (s *server) processes() []string {
	own := strconv.Itoa(s.cmd.Process.Pid)
	children, err := os.ReadFile("/proc/" + own + "/task/" + own + "/children")
	if err != nil {
		return []string{own}
	}
	return append(strings.Fields(string(children)), own)
}

// cpu returns the processor time of all processes of a server, user and system.
func (s *server) cpu() (total time.Duration, err error) {
	for _, id := range s.processes() {
		pid, err := strconv.Atoi(id)
		if err != nil {
			return 0, err
		}
		t, err := processTime(pid)
		if err != nil {
			return 0, fmt.Errorf("processor time of process %s: %w", id, err)
		}
		total += t
	}
	return total, nil
}

// anonymous returns the anonymous resident memory of all processes of a server, in bytes.
func (s *server) anonymous() (total int64, err error) {
	for _, id := range s.processes() {
		status, err := os.ReadFile("/proc/" + id + "/status")
		if err != nil {
			return 0, err
		}
		_, rest, _ := bytes.Cut(status, []byte("RssAnon:"))
		var kib int64
		if _, err := fmt.Sscan(string(rest), &kib); err != nil {
			return 0, fmt.Errorf("RssAnon of process %s: %w", id, err)
		}
		total += kib << 10
	}
	return total, nil
}
