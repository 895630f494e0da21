package brands

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Source is where the catalogue is read from.
type Source struct {
	// Name is the name of the source if the brand has several, or "".
	Name string
	// Shared reports whether one of several sources has the same ids as the sources before it:
	// records with the same id become one. Otherwise its ids begin with its name. The ids of the
	// only source, and by default of the first, stay as they are.
	Shared bool
	// Optional reports whether the brand is built without the source when it cannot be read.
	Optional bool
	// Guards of one of several sources, as in [Guards]: nil takes those of the brand.
	MaxShrink, MaxFailed *float64

	// How the source is read: `file` or `http` (JSON), `command` (a program that prints it), or one
	// of the kinds whose documents are not JSON.
	Kind string `key:"kind" words:"file http command ics csv html feed xml yaml" need:"one"`
	// A ready-made source that the other keys are laid over.
	Preset string `key:"preset"`
	// Path or pattern of files (`**` too): JSON, NDJSON, or documents of the kind, plain or gzip.
	// Relative to the brand's folder.
	//
	// It is absolute here.
	Path string `key:"path" only:"Kind file ics csv html feed xml yaml" as:"files"`
	// Address of the first page. A host of your own network is an IP address or a local name
	// (`localhost`, `backend`, `.local`, `.internal`). `${NAME}` comes from the environment and
	// `${file:/path}` from a file, here and in every other value of a source.
	URL string `key:"url" only:"Kind http ics csv html feed xml yaml" as:"source"`
	// jq path of the list in a document; of `xml` the element of one event. Default: the array
	// itself, else `.data`; of `yaml` the only list of events.
	Items string `key:"items" only:"Kind file http command xml yaml"`
	// How the source goes on to its next page; `none` where one answer is the whole catalogue.
	// Without it a source is asked once, and an answer that looks like a first page is refused.
	Pages Pages `key:"pages" only:"Kind http ics csv html feed xml yaml" or:"none"`
	// Header fields of every request.
	Headers map[string]string `key:"headers" only:"Kind http ics csv html feed xml yaml" as:"head"`
	// Client of a service that gives access tokens (OAuth 2.0 client credentials, RFC 6749 section
	// 4.4). Requests carry its token in `Authorization` for as long as it holds.
	Auth Auth `key:"auth" only:"Kind http ics csv html feed xml yaml"`
	// JSON body of every request for a page, which then is a POST (GraphQL).
	//
	// Its values have the types of encoding/json, but integers are int.
	Body map[string]any `key:"body" only:"Kind http" as:"body"`
	// jq path of what a source says is wrong in an answer with status 200; anything there fails the
	// pull.
	Errors string `key:"errors" only:"Kind http" default:".errors?"`
	// One more request for each event; `none` takes back that of a preset.
	Detail Detail `key:"detail" only:"Kind http" or:"none"`
	// Most requests to the host: `5/s`, `240/m`, `1000/h`; of `html` the default is `2/s`. 429 and
	// `Retry-After` are waited out.
	//
	// In requests per second; 0 for no limit.
	Rate float64 `key:"rate" only:"Kind http ics csv html feed xml yaml" as:"rate" default:"20/s"`
	// Asks with `ETag` or `Last-Modified` of the last answer: 304 reads the copy in
	// `out/<brand>/cache.log`.
	Conditional bool `key:"conditional" only:"Kind http ics csv html feed xml yaml" default:"yes"`
	// jq program that makes records of an item; it may call that of the preset: `preset +
	// {starts_at: .quando}`. Default: that of the preset, else the source holds records.
	//
	// It is the path of the file here.
	Map     string `key:"map" as:"map"`
	Program string // text of the preset's jq program, which Map may call
	// What becomes of records with one id: `drop` keeps the one that was updated last, `merge`
	// joins them in the order of the source (the first value wins, texts are joined paragraph by
	// paragraph).
	Duplicates string `key:"duplicates" words:"drop merge" default:"drop"`
	// IANA zone of local times, and of moments, if neither the record nor its venue names one. It
	// takes precedence over the zone of the document.
	Timezone string `key:"timezone" as:"zone"`
	// What the members of items say of whether an event is public.
	Public Public `key:"public"`
	// Time of the whole pull, without waits for its turn among other brands.
	Timeout time.Duration `key:"timeout" max:"24h" default:"10m"`
	// Decoded bytes of the whole pull; one record for each 512 bytes of it may come.
	MaxBytes int64 `key:"max_bytes" as:"bytes" default:"1 GiB"`
	// How far from the builder's clock repeated events are written out, both ways; up to `3660d`.
	Window time.Duration `key:"window" only:"Kind ics html" as:"days" default:"400d"`
	// Character between the cells of a table: `","`, `";"`, `"|"` or `tab`. Default: detected.
	Delimiter rune `key:"delimiter" only:"Kind csv" as:"delimiter"`
	// Encoding of a table, as `windows-1250`, `macintosh` or `shift_jis`. Default: detected, among
	// `utf-8`, `utf-16` and `windows-1252`.
	Encoding string `key:"encoding" only:"Kind csv" as:"charset"`
	// A program and its arguments, as in `[./export.py, --all]`; no shell. A path with a slash that
	// is not absolute is relative to the brand's folder.
	Command []string `key:"command" only:"Kind command"`
	// Further variables of the program.
	Env map[string]string `key:"env" only:"Kind command" as:"env"`
	// User whose rights the program has; needs a builder that is root. Default: those of the
	// builder.
	User string `key:"user" only:"Kind command"`
	// Pattern of the paths of pages, or several: `*` is any part of a path, `**` any number of
	// parts. Default: all pages that a sitemap names, or the one page.
	Links []string `key:"links" only:"Kind html" or:"one" as:"links" most:"20"`
	// Obeys `robots.txt` of the host; `no` is for a site of your own.
	Robots bool `key:"robots" only:"Kind html" default:"yes"`

	// secrets are the values that replaced ${NAME}. Redact keeps them out of messages.
	secrets []secret
}

