package answer

import (
	"bytes"
	"iter"
	"sync"

	"github.com/klauspost/compress/gzip"

	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/edge/internal/negotiate"
)

// joinedCoding returns the content coding of an answer that is joined per request. It depends only
// on the request, so that the validator is known before there is a body: a page without results is
// a few bytes longer as gzip, and is sent as gzip all the same.
func joinedCoding(r *Request) release.Coding {
	have := negotiate.Set(0).With(release.Identity).With(release.Gzip)
	return negotiate.Coding(r.AcceptEncoding, have)
}

// body is the body of an answer while it is joined, in a buffer of the answer. It keeps the first
// error.
type body struct {
	index *search.Index
	form  search.Form // of the fragments
	plain []byte
	err   error
}

// join begins the body of a.
func (s *results) join(a *Answer, form search.Form) body {
	b := body{index: s.index, form: form, plain: a.buf[:0]}
	if a.Coding == release.Gzip {
		b.plain = a.plain[:0]
	}
	return b
}

// text adds a text.
func (b *body) text(t string) { b.plain = append(b.plain, t...) }

// fragments yields the fragments of documents, up to the first that cannot be read.
func (b *body) fragments(ids []uint32) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, id := range ids {
			var item []byte
			if item, b.err = b.index.Fragment(b.form, id); b.err != nil || !yield(item) {
				return
			}
		}
	}
}

// finish sets body and Content-Encoding of a, and returns the bytes before compression.
func (b *body) finish(a *Answer) (size int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if a.Coding == release.Gzip {
		a.plain, a.buf = b.plain, appendGzip(a.buf[:0], b.plain)
		a.set("Content-Encoding", a.Coding.String())
	} else {
		a.buf = b.plain
	}
	a.Status, a.Body = 200, a.buf
	return len(b.plain), nil
}

// compressors are reused because of their tables, which are larger than most pages. At level 1 a
// page of results takes 30 to 74 µs, which no client notices.
var compressors = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level exists
	return w
}}

// appendGzip appends b, compressed.
func appendGzip(dst, b []byte) []byte {
	w := compressors.Get().(*gzip.Writer)
	defer compressors.Put(w)
	out := bytes.NewBuffer(dst)
	w.Reset(out)
	_, _ = w.Write(b) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}
