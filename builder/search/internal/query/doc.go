// Package query reads a query and finds the documents that satisfy it: text → tokens → clauses →
// intersection.
//
//	"web cam festvial"     tokens    web, cam, festvial (also as a beginning)
//	                       clauses   web:  exact web; the pair joined, webcam
//	                                 cam:  exact cam; webcam
//	                                 festvial: exact, prefix; nothing
//	                       second    nothing has all of them, and no word is optional, so each may
//	                                 be misspelled: festvial is also festival, one edit away
//
// Every token must be found; a clause holds all the ways to find one token. The clauses are
// intersected, the rarest first. A query that finds nothing is tried in other readings: see
// Reading.
package query
