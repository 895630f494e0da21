//go:build race

package programtest

// Race says whether the tests run under the race detector.
const Race = true
