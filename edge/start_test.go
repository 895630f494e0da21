package main_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQuietStart: both programs say which build they are, and nothing else: no
// library of theirs prints a line of its own when a program starts.
func TestQuietStart(t *testing.T) {
	dir, err := programs()
	require.NoError(t, err)
	for _, program := range []string{"builder", "edge"} {
		var stdout, stderr bytes.Buffer
		cmd := exec.Command(filepath.Join(dir, program), "--version")
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		require.NoError(t, cmd.Run())
		require.Regexp(t, `^`+program+
			` \S+ .*go1\.\S+ [a-z]+/[a-z0-9]+; formats: release \d+, search \d+\n$`,
			stdout.String())
		require.Empty(t, stderr.String())
	}
}
