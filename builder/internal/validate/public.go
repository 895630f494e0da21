package validate

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// FactsMember is the member of a record, and of a session, that holds the members of its source
// about publishing. A map that makes several records of an item gives each its own: facts: the
// object.
const FactsMember = "facts"

// Clock holds when the check of publishing gives another result although the source has not
// changed; zero times for never.
type Clock struct {
	Next time.Time // the item must be checked again
	Gone time.Time // the event is no longer public, whatever its source says then
}

// sooner returns c with the earlier Next of both clocks. It keeps c.Gone.
func (c Clock) sooner(other Clock) Clock {
	if c.Next.IsZero() || !other.Next.IsZero() && other.Next.Before(c.Next) {
		c.Next = other.Next
	}
	return c
}

// said holds what the members of an event, or of one of its dates, say about its publishing.
type said struct {
	checker *Checker
	of      string   // what the objects are: "price ", "tickets ", or "" for an event
	why     string   // why it is not public: `status "draft"`, or ""
	archive string   // why it is not public before its start, and not on sale after it
	unknown []string // members whose value no table knows
	// why its place is not public, or ""
	unplaced string
	set      []string // keys of flags that say that it is public
	state    catalog.State
	// a label that reads as cancelled and has more words, so it does not set state, or ""
	cancelled               string
	soldOut, closed, online bool
	free, costs             string // the member that says so: `price "gratis"`, or ""

	from, until, sales  time.Time // sales: their end
	fromName, untilName string
}

// fates are what a member of any name is asked about.
var fates = strings.Fields("cancelled postponed rescheduled sold_out")

const (
	maxAround = 4  // objects around a member
	maxWord   = 60 // bytes of the value of a member of publishing
)

// hours matches times of day and lengths, which in a text are no price: "Free (tickets 1h before)".
var hours = regexp.MustCompile(`(?i)\b\d{1,2}(:\d\d| ?(h(\d\d|s|rs|o[a-z]+|eures?)?|u[hu]r|ore|` +
	`min[a-z]*)\b)`)

// never matches a date so far ahead that it stands for none.
var never = regexp.MustCompile(`^(2[3-9]|[3-9]\d)\d\d-`)

// says reads what members of items and records, or of prices, say, by the tables of names and words
// in package lang. Members in source.public.ignore do not count.
func (c *Checker) says(of string, facts ...any) *said {
	s := &said{checker: c, of: of}
	for _, f := range facts {
		if o, ok := f.(map[string]any); ok {
			s.object(o, 0)
		}
	}
	return s
}

func (s *said) object(o map[string]any, depth int) {
	for name, v := range text.InOrder(o) {
		is := cmp.Or(lang.MemberOf(s.of+name), lang.MemberOf(name))
		if slices.ContainsFunc(s.checker.config.Ignore,
			func(other string) bool { return lang.Key(other) == lang.Key(name) }) {
			continue
		}
		word, _ := v.(string)
		if is == "tickets" && word != "" && !strings.Contains(word, "://") {
			is = "price" // "Karten" with "ausverkauft"
		}
		// A short word may be anything: "full".
		if is == "" && name != "name" && name != "buy_url" && depth < 2 && len(word) <= maxWord &&
			len(word) > len("full") && slices.Contains(fates, lang.StateOf(word)) {
			s.unknown = append(s.unknown, name+" "+quote(word))
		}
		inner, object := v.(map[string]any)
		if is == "" {
			for name, v := range text.InOrder(inner) { // of a place
				if is := lang.MemberOf(name); strings.HasSuffix(is, "placed") {
					s.member(is, name, fmt.Sprint(v))
				}
			}
			continue
		}
		// What is inside: tickets and prices on their own, other objects as members of this one.
		if is == "price" || is == "tickets" {
			list, _ := v.([]any)
			part := s.checker.says(is+" ", append(slices.Clip(list), v)...)
			s.costs = cmp.Or(s.costs, part.costs)
			if object { // of several, one may be free
				s.free = cmp.Or(s.free, part.free)
			}
			s.soldOut = s.soldOut || part.soldOut && !slices.ContainsFunc(list,
				func(v any) bool { return !s.checker.says("tickets ", v).soldOut })
		} else if object && depth < maxAround {
			s.object(inner, depth+1)
		}
		if is == "around" || is == "tickets" {
			continue
		}
		// What its words say.
		words := wordsOf(v, 0)
		if is == "price" {
			text := fmt.Sprint(v)
			if strings.ContainsAny(hours.ReplaceAllString(text, ""), "123456789") {
				s.costs = name + " " + quote(text)
				continue
			} else if len(words) > 1 {
				continue
			}
		}
		for _, word := range words {
			s.member(is, name, word)
		}
	}
}

