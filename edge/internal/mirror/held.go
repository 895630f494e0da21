package mirror

import (
	"path/filepath"
	"sync"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
)

// rereads is how many looks at live go by until the whole folder is read again. Reading the live
// releases of 10,000 brands takes a third of a second of a processor; looks, probes and Prometheus
// ask far more often than a cache is lost.
const rereads = 10

// held holds the live release of each brand in the folder. Its methods may be called from many
// goroutines, except for refresh.
type held struct {
	dir string
	ids sync.Map  // brand → id; none for a brand without a release
	at  time.Time // when all were read
}

// of returns the live release of a brand, or "".
func (h *held) of(brand string) string {
	id, _ := h.ids.Load(brand)
	text, _ := id.(string)
	return text
}

// read reads the live release of a brand from the folder.
func (h *held) read(brand string) {
	if id, err := release.Current(filepath.Join(h.dir, brand)); err != nil {
		h.ids.Delete(brand) // nothing that can be served
	} else {
		h.ids.Store(brand, id)
	}
}

// refresh reads the live releases of all brands from the folder, unless it did so less than pause
// ago.
func (h *held) refresh(brands map[string]bucket.Entry, now time.Time, pause time.Duration) {
	if age := now.Sub(h.at); age >= 0 && age < pause {
		return
	}
	for brand := range brands {
		h.read(brand)
	}
	h.at = now
}
