// Package i18n holds the texts of the site, its documents and its agents in every language. It is
// shared by builder and edge and imports nothing of this project.
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
// Keys are grouped by where their texts are used. What a text says and where it stands is explained
// once, in the comments of en.yaml.
//
// Forms of a number are the categories of CLDR (zero, one, two, few, many, other) for whole numbers
// of that language, and exact numbers ("=0"), which go first. A form named by a category holds
// every placeholder; a form of an exact number may leave some out.
//
// # A new locale
//
// Write locales/<locale>.yaml and add its name to the list [names] in locale.go. The test of this
// package then says which keys are missing, which are used nowhere, which placeholders are wrong
// and which forms of numbers the language needs or does not have.
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
// arguments by position only. The categories of numbers are those of
// golang.org/x/text/feature/plural.
package i18n
