package feed

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
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

// census counts the elements of one path.
type census struct {
	path         string
	named, dated int // elements that have a name; a name and a date
}

// Items finds the path of the items: the elements that most often have a name and a date, or else a
// name, directly or one level below.
func Items(b []byte) (string, error) {
	type element struct {
		path        string
		name, start bool
	}
	counts := map[string]*census{}
	var order []*census
	var open []element
	leave := func(depth int) {
		for ; len(open) > depth; open = open[:len(open)-1] {
			e := open[len(open)-1]
			c := counts[e.path]
			if c == nil && len(order) < maxPaths {
				c = &census{path: e.path}
				counts[e.path], order = c, append(order, c)
			}
			if c != nil && e.name && len(open) > 1 {
				c.named++
				if e.start {
					c.dated++
				}
			}
		}
	}
	err := each(b, "", func([]string) bool { return false }, func(path []string, n *node) {
		leave(len(path) - 1)
		e := element{path: "/" + strings.Join(path, "/")}
		for _, a := range n.attributes {
			f := adapt.FieldOf(local(a.Name.Local))
			e.name = e.name || f == adapt.Name
			e.start = e.start || f == adapt.Starts
		}
		f := adapt.FieldOf(n.local)
		for up := 1; up <= 2 && up <= len(open); up++ {
			above := &open[len(open)-up]
			above.start = above.start || f == adapt.Starts
			above.name = above.name || f == adapt.Name && up == 1
		}
		open = append(open, e)
	}, nil)
	if err != nil {
		return "", err
	}
	leave(0)
	best := slices.MaxFunc(append(order, &census{}), func(a, b *census) int {
		return cmp.Or(cmp.Compare(a.dated, b.dated), cmp.Compare(a.named, b.named))
	})
	if best.named == 0 {
		return "", adapt.ErrMalformed.Errorf("no element has the name of an event (%s, …): it has "+
			"%s: write the path of one event in source.items, and source.map",
			strings.Join(adapt.NamesOf(adapt.Name)[:4], ", "),
			paths(slices.Sorted(maps.Keys(counts))))
	}
	return best.path, nil
}

// paths lists paths for a message.
func paths(all []string) string {
	if len(all) > maxNamed {
		all = append(all[:maxNamed:maxNamed], "…")
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
