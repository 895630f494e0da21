//go:build !race

package programtest

// Race reports whether the tests run under the race detector.
const Race = false
