package words

import (
	"cmp"
	"fmt"
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

// Text returns an amount in minor units of an ISO 4217 currency with its symbol: "R$ 1.234,50" with
// a no-break space, "€1,234.50". The number of decimals is the currency's. A currency without a
// symbol of its own is written by its code.
func (m *Money) Text(amount int64, currency string) string {
	if symbol, ok := m.Symbols[currency]; ok {
		return m.WithSymbol.Text(symbol, m.Amount(amount, currency))
	}
	return m.WithCode.Text(currency, m.Amount(amount, currency))
}

// Amount returns an amount without its symbol, for cells of a table whose caption names the
// currency: "138,00".
func (m *Money) Amount(amount int64, currency string) string {
	places := decimals(currency)
	digits := fmt.Sprintf("%0*d", places+1, amount)
	whole, _ := strconv.Atoi(digits[:len(digits)-places]) // of an int64
	text := m.Numbers.Text(whole)
	if places > 0 {
		text += m.Decimal + digits[len(digits)-places:]
	}
	return text
}

// Decimal returns an amount in minor units in the form for machines, digits with a point in every
// language and no separator of thousands: "1234.50", the form of price in schema.org's Offer.
func Decimal(amount int64, currency string) string {
	m := Money{Numbers: i18n.Numbers{Decimal: "."}}
	return m.Amount(amount, currency)
}

// decimals returns the number of digits after the point of an ISO 4217 currency: 2, except for the
// exceptions of its list one. A code that is not in the list counts as 2.
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

// Caption names the currency of a table of tickets: "Valores em reais (R$), por ingresso." With no
// currency ("") it omits the name.
func (m *Money) Caption(currency string) string {
	if currency == "" {
		return m.CaptionMixed
	}
	return m.CaptionOf.Text(cmp.Or(m.Currencies[currency], currency))
}
