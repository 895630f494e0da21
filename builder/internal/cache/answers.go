package cache

import (
	"bytes"
	"errors"
	"io"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/upstream/fetch"
)

// maxMeta bounds the metadata of an answer, in bytes.
const maxMeta = 64 << 10

var _ fetch.Cache = (*Answers)(nil)

// Answers is a [Log] of the answers of a brand's backend, each its metadata and its body. Commit
// with whole is for a pull that was: the answers that it did not ask for are then given up.
type Answers struct{ *Log }

// OpenAnswers opens the answers of dir as [Open] does the items.
func OpenAnswers(dir string, hook durable.Hook) (*Answers, error) {
	l, err := open(dir, &Log{name: answers, hook: hook})
	if err != nil {
		return nil, err
	}
	return &Answers{l}, nil
}

// PeekAnswers is OpenAnswers for a pull that must leave nothing behind, as a dry run: answers that
// are put are lost, and the lock is not needed.
func PeekAnswers(dir string) (*Answers, error) {
	l, err := open(dir, &Log{name: answers, readOnly: true})
	if err != nil {
		return nil, err
	}
	return &Answers{l}, nil
}

// Get implements [fetch.Cache]: only what earlier pulls put is found.
func (a *Answers) Get(key fetch.CacheKey) *fetch.Kept {
	e, ok := a.lookup(Key(key))
	if !ok || e.length < 4 {
		return nil
	}
	head, err := a.read(e.offset, min(int64(e.length), 4+maxMeta))
	if err != nil {
		return nil
	}
	n := int64(le.Uint32(head)) + 4
	if n > int64(len(head)) {
		return nil
	}
	return &fetch.Kept{Meta: bytes.Clone(head[4:n]),
		Body: io.NewSectionReader(a.file, e.offset+n, int64(e.length)-n)}
}

// Put implements [fetch.Cache]. Its errors are told by Commit. An answer of more than 2 GiB is not
// kept.
func (a *Answers) Put(key fetch.CacheKey, meta []byte, body io.Reader) {
	if len(meta) > maxMeta || a.readOnly || a.err != nil {
		return
	}
	head := append(le.AppendUint32(nil, uint32(len(meta))), meta...)
	k := Key(key)
	_, err := a.put(&k, io.MultiReader(bytes.NewReader(head), body))
	if errors.Is(err, errTooLong) {
		a.err = nil
	}
}

// Drop implements [fetch.Cache].
func (a *Answers) Drop(key fetch.CacheKey) {
	a.forget(Key(key))
	a.fresh = append(a.fresh, entry{key: Key(key)})
}