// wordsOf returns the words of a value: for a list the words of its elements, for an object the
// words of the members that name a choice.
func wordsOf(v any, depth int) (words []string) {
	if depth > maxAround {
		return nil
	}
	switch v := v.(type) {
	case nil:
		return []string{"null"} // unlike a blank cell
	case string:
		return []string{strings.TrimSpace(v)}
	case bool:
		return []string{strconv.FormatBool(v)}
	case []any:
		for _, e := range v {
			words = append(words, wordsOf(e, depth+1)...)
		}
	case map[string]any:
		o := v
		kind, _ := o["type"].(string) // type of a value, as in Notion
		for name, v := range text.InOrder(o) {
			is := lang.Names(name) && (name != "type" || o[kind] == nil)
			if (is || name == kind) && v != nil {
				words = append(words, wordsOf(v, depth+1)...)
			}
		}
	default:
		number, _ := numberText(v)
		return []string{number}
	}
	return words
}

// member notes the meaning of one member. is is the meaning of its name, see lang/any/members.txt.
func (s *said) member(is, name, word string) {
	if len(word) > maxWord && is != "price" {
		return // a text, whatever the name
	}
	shown := name + " " + quote(word)
	// What the word may say: yes or no, a state, a date, nothing, or that it is free.
	yes, state := lang.Yes(word), lang.StateOf(hours.ReplaceAllString(word, ""))
	at, dated := s.date(word)
	empty := word == "null" || strings.Trim(word, "0-:T Z") == "" && yes == ""
	free := state == "free" && !strings.ContainsAny(word, ":/") // "Members: free"
	hide := func(when bool) {
		if when && s.why == "" {
			s.why = shown
		}
	}
	known := true
	// Flags that are set, for [Unset]: most records of a source may have them.
	if key := lang.Key(name); yes == "yes" && (is == "shown" || is == "active") ||
		is == "since" && dated && strings.HasSuffix(key, "at") { // not datePublished of a page
		s.set = append(s.set, key)
	}
	ahead := dated && at.After(s.checker.config.Now) && strings.HasSuffix(lang.Key(name), "at")
	if ahead && (is == "hidden" || is == "archived") {
		is = "until" // it will be deleted
	}
	switch is {
	case "since", "from":
		hide(is == "since" && (empty || yes == "no"))
		known = empty || dated || yes != ""
		if dated && at.After(s.from) {
			s.from, s.fromName = at, shown
		}
	case "until":
		known = empty || dated || yes == "no" || never.MatchString(word)
		if dated && (s.until.IsZero() || at.Before(s.until)) {
			s.until, s.untilName = at, shown
		}
	case "placed", "unplaced":
		if yes == map[string]string{"placed": "no", "unplaced": "yes"}[is] {
			s.unplaced = shown
		}
		known = yes != "" || empty
	case "class":
		hide(!empty && state != "public")
	case "kind", "like":
		hide(state == "withheld" || is == "kind" && state == "absent")
		if slices.Contains(fates, state) && len(word) > len("full") {
			s.happens(state, shown)
		}
	case "left":
		known = word != "0" && yes != "no"
	case "copy":
		hide(!empty && yes != "no")
	case "key":
		hide(strings.HasPrefix(word, "drafts.") || strings.HasPrefix(word, "versions.")) // Sanity
	case "free", "paid":
		yes = cmp.Or(yes, lang.Yes(lang.LastPart(word))) // "https://schema.org/True"
		no := map[string]string{"free": "no", "paid": "yes"}[is]
		free = free || yes != "" && yes != no
		if yes == no {
			s.costs = shown
		}
		known = free || yes != "" || empty
	case "price": // a text that says free and more is none that a table knows
		known = free || state != "free" && s.happens(state, shown) || !lang.Says(word, "free")
	case "state", "visibility", "region", "entry", "either":
		region := strings.Contains("region entry either", is)
		hide(state == "withheld" || state == "waiting" && (!region || is == "either") ||
			word == "false" && is == "state")
		known = s.happens(state, shown) || empty ||
			region && word != "none" && (is != "either" || word > ":") && !slices.ContainsFunc(
				fates[:3], func(fate string) bool { return lang.Says(word, fate) })
		if lang.Says(word, "cancelled") {
			s.cancelled = word
		}
	case "shown", "hidden", "active", "archived":
		no := map[string]string{"shown": "no", "active": "no"}[is]
		set := yes == cmp.Or(no, "yes") || no == "" && dated
		hide(set && (is == "shown" || is == "hidden"))
		if set && s.why == "" {
			s.archive = cmp.Or(s.archive, shown)
		}
		// A flag that is not set is a blank cell in some tables, and has no meaning in others.
		if known = yes != "" || dated || empty && (is != "shown" || word != ""); !known {
			hide(state == "withheld" || state == "waiting")
			known = s.happens(state, shown) || strings.ContainsAny(word, " /")
		}
	default: // fate of the event
		if is == "closed" && dated {
			if r, _ := times.Read(word, s.checker.order); !r.Clock {
				at = at.AddDate(0, 0, 1) // the whole day
			}
			if s.sales.IsZero() || at.Before(s.sales) {
				s.sales = at
			}
		} else if yes == "yes" || dated || state == is {
			s.happens(is, shown)
		}
		known = is != "closed" || dated || yes+state != "" || empty
	}
	// Whatever the member is, the word may say that the event is free, or may be unknown.
	if free && strings.Contains("free paid price entry", is) {
		s.free = shown
	}
	// A record may have the label of a column of its item: Status, and status.
	if !known && !slices.ContainsFunc(s.unknown,
		func(is string) bool { return strings.EqualFold(is, shown) }) {
		s.unknown = append(s.unknown, shown)
	}
}

