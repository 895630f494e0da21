package phrases

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// surely is the first hour that is read without a word before it: "2h" is a length, "22h" an hour.
const surely = 7

// clock matches the time of a clock: its hour, the sign before minutes, the word after it, and
// minutes after that ("20:30", "8:30 pm", "20.30 Uhr", "20h30", "20 h 30").
var clock = regexp.MustCompile(
	`(?i)^(\d\d?)(?:([:.])[0-5]\d)?` +
		`(?:\s*([ap]m)\b|\s+([a-z]+)(?:\s[0-5]\d\b)?|([a-z]+)(?:[0-5]\d)?)?`)

// hour reads an hour that begins at token i, with words such as "after" before it. It ignores
// minutes.
func (r *reader) hour(i int) (phrase, bool) {
	at := r.skip(i, 4, r.lang.After)
	if at == len(r.tokens) || r.isEnd(i) {
		return phrase{}, false
	}
	start := r.tokens[at].start
	m := clock.FindStringSubmatch(r.query[start:])
	if m == nil {
		return phrase{}, false
	}
	hour, sign, end := digits(m[1]), m[2], start+len(m[0])
	word := strings.ToLower(m[3] + m[4] + m[5])
	switch half := word == "am" || word == "pm"; {
	case half && sign != "." && hour >= 1 && hour <= 12:
		if hour %= 12; word == "pm" {
			hour += 12
		}
	case !half && (word == "h" || r.lang.Hour.has(word)):
	case !half && sign == ":":
		end = start + len(m[1]) + len(":30")
	default:
		return phrase{}, false
	}
	last, ok := slices.BinarySearchFunc(r.tokens, end,
		func(t token, end int) int { return cmp.Compare(t.end, end) })
	if !ok || hour < 1 || hour > 23 || at == i && hour < surely {
		return phrase{}, false
	}
	p := phrase{first: i, end: last + 1, after: hour}
	// The end of an event is ignored: "21h às 22h40".
	if next, joined := r.joined(p.end); at == i && (joined || r.lang.After.has(r.word(p.end))) {
		if q, ok := r.hour(next); ok {
			p.end = q.end
		}
	}
	return p, true
}

// isEnd reports whether a bound before token i makes it the end of a time, for which there is no
// filter: "até 22h", "before 8 pm", "antes das 20h".
func (r *reader) isEnd(i int) bool {
	for first := max(0, i-2); first < i; first++ {
		limit, end, ok := r.longest(first, anyLanguage.Bound)
		if ok && end >= i && limit.n <= before {
			return true
		}
	}
	return false
}
