package phrases

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// surely is the first hour that needs no clear word before it: "de 2h" is a length, "22h" an hour.
const surely = 7

// clock matches the time of a clock: its hour, the sign before minutes, the word after it, and
// minutes after that ("20:30", "8:30 pm", "20.30 Uhr", "20h30", "20 h 30").
var clock = regexp.MustCompile(
	`(?i)^(\d\d?)(?:([:.])[0-5]\d)?` +
		`(?:\s*([ap]m)\b|\s+([a-z]+)(?:\s[0-5]\d\b)?|([a-z]+)(?:[0-5]\d)?)?`)

// hour reads an hour that begins at token i, with words such as "after" before it. It ignores
// minutes, and the end of an event: "das 21h às 22h40".
func (r *reader) hour(i int) (phrase, bool) {
	at := r.skip(i, 4, r.lang.After)
	if at == len(r.tokens) || r.isEnd(i) {
		return phrase{}, false
	}
	p, ok := r.onClock(i, at)
	if !ok {
		p, ok = r.spoken(i, at)
	}
	if next, joined := r.joined(p.end); ok && (joined || r.lang.After.has(r.word(p.end))) {
		if q, ok := r.hour(next); ok {
			p.end = q.end
		}
	}
	return p, ok
}

// onClock reads the time of a clock whose hour is token at: "8 pm", "20h30", "20:30", "20 Uhr".
func (r *reader) onClock(i, at int) (phrase, bool) {
	start := r.tokens[at].start
	m := clock.FindStringSubmatch(r.query[start:])
	if m == nil {
		return phrase{}, false
	}
	hour, sign, end := digits(m[1]), m[2], start+len(m[0])
	word := strings.ToLower(m[3] + m[4] + m[5])
	switch half := word == "am" || word == "pm"; {
	case half && sign != "." && hour >= 1 && hour <= 12:
		hour %= 12
		if word == "pm" {
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
	return phrase{first: i, end: last + 1, after: hour},
		ok && 0 < hour && hour < 24 && (r.sure(i, at) || hour >= surely)
}

// spoken reads an hour without a clock's signs, whose number is token at: "depois das oito", "às
// nove da noite", "dopo le 20", "ab acht Uhr". It takes eight for eight in the evening, when most
// events begin.
func (r *reader) spoken(i, at int) (phrase, bool) {
	number, end, inWords := r.longest(at, r.lang.Number)
	if !inWords {
		number.n, end = r.number(at), at+1
	}
	if number.n < 1 {
		return phrase{}, false
	}
	limit, _, _ := r.longest(i, r.lang.Bound)
	sure := r.sure(i, at) || inWords && at > i && limit.n >= since
	sure = sure && (end == len(r.tokens) || r.lang.starts.has(r.word(end)) ||
		anyLanguage.Place.has(r.word(end)))
	unit, after, counted := r.longest(end, r.lang.Hour)
	if counted {
		end = after
		sure = sure || unit.n == 1 || at > i && number.n >= surely
	}
	of := r.skipPrepositions(end)
	part, after, parted := r.longest(of, r.lang.Part)
	if parted = parted && (at > i || of > end || part.n == 1); parted {
		end, sure = after, true
	}
	late := !parted || 12 <= part.after && part.after < 24
	if number.n < 12 && late || number.n == 12 && part.after == 18 {
		number.n += 12
	}
	return phrase{first: i, end: end, after: number.n}, sure && number.n < 24
}

// sure reports whether one of the tokens from i to at, words before an hour, counts nothing else.
func (r *reader) sure(i, at int) bool {
	for i < at && r.lang.After[r.word(i)].n != 1 {
		i++
	}
	return i < at
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
