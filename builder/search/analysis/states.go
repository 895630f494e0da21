package analysis

import "cartaz/builder/text"

// brazilianStates lists the federal units of Brazil: the folded abbreviation (UF) and the folded
// name.
var brazilianStates = [...]struct{ uf, name string }{
	{"ac", "acre"}, {"al", "alagoas"}, {"ap", "amapa"}, {"am", "amazonas"}, {"ba", "bahia"},
	{"ce", "ceara"},
	{"df", "distrito federal"}, {"es", "espirito santo"}, {"go", "goias"}, {"ma", "maranhao"},
	{"mt", "mato grosso"},
	{"ms", "mato grosso do sul"}, {"mg", "minas gerais"}, {"pa", "para"}, {"pb", "paraiba"},
	{"pr", "parana"},
	{"pe", "pernambuco"}, {"pi", "piaui"}, {"rj", "rio de janeiro"}, {"rn", "rio grande do norte"},
	{"rs", "rio grande do sul"}, {"ro", "rondonia"}, {"rr", "roraima"}, {"sc", "santa catarina"},
	{"sp", "sao paulo"},
	{"se", "sergipe"}, {"to", "tocantins"},
}

// StateName returns the folded name of a Brazilian state given its folded abbreviation, and "" for
// others.
func StateName(uf []byte) string {
	for _, s := range brazilianStates {
		if s.uf == string(uf) {
			return s.name
		}
	}
	return ""
}

// AppendStateKey appends the form in which states are compared: the folded abbreviation. The name
// of a Brazilian state counts as its abbreviation.
func AppendStateKey(dst []byte, state string) []byte {
	start := len(dst)
	dst = text.AppendKey(dst, state)
	for _, s := range brazilianStates {
		if s.name == string(dst[start:]) {
			return append(dst[:start], s.uf...)
		}
	}
	return dst
}
