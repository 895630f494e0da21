// Package search is the search index of a brand: Writer makes its file, Index answers queries from
// it. It decides what is searchable and how; it knows nothing of HTTP or of what the fragments say,
// and of no language: package lang has these, as data.
//
// # Answers
//
// A document answers a text when every word of the text is found in it. Words are compared as the
// Analyzer of the index's languages leaves them: without case and accents. A word is found
//
//   - as it stands;
//   - in another form, by rules of endings, a stem or a group of words that stand for each other;
//   - as a synonym, of which groups are sealed into the index;
//   - joined with its neighbour: "web cam" finds webcam, and webcam a name with "web cam";
//   - as a part of a German compound;
//   - as the beginning of a word, from two letters on, when it is the last one. A word that
//     documents have begins others in names and places only, up to three letters none, unless
//     nothing is found so;
//   - when nothing has all words so, even without optional ones, at one edit, from four letters on,
//     or two, from nine letters on, in all its forms.
//
// A query of several words may be one name. Where two documents or more, and two of five with all
// words, have them one after the other, documents with some of them elsewhere in a description are
// left out (internal/query/phrase.go).
//
// Stop words and pictograms are skipped unless there is nothing else. Scripts without spaces (Han,
// kana, Hangul, Thai, Lao, Burmese, Khmer) are found by bigrams. At most 256 bytes and 12 words of
// a text are read.
//
// Fields weigh by kind: name, then place (organiser, venue, city, state, country, topics and
// whether it is online), then description. The points, and what decides between equal sums, are in
// internal/rank/rank.go. An event whose name is the query goes before others of its points.
//
// # Filters
//
// A filter leaves out documents and gives no points: city, state, organiser, venue, country, topic,
// free, online, an open call for papers, a highest price, a range of days, an hour to start from, a
// part of the day. Days and hours are those of the event's own clock. Documents are added in the
// order of their start, so a range of days is little more than a range of documents
// (internal/index/days.go); of an event whose sessions are known their days count.
package search
