package compiled

import (
	"html/template"
	"reflect"
	"strings"
)

// escaper is an escaper that html/template puts at the end of a pipeline: what it does to plain
// strings, and which type of trusted content it passes through unchanged.
type escaper struct {
	escape func(s string) string
	trusts reflect.Type // may be nil
	only   bool         // takes only values of type trusts
}

// escapers are the escapers that the compiler knows, by their names in an escaped tree.
var escapers = map[string]escaper{
	"_html_template_htmlescaper": {escape: escapeHTML,
		trusts: reflect.TypeFor[template.HTML]()},
	"_html_template_rcdataescaper": {escape: escapeHTML},
	"_html_template_attrescaper":   {escape: escapeHTML},
	"_html_template_urlfilter": {escape: filterURL,
		trusts: reflect.TypeFor[template.URL]()},
	"_html_template_urlnormalizer": {escape: normalizeURL},
	"_html_template_jsvalescaper":  {trusts: reflect.TypeFor[template.JS](), only: true},
	"_html_template_srcsetescaper": {trusts: reflect.TypeFor[template.Srcset](), only: true},
}

// trusted are the types that some escaper treats differently from a string.
var trusted = map[reflect.Type]bool{
	reflect.TypeFor[template.CSS](): true, reflect.TypeFor[template.HTML](): true,
	reflect.TypeFor[template.HTMLAttr](): true,
	reflect.TypeFor[template.JS]():       true, reflect.TypeFor[template.JSStr](): true,
	reflect.TypeFor[template.URL]():    true,
	reflect.TypeFor[template.Srcset](): true,
}

// escapeHTML escapes as the escapers of text, RCDATA and quoted attributes do. All other bytes
// stay, including invalid UTF-8.
var escapeHTML = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;",
	"+", "&#43;", "<", "&lt;", ">", "&gt;").Replace

// filterURL passes relative addresses and addresses with three schemes.
func filterURL(s string) string {
	scheme, _, found := strings.Cut(s, ":")
	if found && !strings.Contains(scheme, "/") &&
		!strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") &&
		!strings.EqualFold(scheme, "mailto") {
		return "#ZgotmplZ"
	}
	return s
}

// urlBytes are the bytes of an address that need no escape: the unreserved ones, and the reserved
// ones that cannot end an attribute.
var urlBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	}
	for _, c := range []byte("-._~!#$&*+,/:;=?@[]") {
		t[c] = true
	}
	return t
}()

// normalizeURL percent-encodes bytes not in urlBytes; valid escapes stay.
func normalizeURL(s string) string {
	const hex = "0123456789abcdef"
	var out []byte
	for i := range len(s) {
		c := s[i]
		if urlBytes[c] || c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
