package answer

import (
	"fmt"

	"cartaz/builder/release"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/search/pack"
	"cartaz/edge/internal/negotiate"
)

// joinedCoding is the content coding of an answer that is joined per request.
// It depends on the request alone, so that the validator can be told before
// there is a body: a page without results is a few bytes longer as gzip, and
// sent as gzip all the same.
func joinedCoding(r *Request) release.Coding {
	have := negotiate.Set(0).With(negotiate.Identity).With(negotiate.Gzip)
	if negotiate.Codings(r.AcceptEncoding).Pick(have) == negotiate.Gzip {
		return release.Gzip
	}
	return release.Identity
}

// body is the body of an answer while it is joined, in the buffer and the
// coding of the answer. The first error stays.
type body struct {
	index *search.Index
	form  search.Form // of the fragments
	plain []byte
	gz    *pack.Joiner // nil for identity
	err   error
}

// join begins the body of a.
func (s *results) join(a *Answer, form search.Form) body {
	b := body{index: s.index, form: form, plain: a.buf[:0]}
	if a.Coding != release.Gzip {
		return b
	}
	coding, err := s.index.Coding(form)
	if err != nil {
		b.err = err
		return b
	}
	if a.joiner == nil {
		a.joiner = new(pack.Joiner)
	}
	b.gz = a.joiner
	b.gz.Start(b.plain, coding)
	return b
}

// text adds what only the request knows.
func (b *body) text(t []byte) {
	switch {
	case b.err != nil:
	case b.gz != nil:
		b.gz.Literal(t)
	default:
		b.plain = append(b.plain, t...)
	}
}

// fixed adds a text that the release knows, to a body that is not compressed.
func (b *body) fixed(t string) { b.plain = append(b.plain, t...) }

// packed adds such a text to a body that is.
func (b *body) packed(t pack.Text) {
	if b.err != nil {
		return
	}
	if err := b.gz.Text(t); err != nil {
		b.err = fmt.Errorf("%w: %w", search.ErrCorrupt, err)
	}
}

// fragment adds the fragment of a document.
func (b *body) fragment(id uint32) {
	if b.err != nil {
		return
	}
	if b.gz != nil {
		var t pack.Text
		if t, b.err = b.index.Packed(b.form, id); b.err == nil {
			b.packed(t)
		}
		return
	}
	var item []byte
	item, b.err = b.index.Fragment(b.form, id)
	b.plain = append(b.plain, item...)
}

// finish makes the body that of a, with its field, and returns its bytes before
// compression.
func (b *body) finish(a *Answer) (size int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	size = len(b.plain)
	if b.gz != nil {
		size = b.gz.Len()
		b.plain = b.gz.Finish()
		a.set("Content-Encoding", a.Coding.String())
	}
	a.buf = b.plain
	a.Status, a.Body = 200, a.buf
	return size, nil
}

// packPieces packs the texts of a page for the coding of its items, so that both
// go into one block. It takes well under a millisecond, but a release goes live
// without waiting for it.
func packPieces(index *search.Index, form search.Form, pieces []resultpage.Piece) ([]pack.Text,
	error) {
	coding, err := index.Coding(form)
	if err != nil {
		return nil, err
	}
	p := pack.NewPacker(coding)
	texts := make([]pack.Text, len(pieces))
	for i := range pieces {
		texts[i] = p.Text([]byte(pieces[i].Text))
	}
	return texts, nil
}
