package validate

import (
	"fmt"
	"html"
	"iter"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// reader applies the rules to one record and collects findings.
type reader struct {
	checker  *Checker
	pos      string // position of the record in the source
	order    times.Order
	findings []Finding
	more     int // findings that are not kept
}

// add keeps a finding. If there are more than maxFindings, the first ones stay, and other findings
// replace those of members that no rule names.
func (r *reader) add(kind, reason, detail string) {
	if len(r.findings) == maxFindings {
		r.more++
		gives := slices.IndexFunc(r.findings, func(f Finding) bool { return f.Kind == Ignored })
		if kind == Ignored || gives < 0 {
			return
		}
		r.findings = slices.Delete(r.findings, gives, gives+1)
	}
	r.findings = append(r.findings, Finding{
		Kind: kind, Reason: reason, Position: r.pos, Detail: detail,
	})
}

// found returns the kept findings; the last one counts the others.
func (r *reader) found() []Finding {
	if r.more > 0 {
		r.findings[maxFindings-1].Detail += fmt.Sprintf("; and %d more", r.more)
	}
	return r.findings
}

func (r *reader) repaired(reason, detail string) { r.add(Repaired, reason, detail) }

// unknown reports the members of an object that no rule names.
func (r *reader) unknown(members map[string]any, prefix string, known []string) {
	for name := range text.InOrder(members) {
		if !slices.Contains(known, name) {
			r.add(Ignored, UnknownMember, prefix+quote(name))
		}
	}
}

// object reads the members of one object of a record by their types, and reports members of another
// type.
type object struct {
	*reader
	name   string         // in the report, as in "location."; "" for the record itself
	values map[string]any // by name of the member; nil if there is no object
}

// must reports a member that is not as it must be.
func (o object) must(reason, member, be, got string) {
	o.repaired(reason, o.name+member+" must be "+be+", not "+got)
}

// typed returns a member of one type, or its zero value. A member of another type is reported and
// left out; want names the type.
func typed[T any](o object, member, want string) (value T, ok bool) {
	v := o.values[member]
	value, ok = v.(T)
	if !ok && v != nil {
		o.must(WrongType, member, want, typeName(v))
	}
	return value, ok
}

// list returns a member that is a list, or the first of its elements if it has too many.
func (o object) list(member, want string, most int) []any {
	list, _ := typed[[]any](o, member, want)
	if len(list) > most {
		o.repaired(TooMany, fmt.Sprintf("%s has %d members; the first %d are read", member,
			len(list), most))
		list = list[:most]
	}
	return list
}

// objects returns the objects of a list.
func (o object) objects(member string, most int, known ...string) iter.Seq[object] {
	return func(yield func(object) bool) {
		for i, v := range o.list(member, "a list", most) {
			name := fmt.Sprintf("%s[%d]", member, i)
			values, ok := v.(map[string]any)
			if !ok {
				o.must(WrongType, name, "an object", typeName(v))
				continue
			}
			o.unknown(values, member+".", known)
			yield(object{o.reader, name + ".", values})
		}
	}
}

// mayBeTwice matches the first characters beyond ASCII of a text that was encoded twice: a letter,
// and no letter after it.
var mayBeTwice = regexp.MustCompile(`^[^\x00-\x7f][^\x00-\x7fÀ-ÿ]`)

// text returns a string member, or "" if it is missing or of another type.
func (o object) text(member string) string {
	s, _ := typed[string](o, member, "a string")
	first := strings.IndexFunc(s, func(c rune) bool { return c > unicode.MaxASCII })
	if first < 0 {
		return s
	} else if mayBeTwice.MatchString(s[first:]) && strings.ContainsAny(s, "ÃÂâÅ") {
		once, err := charmap.Windows1252.NewEncoder().String(s)
		if err == nil && utf8.ValidString(once) {
			o.repaired(LostCharacter, o.name+member+" was encoded twice, and is read once: "+
				quote(s))
			s = once
		}
	}
	if at := strings.IndexRune(s, utf8.RuneError); at >= 0 {
		o.repaired(LostCharacter, o.name+member+" has a character that was lost before it came "+
			"here: "+quote(s[strings.LastIndexByte(s[:at], ' ')+1:]))
	}
	return s
}

// word returns a text without blanks around it.
func (o object) word(member string) string { return strings.TrimSpace(o.text(member)) }

// label returns a string member as a name: one line of at most maxLabel runes, or of an address
// maxAddress.
func (o object) label(member string) string {
	limit := maxLabel
	if member == "formatted_address" {
		limit = maxAddress
	}
	return o.line(member, o.text(member), limit)
}

// unfilled matches what programs write in the place of a text: a formula or an error of a
// spreadsheet, a field of a template, JSON. leftBy are such texts.
var (
	unfilled = regexp.MustCompile(`^(Err:\d{3}|=[+@]?[A-Z][A-Z.]*\(.*|\{[{%].*[}%]\}|<%.*%>|` +
		`%\w+%|\$\{.*\}|\[\[.*\]\]|[\[{]\s*".*[\]}])$`)
	leftBy = lang.Words("cells.txt")
)

// comment matches what an author hid in a text, which HTML does not show.
var comment = regexp.MustCompile(`(?s)<!--.*?(-->|$)`)

// line cleans the text of a member into one line of at most limit runes, without private data. Many
// sources write character references into names, so none has one: "L&#8217;Olympe".
func (o object) line(member, s string, limit int) string {
	// A value of megabytes is cut before it is cleaned; no line grows by cleaning.
	s = text.Clip(strings.TrimSpace(s), 64*limit)
	s = hygiene.Reference.ReplaceAllStringFunc(s, html.UnescapeString)
	s = comment.ReplaceAllString(s, "")
	out, cut := hygiene.Cut(hygiene.Line(s), limit)
	if cut {
		o.repaired(TooLong, o.name+member+" has more than "+strconv.Itoa(limit)+" characters: "+
			quote(s))
	}
	if unfilled.MatchString(out) || slices.Contains(leftBy, out) {
		o.must(BadFormat, member, "a name", quote(out))
		return ""
	}
	return o.nobody(member, out)
}

// boolean returns a member that is yes or no, in any of the words of [lang.Yes], or absent if it is
// neither.
func (o object) boolean(member string, absent bool) bool {
	v := o.values[member]
	words := wordsOf(v, maxAround)
	if len(words) == 1 && lang.Yes(words[0]) != "" {
		return lang.Yes(words[0]) == "yes"
	}
	if v != nil {
		o.must(WrongType, member, "true or false", typeName(v))
	}
	return absent
}

// object returns a member that is an object.
func (o object) object(member string, known ...string) object {
	values, _ := typed[map[string]any](o, member, "an object")
	o.unknown(values, member+".", known)
	return object{o.reader, member + ".", values}
}

// addresses matches several addresses in one text, noScheme the beginning of one without a scheme,
// and noPicture the address of a file that is not a picture.
var (
	addresses = regexp.MustCompile(`(?s)^\s*([^\s|;]+?)[,;|\s]+(https?:)?//.*`)
	noScheme  = regexp.MustCompile(`^\s*(?://|(?i:(www\.)))`)
	noPicture = regexp.MustCompile(
		`(?i)^[^?#]*(\.(docx?|html?|m[4ok][av]|mov|mp[34]|ogg|pdf|wav|webm|zip)|` +
			`/(no|default|missing|dummy|blank|empty|sem|sin|kein|geen|pas|placeholder|` +
			`spacer|pixel|transparent|1x1)[_-]?(pic(ture)?|ima?ge?[mn]?|imagem|foto|photo|` +
			`bild|thumb(nail)?|event|available|placeholder)*` +
			`([_-](available|found|placeholder|\d+(x\d+)?))*\.\w+)` +
			`([?#]|$)`)
	// secret matches an address with a key or a signature, or of a page for editors alone, in any
	// text.
	secret = regexp.MustCompile(`https?:(//[^/?#\s"'<>\\]+@|//[^\s"'<>)\]]*(?i:[?&;#](` +
		`(api|access|auth|private)[_-]?key|(\w+[_-])?(token|secret)|jwt|sig(nature)?|` +
		`x-(amz|goog)-\w+|pass(wd|word|code)?|auth)=[^&]|/wp-(admin|login)|` +
		`[?&;](action=edit|preview=(1|true))|/admin/|` +
		`/(admin|administrator|backend|edit)/?([?#"'\s<>)]|$)))[^\s"'<>)\]]*`)
)

// url returns an http or https address, the first of several, or "" if none may be used.
func (o object) url(member string) string {
	s := o.word(member)
	if s == "" {
		return ""
	}
	if own := o.checker.config.Pictures[s]; own != "" {
		return own
	}
	s = noScheme.ReplaceAllString(addresses.ReplaceAllString(s, "$1"), "https://$1")
	out := hygiene.URL(s)
	switch {
	case secret.MatchString(s), opensCall(s):
		// The report is not the place for it either.
		o.repaired(PrivateURL, o.name+member+" has a key or a signature, or is for editors alone")
		return ""
	case out == "", o.name == "images." && noPicture.MatchString(s):
		o.repaired(BadURL, o.name+member+
			" is neither an http(s) address that may be used nor a file in static/: "+quote(s))
		return ""
	case !hygiene.Public(out):
		o.repaired(PrivateURL, o.name+member+" is on the visitor's own machine or network: "+
			quote(s))
		return ""
	}
	return out
}

// typeName returns the type of a value in the terms of JSON.
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

// numberText returns a number in its shortest decimal form, without exponent.
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
