package validate

import (
	"cmp"
	"fmt"
	"html"
	"iter"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// MaxTags is how many tags a record has at most.
const MaxTags = 20

// Limits of the members of a record.
const (
	maxName    = 300 // runes of the event's name
	maxLabel   = 200 // runes of every other name
	maxAddress = 500 // runes of a formatted address
	maxList    = 100 // members of a list that are read
	// maxSessions is more than the number that stays: sessions that are over are dropped first.
	maxSessions = 10_000
	maxFindings = 50
	maxTag      = 60 // runes of a tag
	// maxAmount is the largest price or fee, in minor units. It keeps sums far from the end of
	// int64 and of the integers that JSON readers hold exactly.
	maxAmount = 1_000_000_000_000
)

// recordMembers are the members of a record, as brands/records.md lists them; the members of its
// objects are beside the code that reads them.
var recordMembers = func() []string {
	names := append(strings.Fields(`id slug name description description_format status state
		is_online is_closed previous_starts_at date_order default_timezone images location
		producer buy_url tickets tags updated_at`), FactsMember)
	for _, m := range new(catalog.Extra).Members() {
		names = append(names, m.Name)
	}
	return append(names, whenMembers...)
}()

// Config is the configuration of a brand's records.
type Config struct {
	// zone of local times without one; nil for the zone named ZoneName
	Zone     *time.Location    `json:"-"`
	ZoneName string            // its IANA name, or "" if unknown
	Locale   string            // of the site, "pt-BR", or "" if unknown
	Currency string            // ISO 4217 code of tickets without one, or "" if unknown
	BuyURL   string            // template with {slug} and {id}, or ""
	Now      time.Time         // the builder's clock: times before it are past
	Ignore   []string          // members that say nothing of publishing, whatever their names
	Edits    []brands.Edit     // final edits of single events
	Pictures map[string]string // own pictures of the brand that records name, with whole addresses
}

// Checker checks the records of one brand.
type Checker struct {
	config Config
	order  times.Order      // order of day and month where the date does not show it
	edits  map[string][]int // numbers of edits by event
}

// New returns a Checker for a brand.
func New(config Config) *Checker {
	config.Zone = cmp.Or(config.Zone, catalog.Zone(config.ZoneName))
	c := &Checker{config: config, order: times.OrderOf(nil, config.Locale),
		edits: map[string][]int{}}
	for i, e := range config.Edits {
		if name := cmp.Or(e.Means, e.Event); e.Holds(config.Now) {
			c.edits[name] = append(c.edits[name], i)
		}
	}
	return c
}

// Check reads one record. pos is its position in the source, for the report. If the record is
// dropped, it is nil, and the findings end with the reason.
//
// Its slug is the wanted one: [Settle] decides, and [Checker.Assign] writes the result. ReadAt is
// left to the caller.
func (c *Checker) Check(raw any, pos string) (*catalog.Record, Key, []Finding) {
	made := c.Gate(raw, pos, nil)
	return made.Record, made.Key, made.Findings
}

// gate is Gate before the edits of the brand.
func (c *Checker) gate(raw any, pos string, item any) Checked {
	o := object{reader: &reader{checker: c, pos: pos, order: c.order}}
	dropped := func(reason, detail string) Checked {
		if reason == MissingName {
			detail += jsondoc.Has("the item", item)
		}
		o.add(Dropped, reason, detail)
		return Checked{Findings: o.found()}
	}
	var ok bool
	if o.values, ok = raw.(map[string]any); !ok {
		return dropped(NotAnObject, "a record must be an object, not "+typeName(raw))
	}
	o.unknown(o.values, "", recordMembers)
	rec := &catalog.Record{}

	name, ok := o.values["name"].(string)
	switch {
	case o.values["name"] == nil:
		return dropped(MissingName, "name is missing")
	case !ok:
		return dropped(WrongType, "name must be a string, not "+typeName(o.values["name"]))
	}
	line := o.line("name", o.text("name"), maxName)
	if rec.Name = o.nobody("name", line); line == "" {
		return dropped(MissingName, "name has no visible character: "+quote(name))
	} else if rec.Name == "" {
		return dropped(MissingName, "name is nothing else")
	}

	rec.State = o.state()
	says := c.says(item, o.values)
	if first := o.word("date_order"); first != "" {
		o.reader.order = times.Order{MonthFirst: first == "month", Sure: true}
	}
	zone := o.when(rec, zone{c.config.Zone, c.config.ZoneName, c.config.Zone})
	hidden, before := o.sessions(rec, zone)
	rec.Timezone = zone.name
	rec.Status = o.label("status")
	rec.PreviousStarts = o.at("previous_starts_at", rec, zone)
	why, clock := says.apply(o, rec)
	why, clock = cmp.Or(why, hidden), clock.sooner(before)
	moveDate(rec)
	rec.UpdatedAt = o.at("updated_at", rec, zone).Time

	rec.Description, rec.Format = o.description()
	rec.IsOnline = o.boolean("is_online", says.online || rec.State == catalog.MovedOnline)
	rec.IsClosed = o.boolean("is_closed", rec.IsClosed) || rec.IsClosed
	images := o.object("images", "banner", "thumbnail")
	rec.Banner, rec.Thumbnail = images.url("banner"), images.url("thumbnail")
	var online bool
	rec.Location, online = o.location(rec.Timezone)
	rec.IsOnline = rec.IsOnline || online
	rec.Producer = o.producer()
	rec.BuyURL = o.url("buy_url")
	for _, m := range rec.Members() {
		switch v := m.Value.(type) {
		case *catalog.Moment:
			*v = o.at(m.Name, rec, zone)
		case *catalog.Flag:
			*v = catalog.Flag(o.boolean(m.Name, bool(*v)))
		case *catalog.URL:
			*v = catalog.URL(o.url(m.Name))
		case *catalog.Ages:
			*v = o.ages(m.Name)
		case *catalog.Names:
			*v = catalog.Names(strings.Join(o.names(m.Name), "\n"))
		case *catalog.Access:
			*v = o.access(m.Name)
		}
	}
	o.doors(rec)
	rec.Tickets, rec.Tags = o.tickets(bool(rec.NoneLeft)), o.names("tags")
	c.setClock(rec, zone)

	var given string
	if rec.Slug, given = o.slug(rec.Name, SlugDerived); rec.Slug == "" {
		rec.Slug = slugOf(latin(rec.Name))
	}
	if rec.ID = o.id(rec, given); rec.Slug == "" {
		rec.Slug = "evento-" + strconv.FormatUint(uint64(rec.ID), 10)
		o.repaired(SlugDerived, "the name gives no slug: "+quote(rec.Name))
	}
	key := KeyOf(rec, given == rec.Slug)
	if why != "" {
		rec, o.findings, o.more = nil, nil, 0
		o.add(Withheld, NotPublic, why)
	}
	for i := range o.findings {
		o.findings[i].ID, o.findings[i].Slug = key.ID, key.Slug
	}
	return Checked{Record: rec, Key: key, Clock: clock, Findings: o.found()}
}

// Assign gives a record the slug that [Settle] chose for it, and the address that follows from it
// if the source named none.
func (c *Checker) Assign(rec *catalog.Record, slug string) {
	rec.Slug = slug
	if rec.BuyURL == "" && c.config.BuyURL != "" {
		// The id first: digits cannot become a part of "{slug}".
		rec.BuyURL = strings.ReplaceAll(c.config.BuyURL, "{id}", strconv.FormatInt(rec.ID, 10))
		rec.BuyURL = strings.ReplaceAll(rec.BuyURL, "{slug}", slug)
	}
}

// state reads the state that the source gives the event. A value that is none of the five is left
// out, never guessed.
func (o object) state() catalog.State {
	given := o.text("state")
	state := catalog.State(strings.ToLower(strings.TrimSpace(given)))
	if state == "" || slices.Contains(catalog.States(), state) {
		return state
	} else if lang.StateOf(given) != "" {
		return "" // the gate of publishing reads it
	}
	all := strings.Trim(strings.ReplaceAll(fmt.Sprint(catalog.States()), " ", ", "), "[]")
	o.must(BadState, "state", "one of "+all, quote(given))
	return ""
}

var ageRange = regexp.MustCompile(`^(\d{1,2})-(\d{0,2})$`)

// ages returns the ages of the audience, or "" if the text is not a range.
func (o object) ages(member string) catalog.Ages {
	given := o.word(member)
	if m := ageRange.FindStringSubmatch(given); m != nil {
		from, _ := strconv.Atoi(m[1])
		if to, err := strconv.Atoi(m[2]); err != nil || to >= from {
			return catalog.Ages(given)
		}
	}
	if given != "" {
		o.must(BadFormat, member, "a range of years, such as 12- or 7-12", quote(given))
	}
	return ""
}

// access returns who has access to an event.
func (o object) access(member string) catalog.Access {
	list := o.list(member, "a list of strings", maxList)
	for _, v := range list {
		if s, ok := v.(string); !ok || !slices.Contains(catalog.AccessNames[:], s) {
			o.must(BadFormat, member, "a list of "+strings.Join(catalog.AccessNames[:], ", "),
				"one with "+quote(fmt.Sprint(v)))
		}
	}
	var names []string
	for _, name := range catalog.AccessNames {
		if slices.Contains(list, any(name)) {
			names = append(names, name)
		}
	}
	return catalog.Access(strings.Join(names, ","))
}

// moveDate removes the date of a postponed event for which no other date is known: the event was to
// start then, and no longer does.
func moveDate(rec *catalog.Record) {
	if rec.State == catalog.Postponed && rec.Starts.Known() && (!rec.PreviousStarts.Known() ||
		rec.PreviousStarts.String() == rec.Starts.String()) {
		rec.PreviousStarts, rec.Starts, rec.Ends = rec.Starts, catalog.Moment{}, catalog.Moment{}
		rec.Sessions = catalog.Sessions{}
	}
}

func (o object) description() (text, format string) {
	text = o.text("description")
	if len(text) > markup.MaxSource {
		text = strings.ToValidUTF8(text[:markup.MaxSource], "")
		o.repaired(TooLong, "description has more than "+strconv.Itoa(markup.MaxSource)+" bytes")
	}
	format = cmp.Or(strings.ToLower(o.text("description_format")), "html")
	if format != "html" && format != "markdown" && format != "text" {
		o.must(BadFormat, "description_format", "html, markdown or text", quote(format))
		format = "html"
	}
	return strings.TrimSpace(hygiene.Text(text)), format
}

// producer returns who runs the event, or nil if no name is known.
func (o object) producer() *catalog.Producer {
	p := o.object("producer", "name", "slug")
	name := p.nobody("name", p.label("name"))
	if placeOf(name) == "none" {
		o.repaired(MissingProducer, "producer.name is no name: "+quote(name))
		name = ""
	}
	if name == "" {
		if slug := p.word("slug"); slug != "" {
			o.repaired(MissingProducer, "producer has a slug and no name: "+quote(slug))
		}
		return nil
	}
	slug, _ := p.slug(name, ProducerSlug)
	return &catalog.Producer{Name: name,
		Slug: cmp.Or(slug, "org-"+strconv.FormatInt(hashID("producer", name), 36))}
}

// tickets returns the ticket types of a record, in the order of the source. If the event is sold
// out, none is available.
func (o object) tickets(soldOut bool) (tickets []catalog.Ticket) {
	for ticket := range o.objects("tickets", maxList, "name", "price", "fee", "currency",
		"available") {
		t := catalog.Ticket{Name: ticket.label("name"), Price: ticket.amount("price"),
			Fee: ticket.amount("fee"), Currency: ticket.currency(),
			Available: ticket.boolean("available", !soldOut)}
		if soldOut && t.Available {
			o.repaired(Contradiction, ticket.name+"available contradicts that the event is sold "+
				"out, which is shown")
			t.Available = false
		}
		if t.Fee == nil && ticket.values["fee"] != nil {
			t.Price = nil // a fee that cannot be read is not "no fee": the total is not known
		}
		if t.Name != "" || t.Price != nil || t.Fee != nil {
			tickets = append(tickets, t)
		}
	}
	return tickets
}

// amount returns a number of minor units, or nil if it is not known; a word such as "gratis" is 0.
// Other text and fractions are refused, not guessed: 69.9 may be reais or centavos.
func (o object) amount(member string) *int64 {
	v := o.values[member]
	if v == nil {
		return nil
	}
	shown := typeName(v)
	if s, ok := numberText(v); ok {
		if i, err := strconv.ParseInt(s, 10, 64); err == nil && i >= 0 && i <= maxAmount {
			return &i
		}
		shown = quote(s)
	} else if s, _ := v.(string); lang.Free(s) {
		return new(int64)
	}
	o.must(BadPrice, member, "an integer of minor units", shown)
	return nil
}

func (o object) currency() string {
	s := strings.ToUpper(o.word("currency"))
	if len(s) == 3 && isLetters(s) {
		return s
	}
	if s != "" {
		o.must(BadCurrency, "currency", "three letters (ISO 4217)", quote(s))
	}
	return o.checker.config.Currency
}

// names returns a list of names, such as tags, in the order of the source. If names differ only in
// case, accents or punctuation, it keeps the first one.
func (o object) names(member string) (tags []string) {
	seen := map[string]bool{}
	for i, v := range o.list(member, "a list of strings", maxList) {
		name := fmt.Sprintf("%s[%d]", member, i)
		s, ok := v.(string)
		if !ok && v != nil {
			o.must(WrongType, name, "a string", typeName(v))
		}
		tag := o.line(name, s, maxTag)
		key := cmp.Or(text.Slug(tag), text.Fold(tag)) // the second for a name in another script
		switch {
		case tag == "":
		case seen[key]:
			o.repaired(DuplicateTag, member+": "+quote(tag)+" is there in another spelling")
		case len(tags) == MaxTags:
			o.repaired(TooMany, member+": only the first "+strconv.Itoa(MaxTags)+" are kept")
			return tags
		default:
			seen[key] = true
			tags = append(tags, tag)
		}
	}
	return tags
}

// reader applies the rules to one record and collects findings.
type reader struct {
	checker  *Checker
	pos      string // position of the record in the source
	order    times.Order
	findings []Finding
	more     int // findings that are not kept
}

// add keeps a finding. If there are more than maxFindings, the first ones stay, and findings of
// members that no rule names give way to all others.
func (r *reader) add(kind, reason, detail string) {
	if len(r.findings) == maxFindings {
		r.more++
		gives := slices.IndexFunc(r.findings, func(f Finding) bool { return f.Kind == Ignored })
		if kind == Ignored || gives < 0 {
			return
		}
		r.findings = slices.Delete(r.findings, gives, gives+1)
	}
	r.findings = append(r.findings, Finding{
		Kind: kind, Reason: reason, Position: r.pos, Detail: detail,
	})
}

// found returns the kept findings; the last one counts the others.
func (r *reader) found() []Finding {
	if r.more > 0 {
		r.findings[maxFindings-1].Detail += fmt.Sprintf("; and %d more", r.more)
	}
	return r.findings
}

func (r *reader) repaired(reason, detail string) { r.add(Repaired, reason, detail) }

// unknown reports the members of an object that no rule names.
func (r *reader) unknown(members map[string]any, prefix string, known []string) {
	var names []string
	for name := range members {
		if !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r.add(Ignored, UnknownMember, prefix+quote(name))
	}
}

// object reads the members of one object of a record by their types, and reports members of another
// type.
type object struct {
	*reader
	name   string         // in the report, as in "location."; "" for the record itself
	values map[string]any // by name of the member; nil if there is no object
}

// must reports a member that is not as it must be.
func (o object) must(reason, member, be, got string) {
	o.repaired(reason, o.name+member+" must be "+be+", not "+got)
}

// typed returns a member of one type, or its zero value. A member of another type is reported and
// left out; want names the type.
func typed[T any](o object, member, want string) (value T, ok bool) {
	v := o.values[member]
	value, ok = v.(T)
	if !ok && v != nil {
		o.must(WrongType, member, want, typeName(v))
	}
	return value, ok
}

// list returns a member that is a list, or the first of its elements if it has too many.
func (o object) list(member, want string, most int) []any {
	list, _ := typed[[]any](o, member, want)
	if len(list) > most {
		o.repaired(TooMany, fmt.Sprintf("%s has %d members; the first %d are read", member,
			len(list), most))
		list = list[:most]
	}
	return list
}

// objects returns the objects of a list.
func (o object) objects(member string, most int, known ...string) iter.Seq[object] {
	return func(yield func(object) bool) {
		for i, v := range o.list(member, "a list", most) {
			name := fmt.Sprintf("%s[%d]", member, i)
			values, ok := v.(map[string]any)
			if !ok {
				o.must(WrongType, name, "an object", typeName(v))
				continue
			}
			o.unknown(values, member+".", known)
			yield(object{o.reader, name + ".", values})
		}
	}
}

// mayBeTwice matches the first characters beyond ASCII of a text that was encoded twice: a letter,
// and no letter after it.
var mayBeTwice = regexp.MustCompile(`^[^\x00-\x7f][^\x00-\x7fÀ-ÿ]`)

// text returns a string member, or "" if it is missing or of another type.
func (o object) text(member string) string {
	s, _ := typed[string](o, member, "a string")
	first := strings.IndexFunc(s, func(c rune) bool { return c > unicode.MaxASCII })
	if first < 0 {
		return s
	} else if mayBeTwice.MatchString(s[first:]) && strings.ContainsAny(s, "ÃÂâÅ") {
		once, err := charmap.Windows1252.NewEncoder().String(s)
		if err == nil && utf8.ValidString(once) {
			o.repaired(LostCharacter, o.name+member+" was encoded twice, and is read once: "+
				quote(s))
			s = once
		}
	}
	if at := strings.IndexRune(s, utf8.RuneError); at >= 0 {
		o.repaired(LostCharacter, o.name+member+" has a character that was lost before it came "+
			"here: "+quote(s[strings.LastIndexByte(s[:at], ' ')+1:]))
	}
	return s
}

// word returns a text without blanks around it.
func (o object) word(member string) string { return strings.TrimSpace(o.text(member)) }

// label returns a string member as one line of at most maxLabel runes.
func (o object) label(member string) string { return o.line(member, o.text(member), maxLabel) }

// line cleans the text of a member into one line of at most limit runes. Many sources write
// character references into names, so none has one: "L&#8217;Olympe".
func (o object) line(member, s string, limit int) string {
	// A value of megabytes is cut before it is cleaned; no line grows by cleaning.
	s = text.Clip(strings.TrimSpace(s), 64*limit)
	s = hygiene.Reference.ReplaceAllStringFunc(s, html.UnescapeString)
	out, cut := hygiene.Cut(hygiene.Line(s), limit)
	if cut {
		o.repaired(TooLong, o.name+member+" has more than "+strconv.Itoa(limit)+" characters: "+
			quote(s))
	}
	return out
}

// boolean returns a member that is yes or no, in any of the words of [lang.Yes], or absent if it is
// neither.
func (o object) boolean(member string, absent bool) bool {
	v := o.values[member]
	words := wordsOf(v, maxAround)
	if len(words) == 1 && lang.Yes(words[0]) != "" {
		return lang.Yes(words[0]) == "yes"
	}
	if v != nil {
		o.must(WrongType, member, "true or false", typeName(v))
	}
	return absent
}

// object returns a member that is an object.
func (o object) object(member string, known ...string) object {
	values, _ := typed[map[string]any](o, member, "an object")
	o.unknown(values, member+".", known)
	return object{o.reader, member + ".", values}
}

// url returns an http or https address, or "" if none may be used.
func (o object) url(member string) string {
	s := o.text(member)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	if own := o.checker.config.Pictures[s]; own != "" {
		return own
	}
	out, ok := hygiene.URL(s)
	switch {
	case !ok:
		o.repaired(BadURL, o.name+member+
			" is neither an http(s) address that may be used nor a file in static/: "+quote(s))
	case !hygiene.Public(out):
		o.repaired(PrivateURL, o.name+member+" lies on the visitor's own machine or network: "+
			quote(s))
		return ""
	}
	return out
}

// typeName returns the type of a value in the terms of JSON.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	if _, ok := numberText(v); ok {
		return "a number"
	}
	return fmt.Sprintf("a value of type %T", v)
}

// numberText returns a number in its shortest decimal form, without exponent.
func numberText(v any) (string, bool) {
	switch v := v.(type) {
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case *big.Int:
		return v.String(), true
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return strconv.FormatFloat(v+0, 'f', -1, 64), true // -0 + 0 is 0
		}
	}
	return "", false
}
