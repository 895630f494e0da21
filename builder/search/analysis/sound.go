package analysis

import (
	_ "embed"
	"strings"
)

// Names are written in several scripts, and by ear: трапиш and trapixe are Trapiche, ウィキペディア is
// Wikipedia. Sound returns the sound of a word, in any script; Skeleton returns the part of it that
// stays the same if a script has fewer sounds than others.
//
//	Trapiche     trapixe      trps
//	трапиш       trapix       trps
//	Beatles      beatles      btrs
//	ビートルズ    bitorusu     btrs

// soundTable has a row for each sound: the sound, and its spellings. After an empty line it has the
// skeletons of sounds.
//
//go:embed sounds.tsv
var soundTable string

var sounds = func() (of [2]*mapping) {
	for i, table := range strings.Split(soundTable, "\n\n") {
		var rows [][]string
		for row := range strings.Lines(table) {
			rows = append(rows, strings.Fields(row))
		}
		of[i] = newMapping(rows)
		of[i].inside = true
	}
	return of
}()

// MaxSound is the largest number of bytes of a sound.
const MaxSound = 4 * MaxToken

// Sound appends the sound of a folded word, or nothing if it has letters of other scripts than
// Latin, Cyrillic, Greek and kana.
func Sound(dst, word []byte) []byte { return sounds[0].heard(dst, word) }

// Skeleton appends the consonants of a sound: l as r, v as b, m as n, x as s, and without an r that
// follows a vowel unless a vowel comes next.
func Skeleton(dst, sound []byte) []byte { return sounds[1].heard(dst, sound) }

// heard applies the mapping, and leaves out silent letters and the second of two equal letters.
func (m *mapping) heard(dst, word []byte) []byte {
	end := len(dst)
	dst = m.apply(dst, word)
	start := end
	for _, c := range dst[start:] {
		switch {
		case c == '-':
		case c < 'a' || c > 'z':
			return dst[:start]
		case end == start || dst[end-1] != c:
			dst[end] = c
			end++
		}
	}
	return dst[:end]
}
