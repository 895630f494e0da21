package build

import (
	"testing"
	"time"
)

// LosePatience makes builds be abandoned immediately until the test ends.
func LosePatience(t testing.TB) {
	before := patience
	t.Cleanup(func() { patience = before })
	patience = 100 * time.Millisecond
}
