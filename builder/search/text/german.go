package text

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"cartaz/builder/search/text/german"
)

// germanParts are simple words that German makes most of its compounds of, beside the words of the
// catalogue itself: of 72 events few have both Rad and Tour as words of their own, and Radtour is
// one all the same. Each is a headword of Duden; nouns of everyday life and of what people do in
// their spare time, in the singular, and verbs whose stem stands before nouns (Nähkurs). Left out
// are those that are an ending of other words as well (Ente, Alter, Test) or of names of people
// (Sohn, Mann).
const germanParts = `
	Abend Acker Advent Affe Akademie Altstadt Amt Anfang Apfel Arbeit Arzt Atelier Atem Auge Auto
	Baby Bach Bahn Ball Ballett Band Bank Barock Bart Basar Bauch Bauer Baum Becken Beere Berg
	Beruf Bett Bibliothek Biene Bier Bild Birne Blatt Blume Blut Boden Boot Brauch Braut Brett
	Brief Brille Brot Bruder Brunnen Brücke Buch Bude Bühne Burg Bürger Butter Burger
	Chor Comedy Computer Dach Dame Dampf Disko Dorf Drache Druck Duft Dunkel
	Ecke Eis Eisen Eltern Engel Erde Ernte Esel Fabrik Fach Faden Fahne Fahrrad Familie Farbe
	Fasching Feder Feier Feld Fenster Ferien Fest Festival Feuer Figur Film Fisch Flagge Flamme
	Fleisch Floh Flöte Flug Fluss Folk Foto Frau Freizeit Freund Frieden Frucht Früh Frühling
	Frühstück Fuchs Führung Fuß Fußball Garten Gasse Gast Geburt Geist Geld Gemälde Gemeinde
	Gemüse Gesang Geschichte Gespräch Gesundheit Gewürz Gitarre Glas Glocke Glück Gold Gott Grab
	Gras Grill Gruppe Gürtel Haar Hafen Halle Handwerk Haus Haut Heide Heimat Herbst Herz Hexe
	Himmel Hirsch Hobby Hochschule Hochzeit Hof Höhle Holz Honig Horn Hund Humor Hügel Hütte
	Insel Instrument Jagd Jahr Jazz Jugend Kabarett Kaffee Kaiser Kammer Kanal Kanu Kapelle
	Karneval Karte Kartoffel Käse Kasten Katze Keller Keramik Kerze Kette Kind Kino Kirche Kirsche
	Klasse Klavier Kleid Kleider Klima Kloster Kneipe Knochen Koffer Kohle Kolleg König Konzert
	Kopf Korb Körper Kraft Kräuter Kranz Krankheit Kreis Kreuz Krieg Krimi Krippe Küche Kuchen
	Kugel Kultur Kunst Kurs Küste Labor Laden Lager Lampe Land Landschaft Laterne Lauf Leben
	Leder Lehm Lehrer Leiter Leinwand Lesung Leuchtturm Licht Liebe Lied Literatur Luft Mädchen
	Magie Maler Malerei Märchen Markt Marsch Maschine Maske Mauer Maus Medien Meer Meister
	Mensch Messe Metall Milch Mittag Mitternacht Mode Modell Mond Moor Moos Mord Motor Motorrad
	Mühle Mund Münze Museum Musik Mutter Nacht Nadel Nachbar Nachmittag Nähmaschine Natur Nebel
	Netz Obst Ofen Oper Orchester Orgel Oster Ostern Palast Papier Park Party Pfad Pfarrer Pferd
	Pflanze Pflege Pilz Plakat Planet Platte Platz Poesie Politik Pony Post Preis Presse Prinz
	Probe Programm Projekt Puppe Quartett Quartier Quelle Quiz Rad Radio Rathaus Raum Rausch Recht
	Reformation Regen Reise Reiter Rennen Restaurant Revue Ring Ritter Rock Roman Rose Runde
	Rundgang Saal Sache Saft Sage Saison Salat Salz Samen Sammler Sand Sänger Satz Säule Schach
	Schatten Schatz Schau Schauspiel Schein Schiff Schirm Schlacht Schlag Schlager Schlange
	Schloss Schlüssel Schmied Schmuck Schnee Schnitt Schnitzel Schokolade Schrank Schrift Schuh
	Schule Schüler Schutz Schwein Schwester See Segel Seide Seife Seil Seminar Senioren Silber
	Silvester Sinn Skulptur Slam Sommer Sonne Spaß Spaziergang Speise Spiegel Spiel Spitze
	Sport Sprache Sprung Stadion Stadt Stall Stamm Stand Star Stein Stelle Stern Stiftung Stimme
	Stock Stoff Straße Strand Strauch Streich Strom Stube Stück Student Studio Stuhl Stunde Sturm
	Suppe Tafel Tal Tango Tante Tanz Tasche Tasse Taufe Technik Tee Teich Tempel Theater Thron
	Tier Tisch Tochter Töpfer Topf Tor Torte Tour Tracht Traum Treff Treffen Treppe Trommel
	Trompete Tuch Turm Turnier Umwelt Universität Vater Verein Verkehr Vieh Vogel Volk Vortrag
	Wagen Wahl Wald Wand Wanderung Ware Wärme Wasser Weihnacht Weihnachten Wein Welt Werk
	Werkstatt Wetter Wette Wiese Wind Winter Wirtschaft Wissen Wissenschaft Woche Wolf Wolke Wolle
	Wort Wunder Würfel Wurst Wurzel Wüste Zahl Zahn Zauber Zeichen Zeit Zeitung Zelt Zentrum
	Ziege Ziel Zimmer Zirkus Zoo Zucker Zug Zukunft
	backen basteln baden feiern hören kochen lachen laufen lernen lesen malen nähen reiten rudern
	schreiben schwimmen segeln singen spielen stricken tanzen trinken turnen wandern zeichnen`

