package a2a

import (
	"slices"
	"strings"
)

// The words of requests, folded, in all languages at once: Portuguese, English, Spanish, French and
// German. A person may write to a Brazilian brand in English. A word is listed here when it says
// that the person wants something, but not what. Words that are part of names in another of the
// languages are left out: "con" (Comic Con), "mit" (MIT).

// set reads a list of words from strings.
func set(lists ...string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(strings.Join(lists, " ")) {
		words[w] = true
	}
	return words
}

// inCues announce a place, makerCues an organiser, stateCues a state. ofCues may announce any kind:
// after one of makers an organiser, after a state cue a state.
var (
	inCues    = set("em no na nos nas in at near around perto en cerca dans chez pres bei nahe")
	ofCues    = set("de do da dos das of from para to del du des d au aux von aus")
	makerCues = set("por pelo pela pelos pelas by organizador organizadora organizacao produtor "+
		"produtora producao organizer organiser promoter producer",
		"productor productora organizacion", "par organisateur organisatrice producteur",
		"veranstalter veranstalterin")
	makers = set("organizador organizadora organizacao organizado organizada organizados "+
		"organizadas produtor produtora producao produzido produzidos eventos events shows",
		"productor productora organizacion conciertos",
		"organisateur organisatrice organise organisee organises organisees evenements concerts",
		"veranstalter veranstaltungen veranstaltet konzerte")
	stateCues = set("estado state uf region provincia departement bundesland")
)

// stopWords are the words that are not searched for.
var stopWords = set(
	// Articles, prepositions and conjunctions, as in the index.
	`a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas
	para pra pro com ao aos e ou que se the an of in on at to for and or with by from about near
	around sobre perto`,
	// The general word for what is wanted: any event.
	`evento eventos event events show shows concert concerts concerto concertos gig gigs conference
	conferences conferencia conferencias espetaculo espetaculos atracao atracoes programacao
	agenda lineup ingresso ingressos ticket tickets coisa coisas thing things something anything
	stuff algo opcoes`,
	// The wish itself.
	`quero queria gostaria preciso procuro procurando buscar busca busque buscando encontre
	encontrar achar ache mostre mostra mostrar me mim liste listar lista veja ver saber quais qual
	tem ha havera vai vao ter rola rolando acontece acontecem acontecendo acontecera sao esta
	estao existe existem algum alguma alguns algumas todo toda todos todas fazer comprar onde
	quando oi ola favor disponivel disponiveis i am m im want would d like looking find search
	show list give tell what whats which where when is are there s any some all my going happening
	do please hi hello can could you us buy available have has will be it that run hosted`,
	// The kind of a name.
	`cidade cidades estado estados uf organizador organizadora organizacao organizado organizada
	organizados organizadas produtor produtora produzido produzidos promovido promovidos realizado
	realizados city cities state states organizer organiser organized organised producer produced
	promoter presented`,
	// Spanish, in the same order.
	`el los las un unas del en y sobre evento eventos concierto conciertos congreso congresos
	espectaculo espectaculos funcion funciones programa cartelera entrada entradas boleto boletos
	cosa cosas algo busco quiero quisiera necesito muestra muestrame dime encuentra cuales cual
	donde cuando hay habra ver son esta estan alguno algunas algunos gracias disponible disponibles
	ciudad ciudades region provincia organizacion productor productora`,
	// French; an apostrophe parts words.
	`le les un une des du au aux d l j s t y c qu ne en dans chez sur pour par avec et ou qui quoi
	quel quelle quels quelles est sont cette ces je voudrais veux cherche chercher trouve trouver
	trouvez montre montrez montrer moi donne donnez voir evenement evenements spectacle spectacles
	conference conferences billet billets chose choses quelque quelques passe passent aura aller
	bonjour salut merci plait vous svp disponible disponibles ville villes departement tous toutes
	organisateur organisatrice organise organisee organises organisees`,
	// German.
	`der die das den dem des ein eine einen einem einer und oder fur in im am an auf zu zum zur von
	vom bei aus uber um was wo wann welche welcher welches gibt gibts lauft laufen findet finden
	statt ist sind ich mochte will suche suchen zeig zeige zeigen mir uns bitte hallo alle etwas
	veranstaltung veranstaltungen konzert konzerte konferenz konferenzen karte karten stadt
	bundesland verfugbar veranstalter veranstaltet`,
)

// shortWords are stop words that are also the abbreviation of a state after a word that announces a
// place: "eventos em es".
var shortWords = set("es al ce il la")

// datePhrases are words that only name a date. Names of days and months are not in the list,
// because they occur in the names of events.
var datePhrases = phrasesOf(
	"hoje", "hoje a noite", "amanha", "depois de amanha", "fim de semana", "final de semana",
	"neste fim de semana", "esta semana", "nesta semana", "essa semana", "proxima semana",
	"semana que vem", "este mes", "neste mes", "esse mes", "proximo mes", "mes que vem", "este ano",
	"proximos dias", "proximos", "proximas",
	"today", "tonight", "tomorrow", "weekend", "this week", "this weekend", "next week",
	"next weekend", "this month", "next month", "this year", "next year", "upcoming", "soon",
	"hoy", "esta noche", "manana", "pasado manana", "este fin de semana", "esta semana",
	"la semana que viene", "este mes", "el mes que viene",
	"aujourd hui", "ce soir", "demain", "apres demain", "ce week end", "week end", "cette semaine",
	"la semaine prochaine", "semaine prochaine", "ce mois", "ce mois ci", "le mois prochain",
	"prochains", "prochaines",
	"heute", "heute abend", "morgen", "morgen abend", "ubermorgen", "dieses wochenende",
	"am wochenende", "wochenende", "diese woche", "nachste woche", "diesen monat",
	"nachsten monat", "demnachst",
)

// phrasesOf splits phrases into words and sorts them, the longest first, so that a short phrase
// does not hide a longer one.
func phrasesOf(phrases ...string) [][]string {
	list := make([][]string, len(phrases))
	for i, p := range phrases {
		list[i] = strings.Fields(p)
	}
	slices.SortStableFunc(list, func(a, b []string) int { return len(b) - len(a) })
	return list
}

// isDropped says whether a word that names nothing is not searched for.
func isDropped(w string) bool { return stopWords[w] || shortWords[w] }
