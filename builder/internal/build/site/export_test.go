package site

import "testing"

// SetData sets the largest file of events, in bytes, and the number of events from which files are
// short, until the test ends.
func SetData(t testing.TB, most, many int) {
	mostBefore, manyBefore := maxData, manyData
	maxData, manyData = most, many
	t.Cleanup(func() { maxData, manyData = mostBefore, manyBefore })
}

// DecodeHistory reads a history file.
var DecodeHistory = decodeHistory
