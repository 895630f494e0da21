package text

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/text/english"
	"cartaz/builder/search/text/music"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/portuguese"
)

// BuiltinSynonyms are the groups that every index has. They hold only what everybody means by them,
// in every country:
//
//   - how people call large cities. Without them "bh", "poa", "floripa" and "nyc" find nothing at
//     all, and "sampa" finds samba. The abbreviations of states need no entry, since State and
//     StateName are both indexed; "rio" neither, as it is a word of the name. Left out: airport
//     codes few people use, and "la", which is a word in three languages.
//   - spellings of one word that plural rules and typing errors do not join: yoga, the Theatro in
//     the names of old houses, st for saint, and comedy, since "stand up comedy" is what the
//     Portuguese for it is called.
//
// Genres are no synonyms: who types forró does not want everything from the Northeast.
var BuiltinSynonyms = [][]string{
	{"são paulo", "sp", "sampa"},
	{"belo horizonte", "bh"},
	{"curitiba", "ctba"},
	{"philadelphia", "philly"},
	{"porto alegre", "poa"},
	{"brasília", "bsb"},
	{"florianópolis", "floripa"},
	{"new york", "nova iorque", "nova york", "nyc"},
	{"san francisco", "sf"},
	{"saint", "st"},
	{"yoga", "ioga"},
	{"teatro", "theatro"},
	{"comédia", "comedy"},
}

// Titles are the groups of names.Titles, without titles that stop words of the languages leave too
// short: coq d'or is coq in English and French. A title of more than MaxMemberWords words is left
// out too. Who reads none of its language leaves out its articles as they come, and so does a query
// that finds nothing: each title of two words or more also stands without them, carnaval animaux.
func Titles(r *Rules) [][]string {
	groups := names.Titles()
	for i, group := range groups {
		var kept []string
		for _, title := range group {
			for _, title := range [...]string{title, withoutArticles(r, title)} {
				member, err := r.Synonym(title)
				if err == nil && !slices.Contains(kept, title) && (strings.Contains(member, " ") ||
					utf8.RuneCountInString(member) >= leastTitle) {
					kept = append(kept, title)
				}
			}
		}
		groups[i] = kept
	}
	return groups
}

// withoutArticles is a title without Articles where two words or more are left, else the title.
func withoutArticles(r *Rules, title string) string {
	words := strings.Fields(string(AppendSearch(nil, title)))
	left := slices.DeleteFunc(slices.Clone(words),
		func(word string) bool { return r.articles.Has([]byte(word)) })
	if len(left) < 2 || len(left) == len(words) {
		return title
	}
	return strings.Join(left, " ")
}

// titlesOf returns the titles of works, as IsTitle compares them.
func titlesOf(r *Rules) map[string]struct{} {
	m := map[string]struct{}{}
	for _, group := range append(Titles(r), names.SameEverywhere()) {
		for _, title := range group {
			if member, err := r.Synonym(title); err == nil {
				m[strings.ReplaceAll(member, " ", "")] = struct{}{}
			}
		}
	}
	return m
}

// IsTitle reports whether folded words, joined without stop words, are the title of a work.
func IsTitle(r *Rules, joined []byte) bool {
	_, ok := r.titles()[string(joined)]
	return ok
}

// IsForm reports whether a folded word says what form a work has: a query skips it beside the title
// of one when nothing has all of its words.
func IsForm(r *Rules, word []byte) bool {
	return r.forms.Has(word)
}

// eventKinds are what people call kinds of events, a row each. Left out are words that are also
// forms of works (concerto), and those that names have beside the kind (festival, summit).
var eventKinds = []map[Languages]string{
	Concerts: {Portuguese: "show shows", English: "concert concerts gig gigs",
		French:  "concert concerts",
		Spanish: "concierto conciertos", German: "konzert konzerte", Russian: "концерт концерты"},
	{Portuguese: "filme filmes", English: "film films movie movies screening screenings",
		French: "film films", Spanish: "película películas", German: "film filme",
		Russian: "фильм фильмы"},
	{Portuguese: "peça peças espetáculo espetáculos", English: "play plays",
		French: "spectacle spectacles pièce pièces", Spanish: "espectáculo espectáculos",
		German: "aufführung aufführungen", Russian: "спектакль спектакли"},
	{Portuguese: "exposição exposições mostra mostras", English: "exhibition exhibitions",
		French: "exposition expositions", Spanish: "exposición exposiciones",
		German: "ausstellung ausstellungen", Russian: "выставка выставки"},
	{Portuguese: "oficina oficinas", English: "workshop workshops", French: "atelier ateliers",
		Spanish: "taller talleres", German: "workshop workshops"},
	{Portuguese: "curso cursos aula aulas", English: "course courses class classes",
		French: "cours stage stages", Spanish: "curso cursos clase clases", German: "kurs kurse",
		Russian: "курс курсы"},
	{Portuguese: "palestra palestras", English: "talk talks lecture lectures",
		Spanish: "charla charlas", German: "vortrag vorträge", Russian: "лекция лекции"},
	{Portuguese: "conferência conferências", English: "conference conferences",
		French: "conférence conférences", Spanish: "conferencia conferencias",
		German: "konferenz konferenzen", Russian: "конференция конференции"},
	{English: "meetup meetups", French: "rencontre rencontres"},
	{Portuguese: "visita visitas passeio passeios", English: "tour tours",
		French: "visite visites", Spanish: "visita visitas", German: "führung führungen",
		Russian: "экскурсия экскурсии"},
	{Portuguese: "festa festas", English: "party parties", French: "fête fêtes",
		Spanish: "fiesta fiestas", German: "party partys"},
	{Portuguese: "feira feiras", English: "fair fairs", Spanish: "feria ferias"},
}

