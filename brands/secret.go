package brands

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// secret is a variable that a source value used, with what it stood for.
type secret struct{ name, value string }

// minSecret is the shortest value that Redact looks for. A shorter one is no
// secret, and replacing it would garble numbers in every message.
const minSecret = 4

var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// expand fills the ${NAME} of a source value in. The result is not for
// messages: those show v.text, the value as it was written.
func (r *reader) expand(v value) (string, bool) {
	ok := true
	text := variable.ReplaceAllStringFunc(v.text, func(m string) string {
		name := m[2 : len(m)-1]
		switch found, set := r.env(name); {
		case !set:
			v.fault("the environment has no variable %s: set it where the builder runs", name)
		case found == "":
			v.fault("the variable %s is empty: set it where the builder runs", name)
		default:
			r.used = append(r.used, secret{name, found})
			return found
		}
		ok = false
		return ""
	})
	if ok && strings.Contains(variable.ReplaceAllString(v.text, ""), "${") {
		v.fault("%q has a ${ that names no variable: write ${NAME}", v.text)
		return "", false
	}
	return text, ok
}

// Redact puts ${NAME} back wherever text holds a value that a source key took
// from the environment, plain or escaped as in an address. Everything that
// tells about a pull goes through it.
func (s Source) Redact(text string) string {
	// The longest first: a value that holds another one must go as a whole.
	longest := slices.SortedFunc(slices.Values(s.secrets), func(a, b secret) int { return len(b.value) - len(a.value) })
	for _, x := range longest {
		if len(x.value) < minSecret {
			continue
		}
		for _, form := range []string{x.value, url.QueryEscape(x.value), url.PathEscape(x.value)} {
			text = strings.ReplaceAll(text, form, "${"+x.name+"}")
		}
	}
	return text
}

// RedactValue is [Source.Redact] for every string of a JSON value; v itself
// stays as it is.
func (s Source) RedactValue(v any) any {
	switch v := v.(type) {
	case string:
		return s.Redact(v)
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = s.RedactValue(e)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, e := range v {
			m[name] = s.RedactValue(e)
		}
		return m
	}
	return v
}
