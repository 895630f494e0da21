package answer

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/release"
	"cartaz/builder/resultpage"
	"cartaz/edge/internal/negotiate"
)

const (
	typeHTML     = "text/html"
	typeMarkdown = "text/markdown"
)

func isHTML(contentType string) bool     { return strings.HasPrefix(contentType, typeHTML) }
func isMarkdown(contentType string) bool { return strings.HasPrefix(contentType, typeMarkdown) }

// sealed answers the addresses whose bodies the builder has made: pages, documents and assets.
type sealed struct {
	*common
	apiHost string // "" if it is the host of the site
	when    *when
}

// resource answers a sealed page, document or asset.
func (s *sealed) resource(a *Answer, r *Request, route Route) {
	if s.rel == nil {
		switch {
		case s.Refuse(a, r, route.Kind):
		case route.Path == catalog.RobotsPath:
			// Crawlers take an error for a ban of the whole site (RFC 9309, section 2.3.1.4).
			a.Status, a.Body = 200, []byte("User-agent: *\nContent-Signal: "+
				s.brand.ContentSignal+"\nAllow: /\n")
			a.set("Content-Type", "text/plain; charset=utf-8")
			a.set("Cache-Control", catalog.CacheNone)
		default:
			s.unknown(a, r, route)
		}
		return
	}
	ref, ok := s.rel.Lookup(route.Path)
	if !ok || s.foreign(r, route.Path) {
		s.missing(a, r, route)
		return
	}
	if isPreflight(r) && ref.NumVariants() > 0 &&
		slices.ContainsFunc(ref.Variant(0).Profile(), func(f release.Field) bool {
			return f.Name == "Access-Control-Allow-Origin"
		}) {
		preflight(a, reads, allowHeaders)
		a.replaceBySealed(ref.Variant(0).Profile())
		return
	}
	if !s.Refuse(a, r, route.Kind) {
		s.variant(a, r, route, ref)
	}
}

// foreign reports whether a path is a document about the authorization of the site, on the host
// that the API has for itself. Clients discard a document whose resource is not the host they asked
// (RFC 9728, section 3.3), and some then ask for a login that is not needed.
func (s *sealed) foreign(r *Request, path string) bool {
	if s.apiHost == "" || !strings.HasPrefix(path, catalog.OAuthPrefix) {
		return false
	}
	host, _, _ := strings.Cut(r.Host, ":")
	return strings.EqualFold(strings.TrimSuffix(host, "."), s.apiHost)
}

// apiHost returns the host of the API, or "" if it is the host of the site.
func apiHost(b *release.Brand) string {
	site, err := url.Parse(b.SiteURL)
	base, fault := url.Parse(b.BaseURL)
	if err != nil || fault != nil || site.Hostname() == base.Hostname() {
		return ""
	}
	return base.Hostname()
}

// missing answers a path that the release does not hold: with the same path without its last slash
// if that exists, since people type it; a day without a page with the list of that day; else with
// 404.
func (s *sealed) missing(a *Answer, r *Request, route Route) {
	trimmed := strings.TrimSuffix(route.Path, "/")
	if r.Reads() && trimmed != route.Path && trimmed != "" {
		if _, ok := s.rel.Lookup(trimmed); ok || trimmed == catalog.EventsPath ||
			isWhen(trimmed) {
			redirect(a, 308, withQuery(s.spelling.Own(trimmed), r.Query), catalog.CacheRedirect)
			return
		}
	}
	if r.Reads() && (s.when.missing(a, route.Path) || s.former(a, r, route)) {
		return
	}
	s.unknown(a, r, route)
}

// former answers a former address of the site, or of an event's Markdown or calendar: with its
// present address, or that the event was removed, with near events. It returns false for any other
// address, and if the release cannot be read.
func (s *sealed) former(a *Answer, r *Request, route Route) bool {
	if _, ok := s.rel.Lookup(catalog.FormerPath); !ok || route.Kind != Resource {
		return false
	}
	table, err := sealedBody(s.rel, catalog.FormerPath)
	if err != nil {
		a.Err = err
		return false
	}
	path, err := url.PathUnescape(strings.TrimSuffix(route.Path, "/"))
	if err != nil {
		return false
	}
	find := func(path string) (now string, ok bool) {
		if now, ok = resultpage.FindInTable(table, path); !ok {
			now, ok = resultpage.FindInTable(table, catalog.GoneKey(path))
		}
		return now, ok
	}
	suffix := ""
	now, ok := find(path)
	for _, end := range [...]string{catalog.TwinPath("x")[1:], catalog.CalendarSuffix} {
		if base, cut := strings.CutSuffix(path, end); cut && !ok {
			now, ok = find(base)
			suffix = end
		}
	}
	now, _, event := strings.Cut(now, " ")
	if !ok || now == "" || suffix != "" && !event {
		return false
	}
	if now[0] != ':' {
		if now = s.spelling.Own(now) + suffix; strings.Contains(now, "?") && r.Query != "" {
			now += "&" + r.Query
		} else {
			now = withQuery(now, r.Query)
		}
		redirect(a, 301, now, catalog.CacheRedirect)
		return true
	}
	ref, ok := s.rel.Lookup(now)
	if !ok {
		if ref, ok = s.rel.Lookup(catalog.GonePath); !ok {
			return false
		}
	}
	asked := *r
	asked.IfNoneMatch, asked.IfModifiedSince = "", ""
	if suffix != "" {
		asked.Accept = typeMarkdown
	}
	v, ok := choose(ref, &asked)
	if !ok {
		return false
	}
	a.Err = a.setVariant(410, v)
	return a.Err == nil
}

