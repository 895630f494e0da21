// Package table reads tables of events: CSV (RFC 4180) with any usual delimiter and encoding, as
// spreadsheets write it.
//
// # Items
//
//	{"record": {…}, "row": {"Nome": "Roda de choro", "Data": "01/02/2027", …}, "line": 2}
//
// row holds the cells by the text of the header; a header that is there twice has a number behind
// its second one ("Data 2").
//
// # Record
//
// A column is recognised by its header: see [adapt.FieldOf]. The header is the row, among the first
// ten, that names most fields. Dates are read in the order of day and month that the column shows;
// see [times.OrderOf].
//
// # Encoding
//
// See [adapt.Open]: what nobody names is UTF-8, else Windows-1252.
package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

const headerRows = 10 // among which the header is looked for

// Read hands on the rows of a table; it is an [adapt.Reader].
func Read(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, "windows-1252")
	if err != nil {
		return nil, err
	}
	if bytes.Count(b, []byte{0}) > len(b)/8+1 {
		return nil, fmt.Errorf("%w: UTF-16 without a mark, or no text: write the table in UTF-8, "+
			"or set source.encoding", adapt.ErrMalformed)
	}
	b = bytes.ReplaceAll(b, []byte{0}, nil)
	delimiter := o.Delimiter
	if line, rest, ok := bytes.Cut(b, []byte("\n")); ok && bytes.HasPrefix(line, []byte("sep=")) &&
		len(bytes.TrimSpace(line)) == len("sep=")+1 {
		// How spreadsheets say which delimiter a file has.
		b = rest
		if delimiter == 0 {
			delimiter = rune(line[len("sep=")])
		}
	}
	if delimiter == 0 {
		delimiter = detect(b)
	}
	rows, lines, err := parse(budget, b, delimiter)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: empty: a table begins with the names of its columns",
			adapt.ErrMalformed)
	}
	head := header(rows)
	if !o.Mapped && !slices.Contains(head.fields, adapt.Name) {
		return nil, fmt.Errorf("%w: no column has the name of the event: the columns are %s: "+
			"call one of them %s, or write source.map", adapt.ErrMalformed,
			listed(head.names), strings.Join(adapt.NamesOf(adapt.Name)[:4], ", "))
	}
	body := rows[head.at+1:]
	order := times.OrderOf(column(body, head.fields, adapt.Starts, adapt.Ends), o.Locale)
	key := keys(head, body)
	hand = budget.Hand(hand)
	for i, row := range body {
		line := lines[head.at+1+i]
		budget.At("line", line)
		cells := map[string]any{}
		for i, cell := range row[:min(len(row), len(head.names))] {
			cells[head.names[i]] = cell
		}
		value := map[string]any{"row": cells, "line": line}
		said := adapt.Members(cells, o.Locale)
		if said[adapt.ID] == nil {
			said[adapt.ID] = key(row)
		}
		adapt.Put(value, adapt.RecordMember, adapt.Record(said, order))
		if err := hand(adapt.Item{Value: value}); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// heading is the row that names the columns.
type heading struct {
	at     int // its index
	names  []string
	fields []adapt.Field // "" for a column that no field knows
}

// header finds the row that names most fields; the first of several.
func header(rows [][]string) heading {
	var best heading
	most := -1
	for i, row := range rows[:min(len(rows), headerRows)] {
		h := heading{at: i}
		known := 0
		used, last := map[string]bool{}, map[string]int{} // names; the number behind the last one
		for j, cell := range row {
			name := strings.TrimSpace(cell)
			if name == "" {
				name = fmt.Sprintf("column %d", j+1)
			}
			f := adapt.FieldOf(cell)
			if f != "" {
				known++
			}
			for first := name; used[name]; {
				last[first] = max(last[first], 1) + 1
				name = fmt.Sprintf("%s %d", first, last[first])
			}
			used[name] = true
			h.names, h.fields = append(h.names, name), append(h.fields, f)
		}
		if known > most {
			best, most = h, known
		}
	}
	return best
}

// keyName is the end of the name of a column that may hold ids.
var keyName = regexp.MustCompile(`(?i)(id|uuid|key|ref|reference|code|number|num|no|nr|sku|#)\.?$`)

// keys names the rows of a table in which no column has the name of an id: by the first column with
// a name like that of a key whose cells are all there and differ, else by the address of a row, if
// no other row has it.
func keys(head heading, body [][]string) func(row []string) string {
	best, links := -1, map[string]int{}
	for i, f := range head.fields {
		if f != adapt.BuyURL && (f != "" || best >= 0 || !keyName.MatchString(head.names[i])) {
			continue
		}
		counts := map[string]int{}
		for _, row := range body {
			counts[cell(row, i)]++
		}
		switch {
		case f == adapt.BuyURL:
			links = counts
		case len(counts) == len(body) && counts[""] == 0:
			best = i
		}
	}
	link := slices.Index(head.fields, adapt.BuyURL)
	return func(row []string) string {
		if address := cell(row, link); best < 0 && links[address] == 1 {
			return address
		}
		return cell(row, best)
	}
}

// cell is a cell of a row, "" for one that the row does not have.
func cell(row []string, i int) string {
	if i < 0 || i >= len(row) {
		return ""
	}
	return strings.TrimSpace(row[i])
}

// column gives the cells of some fields.
func column(rows [][]string, fields []adapt.Field, wanted ...adapt.Field) (out []string) {
	for i, f := range fields {
		if !slices.Contains(wanted, f) {
			continue
		}
		for _, row := range rows {
			out = append(out, cell(row, i))
		}
	}
	return out
}

// charge charges every cell of a table before the table is read: a cell ends at a delimiter or a
// line end, those in quotes included.
func charge(budget *adapt.Budget, b []byte, delimiter rune) error {
	line := 1
	for at := 0; at < len(b); {
		c, size := utf8.DecodeRune(b[at:])
		at += size
		if c == '\n' {
			line++
			budget.At("line", line)
		}
		if c == delimiter || c == '\n' {
			if err := budget.Charge(adapt.ValueCost); err != nil {
				return err
			}
		}
	}
	return budget.Charge(0)
}

// parse reads the rows that are not empty, and their lines.
func parse(budget *adapt.Budget, b []byte, delimiter rune) (rows [][]string, lines []int,
	err error) {
	budget.At("line", 1)
	if err := charge(budget, b, delimiter); err != nil {
		return nil, nil, err
	}
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.FieldsPerRecord = delimiter, -1
	r.LazyQuotes = delimiter == '\t' // where a quote may be a character like any other (IANA)
	for {
		row, err := r.Read()
		if err == io.EOF {
			return rows, lines, nil
		}
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			return nil, nil, fmt.Errorf("%w: line %d: %v: the table is cut off, or a quote in a "+
				"cell is not doubled", adapt.ErrMalformed, bad.StartLine, bad.Err)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", adapt.ErrMalformed, err)
		}
		line, _ := r.FieldPos(0)
		if slices.ContainsFunc(row, func(c string) bool { return strings.TrimSpace(c) != "" }) {
			rows, lines = append(rows, row), append(lines, line)
		}
	}
}

