package site

import "testing"

// SetMaxData gives files of events another bound until the test ends.
func SetMaxData(t testing.TB, n int) {
	before := maxData
	maxData = n
	t.Cleanup(func() { maxData = before })
}

// DecodeHistory reads a history file.
var DecodeHistory = decodeHistory
