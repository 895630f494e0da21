package validate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cartaz/builder/internal/markup/hygiene"
)

// report gathers what is found in one record.
type report struct {
	pos      string // where the record lies in the source
	findings []Finding
}

func (r *report) add(kind, reason, detail string) {
	r.findings = append(r.findings, Finding{
		Kind: kind, Reason: reason, Position: r.pos, Detail: detail,
	})
}

func (r *report) dropped(reason, detail string) []Finding {
	r.add(Dropped, reason, detail)
	return r.findings
}

func (r *report) repaired(reason, detail string) { r.add(Repaired, reason, detail) }

// unknown reports the members of an object that no rule names.
func (r *report) unknown(members map[string]any, prefix string, known []string) {
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
	report *report
	name   string         // in the report: "location"; "" for the record itself
	values map[string]any // by name of the member; nil when there is no object
}

// path names a member in the report.
func (o object) path(member string) string {
	if o.name == "" {
		return member
	}
	return o.name + "." + member
}

// typed is a member of one type, its zero value when there is none. One of another type is reported
// and left out; want names the type.
func typed[T any](o object, member, want string) (value T, ok bool) {
	v := o.values[member]
	value, ok = v.(T)
	if !ok && v != nil {
		o.report.repaired(WrongType, o.path(member)+" must be "+want+", not "+typeName(v))
	}
	return value, ok
}

// text is a string member, "" when there is none or when it is of another type.
func (o object) text(member string) string {
	s, _ := typed[string](o, member, "a string")
	if at := strings.IndexRune(s, utf8.RuneError); at >= 0 {
		o.report.repaired(LostCharacter, o.path(member)+" has a character that was lost before "+
			"it came here: "+quote(s[strings.LastIndexByte(s[:at], ' ')+1:]))
	}
	return s
}

// label is a string member as one line of at most maxLabel runes.
func (o object) label(member string) string {
	return o.line(member, o.text(member), maxLabel)
}

// line cleans the text of a member into one line of at most limit runes.
func (o object) line(member, s string, limit int) string {
	// A value of megabytes is cut before it is cleaned; no clean line grows.
	if s = strings.TrimSpace(s); len(s) > 64*limit {
		s = strings.ToValidUTF8(s[:64*limit], "")
	}
	out, cut := hygiene.Cut(hygiene.Line(s), limit)
	if cut {
		o.report.repaired(TooLong, o.path(member)+" has more than "+strconv.Itoa(limit)+
			" characters: "+quote(s))
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
func (o object) object(member string, known []string) object {
	values, _ := typed[map[string]any](o, member, "an object")
	o.report.unknown(values, member+".", known)
	return object{report: o.report, name: member, values: values}
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
		o.report.repaired(BadURL, o.path(member)+
			" is not an http or https address that may be used: "+quote(s))
	case !hygiene.Public(out):
		o.report.repaired(PrivateURL, o.path(member)+
			" lies on the visitor's own machine or network: "+quote(s))
		return ""
	}
	return out
}
