package phrases

import "strings"

// surely is the first hour that is read without a word before it: "2h" is a length, "22h" an hour.
const surely = 7

// hour reads an hour that begins at token i: "22h", "20h30", "8pm", "20:30", "20 Uhr", with words
// such as "after" before it.
func (r *reader) hour(i int) (phrase, bool) {
	at := r.skip(i, 3, r.lang.after)
	hour, end, ok := r.clock(at)
	if !ok || hour < 1 || hour > 23 || at == i && hour < surely {
		return phrase{}, false
	}
	return phrase{first: i, end: end, after: hour}, true
}

// clock reads the time of a clock and returns its hour; minutes are left out.
func (r *reader) clock(i int) (hour, end int, ok bool) {
	word := r.word(i)
	if n := r.number(i); n >= 0 && len(word) <= 2 {
		switch next := r.word(i + 1); {
		case next == "am" || next == "pm":
			return half(n, next, i+2)
		case r.lang.hour.has(next):
			return n, r.minutes(i + 2), true
		case r.between(i) == ":" && isMinutes(next):
			return r.withHalf(n, i+2)
		case r.between(i) == "." && isMinutes(next) && r.lang.hour.has(r.word(i+2)):
			return n, i + 3, true
		case r.between(i) == ":" && len(next) == 4 && isMinutes(next[:2]):
			return half(n, next[2:], i+2) // 8:30pm
		}
		return 0, 0, false
	}
	for _, suffix := range []string{"am", "pm"} {
		if n, found := strings.CutSuffix(word, suffix); found && len(n) <= 2 && digits(n) >= 0 {
			return half(digits(n), suffix, i+1)
		}
	}
	n, minutes, found := strings.Cut(word, "h")
	if !found || len(n) > 2 || digits(n) < 0 || minutes != "" && !isMinutes(minutes) {
		return 0, 0, false
	}
	return digits(n), i + 1, true
}

// withHalf reads am or pm behind a time, where it stands.
func (r *reader) withHalf(hour, i int) (int, int, bool) {
	switch next := r.word(i); {
	case next == "am" || next == "pm":
		return half(hour, next, i+1)
	case r.lang.hour.has(next):
		return hour, i + 1, true
	}
	return hour, i, true
}

// minutes skips minutes behind an hour: "20 h 30".
func (r *reader) minutes(i int) int {
	if isMinutes(r.word(i)) {
		return i + 1
	}
	return i
}

func isMinutes(word string) bool {
	n := digits(word)
	return len(word) == 2 && n >= 0 && n < 60
}

// half is an hour of the twelve-hour clock.
func half(hour int, half string, end int) (int, int, bool) {
	if hour < 1 || hour > 12 {
		return 0, 0, false
	}
	hour %= 12
	if half == "pm" {
		hour += 12
	}
	return hour, end, true
}