// Delimiters are the delimiters that are detected, the first of several that fit.
const Delimiters = ",;\t|"

// top gives the first rows, up to one that cannot be read.
func top(b []byte, delimiter rune) (rows [][]string) {
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
	for len(rows) < headerRows {
		row, err := r.Read()
		if err != nil {
			break
		}
		rows = append(rows, row)
	}
	return rows
}

// detect chooses the delimiter with which the header names most fields, else the one with most
// columns.
func detect(b []byte) rune {
	head := b[:min(len(b), 64<<10)]
	best, most := ',', -1
	for _, d := range Delimiters {
		for _, row := range top(head, d) {
			score := len(row)
			for _, cell := range row {
				if adapt.FieldOf(cell) != "" {
					score += len(head) // more than all columns
				}
			}
			if score > most {
				best, most = d, score
			}
		}
	}
	return best
}

// Looks reports whether the beginning of a document is that of a table of events: the header names
// the event and one field more.
func Looks(head []byte) bool {
	known := header(top(head, detect(head))).fields
	return slices.Contains(known, adapt.Name) && slices.ContainsFunc(known,
		func(f adapt.Field) bool { return f != "" && f != adapt.Name })
}

// listed is a list of names for a message.
func listed(names []string) string {
	const most = 12
	more := ""
	if len(names) > most {
		names, more = names[:most], ", …"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = fmt.Sprintf("%.40q", name)
	}
	return strings.Join(quoted, ", ") + more
}
