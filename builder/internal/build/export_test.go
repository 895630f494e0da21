package build

import (
	"testing"
	"time"
)

// LosePatience lets builds be left behind at once until the test ends.
func LosePatience(t testing.TB) {
	before := patience
	t.Cleanup(func() { patience = before })
	patience = 100 * time.Millisecond
}
