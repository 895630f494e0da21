package brands

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// FileName is the name of the file that makes a folder a brand.
const FileName = "brand.yaml"

// Brand is one loaded brand: brand.yaml with every default filled in. The fields with a tag key are
// what a brand may write; their comments are the reference of the keys in README.md.
type Brand struct {
	Key string // name of the folder, [a-z0-9-]; names the brand in logs, metrics and out/
	Dir string // the folder

	// What people call the brand.
	Name string `key:"name" need:"what people call the brand" max:"100"`
	// Language of the site.
	Locale string `key:"locale" as:"locale" need:"the language of the site, as in pt-BR"`
	// IANA zone of local times that come without one.
	Timezone string         `key:"timezone" as:"zone"`
	Zone     *time.Location // Timezone loaded; nil when not known
	// ISO 4217 currency of prices without one. Default: that of the locale, `BRL` or `USD`.
	Currency string `key:"currency" as:"currency"`
	// Origin of the site, without a slash at the end; also the declared issuer.
	SiteURL string `key:"site_url" as:"origin" need:"its origin, as in https://example.org"`
	// Address of the API with its path, `/api/public/v1` at its end; its host may differ.
	BaseURL string `key:"base_url" as:"api" need:"it as in https://example.org/api/public/v1"`
	// Address of the token service.
	AuthURL string `key:"auth_url" as:"address" need:"its address, as in https://auth.example.org"`
	// Further hosts, in small letters, without port.
	Aliases []string `key:"aliases" as:"host"`
	// Former hosts: their pages lead to the same paths of the site (301), calls of the API to its
	// address.
	MovedHosts []string `key:"moved_hosts" as:"host"`
	// Host at which an edge shows the release that `builder build --hold` made, behind a password;
	// `*.localhost` is on this machine and needs none.
	PreviewHost string `key:"preview_host" as:"host"`
	// Words that begin addresses, for those of the locale: `events: shows` makes `/shows/…`. The
	// Portuguese ones, as in `/eventos/…`, are answered everywhere.
	//
	// A page, a file or a redirect of the brand takes precedence over a word of the locale: that
	// address stays Portuguese.
	Paths map[string]string `key:"paths" as:"paths"`
	// Spelling is the spelling of addresses by Paths.
	Spelling catalog.Spelling
	// Sites of the same catalogue in other languages, by language: the key of a brand in the same
	// folder, or the address of a site elsewhere. `x-default` is the site for people who speak none
	// of the languages.
	//
	// This brand is among them, by Lang with XDefault last.
	Alternates []Alternate `key:"alternates" as:"alternates"`
	// Former addresses of the site by path, each with the path or address that replaces it. Each is
	// answered with 301, with or without a slash at its end and with its query; an address that the
	// site has is not redirected.
	//
	// The paths have no escapes and no slash at the end; their replacements are escaped.
	Redirects map[string]string `key:"redirects" as:"redirects"`
	// Names of topics by other spellings of them, as in `expo: Exposições`, which makes both one
	// topic. Case, accents and hyphens never make two. The page of the other spelling leads to it.
	//
	// The spellings are slugs, that of each name among them.
	Topics map[string]string `key:"topics" as:"topics"`
	// E-mail address or page, in the footer and the documents.
	Contact string `key:"contact" as:"contact"`
	// Address where tickets are bought, with `{slug}` and `{id}`.
	BuyURL string `key:"buy_url" as:"buy"`
	// Pages that the law may ask for, in the footer: paths of own pages, or https addresses.
	Legal map[string]string `key:"legal" as:"menu" keys:"imprint privacy accessibility terms"`
	// One line below the heading of the home page.
	Tagline string `key:"tagline" max:"200"`
	// One line at the foot of every page.
	Notice string `key:"notice" max:"300"`
	// Freezes the builder's clock, for samples and archives.
	AsOf time.Time `key:"as_of"`
	// How the site looks.
	Theme Theme `key:"theme"`
	// The brand's own words for phrases of its pages, by their keys.
	Texts i18n.Own  `key:"texts" as:"texts"`
	Pages []OwnPage // by Order, then Title
	// Drafts are the files of pages that are left out until they are edited, by path.
	Drafts map[string]string
	Groups []GroupText  // by Path
	Static []StaticFile // by Path
	// Templates are the brand's own templates by their path below templates/, as in
	// html/event.html. They replace the embedded ones; site.css is added to the style sheet of the
	// site.
	Templates map[string]string
	// Sections of the home page, in this order: `featured`, `days` (the next four, by venue),
	// `next`, `running` (began before today), `free`, `shelves` (the three largest topics),
	// `months` (by country, city or venue), the lists `topics`, `cities`, `countries`, `venues`,
	// `organisers` and `artists`, and the first events of one of these, by the address of its page,
	// as in `/temas/infantil`. What has no event is left out. Default: by what the catalogue holds.
	// A section of events is `posters`, `cards` or a `list`, as in `- {next: posters}`; `featured`
	// is posters.
	//
	// The look follows the name, after a blank.
	Home []string `key:"home" as:"section" most:"20" or:"pair"`
	// Slugs or ids of the events that the home page shows first, in this order, while on sale;
	// without them the next four that have a picture.
	Featured []string `key:"featured" most:"12" max:"200"`
	// Logos at the foot of every page.
	Sponsors []Sponsor `key:"sponsors" most:"40"`
	// What machines may do with the texts (Content-Signal and Content-Usage).
	AI AI `key:"ai"`
	// What the search knows.
	Search Search `key:"search"`
	// The pictures of events.
	Images Images `key:"images"`
	// Where the catalogue comes from.
	Source Source   `key:"source"`
	More   []Source // further sources, read after it
	// A table with edits of single events, for editors who write no files: a source of kind `csv`.
	Sheet Source `key:"edits"`
	// Writes `out/<brand>/site`, the release as plain files.
	Export bool `key:"export" default:"yes"`
	// `/schedule.xml` for conference apps. Default: for a catalogue that looks like the programme
	// of a festival.
	Schedule *bool `key:"schedule"`
	// One small script: send, copy, save. No page needs it.
	Scripts bool `key:"scripts" default:"yes"`
	// How long a build may take, the wait for other brands included; then it ends with exit code 1,
	// and the release stays. Default: the timeouts of the sources and one hour, at most two.
	BuildTimeout time.Duration `key:"build_timeout"`
	// How often `builder serve` builds the brand, besides calls and changes of its files.
	Every time.Duration `key:"every" default:"5m" max:"24h"`
	// What holds back a catalogue that looks broken.
	Guards Guards `key:"guards"`
	// The cache in front of the edge.
	CDN CDN `key:"cdn"`
	// The end of version 1, announced on every answer of it.
	V1 Deprecation `key:"v1"`

	Edits []Edit // last words on single events; a build reads them

	hostLines map[string]int // host to its line in brand.yaml, for messages
}

