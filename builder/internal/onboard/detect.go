package onboard

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // backends.txt
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/text"
)

// The limits of the search for a source: a person waits for it.
const (
	detectTimeout = 20 * time.Second // for one answer
	siteTimeout   = 60 * time.Second // for a whole site
	documentBytes = 64 << 20         // of a document, decoded
	maxMoves      = 3                // to other hosts, one after the other
	mostGroups    = 8                // kinds of pages that are tried
	samplePages   = 2                // of each kind
	mostSitemaps  = 6                // of an index that are read
	mostNamed     = 3                // sitemaps, calendars and feeds that a site names
)

// addressPresets holds the presets of backends that answer nothing without a key. They are
// recognised by the end of their host or by a part of their path.
var addressPresets = strings.Fields(`sympla.com.br sympla eventbriteapi.com eventbrite
	ticketmaster.com ticketmaster openagenda.com openagenda /api/v1/organizers/ pretix`)

// listPaths holds the paths of lists that are tried if the address is the address of a front page.
var listPaths = []string{"/api/events", "/wp-json/tribe/events/v1/events"}

// guessPreset returns the preset of a backend that its address reveals, or "".
func guessPreset(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := "." + strings.ToLower(u.Hostname())
	for p := range slices.Chunk(addressPresets, 2) {
		if strings.HasSuffix(host, "."+p[0]) || strings.Contains(u.Path, p[0]) {
			return p[1]
		}
	}
	return ""
}

// found is a source that is not JSON.
type found struct {
	kind     string
	url      string
	links    []string // of kind html
	pages    int      // that fit links; 0 if not known
	items    string   // of kind xml; "" if the kind finds the items itself
	language string   // that the document names, or ""
}

// detect finds the kind of source at the address, or at its target if it redirects to another host.
// A build never leaves the host of its source. init may, because a person reads the address that it
// writes.
func (b *Brand) detect(ctx context.Context, src upstream.Source) error {
	given := b.URL
	for range maxMoves {
		err := b.recognise(ctx, src)
		moved, ok := errors.AsType[*fetch.RedirectError](err)
		if !ok || moved.To == nil || !b.follows(moved.To) {
			if err != nil {
				b.URL = given
			}
			return err
		}
		b.URL = moved.To.String()
		src.URL = b.URL
	}
	b.URL = given
	return upstream.ErrUnavailable.Errorf("leads through more than %d hosts", maxMoves)
}

// follows reports whether init follows a redirect of its address to another host. It sends no
// header there, takes no password from there, and goes neither from https to http nor from the
// Internet into the network of this machine, which a stranger must not reach. Package fetch
// refuses, on connection, a name of the Internet that leads there.
func (b *Brand) follows(to *url.URL) bool {
	from, err := url.Parse(b.URL)
	if err != nil || len(b.Headers) > 0 || to.User != nil {
		return false
	}
	safe := from.Scheme != "https" || to.Scheme == "https"
	return safe && (!fetch.Inside(to) || fetch.Inside(from))
}

// recognise asks for the address, and for the usual lists of a front page, and chooses by the
// answers how to read the source. If nothing can be read, b stays as it is.
func (b *Brand) recognise(ctx context.Context, src upstream.Source) error {
	ctx, cancel := context.WithTimeout(ctx, siteTimeout)
	defer cancel()
	src.MaxBytes, src.Timeout = documentBytes, siteTimeout
	a := asker{ctx: ctx, src: src, fetcher: fetch.New(
		fetch.Source{Source: src.Source, SiteURL: src.SiteURL,
			Accept: "application/json, */*;q=0.5"},
		fetch.Options{Idle: detectTimeout})}
	defer a.fetcher.Close()
	address := src.URL
	first, failed := a.look(address)
	if failed == nil {
		failed = b.tell(first, address)
	}
	told := b.found
	if frontPage(address) && b.Preset == "" {
		for _, list := range listPaths {
			at := strings.TrimSuffix(address, "/") + list
			if d, err := a.look(at); err == nil && b.tell(d, at) == nil && b.Preset != "" {
				b.found, b.URL = found{}, strings.TrimSuffix(b.URL, "/")+list
				return nil
			}
		}
	}
	b.found = told
	if failed != nil || first.Kind != brands.KindHTML {
		return failed
	}
	if b.found, failed = a.site(address, first.Sight); failed != nil {
		return failed
	}
	b.language = first.Language
	if b.found.url != address {
		b.URL, b.seen = b.found.url, Guess{} // else the address as given, with its variables
	}
	return nil
}

