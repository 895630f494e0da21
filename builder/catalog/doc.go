// Package catalog says what an event is.
//
// It holds two shapes. [Event] is the closed field list of version 1 of the
// public API, with its two JSON views (list item and detail); nothing that is
// not named there can reach an answer. [Record] is the wider shape that pages
// are drawn from: it adds tickets with price and fee, the seller's address and
// the organiser's text. Prices live in Record only, so no JSON view can hold
// one.
//
// The package also names every problem code of the API with its status and its
// words, because both the pages that explain a problem and the server that
// answers it speak from the same table.
//
// It imports nothing else of this project.
package catalog
