package adapt

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"cartaz/builder/internal/markup"
)

// Plain returns a name on one line, without the elements that many sources write into names. The
// check of records reads character references.
func Plain(text string) string {
	if LooksHTML(text) {
		return markup.Words(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Rebase makes the addresses of links and pictures in HTML absolute.
func Rebase(source string, base *url.URL) string {
	if base == nil || base.Host == "" || !strings.Contains(source, "<") {
		return source
	}
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			b.WriteString(raw)
			return b.String()
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			for i, a := range t.Attr {
				if a.Key != "href" && a.Key != "src" {
					continue
				}
				if t.Attr[i].Val = Resolve(base, a.Val); t.Attr[i].Val != a.Val {
					raw = t.String()
				}
			}
		}
		b.WriteString(raw)
	}
}

// Resolve makes an address absolute; any other text stays as it is, as does an address in a file.
func Resolve(base *url.URL, address string) string {
	address = strings.TrimSpace(address)
	ref, err := url.Parse(address)
	if err != nil || address == "" || base == nil || base.Host == "" {
		return address
	}
	return base.ResolveReference(ref).String()
}
