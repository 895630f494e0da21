package mirror

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// StateFile marks a folder as the cache of a mirror.
const StateFile = "mirror.json"

// saveTime is longer than it takes to write mirror.json.
const saveTime = time.Minute

// state is the content of mirror.json.
type state struct {
	Format     int                     `json:"format"` // 1
	Address    string                  `json:"address"`
	Generation int64                   `json:"generation"`
	Brands     map[string]bucket.Entry `json:"brands"` // as they were accepted
	// Here has the release in the folder of each brand whose accepted release may still be missing.
	Here map[string]bucket.Entry `json:"here,omitempty"`
	// Contested maps each host that several brands claim to the brand that has it.
	Contested map[string]string `json:"contested,omitempty"`
}

// owners returns the brand of each host, and the same for only the hosts that several brands claim.
// Such a host stays with the brand that had it, or else belongs to the first brand by name.
func owners(brands map[string]bucket.Entry, had map[string]string) (hosts,
	contested map[string]string) {
	hosts = make(map[string]string, 2*len(brands))
	contested = map[string]string{}
	for key, entry := range text.InOrder(brands) {
		for _, host := range entry.Hosts {
			owner, claimed := hosts[host]
			if !claimed || had[host] == key {
				owner = key
			}
			hosts[host] = owner
			if claimed {
				contested[host] = owner
			}
		}
	}
	return hosts, contested
}

// sweep removes the copies of mirror.json that killed processes left, and returns the other
// entries. A young copy may belong to a process that is writing it now; see save.
func sweep(dir string, entries []os.DirEntry, now time.Time) (others []os.DirEntry, err error) {
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), StateFile+".") || !e.Type().IsRegular() {
			others = append(others, e)
			continue
		}
		info, err := e.Info()
		if err == nil && now.Sub(info.ModTime()) > saveTime {
			err = os.Remove(filepath.Join(dir, e.Name()))
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return others, nil
}

// distrust removes from a cache the entries and brands that were accepted under other keys, or
// without keys.
func (m *Mirror) distrust(entries []os.DirEntry) error {
	if m.cfg.Check == nil {
		return nil
	}
	for _, list := range []map[string]bucket.Entry{m.state.Brands, m.state.Here} {
		for key, e := range list {
			if m.cfg.Check(key, &e, new(bucket.Entry)) != nil {
				delete(list, key)
			}
		}
	}
	for _, entry := range entries {
		key := entry.Name()
		if !entry.IsDir() {
			continue
		}
		have, err := release.Current(filepath.Join(m.cfg.Dir, key))
		// Unfinished files belong to a newer entry: they are fetched again.
		if err == nil &&
			(have == m.state.Brands[key].Release || have == m.state.Here[key].Release) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(m.cfg.Dir, key)); err != nil {
			return err
		}
	}
	return nil
}

// save writes mirror.json and replaces the old file by rename. After a power cut, an older file
// does no harm.
func (s *state) save(dir string) error {
	s.Format = 1
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	// While an edge restarts two processes may share the folder for a moment.
	next, err := os.CreateTemp(dir, StateFile+".*")
	if err != nil {
		return err
	}
	_, err = next.Write(data)
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), filepath.Join(dir, StateFile))
	}
	if err != nil {
		return errors.Join(err, os.Remove(next.Name()))
	}
	return nil
}

// keep remembers an entry that is being replaced, when the folder has its release.
func (s *state) keep(dir, key string, last bucket.Entry) {
	have, err := release.Current(filepath.Join(dir, key))
	if err != nil || have != last.Release {
		return
	}
	if s.Here == nil {
		s.Here = map[string]bucket.Entry{}
	}
	s.Here[key] = last
}

// gone returns the brands that live lacks: brands that it had, and brands that an edge of another
// bucket left in the folder. Other folders do not count.
func (s *state) gone(dir string, live *bucket.Live) (keys map[string]bool, err error) {
	entries, err := os.ReadDir(dir)
	keys = map[string]bool{}
	for key := range s.Brands {
		keys[key] = true
	}
	for _, entry := range entries {
		for _, name := range [...]string{release.BrandFile, release.CurrentFile} {
			if _, err := os.Lstat(filepath.Join(dir, entry.Name(), name)); err == nil {
				keys[entry.Name()] = true
			}
		}
	}
	for key := range live.Brands {
		delete(keys, key)
	}
	return keys, err
}
