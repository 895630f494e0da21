package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"cartaz/builder/release"
)

// Scan reads the output folder once and updates the table. It is safe to call at any time; scans
// run one after the other.
func (s *Site) Scan() {
	s.scan.Lock()
	defer s.scan.Unlock()
	keys, err := brandFolders(s.brands.Out)
	if err == nil && len(keys) == 0 && len(s.brands.served) > 0 {
		err = fmt.Errorf("%s holds no brand any more", s.brands.Out)
	}
	if err != nil {
		s.brands.reportRefusal(s.brands.Out, err.Error())
		s.publishEmpty(fmt.Errorf("the output folder cannot be read: %w; see --out", err))
		return
	}
	retired, changed := s.brands.update(keys)
	if changed || s.brands.stale {
		s.brands.stale = false
		s.table.Store(s.brands.table())
	}
	s.checker.wake()
	s.publishEmpty(s.brands.whyEmpty(keys))
	// Release them only now that the new table is stored: until then requests may still acquire
	// them.
	for _, h := range retired {
		h.Release()
	}
}

// publishEmpty stores the reason why nothing is served, unless a brand is.
func (s *Site) publishEmpty(reason error) {
	if len(s.brands.served) == 0 {
		t := s.brands.table()
		t.empty = reason
		s.table.Store(t)
	}
}

// Close releases every snapshot. A release is unmapped after its last request.
func (s *Site) Close() {
	s.scan.Lock()
	defer s.scan.Unlock()
	s.table.Store(&table{hosts: map[string]*entry{}, empty: errors.New("the edge has ended")})
	s.brands.close()
}

// brandFolders lists the folders of brands: folders with a brand.json or a current file. Any other
// folder is not ours, or is still being made. A folder with a held release has a second key.
func brandFolders(out string) ([]string, error) {
	entries, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		for _, name := range []string{release.BrandFile, release.CurrentFile} {
			if _, err := os.Lstat(filepath.Join(out, e.Name(), name)); err == nil {
				keys = append(keys, e.Name())
				break
			}
		}
		if _, err := os.Lstat(filepath.Join(out, e.Name(), release.HeldFile)); err == nil {
			keys = append(keys, e.Name()+heldSuffix)
		}
	}
	return keys, nil
}
