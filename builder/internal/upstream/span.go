package upstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strconv"
)

// Sum is a digest of all that the records of an item follow from: its bytes, the
// brand's program and what that sees besides. It is the first half of a SHA-256.
type Sum [16]byte

// Items is what a caller remembers of items: so that one whose bytes have not
// changed is neither decoded nor mapped nor checked again. What a caller makes of
// records is his to cover. One goroutine calls it.
//
// It is not asked for items that are not whole in the list: those with a detail,
// and those that a filter of source.items finds.
type Items interface {
	// Known says how many records were made of the item, and false when it is not
	// known. A known item is handed on once, with its Sum and without a Value.
	Known(Sum) (records int, ok bool)
	// Done ends the records of an item that was not known. sum is nil for an item
	// that cannot be remembered.
	Done(sum *Sum) error
}

// recognise makes the decoder of a document ask for each item whether it is known.
func (p *puller) recognise(d *decoder, doc document, known func(Sum) error) {
	p.sum = nil
	if p.opts.Items == nil || p.details != nil || p.items != nil {
		return
	}
	seen := []string{""}
	if p.mapping != nil {
		seen = []string{"map", p.mapping.text, p.src.Brand, p.src.Locale}
		// Where an item stands is part of it only when the program looks at that:
		// else one new item would make others of all items on later pages.
		if p.mapping.place {
			seen = append(seen, doc.name, strconv.Itoa(doc.page))
		}
	}
	var around []byte
	for _, s := range seen {
		around = append(binary.AppendUvarint(around, uint64(len(s))), s...)
	}
	context := sha256.Sum256(around)
	h := sha256.New()
	var full [sha256.Size]byte
	d.known = func(span []byte) (bool, error) {
		h.Reset()
		h.Write(context[:])
		h.Write(span)
		sum := Sum(h.Sum(full[:0])[:16])
		records, ok := p.opts.Items.Known(sum)
		if !ok {
			p.sum = &sum
			return false, nil
		}
		p.stats.Items++
		p.stats.Records += records
		return true, known(sum)
	}
}

// span reads an object or array, whose first byte is next, without decoding it.
// whole is false when the document or the limit ended before it did; what is
// wrong with it otherwise is for the decoder to say. The bytes are valid until
// the next read.
func (d *decoder) span(limit int64) (span []byte, whole bool, err error) {
	d.spans = d.spans[:0]
	nested, text, escaped := 0, false, false
	for {
		b := d.buf[d.pos:d.end]
		for i := 0; i < len(b); i++ {
			switch c := b[i]; {
			case escaped:
				escaped = false
			case text:
				// Most of an item is text, and most of that needs no look.
				n := bytes.IndexByte(b[i:], '"')
				if n < 0 {
					n = len(b) - i
				}
				if e := bytes.IndexByte(b[i:i+n], '\\'); e >= 0 {
					i += e
					escaped = true
				} else if i += n; i < len(b) {
					text = false
				}
			case c == '"':
				text = true
			case c == '{' || c == '[':
				nested++
			case c == '}' || c == ']':
				if nested--; nested == 0 {
					d.pos += i + 1
					if len(d.spans) == 0 {
						return b[:i+1], true, nil
					}
					d.spans = append(d.spans, b[:i+1]...)
					return d.spans, true, nil
				}
			}
		}
		d.spans = append(d.spans, b...)
		d.pos = d.end
		if int64(len(d.spans)) > limit {
			return d.spans, false, nil
		}
		if err := d.fill(); err == io.EOF {
			return d.spans, false, nil
		} else if err != nil {
			return nil, false, err
		}
	}
}

// decodeSpan decodes what span read, which began at d.start; places in errors
// are those of the document.
func (d *decoder) decodeSpan(span []byte) (any, error) {
	if d.inner == nil {
		d.inner = &decoder{keys: d.keys}
	}
	in := d.inner
	in.buf, in.pos, in.end, in.base, in.eof = span, 0, len(span), d.start, true
	in.start, in.limit, in.depth = d.start, d.limit, d.depth
	in.path = append(in.path[:0], d.path...)
	return in.value()
}
