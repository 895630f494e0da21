package onboard

import (
	"cmp"
	_ "embed" // hints.txt
	"slices"
	"strings"
	"time"
	"unicode"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/text"
)

// lacks holds the parts that most records of a catalogue do not have. Without records, most items
// make none that can be published.
type lacks struct{ records, start, hour, place bool }

// proposal holds the members that a map adds to a record, as jq writes them, and the questions to a
// person if the members of the items are not clear.
type proposal struct {
	add []string // as in "starts_at: .opens_on"
	ask []string
}

// propose looks in the items for the parts that their records lack. It names members that the items
// have, and takes one only if its name is clear. For items with opens_on and closes_on it gives
// "starts_at: .opens_on" and "ends_at: .closes_on".
func propose(members []adapt.Member, l lacks, now time.Time) (p proposal) {
	leaves := leavesOf(members)
	if l.records {
		p.name(leaves)
	}
	first := p.ask
	if l.start {
		p.times(leaves, now)
	}
	if l.hour {
		clocks := clocksOf(leaves)
		if len(clocks) == 1 {
			p.add = append(p.add, "start_time: "+clocks[0].path())
		} else {
			p.question("the hour at which it starts", clocks)
		}
	}
	if l.place {
		p.places(leaves)
	}
	if l.records { // other missing parts show once the records have a name
		p.ask = first
	}
	return p
}

// name adds the one member for the name, or asks.
func (p *proposal) name(leaves []*leaf) {
	found := choose(leaves, adapt.Name, (*leaf).isName)
	if len(found) == 1 {
		p.add = append(p.add, "name: "+found[0].path())
		return
	}
	if len(found) == 0 {
		found = those(leaves, (*leaf).isName)
	}
	p.question("the name", found)
}

// those returns the leaves that fit.
func those(leaves []*leaf, fit func(*leaf) bool) []*leaf {
	return slices.DeleteFunc(slices.Clone(leaves), func(l *leaf) bool { return !fit(l) })
}

// times adds the start and, if its sibling is an end that is never before it, the end. Several
// dates of one item are its sessions.
func (p *proposal) times(leaves []*leaf, now time.Time) {
	starts := choose(leaves, adapt.Starts, (*leaf).isDate)
	dates := those(leaves, (*leaf).isDate)
	if len(starts) == 0 && len(dates) == 1 && dates[0].mayStart(now) {
		starts = dates
	}
	if len(starts) != 1 {
		p.question("starts_at", dates)
		return
	}
	start := starts[0]
	ends := slices.DeleteFunc(choose(leaves, adapt.Ends, (*leaf).isDate), func(end *leaf) bool {
		return end.parent() != start.parent()
	})
	list, rest, nested := strings.Cut(start.Path, "[]")
	switch sessions := nested && start.Many; {
	case sessions:
		if len(ends) == 1 {
			rest += ", ends_at: " + strings.TrimPrefix(ends[0].Path, list+"[]")
		}
		p.add = append(p.add, "sessions: ["+list+"[] | {starts_at: "+rest+"}]")
	case len(ends) == 1:
		p.add = append(p.add, "starts_at: "+start.path(), "ends_at: "+ends[0].path())
	default:
		p.add = append(p.add, "starts_at: "+start.path())
	}
}

// clocksOf returns the times of day that may be the hour of the start: those with a name for it, or
// else those without a name for an end.
func clocksOf(leaves []*leaf) []*leaf {
	if best := choose(leaves, adapt.Starts, (*leaf).isClock); len(best) > 0 {
		return best
	}
	return those(leaves, func(l *leaf) bool {
		return l.isClock() && l.says != nil && l.says[true].field != adapt.Ends
	})
}

// places adds a venue, a city or both.
func (p *proposal) places(leaves []*leaf) {
	var parts []string
	for _, part := range []struct {
		member string
		field  adapt.Field
	}{{"name", adapt.Venue}, {"city", adapt.City}} {
		if found := choose(leaves, part.field, (*leaf).isName); len(found) == 1 {
			parts = append(parts, part.member+": "+found[0].path())
		}
	}
	if len(parts) == 0 {
		p.question("the place", those(leaves, (*leaf).isName))
		return
	}
	p.add = append(p.add, "location: {"+strings.Join(parts, ", ")+"}")
}

// mostAsked is the largest number of members in a question.
const mostAsked = 6

// question asks which member holds something, with two values of each candidate.
func (p *proposal) question(what string, candidates []*leaf) {
	if len(candidates) == 0 {
		p.ask = append(p.ask, "no member of the items reads as "+what+": write it in map.jq")
		return
	}
	said := "which member is " + what + "? map.jq must say it:"
	for _, l := range candidates[:min(len(candidates), mostAsked)] {
		said += "\n    " + l.path() + "  " + strings.Join(l.examples(2), ", ")
	}
	p.ask = append(p.ask, said)
}

