package i18n

import "strconv"

// Numbers writes numbers as a locale does.
type Numbers struct {
	Group   string `i18n:"number.group"`   // between groups of three digits
	Decimal string `i18n:"number.decimal"` // before the decimals
	// LeastGroup is how many digits stand before the first group at least, the
	// minimumGroupingDigits of CLDR: "1", and 1000 is 1.000; "2", and it is 1000.
	LeastGroup string `i18n:"number.least_group"`
}

// Append appends a whole number, its digits in groups of three: 1.462 or 1,462.
func (f *Numbers) Append(dst []byte, n int) []byte {
	var buf [20]byte
	digits := strconv.AppendInt(buf[:0], int64(n), 10)
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	grouped := f.Grouped(len(digits))
	for i, digit := range digits {
		if grouped && i > 0 && (len(digits)-i)%3 == 0 {
			dst = append(dst, f.Group...)
		}
		dst = append(dst, digit)
	}
	return dst
}

// Grouped says whether a whole number of that many digits is written in groups.
func (f *Numbers) Grouped(digits int) bool {
	return digits > 4 || digits == 4 && f.LeastGroup != "2"
}

// Text is what [Numbers.Append] appends.
func (f *Numbers) Text(n int) string {
	var buf [32]byte
	return string(f.Append(buf[:0], n))
}
