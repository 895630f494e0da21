// Package dictionary makes the compression dictionary of a brand (RFC 9842): what its pages have in
// common. A client that has it gets the next page in a third to a half of the bytes.
//
// The dictionary is made of pages of events that do not exist: an event in every state that changes
// the layout, with one letter where a page has a name. So it has the layout, the words and the
// addresses that all pages share, in the order in which they share them; and it depends on
// templates and brand only. Events that come, change and go leave it as it is, and with it the
// stored bytes of all pages that have not changed.
//
//	<h1>Samba na Praça</h1>…<dt>Quando</dt>…   a page
//	<h1>X</h1>…<dt>Quando</dt>…                the dictionary
//
// The README beside this comment says what was measured, and what was tried and rejected.
package dictionary

import (
	"encoding/hex"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/dcz"
)

// Dictionary is the dictionary of a brand.
type Dictionary struct {
	Path string // its address, with a hash of its bytes
	Body []byte

	sum dcz.Sum
}

// MediaType is the media type of a dictionary. Browsers show it to nobody.
const MediaType = "application/octet-stream"

// Use is the value of the field [dcz.UseAs] that a dictionary is sent with: it is for every page of
// its origin, when that is loaded as a document. The path names it well enough, so it has no id.
const Use = `match="/*", match-dest=("document")`

// Of makes the dictionary of the pages that r renders for b. The same templates and brand make the
// same bytes.
func Of(r *page.Renderer, b *brands.Brand) (*Dictionary, error) {
	text := catalog.Text{HTML: "<p>X</p>", Markdown: "X", Page: "<p>X</p>\n", Plain: "X"}
	var pages []string
	for _, rec := range samples(b) {
		drawn, err := r.Event(&rec, &text)
		if err != nil {
			return nil, err
		}
		pages = append(pages, string(drawn.HTML))
	}
	body := []byte(join(pages))
	sum := dcz.SumOf(body)
	return &Dictionary{
		Path: catalog.AssetsPath + "/" + hex.EncodeToString(sum[:8]) + ".dict", Body: body,
		sum: sum,
	}, nil
}

// join writes the lines of all pages, each once, and the last page whole: what lies near the end
// has the shortest distance to what refers to it.
func join(pages []string) string {
	last := len(pages) - 1
	seen := map[string]bool{}
	for line := range strings.Lines(pages[last]) {
		seen[line] = true
	}
	var b strings.Builder
	for _, p := range pages[:last] {
		for line := range strings.Lines(p) {
			if !seen[line] {
				seen[line] = true
				b.WriteString(line)
			}
		}
	}
	b.WriteString(pages[last])
	return b.String()
}

// samples are events in every state that changes the layout, the most frequent one last.
func samples(b *brands.Brand) []catalog.Record {
	amount := func(v int64) *int64 { return &v }
	day := func(d, hour int) catalog.Moment {
		return catalog.Moment{Precision: catalog.Instant,
			Time: time.Date(2030, time.January, d, hour, 0, 0, 0, time.UTC)}
	}
	const address = "https://x.example/x"
	ticket := catalog.Ticket{Name: "X", Price: amount(1000), Fee: amount(100),
		Currency: b.Currency, Available: true}
	sale := catalog.Record{
		ID: 1, Slug: "x", Name: "X", State: catalog.Scheduled, Timezone: b.Timezone,
		Starts: day(1, 20), Ends: day(1, 22), ReadAt: day(1, 0).Time,
		Banner: address, Thumbnail: address, BuyURL: address,
		Location: &catalog.Place{Name: "X", City: "X", State: "X", StateAbbr: "XX", Address: "X",
			Latitude: "1", Longitude: "1"},
		Producer: &catalog.Producer{Name: "X", Slug: "x"}, Tags: []string{"X", "Y"},
		Tickets: []catalog.Ticket{ticket, {Name: "Y", Currency: b.Currency}},
	}
	ended := sale
	ended.IsEnded, ended.IsClosed, ended.BuyURL = true, true, ""
	free := sale
	free.Tickets = []catalog.Ticket{{Name: "X", Price: amount(0), Currency: b.Currency,
		Available: true}}
	free.IsOnline, free.Location, free.Producer, free.Tags = true, nil, nil, nil
	free.Banner, free.Thumbnail, free.Ends = "", "", catalog.Moment{}
	several := sale
	several.Ends, several.Timezone, several.Tickets = day(3, 22), "", nil
	return []catalog.Record{ended, free, several, sale}
}

// level is the level of the encoder. The next one makes pages 3 % shorter and takes twice as long.
const level = zstd.SpeedFastest

// window is how far back a page refers. Clients accept 8 MiB for a dictionary of this size (RFC
// 9842, section 5); no page is so long, and an encoder keeps as much memory as its window.
const window = 1 << 20

// Encoder compresses pages with a dictionary. It is not safe for concurrent use.
type Encoder struct {
	sum dcz.Sum
	zs  *zstd.Encoder
}

// NewEncoder makes an encoder.
func (d *Dictionary) NewEncoder() (*Encoder, error) {
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithEncoderDictRaw(0, d.Body))
	return &Encoder{d.sum, zs}, err
}

// Append appends a page in the content coding dcz. The bytes depend on page and dictionary only.
func (e *Encoder) Append(dst, page []byte) []byte {
	return e.zs.EncodeAll(page, dcz.AppendHeader(dst, e.sum))
}
