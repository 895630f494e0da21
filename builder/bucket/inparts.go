package bucket

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"cartaz/builder/bucket/parts"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// Files from leastParts on lie in the store in parts: a list beside the place where the file would
// be, and packs of the pieces that are new. Smaller ones, all of a small brand, are not worth the
// two requests more.
const (
	leastParts = 1 << 20
	listSuffix = ".parts"
	packsDir   = "packs"
)

func packKey(brand string, name parts.Sum) string {
	return brandPrefix(brand) + packsDir + "/" + name.String() + ".pack"
}

// maxList bounds the list of a file of unknown size: 100 GB take as much.
const maxList = 512 << 20

// list reads the list of the pieces of an object that lies in parts, or fails with
// [store.ErrNotFound]. The size of the object may be unknown, -1.
func (p *puller) list(ctx context.Context, o object) (*parts.List, error) {
	var err error
	for try := range retries {
		if e := p.pause(ctx, try, err); e != nil {
			return nil, e
		}
		var data bytes.Buffer
		from := object{key: o.key + listSuffix, size: -1, most: parts.MaxList(o.size)}
		if o.size < 0 {
			from.most = maxList
		}
		if err = p.fetch(ctx, from, &data, data.Reset); err != nil {
			return nil, err
		}
		var l *parts.List
		if l, err = parts.Decode(data.Bytes()); err == nil && o.size >= 0 && l.Size != o.size {
			err = fmt.Errorf("%w: it is of a file of %d bytes, not %d", parts.ErrDamaged, l.Size,
				o.size)
		}
		if err == nil {
			return l, nil
		}
		err = fmt.Errorf("%s: %s: %w", p.b.Address(), from.key, asDamaged(err))
		if !errors.Is(err, store.ErrDamaged) {
			return nil, err
		}
	}
	return nil, err
}

// asDamaged makes an error of package parts one of the store.
func asDamaged(err error) error {
	switch {
	case errors.Is(err, parts.ErrDamaged):
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case errors.Is(err, parts.ErrVersion):
		return fmt.Errorf("%w: %w", release.ErrVersion, err)
	}
	return err
}

// pause waits before a try that is not the first, and tells when the one before got wrong bytes.
func (p *puller) pause(ctx context.Context, try int, err error) error {
	if try == 0 {
		return nil
	}
	if p.o.Refused != nil && errors.Is(err, store.ErrDamaged) {
		p.o.Refused(err)
	}
	return sleep(ctx, time.Duration(try)*200*time.Millisecond)
}

