package names

import "strings"

// Forms returns what works are called beside their title, in a language (ISO 639-1), as people
// write it: Carmen is an opera, and its programme may not say so. None of a language that has no
// table here.
func Forms(language string) []string { return strings.Fields(forms[language]) }

var forms = map[string]string{
	"pt": "ópera opereta balé ballet valsa abertura suíte marcha sinfonia concerto musical " +
		"peça conto cantata oratório",
	"en": "opera operetta ballet waltz overture suite march symphony concerto musical play tale " +
		"story cantata oratorio",
	"fr": "opéra opérette ballet valse ouverture suite marche symphonie concerto pièce conte " +
		"cantate oratorio",
	"es": "ópera opereta ballet vals obertura suite marcha sinfonía concierto musical obra " +
		"cuento cantata oratorio",
	"de": "oper operette ballett walzer ouvertüre suite marsch sinfonie symphonie konzert " +
		"musical stück märchen kantate oratorium",
	"ru": "опера оперетта балет вальс увертюра сюита марш симфония концерт мюзикл пьеса сказка " +
		"кантата оратория",
}

// SameEverywhere returns titles of works that languages do not translate, beside those of Titles,
// as people write them.
func SameEverywhere() []string {
	var titles []string
	for title := range strings.SplitSeq(strings.TrimSpace(sameEverywhere), "\n") {
		titles = append(titles, strings.TrimSpace(title))
	}
	return titles
}

// Operas, ballets, concert works, plays and musicals (Grove Music Online; "The Oxford Companion to
// Theatre"). Left out are titles that are a common word or name (Norma, Evita, Annie).
const sameEverywhere = `
	Aida
	Bolero
	Cats
	Carmen
	Carmina Burana
	Cavalleria rusticana
	Chicago
	Coppélia
	Così fan tutte
	Don Carlos
	Don Giovanni
	Don Pasquale
	Elektra
	Falstaff
	Fidelio
	Finlandia
	Giselle
	Grease
	Guys and Dolls
	Hair
	Hairspray
	Hamilton
	Hamlet
	Idomeneo
	Jesus Christ Superstar
	Jingle Bells
	La Bayadère
	La bohème
	La Cenerentola
	La rondine
	La sylphide
	La traviata
	Let It Snow
	Les Misérables
	Les Sylphides
	Lohengrin
	Lucia di Lammermoor
	Lulu
	Macbeth
	Madama Butterfly
	Mamma Mia
	Manon Lescaut
	Nabucco
	My Fair Lady
	Othello
	Otello
	Pagliacci
	Parsifal
	Peer Gynt
	Pelléas et Mélisande
	Petrushka
	Porgy and Bess
	Pulcinella
	Rent
	Rigoletto
	Salome
	Scheherazade
	Spartacus
	Suor Angelica
	Tannhäuser
	Tosca
	Turandot
	West Side Story
	White Christmas
	Wicked
	Winter Wonderland
	Wozzeck`
