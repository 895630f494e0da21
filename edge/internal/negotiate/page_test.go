package negotiate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/negotiate"
)

func TestPage(t *testing.T) {
	for accept, want := range map[string]bool{
		// what browsers send when a person follows a link
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng," +
			"*/*;q=0.8,application/signed-exchange;v=b3;q=0.7": true, // Chromium
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": true, // Firefox, Safari
		"text/html":       true,
		"TEXT/HTML;q=0.5": true,
		// what programs send
		"":               false,
		"*/*":            false, // curl, fetch
		"text/html, */*": false, // as much a wish for anything
		"text/html, image/gif, *; q=.2, */*; q=.2": true,  // Java: prefers HTML
		"application/json, text/plain, */*":        false, // axios
		"application/json, text/html":              false,
		"application/json, text/html;q=0.9":        false,
		"application/problem+json, text/html":      false,
		"text/html, application/json;q=0.9":        true,
		"text/html, application/vnd.x+JSON":        false,
		"text/html, application/*":                 false,
		"text/markdown, text/html, */*":            false, // agents
		"text/markdown, text/html;q=0.9":           false,
		"text/html;q=0":                            false,
		"text/plain":                               false,
		"image/avif,image/webp,*/*;q=0.8":          false, // an image of a page
	} {
		require.Equal(t, want, negotiate.Page(accept), "%q", accept)
		require.Zero(t, testing.AllocsPerRun(10, func() { negotiate.Page(accept) }))
	}
}
