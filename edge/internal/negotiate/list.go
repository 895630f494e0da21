package negotiate

import (
	"strconv"
	"strings"
)

// maxWeight is q=1 in thousandths, the unit of every weight in this package.
const maxWeight = 1000

// nextField cuts s at the first sep outside quoted strings (RFC 9110, section 5.6.4). field is the
// text before sep and rest the text after it, both without outer white space; more reports whether
// there was a sep. ok is false when a quoted string in field has no end: then field runs to the end
// of s and must not be used, because its intended end is unknown.
func nextField(s string, sep byte) (field, rest string, more, ok bool) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++ // a quoted pair: the next byte is text
		case c == '"':
			quoted = !quoted
		case c == sep && !quoted:
			return trim(s[:i]), trim(s[i+1:]), true, true
		}
	}
	return trim(s), "", false, !quoted
}

// eachElement calls f with the members of Accept or Accept-Encoding that can be read: the name
// before the first ";", the parameters before the weight, and the weight.
func eachElement(list string, f func(name, params string, weight int)) {
	for more := true; more; {
		var field string
		var ok bool
		if field, list, more, ok = nextField(list, ','); !ok {
			return
		}
		if name, params, weight, ok := parseElement(field); ok {
			f(name, params, weight)
		}
	}
}

// parseElement reads one member. ok is false when it is empty or cannot be read.
func parseElement(s string) (name, params string, weight int, ok bool) {
	name, rest, more, ok := nextField(s, ';')
	if !ok || name == "" {
		return "", "", 0, false
	}
	params, weight = rest, maxWeight
	for more {
		var param string
		at := rest
		if param, rest, more, ok = nextField(rest, ';'); !ok {
			return "", "", 0, false
		}
		key, value, found, ok := nextField(param, '=')
		if !ok || !found || !equalFold(key, "q") {
			continue
		}
		// Parameters after the weight extend the weight, not the range (RFC 9110, section 12.4.2).
		// A second q is one of them.
		params = params[:len(params)-len(at)]
		weight, ok = parseWeight(value)
		return name, params, weight, ok
	}
	return name, params, weight, true
}

// parseWeight reads a qvalue (RFC 9110, section 12.4.2) in thousandths. It also reads two forms
// outside the grammar, because clients in use send them: no digit before the point (Java's
// URLConnection: "*; q=.2"), and more than three digits after it. The extra digits are dropped, but
// they never turn a weight above 0 into a refusal.
func parseWeight(s string) (int, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	above := strings.Trim(fraction, "0") != ""
	switch {
	case whole == "" && fraction == "", strings.Trim(fraction, "0123456789") != "":
		return 0, false
	case whole == "1":
		return maxWeight, !above
	case whole != "" && whole != "0":
		return 0, false
	}
	digits := fraction[:min(len(fraction), 3)] + "000"
	weight, _ := strconv.Atoi(digits[:3]) // digits only
	if weight == 0 && above {
		weight = 1
	}
	return weight, true
}

// trim drops optional white space: spaces and tabs, and nothing else.
func trim(s string) string { return strings.Trim(s, " \t") }

// equalFold compares s with the lower-case ASCII text want, ignoring the case of ASCII letters
// only: [strings.EqualFold] also takes the Kelvin sign for a k, which makes another name, but that
// sign is longer than a k.
func equalFold(s, want string) bool { return len(s) == len(want) && strings.EqualFold(s, want) }
