// Package i18n holds the texts of the site, its documents and its agents in every language. It is
// shared by builder and edge and imports no other package of this project.
//
// # Files for translators
//
// Each locale is one file, locales/<locale>.yaml, of keys and texts:
//
//	event.tickets: Ingressos                 # a text
//	page.page_of: Página %{page} de %{last}  # a text with placeholders
//	page.events:                             # a text that depends on a number
//	  =0: "%{n} eventos"
//	  one: "%{n} evento"
//	  many: "%{n} de eventos"
//	  other: "%{n} eventos"
//	date.short_days: [dom, seg, ter, …]      # a list
//
// Keys are grouped by the place where their texts are used. The comments of en.yaml explain once
// what a text says and where it is used.
//
// Forms of a number are the categories of CLDR (zero, one, two, few, many, other) for whole numbers
// of that language, and exact numbers ("=0"), which win over categories. A form named by a category
// holds every placeholder; a form of an exact number may omit some.
//
// # A new locale
//
// Write locales/<locale>.yaml and add its name to the list [names] in locale.go. The test of this
// package then lists the keys that are missing, the keys that are not used, the placeholders that
// are wrong and the forms of numbers that the language needs or does not have.
//
// # Texts in Go
//
// A package declares the texts that it uses as fields of a struct and binds the struct:
//
//	type texts struct {
//		Tickets string       `i18n:"event.tickets"`
//		PageOf  i18n.Message `i18n:"page.page_of,page,last"`
//		Events  i18n.Plural  `i18n:"page.events,n"`
//	}
//	var textsOf = i18n.Bind[texts]()
//	…
//	t := textsOf("pt-BR")
//	t.Tickets                      // Ingressos
//	t.PageOf.Text("2", "7")        // Página 2 de 7
//	t.Events.Count(3)              // 3 eventos
//
// Texts are parsed once, when a struct is bound: a text is then a field, a message a list of pieces
// that [Message.Text] joins. Package golang.org/x/text/message formats by reflection and knows
// arguments by position only. The categories of numbers come from golang.org/x/text/feature/plural.
package i18n
