package feed

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/adapt"
)

// ReadXML hands on the items of any XML; it is an [adapt.Reader]. A document may have none of the
// items that a path names, as the last page of several; what it returns then says what it has.
func ReadXML(ctx context.Context, r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any,
	error) {
	budget, b, err := adapt.Open(ctx, r, o, "")
	if err != nil {
		return nil, err
	}
	wanted := o.Path
	if wanted == "" {
		if wanted, err = items(budget, b); err != nil {
			return nil, err
		}
	}
	item := matcher(wanted)
	fields := func(n *node) map[adapt.Field]any {
		found := adapt.Members(members(n.attributes, n.children()), o.Locale)
		for c := range n.children() {
			if _, elements := c.own(); elements && c.markup() == found[adapt.Description] {
				found[adapt.Format] = "html"
			}
		}
		return found
	}
	order, err := orderOf(budget, b, item, o, fields)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	outside := func(path []string, _ *node) {
		if len(found) < 100 {
			found[joined(budget, path)] = true
		}
	}
	n := 0
	hand = budget.Hand(hand)
	err = newDocument(budget, b, o.URL).each(item, outside, func(e *node) error {
		n++
		found := fields(e)
		if text, ok := found[adapt.Description].(string); ok {
			found[adapt.Description] = adapt.Rebase(budget, text, e.base)
		}
		value := map[string]any{"item": e.value()}
		adapt.Put(value, adapt.RecordMember, adapt.Record(found, order))
		return hand(adapt.Item{Value: value})
	})
	if n > 0 {
		return nil, err
	}
	return map[string]any{adapt.FoundMember: paths(slices.Sorted(maps.Keys(found)))}, err
}

// matcher compares paths with source.items: /agenda/evento is a whole path, evento or local/evento
// the end of one. Prefixes may be left out.
func matcher(wanted string) func(path []string) bool {
	whole := strings.HasPrefix(wanted, "/")
	names := strings.Split(strings.Trim(wanted, "/"), "/")
	return func(path []string) bool {
		if len(path) < len(names) || whole && len(path) != len(names) {
			return false
		}
		for i, name := range path[len(path)-len(names):] {
			if names[i] != name && names[i] != local(name) {
				return false
			}
		}
		return true
	}
}

// joined is a path as a text; "/" when it is beyond the budget.
func joined(budget *adapt.Budget, path []string) string {
	n := 0
	for _, name := range path {
		n += 1 + len(name)
	}
	if budget.Charge(n) != nil {
		return "/" // the next charge says why
	}
	return "/" + strings.Join(path, "/")
}

// census counts the elements of one path.
type census struct {
	path         string
	named, dated int // elements that have a name; a name and a date
}

// Items finds the path of the items: the elements that most often have a name and a date, else a
// name, in themselves or one level below.
func Items(ctx context.Context, b []byte) (string, error) {
	return items(adapt.NewBudget(ctx, len(b)), b)
}

func items(budget *adapt.Budget, b []byte) (string, error) {
	type open struct{ name, start bool }
	d := newDocument(budget, b, "")
	counts := map[string]*census{}
	var order []*census
	var stack []open
	for {
		t, err := d.token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			d.open(t)
			o := open{}
			for _, a := range t.Attr {
				f := adapt.FieldOf(a.Name.Local)
				o.name, o.start = o.name || f == adapt.Name, o.start || f == adapt.Starts
			}
			stack = append(stack, o)
			f := adapt.FieldOf(t.Name.Local)
			for up := 2; up <= 3 && len(stack) >= up; up++ {
				above := &stack[len(stack)-up]
				above.start = above.start || f == adapt.Starts
				above.name = above.name || f == adapt.Name && up == 2
			}
		case xml.EndElement:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			path := joined(budget, d.path)
			c := counts[path]
			if c == nil && len(order) < 10_000 {
				c = &census{path: path}
				counts[path], order = c, append(order, c)
			}
			if c != nil && o.name && len(d.path) > 1 {
				c.named++
				if o.start {
					c.dated++
				}
			}
			d.close()
		}
	}
	best := slices.MaxFunc(append(order, &census{}), func(a, b *census) int {
		return cmp.Or(cmp.Compare(a.dated, b.dated), cmp.Compare(a.named, b.named))
	})
	if best.named == 0 {
		var all []string
		for _, c := range order {
			all = append(all, c.path)
		}
		slices.Sort(all)
		return "", fmt.Errorf("%w: no element has the name of an event (%s, …): it has %s: write "+
			"the path of one event in source.items, and source.map", adapt.ErrMalformed,
			strings.Join(adapt.NamesOf(adapt.Name)[:4], ", "), paths(all))
	}
	return best.path, nil
}

// paths lists paths for a message.
func paths(all []string) string {
	const most = 12
	if len(all) > most {
		all = append(all[:most:most], "…")
	}
	return strings.Join(all, ", ")
}

// Sitemap hands on the entries of a sitemap or of an index of sitemaps (sitemaps.org).
func Sitemap(budget *adapt.Budget, b []byte, address string,
	take func(loc, lastmod string, list bool) error) error {
	entry := func(path []string) bool {
		name := local(path[len(path)-1])
		return len(path) == 2 && (name == "url" || name == "sitemap")
	}
	return newDocument(budget, b, address).each(entry, func([]string, *node) {},
		func(n *node) error {
			found := members(nil, n.children())
			loc, _ := found["loc"].(string)
			lastmod, _ := found["lastmod"].(string)
			return take(adapt.Resolve(n.base, loc), lastmod, n.local == "sitemap")
		})
}
