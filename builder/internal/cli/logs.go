package cli

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"cartaz/builder/text"
)

var searchesVerb = verb{
	name: "searches", args: "LOG...",
	short: "say what people search for, and what finds nothing",
	long: `Reads access logs of edges (*.gz are compressed, - is standard input) and counts the
searches of pages, API, MCP and A2A by brand, day ("all" for the sum) and text, without
case and accents. The next page of a search is none.

What was asked for fewer than --least times is counted together as (rare): what one
person types may say who that is. Three is more than a second try.`,
	example: []string{"builder searches /var/log/cartaz/access.log*"},
	least:   1, want: "name a log, or - for standard input",
	run: func(_ context.Context, c *command) int {
		return c.logs("brand day search found requests", 3, func(l *logLine) (string, string) {
			kind := "something"
			if l.Hits == 0 {
				kind = "nothing"
			}
			return strings.Join(strings.Fields(text.Fold(l.Search)), " "), kind
		})
	},
}

var visitsVerb = verb{
	name: "visits", args: "LOG...",
	short: "count the requests for pages that reached the edge",
	long: `Reads access logs of edges as builder searches does, and counts requests for pages by
brand, day and page, and all searches.

They are requests that reached the edge, not people: caches answer without it, and
programs ask, too. Nothing is known of clicks.`,
	example: []string{"builder visits access.log | grep /eventos/"},
	least:   1, want: "name a log, or - for standard input",
	run: func(_ context.Context, c *command) int {
		return c.logs("brand day page kind requests_not_people", 1,
			func(l *logLine) (what, kind string) {
				switch what = strings.TrimSuffix(l.Path, ".md"); {
				case l.Search != "":
					return "(all)", "search"
				case l.Route != "resource" || l.Status >= 400 || strings.Contains(what, "."):
					what = ""
				}
				return what, "page"
			})
	},
}

// logLine is what these verbs read of a line of the access log.
type logLine struct {
	Time                            time.Time
	Msg, Brand, Route, Path, Search string
	Status, Hits                    int
}

// logs counts the requests in logs by brand, day, what they are for, "" for those that do not
// count, and kind. Counts below least are added up.
func (c *command) logs(columns string, least int, of func(*logLine) (string, string)) int {
	c.flags.IntVar(&least, "least", least, "`number` of requests from which on a row is shown")
	c.jsonFlag()
	names, code, done := c.parse()
	if done {
		return code
	}
	counts, shown := map[[4]string]int{}, map[[4]string]int{}
	for _, name := range names {
		if err := readLog(name, func(l *logLine) {
			if what, kind := of(l); what != "" {
				counts[[4]string{l.Brand, l.Time.Format(time.DateOnly), what, kind}]++
				counts[[4]string{l.Brand, "all", what, kind}]++
			}
		}); err != nil {
			code = c.fail(ExitFailed, "%s: %w", name, err)
		}
	}
	for key, n := range counts {
		if n < least {
			key[2] = "(rare)"
		}
		shown[key] += n
	}
	var rows [][]any
	for _, key := range slices.SortedFunc(maps.Keys(shown), func(a, b [4]string) int {
		return cmp.Or(slices.Compare(a[:2], b[:2]), shown[b]-shown[a], slices.Compare(a[2:], b[2:]))
	}) {
		rows = append(rows, []any{key[0], key[1], key[2], key[3], shown[key]})
	}
	return c.rows(code, columns, rows)
}

// readLog calls f for each line of a log. An error counts the lines that are none.
func readLog(name string, f func(*logLine)) error {
	if name == "-" {
		name = "/dev/stdin"
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			return err
		}
	}
	others, first := 0, 0
	lines := bufio.NewScanner(in) // of 64 KiB; the edge writes at most 4 KiB
	for n := 1; lines.Scan(); n++ {
		var l logLine
		if json.Unmarshal(lines.Bytes(), &l) == nil && l.Msg == "request" {
			f(&l)
		} else if others++; first == 0 {
			first = n
		}
	}
	if err = lines.Err(); err == nil && others > 0 {
		err = fmt.Errorf("%d lines are none of an access log, the first is line %d", others, first)
	}
	return err
}