// leaf is a member of the items, and the meaning of its names for a time and for a text.
type leaf struct {
	adapt.Member
	words int // in its names
	says  map[bool]hint
}

// leavesOf returns the members that reached no record.
func leavesOf(members []adapt.Member) (all []*leaf) {
	for _, m := range members {
		var words []string
		for _, name := range m.Names {
			words = append(words, wordsOf(name)...)
		}
		all = append(all, &leaf{m, len(words), read(words)})
	}
	return all
}

// path returns the path to the value of the first element of each list.
func (l *leaf) path() string { return strings.ReplaceAll(l.Path, "[]", "[0]") }

// choose returns the best of the leaves whose names mean a field: the least deep, then the one with
// the better word, then the one with the fewest words. It returns several if they are equally good.
func choose(leaves []*leaf, f adapt.Field, fits func(*leaf) bool) (best []*leaf) {
	order := func(a, b *leaf) int {
		return cmp.Or(cmp.Compare(a.depth(), b.depth()),
			cmp.Compare(a.says[isTime[f]].rank, b.says[isTime[f]].rank),
			cmp.Compare(a.words, b.words))
	}
	for _, l := range leaves {
		switch {
		case l.says[isTime[f]].field != f || !fits(l):
		case len(best) == 0 || order(l, best[0]) < 0:
			best = []*leaf{l}
		case order(l, best[0]) == 0:
			best = append(best, l)
		}
	}
	return best
}

// isTime holds the fields that are times; the others sought are texts.
var isTime = map[adapt.Field]bool{adapt.Starts: true, adapt.Ends: true}

// read finds the meaning of the words of a path for a time, and for a text. A path with a word for
// something else means neither, nor does one with words for both a start and an end. Among words
// for texts a city wins over a venue, and a venue over a name: venue.title is a venue,
// location.city.name a city.
func read(words []string) map[bool]hint {
	says := map[bool]hint{}
	for _, word := range words {
		h, known := hints[word]
		if !known {
			continue
		}
		if h.field == other {
			return nil
		}
		isTime := isTime[h.field]
		was, twice := says[isTime]
		switch {
		case !twice || !isTime && textOrder(h) < textOrder(was):
			says[isTime] = h
		case isTime && was.field != h.field:
			return nil
		}
	}
	return says
}

func textOrder(h hint) int {
	return slices.Index([]adapt.Field{adapt.City, adapt.Venue, adapt.Name}, h.field)
}

func (l *leaf) depth() int { return len(l.Names) }

// mostly reports whether a property holds for most values of the items.
func (l *leaf) mostly(holds func(string) bool) bool {
	n := 0
	for _, v := range l.Values {
		if v != "" && holds(v) {
			n++
		}
	}
	return 2*n > len(l.Values)
}

func (l *leaf) isDate() bool {
	return l.mostly(func(v string) bool {
		_, ok := times.Read(v, times.Order{})
		return ok && len(v) >= len("1.2.27")
	})
}

// mayStart reports whether the only date of the items may be their start: no word means something
// else, and most are in the future, unlike the dates at which an entry was created or edited.
func (l *leaf) mayStart(now time.Time) bool {
	return l.says != nil && l.says[true].field != adapt.Ends && l.mostly(func(v string) bool {
		r, _ := times.Read(v, times.Order{})
		return r.Wall.After(now)
	})
}

func (l *leaf) isClock() bool {
	return l.mostly(func(v string) bool {
		_, ok := times.Clock(v)
		return ok
	})
}

// maxNameLength is the largest length of a name in bytes; a longer text is a description.
const maxNameLength = 150

func (l *leaf) isName() bool {
	return l.says != nil && !l.isDate() && l.mostly(func(v string) bool {
		return len(v) <= maxNameLength && strings.ContainsFunc(v, unicode.IsLetter) &&
			!strings.Contains(v, "://")
	})
}

// parent returns the path of the object that has the leaf.
func (l *leaf) parent() string { return l.Path[:strings.LastIndexByte(l.Path, '.')] }

// examples returns the first different values.
func (l *leaf) examples(n int) (list []string) {
	for _, v := range l.Values {
		if v = quoted(text.Shorten(v, 40)); v != `""` && !slices.Contains(list, v) {
			if list = append(list, v); len(list) == n {
				break
			}
		}
	}
	return list
}

// wordsOf returns the words of a name, folded: eventStart_date is event, start, date.
func wordsOf(name string) []string { return text.Words(text.Fold(adapt.Apart(name))) }

//go:embed hints.txt
var hintsFile string

// other is the field of words for a member that is none of the fields sought.
const other adapt.Field = "other"

// hint is the meaning of a word: a field, and the place of the word in its line of hints.txt.
type hint struct {
	field adapt.Field
	rank  int
}

var hints = func() map[string]hint {
	of := map[string]hint{}
	adapt.EachName(hintsFile, func(f adapt.Field, rank int, word, _ string) {
		of[word] = hint{f, rank}
	})
	return of
}()
