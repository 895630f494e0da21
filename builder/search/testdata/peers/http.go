package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

// Over HTTP: the edge over a release that the builder made, and beside it net/http with SQLite in
// the same process, each a process of its own that answers the list of the API. What counts is the
// processor time that the serving process takes for a request.

const benchHost = "bench.localhost"

// served is a process that answers over HTTP.
type served struct {
	name  string
	cmd   *exec.Cmd
	conns []*connection
	cpu   [2]time.Duration // identity, gzip
	asked [2]int
	bytes [2]int64
}

// connection is one that is kept alive.
type connection struct {
	net.Conn
	in *bufio.Reader
}

// connections are used at the same time, so that a server is not measured going to sleep and waking
// up.
const connections = 16

func compareHTTP(builder, edge string, docs, queries int, seed uint64) error {
	if builder == "" || edge == "" {
		skipped("the comparison over HTTP",
			errors.New("the programs builder and edge could not be built"))
		return nil
	}
	if sqliteVersion() == "none" {
		skipped("the comparison over HTTP", errors.New("there is no SQLite to compare with"))
		return nil
	}
	dir, err := os.MkdirTemp("", "http")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	brands, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	if err := writeBrand(filepath.Join(brands, "bench"), docs); err != nil {
		return err
	}
	build := exec.Command(builder, "build", "--brands", brands, "--out", out, "--export=false")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("builder: %w\n%s", err, text)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ours, theirs := freeAddress(), freeAddress()
	all := []*served{
		{
			name: "Cartaz, edge",
			cmd: exec.Command(edge, "-out", out, "-listen", ours, "-admin", "",
				"-rate-address", "0"),
		},
		{
			name: "SQLite FTS5, net/http",
			cmd:  exec.Command(self, "-serve", theirs, "-docs", fmt.Sprint(docs)),
		},
	}
	for i, address := range []string{ours, theirs} {
		s := all[i]
		s.cmd.Stderr = os.Stderr
		if err := s.cmd.Start(); err != nil {
			return err
		}
		defer func() { _, _ = s.cmd.Process.Kill(), s.cmd.Wait() }()
		if err := s.connect(address); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	asked := generated.Queries(seed, queries)
	const stretch = 100 // queries in a row for one process
	for from := 0; from < len(asked); from += stretch {
		for coding := range 2 {
			for i, s := range all {
				// The quick one is asked more often, else its time could not be told from none.
				for range []int{20, 1}[i] {
					err := s.stretch(asked[from:min(from+stretch, len(asked))], coding)
					if err != nil {
						return fmt.Errorf("%s: %w", s.name, err)
					}
				}
			}
		}
	}
	fmt.Printf(
		"\nOver HTTP: %d generated events, %d mixed queries, lists of 20, %d connections, "+
			"processor time of the serving process\n\n",
		docs,
		queries,
		connections,
	)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w,
		"\trequests\tµs CPU a request\tbytes\tratio\tgzip: µs CPU a request\tbytes\tratio\t")
	each := func(s *served, coding int) float64 {
		return float64(s.cpu[coding].Nanoseconds()) / 1000 / float64(s.asked[coding])
	}
	for _, s := range all {
		fmt.Fprintf(
			w,
			"%s\t%d\t%.1f\t%d\t%.0f\t%.1f\t%d\t%.0f\t\n",
			s.name,
			s.asked[0]+s.asked[1],
			each(s, 0),
			s.bytes[0]/int64(s.asked[0]),
			each(s, 0)/each(all[0], 0),
			each(s, 1),
			s.bytes[1]/int64(s.asked[1]),
			each(s, 1)/each(all[0], 1),
		)
	}
	return w.Flush()
}

func freeAddress() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "127.0.0.1:0"
	}
	defer l.Close()
	return l.Addr().String()
}

// connect waits until the process answers.
func (s *served) connect(address string) error {
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			c := &connection{conn, bufio.NewReaderSize(conn, 1<<16)}
			status, _, err := c.get(
				"GET /api/public/v1/events HTTP/1.1\r\nHost: " + benchHost + "\r\n\r\n")
			if err == nil && status == http.StatusOK {
				if s.conns = append(s.conns, c); len(s.conns) == connections {
					return nil
				}
				continue
			}
			conn.Close()
		}
		if time.Now().After(deadline) {
			return errors.New("it does not answer")
		}
	}
}

func (c *connection) get(request string) (status int, size int64, err error) {
	if _, err := io.WriteString(c, request); err != nil {
		return 0, 0, err
	}
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, 0, err
	}
	defer r.Body.Close()
	size, err = io.Copy(io.Discard, r.Body)
	return r.StatusCode, size, err
}