// detectFile finds out the kind of the file of b.
func (b *Brand) detectFile(ctx context.Context) error {
	names, _ := filepath.Glob(b.Path)
	f, err := os.Open(append(names, b.Path)[0]) // the first tells the kind of all
	if err != nil {
		return err
	}
	defer f.Close()
	d := document{}
	plain, err := fetch.Unpack(f, false)
	if err == nil {
		d.text, err = io.ReadAll(io.LimitReader(plain, documentBytes))
	}
	if err == nil {
		d.Sight, err = upstream.Look(ctx, bytes.NewReader(d.text), "")
	}
	if err == nil {
		err = b.tell(d, "")
	}
	b.seen.Pages, b.seen.Doubt = "", ""
	return err
}

// document is an answer, or a file, and its kind.
type document struct {
	upstream.Sight
	text  []byte
	signs map[string]string // fields of its header
}

// tell records how a document is read as a source. address is "" for a file.
func (b *Brand) tell(d document, address string) error {
	answer := upstream.Signs{Header: d.signs}
	answer.Asked, _ = url.Parse(address) // it was asked for
	if d.Kind == "" {
		return errors.New("it is neither JSON, nor a calendar, a table, a feed, XML, YAML nor HTML")
	}
	if d.Kind != "http" {
		b.found = found{kind: d.Kind, items: d.Items, language: d.Language}
		answer.Doc = d.Around
		b.seen = Guess{Pages: answer.Read().Plan()} // the pull finds the rest
		return nil
	}
	text, err := adapt.Open(bytes.NewReader(d.text), adapt.Options{}, "")
	if err = cmp.Or(err, json.Unmarshal(text, &answer.Doc)); err != nil {
		line, _, _ := bytes.Cut(text, []byte("\n")) // an item a line
		var object map[string]any
		if json.Unmarshal(line, &object) != nil {
			return upstream.ErrMalformed.Errorf("%w", err)
		}
		answer.Doc = []any{object}
	}
	if g, ok := Recognise(answer); ok {
		b.Preset, b.seen = g.Preset, g
	}
	return nil
}

// asker requests the documents of one site, as the pull of a brand does.
type asker struct {
	ctx     context.Context // of one search
	fetcher *fetch.Fetcher
	src     upstream.Source
}

// look returns a document and its kind. With an error it still returns the part that was read.
func (a *asker) look(address string) (d document, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return d, upstream.ErrUnavailable.Errorf("source.url is not an http(s) address")
	}
	where := fetch.Origin(u) + u.EscapedPath()
	answer, err := a.fetcher.Fetch(a.ctx, &fetch.Request{URL: u, Where: where}, nil)
	if err != nil {
		return d, fetch.Redact(a.src.Source, err)
	}
	defer answer.Close()
	d.signs = answer.Header
	if d.text, err = answer.Text(documentBytes); err == nil {
		d.Sight, err = upstream.Look(a.ctx, bytes.NewReader(d.text), address)
	}
	return d, err
}

// holds reports whether a document of a kind has events.
func (a *asker) holds(address, kind string) bool {
	d, err := a.look(address)
	return err == nil && d.Kind == kind && d.Events > 0
}

// named returns the first of the named documents of a kind that has events.
func (a *asker) named(kind string, addresses []string) (f found, ok bool) {
	for _, address := range addresses[:min(len(addresses), mostNamed)] {
		if address = overHTTP(address); a.holds(address, kind) {
			return found{kind: kind, url: address}, true
		}
	}
	return found{}, false
}

// overHTTP returns the address to request: pages link to calendars by webcal.
func overHTTP(address string) string {
	if rest, ok := strings.CutPrefix(address, "webcal://"); ok {
		return "https://" + rest
	}
	return address
}

// site finds the events of a site whose page or sitemap is s: on the page, in a calendar, on pages
// that it links to or that a sitemap names, in a feed.
func (a *asker) site(address string, s upstream.Sight) (found, error) {
	if s.Sitemap {
		return a.sitemap(address, s)
	}
	own := found{kind: brands.KindHTML, url: address}
	if s.Events > 0 && !frontPage(address) {
		return own, nil
	}
	if f, ok := a.named(brands.KindICS, s.Calendars); ok {
		return f, nil
	}
	if links, _ := a.patterns(s.Links); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links}, nil
	}
	for _, address := range a.sitemaps(address) {
		if list, err := a.look(address); err == nil && list.Sitemap {
			if f, err := a.sitemap(address, list.Sight); err == nil {
				return f, nil
			}
		}
	}
	if s.Events > 0 {
		return own, nil
	}
	if f, ok := a.named(brands.KindFeed, s.Feeds); ok {
		return f, nil
	}
	return found{}, errors.Join(a.ctx.Err(), fmt.Errorf("the page has no schema.org Event (it "+
		"speaks of %s), and neither have the pages of the same site that it or a sitemap names: "+
		"give the address of a calendar, a feed, a list in JSON, or of a page with one event",
		cmp.Or(s.Types, "nothing that schema.org has")))
}

