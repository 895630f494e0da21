package adapt

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

const headerRows = 10 // rows among which the header is sought

// Delimiters are the delimiters of tables that are detected; the first that fits wins.
const Delimiters = ",;\t|"

// noWestern matches what no text in Windows-1252 has: a byte without meaning, four letters beyond
// ASCII in a row, signs inside a word, a capital after a small letter.
var noWestern = regexp.MustCompile(`[\x{80}-\x{9f}\x{fffd}]|[À-ÖØ-öø-ÿ]{4}|` +
	`\pL[‚ƒ„†‡ˆ‰‹˜›¢-§¬±µ¶¸¹¼½¾÷¯]\pL|\p{Ll}[ŠŒŽŸ]`)

// ReadTable is the [Reader] of tables as spreadsheets write them: CSV (RFC 4180) with any usual
// delimiter. A table without a charset is read as UTF-8 or, if it is not, as Windows-1252; the
// notes of its items say so. An item is
//
//	{"record": {…}, "row": {"Nome": "Roda de choro", "Data": "01/02/2027", …}, "line": 2}
//
// row holds the cells by the text of the header; if a header occurs twice, the second one gets a
// number ("Data 2"). The header is the row, among the first ten, that names the most fields
// ([FieldOf]). Dates are read in the order of day and month that their columns show. A row that
// repeats the header is not an item, and a row with only a name beside dated rows is not an event
// ("March").
func ReadTable(b []byte, o Options, hand func(Item) error) (any, error) {
	// The charset.
	note := ""
	if named := cmp.Or(o.Encoding, o.Charset) != ""; named && !utf8.Valid(b) {
		b = bytes.ToValidUTF8(b, []byte("\ufffd"))
	} else if !utf8.Valid(b) {
		b, _ = charmap.Windows1252.NewDecoder().Bytes(b) // every byte has a character
		note = "it names no charset and is not UTF-8: read as windows-1252, else name it in " +
			"source.encoding"
		if odd := noWestern.Find(b); odd != nil {
			return nil, ErrMalformed.Errorf("the table names no charset, and is neither UTF-8 nor "+
				"windows-1252 (%q): name its charset in source.encoding", odd)
		}
	}
	if bytes.Count(b, []byte{0}) > len(b)/8+1 {
		return nil, ErrMalformed.Errorf("UTF-16 without a mark, or no text: write the table in " +
			"UTF-8, or set source.encoding")
	}
	b = bytes.ReplaceAll(b, []byte{0}, nil)
	// The delimiter, and the rows.
	delimiter := o.Delimiter
	if line, rest, ok := bytes.Cut(b, []byte("\n")); ok && bytes.HasPrefix(line, []byte("sep=")) &&
		len(bytes.TrimSpace(line)) == len("sep=")+1 {
		// The line by which spreadsheets name the delimiter of a file.
		b = rest
		if delimiter == 0 {
			delimiter = rune(line[len("sep=")])
		}
	}
	if delimiter == 0 {
		delimiter = detect(b)
	}
	rows, lost, err := readRows(b, delimiter, -1)
	if len(lost) > 0 || err != nil {
		rows, lost, err = readRows(mended(b, delimiter), delimiter, -1)
	}
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrMalformed.Errorf("empty: a table begins with the names of its columns")
	}
	// The header, which may be repeated.
	head := header(rows)
	if !o.Mapped && !slices.Contains(head.fields, Name) {
		return nil, ErrMalformed.Errorf("no column has the name of the event: the columns are "+
			"%.40q: call one of them %s, or write source.map",
			head.names[:min(len(head.names), 12)], strings.Join(NamesOf(Name)[:4], ", "))
	}
	again := rows[head.at].cells
	rows = slices.DeleteFunc(rows[head.at+1:], func(r row) bool {
		return slices.Equal(r.cells, again)
	})
	// A last row that says how many rows of how many an export has.
	around := map[string]any{}
	if last := len(rows) - 1; last > 0 {
		m := footer.FindStringSubmatch(strings.Join(rows[last].cells, " "))
		if m != nil && m[1] == strconv.Itoa(last) {
			rows = rows[:last]
			if m[2] != m[1] {
				around["total"] = m[2]
			}
		}
	}
	// What only whole columns tell: the order of dates, the ids, and whether Estado is a state.
	var dates []string
	for i, f := range head.fields {
		if f == Starts || f == Ends {
			dates = slices.AppendSeq(dates, column(rows, i))
		}
	}
	order := times.OrderOf(dates, o.Locale)
	key, states := keys(head, rows), ""
	for i, f := range head.fields {
		for cell := range column(rows, i) {
			if (f == Region || f == State) && len(cell) > 2 && lang.StateOf(cell) != "" {
				states = head.names[i] // its cells decide for all: "Estado" is no region
			}
		}
	}
	// The items. A row that differs from an earlier one in its time alone is a session of it.
	var items []Item
	known := map[any]map[string]any{} // records by id
	for _, row := range rows {
		cells := map[string]any{}
		for i, cell := range row.cells[:min(len(row.cells), len(head.names))] {
			cells[head.names[i]] = cell
		}
		value := map[string]any{"row": cells, "line": row.line}
		named := cells
		if states != "" {
			named = maps.Clone(cells)
			named["event status"] = cells[states]
			delete(named, states)
		}
		said := Members(named, o.Locale)
		if !o.Mapped && len(dates) > 0 &&
			len(strings.Join(row.cells, "")) == len(Scalar(said[Name])) {
			items = append(items, Item{Value: value, Note: "a name alone, beside rows with " +
				"dates: a heading or a sum; give an event its date, or a word in another column"})
			continue
		}
		if said[ID] == nil {
			said[ID] = key(row)
		}
		record := Record(said, order, nil)
		Put(value, RecordMember, record)
		id, _ := record["id"].(string)
		if first := known[id]; id != "" && first != nil && !o.Mapped && fold(first, record) {
			continue
		}
		known[id] = record
		items = append(items, Item{Value: value})
	}
	for _, item := range append(items, lost...) {
		item.Note = cmp.Or(item.Note, note)
		if err := hand(item); err != nil {
			return nil, err
		}
	}
	return around, nil
}

