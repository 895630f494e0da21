package words

import "strconv"

// noBreakSpace (U+00A0) stands between a symbol and its amount, so that a line
// never ends between them.
const noBreakSpace = "\u00a0"

// Money is an amount in minor units of an ISO 4217 currency with its symbol:
// "R$ 1.234,50" with a no-break space, "€1,234.50". The number of decimals is
// the currency's. A currency without a symbol of its own is written by its code
// and a no-break space, in both languages.
func (w *Words) Money(amount int64, currency string) string {
	var buf [48]byte
	dst := buf[:0]
	if amount < 0 {
		dst = append(dst, '-')
	}
	symbol, space := w.sign(currency)
	dst = append(append(dst, symbol...), space...)
	return string(w.appendAmount(dst, magnitude(amount), Decimals(currency), w.thousands(), w.decimal()))
}

// moneyAndAmount is [Words.Money] and [Words.Amount]: the latter is the end of the
// former, but below zero.
func (w *Words) moneyAndAmount(amount int64, currency string) (money, bare string) {
	money = w.Money(amount, currency)
	if amount < 0 {
		return money, w.Amount(amount, currency)
	}
	symbol, space := w.sign(currency)
	return money, money[len(symbol)+len(space):]
}

// sign is the symbol of a currency and what stands between it and an amount.
func (w *Words) sign(currency string) (symbol, space string) {
	if symbol = w.symbol(currency); w.pt || symbol == currency {
		space = noBreakSpace
	}
	return symbol, space
}

// Amount is an amount in minor units without its symbol, for cells of a table
// whose caption names the currency: "138,00".
func (w *Words) Amount(amount int64, currency string) string {
	var buf [40]byte
	dst := buf[:0]
	if amount < 0 {
		dst = append(dst, '-')
	}
	return string(w.appendAmount(dst, magnitude(amount), Decimals(currency), w.thousands(), w.decimal()))
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
	return string((*Words)(nil).appendAmount(dst, magnitude(amount), Decimals(currency), 0, '.'))
}

// magnitude drops the sign; unsigned, because the lowest int64 has no positive
// counterpart.
func magnitude(amount int64) uint64 {
	if amount < 0 {
		return -uint64(amount)
	}
	return uint64(amount)
}

// appendAmount writes an amount with its decimals; a zero thousands separator
// means none. It uses nothing of w: the separators are given.
func (*Words) appendAmount(dst []byte, amount uint64, decimals int, thousands, point byte) []byte {
	var buf [24]byte
	digits := strconv.AppendUint(buf[:0], amount, 10)
	for whole := len(digits) - decimals; whole > 0; whole-- {
		dst = append(dst, digits[0])
		digits = digits[1:]
		if thousands != 0 && whole > 1 && (whole-1)%3 == 0 {
			dst = append(dst, thousands)
		}
	}
	if decimals == 0 {
		return dst
	}
	if len(dst) == 0 || dst[len(dst)-1] < '0' || dst[len(dst)-1] > '9' {
		dst = append(dst, '0')
	}
	dst = append(dst, point)
	for range decimals - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// symbol is the sign of a currency, or its code when it has none that every
// reader of the language knows.
func (w *Words) symbol(currency string) string {
	switch currency {
	case "BRL":
		return "R$"
	case "USD":
		return w.pick("US$", "$")
	case "EUR":
		return "€"
	case "GBP":
		return "£"
	}
	return currency
}

// Decimals is the number of digits after the point of an ISO 4217 currency: 2
// but for the exceptions of its list one. A code that is not in the list counts
// as 2.
func Decimals(currency string) int {
	switch currency {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF":
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
func (w *Words) Caption(currency string) string {
	if currency == "" {
		return w.pick("Valores por ingresso.", "Amounts per ticket.")
	}
	return w.pick("Valores em ", "Amounts in ") + w.currencyName(currency) + w.pick(", por ingresso.", ", per ticket.")
}

func (w *Words) currencyName(currency string) string {
	var name string
	switch currency {
	case "BRL":
		name = "reais"
	case "USD":
		name = w.pick("dólares", "US dollars")
	case "EUR":
		name = "euros"
	case "GBP":
		name = w.pick("libras", "pounds")
	default:
		return currency
	}
	return name + " (" + w.symbol(currency) + ")"
}
