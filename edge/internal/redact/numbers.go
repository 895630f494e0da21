package redact

import "slices"

// Bounds of a number: the most groups of digits, as in "+55 (0) 11 9 8765 4321" and one more, and
// the most digits.
const (
	maxGroups = 7
	maxDigits = 16
)

// digitGroup is a run of digits.
type digitGroup struct {
	start, end int
	sep        byte // what stands before it, 0 for nothing or several letters
	closes     bool // a bracket closes before it
}

// groupedNumber is a number that may be written in groups.
type groupedNumber struct {
	groups [maxGroups]digitGroup
	count  int
	digits [maxDigits + 1]byte // of all groups, as many as there is room for
}

// matchNumber finds a phone number or a CPF that begins at the i-th byte.
func (r *detector) matchNumber(i int) (end int, label string) {
	first := i
	// An unescaped plus sign, which decodes to a blank, at the start of a value.
	bare := r.byteAt(i) == ' ' && r.text[r.decoded[i].at] == '+' &&
		(r.byteAt(i-1) == '=' || r.byteAt(i-1) == ' ')
	plus := r.byteAt(i) == '+' || bare
	if plus {
		first++
	}
	open := r.byteAt(first) == '('
	if open {
		first++
	}
	if !isDigit(r.byteAt(first)) {
		return 0, ""
	}
	// A number does not begin in the middle of a date, a coordinate or a list.
	if before := r.byteAt(i - 1); (before == '-' || before == '.' || before == '/' ||
		before == ',' || before == ':') && isDigit(r.byteAt(i-2)) {
		return 0, ""
	}
	n := r.readGroups(first)
	for count := n.count; count > 0; count-- {
		g := n.groups[:count]
		end = g[count-1].end
		closed := slices.ContainsFunc(g, func(one digitGroup) bool { return one.closes })
		if isAlnum(r.byteAt(end)) || r.byteAt(end) == '_' || open && !closed {
			continue // the end of a word, or a bracket around more than a number
		}
		size := 0
		for _, one := range g {
			size += one.end - one.start
		}
		digits := n.digits[:size]
		switch {
		case isCPF(digits, g):
			return end, "[cpf]"
		case plus && isInternational(digits, bare), isBrazilian(digits, g, closed):
			return end, "[phone]"
		case count == 1 && !plus && size > 11 && size < 16 && string(digits[:2]) == "00" &&
			digits[2] != '0':
			return end, "[phone]"
		case count > 1 && string(digits[:2]) == "00" && g[0].end-g[0].start <= 4 &&
			isInternational(digits[2:], true):
			return end, "[phone]"
		}
	}
	return 0, ""
}

// readGroups reads the groups of digits from the i-th byte on.
func (r *detector) readGroups(i int) (n groupedNumber) {
	size := 0
	for g := (digitGroup{start: i}); n.count < maxGroups; {
		for g.end = g.start; isDigit(r.byteAt(g.end)); g.end++ {
			if size < len(n.digits) {
				n.digits[size] = r.byteAt(g.end)
				size++
			}
		}
		if size > maxDigits {
			return n
		}
		n.groups[n.count] = g
		n.count++
		next := digitGroup{start: g.end}
		for next.start-g.end < 4 && isSeparator(r.byteAt(next.start)) {
			next.sep = r.byteAt(next.start)
			next.closes = next.closes || next.sep == ')'
			next.start++
		}
		if next.start == g.end || !isDigit(r.byteAt(next.start)) {
			return n
		}
		if next.start > g.end+1 {
			next.sep = 0
		}
		g = next
	}
	return n
}

func isSeparator(c byte) bool { return c == ' ' || c == '-' || c == '.' || c == '(' || c == ')' }

// isInternational reports whether digits are a country code and a number. doubtful says that the
// "+" may be a blank, so that the rule is stricter.
func isInternational(digits []byte, doubtful bool) bool {
	least := 8
	if doubtful {
		least = 10
	}
	return len(digits) >= least && len(digits) <= 15 && digits[0] != '0'
}

// areaCodes are the area codes of Brazil (Anatel, Resolução 749 of 2022).
var areaCodes = func() (set [100]bool) {
	for _, code := range [...]int{
		11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38,
		41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69,
		71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87, 88, 89, 91, 92, 93, 94, 95, 96, 97, 98,
		99,
	} {
		set[code] = true
	}
	return set
}()

// isBrazilian says whether digits in these groups are a phone number of Brazil.
func isBrazilian(digits []byte, g []digitGroup, parens bool) bool {
	last := len(g) - 1
	size := func(i int) int {
		if i < 0 {
			return 0
		}
		return g[i].end - g[i].start
	}
	if last == 1 && size(0) == 5 && size(1) == 4 && digits[0] == '9' && g[1].sep == '-' {
		return true // without an area code
	}
	national := digits
	if len(digits) > 11 && string(digits[:2]) == "55" {
		national = digits[2:]
	} else if len(digits) > 10 && digits[0] == '0' {
		national = digits[1:]
	}
	prefixed := len(national) < len(digits)
	isMobile := len(national) == 11 && national[2] == '9'
	isFixed := len(national) == 10 && '2' <= national[2] && national[2] <= '5'
	if !isMobile && !isFixed || national[0] == '0' ||
		!areaCodes[(national[0]-'0')*10+national[1]-'0'] {
		return false
	}
	if last == 0 {
		return isMobile || prefixed || parens
	}
	subscriber := len(national) - 2
	switch {
	case size(last) == 4 && (size(last-1) == subscriber-4 ||
		isMobile && size(last-1) == 4 && size(last-2) == 1):
		// "11 2025-2026" are years.
		return parens || isMobile || prefixed || !isYear(national[2:6]) || !isYear(national[6:])
	case size(last) == subscriber:
		return g[last].sep != '.' // "-22.45278000" is a place
	}
	return false
}

func isYear(digits []byte) bool { return string(digits[:2]) == "19" || string(digits[:2]) == "20" }