// setVariant fills in a variant.
func (a *Answer) setVariant(status int, v release.VariantRef) error {
	body, err := v.Body()
	if err != nil {
		return err
	}
	a.Status, a.Body, a.Coding = status, body, v.Coding()
	a.Fields = append(a.Fields, v.Profile()...)
	if v.Coding() != release.Identity {
		a.set("Content-Encoding", v.Coding().String())
	}
	return nil
}

// variant answers with a variant of a resource. A calendar has reminders on wish.
func (s *sealed) variant(a *Answer, r *Request, route Route, ref release.Ref) {
	asked := *r
	remind := r.Query == "alarm=1d" && strings.HasSuffix(route.Path, catalog.CalendarSuffix)
	if remind {
		asked.AcceptEncoding = ""
	}
	v, ok := choose(ref, &asked)
	if !ok {
		s.fail(a, r, route.Kind, release.ErrCorrupt)
		return
	}
	if err := a.setVariant(200, v); err != nil {
		s.fail(a, r, route.Kind, err)
		return
	}
	etag := variantETag(ref, v)
	if remind {
		a.Body = ical.Reminding(a.Body)
		etag = strings.TrimSuffix(etag, `"`) + `-1d"`
	}
	a.set("ETag", etag)
	a.set("Last-Modified", httpDate(notAfter(ref.Modified(), r.Time)))
	if tokens := v.Tokens(); tokens > 0 {
		a.setTokens(tokens)
	}
	s.linkFields(a, ref)
	switch {
	case route.Kind == Detail:
		s.apiFields(a, r)
	case strings.HasSuffix(route.Path, catalog.APIDescription):
		a.Fields = append(a.Fields, s.version...)
	}
	if unchanged(r, etag, ref.Modified()) {
		a.notModified()
	}
}

// notAfter returns a date that is not later than the answer (RFC 9110, section 8.8.2.1): the clock
// of the builder may have been ahead. Conditions are still compared with the date of the release,
// so that a date sent meanwhile finds the content changed.
func notAfter(modified int64, now time.Time) int64 {
	if now.IsZero() {
		return modified
	}
	return min(modified, now.Unix())
}

// variantETag returns the validator of a variant. Two media types of one body share its digest and
// must not share a tag: a client that holds one of them would be told that it holds the other (RFC
// 9110, section 8.8.1).
func variantETag(ref release.Ref, v release.VariantRef) string {
	tag, first := v.ETag(), ref.Variant(0)
	if v.ContentType() != first.ContentType() && v.Digest() == first.Digest() {
		tag = strings.TrimSuffix(tag, `"`) + `-t"`
	}
	return tag
}

// linkFields names the page that the resource is a form of, and its Markdown twin (RFC 8288;
// "canonical" is RFC 6596).
func (s *sealed) linkFields(a *Answer, ref release.Ref) {
	var links []string
	link := func(path []byte, params string) {
		if len(path) > 0 {
			links = append(links, "<"+s.brand.SiteURL+s.spelling.Own(string(path))+">; rel="+params)
		}
	}
	link(ref.Canonical(), `"canonical"`)
	link(ref.Alternate(), `"alternate"; type="text/markdown"`)
	if links != nil {
		a.set("Link", strings.Join(links, ", "))
	}
}

// unchanged evaluates the preconditions of a read (RFC 9110, section 13.2.2). modified is in Unix
// seconds, or 0 for an answer without such a date.
func unchanged(r *Request, etag string, modified int64) bool {
	if r.IfNoneMatch == "" && r.IfModifiedSince == "" {
		return false
	}
	var at time.Time
	if modified > 0 {
		at = time.Unix(modified, 0)
	}
	return negotiate.NotModified(r.IfNoneMatch, r.IfModifiedSince, etag, at)
}
