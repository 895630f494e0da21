package markup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/markup"
)

// TestWords: the text of HTML, in its order, with no blank that is not there, up to a script.
func TestWords(t *testing.T) {
	for source, want := range map[string]string{
		"Roda <i>de</i> samba": "Roda de samba", "H<sub>2</sub>O": "H2O", " a\n b ": "a b",
		"<p>a</p><p>b</p>": "a b", "a<br>b<br/>c": "a b c", "Rock &amp; L&#8217;O": "Rock & L’O",
		"a<!-- z -->b<script>x</script>c": "ab", "1 < 2": "1 < 2",
		"<td>a<td>b": "a b", "a<img alt=x>b": "ab", "<x:y>a</x:y>b": "ab",
	} {
		require.Equal(t, want, markup.Words(source), source)
	}
}
