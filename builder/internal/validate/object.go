package validate

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/internal/markup/hygiene"
)

// reader applies the rules of one record and gathers what it finds.
type reader struct {
	checker  *Checker
	pos      string // where the record lies in the source
	findings []Finding
}

func (r *reader) add(kind, reason, detail string) {
	r.findings = append(r.findings, Finding{
		Kind: kind, Reason: reason, Position: r.pos, Detail: detail,
	})
}

func (r *reader) repaired(reason, detail string) { r.add(Repaired, reason, detail) }

// unknown reports the members of an object that no rule names.
func (r *reader) unknown(members map[string]any, prefix string, known []string) {
	first := len(r.findings)
	for name := range members {
		if !slices.Contains(known, name) {
			r.add(Ignored, UnknownMember, prefix+quote(name))
		}
	}
	slices.SortFunc(r.findings[first:], func(a, b Finding) int {
		return cmp.Compare(a.Detail, b.Detail)
	})
}

// object reads the members of one object of a record by their types, and reports those of another
// type.
type object struct {
	*reader
	name   string         // in the report, as in "location."; "" for the record itself
	values map[string]any // by name of the member; nil when there is no object
}

// must reports a member that is something else than it must be.
func (o object) must(reason, member, be, got string) {
	o.repaired(reason, o.name+member+" must be "+be+", not "+got)
}

// typed is a member of one type, its zero value when there is none. One of another type is reported
// and left out; want names the type.
func typed[T any](o object, member, want string) (value T, ok bool) {
	v := o.values[member]
	value, ok = v.(T)
	if !ok && v != nil {
		o.must(WrongType, member, want, typeName(v))
	}
	return value, ok
}

// text is a string member, "" when there is none or when it is of another type.
func (o object) text(member string) string {
	s, _ := typed[string](o, member, "a string")
	if at := strings.IndexRune(s, utf8.RuneError); at >= 0 {
		o.repaired(LostCharacter, o.name+member+" has a character that was lost before it came "+
			"here: "+quote(s[strings.LastIndexByte(s[:at], ' ')+1:]))
	}
	return s
}

// word is a text without blanks around it.
func (o object) word(member string) string { return strings.TrimSpace(o.text(member)) }

// label is a string member as one line of at most maxLabel runes.
func (o object) label(member string) string { return o.line(member, o.text(member), maxLabel) }

// line cleans the text of a member into one line of at most limit runes.
func (o object) line(member, s string, limit int) string {
	// A value of megabytes is cut before it is cleaned; no clean line grows.
	if s = strings.TrimSpace(s); len(s) > 64*limit {
		s = strings.ToValidUTF8(s[:64*limit], "")
	}
	out, cut := hygiene.Cut(hygiene.Line(s), limit)
	if cut {
		o.repaired(TooLong, o.name+member+" has more than "+strconv.Itoa(limit)+" characters: "+
			quote(s))
	}
	return out
}

// boolean is a member that is true or false, absent when it is neither.
func (o object) boolean(member string, absent bool) bool {
	if b, ok := typed[bool](o, member, "true or false"); ok {
		return b
	}
	return absent
}

// object is a member that is an object.
func (o object) object(member string, known ...string) object {
	values, _ := typed[map[string]any](o, member, "an object")
	o.unknown(values, member+".", known)
	return object{o.reader, member + ".", values}
}

// url is an http or https address, "" when there is none that may be used.
func (o object) url(member string) string {
	s := o.text(member)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	out, ok := hygiene.URL(s)
	switch {
	case !ok:
		o.repaired(BadURL, o.name+member+
			" is not an http or https address that may be used: "+quote(s))
	case !hygiene.Public(out):
		o.repaired(PrivateURL, o.name+member+" lies on the visitor's own machine or network: "+
			quote(s))
		return ""
	}
	return out
}

// typeName is what a JSON reader calls the type of a value.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	if _, ok := numberText(v); ok {
		return "a number"
	}
	return fmt.Sprintf("a value of type %T", v)
}

// numberText is a number in its shortest decimal form, without exponent.
func numberText(v any) (string, bool) {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case *big.Int:
		return v.String(), true
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return strconv.FormatFloat(v+0, 'f', -1, 64), true // -0 + 0 is 0
		}
	}
	return "", false
}
