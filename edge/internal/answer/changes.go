package answer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
)

// maxChanges is the number of changes of a page.
const maxChanges = 100

// changes answers /mudancas.md: the list of changes in words, the newest first. If the query has
// since, a day or a time of the list, only changes from it on.
func (s *listPages) changes(a *Answer, r *Request, route Route) {
	query, _ := url.ParseQuery(r.Query) // drops parts that it cannot read
	asked := strings.TrimSpace(query.Get("since"))
	since := catalog.ParseMoment(asked)
	if since.Precision == catalog.Day {
		y, m, d := since.Time.Date()
		since.Time = time.Date(y, m, d, 0, 0, 0, 0, s.zone)
	}
	a.Coding = joinedCoding(r)
	var from string
	if since.Known() {
		from = since.Time.UTC().Format(time.RFC3339)
	}
	etag := a.etag("%s %d %q", s.rel.ID(), Changes, asked)
	s.twin.setFields(a, r, ListTwin, "<"+s.brand.SiteURL+catalog.ChangesPath+
		`>; rel="alternate"; type="application/x-ndjson"`, etag)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	list, err := sealedBody(s.rel, catalog.ChangesPath)
	if err != nil {
		s.fail(a, r, route.Kind, err)
		return
	}
	b := s.results.join(a, search.LineForm)
	t := s.reader.Texts
	b.text("# " + t.Changes + "\n\n")
	if asked != "" && !since.Known() {
		b.text(escaped(t.WrongDate.Text(t.Quoted(listquery.Term(asked)))))
		b.text("\n\n")
	}
	head, list, _ := bytes.Cut(list, []byte("\n"))
	var first struct{ Since string }
	if err = json.Unmarshal(head, &first); err == nil {
		b.text(t.ChangesSince.Text(first.Since) + "\n\n")
		err = s.appendChanges(&b, list, from)
	}
	if err == nil {
		var size int
		size, err = b.finish(a)
		a.setTokens(release.Tokens(size))
	}
	if err != nil {
		s.fail(a, r, route.Kind, err)
	}
}

// appendChanges reads the lines of the list from its end.
func (s *listPages) appendChanges(b *body, list []byte, from string) error {
	t, n := s.reader.Texts, 0
	for list = bytes.TrimSuffix(list, []byte("\n")); len(list) > 0; n++ {
		at := bytes.LastIndexByte(list, '\n') + 1
		var line struct {
			At, What, Slug, Name, URL string
			ID                        int64
			Fields                    []string
		}
		if err := json.Unmarshal(list[at:], &line); err != nil {
			return err
		}
		if line.At < from {
			break
		}
		if n == maxChanges {
			b.text("\n" + t.MoreChanges.Text("<"+s.brand.SiteURL+catalog.ChangesPath+">") + "\n")
			break
		}
		name := cmp.Or(line.Name, line.Slug, strconv.FormatInt(line.ID, 10)) // withheld: its id
		name = escaped(name)
		if line.URL != "" {
			name = "[" + name + "](" + catalog.TwinPath(line.URL) + ")"
		}
		b.text("- " + line.At + " · " + t.Changed[line.What] + " · " + name)
		if len(line.Fields) > 0 {
			b.text(" · " + strings.Join(line.Fields, ", "))
		}
		b.text("\n")
		list = list[:max(at-1, 0)]
	}
	if n == 0 {
		b.text(t.NoChanges + "\n")
	}
	return nil
}

func escaped(text string) string {
	return string(resultpage.EscapeMarkdown.Append(nil, text))
}
