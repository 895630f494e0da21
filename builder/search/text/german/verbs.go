package german

import (
	"slices"
	"strings"
)

// strongVerbs are an infinitive, the third person and the participle each, folded (Duden, Die
// Grammatik, list of irregular verbs).
const strongVerbs = `
	backen backt gebacken beginnen beginnt begonnen biegen biegt gebogen bieten bietet geboten
	binden bindet gebunden bitten bittet gebeten blasen blast geblasen bleiben bleibt geblieben
	brechen bricht gebrochen brennen brennt gebrannt bringen bringt gebracht denken denkt gedacht
	dringen dringt gedrungen essen isst gegessen fahren fahrt gefahren fallen fallt gefallen
	fangen fangt gefangen finden findet gefunden fliegen fliegt geflogen fliehen flieht geflohen
	fliessen fliesst geflossen fressen frisst gefressen frieren friert gefroren geben gibt gegeben
	gehen geht gegangen gelingen gelingt gelungen geniessen geniesst genossen gewinnen gewinnt
	gewonnen giessen giesst gegossen gleichen gleicht geglichen graben grabt gegraben greifen
	greift gegriffen hangen hangt gehangen heben hebt gehoben heissen heisst geheissen helfen
	hilft geholfen kennen kennt gekannt klingen klingt geklungen kommen kommt gekommen kriechen
	kriecht gekrochen laden ladt geladen lassen lasst gelassen laufen lauft gelaufen leiden leidet
	gelitten leihen leiht geliehen lesen liest gelesen liegen liegt gelegen messen misst gemessen
	nehmen nimmt genommen nennen nennt genannt pfeifen pfeift gepfiffen reissen reisst gerissen
	reiten reitet geritten rennen rennt gerannt riechen riecht gerochen rufen ruft gerufen
	schaffen schafft geschaffen scheinen scheint geschienen schieben schiebt geschoben schiessen
	schiesst geschossen schlafen schlaft geschlafen schlagen schlagt geschlagen schliessen
	schliesst geschlossen schmelzen schmilzt geschmolzen schneiden schneidet geschnitten schreiben
	schreibt geschrieben schreiten schreitet geschritten schwimmen schwimmt geschwommen schwingen
	schwingt geschwungen sehen sieht gesehen senden sendet gesandt singen singt gesungen sinken
	sinkt gesunken sitzen sitzt gesessen spinnen spinnt gesponnen sprechen spricht gesprochen
	springen springt gesprungen stechen sticht gestochen stehen steht gestanden steigen steigt
	gestiegen sterben stirbt gestorben stossen stosst gestossen streichen streicht gestrichen
	tragen tragt getragen treffen trifft getroffen treiben treibt getrieben treten tritt getreten
	trinken trinkt getrunken vergessen vergisst vergessen verlieren verliert verloren wachsen
	wachst gewachsen waschen wascht gewaschen weisen weist gewiesen werben wirbt geworben werfen
	wirft geworfen wiegen wiegt gewogen ziehen zieht gezogen zwingen zwingt gezwungen
	herunterladen herunterladt heruntergeladen hochladen hochladt hochgeladen
	aufnehmen aufnimmt aufgenommen ansehen ansieht angesehen vorlesen vorliest vorgelesen
	verbinden verbindet verbunden vergleichen vergleicht verglichen empfangen empfangt empfangen
	wiedergeben wiedergibt wiedergegeben ausgeben ausgibt ausgegeben eingeben eingibt eingegeben`

