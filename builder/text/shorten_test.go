package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/text"
)

func TestShorten(t *testing.T) {
	require.Equal(t, "", text.Shorten("", 3))
	require.Equal(t, "açã", text.Shorten("açã", 3))
	require.Equal(t, "açã…", text.Shorten("ação", 3))
	require.Equal(t, "…", text.Shorten("a", 0))
}
