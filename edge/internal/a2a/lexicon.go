package a2a

import (
	"slices"
	"strings"
)

// The words of requests, folded, in both languages at once: a person may write
// to a Brazilian brand in English. A word is here when it says that something is
// wanted, not what.

// set is a list of words in a string, for reading and for look-ups.
func set(lists ...string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(strings.Join(lists, " ")) {
		words[w] = true
	}
	return words
}

var conjunctions = set("e y and und")

// inCues announce a place, makerCues an organiser, stateCues a state. ofCues may
// announce anything; behind one of makers it is an organiser, behind a state cue
// a state.
var (
	inCues    = set("em no na nos nas in at near around perto")
	ofCues    = set("de do da dos das of from para to")
	makerCues = set("por pelo pela pelos pelas by organizador organizadora organizacao produtor produtora producao organizer organiser promoter producer")
	makers    = set("organizador organizadora organizacao organizado organizada organizados organizadas produtor produtora producao produzido produzidos eventos events shows")
	stateCues = set("estado state uf")
)

// dropped are the words that are not searched for.
var dropped = set(
	// Articles, prepositions and conjunctions, as in the index.
	`a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro com ao aos e ou que se
	the an of in on at to for and or with by from about near around sobre perto`,
	// What is wanted: anything.
	`evento eventos event events show shows concert concerts concerto concertos gig gigs conference conferences conferencia conferencias
	espetaculo espetaculos atracao atracoes programacao agenda lineup ingresso ingressos ticket tickets coisa coisas thing things something
	anything stuff algo opcoes`,
	// That it is wanted.
	`quero queria gostaria preciso procuro procurando buscar busca busque buscando encontre encontrar achar ache mostre mostra mostrar me mim
	liste listar lista veja ver saber quais qual tem ha havera vai vao ter rola rolando acontece acontecem acontecendo acontecera sao esta estao
	existe existem algum alguma alguns algumas todo toda todos todas fazer comprar onde quando oi ola favor disponivel disponiveis
	i am m im want would d like looking find search show list give tell what whats which where when is are there s any some all my going happening
	do please hi hello can could you us buy available have has will be it that run hosted`,
	// The kind of a name.
	`cidade cidades estado estados uf organizador organizadora organizacao organizado organizada organizados organizadas produtor produtora produzido
	produzidos promovido promovidos realizado realizados city cities state states organizer organiser organized organised producer produced promoter presented`,
)

// datePhrases are words for dates that say nothing else. Names of days and
// months are not among them: they stand in the names of events.
var datePhrases = phrasesOf(
	"hoje", "hoje a noite", "amanha", "depois de amanha", "fim de semana", "final de semana", "neste fim de semana", "esta semana", "nesta semana", "essa semana", "proxima semana",
	"semana que vem", "este mes", "neste mes", "esse mes", "proximo mes", "mes que vem", "este ano", "proximos dias", "proximos", "proximas",
	"today", "tonight", "tomorrow", "weekend", "this week", "this weekend", "next week", "next weekend", "this month", "next month", "this year", "next year", "upcoming", "soon",
)

// phrasesOf splits phrases into words, the longest first, so that none hides
// another.
func phrasesOf(phrases ...string) [][]string {
	list := make([][]string, len(phrases))
	for i, p := range phrases {
		list[i] = strings.Fields(p)
	}
	slices.SortStableFunc(list, func(a, b []string) int { return len(b) - len(a) })
	return list
}

func isConjunction(w string) bool { return conjunctions[w] }
func isInCue(w string) bool       { return inCues[w] }
func isMakerCue(w string) bool    { return makerCues[w] }
func isMaker(w string) bool       { return makers[w] }
func isStateCue(w string) bool    { return stateCues[w] }
func isOfCue(w string) bool       { return ofCues[w] }
func isDropped(w string) bool     { return dropped[w] }