// Auth is a client of a token service.
type Auth struct {
	// Address of the token endpoint.
	TokenURL string `key:"token_url" as:"source" need:"the address of the token endpoint"`
	// Name of the client.
	ClientID string `key:"client_id" need:"the name that the service has for the builder"`
	// Its secret, as `${NAME}` or `${file:/path}`.
	ClientSecret string `key:"client_secret" need:"the secret, as in ${NAME}"`
	// What the token is for, if the service asks for it.
	Scope string `key:"scope"`
}

// Kinds of [Source.Kind] besides file and http. All but KindCommand have documents that are not
// JSON, and read files (path) or one address (url).
const (
	KindCommand = "command" // a program that prints JSON
	KindICS     = "ics"     // a calendar, RFC 5545
	KindCSV     = "csv"     // a table, RFC 4180
	KindFeed    = "feed"    // RSS or Atom with events
	KindXML     = "xml"     // any other XML
	KindYAML    = "yaml"    // YAML, or Markdown with front matter
	KindHTML    = "html"    // pages with events of schema.org, and where they are listed
)

// MergeDuplicates is the choice of [Source.Duplicates] that joins records.
const MergeDuplicates = "merge"

// Document reports whether the source has documents that are not JSON.
func (s Source) Document() bool {
	return !strings.Contains("file http "+KindCommand, s.Kind) // nor without a kind
}

// Remote reports whether the source is read by HTTP.
func (s Source) Remote() bool { return s.Kind == "http" || s.Kind != "file" && s.URL != "" }

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
	// `none`, `number` (counts pages), `offset` (counts items), `next` (follows links on the same
	// host), `token` (sends back what the page before gave).
	Style string `key:"style" words:"none number offset next token" default:"none"`
	// Whole reports that brand.yaml itself says style none (pages: none). One answer is then the
	// whole catalogue, even when it looks like the first page of a longer list.
	Whole bool
	// Query parameter of the number, the offset or the token; with a body the path of its member,
	// as in `variables.page`. Default: `page`, `offset` or `continuation`.
	Param string `key:"param" only:"Style number offset token" as:"param"`
	// Number of the first page, by default 1, or of the first item, by default 0.
	First int `key:"first" only:"Style number offset" max:"1"`
	// How many items a page has; `offset` needs it. Default: what the source likes.
	Size int `key:"size" only:"Style number offset next token" min:"1" max:"100000"`
	// Query parameter, or member of the body, of the size. Default: `limit` with `offset`, else
	// `per_page`.
	SizeKey string `key:"size_param" only:"Style number offset next token" as:"param"`
	// How many items, counted from the first, the source lets pages reach; a larger catalogue fails
	// as incomplete.
	Window int `key:"window" only:"Style number offset" min:"1" max:"1000000000"`
	// jq path of the number of the last page. Here and in the three keys below, `$headers` is the
	// header of the answer (`$headers["x-wp-totalpages"]`). Without these keys the usual signs are
	// read.
	Last string `key:"last" only:"Style number"`
	// jq path of the address of the next page.
	Next string `key:"next" only:"Style next"`
	// jq path of the token of the next page, null or empty at the end.
	Token string `key:"token" only:"Style token"`
	// jq path of the number of items. If it does not match, the pull is incomplete; `"null"` for
	// none.
	Total string `key:"total"`
}

