package upstream_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

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

// wholeRows are the rows of a file. fields is how many stand before the answer.
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

// listPath is the path of LIST in a document.
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
		for _, field := range row.header {
			w.Header().Add(field[0], strings.ReplaceAll(field[1], "HOST", r.Host))
		}
		answer(200, strings.ReplaceAll(strings.Replace(row.text, "LIST", string(list), 1), "HOST",
			r.Host))(w, r)
	}), brands.Pages{Style: "none"})
	src.URL += row.query
	src.Items = row.list
	_, _, err = pull(t, src, upstream.Options{})
	return err
}

// TestFirstPages: none of the first pages is taken for the whole list, and what is to be written
// says how the list goes on, where one answer tells.
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

// TestInnocent: a whole answer stays whole whatever stands beside its list.
func TestInnocent(t *testing.T) {
	for _, row := range wholeRows(t, "innocent.txt", 4) {
		t.Run(row.name, func(t *testing.T) { require.NoError(t, row.pulled(t)) })
	}
}
