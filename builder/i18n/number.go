package i18n

import (
	"slices"
	"strconv"
)

// Numbers writes numbers as a locale does.
type Numbers struct {
	Group   string `i18n:"number.group"`   // between groups of three digits
	Decimal string `i18n:"number.decimal"` // before the decimals
	// LeastGroup is the least number of digits before the first group, the minimumGroupingDigits of
	// CLDR: "1", and 1000 is 1.000; "2", and it is 1000.
	LeastGroup string `i18n:"number.least_group"`
}

// Text returns a whole number, its digits in groups of three: 1.462 or 1,462.
func (f *Numbers) Text(n int) string {
	var buf [32]byte
	digits := strconv.AppendInt(buf[:0], int64(n), 10)
	if len(digits) == 4 && f.LeastGroup == "2" {
		return string(digits)
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = slices.Insert(digits, at, []byte(f.Group)...)
	}
	return string(digits)
}