// check fills in the defaults that depend on the style, and reports keys that do not fit together.
func (p *Pages) check(m node) {
	offset := p.Style == PagesOffset
	p.Whole = p.Style == PagesNone && m.has("style")
	if (offset || p.Style == PagesNumber) && !m.has("first") {
		p.First = map[string]int{PagesNumber: 1}[p.Style]
	}
	p.Param = cmp.Or(p.Param, map[string]string{PagesNumber: "page", PagesOffset: "offset",
		PagesToken: "continuation"}[p.Style])
	if p.SizeKey == "" && p.Style != PagesNone {
		p.SizeKey = map[bool]string{true: "limit", false: "per_page"}[offset]
	}
	switch {
	case offset && !m.has("size"):
		m.faultAt("size", "missing: style offset counts by it, so write how many items a page has")
	case p.Window > 0 && !m.has("size"):
		m.faultAt("window", "needs %s: how far a page reaches depends on it", m.below("size"))
	case p.Window > 0 && p.Size > p.Window:
		m.faultAt("window", "is smaller than %s: not one page fits in", m.below("size"))
	}
}

// Public is what the members of items say of whether an event is public.
type Public struct {
	// Names of members that say something else (`live` may be "not streamed", `public` an
	// audience).
	Ignore []string `key:"ignore" most:"20"`
}

// Detail describes the extra request that an HTTP source is sent for each item of its list.
type Detail struct {
	// Address of one event, on the host of `url`: `/api/events/{slug}`, `./{id}`, any jq filter of
	// the item in braces; one that yields null asks for nothing.
	//
	// "" sends no such requests. See [Detail.Parts].
	URL string `key:"url" need:"the address of one event, as in /api/events/{id}"`
	// jq path of the detail in its answer. Default: the whole answer.
	Items string `key:"items"`
	// Member of the item under which `map` finds the detail.
	Merge string `key:"merge" as:"member" default:"detail"`
	// jq path in the item of what changes when the detail does (`.updated_at`). While it is the
	// same, no request is sent. Without this key every detail is asked for, conditionally.
	Key string `key:"key"`
	// Requests at once.
	Concurrency int `key:"concurrency" min:"1" max:"16" default:"4"`
}

// check applies the rules for several keys of a source.
func (s *Source) check(m node) {
	if n := m.at("pages"); n.Node != nil && n.Value == PagesNone {
		s.Pages = Pages{Style: PagesNone, Whole: true}
	}
	switch {
	case s.Kind == "http" && !m.has("url"), s.Document() && !m.has("url") && !m.has("path"):
		m.faultAt("url", "missing: write the address of the list, as in "+
			"https://backend.example.org/api/events")
	case s.Kind == "file" && !m.has("path"):
		m.faultAt("path", "missing: write the file, or a pattern of files, that holds the "+
			"catalogue")
	case s.Kind == KindCommand && !m.has("command"):
		m.faultAt("command", "missing: write the program and its arguments as a list, as in "+
			"[./export.py, --all]")
	case s.Document() && m.has("url") && m.has("path"):
		m.faultAt("url", "is used together with %s: leave one of them out", m.below("path"))
	case s.Document():
		s.checkDocument(m)
	}
	if s.Map == "" && s.Program == "" && s.Detail.URL != "" {
		m.faultAt("detail", "nothing reads what these requests bring: write %s", m.below("map"))
	}
	if s.Headers["Authorization"] != "" && s.Auth.TokenURL != "" {
		m.faultAt("headers", "holds Authorization, which %s sends: leave one of them out",
			m.below("auth"))
	}
	if s.Pages.Style == PagesNext && s.Body != nil {
		m.faultAt("pages.style", "next asks with GET, which has no %s: leave the body out, or "+
			"change style", m.below("body"))
	}
	s.checkParam(m, "pages.param", s.Pages.Param)
	s.checkParam(m, "pages.size_param", s.Pages.SizeKey)
	s.checkDetail(m)
}

// checkDocument applies the rules for sources whose documents are not JSON.
func (s *Source) checkDocument(m node) {
	if s.URL == "" {
		s.Pages, s.Rate, s.Conditional = Pages{}, 0, false
		for key := range strings.FieldsSeq("pages headers auth rate conditional") {
			if m.has(key) && m.has("path") {
				m.faultAt(key, "belongs to %s: leave it out", m.below("url"))
			}
		}
		return
	}
	if s.Kind == KindHTML && !m.has("rate") {
		s.Rate = 2 // pages a second, as a polite crawler
	}
	if !m.has("pages") && (s.Kind == KindFeed || len(s.Links) > 0) {
		s.Pages = Pages{Style: PagesNext} // RFC 5005; a list that links to its next page
	}
}

// checkParam refuses a parameter of pages that leads nowhere in the body.
func (s *Source) checkParam(m node, key, text string) {
	if s.Body == nil || !m.has(key) {
		return
	}
	var at any = s.Body
	for name := range strings.SplitSeq(text, ".") {
		object, isObject := at.(map[string]any)
		if name == "" || !isObject && at != nil {
			m.faultAt(key, "%q is not the path of a member of %s: write it as in variables.page",
				m.at(key).Value, m.below("body"))
			return
		}
		at = object[name]
	}
}

