package upstream

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

// Documents that are not JSON are read in a worker: their readers are code of many libraries, whose
// cost on hostile bytes nobody can prove. The request is a [task] and the document, the answer one
// message for each item and one for the end: a kind, a text, NUL, and JSON.
const (
	messageItem      = 'i' // an item
	messageNone      = 'n' // what is no event, as a notice in a feed; the text says why
	messageFailed    = 'f' // an item that cannot be read; the text says why
	messageAddress   = 'a' // of a page, or of another list
	messageEnd       = 'd' // what stands around the items
	messageMalformed = 'm' // the same, and why the document is malformed
	messageTooLarge  = 'l' // the same, and which limit it passes
)

// documentLimits bound what the reader of one document may cost, and maxMade the bytes that it may
// hand on: a short calendar has many dates.
var (
	documentLimits = worker.Limits{CPU: 30 * time.Second, Memory: 1 << 30}
	maxMade        = 512 << 20
)

const documentWorker = "document"

func init() { worker.Serve(documentWorker, readDocument) }

// Kinds of documents besides those of sources.
const (
	kindSite = "site" // a sitemap, or a page with events
	kindList = "list" // a sitemap, or a page with links
	kindLook = "look" // of any kind: see [Look]
)

// adapters are the readers of the kinds that are not JSON, and what each kind writes into the field
// Accept of a request.
var adapters = map[string]struct {
	read   adapt.Reader
	accept string
}{
	"":             {nil, "*/*"},
	"http":         {nil, "application/json"},
	brands.KindICS: {ics.Read, "text/calendar, */*;q=0.1"},
	brands.KindCSV: {adapt.ReadTable, "text/csv, */*;q=0.1"},
	brands.KindFeed: {feed.Read,
		"application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1"},
	brands.KindXML: {feed.ReadXML, "application/xml, text/xml, */*;q=0.1"},
	brands.KindHTML: {page.Read,
		"text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1"},
	kindSite: {readSite, ""},
	kindList: {page.ReadList, ""},
	kindLook: {look, ""},
}

// readSite is the [adapt.Reader] of what source.url of kind html names.
func readSite(r io.Reader, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	b, head, err := opened(r, &o)
	switch {
	case err != nil:
		return nil, err
	case page.IsSitemap(head):
		return page.ReadList(bytes.NewReader(b), o, hand)
	}
	return page.Read(bytes.NewReader(b), o, hand)
}

// opened gives a whole document in UTF-8, its beginning, and the options for who reads on.
func opened(r io.Reader, o *adapt.Options) (b, head []byte, err error) {
	b, err = adapt.Open(r, *o, page.Legacy)
	o.Encoding = "utf-8"
	return b, b[:min(len(b), headBytes)], err
}

// task is what the worker is told of a document: one line of JSON before it.
type task struct {
	Kind string // of adapters
	adapt.Options
}

// readDocument is the [worker.Handler].
func readDocument(request []byte, send func([]byte)) []byte {
	var t task
	head, document, _ := bytes.Cut(request, []byte("\n"))
	if err := json.Unmarshal(head, &t); err != nil {
		return message(messageMalformed, err.Error(), []byte("null"))
	}
	items, made := 0, 0
	around, err := adapters[t.Kind].read(bytes.NewReader(document), t.Options,
		func(i adapt.Item) error {
			items++
			kind, text, value := messageItem, "", any(i.Value)
			switch {
			case i.Err != nil:
				kind, text = messageFailed, i.Err.Error()
			case i.Value[page.AddressMember] != nil:
				kind = messageAddress
			case !t.Mapped && i.Record() == nil:
				kind, text = messageNone, i.Note
			case !t.Mapped && !t.Raw:
				value = i.Record()
			}
			b, err := json.Marshal(value)
			if large := len(b) > jsondoc.MaxItem; large && kind == messageItem {
				return fmt.Errorf("%w: item %d has more than %d bytes", ErrTooLarge, items,
					jsondoc.MaxItem)
			} else if large {
				b = []byte("null")
			}
			switch made += len(b); {
			case err != nil:
				return fmt.Errorf("%w: item %d: %w", ErrMalformed, items, err)
			case made > maxMade:
				return fmt.Errorf("%w: the document makes more than %d MiB: split it, or make "+
					"source.window smaller", ErrTooLarge, maxMade>>20)
			}
			send(message(kind, text, b))
			return nil
		})
	b, wrong := json.Marshal(around)
	switch err = errors.Join(err, wrong); {
	case err == nil:
		return message(messageEnd, "", b)
	case errors.Is(err, ErrTooLarge):
		return message(messageTooLarge, err.Error(), b)
	}
	return message(messageMalformed, err.Error(), b)
}

func message(kind rune, text string, value []byte) []byte {
	return fmt.Appendf(nil, "%c%s\x00%s", kind, strings.ReplaceAll(text, "\x00", "\ufffd"), value)
}

// readInWorker reads a document. hand gets its items in their order; around is what stands around
// them, as JSON.
func readInWorker(ctx context.Context, p *worker.Process, kind string, o adapt.Options,
	body io.Reader, hand func(found) error) (around []byte, err error) {
	head, _ := json.Marshal(task{kind, o}) // of texts and numbers
	// A text of one byte a character has no more than twice the bytes in another encoding.
	last, err := p.Call(ctx, documentLimits, io.MultiReader(bytes.NewReader(append(head, '\n')),
		io.LimitReader(body, 2*adapt.MaxDocument+1)),
		func(m []byte) error { return hand(parted(m)) })
	if over, ok := errors.AsType[*worker.Overrun](err); ok {
		kind := ErrMalformed
		if over.Spent {
			kind = ErrTooLarge
		}
		return nil, fmt.Errorf("%w: the document %w", kind, over)
	} else if err != nil {
		return nil, err
	}
	end := parted(last)
	switch end.kind {
	case messageMalformed:
		err = &worded{ErrMalformed, end.text}
	case messageTooLarge:
		err = &worded{ErrTooLarge, end.text}
	}
	return end.item, err
}

// parted takes a message apart.
func parted(m []byte) found {
	text, span, _ := bytes.Cut(m[1:], []byte{0})
	return found{rune(m[0]), string(text), span}
}

// adapted reads the items of a document that is not JSON. A program sees them as the adapter gives
// them; without a program their records are taken.
func (r *reader) adapted(ctx context.Context, doc document, body io.Reader, _ []any,
	hand func(found) error) (any, error) {
	around, err := readInWorker(ctx, r.process, r.kind, adapt.Options{Now: r.src.Clock,
		Window: r.src.Window, Locale: r.src.Locale, URL: doc.url,
		Charset: doc.charset, Delimiter: r.src.Delimiter, Encoding: r.src.Encoding,
		Path: r.src.Items, Mapped: r.mapped, Raw: r.opts.Look}, body, hand)
	v, wrong := jsondoc.Record(around)
	return v, cmp.Or(err, wrong)
}
