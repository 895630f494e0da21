package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cartaz/builder/search"
)

// explain prints how a query was evaluated, and then each event with the parts of its score.
func (out *searchAnswer) explain(to io.Writer) error {
	e := out.Explanation
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	line := func(label, format string, args ...any) {
		fmt.Fprintf(w, label+"\t"+format+"\n", args...)
	}
	line("  read as", "%s", cmp.Or(e.Text,
		"nothing: every event is in the answer that the filters leave"))
	if e.Unread != "" {
		line("  not read", "%s (at most 12 words and 256 bytes are)", e.Unread)
	}
	for _, d := range e.Dropped {
		line("  left out", "%s (%s)", d.Text, d.Why)
	}
	for _, f := range e.Filters {
		line("  filter", "%s %s: %s", f.Kind, f.Key, plural(f.Documents, "event"))
	}
	if e.Relaxed {
		line("  relaxed", "no event has all of it, so it was read again without optional words")
	}
	if e.Phrase {
		line("  phrase", "many events have the words together, so events that have them scattered "+
			"over a description are left out")
	}
	if e.Corrected {
		line("  corrected",
			"no event has the words as typed, so words of 4 letters and more may differ by one "+
				"edit, from 9 on by two")
	}
	line("  read", "%s of %s", plural(e.Postings, "posting"), plural(e.Lists, "list"))
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range e.Words {
		if err := writeWord(to, &e.Words[i], e.Narrow); err != nil {
			return err
		}
	}
	fmt.Fprintln(to)
	for i := range e.Hits {
		event := &out.Events[i]
		fmt.Fprintf(to, "%5d  %s\n", event.Rank, event.line("  "))
		writeHit(to, &e.Hits[i])
		if i+1 < len(e.Hits) && len(e.Words) > 0 {
			fmt.Fprintf(to, "       before the next by %s\n", decidedBy(&e.Hits[i], &e.Hits[i+1]))
		}
	}
	return nil
}

// writeWord prints the ways in which one word of the query can match.
func writeWord(to io.Writer, word *search.Token, narrow bool) error {
	note := ""
	if word.Kind != "word" {
		note = " (" + word.Kind + ")"
	}
	switch {
	case word.Last && narrow:
		note += ", also as a beginning in names and places"
	case word.Last:
		note += ", also as a beginning"
	}
	fmt.Fprintf(to, "\n  %s%s: %s\n", word.Text, note, plural(word.Documents, "event"))
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, way := range word.Ways {
		text := way.Text
		switch {
		case way.Terms > 0:
			text += fmt.Sprintf("… (%s)", plural(way.Terms, "word"))
		case len(way.Of) > 0:
			text += " = " + strings.Join(way.Of, " = ")
		}
		if way.Rule != "" {
			text += " [" + way.Rule + "]"
		}
		fmt.Fprintf(w, "      %s\t%s\t%s\tname %d, place %d, description %d\n", way.How, text,
			plural(way.Documents, "event"),
			way.Points.Name, way.Points.Place, way.Points.Description)
	}
	if len(word.Ways) == 0 {
		fmt.Fprintln(w, "      no event has it, nor anything like it")
	}
	return w.Flush()
}

// writeHit prints the parts of a score and of its tie-breakers.
func writeHit(to io.Writer, hit *search.Hit) {
	if len(hit.Matches) == 0 {
		return
	}
	texts := make([]string, len(hit.Matches))
	for i := range hit.Matches {
		m := &hit.Matches[i]
		texts[i] = fmt.Sprintf("%d %s (%s)", m.Points, m.Word, matchText(m))
	}
	fmt.Fprintf(to, "       %s = %s\n", plural(hit.Score, "point"), strings.Join(texts, " + "))
	if hit.Ties > 0 {
		ties := make([]string, len(hit.TieParts))
		for i, t := range hit.TieParts {
			ties[i] = fmt.Sprintf("%d %s “%s”", t.Weight, t.Why, t.Text)
		}
		fmt.Fprintf(to, "       %s = %s\n", plural(hit.Ties, "tie"), strings.Join(ties, " + "))
	}
}

// matchText describes how a word matched, and in which field.
func matchText(m *search.Match) string {
	text := m.How
	if m.Found != m.Word {
		text += " “" + m.Found + "”"
	}
	if m.Rule != "" {
		text += " [" + m.Rule + "]"
	}
	return text + ", " + m.Field
}

// decidedBy describes what ranks one hit before another.
func decidedBy(before, after *search.Hit) string {
	switch {
	case before.Score != after.Score:
		return fmt.Sprintf("points: %d to %d", before.Score, after.Score)
	case before.Ties != after.Ties:
		return fmt.Sprintf("ties: %d to %d", before.Ties, after.Ties)
	}
	return "the order of the list: date, name, id"
}
