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

func runSearches(_ context.Context, c *command, names []string) int {
	return c.logs(names, "brand day search found requests", func(l *logLine) (string, string) {
		kind := "something"
		if l.Hits == 0 {
			kind = "nothing"
		}
		return strings.Join(strings.Fields(text.Fold(l.Search)), " "), kind
	})
}

func runVisits(_ context.Context, c *command, names []string) int {
	return c.logs(names, "brand day page kind requests_not_people",
		func(l *logLine) (what, kind string) {
			switch what = strings.TrimSuffix(l.Path, ".md"); {
			case l.Search != "":
				return "(all)", "search"
			case l.Route != "resource" || l.Status >= 400 || strings.Contains(what, "."):
				what = ""
			}
			return what, "page"
		})
}

// logLine holds the members of a line of the access log that these verbs read.
type logLine struct {
	Time                            time.Time
	Msg, Brand, Route, Path, Search string
	Status, Hits                    int
}

const (
	rare = "(rare)" // replaces texts that are not shown separately
	// maxTexts bounds the number of rows that are counted separately: a text may come from one
	// person only, and a log may hold any number of them.
	maxTexts = 1 << 20
	maxLine  = 64 << 10 // of a log, in bytes; the edge writes at most 4 KiB
)

// logs counts the requests in logs by brand, day, text and kind. of returns text and kind of a
// line; the text is "" for a request that does not count. Counts below --least are added up.
func (c *command) logs(names []string, columns string,
	of func(*logLine) (string, string)) int {
	code := ExitOK
	counts, shown := map[[4]string]int{}, map[[4]string]int{}
	sums := map[[3]string]int{} // over all kinds
	count := func(brand, day, what, kind string) {
		key := [4]string{brand, day, what, kind}
		if counts[key] == 0 && len(counts) >= maxTexts {
			key[2] = rare
		}
		counts[key]++
		sums[[3]string(key[:3])]++
	}
	for _, name := range names {
		if err := readLog(name, func(l *logLine) {
			if what, kind := of(l); what != "" {
				count(l.Brand, l.Time.Format(time.DateOnly), what, kind)
				count(l.Brand, "all", what, kind)
			}
		}); err != nil {
			code = c.fail(ExitFailed, "%s: %w", name, err)
		}
	}
	for key, n := range counts {
		if sums[[3]string(key[:3])] < c.least {
			key[2] = rare
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

// readLog calls f for each request in an access log. If the log has other lines, it reads on, and
// returns an error with their number.
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
	lines := bufio.NewReaderSize(in, maxLine)
	for n := 1; ; n++ {
		line, isLonger, err := lines.ReadLine()
		if err == io.EOF {
			break
		}
		var l logLine
		if json.Unmarshal(line, &l) == nil && l.Msg == "request" {
			f(&l)
		} else {
			others++
			first = cmp.Or(first, n)
		}
		for isLonger && err == nil {
			_, isLonger, err = lines.ReadLine()
		}
		if err != nil && err != io.EOF {
			return err
		}
	}
	if others > 0 {
		return fmt.Errorf("%d lines are none of an access log, the first is line %d", others, first)
	}
	return nil
}
