// Package relevance measures how well a search engine answers: it reads the real catalogues of the
// sample brands and the queries that people have judged on them, and computes from the answers of
// an engine recall, precision, nDCG@10 and how often the first event is the right one.
//
// It is used by the tests of builder/search and by the comparison with other engines in
// builder/search/testdata/peers; no program contains it.
package relevance