// GermanParts returns the words that compounds are most often made of, folded.
var GermanParts = sync.OnceValue(func() []string { return strings.Fields(Fold(germanParts)) })

// germanNounsER are the nouns with a plural in -er, folded (Duden, Die Grammatik, "Plural"; of
// those with another plural too the ones that have it in everyday words). Compounds end in them.
const germanNounsER = `
	amt bad band bild bistum blatt brett buch dach denkmal dorf fach fass feld geist geld gemut
	geschlecht gesicht gespenst gewand glas glied gott grab grabmal gras gut haupt haus holz horn
	huhn irrtum kalb kind kleid korn kraut lamm land leib licht lied loch mann maul mitglied nest
	pfand rad rand regiment reichtum rind schild schloss schwert strauch tal tuch tum volk wald
	weib wort wurm`

// germanSuffixes are what derived adjectives and participles end in, folded, each with the least
// letters before it (Duden, Die Grammatik, "Wortbildung"). Behind them -er, -es and -em are endings
// of adjectives; behind other words -er makes plurals and people, too: a Musiker is no Musik.
const germanSuffixes = `
	isch 2 ig 3 lich 2 bar 3 sam 2 haft 2 los 3 iv 3 al 3 uell 2 iell 2 onell 2 ant 3 ent 4 ar 4
	iert 2 elt 4 ert 4 ekt 3 end 4 en 4 ern 2`

// germanDerived are the endings of the nouns with a plural in -er and of derived adjectives, as a
// table of endings.go.
func germanDerived() string {
	var table strings.Builder
	for noun := range strings.FieldsSeq(germanNounsER) {
		table.WriteString(noun + "er " + noun + " 0\n" + noun + "ern " + noun + " 0\n")
	}
	for suffix := range slices.Chunk(strings.Fields(germanSuffixes), 2) {
		for _, ending := range [...]string{"er", "es", "em"} {
			table.WriteString(suffix[0] + ending + " " + suffix[0] + " " + suffix[1] + "\n")
		}
	}
	return table.String()
}

