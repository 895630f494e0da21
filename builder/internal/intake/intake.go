package intake

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
)

// Limits of the members of a record.
const (
	maxName    = 300 // runes of the event's name
	maxLabel   = 200 // runes of every other name
	maxAddress = 500 // runes of a formatted address
	maxTickets = 100
)

// Config is what a brand says about records.
type Config struct {
	Zone     *time.Location // zone of local times without one; nil when not known
	ZoneName string         // its IANA name
	Currency string         // ISO 4217 code of tickets without one; "" when not known
	BuyURL   string         // template with {slug} and {id}; "" for none
	Now      time.Time      // the builder's clock: what lies before it has ended
}

// Checker checks the records of one brand.
type Checker struct {
	config Config
	zones  zoneCache
}

// New returns a Checker for a brand.
func New(config Config) *Checker { return &Checker{config: config} }

// Check reads one record. pos says where it lies in the source, for the report.
// The record is nil when it is dropped; the findings then end with the reason.
//
// Its slug is the wanted one: [Settle] has the last word, and [Checker.Assign]
// writes it down. ReadAt is left to the caller.
func (c *Checker) Check(raw any, pos string) (*catalog.Record, Key, []Finding) {
	r := reader{checker: c, pos: pos}
	members, ok := raw.(map[string]any)
	if !ok {
		return nil, Key{}, r.dropped(NotAnObject, "a record must be an object, not "+typeName(raw))
	}
	r.unknown(members, "", recordMembers)
	rec := &catalog.Record{}

	name, ok := members["name"].(string)
	switch {
	case members["name"] == nil:
		return nil, Key{}, r.dropped(MissingName, "name is missing")
	case !ok:
		return nil, Key{}, r.dropped(WrongType, "name must be a string, not "+typeName(members["name"]))
	}
	if rec.Name = r.line("name", name, maxName); rec.Name == "" {
		return nil, Key{}, r.dropped(MissingName, "name has no visible character: "+quote(name))
	}

	zone := r.zone(members)
	rec.Starts = r.moment(members, "starts_at", zone)
	rec.Ends = r.moment(members, "ends_at", zone)
	r.order(rec)
	rec.Timezone = zone.shown(rec)
	rec.UpdatedAt = r.moment(members, "updated_at", zone).Time

	rec.Description, rec.Format = r.description(members)
	rec.Status = r.label(members, "", "status")
	rec.IsOnline = r.boolean(members, "is_online", false)
	rec.IsClosed = r.boolean(members, "is_closed", false)
	rec.Banner, rec.Thumbnail = r.images(members)
	rec.Location = r.location(members, rec.Timezone)
	rec.Producer = r.producer(members)
	rec.BuyURL = r.url(members, "", "buy_url")
	rec.Tickets = r.tickets(members)
	if end, ok := rec.Passes(); ok {
		rec.IsEnded = end.Before(c.config.Now)
	}

	given := r.slug(members, rec)
	r.id(members, rec, given)
	if rec.Slug == "" {
		rec.Slug = fallbackSlug(rec.ID)
		r.repaired(SlugDerived, "the name gives no slug: "+quote(rec.Name))
	}
	for i := range r.findings {
		r.findings[i].ID, r.findings[i].Slug = rec.ID, rec.Slug
	}
	return rec, Key{
		ID: rec.ID, Slug: rec.Slug, Given: given == rec.Slug, Updated: rec.UpdatedAt.Unix(), Hash: Hash(rec), Pos: pos,
	}, r.findings
}

// Assign gives a record the slug that [Settle] chose for it, and the address
// that follows from it when the source named none.
func (c *Checker) Assign(rec *catalog.Record, slug string) {
	rec.Slug = slug
	if rec.BuyURL == "" && c.config.BuyURL != "" {
		rec.BuyURL = strings.NewReplacer("{slug}", slug, "{id}", strconv.FormatInt(rec.ID, 10)).Replace(c.config.BuyURL)
	}
}

// recordMembers are the members of a record, as architecture and README list
// them; the members of its objects stand beside the code that reads them.
var recordMembers = []string{
	"id", "slug", "name", "description", "description_format", "status", "is_online", "is_closed", "starts_at",
	"ends_at", "timezone", "images", "location", "producer", "buy_url", "tickets", "updated_at",
}

