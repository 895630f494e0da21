// Package camel finds the parts of names in camel case by which people look for them: who types
// swift means dotSwift, too, and smashing SmashingConf.
package camel

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// leastPart is the shortest part of a name in camel case that is found alone, in letters:
	// the AI of OpenAI and the JS of NodeJS are parts of too many.
	leastPart = 3
	// longestPart is the longest, as long as a word that is indexed (text.MaxToken).
	longestPart = 64
)

// events are what events are called at the end of a name in camel case: what stands before is
// what they are about.
var events = []string{"conf", "con", "day", "days", "camp", "fest", "summit", "week", "world",
	"expo", "meetup", "js"}

// clans are the beginnings of surnames with a capital inside: McDonald is no Donald.
var clans = []string{"mc", "mac", "fitz", "van", "de", "di", "la", "le"}

// EachPart calls visit with the parts of a name in camel case, folded, by which people look for it,
// too: its last, and the first of an event's. A capital behind a small letter begins a part, and
// the last capital of several does before a small one. Words with other letters than those of
// English have none.
//
//	dotSwift       swift
//	SmashingConf   smashing, conf
//	JSWorld        world
//	McDonald       none
func EachPart(name string, visit func(part string)) {
	between := func(r rune) bool { return !unicode.IsLetter(r) }
	for word := range strings.FieldsFuncSeq(name, between) {
		if !isASCII(word) {
			continue
		}
		first, last := 0, 0
		for i := 1; i < len(word); i++ {
			if isCapital(word[i]) && (!isCapital(word[i-1]) ||
				i+1 < len(word) && !isCapital(word[i+1])) {
				if last = i; first == 0 {
					first = i
				}
			}
		}
		if last == 0 || slices.Contains(clans, strings.ToLower(word[:first])) {
			continue
		}
		rest := strings.ToLower(word[last:])
		if leastPart <= len(rest) && len(rest) <= longestPart {
			visit(rest)
		}
		about := strings.ToLower(word[:first])
		if leastPart <= first && first <= longestPart &&
			slices.Contains(events, strings.ToLower(word[first:])) {
			visit(about)
		}
	}
}

func isASCII(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf })
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }
