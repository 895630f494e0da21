// Package phrases finds the words of a search that are filters: days ("hoje", "this weekend",
// "samedi soir", "im Dezember", "28/11"), hours ("22h", "after 8 pm", "à noite"), prices ("até R$
// 60"), and the names of places and organisers ("em Recife", "by Samba & Cia", "près du Louvre").
// Pages, MCP and A2A use it; listquery.Reader.ReadWords documents when words stay words.
//
// [Rules.Read] takes words for time out of a query and returns the days and hours that they mean.
// [Rules.ReadRequest] also finds the names that the index of a release has for events on sale. Both
// use rules, and a file of words for each language (languages/); they guess nothing. An unknown
// phrase stays a word of the search, and so do two times that contradict each other. Callers show
// the result, and offer a search for the words themselves.
//
// Example, on Wednesday, 18 November 2026:
//
//	"samba sábado à noite"   rest "samba", days 2026-11-21 to 2026-11-21, evening
//	"jazz em dezembro"       rest "jazz", days 2026-12-01 to 2026-12-31
//	"quinta sinfonia"        rest "quinta sinfonia": a fifth symphony and no Thursday
//
// How a query is read:
//
//  1. It is split into runs of letters and digits, each folded (package text). A query with a
//     quotation mark is not read.
//  2. From left to right, the longest phrase that the rules know is taken: a day phrase with the
//     preposition before it and the part of the day after it, or an hour.
//  3. Two day phrases that "to" or "and" joins are a range. Any other second day phrase, or second
//     hour, leaves the whole query as it is.
//
// A weekday is the next one, today included. A date without a year is the next one that is not
// over. A month is the whole month, or the rest of the current month.
//
// A message is read for names first, the longest at each word, then for a price in the currency of
// the index, then for time, in every language, and then for a part of the name of a venue. Words
// that only ask are left out. Words for "free", "online" and an open call for papers are filters,
// and some words say what the client wants of the events (a price, to buy) or of the agent
// ([Intent]). The rest is searched for, including topics, and kinds of events if they distinguish
// events ([Names.DropKinds]):
//
//	"Quanto custa a roda de samba grátis em Recife amanhã?"
//	intent Price
//	city   Recife ("em" before it announces a place)
//	free   true
//	text   roda samba amanhã ("a" and "de" only ask; the search reads "amanhã" as a day)
package phrases
