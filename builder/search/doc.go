// Package search is the search index of a brand: Writer makes its file, Index answers queries from
// it. It decides what is searchable and how; it knows neither HTTP nor the content of the
// fragments, and no language: package lang has the languages, as data.
//
// # Answers
//
// A document answers a text if every word of the text is found in it. Words are compared as the
// Analyzer of the index's languages returns them: without case and accents. A word is found
//
//   - as it is;
//   - in another form, by rules of endings, a stem or a group of words that match each other;
//   - as a synonym; groups of synonyms are sealed into the index;
//   - joined with its neighbour: "web cam" finds webcam, and webcam a name with "web cam";
//   - as a part of a German compound;
//   - as the beginning of a word, from two letters on, if it is the last one. A word that
//     documents have begins others in names and places only, up to three letters none, unless
//     nothing is found in this way;
//   - if no document has all words in these ways, even without optional ones, at one edit, from
//     four letters on, or two, from nine letters on, in all its forms.
//
// A query of several words may be one name. If two documents or more, and two of five with all
// words, have them one after the other, documents with some of them elsewhere in a description are
// left out (internal/query/phrase.go).
//
// Stop words and pictograms are skipped unless there is nothing else. Scripts without spaces (Han,
// kana, Hangul, Thai, Lao, Burmese, Khmer) are found by bigrams. At most 256 bytes and 12 words of
// a text are read.
//
// Fields weigh by kind: name, then place (organiser, venue, city, state, country, topics and
// whether it is online), then description. The points, and the order of equal sums, are in
// internal/rank/rank.go. An event whose name is the query comes before others with its points.
//
// # Filters
//
// A filter leaves out documents and gives no points: city, state, organiser, venue, country, topic,
// free, online, an open call for papers, a highest price, a range of days, an hour to start from, a
// part of the day. Days and hours are on the event's own clock. Documents are added in the order of
// their start, so a range of days is little more than a range of documents
// (internal/index/days.go); if the sessions of an event are known, their days count.
package search
