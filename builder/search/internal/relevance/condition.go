package relevance

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// chooser finds the events that lines of judgements name.
type chooser struct {
	events []Event
	values map[string][]value // of each field, by event
}

// value is what an event has in a field.
type value struct {
	text     string
	unfolded string // see unfold
}

func newChooser(events []Event) *chooser {
	return &chooser{events: events, values: map[string][]value{}}
}

// choose returns the events that a line names: slugs, with * for any letters, or conditions on
// fields.
func (c *chooser) choose(line string) ([]int, error) {
	var all []int
	if strings.Contains(line, "~") {
		match, err := c.condition(line)
		if err != nil {
			return nil, err
		}
		for i := range c.events {
			if match(i) {
				all = append(all, i)
			}
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("no event has %s", line)
		}
		return all, nil
	}
	for pattern := range strings.FieldsSeq(line) {
		re := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") +
			"$")
		before := len(all)
		for i := range c.events {
			if re.MatchString(c.events[i].Slug) {
				all = append(all, i)
			}
		}
		if len(all) == before {
			return nil, fmt.Errorf("no event is %s", pattern)
		}
	}
	return all, nil
}

// condition reads "field ~ expression & field ~ expression …".
func (c *chooser) condition(line string) (func(event int) bool, error) {
	var all []func(event int) bool
	for term := range strings.SplitSeq(line, " & ") {
		field, expression, ok := strings.Cut(term, "~")
		if !ok {
			return nil, fmt.Errorf("%q is no condition", term)
		}
		expression = "(?i)" + edges.ReplaceAllStringFunc(strings.TrimSpace(expression), edge)
		re, err := regexp.Compile(expression)
		if err != nil {
			return nil, err
		}
		parsed, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			return nil, err
		}
		values, err := c.valuesOf(strings.TrimSpace(field))
		if err != nil {
			return nil, err
		}
		needed := literals(parsed)
		all = append(all, func(event int) bool {
			v := &values[event]
			return hasAny(v.unfolded, needed) && re.MatchString(v.text)
		})
	}
	return func(event int) bool {
		for _, match := range all {
			if !match(event) {
				return false
			}
		}
		return true
	}, nil
}

// valuesOf returns what all events have in a field.
func (c *chooser) valuesOf(field string) ([]value, error) {
	get, ok := fields[field]
	if !ok {
		return nil, fmt.Errorf("unknown field %q", field)
	}
	if c.values[field] == nil {
		for i := range c.events {
			text := get(&c.events[i])
			c.values[field] = append(c.values[field], value{text, unfold(text)})
		}
	}
	return c.values[field], nil
}

// literals returns unfolded texts: each text that an expression matches holds one of them, or nil
// when none are known. Looking for these first takes a tenth of the time.
func literals(re *syntax.Regexp) (all []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{unfold(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpConcat:
		shortest := func(texts []string) int {
			return len(slices.MinFunc(texts, func(a, b string) int { return len(a) - len(b) }))
		}
		for _, sub := range re.Sub {
			some := literals(sub)
			if some != nil && (all == nil || shortest(some) > shortest(all)) {
				all = some
			}
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			some := literals(sub)
			if some == nil {
				return nil
			}
			all = append(all, some...)
		}
	}
	return all
}

// hasAny reports whether a text has one of those that are needed, if any are.
func hasAny(text string, needed []string) bool {
	return needed == nil ||
		slices.ContainsFunc(needed, func(part string) bool { return strings.Contains(text, part) })
}

// unfold gives all letters that differ in case only one form: the least of them.
func unfold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, text)
}

// In Go \b knows the letters of English only, so that bebê\b would not find "bebê e criança"; here
// it knows all letters.
var edges = regexp.MustCompile(`\\b.?`)

func edge(at string) string {
	next := strings.TrimPrefix(at, `\b`)
	if next == "" || strings.ContainsAny(next, " )|.") {
		return `(?:[^\p{L}\p{M}\p{N}]|$)` + next
	}
	return `(?:^|[^\p{L}\p{M}\p{N}])` + next
}

var fields = map[string]func(*Event) string{
	"slug":      func(e *Event) string { return e.Slug },
	"name":      func(e *Event) string { return e.Name },
	"venue":     func(e *Event) string { return e.Venue },
	"city":      func(e *Event) string { return e.City },
	"state":     func(e *Event) string { return e.State + "\n" + e.StateName },
	"organiser": func(e *Event) string { return e.Producer },
	"head": func(e *Event) string {
		return strings.Join([]string{e.Name, e.Venue, e.Producer, e.City}, "\n")
	},
	"text": func(e *Event) string { return e.Description },
	"any": func(e *Event) string {
		return strings.Join([]string{e.Name, e.Venue, e.Producer, e.City, e.State, e.StateName,
			e.Description}, "\n")
	},
}
