package answer

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/resultpage"
	"cartaz/edge/internal/answer/listquery"
)

// oembed answers /oembed (oembed.com): how another site shows a page of this one. The page of a
// city, an organiser, a venue or a topic is a frame with its next events. That of an event is a
// link with its name: a frame of one event would be a copy of what its source changes.
type oembed struct {
	brand    *release.Brand
	rel      *release.Release // nil while the brand has none
	problems *problems
	spelling *catalog.Spelling
}

// oembedAge is for how many seconds an answer may be kept: as [catalog.CacheOEmbed] says.
const oembedAge = 3600

// oembedAnswer is an answer in the order of the specification, section 2.3.4.
type oembedAnswer struct {
	Type         string `json:"type"`
	Version      string `json:"version"`
	Title        string `json:"title"`
	AuthorName   string `json:"author_name,omitempty"`
	ProviderName string `json:"provider_name"`
	ProviderURL  string `json:"provider_url"`
	CacheAge     int    `json:"cache_age"`
	HTML         string `json:"html,omitempty"`
	Thumbnail    string `json:"thumbnail_url,omitempty"`
	ThumbWidth   int    `json:"thumbnail_width,omitempty"`
	ThumbHeight  int    `json:"thumbnail_height,omitempty"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
}

// size is a number of pixels that a client names, 0 for none.
func size(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// answer answers one request. Any origin may read it.
func (o *oembed) answer(a *Answer, r *Request, route Route) {
	if isPreflight(r) {
		preflight(a, "GET, HEAD", allowHeaders)
		return
	}
	if !o.problems.readable(a, r, route.Kind) || o.problems.overLimit(a, r, route.Kind) {
		return
	}
	q, _ := url.ParseQuery(r.Query) // without what it cannot read
	switch {
	case o.rel == nil:
		o.problems.answer(a, r, route.Kind, catalog.UpstreamUnavailable)
	case q.Get("url") == "":
		o.problems.answer(a, r, route.Kind, catalog.BadRequest)
	case q.Get("format") != "" && q.Get("format") != "json":
		o.problems.otherFormat(a, r, route.Kind)
	default:
		o.describe(a, r, route, q)
	}
}

// describe answers for an address.
func (o *oembed) describe(a *Answer, r *Request, route Route, q url.Values) {
	path, ok := o.path(strings.TrimSpace(q.Get("url")))
	if !ok {
		o.problems.answer(a, r, route.Kind, catalog.NotFound)
		return
	}
	found := oembedAnswer{Version: "1.0", ProviderName: o.brand.Name,
		ProviderURL: o.brand.SiteURL, CacheAge: oembedAge}
	ok, err := o.group(&found, path, q)
	if !ok && err == nil {
		ok, err = o.event(&found, path)
	}
	switch {
	case err != nil:
		o.problems.fail(a, r, route.Kind, err)
		return
	case !ok:
		o.problems.answer(a, r, route.Kind, catalog.NotFound)
		return
	}
	a.Status, a.Body = 200, jsonLine(&found)
	a.set("Content-Type", "application/json")
	a.set("Cache-Control", catalog.CacheOEmbed)
	a.set("Vary", catalog.VaryCoding)
	a.openFields()
	a.etag = append(a.etag[:0], a.Body...)
	etag := a.digest()
	a.set("ETag", etag)
	a.limitFields(r.Limit)
	if unchanged(r, etag, 0) {
		a.notModified()
	}
}

// path is the path that an address has on this site, whatever its query; false when it is on
// another one.
func (o *oembed) path(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil ||
		!slices.Contains(o.brand.Hosts, strings.ToLower(u.Hostname())) {
		return "", false
	}
	path, ok := listquery.UnescapePath(u.EscapedPath())
	return o.spelling.Key(strings.TrimSuffix(path, "/")), ok
}

// group fills in the frame of a page that has one, and says false for any other.
func (o *oembed) group(found *oembedAnswer, path string, q url.Values) (bool, error) {
	embed := catalog.EmbedPath(path)
	if _, ok := o.rel.Lookup(embed); !ok {
		return false, nil
	}
	titles, err := sealedBody(o.rel, resultpage.PathEmbedTitles)
	if err != nil {
		return false, err
	}
	title, ok := resultpage.FindEmbedTitle(titles, path)
	if !ok {
		return false, nil
	}
	found.Type, found.Title = "rich", title
	found.Width, found.Height = resultpage.ClampEmbed(size(q.Get("maxwidth")),
		size(q.Get("maxheight")))
	f := resultpage.EmbedFrame{URL: o.brand.SiteURL + o.spelling.Own(embed),
		Title: title + " · " + o.brand.Name,
		Width: found.Width, Height: found.Height}
	found.HTML = f.HTML()
	return true, nil
}

func (o *oembed) has(path string) bool {
	_, ok := o.rel.Lookup(path)
	return ok
}

// event fills in the link to an event, and says false when there is none at the path.
func (o *oembed) event(found *oembedAnswer, path string) (bool, error) {
	slug, ok := strings.CutPrefix(path, catalog.EventsPath+"/")
	if !ok || strings.Contains(slug, "/") {
		return false, nil
	}
	detail := catalog.DetailPath(o.brand.BasePath, slug)
	if _, ok := o.rel.Lookup(detail); !ok {
		return false, nil
	}
	body, err := sealedBody(o.rel, detail)
	if err != nil {
		return false, err
	}
	var event catalog.Event
	if err := json.Unmarshal(body, &event); err != nil {
		return false, err
	}
	found.Type, found.Title = "link", event.Name
	if picture := path + catalog.PictureSuffix; o.has(picture) {
		found.Thumbnail = o.brand.SiteURL + picture
		found.ThumbWidth, found.ThumbHeight = catalog.PictureWidth, catalog.PictureHeight
	}
	if event.Producer != nil {
		found.AuthorName = event.Producer.Name
	}
	return true, nil
}

// notImplemented is the code of an answer in a format that there is not. The codes of the catalogue
// are those of version 1 of the API, which is closed, so this problem has no page.
const notImplemented catalog.Code = "not_implemented"

// otherFormat answers 501, as the specification wants it (section 2.3.4). The type of the problem
// is "about:blank", and so its title the phrase of the status (RFC 9457, section 4.2.1).
func (p *problems) otherFormat(a *Answer, r *Request, kind Kind) {
	p.answer(a, r, kind, catalog.BadRequest)
	body := jsonLine(&catalog.Problem{Type: "about:blank", Title: "Not Implemented",
		Status: 501, Code: string(notImplemented), Error: string(notImplemented)})
	a.Status, a.Code, a.Body = 501, notImplemented, body
	a.Fields = slices.DeleteFunc(a.Fields, func(f release.Field) bool {
		return f.Name == "Content-Language" // the phrase is in no language of the brand
	})
}