// Part is one piece of the template in [Detail.URL]: fixed text, or a jq filter.
type Part struct {
	Text string
	JQ   bool
}

var memberName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// braces matches a jq filter in braces. A brace inside a string of the filter, or in an object of
// one level, does not end it.
var braces = regexp.MustCompile(strings.ReplaceAll(
	`\{((?:[^{}"]|STRING|\{(?:[^{}"]|STRING)*\})*)\}`, "STRING", `"(?:\\.|[^"\\])*"`))

// Parts splits the template into fixed text and jq filters. {slug} is short for {.slug}.
func (d Detail) Parts() (parts []Part, err error) {
	filters := braces.FindAllStringSubmatch(d.URL, -1)
	for i, text := range braces.Split(d.URL, -1) {
		switch lone := strings.IndexAny(text, "{}"); {
		case lone >= 0 && text[lone] == '{':
			return nil, errors.New("has a { without its }")
		case lone >= 0:
			return nil, errors.New("has a } without its {")
		case text != "":
			parts = append(parts, Part{Text: text})
		}
		if i == len(filters) {
			break // the end
		}
		filter := strings.TrimSpace(filters[i][1])
		switch {
		case filter == "":
			return nil, errors.New("has nothing between { and }")
		case memberName.MatchString(filter):
			filter = "." + filter
		}
		parts = append(parts, Part{Text: filter, JQ: true})
	}
	return parts, nil
}

// checkDetail checks the fixed parts of the address of details.
func (s *Source) checkDetail(m node) {
	text, n := s.Detail.URL, m.at("detail.url")
	if text == "" || n.Node == nil {
		return
	}
	v := value{n, text}
	written := variable.ReplaceAllString(n.Value, "")
	if strings.Count(text, "{") != strings.Count(written, "{") ||
		strings.Count(text, "}") != strings.Count(written, "}") {
		v.fault("holds { or } after its variables were filled in, which would be taken for a " +
			"placeholder: escape it in the variable")
		return
	}
	parts, err := Detail{URL: text}.Parts()
	if err != nil {
		v.wrong("%v: write {slug}, {id} or a jq filter in braces", err)
		return
	}
	var plain strings.Builder
	placeholders := 0
	for _, p := range parts {
		if p.JQ {
			placeholders++
			plain.WriteString("x")
		} else {
			plain.WriteString(p.Text)
		}
	}
	base, err := url.Parse(s.URL)
	if err != nil || s.URL == "" {
		return // the fault is in source.url and is reported there
	}
	at, err := base.Parse(plain.String())
	switch {
	case err != nil:
		v.wrong("is not an address: write it as in /api/events/{id}")
	case placeholders == 0:
		v.wrong("is the same for every event: write {slug}, {id} or a jq filter in braces " +
			"where they differ")
	case parts[0].JQ, !hasFixedHost(parts[0].Text):
		v.wrong("begins with a placeholder, or has one in its host: write the host, or begin " +
			"with / or ./")
	case at.Fragment != "":
		v.wrong("has a fragment, which is never sent: leave it out")
	case at.User != nil, at.Host != base.Host, at.Scheme != base.Scheme:
		v.wrong("leads to another host than source.url: only that one is asked")
	}
}

var schemeAndSlashes = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//`)

// hasFixedHost reports whether the first part of a template holds the whole host. An item must not
// be able to choose the host.
func hasFixedHost(first string) bool {
	at := schemeAndSlashes.FindString(first)
	return at == "" || strings.Contains(first[len(at):], "/")
}

// sheetHost is where Google serves spreadsheets that are open to all who have the link.
const sheetHost = "docs.google.com"

var sheetPath = regexp.MustCompile(`^/spreadsheets/d/(e/)?([A-Za-z0-9_-]+)(/[a-z]*)?$`)

// SheetAddress returns the address at which Google gives a spreadsheet as CSV, for the address of
// its page (…/edit#gid=0, …/pubhtml). Every other address comes back as it is.
func SheetAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != sheetHost {
		return address
	}
	m := sheetPath.FindStringSubmatch(u.Path)
	if m == nil || m[3] == "/export" || m[3] == "/gviz" {
		return address
	}
	query := url.Values{"format": {"csv"}}
	end := "/export"
	if m[1] != "" { // published to the web
		query, end = url.Values{"output": {"csv"}}, "/pub"
	}
	gid := u.Query().Get("gid")
	if of, ok := strings.CutPrefix(u.Fragment, "gid="); ok {
		gid = of
	}
	if gid != "" {
		query.Set("gid", gid)
		if m[1] != "" {
			query.Set("single", "true")
		}
	}
	return "https://" + sheetHost + "/spreadsheets/d/" + m[1] + m[2] + end + "?" + query.Encode()
}
