package timewords

import (
	"strings"

	tags "golang.org/x/text/language"
)

// language is what the rules know of one language. All words are folded: lower case, no accents.
type language struct {
	// days are phrases for days, by their words with one space between them.
	days map[string]span
	// weekdays are the names, Sunday 0. unsure are those that mean something else as well, such as
	// "quinta" (fifth): they need a preposition, a part of the day, or the end of a longer query.
	weekdays map[string]int
	unsure   map[string]bool
	// months are the names, January 1, with the usual short forms.
	months map[string]int
	// unsureMonths mean something else as well ("may"): they need a preposition, a day or a year.
	unsureMonths map[string]bool
	// on are prepositions and articles before a day; in are those before a month; next says that
	// the weekday after today is meant, before or behind it.
	on, in, next map[string]bool
	// joins are the words between the two ends of a range.
	joins map[string]bool
	// parts are parts of the day by their words, with the hour at which they begin.
	parts map[string]int
	// after are words before an hour; of are words that may stand inside a date ("28 de maio").
	after, of map[string]bool
	// hour are the words behind the number of an hour: "20 uhr".
	hour map[string]bool
	// key are the words one of which every phrase without a digit has, see [mayHaveTime].
	key map[string]bool
	// monthFirst: 11/28 is 28 November, so that dates with two numbers are not read.
	monthFirst bool
}

// span is a phrase for days: from one day to another, counted from today or by the calendar.
type span struct {
	unit  unit
	n     int // how many days, weeks or months on
	after int // hour, 0 for any
}

// unit says what a span counts.
type unit int

