// Package lang holds the meanings of words in the languages of sources: data in files, and their
// loader. It has no rules: its callers decide what follows from a word.
//
// A folder has the words of a language (pt, en, es, fr, de, it, nl, pl); the folder any has the
// words of programs and of all languages. A line of a file is a meaning and its words:
//
//	cancelled: cancelado; cancelada; não acontece
//
// Lines that start with # are comments. The same file may be in every folder:
//
//	states.txt     what a status says of an event and of its tickets
//	members.txt    names of members that say whether an event is public
//	places.txt     what is written instead of a place: online, not yet known
//	online.txt     words in the names of places on the net
//	nowhere.txt    words that say that a place is not known
//	titles.txt     words for states that may be a part of a title
//	names.txt      words before a telephone number
//	cells.txt      what programs write where they have nothing
//	likely.txt     beginnings and ends of names of members that members.txt lacks
//	flags.txt      yes and no
//	paging.txt     what the names of members say of the pages of a list
//	more.txt       buttons that load more of a list, and their classes
//	zones.txt      common names of zones
//	hours.txt      noon and midnight
//	countries.txt  names of countries, by their code
//	short.txt      names of countries that people look for
//	brazil.txt     states of Brazil, by their abbreviation
//	letters.txt    letters of other scripts, by their Latin spelling
//
// The package also names countries: from the name in a source to a code, and from a code to the
// name on pages. Codes are from ISO 3166-1 alpha-2, in upper case. Names are from CLDR, by
// golang.org/x/text/language/display, or the new names if they changed since then.
package lang

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"cartaz/builder/text"
)

//go:embed */*.txt
var files embed.FS

// Each calls take with the lines of a file in the folders of languages, or of all without codes:
// the meaning and its words, as they are written.
func Each(file string, take func(meaning string, words []string), codes ...string) {
	if len(codes) == 0 {
		codes = []string{"*"}
	}
	for _, code := range codes {
		names, _ := fs.Glob(files, path.Join(code, file))
		for _, name := range names {
			b, _ := files.ReadFile(name)
			for line := range strings.Lines(string(b)) {
				meaning, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
				if ok && meaning[0] != '#' {
					take(meaning, strings.Split(list, "; "))
				}
			}
		}
	}
}

// Words returns all words of a file, as they are written.
func Words(file string) (words []string) {
	Each(file, func(_ string, list []string) { words = append(words, list...) })
	return words
}

// Table maps words to their meaning. Case, accents, blanks and punctuation do not count.
type Table map[string]string

// words returns the words of a meaning.
func (t Table) words(meaning string) (list []string) {
	for word, is := range t {
		if is == meaning {
			list = append(list, word)
		}
	}
	return list
}

// Load returns the table of a file: see [Each]. If a word has two meanings, the first counts.
func Load(file string, codes ...string) Table {
	t := Table{}
	Each(file, func(meaning string, words []string) {
		for _, word := range words {
			if key := Key(word); t[key] == "" {
				t[key] = meaning
			}
		}
	}, codes...)
	return t
}

// Of returns the meaning of a word, or "" if the table does not have it.
func (t Table) Of(word string) string { return t[Key(word)] }

// Key returns the form in which words are compared: folded letters and digits alone.
func Key(word string) string { return strings.ReplaceAll(text.Slug(word), "-", "") }
