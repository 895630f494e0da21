package page

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"

	"cartaz/builder/internal/words"
)

// dots draws the venues with most events whose coordinates are known, as dots that link to their
// pages, and says how many it left out. It returns "" for few venues. Readers and keyboards have a
// list of the same links.
func (r *Renderer) dots(venues []Facet) template.HTML {
	known := slices.DeleteFunc(slices.Clone(venues),
		func(f Facet) bool { return f.Lat == 0 && f.Lon == 0 })
	const least, most, names = 4, 100, 12
	if len(known) < least {
		return ""
	}
	slices.SortStableFunc(known, func(a, b Facet) int { return cmp.Compare(b.Count, a.Count) })
	known = known[:min(len(known), most)]
	south, north := spread(known, func(f Facet) float64 { return f.Lat })
	west, east := spread(known, func(f Facet) float64 { return f.Lon })
	narrow := math.Cos(south * math.Pi / 180) // a degree of longitude
	scale := min(376/((east-west)*narrow+1e-6), 300/(north-south+1e-6))
	var dots, texts strings.Builder
	var rows []float64 // of names: they do not overlap
	drawn := 0
	for _, f := range known {
		if f.Lat < south || f.Lat > north || f.Lon < west || f.Lon > east {
			continue
		}
		drawn++
		x := 200 + (f.Lon-(west+east)/2)*narrow*scale
		y := 24 + (north-f.Lat)*scale
		size := min(4+math.Sqrt(float64(f.Count)), 12)
		label := html.EscapeString(f.Label)
		fmt.Fprintf(&dots, `<a href="%s" tabindex="-1"><title>%s</title><circle cx="%.0f" `+
			`cy="%.0f" r="%.1f"/></a>`, html.EscapeString(r.brand.Spelling.Own(f.Path)),
			words.Title(label, r.words.Lists.Events.Count(f.Count)), x, y, size)
		// Names are centred as far as they end within the map; half a letter is about 3.1 wide.
		if half := 3.1 * float64(len(f.Label)); len(rows) < names && half < 196 &&
			!slices.ContainsFunc(rows, func(row float64) bool { return math.Abs(row-y) < 14 }) {
			rows = append(rows, y)
			fmt.Fprintf(&texts, `<text x="%.0f" y="%.0f">%s</text>`,
				min(max(x, half+4), 396-half), y-size-2, label)
		}
	}
	note := ""
	if drawn < len(venues) {
		note = r.words.Lists.MapOf.Text(r.words.Numbers.Text(drawn),
			r.words.Numbers.Text(len(venues)))
	}
	return template.HTML(fmt.Sprintf(`<svg class="dots" viewBox="0 0 400 %.0f" aria-hidden="true">`+
		`%s%s</svg><p class="note" data-markdown-ignore>%s</p>`, 36+(north-south)*scale,
		dots.String(), texts.String(), note))
}

// few is the number of venues up to which the map shows all of them.
const few = 12

// spread returns the range of the coordinates of venues, without venues far from most.
func spread(venues []Facet, of func(Facet) float64) (from, to float64) {
	list := make([]float64, len(venues))
	for i, f := range venues {
		list[i] = of(f)
	}
	slices.Sort(list)
	last := len(list) - 1
	if from, to = list[last/4], list[last-last/4]; last < few {
		return list[0], list[last]
	}
	return max(list[0], 2*from-to), min(list[last], 2*to-from)
}