// germanShortNouns have plurals or datives in -en behind three letters or less, where no rule of
// endings joins the two, since Bären are no Bar; or plurals in -er behind a vowel. Left out are
// those of which a form is another word: wegen, raten.
const germanShortNouns = `
	ast aste asten
	dom dome domen
	gas gase gasen
	hof hofe hofen
	kuh kuhe kuhen
	los lose losen
	ort orte orten
	tag tage tagen
	ton tone tonen
	zug zuge zugen
	akt akten akte
	art arten
	bus busse bussen
	ei eier eiern
	fee feen
	ohr ohren
	see seen
	ski skier skiern
	tat taten
	tor tore toren
	tur turen
	typ typen
	uhr uhren
	zeh zehen
	jude judin juden judinnen
	erbe erbin erben erbinnen
	prinz prinzessin prinzen prinzessinnen`

// germanAdjectives are the simple adjectives of everyday life, folded; those in -isch, -ig, -lich
// and the like bend by rules of endings. No rule of endings holds for all: Bürger are no Burg.
const germanAdjectives = `
	arm bekannt bequem berühmt besonder billig blau blind braun breit bunt böse deutsch dick direkt
	dumm dunn echt eckig edel eigen eng ernst falsch fein fern fertig feucht fit flach flott
	frech frei fremd frisch froh früh ganz gelb genau gerade gesund glatt gleich grau grob grün
	halb hart hell hübsch heiß jung kalt klar klein klug knapp krank krumm kurz lang laut leer
	leicht leise lieb locker mild modern müde nass nackt nett neu offen orange reich reif rein
	richtig roh rot rund sanft satt sauber sauer scharf schief schlank schlau schlecht schlimm
	schmal schnell schön schräg schwach schwarz schwer spät stark steil still stolz stumm
	süß tief toll tot treu trocken voll wach wahr warm weich weiß wild wund zahm zart`

// germanIrregulars are forms of adjectives that change more than their ending, a row each.
const germanIrregulars = `
	alt alte altes alten altem altere alterer alteres alteren alteste altester altesten
	gross grosse grosser grosses grossen grossem grossere grosserer grosseren grosste grossten
	gut gute guter gutes guten gutem besser bessere besserer besseres besseren beste bester besten
	hoch hohe hoher hohes hohen hohem hohere hoherer hoheres hoheren hochste hochster hochsten
	teuer teure teurer teures teuren teurem
	dunkel dunkle dunkler dunkles dunklen dunklem`

// germanRows are the rows of these words, folded.
var germanRows = sync.OnceValue(func() (rows [][]string) {
	for _, table := range [...]string{germanShortNouns, germanIrregulars} {
		for line := range strings.Lines(strings.TrimSpace(table)) {
			rows = append(rows, strings.Fields(line))
		}
	}
	for _, word := range strings.Fields(Fold(germanAdjectives)) {
		stem, row := strings.TrimSuffix(word, "e"), []string{word}
		superlative := "st"
		if strings.ContainsAny(stem[len(stem)-1:], "dtsxziu") {
			superlative = "est"
		}
		for _, end := range [...]string{"", "er", superlative} {
			for _, ending := range [...]string{"e", "en", "er", "es", "em"} {
				row = append(row, stem+end+ending)
			}
		}
		rows = append(rows, row)
	}
	return rows
})

// germanSpellings are what German words, and parts of them, are written with in two ways: before
// and after the reform of 1996, and both ways since (Amtliche Regelung der deutschen
// Rechtschreibung, § 32 and the list of words; Duden).
var germanSpellings = readSpellings(`
	photo foto
	graph graf
	phon fon
	phanta fanta
	delphin delfin
	symphon sinfon
	club klub
	casino kasino
	disco disko
	circus zirkus
	cousine kusine
	cabaret kabarett
	yacht jacht
	thunfisch tunfisch
	panther panter
	joghurt jogurt
	spaghetti spagetti
	ketchup ketschup
	mayonnaise majonase
	portemonnaie portmonee
	varietee variete
	exposee expose
	friseu friso
	schiffahrt schifffahrt
	ballettanz balletttanz
	potential potenzial
	tiell ziell
	justitiar justiziar
	stengel stangel
	gemse gamse
	kanguruh kanguru
	numerier nummerier
	plazier platzier
	aufwendig aufwandig
	selbstandig selbststandig
	silvester sylvester`)

