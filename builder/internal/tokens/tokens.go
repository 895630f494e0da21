// Package tokens estimates how many tokens of the o200k_base encoding a Markdown page has, for the
// header field x-markdown-tokens. Exact counting needs a vocabulary of 200,000 entries and about
// 0.7 ms a page; the estimate is one pass over the bytes and allocates nothing.
//
// It is a sum of counts (letters, words, groups of digits, signs, …) with fixed weights, in
// integers, so that it is the same on every machine.
//
// # How the weights were found
//
// The weights minimise the squares of relative errors over 4,900 pages in the form of our Markdown
// pages (event pages with invented tickets, lists, problem pages), with their exact counts. The
// pages are Portuguese from two Virada Cultural programmes, English from the confs.tech list with
// English prose, French descriptions in English pages from OpenAgenda Paris, and lists in twelve
// other scripts and emoji, which keep the weights of rare characters sensible. Every fourth page
// was left out of the fit. Mean errors on those pages:
//
//	pt-BR  1.9 %  (740 pages, bias −0.1 %, worst 9.9 %)
//	en     1.9 %  (484 pages, bias +0.1 %, worst 9.6 %)
//	other  9.1 %  (27 pages, bias −2.7 %, worst 22 %)
//
// On thirty technical documents in English that the fit never saw, the mean error was 3 %. A
// quarter of the bytes, the usual rule of thumb, is 20 % off in Portuguese. testdata/README.md says
// how to repeat the fit.
package tokens

// one is the unit of the weights: 2^20 are one token.
const one = 1 << 20

// weights are what one of each count adds to the estimate.
var weights = [numCounts]int64{
	asciiLetters:   60461,   // 0.058
	latinLetters:   1164211, // 1.110
	otherLetters:   327238,  // 0.312
	wideLetters:    398624,  // 0.380
	symbols:        2403919, // 2.293
	digitGroups:    1871599, // 1.785
	punctuation:    492829,  // 0.470
	punctRuns:      106910,  // 0.102
	words:          882270,  // 0.841
	innerWords:     158601,  // 0.151
	longLetters:    -33305,  // −0.032
	capitalLetters: 311805,  // 0.297
	lineBreaks:     -116035, // −0.111
}

// Estimate is the estimated number of o200k_base tokens of a Markdown page. It
// takes any bytes; an empty page has no tokens.
func Estimate(body []byte) uint32 {
	var sum int64
	for i, n := range count(body) {
		sum += int64(n) * weights[i]
	}
	return uint32(max(sum+one/2, 0) / one)
}