// document is a whole brand.yaml: a brand, and the keys that fill other fields of it.
type document struct {
	Brand
	// Several sources, in the place of `source`.
	Sources []namedSource `key:"sources" most:"20"`
}

// defaults are the values of a locale for keys that a brand leaves out.
type defaults struct {
	Currency string `i18n:"brand.currency"`
	Color    string `i18n:"brand.color"`

	Paths map[string]string `i18n:"path.*"`
}

var defaultsOf = i18n.Bind[defaults]()

// Without build_timeout a build may take longer than its sources by drawTime, and buildTime at
// most, which is less than systemd gives the builder.
const (
	drawTime  = time.Hour
	buildTime = 2 * time.Hour
)

// check fills in what depends on several keys.
func (d *document) check(m node) {
	b := &d.Brand
	b.Zone = catalog.Zone(b.Timezone) // a fault was reported where the key was read
	// The default colour depends on the language, so that two brands without a colour are easy to
	// tell apart.
	local := defaultsOf(b.Locale)
	b.Currency = cmp.Or(b.Currency, local.Currency)
	b.Theme.Color = cmp.Or(b.Theme.Color, local.Color)
	today := *b
	today.MovedHosts = []string{parsed(b.AuthURL).Hostname()}
	for i, host := range b.MovedHosts {
		if slices.Contains(today.Hosts(), host) {
			m.faultAt(fmt.Sprintf("moved_hosts[%d]", i), "%s is a host of the brand today: its "+
				"pages would lead to themselves", host)
		}
	}
	if b.PreviewHost != "" && slices.Contains(b.Hosts(), b.PreviewHost) {
		m.faultAt("preview_host", "%s is a host of the site: a preview has one of its own",
			b.PreviewHost)
	}
	switch {
	case m.has("source") && m.has("sources"):
		m.faultAt("sources", "is used together with source: leave one of them out")
	case m.has("source"):
	case !m.has("sources"):
		m.faultAt("source",
			"missing: write source with kind and path (file) or url (http), or with a preset")
	case len(m.at("sources").Content) == 0:
		m.faultAt("sources", "must be a list: write - in front of each source")
	default:
		b.Source, b.More = d.join(m)
	}
	if !m.has("edits.timeout") {
		b.Sheet.Timeout = time.Minute // every build waits for it
	}
	if b.BuildTimeout == 0 {
		b.BuildTimeout = drawTime
		for _, s := range b.Sources() {
			b.BuildTimeout = min(b.BuildTimeout+s.Timeout, buildTime)
		}
	}
}

// Address returns the absolute address of a path of the site, in the brand's spelling.
func (b *Brand) Address(path string) string { return b.SiteURL + b.Spelling.Own(path) }

// Alternate is the site of a catalogue in one language. Its pages have the same paths in each, but
// for their spelling.
type Alternate struct {
	Lang    string // value of hreflang: a BCP 47 tag, or XDefault
	Key     string // of the brand of the same folder that it is; "" for a site elsewhere
	SiteURL string // its origin; that of a brand is known after [Load] only

	Spelling catalog.Spelling // as SiteURL; a site elsewhere answers the Portuguese words

	line int // in brand.yaml
}

