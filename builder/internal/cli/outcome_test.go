package cli

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/upstream"
)

// TestExitCodes: an error of several kinds ends a run as the README says. The time limit of a brand
// comes first: the work that it interrupted, such as reading the source, is not at fault.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		code int
	}{
		{nil, ExitOK},
		{fmt.Errorf("x: %w: y: %w", build.ErrTimeout, upstream.ErrUnavailable), ExitFailed},
		{fmt.Errorf("x: %w", upstream.ErrUnavailable), ExitUpstream},
		{fmt.Errorf("x: %w since 10:00", bucket.ErrBusy), ExitRunning},
		{fmt.Errorf("x: %w: y", bucket.ErrMovedOn), ExitRunning},
		{fmt.Errorf("x: live: %w", store.ErrRaceLost), ExitRunning},
		{fmt.Errorf("x: %w", store.ErrConfig), ExitUsage},
	} {
		require.Equal(t, tt.code, exitCode(tt.err), "%v", tt.err)
	}
}
