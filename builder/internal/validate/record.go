package validate

import (
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/times"
	"cartaz/builder/text"
)

// MaxTags is how many tags a record has at most.
const MaxTags = 20

// Limits of the members of a record.
const (
	maxName    = 300 // runes of the event's name
	maxLabel   = 200 // runes of every other name
	maxAddress = 500 // runes of a formatted address
	maxTickets = 100
	maxTag     = 60 // runes of a tag
)

// Config is what a brand says about records.
type Config struct {
	Zone     *time.Location // zone of local times without one; nil when not known
	ZoneName string         // its IANA name
	Locale   string         // of the site, "pt-BR"; "" when not known
	Currency string         // ISO 4217 code of tickets without one; "" when not known
	BuyURL   string         // template with {slug} and {id}; "" for none
	Now      time.Time      // the builder's clock: what lies before it has ended
}

// Checker checks the records of one brand.
type Checker struct {
	config Config
	order  times.Order  // of day and month where nothing shows it
	zones  sync.Map     // string -> zone, without loc for no such zone
	kept   atomic.Int64 // how many zones
}

// New returns a Checker for a brand.
func New(config Config) *Checker {
	return &Checker{config: config, order: times.OrderOf(nil, config.Locale)}
}

// Check reads one record. pos says where it lies in the source, for the report. The record is nil
// when it is dropped; the findings then end with the reason.
//
// Its slug is the wanted one: [Settle] has the last word, and [Checker.Assign] writes it down.
// ReadAt is left to the caller.
func (c *Checker) Check(raw any, pos string) (*catalog.Record, Key, []Finding) {
	r := reader{checker: c, report: report{pos: pos}}
	all, ok := raw.(map[string]any)
	if !ok {
		return nil, Key{}, r.dropped(NotAnObject, "a record must be an object, not "+typeName(raw))
	}
	r.unknown(all, "", recordMembers)
	members := object{report: &r.report, values: all}
	rec := &catalog.Record{}

	name, ok := all["name"].(string)
	switch {
	case all["name"] == nil:
		return nil, Key{}, r.dropped(MissingName, "name is missing")
	case !ok:
		return nil, Key{}, r.dropped(WrongType, "name must be a string, not "+typeName(all["name"]))
	}
	if rec.Name = members.line("name", members.text("name"), maxName); rec.Name == "" {
		return nil, Key{}, r.dropped(MissingName, "name has no visible character: "+quote(name))
	}

	rec.State = r.state(members)
	zone := r.zone(members)
	rec.Starts = r.moment(members, "starts_at", zone)
	rec.Ends = r.moment(members, "ends_at", zone)
	r.order(rec)
	rec.Timezone = zone.shown(rec)
	rec.PreviousStarts = r.moment(members, "previous_starts_at", zone)
	moveDate(rec)
	rec.UpdatedAt = r.moment(members, "updated_at", zone).Time

	rec.Description, rec.Format = r.description(members)
	rec.Status = members.label("status")
	r.statusLabel(rec)
	rec.IsOnline = members.boolean("is_online", rec.State == catalog.MovedOnline)
	rec.IsClosed = members.boolean("is_closed", false)
	rec.Banner, rec.Thumbnail = r.images(members)
	var online bool
	rec.Location, online = r.location(members, rec.Timezone)
	rec.IsOnline = rec.IsOnline || online
	rec.Producer = r.producer(members)
	rec.BuyURL = members.url("buy_url")
	rec.Tickets = r.tickets(members)
	rec.Tags = r.tags(members)
	r.time(rec, zone)

	given := r.slug(members, rec)
	r.id(members, rec, given)
	if rec.Slug == "" {
		rec.Slug = "evento-" + strconv.FormatUint(uint64(rec.ID), 10)
		r.repaired(SlugDerived, "the name gives no slug: "+quote(rec.Name))
	}
	for i := range r.findings {
		r.findings[i].ID, r.findings[i].Slug = rec.ID, rec.Slug
	}
	return rec, KeyOf(rec, given == rec.Slug), r.findings
}

// Assign gives a record the slug that [Settle] chose for it, and the address that follows from it
// when the source named none.
func (c *Checker) Assign(rec *catalog.Record, slug string) {
	rec.Slug = slug
	if rec.BuyURL == "" && c.config.BuyURL != "" {
		// The id first: digits cannot become a part of "{slug}".
		rec.BuyURL = strings.ReplaceAll(c.config.BuyURL, "{id}", strconv.FormatInt(rec.ID, 10))
		rec.BuyURL = strings.ReplaceAll(rec.BuyURL, "{slug}", slug)
	}
}

// recordMembers are the members of a record, as brands/README.md lists them; the members of its
// objects stand beside the code that reads them.
var recordMembers = []string{
	"id", "slug", "name", "description", "description_format", "status", "state", "is_online",
	"is_closed", "starts_at",
	"ends_at", "previous_starts_at", "timezone", "images", "location", "producer", "buy_url",
	"tickets", "tags", "updated_at",
}

// reader applies the rules of a record and reports what it finds.
type reader struct {
	report
	checker *Checker
}

func (r *reader) description(members object) (text, format string) {
	text = members.text("description")
	if len(text) > markup.MaxSource {
		text = strings.ToValidUTF8(text[:markup.MaxSource], "")
		r.repaired(TooLong, "description has more than "+strconv.Itoa(markup.MaxSource)+" bytes")
	}
	text = strings.TrimSpace(hygiene.Text(text))
	format = strings.ToLower(members.text("description_format"))
	switch format {
	case "html", "markdown", "text":
	case "":
		format = "html"
	default:
		r.repaired(BadFormat, "description_format must be html, markdown or text, not "+
			quote(format))
		format = "html"
	}
	return text, format
}

func (r *reader) images(members object) (banner, thumbnail string) {
	images := members.object("images", []string{"banner", "thumbnail"})
	return images.url("banner"), images.url("thumbnail")
}

// tags are what an event is about, in the order of the source. Of tags that differ in case, accents
// or punctuation only, the first one stays.
func (r *reader) tags(members object) []string {
	list, _ := typed[[]any](members, "tags", "a list of strings")
	var tags []string
	seen := make(map[string]bool, len(list))
	for i, v := range list {
		s, ok := v.(string)
		if !ok {
			if v != nil {
				r.repaired(WrongType, "tags["+strconv.Itoa(i)+"] must be a string, not "+
					typeName(v))
			}
			continue
		}
		tag := members.line("tags["+strconv.Itoa(i)+"]", s, maxTag)
		key := text.Slug(tag)
		if key == "" {
			key = text.Fold(tag) // of another script
		}
		switch {
		case tag == "":
		case seen[key]:
			r.repaired(DuplicateTag, "tags: "+quote(tag)+" is there in another spelling")
		case len(tags) == MaxTags:
			r.repaired(TooMany, "tags: only the first "+strconv.Itoa(MaxTags)+" are kept")
			return tags
		default:
			seen[key] = true
			tags = append(tags, tag)
		}
	}
	return tags
}
