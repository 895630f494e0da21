package country

import (
	"slices"
	"sync"

	"cartaz/builder/i18n"
)

// renames are the names of countries that changed after CLDR 32, which golang.org/x/text has: North
// Macedonia (2019) and Eswatini (2018), as CLDR 46 has them.
type renames struct {
	ByCode map[string]string `i18n:"country.*"`
}

var renamesOf = i18n.Bind[renames]()

// renamed is the new name of a country in the language of a locale; "" for one that kept its name.
func renamed(code, locale string) string {
	if !slices.Contains(i18n.Names(), locale) {
		return ""
	}
	return renamesOf(locale).ByCode[code]
}

// aliases are other names of countries, folded, which sources write and the names of CLDR 32 lack:
// the English short names of ISO 3166-1 as UN M.49 and the ISO list write them, newer and older
// names of CLDR 46, and what is usual.
var aliases = sync.OnceValue(func() map[string]string {
	list := map[string]string{}
	for code, names := range map[string][]string{
		"AE": {"uae", "u.a.e."},
		"BA": {"bosnia"},
		"BN": {"brunei darussalam"},
		"BO": {"bolivia (plurinational state of)", "plurinational state of bolivia"},
		"BS": {"the bahamas"},
		"BY": {"byelorussia"},
		"CD": {"democratic republic of the congo", "congo, democratic republic of the",
			"congo (the democratic republic of the)", "dr congo", "drc"},
		"CG": {"congo", "republic of the congo"},
		"CI": {"ivory coast"},
		"CN": {"people's republic of china", "pr china", "p.r. china"},
		"CZ": {"czech republic", "republica tcheca", "republica checa", "republique tcheque",
			"tschechische republik", "repubblica ceca"},
		"DE": {"federal republic of germany", "brd"},
		"FM": {"micronesia (federated states of)", "federated states of micronesia"},
		"GB": {"u.k.", "uk", "great britain", "england", "scotland", "wales", "northern ireland",
			"inglaterra", "escocia",
			"united kingdom of great britain and northern ireland",
			"united kingdom of great britain and northern ireland (the)"},
		"GM": {"the gambia"},
		"HK": {"hong kong", "hong kong sar"},
		"IE": {"republic of ireland", "eire"},
		"IR": {"iran (islamic republic of)", "islamic republic of iran"},
		"KG": {"kyrgyz republic"},
		"KN": {"saint kitts and nevis"},
		"KP": {"korea (the democratic people's republic of)",
			"democratic people's republic of korea"},
		"KR": {"korea", "republic of korea", "korea, republic of", "korea (the republic of)"},
		"LA": {"lao people's democratic republic"},
		"LC": {"saint lucia"},
		"MD": {"republic of moldova", "moldova, republic of", "moldova (the republic of)"},
		"MK": {"republic of north macedonia", "fyrom", "macedonia del nord", "noord-macedonie",
			"the former yugoslav republic of macedonia"},
		"MM": {"burma"},
		"MO": {"macau", "macao"},
		"NL": {"holland", "holanda", "the netherlands", "kingdom of the netherlands",
			"netherlands (kingdom of the)", "netherlands, kingdom of the"},
		"PS": {"palestine", "state of palestine", "palestine, state of"},
		"RU": {"russian federation", "russian federation (the)", "russische foderation",
			"federacao russa", "federacion de rusia", "federation de russie"},
		"SK": {"slovak republic"},
		"SY": {"syrian arab republic"},
		"SZ": {"kingdom of eswatini"},
		"TL": {"east timor"},
		"TR": {"turkey", "turkiye"},
		"TW": {"taiwan, province of china", "taiwan (province of china)"},
		"TZ": {"united republic of tanzania", "tanzania, united republic of",
			"tanzania, the united republic of"},
		"US": {"u.s.a.", "usa", "u.s.", "us", "united states of america",
			"united states of america (the)", "eua", "ee. uu.", "eeuu", "etats-unis d'amerique"},
		"VA": {"holy see", "vatican"},
		"VC": {"saint vincent and the grenadines"},
		"VE": {"venezuela (bolivarian republic of)", "bolivarian republic of venezuela"},
		"VN": {"viet nam"},
	} {
		for _, name := range names {
			list[name] = code
		}
	}
	for _, locale := range i18n.Names() {
		for code, name := range renamesOf(locale).ByCode {
			list[fold(name)] = code
		}
	}
	return list
})
