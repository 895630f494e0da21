package main

import (
	"runtime/debug"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// words splits what is typed at everything that is no letter, number or mark, as the tokenizers of
// the engines do.
func words(text string) []string {
	return strings.FieldsFunc(text,
		func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) })
}

// plain is a word in lower case without accents.
func plain(word string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(word)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return "?"
}