// reader reads one record and gathers what it finds.
type reader struct {
	checker  *Checker
	pos      string
	findings []Finding
}

func (r *reader) dropped(reason, detail string) []Finding {
	return append(r.findings, Finding{Kind: Dropped, Reason: reason, Position: r.pos, Detail: detail})
}

func (r *reader) repaired(reason, detail string) {
	r.findings = append(r.findings, Finding{Kind: Repaired, Reason: reason, Position: r.pos, Detail: detail})
}

// unknown reports the members of an object that no rule names.
func (r *reader) unknown(object map[string]any, prefix string, known []string) {
	first := len(r.findings)
	for name := range object {
		if !slices.Contains(known, name) {
			r.findings = append(r.findings, Finding{
				Kind: Ignored, Reason: UnknownMember, Position: r.pos, Detail: prefix + quote(name),
			})
		}
	}
	slices.SortFunc(r.findings[first:], func(a, b Finding) int { return cmp.Compare(a.Detail, b.Detail) })
}

// text is a string member, "" when there is none or when it is of another type.
func (r *reader) text(object map[string]any, prefix, member string) string {
	v := object[member]
	s, ok := v.(string)
	if !ok && v != nil {
		r.repaired(WrongType, prefix+member+" must be a string, not "+typeName(v))
	}
	return s
}

// label is a string member as one line of at most maxLabel runes.
func (r *reader) label(object map[string]any, prefix, member string) string {
	return r.line(prefix+member, r.text(object, prefix, member), maxLabel)
}

// line cleans a string into one line of at most limit runes.
func (r *reader) line(member, s string, limit int) string {
	// A value of megabytes is cut before it is cleaned; no clean line grows.
	if s = strings.TrimSpace(s); len(s) > 64*limit {
		s = strings.ToValidUTF8(s[:64*limit], "")
	}
	out, cut := hygiene.Cut(hygiene.Line(s), limit)
	if cut {
		r.repaired(TooLong, member+" has more than "+strconv.Itoa(limit)+" characters: "+quote(s))
	}
	return out
}

func (r *reader) boolean(object map[string]any, member string, absent bool) bool {
	v := object[member]
	b, ok := v.(bool)
	switch {
	case ok:
		return b
	case v != nil:
		r.repaired(WrongType, member+" must be true or false, not "+typeName(v))
	}
	return absent
}

// object is a member that is an object, nil when there is none.
func (r *reader) object(members map[string]any, member string, known []string) map[string]any {
	v := members[member]
	o, ok := v.(map[string]any)
	if !ok && v != nil {
		r.repaired(WrongType, member+" must be an object, not "+typeName(v))
	}
	r.unknown(o, member+".", known)
	return o
}

// url is an http or https address, "" when there is none that may be used.
func (r *reader) url(object map[string]any, prefix, member string) string {
	s := r.text(object, prefix, member)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	out, ok := hygiene.URL(s)
	if !ok {
		r.repaired(BadURL, prefix+member+" is not an http or https address that may be used: "+quote(s))
	}
	return out
}

func (r *reader) description(members map[string]any) (text, format string) {
	text = r.text(members, "", "description")
	if len(text) > markup.MaxSource {
		text = strings.ToValidUTF8(text[:markup.MaxSource], "")
		r.repaired(TooLong, "description has more than "+strconv.Itoa(markup.MaxSource)+" bytes")
	}
	text = strings.TrimSpace(hygiene.Text(text))
	format = strings.ToLower(r.text(members, "", "description_format"))
	switch format {
	case "html", "markdown", "text":
	case "":
		format = "html"
	default:
		r.repaired(BadFormat, "description_format must be html, markdown or text, not "+quote(format))
		format = "html"
	}
	return text, format
}

func (r *reader) images(members map[string]any) (banner, thumbnail string) {
	images := r.object(members, "images", []string{"banner", "thumbnail"})
	return r.url(images, "images.", "banner"), r.url(images, "images.", "thumbnail")
}
