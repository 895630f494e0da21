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
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"cartaz/builder/bucket/parts"
	"cartaz/builder/bucket/store"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// whole reports whether an object that the store shall have is there: as it is, or in parts with
// all of its packs.
func (s *sender) whole(ctx context.Context, o object) (bool, error) {
	if size, ok := s.there[o.key]; ok && size == o.size {
		return true, nil
	}
	if _, ok := s.there[o.key+listSuffix]; !ok {
		return false, nil
	}
	l := s.listOf(o.key)
	if l == nil {
		var err error
		l, err = s.puller().list(ctx, o)
		switch {
		case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrNotFound):
			return false, nil
		case err != nil:
			return false, err
		}
		s.noteList(o.key, l)
	}
	for i := range l.Packs {
		if size, ok := s.there[packKey(s.brand, l.Packs[i].Name)]; !ok || size != l.Packs[i].Size {
			return false, nil
		}
	}
	return true, nil
}

func (s *sender) puller() *puller { return &puller{b: s.b, brand: s.brand} }

func (s *sender) listOf(key string) *parts.List {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists[key]
}

func (s *sender) noteList(key string, l *parts.List) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists[key] = l
	s.inParts = true
}

// before is where the pieces lie of the file of the same name of the release before; nil for none.
func (s *sender) before(ctx context.Context, o object) (*parts.List, error) {
	name := path.Base(o.key)
	if s.previous == "" || !strings.Contains(o.key, "/"+release.ReleasesDir+"/") {
		return nil, nil
	}
	l, err := s.puller().list(ctx, object{key: fileKey(s.brand, s.previous, name), size: -1})
	if err != nil {
		return nil, ctx.Err() // then all pieces are sent
	}
	return l, nil
}

// known finds the pieces of a list that may be used again. Of too many packs those go that have
// least of it, whose pieces are sent once more; so has a pack that is not there.
func (s *sender) known(l *parts.List) map[parts.Sum]parts.Piece {
	if l == nil {
		return nil
	}
	used := map[int]int64{} // bytes by pack
	for i := range l.Pieces {
		used[l.Pieces[i].Pack] += int64(l.Pieces[i].Stored)
	}
	packs := slices.SortedFunc(maps.Keys(used), func(a, b int) int {
		return cmp.Or(cmp.Compare(used[b], used[a]), cmp.Compare(a, b))
	})
	stay := map[int]bool{}
	for _, n := range packs {
		pack := &l.Packs[n]
		size, ok := s.there[packKey(s.brand, pack.Name)]
		if ok && size == pack.Size && len(stay) < parts.MaxPacks-1 {
			stay[n] = true
		}
	}
	pieces := make(map[parts.Sum]parts.Piece, len(l.Pieces))
	for _, p := range l.Pieces {
		if stay[p.Pack] {
			pieces[p.Sum] = p
		}
	}
	return pieces
}

// sendParts sends an object in parts: the pieces that the file of the release before lacks, as one
// pack, and then the list.
func (s *sender) sendParts(ctx context.Context, o object) error {
	if err := s.compare(o); err != nil {
		return err
	}
	old, err := s.before(ctx, o)
	if err != nil {
		return err
	}
	pack, err := durable.Unnamed(s.root.Name())
	if err != nil {
		return err
	}
	defer pack.Close()
	c := cutter{old: old, known: s.known(old), packs: map[int]int{}, own: -1}
	if err := c.cut(s.root, o, pack); err != nil {
		return err
	}
	advanced := int64(0)
	if c.own >= 0 {
		own := c.list.Packs[c.own]
		content := store.Content{Size: own.Size,
			Open: func(offset, length int64) (io.ReadCloser, error) {
				return section{io.NewSectionReader(pack, offset, length), io.NopCloser(nil)}, nil
			},
			Sent: func(n int64) {
				s.sent.Add(n)
				n = n * o.size / own.Size
				s.advance(n)
				s.mu.Lock()
				advanced += n
				s.mu.Unlock()
			}}
		err := s.b.store.Create(ctx, packKey(s.brand, own.Name), content)
		if err != nil && !errors.Is(err, store.ErrExists) { // its name says what it holds
			return err
		}
	}
	data := c.list.Encode()
	err = s.b.store.Create(ctx, o.key+listSuffix, store.Content{Size: int64(len(data)),
		Open: func(offset, length int64) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data[offset : offset+length])), nil
		}, Sent: func(n int64) { s.sent.Add(n) }})
	switch {
	case err == nil:
		s.noteList(o.key, &c.list)
	case errors.Is(err, store.ErrExists): // another builder was faster; whole reads its list
	default:
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.advance(o.size - advanced)
	return nil
}

// cutter makes the list of a file, and the pack of what is new.
type cutter struct {
	old   *parts.List
	known map[parts.Sum]parts.Piece // that the store has
	packs map[int]int               // number in old: number in list
	own   int                       // number of the new pack; -1 while it has nothing
	list  parts.List
}

func (c *cutter) cut(root *os.Root, o object, pack io.Writer) error {
	f, err := durable.OpenFile(root, o.path)
	if err != nil {
		return err
	}
	defer f.Close()
	h, size := sha256.New(), int64(0)
	out := bufio.NewWriterSize(io.MultiWriter(pack, h), 1<<18)
	fresh := map[parts.Sum]parts.Piece{}
	var stored []byte
	err = parts.Cut(f, func(b []byte) error {
		sum := parts.SumOf(b)
		c.list.Size += int64(len(b))
		if p, ok := c.known[sum]; ok {
			p.Pack = c.number(p.Pack)
			c.list.Pieces = append(c.list.Pieces, p)
			return nil
		}
		p, ok := fresh[sum]
		if !ok {
			stored = parts.Store(stored[:0], b)
			p = parts.Piece{Sum: sum, Size: len(b), Stored: len(stored), Pack: c.number(-1),
				Offset: size}
			size += int64(len(stored))
			fresh[sum] = p
			if _, err := out.Write(stored); err != nil {
				return err
			}
		}
		c.list.Pieces = append(c.list.Pieces, p)
		return nil
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if c.list.Size != o.size {
		return fmt.Errorf("%s: %w: %d bytes, not %d", o.path, release.ErrCorrupt, c.list.Size,
			o.size)
	}
	if c.own >= 0 {
		c.list.Packs[c.own] = parts.Pack{Name: parts.Sum(h.Sum(nil)[:16]), Size: size}
	}
	return nil
}

// number is the number in the new list of a pack of the old one, or with -1 of the new pack.
func (c *cutter) number(old int) int {
	if n, ok := c.packs[old]; ok {
		return n
	}
	n := len(c.list.Packs)
	c.packs[old] = n
	if old < 0 {
		c.own = n
		c.list.Packs = append(c.list.Packs, parts.Pack{})
	} else {
		c.list.Packs = append(c.list.Packs, c.old.Packs[old])
	}
	return n
}
