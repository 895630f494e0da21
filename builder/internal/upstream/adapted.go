package upstream

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/feed"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

// Documents that are not JSON are read in a worker: their readers use many libraries, and the cost
// of hostile bytes cannot be bounded in them. The request is a [task] and the document. The answer
// is one message for each item and one for the end. Each has a kind and JSON.
const (
	messageItem      = 'i' // an item; the text says what was guessed of it
	messageNone      = 'n' // no event, as a notice in a feed; the text gives the reason
	messageFailed    = 'f' // an item that cannot be read; the text gives the reason
	messageAddress   = 'a' // the address of a page, or of another list
	messageEnd       = 'd' // the values around the items
	messageMalformed = 'm' // the same, and why the document is malformed
	messageTooLarge  = 'l' // the same, and which limit the document exceeds
)

// documentLimits bound the cost of reading one document; the program may take the same time for its
// items. maxMade bounds the bytes that a reader may hand on: a short calendar can have many dates.
var (
	documentLimits = worker.Limits{CPU: 30 * time.Second, Each: 2 * time.Millisecond,
		Memory: 1 << 30}
	maxMade = 512 << 20
)

const documentWorker = "document"

func init() { worker.Serve(documentWorker, readDocument) }

// Kinds of documents besides those of sources.
const (
	kindSite = "site" // a sitemap, or a page with events
	kindList = "list" // a sitemap, or a page with links
	kindLook = "look" // of any kind: see [Look]
)

// adapters are the readers of the kinds that are not JSON, the value of the request field Accept
// for each kind, and the charset of a document that has none, as for [adapt.Open].
var adapters = map[string]struct {
	read           adapt.Reader
	accept, legacy string
}{
	"":             {nil, "*/*", ""},
	"http":         {nil, "application/json", ""},
	brands.KindICS: {ics.Read, "text/calendar, */*;q=0.1", ""},
	brands.KindCSV: {adapt.ReadTable, "text/csv, */*;q=0.1", ""},
	brands.KindFeed: {feed.Read,
		"application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1", ""},
	brands.KindXML:  {feed.ReadXML, "application/xml, text/xml, */*;q=0.1", ""},
	brands.KindYAML: {adapt.ReadYAML, "application/yaml, text/markdown, */*;q=0.1", ""},
	brands.KindHTML: {page.Read,
		"text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.1", page.Legacy},
	kindSite: {readSite, "", page.Legacy},
	kindList: {page.ReadList, "", page.Legacy},
	kindLook: {look, "", page.Legacy},
}

// readSite is the [adapt.Reader] of the documents that source.url of kind html names.
func readSite(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
	if page.IsSitemap(b[:min(len(b), headBytes)]) {
		return page.ReadList(b, o, hand)
	}
	return page.Read(b, o, hand)
}

// task tells the worker about a document: one line of JSON before it.
type task struct {
	Kind string // of adapters
	adapt.Options
}

// readDocument is the [worker.Handler].
func readDocument(request []byte, send func(worker.Message)) worker.Message {
	var t task
	head, document, _ := bytes.Cut(request, []byte("\n"))
	_ = json.Unmarshal(head, &t) // as readInWorker wrote it
	items, made := 0, 0
	hand := func(i adapt.Item) error {
		items++
		m := worker.Message{Kind: messageItem, Text: i.Note}
		value := any(i.Value)
		switch {
		case i.Err != nil:
			m.Kind, m.Text = messageFailed, i.Err.Error()
		case i.Value[page.AddressMember] != nil:
			m.Kind = messageAddress
		case !t.Mapped && i.Record() == nil:
			m.Kind = messageNone
		case !t.Mapped && !t.Raw:
			value = i.Record()
		}
		b, err := json.Marshal(value)
		if large := len(b) > jsondoc.MaxItem; large && m.Kind == messageItem {
			return ErrTooLarge.Errorf("item %d has more than %d bytes", items, jsondoc.MaxItem)
		} else if large {
			b = []byte("null")
		}
		switch made += len(b); {
		case err != nil:
			return ErrMalformed.Errorf("item %d: %w", items, err)
		case made > maxMade:
			return ErrTooLarge.Errorf("the document makes more than %d MiB: split it, or make "+
				"source.window smaller", maxMade>>20)
		}
		m.Body = b
		send(m)
		return nil
	}
	adapter := adapters[t.Kind]
	text, err := adapt.Open(bytes.NewReader(document), t.Options, adapter.legacy)
	var around any
	if err == nil {
		around, err = adapter.read(text, t.Options, hand)
	}
	b, wrong := json.Marshal(around)
	end := worker.Message{Kind: messageEnd, Body: b}
	if err = errors.Join(err, wrong); err != nil {
		end.Kind, end.Text = messageMalformed, err.Error()
	}
	if errors.Is(err, ErrTooLarge) {
		end.Kind = messageTooLarge
	}
	return end
}

// readInWorker reads a document. hand gets its items in their order; around holds the values around
// them, as JSON.
func readInWorker(ctx context.Context, p *worker.Process, kind string, o adapt.Options,
	body io.Reader, hand func(worker.Message) error) (around []byte, err error) {
	head, _ := json.Marshal(task{kind, o}) // of texts and numbers
	// In another encoding, a text of one byte a character has at most twice the bytes.
	end, err := p.Call(ctx, documentLimits, io.MultiReader(bytes.NewReader(append(head, '\n')),
		io.LimitReader(body, 2*adapt.MaxDocument+1)), hand)
	if over, ok := errors.AsType[*worker.Overrun](err); ok {
		kind := ErrMalformed
		if over.Spent {
			kind = ErrTooLarge
		}
		return nil, fmt.Errorf("%w: the document %w", kind, over)
	} else if err != nil {
		return nil, err
	}
	switch end.Kind {
	case messageMalformed:
		err = fetch.Word(ErrMalformed, end.Text)
	case messageTooLarge:
		err = fetch.Word(ErrTooLarge, end.Text)
	}
	return end.Body, err
}

// adapted reads the items of a document that is not JSON. A program gets them as the adapter
// returns them; without a program their records are used.
func (r *reader) adapted(ctx context.Context, doc *document, body io.Reader, _ []any,
	hand func(worker.Message) error) (any, error) {
	around, err := readInWorker(ctx, r.process, r.kind, adapt.Options{Now: r.src.Clock,
		Window: r.src.Window, Locale: r.src.Locale, URL: doc.url,
		Name: doc.name, Charset: doc.charset, Delimiter: r.src.Delimiter, Encoding: r.src.Encoding,
		Path: r.src.Items, Mapped: r.mapped, Raw: r.opts.Look}, body, hand)
	v, wrong := jsondoc.Record(around)
	return v, cmp.Or(err, wrong)
}
