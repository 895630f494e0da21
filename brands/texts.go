package brands

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/text"
)

// maxOwnText is the largest number of characters of one of the brand's own texts: a phrase of a
// page, not a page.
const maxOwnText = 500

// texts reads the brand's own words for phrases of the site, by their keys in the files of package
// i18n.
func texts(n node) any {
	locale := n.brand.Locale
	if !n.mapping(nil) || locale == "" {
		return nil
	}
	own := i18n.Own{}
	for _, name := range n.keys() {
		at, faults := n.child(name), len(n.faults)
		text := at.ownText()
		if len(n.faults) > faults {
			continue
		}
		if err := i18n.Check(locale, name, text); err != nil {
			suggestion := ""
			if keys := i18n.Keys(locale); !slices.Contains(keys, name) {
				suggestion = cmp.Or(Suggest(name, keys), ".") +
					" The keys are those of builder/i18n/locales/" + locale + ".yaml"
			}
			at.fault("%v%s", err, suggestion)
		}
		own[name] = text
	}
	return own
}

// ownText reads one text: a text, the forms of a number or a list.
func (n node) ownText() (text i18n.Text) {
	read := func(v value) string {
		if length := utf8.RuneCountInString(v.text); length > maxOwnText {
			v.fault("has %d characters: at most %d are a phrase", length, maxOwnText)
		}
		return v.text
	}
	switch {
	case n.isReference() || n.Kind == yaml.ScalarNode:
		if v, ok := n.scalar(); ok && v.isText() {
			text.Text = read(v)
		}
	case n.Kind == yaml.MappingNode:
		text.Forms = map[string]string{}
		for _, v := range n.texts() {
			text.Forms[v.name] = read(v.value)
		}
	default:
		for _, v := range n.entries() {
			text.List = append(text.List, read(v))
		}
	}
	return text
}

// alternates reads the sites of the other languages. The brand itself joins them.
func alternates(n node) any {
	b := n.brand
	var list []Alternate
	for _, v := range n.texts() {
		a := Alternate{Lang: v.name, Key: v.text, line: v.Line}
		switch tag, err := language.Parse(a.Lang); {
		case a.Lang == b.Locale:
			v.fault("is the brand's own language: name the sites of the others")
		case a.Lang != XDefault && (err != nil || tag.String() != a.Lang):
			v.fault("%q is not a language: write a tag as in en or pt-BR, or %s", a.Lang, XDefault)
		case strings.Contains(v.text, "://"):
			originURL(v.value)
			a.Key, a.SiteURL = "", v.text
		case !ValidKey(v.text):
			v.wrong("is neither the key of a brand nor an address: write it as in palco or " +
				"https://example.org")
		}
		list = append(list, a)
	}
	if list == nil {
		return nil
	}
	list = append(list, Alternate{Lang: b.Locale, Key: b.Key, SiteURL: b.SiteURL, line: n.Line})
	// XDefault is the last one.
	order := func(a Alternate) string { return strings.Replace(a.Lang, XDefault, "~", 1) }
	slices.SortFunc(list, func(a, b Alternate) int { return cmp.Compare(order(a), order(b)) })
	return list
}

// paths reads the words of addresses. They are compared with pages and files of the brand later.
func paths(n node) any {
	list := map[string]string{}
	for _, v := range n.texts() {
		switch {
		case catalog.PathWords[v.name] == "":
			v.fault("no address begins with a word of that name: write one of %s",
				strings.Join(slices.Sorted(maps.Keys(catalog.PathWords)), ", "))
		case !ValidKey(v.text) || len(v.text) > maxPageName:
			v.wrong("cannot be in an address: use at most %d small letters and digits, with "+
				"single hyphens between them", maxPageName)
		default:
			list[v.name] = v.text
			n.words = append(n.words, v.value)
		}
	}
	return list
}

// redirects reads the former addresses of the site with their replacements.
func redirects(n node) any {
	list := map[string]string{}
	for _, v := range n.texts() {
		to, err := url.Parse(v.text)
		path, escapes := url.PathUnescape(strings.TrimSuffix(v.name, "/"))
		switch {
		case len(path) < 2 || path[0] != '/' || path[1] == '/' || escapes != nil ||
			strings.ContainsAny(path, "?#") || strings.ContainsFunc(path, breaksLine):
			v.fault("%q is no former address: write its path, without a query, as in /programa",
				v.name)
		case list[path] != "":
			v.fault("the path %s is there twice: keep one of the two", path)
		case err != nil || strings.Contains(v.text, "#") ||
			!isLink(v.text) && (v.text[0] != '/' || to.Host != ""):
			v.wrong("is not a target: write a path of the site or an http(s) address, " +
				"without a fragment (#)")
		default:
			list[path] = to.String()
			if to.Host == "" {
				n.links = append(n.links, v.value)
			}
			v.text = path
			n.moved = append(n.moved, v.value)
		}
	}
	return list
}

// topics reads names of topics, and refuses two for one topic.
func topics(n node) any {
	list := map[string]string{}
	for _, v := range n.texts() {
		for _, slug := range []string{text.Slug(v.name), text.Slug(v.text)} {
			if other := list[slug]; slug == "" {
				v.fault("a topic has a letter from a to z or a digit in its name")
			} else if other != "" && other != v.text {
				v.fault("%s has a second name, %q: write one for all spellings", slug, other)
			} else {
				list[slug] = v.text
			}
		}
	}
	return list
}

// checkMoved refuses redirects of addresses that the site has, whose pages would answer, and those
// to an address that is redirected too.
func (r *reader) checkMoved() {
	for _, v := range r.moved {
		to := r.brand.Redirects[v.text]
		if _, missing := r.brand.LinkFault(v.text); !missing && !strings.Contains(v.text[1:], "/") {
			v.fault("the site has a page at %s itself: remove the line", v.text)
		} else if now := r.brand.Redirects[strings.TrimSuffix(to, "/")]; now != "" {
			v.fault("%s is redirected itself: name the address that replaces it", to)
		}
	}
}