const (
	dayUnit     unit = iota // today + n
	weekendUnit             // Saturday and Sunday, of what is left
	weekUnit                // Monday to Sunday, of what is left
	monthUnit               // first to last day, of what is left
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// numbered numbers names from first; a name with several forms has them with "|" between.
func numbered(first int, names ...string) map[string]int {
	m := map[string]int{}
	for i, forms := range names {
		for start, j := 0, 0; j <= len(forms); j++ {
			if j == len(forms) || forms[j] == '|' {
				m[forms[start:j]] = first + i
				start = j + 1
			}
		}
	}
	return m
}

// evening is the hour at which an evening or a night out begins; afternoon that of an afternoon.
const (
	afternoon = 12
	evening   = 18
)

var english = withKeys(&language{
	days: map[string]span{
		"today": {}, "tonight": {after: evening}, "this evening": {after: evening},
		"this afternoon": {after: afternoon},
		"tomorrow":       {n: 1}, "day after tomorrow": {n: 2},
		"weekend": {unit: weekendUnit}, "this weekend": {unit: weekendUnit},
		"next weekend": {unit: weekendUnit, n: 1},
		"this week":    {unit: weekUnit}, "next week": {unit: weekUnit, n: 1},
		"this month": {unit: monthUnit}, "next month": {unit: monthUnit, n: 1},
	},
	weekdays: numbered(0, "sunday|sundays", "monday", "tuesday", "wednesday", "thursday", "friday",
		"saturday"),
	unsure: set("sundays"),
	months: numbered(1, "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun",
		"july|jul", "august|aug", "september|sep|sept", "october|oct", "november|nov",
		"december|dec"),
	unsureMonths: set("march", "mar", "may", "august", "jan", "jun", "sep"),
	on:           set("on", "this", "the", "for"), in: set("in", "this"), next: set("next"),
	joins: set("to", "until", "and", "till"),
	parts: map[string]int{"night": evening, "evening": evening, "afternoon": afternoon,
		"nights": evening},
	after: set("after", "at", "from"), of: set("of", "the"),
	hour:       set(),
	monthFirst: true,
})

var portuguese = withKeys(&language{
	days: map[string]span{
		"hoje": {}, "hoje a noite": {after: evening}, "esta noite": {after: evening},
		"hoje de noite": {after: evening},
		"amanha":        {n: 1}, "depois de amanha": {n: 2},
		"fim de semana": {unit: weekendUnit}, "fds": {unit: weekendUnit},
		"proximo fim de semana": {unit: weekendUnit, n: 1},
		"fim de semana que vem": {unit: weekendUnit, n: 1},
		"fim de semana proximo": {unit: weekendUnit, n: 1},
		"esta semana":           {unit: weekUnit},
		"nesta semana":          {unit: weekUnit},
		"proxima semana":        {unit: weekUnit, n: 1},
		"semana que vem":        {unit: weekUnit, n: 1},
		"este mes":              {unit: monthUnit},
		"neste mes":             {unit: monthUnit},
		"proximo mes":           {unit: monthUnit, n: 1},
		"mes que vem":           {unit: monthUnit, n: 1},
	},
	weekdays: numbered(0, "domingo", "segunda feira|segunda", "terca feira|terca",
		"quarta feira|quarta", "quinta feira|quinta", "sexta feira|sexta", "sabado"),
	unsure: set("segunda", "terca", "quarta", "quinta", "sexta"),
	months: numbered(1, "janeiro|jan", "fevereiro|fev", "marco|mar", "abril|abr", "maio|mai",
		"junho|jun", "julho|jul", "agosto|ago", "setembro|set", "outubro|out", "novembro|nov",
		"dezembro|dez"),
	unsureMonths: set("marco", "mar", "set", "out", "mai", "ago", "jan", "dez"),
	on: set("no", "na", "neste", "nesta", "este", "esta", "dia", "de", "do", "da", "para", "pro",
		"pra"),
	in: set("em", "neste"), next: set("proximo", "proxima", "vem"),
	joins: set("a", "ate", "e", "ao"),
	parts: map[string]int{"a noite": evening, "de noite": evening, "noite": evening,
		"a tarde": afternoon, "de tarde": afternoon, "tarde": afternoon},
	after: set("as", "depois", "das", "partir", "a", "apos"), of: set("de", "do"),
	hour: set("h", "horas", "hs"),
})

var spanish = withKeys(&language{
	days: map[string]span{
		"hoy": {}, "esta noche": {after: evening}, "hoy por la noche": {after: evening},
		"esta tarde": {after: afternoon},
		"manana":     {n: 1}, "pasado manana": {n: 2},
		"fin de semana": {unit: weekendUnit}, "finde": {unit: weekendUnit},
		"proximo fin de semana":   {unit: weekendUnit, n: 1},
		"fin de semana que viene": {unit: weekendUnit, n: 1},
		"esta semana":             {unit: weekUnit},
		"proxima semana":          {unit: weekUnit, n: 1},
		"semana que viene":        {unit: weekUnit, n: 1},
		"este mes":                {unit: monthUnit},
		"proximo mes":             {unit: monthUnit, n: 1},
		"mes que viene":           {unit: monthUnit, n: 1},
	},
	weekdays: numbered(0, "domingo", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado"),
	unsure:   set(),
	months: numbered(1, "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
		"septiembre|setiembre", "octubre", "noviembre", "diciembre"),
	unsureMonths: set("mayo"),
	on:           set("el", "este", "esta", "del", "los"), in: set("en", "este"),
	next:  set("proximo", "proxima", "viene"),
	joins: set("a", "al", "hasta", "y"),
	parts: map[string]int{"por la noche": evening, "noche": evening, "por la tarde": afternoon,
		"tarde": afternoon, "en la noche": evening},
	after: set("a", "las", "desde", "despues", "partir", "de"), of: set("de", "del"),
	hour: set("h", "horas", "hs"),
})

var french = withKeys(&language{
	days: map[string]span{
		"aujourd hui": {}, "ce soir": {after: evening}, "cette nuit": {after: evening},
		"cet apres midi": {after: afternoon},
		"demain":         {n: 1}, "apres demain": {n: 2},
		"week end": {unit: weekendUnit}, "weekend": {unit: weekendUnit},
		"week end prochain": {unit: weekendUnit, n: 1}, "prochain week end": {unit: weekendUnit,
			n: 1},
		"cette semaine":     {unit: weekUnit},
		"semaine prochaine": {unit: weekUnit, n: 1},
		"ce mois":           {unit: monthUnit},
		"ce mois ci":        {unit: monthUnit},
		"mois prochain":     {unit: monthUnit, n: 1},
	},
	weekdays: numbered(0, "dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"),
	unsure:   set(),
	months: numbered(1, "janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout",
		"septembre", "octobre", "novembre", "decembre"),
	unsureMonths: set("mars", "mai"),
	on:           set("le", "ce", "du", "les", "la"), in: set("en", "ce"),
	next:  set("prochain", "prochaine"),
	joins: set("a", "au", "et", "jusqu"),
	parts: map[string]int{"soir": evening, "au soir": evening, "nuit": evening,
		"apres midi": afternoon},
	after: set("a", "des", "apres", "partir", "de"), of: set("er"),
	hour: set("h", "heures", "heure"),
})

var german = withKeys(&language{
	days: map[string]span{
		"heute": {}, "heute abend": {after: evening}, "heute nacht": {after: evening},
		"heute nachmittag": {after: afternoon},
		"morgen":           {n: 1}, "morgen abend": {n: 1, after: evening}, "ubermorgen": {n: 2},
		"uebermorgen": {n: 2},
		"wochenende":  {unit: weekendUnit}, "dieses wochenende": {unit: weekendUnit},
		"nachstes wochenende": {unit: weekendUnit, n: 1},
		"diese woche":         {unit: weekUnit},
		"nachste woche":       {unit: weekUnit, n: 1},
		"diesen monat":        {unit: monthUnit},
		"nachsten monat":      {unit: monthUnit, n: 1},
	},
	weekdays: numbered(0, "sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag",
		"samstag|sonnabend"),
	unsure: set(),
	months: numbered(1, "januar|janner", "februar", "marz|maerz", "april", "mai", "juni", "juli",
		"august", "september", "oktober", "november", "dezember"),
	unsureMonths: set("mai", "august"),
	on:           set("am", "diesen", "den", "vom", "der"), in: set("im", "diesen"),
	next:  set("nachsten", "nachster", "nachstes", "kommenden"),
	joins: set("bis", "und", "zum"),
	parts: map[string]int{"abend": evening, "abends": evening, "nacht": evening,
		"nachmittag": afternoon},
	after: set("ab", "um", "nach", "gegen"), of: set(),
	hour: set("uhr", "h"),
})

// withKeys fills in the key words of a language.
func withKeys(l *language) *language {
	l.key = map[string]bool{}
	add := func(phrase string) {
		for word := range strings.FieldsSeq(phrase) {
			if !l.on[word] && !l.in[word] && !l.joins[word] && !l.of[word] {
				l.key[word] = true
			}
		}
	}
	for phrase := range l.days {
		add(phrase)
	}
	for name := range l.weekdays {
		add(name)
		for part := range l.parts {
			l.key[name+part] = true
		}
	}
	for name := range l.months {
		add(name)
	}
	return l
}

// known are the languages by their tag.
var known = map[tags.Base]*language{
	base(tags.Portuguese): portuguese, base(tags.Spanish): spanish, base(tags.French): french,
	base(tags.German): german,
}

func base(tag tags.Tag) tags.Base {
	b, _ := tag.Base()
	return b
}

// Rules read the queries of one site. They are safe for concurrent use.
type Rules struct{ languages []*language }

// For returns the rules of a site with this locale (BCP 47): those of its language, then English,
// in which people search everywhere.
func For(locale string) Rules {
	if l := known[base(tags.Make(locale))]; l != nil {
		return Rules{[]*language{l, english}}
	}
	return Rules{[]*language{english}}
}
