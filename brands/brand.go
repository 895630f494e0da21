package brands

import (
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// FileName is the name of the file that makes a folder a brand.
const FileName = "brand.yaml"

// Brand is one loaded brand: brand.yaml with every default filled in.
type Brand struct {
	Key string // name of the folder, [a-z0-9-]; names the brand in logs, metrics and out/
	Dir string // the folder

	Name     string         // what people call it
	Locale   string         // pt-BR or en
	Timezone string         // IANA zone for local times without one; "" when not known
	Zone     *time.Location // Timezone loaded; nil when not known
	Currency string         // ISO 4217; default by locale: BRL, USD
	SiteURL  string         // origin of the site, no trailing slash; also the declared issuer
	BaseURL  string         // address of the API with its path, no trailing slash
	AuthURL  string         // address of the token service, no trailing slash
	Aliases  []string       // further hosts, lower case, without port
	Contact  string         // e-mail address or http(s) address; "" for none
	BuyURL   string         // template with {slug} and {id}; "" for none
	Notice   string         // one line for the foot of every page; "" for none
	AsOf     time.Time      // frozen clock of the builder; zero for the real one
	Theme    Theme
	AI       AI
	Search   Search
	Source   Source
	Export   bool // write out/<brand>/site
	Guards   Guards
	CDN      CDN
	V1       Deprecation

	hostLines map[string]int // host to its line in brand.yaml, for messages
}

// Theme is what a brand says of its look; everything else is computed from it.
type Theme struct {
	Color    string // #rrggbb
	Paper    string // #rrggbb; "" for none: only its hue is used
	Headings string // serif or sans
	Corners  string // sharp, soft or round
	Logo     string // path of an SVG file; "" for the drawn mark
}

// AI is the brand's preference about uses of its text by machines.
type AI struct{ Search, Input, Train bool }

// Search is what a brand says of its search.
type Search struct {
	// Synonyms are groups of words or phrases that find what each other finds,
	// beside those that every brand has (package search). They reach the search
	// index and nothing else.
	Synonyms [][]string
}

// Source is where the catalogue is read from.
type Source struct {
	Kind    string // file or http
	Preset  string // name of the preset that the rest was laid over; "" for none
	Path    string // file: a path or glob, relative to the brand's folder in brand.yaml, absolute here
	URL     string // http: the address of the first page
	Items   string // jq path of the list inside a document; "" for the default
	Pages   Pages
	Headers map[string]string // with ${NAME} already replaced
	// Body is the JSON body of every request for a page, which then is a POST;
	// nil asks with GET. Its values are those of encoding/json, integers as int.
	Body map[string]any
	// Errors is the jq path of what a source says is wrong in an answer with
	// status 200; default .errors?
	Errors string
	Detail Detail
	// Rate is how many requests a second the host is sent at most; 0 for no
	// limit. The default of brand.yaml is 20.
	Rate float64
	// Conditional asks for a document with the validators of the last answer
	// (ETag, Last-Modified), so that an unchanged one is not sent again; default
	// true.
	Conditional bool
	Map         string // path of the jq program; "" when there is none of the brand's own
	Program     string // text of the preset's jq program; "" when Map stands in its place
	// Duplicates is what becomes of records with one id: DropDuplicates keeps the
	// one updated last, MergeDuplicates joins them in the order of the source.
	Duplicates string
	Timeout    time.Duration // for the whole pull; default 10 minutes
	MaxBytes   int64         // decoded bytes of the whole pull; default 1 GiB

	// secrets are the values that ${NAME} was replaced by, so that Redact can
	// keep them out of messages.
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
	PagesToken  = "token"  // sends back what the page before gave
)

// Pages is how an HTTP source goes on to its next page.
type Pages struct {
	Style string // one of the constants above; default none
	// Param is the query parameter of the page number, the offset or the token,
	// or with a body the dotted path of its member there; default page, offset or
	// continuation by style.
	Param   string
	First   int    // number: number of the first page, default 1; offset: that of the first item, default 0
	Size    int    // page size to ask for; 0 leaves it to the source
	SizeKey string // query parameter, or member of the body, of the page size; default per_page, limit with offset
	// Window is the largest count of items, from the first on, that the source
	// lets pages reach; 0 for no such limit. A catalogue beyond it is incomplete.
	Window int
	Last   string // number: jq path of the last page's number; default .meta.last_page? // .last_page?
	Next   string // next: jq path of the address of the next page; default .links.next? // .next_page_url? // .next?
	Token  string // token: jq path of the next page's token, null or "" at the end; default .continuation?
	Total  string // jq path of the total; a different count makes the pull incomplete; default .meta.total? // .total? // .count? // .total_count?
}

// Guards hold a release back when a pull looks wrong.
type Guards struct {
	// MaxShrink is the share (0 to 1) by which the catalogue may fall between
	// two releases; default 0.5.
	MaxShrink float64
}

// CDN says what the cache in front of the edge can do.
type CDN struct {
	// KeysOnAccept declares that the cache keys negotiated addresses on Accept,
	// so that negotiated Markdown may be stored by it.
	KeysOnAccept bool
}

// Deprecation announces the end of version 1; zero times mean no announcement.
type Deprecation struct {
	DeprecatedAt time.Time
	SunsetAt     time.Time // not before DeprecatedAt
	Link         string    // page that explains; "" for none
}

// Hosts are the hosts that the brand answers at, lower case, without port, each
// once: that of SiteURL first, that of BaseURL, then the aliases.
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

// BasePath is the path of BaseURL: /api/public/v1 as a rule.
func (b *Brand) BasePath() string {
	u, err := url.Parse(b.BaseURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

// Now is the builder's clock for this brand.
func (b *Brand) Now(clock time.Time) time.Time {
	if b.AsOf.IsZero() {
		return clock
	}
	return b.AsOf
}

// File is the path of the brand's brand.yaml, for messages.
func (b *Brand) File() string { return filepath.Join(b.Dir, FileName) }
