package validate

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// MaxTags is the largest number of tags of a record, and of performers.
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

// Members are the members of a record, as brands/records.md lists them; the members of its
// objects are beside the code that reads them.
var Members = func() []string {
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

// gate is like Gate, without the edits of the brand.
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
	o.unknown(o.values, "", Members)
	rec := &catalog.Record{}

	if rec.Name = o.line("name", o.text("name"), maxName); rec.Name == "" {
		return dropped(MissingName, "name is missing")
	}

	// What says whether and when it takes place comes first: other members depend on it.
	rec.State = o.state()
	says := c.says("", item, o.values)
	says.title(o, rec.Name, cmp.Or(rec.State, says.state))
	if first := o.word("date_order"); first != "" {
		o.reader.order = times.Order{MonthFirst: first == "month", Sure: true}
	}
	zone := o.when(rec, zone{c.config.Zone, c.config.ZoneName, c.config.Zone})
	hidden, before := o.sessions(says, rec, zone)
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
	if p := rec.Location; p != nil && says.unplaced != "" {
		o.repaired(PrivateData, "location is shown as its city alone: "+says.unplaced)
		p.Name, p.Address, p.Latitude, p.Longitude = "", "", "", ""
		if *p == (catalog.Place{}) {
			rec.Location = nil
		}
	}
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
	rec.Tickets, rec.Tags = o.tickets(says, bool(rec.NoneLeft)), o.names("tags")
	c.setClock(rec, zone)

	// The slug and the id, which may follow from each other.
	var given string
	if rec.Slug, given = o.slug(rec.Name, SlugDerived); rec.Slug == "" {
		rec.Slug = slugOf(latin(rec.Name))
	}
	rec.ID = o.id(rec, given)
	if rec.Slug == "" {
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
	slices.Sort(says.set)
	return Checked{Record: rec, Key: key, Clock: clock, Findings: o.found(),
		Shown: strings.Join(slices.Compact(says.set), " ")}
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
	given := o.word("state")
	is := lang.StateOf(given)
	if slices.Contains(catalog.States(), catalog.State(is)) {
		return catalog.State(is)
	} else if given == "" || is != "" {
		return "" // the gate of publishing reads it
	}
	o.must(BadState, "state", "one of "+fmt.Sprint(catalog.States()), quote(given))
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
	var names []string
	for _, name := range catalog.AccessNames {
		if slices.Contains(list, any(name)) {
			names = append(names, name)
		}
	}
	if len(names) < len(list) {
		o.must(BadFormat, member, "a list of "+fmt.Sprint(catalog.AccessNames),
			quote(fmt.Sprint(list)))
	}
	return catalog.Access(strings.Join(names, ","))
}

// moveDate removes the date of a postponed event if no new date is known, and keeps it as the
// previous one: the event no longer starts then.
func moveDate(rec *catalog.Record) {
	if rec.State == catalog.Postponed && rec.Starts.Known() && (!rec.PreviousStarts.Known() ||
		rec.PreviousStarts.String() == rec.Starts.String()) {
		rec.PreviousStarts, rec.Starts, rec.Ends = rec.Starts, catalog.Moment{}, catalog.Moment{}
		rec.Sessions = catalog.Sessions{}
	}
}

// callKey matches what opens a call, as invitations have it: "Passcode: 3fX9". callWords are in
// each match; without them the expression, which takes a hundred times as long, is not asked.
var (
	callKey = regexp.MustCompile(
		`(?i)\b(passcode|kenncode|meeting[ -]?(id|kennnummer)|toegangscode)\W{1,9}\w|[?&]pwd=`)
	callWords = []string{"code", "meeting", "pwd="}
)

// opensCall reports whether a text has what opens a call.
func opensCall(s string) bool {
	lower := strings.ToLower(s)
	return slices.ContainsFunc(callWords,
		func(word string) bool { return strings.Contains(lower, word) }) && callKey.MatchString(s)
}

// shortcode matches what Hugo and Jekyll replace in Markdown: {{< map >}}, {% include map.html %}.
var shortcode = regexp.MustCompile(`(?s)\{\{[<%].*?[>%]\}\}|\{%.*?%\}`)

// description returns the text of the organiser, cut to the limit, and its format.
func (o object) description() (text, format string) {
	text = o.text("description")
	if len(text) > markup.MaxSource {
		text = strings.ToValidUTF8(text[:markup.MaxSource], "")
		o.repaired(TooLong, "description has more than "+strconv.Itoa(markup.MaxSource)+" bytes")
	}
	if opensCall(text) {
		o.repaired(PrivateData, "description has the key of a call, and is published as it is")
	}
	if secret.MatchString(text) {
		o.repaired(PrivateURL, "description has an address with a key, which is left out")
		text = secret.ReplaceAllString(text, "")
	}
	format = cmp.Or(strings.ToLower(o.text("description_format")), "html")
	if format != "html" && format != "markdown" && format != "text" {
		o.must(BadFormat, "description_format", "html, markdown or text", quote(format))
		format = "html"
	}
	if format == "markdown" && shortcode.MatchString(text) {
		o.repaired(BadFormat, "description has parts for the program that makes its site, which "+
			"are left out")
		text = shortcode.ReplaceAllString(text, "")
	}
	return strings.TrimSpace(hygiene.Text(comment.ReplaceAllString(text, ""))), format
}

// producer returns who runs the event, or nil if no name is known.
func (o object) producer() *catalog.Producer {
	p := o.object("producer", "name", "slug")
	name := p.label("name")
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

// tickets returns the ticket types of a record, in the order of the source, or one that costs
// nothing if there is none and the event is free. If the event is sold out, none is available.
func (o object) tickets(says *said, soldOut bool) (tickets []catalog.Ticket) {
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
	switch {
	case says.free == "" || tickets != nil:
	case says.costs != "":
		o.repaired(Contradiction, says.free+" contradicts "+says.costs+": not shown as free")
	default:
		tickets = []catalog.Ticket{{Price: new(int64), Currency: o.checker.config.Currency,
			Available: !soldOut}}
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
	} else if s, _ := v.(string); lang.StateOf(s) == "free" && !strings.Contains(s, ":") {
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
