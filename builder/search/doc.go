// Package search is the search index of a brand: Writer makes its file, Index answers queries from
// it. It decides what is searchable and how; it knows nothing of HTTP or of what the fragments say.
// Beside each fragment lies a packed form, so that compressed answers can be joined without
// compressing: see package pack.
//
// # Rooms
//
//	text              what a word is: folding, tokens, inflections, stop words, states, synonyms
//	pack              fragments packed so that they can be joined
//	internal/format   the file: its bytes, what reads and verifies them
//	internal/write    from documents to a file
//	internal/match    from a query to clauses, from clauses to the documents that satisfy them
//	internal/rank     from these documents to a page: points, tie-breakers, order
//	internal/relevance, internal/generated   judged queries, and made-up catalogues for benchmarks
//
// # Answers
//
// A document answers a text when every word of the text is found in it. Words are compared as
// text.Fold leaves them. A word is found
//
//   - as it stands; of letters of a script without spaces that begin a run of one Japanese script,
//     where they begin one in the document too;
//   - as an alias: plural and singular, and the ordinals of a number (text/inflections.go), and the
//     number of an ordinal before a work (text/music); a word that a dictionary lists as the same,
//     as quatre and 4 (text/rows.go), or in Russian in other letters, as online
//     (text/russian/international.go), or that is another spelling of a name (text/names), beside
//     another word also one that sounds alike: Anne, Ann; the joined form of a hyphenated word, or
//     its parts where they are neighbours nowhere; the joined form of two words that follow each
//     other in the text, and two words that follow each other in a name or place joined, since on
//     line, on-line and online are one, in descriptions only those of text/joined; three to five
//     words of the text joined, and, where nobody has the word, three to five of a name or place
//     joined (internal/match/joined.go); a Japanese word written in another way (text/writings.go),
//     and a part of a word in katakana (text/terms.go); synonyms (text/synonyms.go,
//     text/stopwords.go), titles of works in other languages (text/names), of a house its acronym
//     (text.EachAcronym), and, but in an index with Japanese, parts of names in camel case
//     (text/camel); a year beside other words, and a month, by what takes place in it; of the names
//     of months those that are other words, too, only in a date (internal/match/dates.go); a
//     Russian word that stands in no name and place, in names that have its family (text.Family),
//     and a noun in a name that has its adjective, where the document has the noun;
//   - as a prefix of a word, from two letters on, when it is the last that is not skipped, or the
//     last before a year; in an index of French, Spanish or Russian, but not of Portuguese or
//     German, a word of which some document has a form is none, unless it begins compounds, as кино
//     does (text.Rules.Completion), nor is a word of documents behind a lone dot: .net;
//   - as a part of a German compound, or, where nobody has the compound, by its two parts
//     (text/compounds.go); such letters inside a run count as that, too. Two words also find the
//     Russian compound that they are (text/russian/combining.go), and that finds them where nobody
//     has it;
//   - when the text finds nothing so: as words of one stem (text/families) or close to it
//     (text.CloseRows), then words of four letters or more before the last that nobody has as
//     prefixes, then without what only asks, articles of other languages and a last letter, then
//     without words for kinds of events and places, and the form of a work beside its title, where
//     something has all others (text/stopwords.go), then as one edit away, from 5 letters on, or
//     two, from 9 letters on, unless it stands in a table of words of a language (text.FormRows).
//     An edit is a letter added, left out, replaced, or swapped with its neighbour, or another
//     spelling of one sound: f for ph (names.Sounds). Synonyms of what is found so count as that.
//     Words in katakana: one edit, from 4 sounds on. At last the one word that nobody has as two
//     words of eight letters or more, or a word and a number, that some document has with all
//     others: yujawang, rach3; and then without words for kinds, where no correction has all of the
//     words: filme do michael jacson. None of these nor prefixes before the last word are looked
//     for in an index with Japanese.
//
// A single letter and the word behind it, a word that is typed twice, a part of a work and its
// number, an article of a language that is not read and its noun (la mer), and a first name with
// nothing but another before it and the word behind it must follow each other where some document
// has them so: k pop, Lang Lang, Act 3, which is Act III, too (text/music), Richard Strauss
// (text/names). Initials find first names before the word behind them: r strauss, js bach.
//
// Stop words and pictograms are skipped unless there is nothing else. So is the word for what all
// events of a catalogue are: concerts in central park, php conference (internal/match/asking.go),
// and where these are concerts music at the end or before a stop word, but not in a name of three
// words: young people's concert. A figure behind other words stands for its word only where nothing
// has the figure. A country goes before names that have the word, and so does a city that is all of
// the text, where a third of what has the word is there.
// Where it is the last word, or a stop word leads from it to what is asked for, the last word left
// is typed whole. Names that have it beside the same word go first. A single letter with plus or
// number signs (C++, C#) is a word. Scripts without spaces (Han, kana, Hangul, Thai, Lao,
// Burmese, Khmer) are found by pairs of neighbouring letters, 東京都 by three: it is no 京都. Words in
// katakana that a document has, or of three letters or more, are found by all their letters
// together. At most 256 bytes and 12 words of a text are read.
//
// Fields weigh by kind: name, then organiser, venue, city, state, country, topics and whether it
// is online, then description. A word that names a country, but that of most documents, counts as
// if what takes place there had it in its name. The regions of a country find its events as
// synonyms do: europe, and south america, but not south. The points, and what decides between
// equal scores, are in internal/rank/points.go.
//
// # Filters
//
// A filter leaves out documents and gives no points: city, state, organiser, venue, country, topic,
// free, online, a range of days, an hour to start from. Days and hours are those of the event's own
// clock. Documents are added in the order of their start, so a range of days is little more than a
// range of documents (internal/format/days.go).
package search
