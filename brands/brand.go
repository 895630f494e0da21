package brands

import (
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/i18n"
	"cartaz/builder/search/lang"
)

// FileName is the name of the file that makes a folder a brand.
const FileName = "brand.yaml"

// Brand is one loaded brand: brand.yaml with every default filled in.
type Brand struct {
	Key string // name of the folder, [a-z0-9-]; names the brand in logs, metrics and out/
	Dir string // the folder

	Name     string         // what people call it
	Locale   string         // one of i18n.Names
	Timezone string         // IANA zone for local times without one; "" when not known
	Zone     *time.Location // Timezone loaded; nil when not known
	Currency string         // ISO 4217; default by locale: BRL, USD
	SiteURL  string         // origin of the site, no trailing slash; also the declared issuer
	BaseURL  string         // address of the API with its path, no trailing slash
	AuthURL  string         // address of the token service, no trailing slash
	Aliases  []string       // further hosts, lower case, without port
	// Alternates are the sites of one catalogue in several languages, this one among them, by Lang
	// with XDefault last; nil for a catalogue with one site.
	Alternates []Alternate
	// Redirects are former addresses of the site, as paths without escapes and without a slash at
	// the end, each with what stands for it now: an escaped path or an http(s) address.
	Redirects map[string]string
	Contact   string    // e-mail address or http(s) address; "" for none
	BuyURL    string    // template with {slug} and {id}; "" for none
	Notice    string    // one line for the foot of every page; "" for none
	AsOf      time.Time // frozen clock of the builder; zero for the real one
	Theme     Theme
	Texts     i18n.Own     // the brand's own words for phrases of its pages, by key
	Pages     []OwnPage    // by Order, then Title
	Static    []StaticFile // by Path
	// Templates are the brand's own templates by their path below templates/, as in
	// html/event.html. They stand for the embedded ones; site.css is added to that of every brand.
	Templates map[string]string
	AI        AI
	Search    Search
	Source    Source
	More      []Source // further sources, read after it
	Export    bool     // write out/<brand>/site
	// Schedule says whether there is a schedule.xml for apps; nil leaves it to the builder, which
	// makes one of a catalogue that looks like the programme of a festival.
	Schedule *bool
	// Warnings are keys that are read for one version more, each with its place and what to do.
	Warnings []string `json:"-"`
	// BuildTimeout is how long a build of the brand may take.
	BuildTimeout time.Duration
	Guards       Guards
	CDN          CDN
	V1           Deprecation

	hostLines map[string]int // host to its line in brand.yaml, for messages
}

// Theme is the look that a brand configures. All other colours and sizes are computed from it.
type Theme struct {
	Color    string // #rrggbb
	Paper    string // #rrggbb; "" for none: only its hue is used
	Headings string // serif or sans
	Corners  string // sharp, soft or round
	Logo     string // path of an SVG file; "" for the default mark
	// Fonts are the brand's own fonts. The first family is that of texts, the last that of
	// headings.
	Fonts  []Font
	Hero   *StaticFile         // picture of the home page, no address of its own; nil for none
	Social []Link              // the brand elsewhere, https
	Menu   []Link              // replaces the links of the menu; nil for those of every brand
	CSP    map[string][]string // https origins that pages may also load from, by directive
}

// Font is one file of a font family.
type Font struct {
	Family string
	File   string // relative to the brand's folder
	Weight string // "400", or "300 700" for a variable font
	Style  string // normal or italic
	Body   []byte // WOFF2
}

// Link is an address with its text: a path of the site or an https address.
type Link struct{ Label, Path string }

// Alternate is the site of a catalogue in one language. Its pages have the same paths in each.
type Alternate struct {
	Lang    string // value of hreflang: a BCP 47 tag, or XDefault
	Key     string // of the brand of the same folder that it is; "" for a site elsewhere
	SiteURL string // its origin; that of a brand is known after [Load] only

	line int // in brand.yaml
}

// XDefault is the Lang of the site for people who speak none of the languages.
const XDefault = "x-default"

// AI is the brand's preference about uses of its text by machines.
type AI struct{ Search, Input, Train bool }