// frontPage reports whether an address is the address of a whole site.
func frontPage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.Trim(u.Path, "/") == "" && u.RawQuery == ""
}

// sitemaps returns the addresses where a site may have its sitemap.
func (a *asker) sitemaps(address string) (addresses []string) {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	root := u.Scheme + "://" + u.Host
	robots, _ := a.look(root + "/robots.txt") // which is not a document of events
	if addresses = fetch.ParseRobots(string(robots.text), "").Maps; len(addresses) == 0 {
		addresses = []string{root + "/sitemap.xml", root + "/sitemap_index.xml",
			root + "/wp-sitemap.xml"}
	}
	return addresses[:min(len(addresses), mostNamed)]
}

// sitemap finds the pages of events in a sitemap, or in the sitemaps that an index names.
func (a *asker) sitemap(address string, s upstream.Sight) (found, error) {
	// Sitemaps of events first.
	slices.SortStableFunc(s.Lists, func(a, b string) int { return score(b) - score(a) })
	pages := s.Links
	for _, list := range s.Lists[:min(len(s.Lists), mostSitemaps)] {
		if more, err := a.look(list); err == nil {
			pages = append(pages, more.Links...)
		}
	}
	// The source keeps the address of the index: events may be spread over several of its sitemaps.
	if links, n := a.patterns(pages); links != nil {
		return found{kind: brands.KindHTML, url: address, links: links, pages: n}, nil
	}
	return found{}, errors.Join(a.ctx.Err(), errors.New("no page that the sitemap names has a "+
		"schema.org Event: give the address of a page with one event"))
}

// patterns returns the patterns of pages that have events, by trying some of each, and how many
// pages fit; or nil.
func (a *asker) patterns(pages []string) (patterns []string, fit int) {
	byPattern := map[string][]string{}
	var groups []string
	for _, address := range pages {
		pattern := patternOf(address)
		if byPattern[pattern] == nil {
			groups = append(groups, pattern)
		}
		byPattern[pattern] = append(byPattern[pattern], address)
	}
	// Patterns that sound like events first, then patterns with most pages.
	slices.SortStableFunc(groups, func(a, b string) int {
		return cmp.Or(score(b)-score(a), len(byPattern[b])-len(byPattern[a]))
	})
	for _, pattern := range groups[:min(len(groups), mostGroups)] {
		list := byPattern[pattern]
		for i := range min(samplePages, len(list)) {
			if a.holds(list[i*len(list)/samplePages], brands.KindHTML) {
				patterns = append(patterns, pattern)
				fit += len(list)
				break
			}
		}
	}
	return patterns, fit
}

var languageFolder = regexp.MustCompile(`^[a-z]{2}([-_][a-zA-Z]{2})?$`)

// patternOf returns the pattern of the pages in the folder of a page, after the folder of a
// language.
func patternOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	fixed := 1
	if len(parts) > 1 && languageFolder.MatchString(parts[0]) {
		fixed++
	}
	slash := ""
	if strings.HasSuffix(u.Path, "/") && len(u.Path) > 1 {
		slash = "/"
	}
	folder := "/" + strings.Join(parts[:min(fixed, len(parts))], "/")
	switch {
	case len(parts) > fixed+1:
		return folder + "/**"
	case len(parts) == fixed+1:
		return folder + "/*" + slash
	case u.RawQuery != "":
		return u.EscapedPath() + "?*"
	}
	return "/*" + slash
}

// eventWords matches the words in addresses of events, folded, in the languages of the interface.
var eventWords = regexp.MustCompile(`event|evento|agenda|program|show|concert|espetaculo|sess|` +
	`festival|veranstaltung|termin|konzert|spectacle|evenement|calend|kalender|ticket|ingresso|` +
	`whats-on|gig|funcion|cartelera`)

// score returns 1 for an address that sounds like events, else 0.
func score(address string) int { return min(1, len(eventWords.FindString(text.Fold(address)))) }

// Guess is the configuration of a source, as far as one answer of its backend reveals it.
type Guess struct {
	Preset string // "" if the items are records already
	Items  string // jq path of the list; "" if a source finds the list without it
	// Pages is the value of source.pages; "" if the preset has the same paging, or if the answer
	// has no sign of paging.
	Pages string
	// Doubt explains why the answer may be only a part of the list although it has no sign of
	// paging; "" if the answer looks complete, or the list is paged.
	Doubt string
}

