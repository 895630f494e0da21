package site

import (
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/credential"
)

// verifyBeforeSwap is the largest size of tables and search index, in bytes, that are checksummed
// before a release serves. A larger release opens in constant time: every answer is checked when it
// is read, and the background check reads the index files at once.
const verifyBeforeSwap = 256 << 20

// opener opens releases. It decides which of them are verified before they serve. Only the scan
// uses it.
type opener struct {
	keys         *credential.Keys
	open         func(dir, id string) (*Snapshot, error) // openRelease; tests wrap it
	verifyAtMost int64                                   // verifyBeforeSwap; less in tests
	// the releases that failed while they served, by folder
	suspects map[string]suspect
}

func newOpener(keys *credential.Keys) *opener {
	o := &opener{keys: keys, verifyAtMost: verifyBeforeSwap, suspects: map[string]suspect{}}
	o.open = o.openRelease
	return o
}

// indexBytes returns the size of all files of a release except the bodies.
func indexBytes(rel *release.Release) (n int64) {
	for _, f := range rel.Manifest().Files {
		n += f.Size
	}
	return n
}

// openLive opens the live release and returns its id. A release that is pruned while it is opened
// is not a bad release: another release is live by then. openLive then tries that release, at most
// three times.
func (o *opener) openLive(dir, live string) (*Snapshot, string, error) {
	for tries := 1; ; tries++ {
		snapshot, err := o.open(dir, live)
		if err == nil || tries == 4 {
			return snapshot, live, err
		}
		now, _ := release.Current(dir) // the next scan logs what is wrong with the pointer
		if now == "" || now == live {
			return nil, live, err
		}
		live = now
	}
}

// openRelease opens a release and verifies it, if it is small enough or has failed before.
func (o *opener) openRelease(dir, id string) (*Snapshot, error) {
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil, err
	}
	var c *answer.Catalogue
	unverified, files := int64(1), statIndexFiles(dir, rel)
	err = release.Guard(func() error {
		var err error
		if c, err = answer.New(rel.Manifest().Brand, rel, o.keys); err != nil {
			return err
		}
		at := filepath.Join(dir, id)
		doubted, inDoubt := o.suspects[at]
		large := indexBytes(rel) > o.verifyAtMost
		if large && !inDoubt {
			return nil
		}
		if large && files != nil && slices.Equal(doubted.files, files) {
			return doubted.err
		}
		unverified = 0
		if err = rel.Verify(false); err == nil {
			c.MarkVerified()
		} else if inDoubt {
			o.suspects[at] = suspect{files, err}
		}
		return err
	})
	if err != nil {
		_ = rel.Close() // the reason for refusing it matters more
		return nil, err
	}
	snapshot := newSnapshot(c, rel.Close)
	snapshot.files = files
	snapshot.changes.Store(unverified)
	return snapshot, nil
}

// suspect describes a release that failed while it served. It serves again only after it was
// verified, whatever its size.
type suspect struct {
	files []unix.Stat_t // the files that err is about, or nil
	err   error
}

// markSuspect remembers that a release failed. A large release is not verified again at every scan,
// but only when its files differ from the files that were found damaged.
func (o *opener) markSuspect(dir string, h *Snapshot) {
	rel := h.Catalogue.Release()
	at := filepath.Join(dir, rel.ID())
	if _, known := o.suspects[at]; !known {
		o.suspects[at] = suspect{}
	}
}

// statIndexFiles returns the inodes of the index files of a release on disk, or nil when one is
// gone. Inodes differ when a file was replaced or written, even if its times were set back.
func statIndexFiles(dir string, rel *release.Release) (files []unix.Stat_t) {
	for _, f := range rel.Manifest().Files {
		var inode unix.Stat_t
		if unix.Stat(filepath.Join(dir, release.ReleasesDir, rel.ID(), f.Name), &inode) != nil {
			return nil
		}
		inode.Atim, inode.Blocks = unix.Timespec{}, 0 // reading and writing back change them
		files = append(files, inode)
	}
	return files
}
