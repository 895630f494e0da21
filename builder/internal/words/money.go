package words

import (
	"strconv"

	"cartaz/builder/i18n"
)

// Money writes amounts of money.
type Money struct {
	i18n.Numbers

	Symbols      map[string]string `i18n:"money.symbol.*"` // by currency
	WithSymbol   i18n.Message      `i18n:"money.with_symbol,symbol,amount"`
	WithCode     i18n.Message      `i18n:"money.with_code,code,amount"`
	Currencies   map[string]string `i18n:"money.currency.*"`
	CaptionOf    i18n.Message      `i18n:"money.caption,currency"`
	CaptionMixed string            `i18n:"money.caption_mixed"`
}

// Text is an amount in minor units of an ISO 4217 currency with its symbol:
// "R$ 1.234,50" with a no-break space, "€1,234.50". The number of decimals is
// the currency's. A currency without a symbol of its own is written by its code.
func (m *Money) Text(amount int64, currency string) string {
	money, _ := m.both(amount, currency)
	return money
}

// both is [Money.Text] and the same without the symbol, for cells of a table whose
// caption names the currency: "138,00".
func (m *Money) both(amount int64, currency string) (money, bare string) {
	var buf [40]byte
	digits := m.append(buf[:0], magnitude(amount), decimals(currency))
	var out [64]byte
	dst := out[:0]
	if amount < 0 {
		dst = append(dst, '-')
	}
	sign, message := currency, &m.WithCode
	if symbol, ok := m.Symbols[currency]; ok {
		sign, message = symbol, &m.WithSymbol
	}
	dst, at := message.AppendAt(dst, 1, sign, string(digits))
	money = string(dst)
	if amount < 0 {
		return money, "-" + money[at:at+len(digits)]
	}
	return money, money[at : at+len(digits)]
}

// Decimal is an amount in minor units as machines read it, digits with a point
// in every language and no separator of thousands: "1234.50", the form of price
// in schema.org's Offer.
func Decimal(amount int64, currency string) string {
	var buf [40]byte
	dst := buf[:0]
	if amount < 0 {
		dst = append(dst, '-')
	}
	return string(appendDecimal(dst, magnitude(amount), decimals(currency), "", "."))
}

// magnitude drops the sign; unsigned, because the lowest int64 has no positive
// counterpart.
func magnitude(amount int64) uint64 {
	if amount < 0 {
		return -uint64(amount)
	}
	return uint64(amount)
}

// append writes an amount with its decimals as the language does.
func (m *Money) append(dst []byte, amount uint64, decimals int) []byte {
	group := m.Group
	if !m.Grouped(len(strconv.AppendUint(make([]byte, 0, 20), amount, 10)) - decimals) {
		group = ""
	}
	return appendDecimal(dst, amount, decimals, group, m.Decimal)
}

// appendDecimal writes an amount with its decimals and the separators given.
func appendDecimal(dst []byte, amount uint64, decimals int, thousands, point string) []byte {
	start := len(dst)
	var buf [24]byte
	digits := strconv.AppendUint(buf[:0], amount, 10)
	for whole := len(digits) - decimals; whole > 0; whole-- {
		dst = append(dst, digits[0])
		digits = digits[1:]
		if whole > 1 && (whole-1)%3 == 0 {
			dst = append(dst, thousands...)
		}
	}
	if decimals == 0 {
		return dst
	}
	if len(dst) == start {
		dst = append(dst, '0')
	}
	dst = append(dst, point...)
	for range decimals - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// decimals is the number of digits after the point of an ISO 4217 currency: 2
// but for the exceptions of its list one. A code that is not in the list counts
// as 2.
func decimals(currency string) int {
	switch currency {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
		"VUV", "XAF", "XOF", "XPF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}

// Caption names the currency of a table of tickets: "Valores em reais (R$), por
// ingresso." With no currency ("") it leaves the name out.
func (m *Money) Caption(currency string) string {
	if currency == "" {
		return m.CaptionMixed
	}
	if name, ok := m.Currencies[currency]; ok {
		return m.CaptionOf.Text(name)
	}
	return m.CaptionOf.Text(currency)
}
