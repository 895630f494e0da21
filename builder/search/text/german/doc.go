// Package german has tables of German words, and reads the roots of words (see package roots):
// verwalten, Verwaltung and Verwalter have the root verwalt, and meet where nothing is found
// otherwise. Endings and compounds are in package text.
//
// A reading is a word without one of its possible endings, so a word has more roots than a
// dictionary gives it. What an ending does not tell is told by tables: Bürger is no agent of a verb
// burgen, and sprach, Spruch and gesprochen have the root sprech. A particle before a verb belongs
// to its root, since abspielen is another word than spielen; ge and zu behind it do not:
//
//	aufzeichnen      verb, aufzeichn and en
//	aufgezeichnet    verb, auf, ge, zeichn and et
//	Aufzeichner      agent, aufzeichn and er
//	Aufnahme         noun, auf and nahme, which is of nehm
//
// Words are folded: ä is a, ß is ss.
package german
