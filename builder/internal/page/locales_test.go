package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
)

// Every locale draws every kind of page, in its own language only; of each, the page of one event
// is kept as a file.
func TestEveryLocale(t *testing.T) {
	type frame struct {
		Lang      string `i18n:"locale.lang"`
		OpenGraph string `i18n:"locale.open_graph"`
		Skip      string `i18n:"frame.skip_to_content"`
	}
	frameOf := i18n.Bind[frame]()
	for _, locale := range i18n.Names() {
		b := palco()
		b.Locale = locale
		drawn := pages(t, b)
		for name, p := range drawn {
			html := string(p.HTML)
			require.Contains(t, html, `<html lang="`+locale+`">`, name)
			require.Contains(t, html, `content="`+frameOf(locale).OpenGraph+`"`, name)
			for _, other := range i18n.Names() {
				said, skip := frameOf(other), frameOf(locale).Skip
				require.Equal(t, said.Skip == skip, strings.Contains(html, ">"+said.Skip+"<"),
					"%s in %s: the frame in %s", name, locale, other)
			}
			require.NotEmpty(t, p.Markdown, name)
		}
		b.Key = "locale-" + locale
		golden(t, b, "event.md", drawn["event-"+evinha().Slug].Markdown)
	}
}
