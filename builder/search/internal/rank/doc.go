// Package rank puts the documents that answer a query in order and returns one page of them.
//
// A document's score is the sum of the points of each token, by how and where it is found; only the
// best find of a token counts. points.go has the table, tie-breakers included. For "festival jazz"
//
//	Festival de Jazz          15 + 15   neighbours 4, the name begins so 2 and ends so 1
//	Jazz Festival             15 + 15   the same score, but no tie-breaker: after the first
//	Noite de jazz (festival)  15 + 15   ends so 1
//	Choro, "festival, jazz"   11 + 11   in the description
//
// Documents of one score and one sum of tie-breakers stand in list order.
//
// The order is computed in one of three ways, whichever is fastest for so many documents. All give
// the same answer:
//
//	sparse.go      up to 2,048 documents, or 512 of a query of one token: one after the other
//	single.go      one token: the levels of the table one after the other, until the page is full
//	bitsliced.go   the others: 64 documents at a time
package rank
