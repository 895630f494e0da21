package upstream_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
)

// wholeRow is an answer of testdata/whole.
type wholeRow struct {
	name, plan string
	items      int
	query      string
	header     [][2]string
	text, list string // with LIST; the path of it
}

// wholeRows returns the rows of a file. fields is how many come before the answer.
func wholeRows(t *testing.T, file string, fields int) (all []wholeRow) {
	text, err := os.ReadFile("testdata/whole/" + file)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, "|", fields+1)
		require.Len(t, f, fields+1, line)
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		row := wholeRow{name: f[0], plan: f[1], query: f[fields-2], text: f[fields]}
		row.items, err = strconv.Atoi(f[fields-3])
		require.NoError(t, err, line)
		for field := range strings.SplitSeq(f[fields-1], ";;") {
			if name, v, ok := strings.Cut(strings.TrimSpace(field), ":"); ok {
				row.header = append(row.header, [2]string{name, strings.TrimSpace(v)})
			}
		}
		var doc any
		require.NoError(t, json.Unmarshal(
			[]byte(strings.Replace(row.text, "LIST", `"LIST"`, 1)), &doc), line)
		row.list = strings.TrimSuffix(listPath(doc, ""), ".")
		all = append(all, row)
	}
	return all
}

// listPath returns the path of LIST in a document.
func listPath(v any, path string) string {
	object, _ := v.(map[string]any)
	for name, v := range object {
		at := path + "." + name
		if strings.Contains(name, ":") {
			at = path + fmt.Sprintf(".[%q]", name)
		}
		if v == "LIST" {
			return at
		} else if found := listPath(v, at); found != "" {
			return found
		}
	}
	return ""
}

// pulled pulls a row from a server that answers it, without source.pages.
func (row wholeRow) pulled(t *testing.T) error {
	list, err := json.Marshal(numbers(row.items))
	require.NoError(t, err)
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := 200
		for _, field := range row.header {
			if field[0] == "Status" {
				status, _ = strconv.Atoi(field[1])
				continue
			}
			w.Header().Add(field[0], strings.ReplaceAll(field[1], "HOST", r.Host))
		}
		body := strings.Replace(row.text, "LIST", string(list), 1)
		answer(status, strings.ReplaceAll(body, "HOST", r.Host))(w, r)
	}), brands.Pages{Style: "none"})
	src.URL += row.query
	src.Items = row.list
	_, _, err = pull(t, src, upstream.Options{})
	return err
}

// TestFirstPages: no first page is taken for the whole list, and the proposed settings tell how the
// list goes on, if one answer reveals it.
func TestFirstPages(t *testing.T) {
	for _, row := range wholeRows(t, "first.txt", 5) {
		t.Run(row.name, func(t *testing.T) {
			err := row.pulled(t)
			require.ErrorIs(t, err, upstream.ErrIncomplete)
			require.ErrorContains(t, err, "write source.pages: {style: ")
			if row.plan != "-" {
				require.ErrorContains(t, err, "{style: "+row.plan)
			}
		})
	}
}

// TestInnocent: a whole answer stays whole whatever is beside its list.
func TestInnocent(t *testing.T) {
	for _, row := range wholeRows(t, "innocent.txt", 4) {
		t.Run(row.name, func(t *testing.T) { require.NoError(t, row.pulled(t)) })
	}
}

// itemOf returns an item of a kind of documents.
func itemOf(kind, document string, i int) string {
	day := fmt.Sprintf("2027-02-%02dT20:00", 1+i%28)
	switch {
	case kind == "xml":
		return fmt.Sprintf("<event><id>%d</id><name>Roda %d</name><start>%s</start></event>", i, i,
			day)
	case kind == "csv":
		return fmt.Sprintf("%d,Roda %d,%s\n", i, i, day)
	case kind == "ics":
		return fmt.Sprintf("BEGIN:VEVENT\nUID:%d\nDTSTART:202702%02dT200000Z\nSUMMARY:Roda %d\n"+
			"END:VEVENT\n", i, 1+i%28, i)
	case kind == "html":
		return fmt.Sprintf(`<script type="application/ld+json">{"@type": "Event", "@id": "%d",
			"name": "Roda %d", "startDate": "%s"}</script>`, i, i, day)
	case kind == "ndjson":
		return fmt.Sprintf(`{"id": %d, "name": "Roda %d", "starts_at": "%s"}`+"\n", i, i, day)
	}
	item := fmt.Sprintf(`<title>Roda %d</title><when xmlns="http://schemas.google.com/g/2005" `+
		`startTime="%s"/>`, i, day)
	if strings.Contains(document, "<rss") {
		return "<item><guid>" + strconv.Itoa(i) + "</guid>" + item + "</item>"
	}
	return "<entry><id>" + strconv.Itoa(i) + "</id>" + item + "</entry>"
}

// TestFirstDocuments: the same holds for documents of every kind.
func TestFirstDocuments(t *testing.T) {
	text, err := os.ReadFile("testdata/whole/documents.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, "|", 6)
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		t.Run(f[0], func(t *testing.T) {
			n, err := strconv.Atoi(f[3])
			require.NoError(t, err)
			list := map[string]string{"csv": "id,name,date\n", "ics": "BEGIN:VCALENDAR\n"}[f[2]]
			for i := range n {
				list += itemOf(f[2], f[5], i)
			}
			if f[2] == "ics" {
				list += "END:VCALENDAR\n"
			}
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					http.NotFound(w, r)
					return
				}
				if f[2] == "html" && r.URL.RequestURI() != "/e" { // the second page
					answer(200, itemOf("html", "", n))(w, r)
					return
				}
				for field := range strings.SplitSeq(f[4], " ;; ") {
					if name, v, ok := strings.Cut(field, ":"); ok {
						w.Header().Add(name, strings.ReplaceAll(strings.TrimSpace(v), "HOST",
							r.Host))
					}
				}
				body := strings.Replace(strings.ReplaceAll(f[5], "HOST", r.Host), "LIST", list, 1)
				answer(200, body)(w, r)
			}), brands.Pages{Style: "none"})
			src.URL = strings.Replace(src.URL, "/api/eventos?ativo=1", "/e", 1)
			if src.Kind = f[2]; f[2] == "ndjson" {
				src.Kind, src.URL = "http", src.URL+"?ativo=1"
				src.URL = strings.Replace(src.URL, "/e?", "/e.ndjson?", 1)
			}
			src.Window, src.Clock = 1<<55, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
			_, _, err = pull(t, src, upstream.Options{})
			if f[1] == "whole" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, upstream.ErrIncomplete)
			require.ErrorContains(t, err, "write source.pages: {style: ")
			if f[1] != "-" {
				require.ErrorContains(t, err, "{style: "+f[1])
			}
			if f[2] == "html" && f[1] != "-" {
				src.Pages.Style = f[1]
				records, _, err := pull(t, src, upstream.Options{})
				require.NoError(t, err)
				require.Len(t, records, n+1, "the second page is read")
			}
		})
	}
}