// stretch asks some queries and notes what processor time they took.
func (s *served) stretch(queries []search.Query, coding int) error {
	before, err := cpuOf(s.cmd.Process.Pid)
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	var bytes atomic.Int64
	failed := make([]error, len(s.conns))
	for i, c := range s.conns {
		group.Go(func() {
			for n := i; n < len(queries); n += len(s.conns) {
				status, size, err := c.get(request(queries[n], coding))
				if err == nil && status != http.StatusOK {
					err = fmt.Errorf("status %d for %+v", status, queries[n])
				}
				if err != nil {
					failed[i] = err
					return
				}
				bytes.Add(size)
			}
		})
	}
	group.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	s.bytes[coding] += bytes.Load()
	s.asked[coding] += len(queries)
	after, err := cpuOf(s.cmd.Process.Pid)
	s.cpu[coding] += after - before
	return err
}

func request(q search.Query, coding int) string {
	values := url.Values{}
	if q.Text != "" {
		values.Set("q", q.Text)
	}
	if q.City != "" {
		values.Set("city", q.City)
	}
	return "GET /api/public/v1/events?" + values.Encode() + " HTTP/1.1\r\n" +
		"Host: " + benchHost + "\r\nAccept: application/json\r\n" +
		[]string{"", "Accept-Encoding: gzip\r\n"}[coding] + "\r\n"
}

// cpuOf is what all threads of a process have used, to the nanosecond.
func cpuOf(pid int) (time.Duration, error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(files) == 0 {
		return 0, errors.New("no processor times in /proc")
	}
	sum := time.Duration(0)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return 0, err
		}
		ns, err := strconv.ParseInt(strings.Fields(string(b))[0], 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(ns)
	}
	return sum, nil
}

// writeBrand writes a brand whose backend is a file of generated events.
func writeBrand(dir string, docs int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	config := fmt.Sprintf(`name: Bench
locale: pt-BR
timezone: America/Sao_Paulo
site_url: http://%[1]s
base_url: http://%[1]s/api/public/v1
auth_url: http://auth.%[1]s
buy_url: http://%[1]s/comprar/{id}
source:
  kind: file
  path: events.ndjson
`, benchHost)
	if err := os.WriteFile(filepath.Join(dir, "brand.yaml"), []byte(config), 0o644); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "events.ndjson"))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	c := generated.New(1)
	for id := range docs {
		d := c.Doc(id)
		if err := lines.Encode(map[string]any{
			"id": id + 1, "name": d.Name, "status": "ativo",
			"description": d.Description, "description_format": "text",
			"starts_at": startOf(id), "timezone": "America/Sao_Paulo",
			"location": map[string]any{"name": d.Venue, "city": d.City, "state_abbr": d.State},
			"producer": map[string]any{"name": d.Producer, "slug": d.ProducerSlug},
		}); err != nil {
			return err
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

func startOf(id int) string {
	return time.Date(2040, 1, 1, 20, 0, 0, 0, time.UTC).
		Add(time.Duration(id) * time.Minute).
		Format(time.RFC3339)
}

// serveSQLite answers the list from SQLite: search, exact total, and items of the API that lie
// ready in memory, joined.
func serveSQLite(address string, docs int) error {
	c := generated.New(1)
	all := make([]search.Doc, docs)
	items := make([][]byte, docs)
	for id := range all {
		d := c.Doc(id)
		item, err := json.Marshal(map[string]any{
			"id": id + 1, "slug": fmt.Sprintf("evento-%d", id), "name": d.Name,
			"description": "<p>" + d.Description + "</p>", "status": "ativo",
			"starts_at": startOf(id), "ends_at": nil, "timezone": "America/Sao_Paulo",
			"is_online": false, "is_closed": false,
			"url":    fmt.Sprintf("http://%s/eventos/evento-%d", benchHost, id),
			"images": map[string]any{"banner": nil, "thumbnail": nil},
			"location": map[string]any{
				"name":              d.Venue,
				"city":              d.City,
				"state":             nil,
				"state_abbr":        d.State,
				"formatted_address": nil,
				"latitude":          nil,
				"longitude":         nil,
			}, "producer": nil,
		})
		if err != nil {
			return err
		}
		d.JSON, d.Card, d.Line = nil, nil, nil
		all[id], items[id] = d, item
	}
	e, err := openSQLite(all, "pt")
	if err != nil {
		return err
	}
	return http.ListenAndServe(
		address,
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			values := r.URL.Query()
			q := search.Query{Text: values.Get("q"), City: values.Get("city")}
			ids, total, err := e.search(q, 20)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			body := append(make([]byte, 0, 32<<10), `{"data":[`...)
			for i, id := range ids {
				if i > 0 {
					body = append(body, ',')
				}
				body = append(body, items[id]...)
			}
			body = fmt.Appendf(
				body,
				`],"meta":{"total":%d,"per_page":20,"current_page":1,"last_page":%d}}`,
				total,
				max(1, (total+19)/20),
			)
			if r.Header.Get("Accept-Encoding") == "gzip" {
				w.Header().Set("Content-Encoding", "gzip")
				z := gzip.NewWriter(w)
				_, _ = z.Write(body)
				_ = z.Close()
				return
			}
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			_, _ = w.Write(body)
		}),
	)
}