// footer matches "Showing 1-5 of 120 rows".
var footer = regexp.MustCompile(`\b(\d+) (?:of|out of|von|de|di|van|sur|av|af|z) (\d+)\b`)

// fold adds the time of a record to the sessions of another if they differ in nothing else.
func fold(first, next map[string]any) bool {
	same := maps.Clone(first)
	other := maps.Clone(next)
	at := [2]map[string]any{{}, {}}
	for _, f := range append([]Field{Sessions, allDay, timeOpen, dateOpen}, whens...) {
		name := string(f)
		for i, record := range []map[string]any{same, other} {
			Put(at[i], name, record[name])
			delete(record, name)
		}
	}
	if at[1]["starts_at"] == nil || !reflect.DeepEqual(same, other) {
		return false
	}
	list := List(first["sessions"])
	if list == nil {
		list = []any{at[0]}
	}
	for name := range at[0] { // the sessions have it
		delete(first, name)
	}
	first["sessions"] = append(list, at[1])
	return true
}

// row is a row of a table that is not empty.
type row struct {
	cells []string
	line  int
}

// cell returns a cell of a row, or "" if the row does not have it.
func (r row) cell(i int) string {
	if i < 0 || i >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[i])
}

// column yields the cells of a column.
func column(rows []row, i int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, r := range rows {
			if !yield(r.cell(i)) {
				return
			}
		}
	}
}

// readRows reads the first most rows of a table, or all if most is negative. A row is lost if
// nothing shows where a cell with quotes ends, and so are rows with a quote after it, which may be
// the rest of that cell. If the last row is so, the table may be cut off.
func readRows(b []byte, delimiter rune, most int) (rows []row, lost []Item, err error) {
	r := csv.NewReader(bytes.NewReader(b))
	r.Comma = delimiter
	r.FieldsPerRecord = -1
	torn := false // the row before is lost
	for len(rows) != most {
		cells, err := r.Read()
		said, end := strings.Join(cells, ""), r.InputOffset()
		fault, wrong := errors.AsType[*csv.ParseError](err)
		switch {
		case err == io.EOF:
			return rows, lost, nil
		case wrong && int(end) < len(b), torn && strings.Contains(said, inCell):
			torn = true
			lost = append(lost, Item{Err: fmt.Errorf(`line %d: a quote in a cell is not doubled: `+
				`write ""`, bytes.Count(b[:end], []byte("\n")))})
		case wrong:
			return rows, lost, ErrMalformed.Errorf("line %d: %v: the table is cut off, or a quote "+
				"in a cell is not doubled", fault.StartLine, fault.Err)
		case err != nil:
			return rows, lost, ErrMalformed.Errorf("%w", err)
		case strings.TrimSpace(said) != "":
			torn = false
			for i := range cells {
				cells[i] = strings.ReplaceAll(cells[i], inCell, `"`)
			}
			line, _ := r.FieldPos(0)
			rows = append(rows, row{cells, line})
		}
	}
	return rows, lost, nil
}

// inCell stands for a quote inside a cell without quotes: 12" vinyl. Tables do not have it.
const inCell = "\x00"

// mended returns a table with inCell for such quotes, which are no RFC 4180.
func mended(b []byte, delimiter rune) []byte {
	cells := regexp.MustCompile(strings.ReplaceAll(`(?m)(?:^|COMMA)"(?:[^"]|"")*"|[^COMMA\n]"+`,
		"COMMA", regexp.QuoteMeta(string(delimiter))))
	return cells.ReplaceAllFunc(b, func(cell []byte) []byte {
		if cell[0] == '"' || cell[0] == byte(delimiter) {
			return cell // in quotes
		}
		return bytes.ReplaceAll(cell, []byte(`"`), []byte(inCell))
	})
}