// Address returns the absolute address of a page of the catalogue in that language.
func (a *Alternate) Address(path string) string { return a.SiteURL + a.Spelling.Own(path) }

// XDefault is the Lang of the site for people who speak none of the languages.
const XDefault = "x-default"

// AI is the brand's preference about uses of its text by machines.
type AI struct {
	// Search engines may show them.
	Search bool `key:"search" default:"yes"`
	// Machines may answer questions with them.
	Input bool `key:"input" default:"yes"`
	// Models may be trained with them.
	Train bool `key:"train" default:"no"`
}

// Images is how pages get the pictures of events.
type Images struct {
	// Pages load copies of remote pictures (JPEG, PNG, WebP, GIF), as of own files, in widths of
	// 320, 640 and 1280 pixels; the API keeps the addresses. A new picture is fetched once, and
	// asked for again after a day. Without it pages load pictures from where they are.
	Copy bool `key:"copy" default:"no"`
	// How long a build may make copies. A picture without one is loaded from its address, and the
	// next build goes on.
	Time time.Duration `key:"time" default:"60s" max:"24h"`
}

// Guards are the limits beyond which a release is not published, because the pull looks wrong.
type Guards struct {
	// Share by which the number of events may fall between two releases. The same share of the
	// events on sale may be replaced by others, or be closed or over before they began (nine always
	// may, and those that are over).
	MaxShrink float64 `key:"max_shrink" default:"0.5"`
	// Share of the items on which the map may fail (an error of jq, two seconds of the processor,
	// 10,000 records, a number that is not JSON). Unless it is 0, three items may always fail; more
	// than a hundred may never fail, nor may all.
	MaxFailed float64 `key:"max_failed" default:"0.01"`
	// Part of the share of events with a property that may be lost between two releases: with
	// `price: 0.5`, a catalogue in which 80 % of the events had a price may be followed by one in
	// which 40 % have a price. Below ten events only the loss of all counts.
	MaxLoss MaxLoss `key:"max_loss"`
}

// MaxLoss limits, for each property of an event, the relative loss (0 to 1) between two releases of
// the share of events that have it.
type MaxLoss struct {
	// A start.
	Start float64 `key:"start" default:"0.2"`
	// A location with a name or a city, or online.
	Place float64 `key:"place" default:"0.3"`
	// A ticket with a price.
	Price float64 `key:"price" default:"0.5"`
	// A description.
	Description float64 `key:"description" default:"0.5"`
	// A banner or a thumbnail.
	Image float64 `key:"image" default:"0.5"`
}

// CDN describes the cache in front of the edge.
type CDN struct {
	// The cache keys negotiated addresses on `Accept`: it may then store negotiated Markdown.
	KeysOnAccept bool `key:"keys_on_accept" default:"no"`
}

// Deprecation announces the end of version 1; zero times mean no announcement.
type Deprecation struct {
	// Since when version 1 is deprecated.
	DeprecatedAt time.Time `key:"deprecated_at"`
	// When it ends, not before `deprecated_at`.
	SunsetAt time.Time `key:"sunset_at"`
	// Page that explains it.
	Link string `key:"link" as:"link"`
}

func (d *Deprecation) check(m node) {
	if !d.DeprecatedAt.IsZero() && !d.SunsetAt.IsZero() && d.SunsetAt.Before(d.DeprecatedAt) {
		m.faultAt("sunset_at", "is before deprecated_at: a version is announced as deprecated "+
			"before it ends")
	}
}

// Sources returns all sources of the brand, in the order of brand.yaml.
func (b *Brand) Sources() []Source { return append([]Source{b.Source}, b.More...) }

// Hosts lists the hosts at which the brand answers, in lower case, without port, each once: the
// host of SiteURL, the host of BaseURL, then the aliases and the former hosts.
func (b *Brand) Hosts() []string {
	var hosts []string
	own := []string{parsed(b.SiteURL).Hostname(), parsed(b.BaseURL).Hostname()}
	for _, host := range slices.Concat(own, b.Aliases, b.MovedHosts) {
		host = strings.ToLower(strings.TrimSuffix(host, "."))
		if host != "" && !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// claims returns all hosts that no other brand may have.
func (b *Brand) claims() []string {
	if b.PreviewHost == "" {
		return b.Hosts()
	}
	return append(b.Hosts(), b.PreviewHost)
}

// parsed parses an address. It returns an empty one for an invalid one.
func parsed(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		return &url.URL{}
	}
	return u
}

// BasePath returns the path of BaseURL, usually /api/public/v1.
func (b *Brand) BasePath() string { return strings.TrimSuffix(parsed(b.BaseURL).Path, "/") }

// Now returns the time that the builder uses for this brand: AsOf when it is set, else clock.
func (b *Brand) Now(clock time.Time) time.Time {
	return cmp.Or(b.AsOf, clock)
}

// File returns the path of the brand's brand.yaml, for messages.
func (b *Brand) File() string { return filepath.Join(b.Dir, FileName) }