// weakVerbs are the most used verbs with regular forms, folded, after the lists of words of
// the Goethe-Institut, and those of spare time and of computers. A bar stands behind a prefix that
// ge- and zu stand behind.
const weakVerbs = `
	abonnieren adressieren aktivieren aktualisieren analysieren animieren antworten arbeiten
	arrangieren archivieren chatten diskutieren editieren experimentieren exportieren
	finanzieren formatieren forschen grussen importieren informieren inszenieren
	kalibrieren klicken kombinieren kommentieren kommunizieren komponieren kontrollieren konvertieren
	korrigieren liefern melden mieten mischen moderieren navigieren notieren nummerieren
	pflanzen pflegen polieren prasentieren produzieren renovieren reservieren restaurieren
	retten rosten sanieren schalten schauen schenken schmucken schnitzen servieren
	simulieren skizzieren sortieren spenden steuern studieren synchronisieren tauchen tauschen
	telefonieren topfern trainieren trennen visualisieren weben wechseln wunschen zaubern
	zelten zitieren
	basteln bauen bohren brauen buchen decken drehen ehren fehlen feiern filmen filtern
	folgen fotografieren fragen fuhlen fuhren fullen hacken heilen heizen hoffen holen horen
	installieren jagen kauen kaufen kleben klettern kochen konfigurieren kopieren kuhlen lachen
	leben legen lehren lernen lieben loben locken loschen losen malen meinen merken mixen
	musizieren nahen nutzen offnen organisieren packen planen proben probieren programmieren
	prufen pumpen putzen rechnen reisen reparieren rollen rudern sagen sammeln scannen schicken
	segeln sichern sparen speichern spielen spulen starten sticken storen stricken suchen surfen
	tanzen teilen testen tippen toben turnen uben wahlen wandern warnen wecken weinen wohnen
	zahlen zeichnen zeigen
	begleiten beleuchten bemalen benutzen beobachten berechnen beschleunigen bestellen bestimmen
	bewegen bewerten erganzen erklaren ermitteln ermoglichen erneuern eroffnen erweitern erzeugen
	uberprufen ubernachten verarbeiten verbessern verfolgen vergrossern verkaufen verkleinern
	verlangern vermieten vermitteln veroffentlichen verteilen verwandeln verwenden verzaubern
	wiederholen zerlegen
	bearbeiten betrachten besuchen entdecken entschlusseln entwickeln erkunden erleben erstellen
	erzahlen ubersetzen uberwachen unterstutzen verschlusseln verwalten
	ab|holen ab|schalten ab|speichern an|fertigen an|horen an|kundigen an|melden an|passen
	an|schauen auf|bauen auf|raumen aus|fullen aus|schalten aus|suchen aus|tauschen ein|fugen
	ein|kaufen ein|scannen ein|schalten ein|teilen ein|uben fort|setzen her|stellen hinzu|fugen
	nach|bauen nach|kochen um|bauen um|rechnen vor|bereiten vor|stellen zu|horen zu|schauen
	zuruck|setzen zusammen|bauen zusammen|stellen
	ab|spielen an|zeigen auf|fuhren auf|zeichnen aus|drucken aus|fuhren aus|probieren aus|stellen
	aus|wahlen ein|richten ein|stellen kennen|lernen mit|machen mit|spielen um|wandeln vor|fuhren
	zusammen|fassen`

// VerbRows are the forms of these verbs, a row each: infinitive, third person, participle
// with its endings.
func VerbRows() (rows [][]string) {
	participle := func(row []string, word string) []string {
		for _, ending := range [...]string{"", "e", "en", "er", "es"} {
			row = append(row, word+ending)
		}
		return row
	}
	for verb := range slices.Chunk(strings.Fields(strongVerbs), 3) {
		rows = append(rows, participle(slices.Clone(verb[:2]), verb[2]))
	}
	for verb := range strings.FieldsSeq(weakVerbs) {
		prefix, base, separable := strings.Cut(verb, "|")
		if !separable {
			prefix, base = "", verb
		}
		third := strings.TrimSuffix(strings.TrimSuffix(base, "n"), "e")
		if strings.HasSuffix(third, "t") || strings.HasSuffix(third, "d") ||
			strings.HasSuffix(third, "chn") ||
			strings.HasSuffix(third, "ffn") {
			third += "e"
		}
		row, participles := []string{prefix + base, prefix + third + "t"}, prefix+"ge"+third+"t"
		if separable {
			row = append(row, prefix+"zu"+base)
		}
		if strings.HasSuffix(base, "ieren") || lacksGe(base) {
			participles = prefix + third + "t"
		}
		rows = append(rows, participle(row, participles))
	}
	return rows
}

// lacksGe reports whether a verb of the table has an inseparable prefix.
func lacksGe(verb string) bool {
	return slices.ContainsFunc([]string{"be", "ent", "er", "uber", "unter", "ver", "wieder", "zer"},
		func(prefix string) bool { return strings.HasPrefix(verb, prefix) })
}