// Search configures the brand's search.
type Search struct {
	// Languages are those whose words the search bends; 0 leaves it to the builder: the language of
	// the locale, English, and what the texts of the catalogue are written in. They change the
	// search index only.
	Languages lang.Set
	// Packs are names of groups of words of a trade, see lang.Packs.
	Packs []string
	// Synonyms are groups of equivalent words or phrases: a query for one member also finds the
	// others.
	Synonyms [][]string
}

// Groups are the groups of synonyms of the packs and of the brand itself. They are added to those
// that every index of its languages has, and change the search index only.
func (s *Search) Groups() (groups [][]string) {
	for _, name := range s.Packs {
		pack, _ := lang.Pack(name)
		groups = append(groups, pack...)
	}
	return append(groups, s.Synonyms...)
}

// Sources are all sources of the brand, in the order of brand.yaml.
func (b *Brand) Sources() []Source { return append([]Source{b.Source}, b.More...) }

// Source is where the catalogue is read from.
type Source struct {
	// Name is that of one of several sources; "" for the only one.
	Name string
	// Shared reports whether the ids of one of several sources are those of the sources before it:
	// records with the same id become one. Else they begin with its name. Of the only source, and
	// by default of the first, ids stay as they are.
	Shared bool
	// Optional reports whether the brand is built without the source when it cannot be read.
	Optional bool
	// Guards of one of several sources, as in [Guards]: nil takes those of the brand.
	MaxShrink, MaxFailed *float64

	Kind   string // file, http, or one of the Kind constants
	Preset string // name of the preset that the other keys override; "" for none
	// Path is, for a source of files, a path or glob: relative to the brand's folder in brand.yaml,
	// absolute here.
	Path    string
	URL     string // the address of the first page; "" for a source of files
	Items   string // jq path of the list inside a document; "" for the default
	Pages   Pages
	Headers map[string]string // with ${NAME} already replaced
	// Body is the JSON body of every request for a page. With a body the request is a POST, with
	// nil a GET. Its values have the types of encoding/json, but integers are int.
	Body map[string]any
	// Errors is the jq path of the errors that a source reports in an answer with status 200;
	// default .errors?
	Errors string
	Detail Detail
	// Rate is the largest number of requests per second to the host; 0 for no limit. The default of
	// brand.yaml is 20.
	Rate float64
	// Conditional sends the validators of the last answer (ETag, Last-Modified) with each request,
	// so that the source need not send an unchanged document again; default true.
	Conditional bool
	Map         string // path of the brand's own jq program; "" for none
	Program     string // text of the preset's jq program; "" when Map replaces it
	// Duplicates chooses what happens to records with the same id: DropDuplicates keeps the record
	// that was updated last, MergeDuplicates joins the records in the order of the source.
	Duplicates string
	Timeout    time.Duration // for the whole pull; default 10 minutes
	MaxBytes   int64         // decoded bytes of the whole pull; default 1 GiB
	// Window is, for kinds ics and html, how far from the builder's clock repeated events are
	// written out, in both directions; default 400 days.
	Window time.Duration
	// Delimiter and Encoding are, for kind csv, what the table has; 0 and "" detect it.
	Delimiter rune
	Encoding  string
	// Command is, for kind command, a program and its arguments. A path with a slash that is not
	// absolute is relative to the brand's folder.
	Command []string
	Env     map[string]string // further variables of the program
	User    string            // the user whose rights it has; "" for those of the builder

	// Links are, for kind html, patterns of the paths of pages: * is any part of a path, ** any
	// number of them. With nil all that a sitemap names are read, or the one page.
	Links []string
	// Robots reports whether robots.txt of the host is obeyed, for kind html; default true.
	Robots bool

	// secrets are the values that replaced ${NAME}. Redact keeps them out of messages.
	secrets []secret
}

// The choices of [Source.Duplicates].
const (
	DropDuplicates  = "drop"
	MergeDuplicates = "merge"
)

