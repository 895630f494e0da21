package lang

import (
	"regexp"
	"slices"
	"strings"
)

var (
	paging = Load("paging.txt")
	// wordOf matches the words of a name with capitals: nextPageURL.
	wordOf = regexp.MustCompile(`\p{Lu}+\p{Ll}*|\p{Ll}+`)
)

// maxName is the largest length of a name whose words are split, or whose meaning is kept.
const maxName = 64

// Paging returns the meanings of the words of a name by paging.txt, separated by blanks: "?" for a
// word that is not about pages. Words that are joined are split: totalcount.
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
	// Glue says nothing, and "of" counts only if it is the whole name.
	return strings.Join(slices.DeleteFunc(all, func(w string) bool {
		return w == "glue" || w == "of" && len(all) > 1
	}), " ")
}

// apart finds the meanings of the words that a word is made of.
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
