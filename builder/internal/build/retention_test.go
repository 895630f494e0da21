package build_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestKeepFor: builds keep what an operator may want to go back to, and going
// back to the oldest of it works.
func TestKeepFor(t *testing.T) {
	t.Parallel()
	s := newShop(t, "")
	s.options.Keep, s.options.KeepFor = 1, 3*time.Hour
	var ids []string
	for i := range 10 {
		s.write("catalogue.json", array(samba, fmt.Sprintf(`{"id":2,"name":"Choro %d"}`, i)))
		ids = append(ids, s.mustPublish().Release)
		s.options.Now = s.options.Now.Add(30 * time.Minute)
	}
	// Built at noon and every half hour; the last one at 16:30.
	left, err := release.List(s.dir())
	require.NoError(t, err)
	require.Equal(t, []string{ids[3], ids[5], ids[7], ids[8], ids[9]}, left)
	s.rollback(ids[3])
	require.NoError(t, s.live().Verify(true))
	require.Contains(t, listed(t, s.live()), "choro-3")
	s.requireClean()
}