// The choices of [Pages.Style].
const (
	PagesNone   = "none"   // one document
	PagesNumber = "number" // counts pages
	PagesOffset = "offset" // counts items
	PagesNext   = "next"   // follows the address of the next page
	PagesToken  = "token"  // sends back the token that the previous page gave
)

// Pages is how an HTTP source goes on to its next page.
type Pages struct {
	Style string // one of the constants above; default none
	// Whole reports that brand.yaml itself says style none (pages: none). One answer is then the
	// whole catalogue, even when it looks like the first page of a longer list.
	Whole bool
	// Param is the query parameter of the page number, the offset or the token. With a body it is
	// the dotted path of a member of the body. Defaults by style: page, offset, continuation.
	Param string
	// First is the number of the first page (style number, default 1) or the offset of the first
	// item (style offset, default 0).
	First int
	Size  int // page size to ask for; 0 leaves it to the source
	// SizeKey is the query parameter, or the member of the body, of the page size. Defaults:
	// limit with style offset, else per_page.
	SizeKey string
	// Window is the number of items, counted from the first, that the source lets pages reach; 0
	// for no such limit. A larger catalogue can only be read in part.
	Window int
	// jq filters of the answer. With "" the builder's package paging looks for the value itself.
	Last  string // number: the last page's number
	Next  string // next: the address of the next page
	Token string // token: the next page's token, null or "" at the end
	Total string // the number of items; a different count makes the pull incomplete
}

// Guards are the limits beyond which a release is not published, because the pull looks wrong.
type Guards struct {
	// MaxShrink is the share (0 to 1) by which the number of events may fall between two releases;
	// default 0.5.
	MaxShrink float64
	// MaxFailed is the share (0 to 1) of the items on which the map may fail; default 0.01. Unless
	// it is 0, one item may always fail. More than a hundred may never fail.
	MaxFailed float64
	// MaxLoss limits how many events may lose their start, place, price, description or image.
	MaxLoss MaxLoss
}

// MaxLoss limits, for each property of an event, the relative loss (0 to 1) between two releases of
// the share of events that have it. Example: with Price 0.5, a catalogue in which 80 % of the
// events had a price may be followed by one in which 40 % have a price.
type MaxLoss struct {
	Start       float64 // starts_at; default 0.2
	Place       float64 // a location with a name or a city, or online; default 0.3
	Price       float64 // a ticket with a price; default 0.5
	Description float64 // default 0.5
	Image       float64 // banner or thumbnail; default 0.5
}

// CDN describes the cache in front of the edge.
type CDN struct {
	// KeysOnAccept declares that Accept is part of the cache key of negotiated addresses. The cache
	// may then store negotiated Markdown.
	KeysOnAccept bool
}

// Deprecation announces the end of version 1; zero times mean no announcement.
type Deprecation struct {
	DeprecatedAt time.Time
	SunsetAt     time.Time // not before DeprecatedAt
	Link         string    // page that explains; "" for none
}

// Hosts lists the hosts at which the brand answers, in lower case, without port, each once: the
// host of SiteURL, the host of BaseURL, then the aliases.
func (b *Brand) Hosts() []string {
	var hosts []string
	add := func(host string) {
		host = strings.ToLower(strings.TrimSuffix(host, "."))
		for _, h := range hosts {
			if h == host {
				return
			}
		}
		if host != "" {
			hosts = append(hosts, host)
		}
	}
	for _, address := range []string{b.SiteURL, b.BaseURL} {
		if u, err := url.Parse(address); err == nil {
			add(u.Hostname())
		}
	}
	for _, a := range b.Aliases {
		add(a)
	}
	return hosts
}

// BasePath is the path of BaseURL, usually /api/public/v1.
func (b *Brand) BasePath() string {
	u, err := url.Parse(b.BaseURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

// Now is the time that the builder uses for this brand: AsOf when it is set, else clock.
func (b *Brand) Now(clock time.Time) time.Time {
	if b.AsOf.IsZero() {
		return clock
	}
	return b.AsOf
}

// File is the path of the brand's brand.yaml, for messages.
func (b *Brand) File() string { return filepath.Join(b.Dir, FileName) }
