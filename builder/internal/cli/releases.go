package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
)

// releaseList is the JSON output for the releases of one brand.
type releaseList struct {
	Brand    string        `json:"brand"`
	Live     string        `json:"live"` // may be ""
	Releases []releaseInfo `json:"releases"`
}

// releaseInfo is one release.
type releaseInfo struct {
	ID        string    `json:"id"`
	BuiltAt   time.Time `json:"built_at"`
	Events    int       `json:"events"`
	OnSale    int       `json:"on_sale"`
	Bytes     int64     `json:"bytes"` // size of its files and of the segments that it uses
	Live      bool      `json:"live"`
	TakenBack bool      `json:"taken_back"`      // by a rollback that still counts
	Held      bool      `json:"held,omitempty"`  // waits for builder promote
	Error     string    `json:"error,omitempty"` // why it cannot be opened
}

func runReleases(ctx context.Context, c *command, names []string) int {
	if c.bucket.address != "" {
		return c.bucket.each(ctx, c, names, func(s *session, name string, e bucket.Entry) error {
			stored, err := s.b.Releases(ctx, name, e)
			if err != nil {
				return err
			}
			return c.showReleases(name, e.Release, e.Taken, stored)
		})
	}
	return c.forEachBrand(names, c.listReleases)
}

// showReleases prints the releases of a brand, and which of them were taken back.
func (c *command) showReleases(brand, live string, pins []release.Pin,
	stored []bucket.Stored) error {
	held, _ := release.ReadHeld(filepath.Join(c.out, brand)) // a bucket has no held release
	list := releaseList{Brand: brand, Live: live, Releases: []releaseInfo{}}
	lines := ""
	for _, r := range stored {
		info := releaseInfo{ID: r.ID, Live: r.Live, Held: r.ID == held.Release}
		info.TakenBack = slices.ContainsFunc(pins,
			func(p release.Pin) bool { return p.Release == r.ID })
		if r.Err != nil {
			info.Error = r.Err.Error()
		} else {
			info.read(r.Info)
		}
		list.Releases = append(list.Releases, info)
		lines += "    " + info.line() + "\n"
	}
	return c.show(list, "%s: %d releases\n%s", brand, len(stored), lines)
}

// line describes a release in one line.
func (r *releaseInfo) line() string {
	if r.Error != "" {
		return r.ID + "  BROKEN: " + r.Error
	}
	text := fmt.Sprintf("%s  %s  %7d events  %8.1f MB", r.ID,
		r.BuiltAt.Format("2006-01-02 15:04:05Z"), r.Events, float64(r.Bytes)/1e6)
	switch {
	case r.Live:
		text += "  live"
	case r.Held:
		text += "  held"
	case r.TakenBack:
		text += "  taken back"
	}
	return text
}

// listReleases prints the releases of a brand's folder.
func (c *command) listReleases(brand, dir string) error {
	ids, err := release.List(dir)
	if err != nil {
		return err
	}
	live, err := release.Current(dir)
	if err != nil && !errors.Is(err, release.ErrNotFound) {
		return err
	}
	pins, err := release.Pins(dir)
	if err != nil {
		return err
	}
	var stored []bucket.Stored
	for _, id := range slices.Backward(ids) {
		r := bucket.Stored{ID: id, Live: id == live}
		rel, err := release.Open(dir, id)
		r.Err = err
		if err == nil {
			r.Info = rel.Manifest()
			_ = rel.Close() // read-only, so a failed Close loses nothing
		}
		stored = append(stored, r)
	}
	return c.showReleases(brand, live, pins, stored)
}

func (r *releaseInfo) read(m *release.Manifest) {
	r.BuiltAt, r.Events, r.OnSale = m.BuiltAt, m.Events, m.OnSale
	for _, f := range m.Files {
		r.Bytes += f.Size
	}
	for _, s := range m.Segments {
		r.Bytes += s.Size
	}
}

// findRelease returns the id of the release with this id or sequence number.
func findRelease(dir, name string) (string, error) {
	ids, err := release.List(dir)
	if err != nil {
		return "", err
	}
	return pickRelease(dir, ids, name)
}

// pickRelease is findRelease among ids; where is their folder or bucket.
func pickRelease(where string, ids []string, name string) (string, error) {
	number, numeric := strconv.Atoi(name)
	for _, id := range ids {
		if seq, err := release.ParseID(id); err == nil &&
			(id == name || numeric == nil && seq == number) {
			return id, nil
		}
	}
	return "", fmt.Errorf("%s: %w: release %s, it was pruned or never there; there are: %s", where,
		release.ErrNotFound, name, cmp.Or(strings.Join(ids, ", "), "none"))
}

// previousRelease returns the id of the release that was live before release id; where is their
// folder or bucket.
func previousRelease(where, dir, id string) (string, error) {
	m, err := release.ReadManifest(dir, id)
	if err != nil {
		return "", err
	}
	if m.Previous == "" {
		err = fmt.Errorf("%s: %w: there was no release before %s", where, release.ErrNotFound, id)
	}
	return m.Previous, err
}