// EventKinds returns what people call kinds of events in some languages, a row for each kind, with
// the words folded: films and movies are one.
func EventKinds(languages Languages) (rows [][]string) {
	for _, kind := range eventKinds {
		var row []string
		for language, words := range kind {
			if languages&language != 0 {
				row = append(row, strings.Fields(string(AppendSearch(nil, words)))...)
			}
		}
		slices.Sort(row)
		rows = append(rows, slices.Compact(row))
	}
	return rows
}

// EventKind returns the number of the row of EventKinds that a folded word stands in, and false for
// none.
func EventKind(r *Rules, word []byte) (row int, ok bool) {
	return r.eventKinds.Get(word)
}

// Concerts is the row of EventKinds for concerts.
const Concerts = 0

// musicWords say music. Where all events are concerts, it is what all of them are, too.
var musicWords = map[Languages]string{Portuguese: "música", English: "music", French: "musique",
	Spanish: "música", German: "musik", Russian: "музыка"}

// MusicWords returns the words for music of some languages, folded.
func MusicWords(languages Languages) (words []string) {
	for language, word := range musicWords {
		if languages&language != 0 {
			words = append(words, string(AppendSearch(nil, word)))
		}
	}
	return words
}

// IsMusic reports whether a folded word is one of MusicWords.
func IsMusic(r *Rules, word []byte) bool { return r.music.Has(word) }

// CloseRows returns the rows of words of some languages that say nearly the same, folded. They
// stand for each other where a text finds nothing otherwise.
func CloseRows(l Languages) (rows [][]string) {
	if l&Portuguese != 0 {
		rows = portuguese.Close()
	}
	if l&English != 0 {
		rows = append(rows, english.Close()...)
	}
	if l&latin != 0 {
		rows = append(rows, music.Terms()...)
	}
	return rows
}

// leastTitle is the shortest title of one word, in letters.
const leastTitle = 7

// maxInitialsTyped is how many letters stand before a surname: cpe bach.
const maxInitialsTyped = 3

// GivenOf returns the first names, folded, that the last letter of initials may stand for:
// Sebastian of js. It returns none for what may be no initials.
func GivenOf(r *Rules, initials []byte) []string {
	if r.languages&latin == 0 || len(initials) > maxInitialsTyped {
		return nil
	}
	for _, letter := range initials {
		if letter < 'a' || 'z' < letter {
			return nil
		}
	}
	return names.GivenFrom(initials[len(initials)-1])
}

const (
	// MaxSynonyms is the most members of a group of synonyms.
	MaxSynonyms = 32
	// MaxMemberWords is the most words of a member of a group, stop words aside.
	MaxMemberWords = 5
)

// ErrSynonym means a member of a group that is not one to five words, stop words aside, or a group
// of too many.
var ErrSynonym = errors.New("no synonym")

// maxInitials is the most letters of an acronym.
const maxInitials = 6

// EachAcronym calls f with the acronyms of the folded name of a house: CCSP of Centro Cultural de
// São Paulo. These are the initials of three to six words, stop words aside, of the whole name, or
// of what signs part of it. One with a vowel is left out, since it may be a word. f must not retain
// its argument.
func EachAcronym(r *Rules, folded []byte, f func(acronym []byte)) {
	var initials [maxInitials]byte
	n, good, end := 0, true, 0
	flush := func() {
		if good && n > 2 {
			f(initials[:n])
		}
		n, good = 0, true
	}
	for tokens := NewTokenizer(folded); ; {
		token, ok := tokens.Next()
		if !ok {
			flush()
			return
		}
		if string(folded[end:token.Start]) != " " {
			flush()
		}
		end = token.End
		switch word := folded[token.Start:token.End]; {
		case token.IsWord() && r.IsStop(word):
		case !token.IsWord(), word[0] < 'a', 'z' < word[0], isVowel(word[0]), n == maxInitials:
			good = false
		default:
			initials[n] = word[0]
			n++
		}
	}
}
