package feed

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/text"
)

// maxPaths bounds the paths of a document that are looked at, and those that a message names.
const maxPaths, maxNamed = 10_000, 12

// ReadXML is an [adapt.Reader] of any XML. A document need not have an item at the path, as the
// last of several pages; the result then says what the document has.
func ReadXML(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	if strings.EqualFold(Root(b), "html") {
		return nil, adapt.ErrMalformed.Errorf("this is HTML, as of a page that asks for a login " +
			"or a proof: check the address")
	}
	wanted := o.Path
	if wanted == "" {
		var err error
		if wanted, err = Items(b); err != nil {
			return nil, err
		}
	}
	return read(b, o, source{
		item: matcher(wanted),
		said: func(n *node) map[adapt.Field]any {
			said := adapt.Members(members(n.attributes, n.content), o.Locale)
			for c := range n.children() {
				if _, elements := c.own(); elements && c.markup() == said[adapt.Description] {
					said[adapt.Format] = "html"
				}
			}
			return said
		},
		member: "item",
	}, hand)
}

// matcher compares paths with source.items: /agenda/evento is a whole path, evento or local/evento
// the end of one. Prefixes may be left out.
func matcher(wanted string) func(path []string) bool {
	whole := strings.HasPrefix(wanted, "/")
	names := strings.Split(strings.Trim(wanted, "/"), "/")
	return func(path []string) bool {
		return len(path) >= len(names) && (!whole || len(path) == len(names)) &&
			slices.EqualFunc(names, path[len(path)-len(names):], func(name, is string) bool {
				return name == is || name == local(is)
			})
	}
}

// census counts the elements of one path, the names in them, and the dates in them or one level
// below.
type census struct{ all, names, dates int }

// say counts what a name of an element or an attribute says of the element that has it.
func (c *census) say(name string, own bool) {
	switch adapt.FieldOf(name) {
	case adapt.Name:
		if own {
			c.names++
		}
	case adapt.Starts:
		c.dates++
	}
}

// Items finds the path of the items: the elements that most often have a name and a date, or else a
// name, directly or one level below. Of several the innermost counts.
func Items(b []byte) (string, error) {
	counts := map[string]*census{}
	at := func(path []string) *census {
		key := "/" + strings.Join(path, "/")
		if counts[key] == nil && len(counts) < maxPaths {
			counts[key] = &census{}
		}
		return cmp.Or(counts[key], &census{})
	}
	err := each(b, "", func([]string) bool { return false }, func(path []string, n *node) {
		own := at(path)
		own.all++
		for _, a := range n.attributes {
			own.say(local(a.Name.Local), true)
		}
		for up := 1; up <= 2 && up < len(path)-1; up++ {
			at(path[:len(path)-up]).say(n.local, up == 1)
		}
	}, nil)
	if err != nil {
		return "", err
	}
	found, most := "", &census{}
	for path, c := range text.InOrder(counts) {
		c.names = min(c.names, c.all)
		c.dates = min(c.dates, c.names)
		if strings.Count(path, "/") > 1 &&
			cmp.Or(c.dates-most.dates, c.names-most.names, len(path)-len(found)) > 0 {
			found, most = path, c
		}
	}
	if most.names == 0 {
		return "", adapt.ErrMalformed.Errorf("no element has the name of an event (%s, …): it has "+
			"%s: write the path of one event in source.items, and source.map",
			strings.Join(adapt.NamesOf(adapt.Name)[:4], ", "),
			paths(slices.Sorted(maps.Keys(counts))))
	}
	return found, nil
}

// paths lists paths for a message.
func paths(all []string) string {
	if len(all) > maxNamed {
		all = append(slices.Clip(all[:maxNamed]), "…")
	}
	return strings.Join(all, ", ")
}

// Sitemap hands on the entries of a sitemap or of an index of sitemaps (sitemaps.org).
func Sitemap(b []byte, address string, take func(loc, lastmod string, list bool) error) error {
	return each(b, address, func(path []string) bool {
		name := local(path[len(path)-1])
		return len(path) == 2 && (name == "url" || name == "sitemap")
	}, func([]string, *node) {}, func(n *node) error {
		return take(adapt.Resolve(n.base, n.textOf("loc")), n.textOf("lastmod"),
			n.local == "sitemap")
	})
}