// readSpellings reads a pair a line.
func readSpellings(table string) (pairs [][2]string) {
	for line := range strings.Lines(strings.TrimSpace(table)) {
		f := strings.Fields(line)
		pairs = append(pairs, [2]string{f[0], f[1]})
	}
	return pairs
}

// spellingsBy has the pairs by the first letter of what is written in the first way, and by that of
// the second.
var spellingsBy = func() (by [2][256][][2]string) {
	for _, pair := range germanSpellings {
		for way, part := range pair {
			by[way][part[0]] = append(by[way][part[0]], pair)
		}
	}
	return by
}()

// GermanSpellings returns the pairs of parts of German words that are written in two ways, folded.
func GermanSpellings() [][2]string { return germanSpellings }

// addSpellings adds the first word as it is written otherwise, and the forms of that: all of its
// parts in the second way, and all in the first.
func addSpellings(f *Inflections, r *Rules) {
	var buf [MaxToken]byte
	for from := range 2 {
		other := AppendSpelling(buf[:0], f.At(0), from)
		if len(other) == 0 {
			continue
		}
		if before := f.Len(); f.add(other, "") {
			f.addForms(r, before)
			f.addRow(r, other)
		}
	}
}

// AppendSpelling appends a folded word with all that is written in two ways in the other way than
// from, 0 or 1. It appends nothing when nothing in the word is written in the way from.
func AppendSpelling(dst, w []byte, from int) []byte {
	start, changed := len(dst), false
	for i := 0; i < len(w); {
		old, other := spellingAt(w[i:], from)
		if old == "" {
			dst = append(dst, w[i])
			i++
			continue
		}
		dst, changed = append(dst, other...), true
		i += len(old)
	}
	if !changed || len(dst)-start > MaxToken {
		return dst[:start]
	}
	return dst
}

// spellingAt returns what a word begins with that is written in two ways, if it is written in the
// way from, and the other way.
func spellingAt(w []byte, from int) (old, other string) {
	for _, pair := range spellingsBy[from][w[0]] {
		old, other = pair[from], pair[1-from]
		if bytes.HasPrefix(w, []byte(old)) &&
			(len(old) > len(other) || !bytes.HasPrefix(w, []byte(other))) {
			return old, other
		}
	}
	return "", ""
}

// GermanFamily is the words that are made of the same root as a German one, and say nearly the
// same: verwalten, Verwaltung, Verwalter (see german.Roots). They are other words, so they are
// looked for only when a text finds nothing otherwise.
type GermanFamily struct{ word german.Roots }

// Read reads a folded word and reports whether it has a family.
func (f *GermanFamily) Read(r *Rules, w []byte) bool {
	if r.languages&German == 0 || !isLatin(w) || len(w) > MaxToken {
		return false
	}
	f.word.Read(w)
	return f.word.Len() > 0
}

// Beginnings is how many beginnings there are.
func (f *GermanFamily) Beginnings() int { return f.word.Beginnings() }

// Beginning returns letters that words of the family begin with, or nothing; each word has one of
// the beginnings. It is good until the next call.
func (f *GermanFamily) Beginning(i int) []byte { return f.word.Beginning(i) }

// Has reports whether a folded word is of the family.
func (f *GermanFamily) Has(w []byte) bool {
	_, ok := f.root(w)
	return ok
}

// root returns the root that a folded word has in common with the one that was read.
func (f *GermanFamily) root(w []byte) ([]byte, bool) {
	if !isLatin(w) || len(w) > MaxToken {
		return nil, false
	}
	return f.word.Meet(w)
}

// germanFamilyOf names the root that two words have in common.
func germanFamilyOf(r *Rules, word, form []byte) string {
	var f GermanFamily
	if !f.Read(r, word) {
		return ""
	}
	if root, ok := f.root(form); ok {
		return "de family " + string(root) + "-"
	}
	return ""
}
