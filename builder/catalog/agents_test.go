package catalog_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// The card of a server refuses names of another form and longer texts.
func TestMCPServerFitsItsCard(t *testing.T) {
	form := regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`)
	for _, tc := range []struct{ name, site, want string }{
		{"host", "https://ingressos.example", "example.ingressos/events"},
		{"port", "http://palco.localhost:8080", "localhost.palco/events"},
		{"capitals and a dot", "https://A.Example.", "Example.A/events"},
		{"IPv4", "http://127.0.0.1:8080", "127.0.0.1/events"},
		{"IPv6", "http://[::1]:8080", "localhost.key/events"},
		{"no address", "", "localhost.key/events"},
		{"long host", "https://" + strings.Repeat("a.", 120) + "example", "localhost.key/events"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, locale := range i18n.Names() {
				s := catalog.NewMCPServer("key", strings.Repeat("Ã", 120), locale, tc.site)
				require.Equal(t, tc.want, s.Name)
				require.Regexp(t, form, s.Name)
				require.LessOrEqual(t, len(s.Name), 200)
				require.Equal(t, 100, utf8.RuneCountInString(s.Title))
				require.LessOrEqual(t, utf8.RuneCountInString(s.Description), 100)
			}
		})
	}
	require.Equal(t, "Palco: eventos", catalog.NewMCPServer("palco", "Palco", "pt-BR",
		"https://x.example").Title)
}
