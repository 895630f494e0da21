package site

import (
	"sync/atomic"

	"cartaz/edge/internal/answer"
)

// Held is an open catalogue that counts its readers. It is closed when the site
// has let go of it and the last reader has, too.
type Held struct {
	*answer.Catalogue
	readers atomic.Int64 // readers, plus one while the site holds it
	close   func() error
	broken  atomic.Bool // reported unreadable: the next scan replaces it
}

func hold(c *answer.Catalogue, close func() error) *Held {
	h := &Held{Catalogue: c, close: close}
	h.readers.Store(1)
	return h
}

// acquire counts one reader more, and says false when it is already closed.
func (h *Held) acquire() bool {
	for {
		n := h.readers.Load()
		if n == 0 {
			return false
		}
		if h.readers.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release ends one read. Bytes of the release must not be used afterwards.
func (h *Held) Release() {
	if h.readers.Add(-1) == 0 && h.close != nil {
		// Nothing is lost when unmapping fails, and nobody could act on it.
		_ = h.close()
	}
}