// heading is the row that names the columns.
type heading struct {
	at     int // its index
	known  int // columns that have a field
	names  []string
	fields []Field // "" for a column without a field
}

// header finds the row that names the most fields; the first of several.
func header(rows []row) heading {
	var best heading
	for i, row := range rows[:min(len(rows), headerRows)] {
		h := heading{at: i}
		used, last := map[string]bool{}, map[string]int{} // names; the number after the last one
		for j, cell := range row.cells {
			name := strings.TrimSpace(cell)
			if name == "" {
				name = fmt.Sprintf("column %d", j+1)
			}
			f := FieldOf(cell)
			if f != "" {
				h.known++
			}
			for first := name; used[name]; {
				last[first] = max(last[first], 1) + 1
				name = fmt.Sprintf("%s %d", first, last[first])
			}
			used[name] = true
			h.names, h.fields = append(h.names, name), append(h.fields, f)
		}
		if i == 0 || h.known > best.known {
			best = h
		}
	}
	return best
}

var (
	keyName = regexp.MustCompile(`^(id|cod|code|codigo)-|(^|-)(show|session|item)?(u|gu|uu)?id$|` +
		`(^|-)(key|ref|reference|code|codigo|number|nummer|num|no|nr|sku)$`)
	// otherName matches names of values that number something other than an event, or nothing.
	otherName = regexp.MustCompile(`date|time|lat|lon|geo|price|prec|fee|phone|fone|tel|mobil|` +
		`whats|image|photo|foto|picture|file|house|street|postal|zip|cep|venue|place|local|city|` +
		`country|state|region|organi|user|categ|promo`)
	keyValue = regexp.MustCompile(`^[\pL\pN][\pL\pN_/:.-]*$`)
	noKey    = regexp.MustCompile(`://|\.[A-Za-z]{3,4}$|^\d+[.,]\d+$|^\d{1,2}[:h./-]\d\d|` +
		`^(19|20)\d\d-?(0\d|1[0-2])-?[0-3]\d(\D|$)`)
	camelCase = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
)

// Apart returns a name with blanks between its words: eventStart is "event Start".
func Apart(name string) string { return camelCase.ReplaceAllString(name, "$1 $2") }

// Key reports whether a value may be the id of an event, and whether its name says that it is one.
// An id is one word of at most 40 bytes. It is not a date, hour, decimal number, address or file,
// and the name of its column or member does not mean anything else.
func Key(name, value string) (may, named bool) {
	name = strings.ReplaceAll(Apart(name), "#", " no")
	name = text.Slug(name)
	may = len(value) <= 40 && !otherName.MatchString(name) && keyValue.MatchString(value) &&
		!noKey.MatchString(value)
	return may, may && keyName.MatchString(name)
}

// keys returns the function that names the rows of a table in which no column has the name of an
// id: by the first column whose cells are keys by its name ([Key]) and all differ, or else by an
// address that no other row has.
func keys(head heading, rows []row) func(row) string {
	best, links := -1, map[string]int{}
	for i, f := range head.fields {
		if f != BuyURL && (f != "" || best >= 0) {
			continue
		}
		counts, known := map[string]int{}, 0
		for cell := range column(rows, i) {
			counts[cell]++
			if _, named := Key(head.names[i], cell); named {
				known++
			}
		}
		switch {
		case f == BuyURL:
			links = counts
		case len(counts) == len(rows) && known == len(rows):
			best = i
		}
	}
	link := slices.Index(head.fields, BuyURL)
	return func(r row) string {
		if address := linkLike.FindString(r.cell(link)); best < 0 && links[address] == 1 {
			return address
		}
		return r.cell(best)
	}
}

// detect chooses the delimiter with which the header names the most fields, else the delimiter with
// the most columns.
func detect(b []byte) rune {
	head := b[:min(len(b), 64<<10)]
	best, most := ',', -1
	for _, d := range Delimiters {
		rows, _, _ := readRows(head, d, headerRows) // up to a row that cannot be read
		for _, row := range rows {
			score := len(row.cells)
			for _, cell := range row.cells {
				if FieldOf(cell) != "" {
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

// IsTable reports whether a document begins with a table of events: its header has the name of the
// event and one more field.
func IsTable(head []byte) bool {
	rows, _, _ := readRows(head, detect(head), headerRows)
	h := header(rows)
	odd := func(r row) bool { return len(r.cells) < 3 || len(r.cells) != len(rows[0].cells) }
	return slices.Contains(h.fields, Name) && h.known > 1 ||
		len(rows) > 2 && !slices.ContainsFunc(rows, odd)
}