// happens notes what a word says of whether the event takes place and has tickets, and reports
// whether a table knows the word.
func (s *said) happens(state, shown string) bool {
	s.online = s.online || state == string(catalog.MovedOnline)
	states := append(catalog.States()[1:], catalog.Scheduled)
	switch is := slices.Index(states, catalog.State(state)); {
	case is >= 0 && (s.state == "" || is < slices.Index(states, s.state)): // the gravest
		s.state = states[is]
	case state == "archived":
		s.archive = cmp.Or(s.archive, shown)
	case state == "sold_out":
		s.soldOut = true
	case state == "closed":
		s.closed = true
	}
	return state != "" && state != "not"
}

// date returns a moment of publishing, in the zone of the brand; a day is its beginning.
func (s *said) date(word string) (at time.Time, ok bool) {
	r, ok := times.Read(word, s.checker.order)
	if !ok || len(word) < len("2/1/2027") {
		return at, false
	}
	if r.HasOffset {
		return r.Instant(), true
	}
	at, _ = times.In(r.Wall, cmp.Or(s.checker.config.Zone, time.UTC))
	return at, true
}

// marks match a word that is set apart at the start or the end of a title: in brackets (group 1),
// or by a colon, a bar or a dash (group 2). subtitle matches a text that may go on after a word.
var (
	marks = []*regexp.Regexp{
		regexp.MustCompile(`^\s*(?:[(\[{*]+([^()\[\]{}*]{3,40}?)!*[)\]}*]+|` +
			`(\pL[\pL '’]{2,40}?)(?:!+|\s*[:|–—]|\s+-))\s+`),
		regexp.MustCompile(`\s*(?:[(\[{*]+([^()\[\]{}*]{3,40}?)!*[)\]}*]+|` +
			`(?:[:|–—]\s*|\s-\s+)(\pL[\pL '’]{2,40}?)!*)\s*$`)}
	subtitle   = regexp.MustCompile(`^([–—-]|\p{Ll}|(A|An|The) )`)
	titleWords = lang.Load("titles.txt")
)

