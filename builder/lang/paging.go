package lang

import (
	"regexp"
	"slices"
	"strings"
)

var (
	paging = Load("paging.txt")
	// wordOf finds the words of a name that has them in capitals: nextPageURL.
	wordOf = regexp.MustCompile(`\p{Lu}+\p{Ll}*|\p{Ll}+`)
)

// maxName bounds a name whose words are taken apart.
const maxName = 64

// Paging gives what the words of a name mean by paging.txt, with blanks between them: "?" for a
// word that says nothing of pages. Words that are written as one are taken apart: totalcount.
func Paging(name string) string {
	var all []string
	for _, word := range wordOf.FindAllString(name[:min(len(name), maxName)], -1) {
		parts, ok := apart(strings.ToLower(word))
		if !ok {
			parts = []string{"?"}
		}
		all = append(all, parts...)
	}
	if all == nil || len(name) > maxName {
		return "?"
	}
	return strings.Join(slices.DeleteFunc(all, func(w string) bool { return w == "glue" }), " ")
}

// apart finds what the words that a word is made of mean.
func apart(word string) (parts []string, ok bool) {
	if is := paging.Of(word); is != "" {
		return []string{is}, true
	}
	for end := len(word) - 2; end > 1; end-- {
		if is := paging.Of(word[:end]); is != "" {
			if rest, ok := apart(word[end:]); ok {
				return append([]string{is}, rest...), true
			}
		}
	}
	return nil, false
}