// listMembers holds the members in which backends put the list of events next to others, which may
// be longer; "" is the document.
var listMembers = append([]string{""}, strings.Fields(`data events eventos results items records
	elements content hydra:member member rows features upcoming _embedded.events`)...)

//go:embed backends.txt
var backends string

// directus matches the path of a collection; its answer contains only the list.
var directus = regexp.MustCompile(`/items/[^/]+/?$`)

// Recognise identifies the backend of a source from the first answer, which must contain its list,
// and from the requested address. The list is the list of the first of listMembers, else the
// longest. ok is false if the answer has no list of objects. An answer that matches no preset gets
// the preset generic, which reads the usual names of members.
func Recognise(a upstream.Signs) (g Guess, ok bool) {
	lists := map[string][]any{}
	findLists(a.Doc, "", lists)
	members := slices.SortedFunc(maps.Keys(lists), func(a, b string) int {
		return cmp.Or(len(lists[b])-len(lists[a]), cmp.Compare(a, b))
	})
	if len(members) == 0 {
		return g, false
	}
	// The list: the first of the usual names, else the longest.
	member := members[0]
	for _, known := range slices.Backward(listMembers) {
		if lists[known] != nil {
			member = known
		}
	}
	items := lists[member]
	answer := a.Doc
	if envelope, _ := a.Doc.(map[string]any); len(envelope) == 1 && a.Asked != nil &&
		directus.MatchString(a.Asked.Path) {
		answer = map[string]any{"alone": true}
	}
	// The backend, by the name of the list and members of the answer and of its first item.
	preset, pages := "", ""
	for line := range strings.Lines(backends) {
		f := strings.Split(strings.TrimSpace(line), "; ")
		if line[0] != '#' && f[1] == member && has(answer, items[0], f[2]) {
			preset, pages = f[0], f[3]
			break
		}
	}
	if pages == "-" {
		return Guess{Preset: preset}, true
	}
	// The keys of source: how pages go on, and where the list is.
	a.Items, a.List = len(items), strings.Split(member, ".")
	a = a.Read()
	g.Pages = a.Plan()
	switch {
	case has(nil, items[0], "name starts_at"): // records
	case preset != "":
		g.Preset = preset
		if strings.Contains(g.Pages, ": "+pages) {
			g.Pages = ""
		}
		return g, true
	default:
		g.Preset = "generic"
	}
	switch {
	case member == "" || member == "data": // a source finds it
	case strings.ContainsAny(member, ":-@ "):
		g.Items = `.["` + strings.ReplaceAll(member, ".", `"]["`) + `"]`
	default:
		g.Items = "." + member
	}
	if g.Pages == "" {
		total, _ := a.Total()
		g.Doubt = a.Doubt(total, nil)
	}
	return g, true
}

// maxNested is the largest depth in objects of the list of a document.
const maxNested = 4

// findLists collects the lists of objects of a document, by their paths. It skips names that a path
// cannot have, and a list of past events beside one of events to come, even if that one is empty
// now.
func findLists(v any, path string, lists map[string][]any) {
	switch v := v.(type) {
	case []any:
		// All of its elements are objects, which is what at(v, "") reports.
		if len(v) > 0 && !slices.ContainsFunc(v, func(v any) bool { return !at(v, "") }) {
			lists[path] = v
		}
	case map[string]any:
		for name, inner := range v {
			if !strings.ContainsAny(name, `."\`) && strings.Count(path, ".") < maxNested-1 &&
				(name != "past" || v["upcoming"] == nil) {
				findLists(inner, strings.TrimPrefix(path+"."+name, "."), lists)
			}
		}
	}
}

// has reports whether an answer and its first item have the members of a row of backends.txt.
func has(answer, item any, members string) bool {
	for _, one := range strings.Fields(members) {
		if !slices.ContainsFunc(strings.Split(one, "|"), func(path string) bool {
			inside, ok := strings.CutPrefix(path, ".")
			if ok {
				return at(answer, inside)
			}
			return at(item, path)
		}) {
			return false
		}
	}
	return true
}

// at reports whether there is a value at a path of members. "" and a path that ends in a dot mean
// an object.
func at(v any, path string) (ok bool) {
	for name := range strings.SplitSeq(path, ".") {
		object, isObject := v.(map[string]any)
		if name == "" {
			return isObject
		}
		if v, ok = object[name]; !ok {
			return false
		}
	}
	return true
}