// load reads an object into to, in parts or as it is, and compares it with its digest. reset throws
// away what was written.
func (p *puller) load(ctx context.Context, o object, to io.Writer, reset func()) error {
	if o.size >= leastParts {
		l, err := p.list(ctx, o)
		if err == nil {
			return p.join(ctx, o, l, to, reset)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return p.fetch(ctx, o, to, reset)
}

// join puts an object together from its pieces: those that a file here has, and those that are
// fetched.
func (p *puller) join(ctx context.Context, o object, l *parts.List, to io.Writer,
	reset func()) error {
	here, err := p.here(ctx, o)
	if err != nil {
		return err
	}
	defer here.close()
	for try := range retries {
		if e := p.pause(ctx, try, err); e != nil {
			return e
		}
		j := joiner{puller: p, list: l, here: here}
		if err = j.run(ctx, o, to); err == nil || !errors.Is(err, store.ErrDamaged) {
			return err
		}
		err = fmt.Errorf("%s: %s: %w", p.b.Address(), o.key, err)
		here.pieces = nil // they matched, but who knows
		reset()
	}
	return err
}

// localFile is a file of this folder that may have pieces of the one that is fetched: that of the
// same name of the release that is live here.
type localFile struct {
	file   *os.File
	pieces map[parts.Sum]int64 // where they begin
}

func (f *localFile) close() {
	if f.file != nil {
		_ = f.file.Close() // it was only read
	}
}

// here finds the file with pieces of an object. There may be none.
func (p *puller) here(ctx context.Context, o object) (*localFile, error) {
	f := new(localFile)
	name := path.Base(o.key)
	if p.root == nil || p.live == "" || !strings.Contains(o.key, "/"+release.ReleasesDir+"/") {
		return f, nil
	}
	file, err := durable.OpenFile(p.root, path.Join(release.ReleasesDir, p.live, name))
	if err != nil {
		return f, nil // it is fetched whole
	}
	f.file = file
	info, err := file.Stat()
	if err != nil {
		return f, nil
	}
	l, err := p.list(ctx, object{key: fileKey(p.brand, p.live, name), size: info.Size()})
	if err != nil {
		return f, ctx.Err() // pruned, or as it was before there were parts
	}
	f.pieces = make(map[parts.Sum]int64, len(l.Pieces))
	at := int64(0)
	for i := range l.Pieces {
		f.pieces[l.Pieces[i].Sum] = at
		at += int64(l.Pieces[i].Size)
	}
	return f, nil
}

// read appends a piece that the file has, and reports whether it has it.
func (f *localFile) read(dst []byte, piece *parts.Piece) ([]byte, bool) {
	at, ok := f.pieces[piece.Sum]
	if !ok {
		return dst, false
	}
	from := len(dst)
	dst = slices.Grow(dst, piece.Size)[:from+piece.Size]
	if _, err := f.file.ReadAt(dst[from:], at); err != nil || parts.SumOf(dst[from:]) != piece.Sum {
		return dst[:from], false
	}
	return dst, true
}

// joiner puts one object together.
type joiner struct {
	*puller
	list    *parts.List
	here    *localFile
	fetched *os.File // the stored pieces that were fetched
	at      []int64  // by piece: where it lies there, or hereAt
}

const hereAt = -1

// maxGap is how many bytes of a pack are read in vain rather than asked for once more.
const maxGap = 64 << 10

func (j *joiner) run(ctx context.Context, o object, to io.Writer) (err error) {
	dir := ""
	if j.root != nil {
		dir = j.root.Name()
	}
	if j.fetched, err = durable.Unnamed(dir); err != nil {
		return err
	}
	defer j.fetched.Close()
	if err := j.fetchPieces(ctx); err != nil {
		return err
	}
	h := sha256.New()
	var stored, piece []byte
	for i := range j.list.Pieces {
		p := &j.list.Pieces[i]
		ok := false
		if j.at[i] == hereAt {
			if piece, ok = j.here.read(piece[:0], p); !ok {
				return fmt.Errorf("piece %s: %w here", p.Sum, store.ErrDamaged)
			}
		} else {
			stored = slices.Grow(stored[:0], p.Stored)[:p.Stored]
			if _, err := j.fetched.ReadAt(stored, j.at[i]); err != nil {
				return err
			}
			if piece, err = parts.Restore(piece[:0], stored, p); err != nil {
				return asDamaged(err)
			}
		}
		h.Write(piece)
		if _, err := to.Write(piece); err != nil {
			return err
		}
	}
	if !matches(h, o.sum) {
		return fmt.Errorf("%w: other bytes than those that were published", store.ErrDamaged)
	}
	return nil
}

// fetchPieces fetches the pieces that are not here, pack after pack, each in the order in which it
// has them.
func (j *joiner) fetchPieces(ctx context.Context) error {
	j.at = make([]int64, len(j.list.Pieces))
	var missing []int
	var buffer []byte
	for i := range j.list.Pieces {
		var ok bool
		if buffer, ok = j.here.read(buffer[:0], &j.list.Pieces[i]); ok {
			j.at[i] = hereAt
		} else {
			missing = append(missing, i)
		}
	}
	piece := func(i int) *parts.Piece { return &j.list.Pieces[i] }
	slices.SortFunc(missing, func(a, b int) int {
		return cmp.Or(cmp.Compare(piece(a).Pack, piece(b).Pack),
			cmp.Compare(piece(a).Offset, piece(b).Offset), cmp.Compare(a, b))
	})
	to, written := bufio.NewWriterSize(j.fetched, 1<<18), int64(0)
	for len(missing) > 0 {
		first := piece(missing[0])
		begin, end, n := first.Offset, first.Offset, 0
		for _, i := range missing {
			p := piece(i)
			if p.Pack != first.Pack || p.Offset > end+maxGap {
				break
			}
			j.at[i] = written + p.Offset - begin
			end = max(end, p.Offset+int64(p.Stored))
			n++
		}
		missing = missing[n:]
		if err := j.span(ctx, &j.list.Packs[first.Pack], begin, end, to); err != nil {
			return err
		}
		written += end - begin
	}
	return to.Flush()
}

// span fetches a part of a pack. What is cut off is gone on with.
func (j *joiner) span(ctx context.Context, pack *parts.Pack, begin, end int64,
	to io.Writer) (err error) {
	key := packKey(j.brand, pack.Name)
	for try := range retries {
		if e := j.pause(ctx, try, err); e != nil {
			return e
		}
		var n int64
		n, err = j.part(ctx, key, pack.Size, begin, end, to)
		begin += n
		var here *writeError
		switch {
		case errors.As(err, &here):
			return here.err
		case err == nil, ctx.Err() != nil, errors.Is(err, store.ErrConfig),
			errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrDamaged):
			return err
		}
	}
	return err
}

// part asks once for a part of an object of a known size, and returns how much arrived.
func (p *puller) part(ctx context.Context, key string, size, begin, end int64,
	to io.Writer) (int64, error) {
	body, info, err := p.b.store.Get(ctx, key, "", begin)
	if err != nil {
		return 0, err
	}
	defer body.Close()
	if info.Size != size {
		return 0, fmt.Errorf("%s: %s: %w: %d bytes, not %d", p.b.Address(), key, store.ErrDamaged,
			info.Size, size)
	}
	n, err := p.receive(body, end-begin, to)
	if err == nil && n < end-begin {
		err = fmt.Errorf("%s: %s: %w", p.b.Address(), key, io.ErrUnexpectedEOF)
	}
	return n, err
}

// receive copies at most limit bytes of an answer and counts them.
func (p *puller) receive(body io.Reader, limit int64, to io.Writer) (int64, error) {
	n, err := io.Copy(writer(func(b []byte) (int, error) {
		n, err := to.Write(b)
		if err != nil {
			err = &writeError{err}
		}
		return n, err
	}), io.LimitReader(body, limit))
	p.bytes.Add(n)
	if p.o.Fetched != nil {
		p.o.Fetched(n)
	}
	return n, err
}