// title reads a state that is set apart in a title, unless the source states another: "CANCELADO:
// Choro", "Choro (esgotado)". If the word may be a part of the title ("Sold Out: a comedy"), or
// would hide the event, or the title only says that it is a test or a time that is taken, it is
// only reported. A word in capitals or brackets (loud) is not part of a
// title.
func (s *said) title(o object, name string, stated catalog.State) {
	first, rest, _ := strings.Cut(name, " ")
	upper := first == strings.ToUpper(first) && rest != strings.ToUpper(rest)
	if titleWords.Of(name) == "alone" || titleWords.Of(first) == "alone" && upper {
		o.add(Ignored, NotUnderstood, "name "+quote(name))
		return
	}
	for _, mark := range marks {
		m := mark.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		word, rest := m[1]+m[2], strings.Replace(name, m[0], "", 1)
		loud := m[1] != "" || word == strings.ToUpper(word) && rest != strings.ToUpper(rest)
		is := lang.StateOf(word)
		hides := is == "withheld"
		happens := strings.Contains("cancelled postponed rescheduled moved_online sold_out",
			cmp.Or(is, "-"))
		switch {
		case !happens && !hides, !loud && (hides || titleWords.Of(word) != ""),
			stated == catalog.State(is), is == "sold_out" && s.soldOut:
		case hides, stated != "" && is != "sold_out",
			!loud && (subtitle.MatchString(rest) || strings.HasPrefix(m[0], ":")):
			o.add(Ignored, NotUnderstood, "name "+quote(name))
		default:
			s.happens(is, "")
			o.repaired(StateInName, "only the name says "+quote(word)+", which is followed")
		}
	}
}

// Unset returns for each record what a flag says that it does not have, or an empty finding. shown
// are the flags that are set, [Checked].Shown of each: many systems leave out those that are not.
// If most records of a source have a flag set, the others are withheld; else it is not understood.
func Unset(shown []string) []Finding {
	counts := map[string]int{}
	for _, set := range shown {
		for name := range strings.FieldsSeq(set) {
			counts[name]++
		}
	}
	findings := make([]Finding, len(shown))
	for name, n := range text.InOrder(counts) {
		found := Finding{Kind: Withheld, Reason: NotPublic, Detail: fmt.Sprintf(
			"%s is missing, and %d of %d events have it set", name, n, len(shown))}
		if 2*n < len(shown) {
			found.Kind, found.Reason = Ignored, NotUnderstood
		}
		for i, set := range shown {
			if !slices.Contains(strings.Fields(set), name) && findings[i].Kind != Withheld {
				findings[i] = found
			}
		}
	}
	return findings
}

// apply writes what its source says into a record, and returns why it is not public now, or "", and
// when that changes.
//   - Embargo: an event is not public before it is to be published.
//   - Archive: an archived event is not public before its start, and not on sale after it.
//   - Expiry: an event that expires before its start, or has no date, is then not public; one that
//     expires later is then not on sale.
func (s *said) apply(o object, rec *catalog.Record) (why string, clock Clock) {
	now, start := o.checker.config.Now, rec.Starts.Time
	rec.State = cmp.Or(rec.State, s.state)
	if rec.State == "" && s.cancelled != "" {
		rec.SaysCancelled = true
		rec.Status = s.cancelled
		o.repaired(StatusNotState, quote(s.cancelled)+" reads as cancelled and says more: the "+
			"page shows it and does not say that tickets are on sale; write the state in the map")
	}
	checkAgain := func(at time.Time) {
		if at.After(now) {
			clock = clock.sooner(Clock{Next: at})
		}
	}
	closeSales := func(at time.Time) {
		checkAgain(at)
		switch {
		case at.IsZero():
		case !at.After(now):
			rec.IsClosed = true
		case rec.Closes.IsZero() || at.Before(rec.Closes):
			rec.Closes = at
		}
	}
	rec.NoneLeft = catalog.Flag(s.soldOut)
	rec.IsClosed = rec.IsClosed || s.closed || s.archive != ""
	closeSales(s.sales)
	why = s.why
	if s.from.After(now) {
		checkAgain(s.from)
		why = cmp.Or(why, s.fromName)
	}
	begun := rec.Starts.Known() && !start.After(now)
	if s.archive != "" && !begun {
		checkAgain(start)
		why = cmp.Or(why, s.archive)
	}
	switch {
	case s.until.IsZero():
	case rec.Starts.Known() && !s.until.Before(start):
		closeSales(s.until)
	case s.until.After(now):
		checkAgain(s.until)
		clock.Gone = s.until
	default:
		why = cmp.Or(why, s.untilName)
	}
	slices.Sort(s.unknown)
	for _, member := range slices.Compact(s.unknown) {
		o.add(Ignored, NotUnderstood, member)
	}
	return why, clock
}
