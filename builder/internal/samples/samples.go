// Package samples gives tests the records of the sample brands and of the
// generated catalogue, pulled and checked like a build does.
package samples

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/generate"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// Brands are the names that [Load] takes besides [Generated].
var Brands = []string{"palco", "virada", "confs", "paris"}

// Generated is the name of the catalogue of package generate.
const Generated = "generated"

// readAt is when all prices were read; by builtAt some events have ended.
var (
	readAt  = time.Date(2026, 5, 20, 19, 0, 0, 0, time.UTC)
	builtAt = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)
)

// Load reads a brand of the folder brands with its checked records, at most
// limit of them; 0 means all.
func Load(t testing.TB, name string, limit int) (*brands.Brand, []*catalog.Record) {
	t.Helper()
	folder := filepath.Join(root(t), "brands", name)
	if name == Generated {
		dir := t.TempDir()
		require.NoError(t, generate.Brand(dir, name,
			generate.Options{Events: max(limit, 1), Seed: 1}))
		folder = filepath.Join(dir, name)
	}
	b, err := brands.LoadOne(folder, brands.LoadOptions{})
	require.NoError(t, err)
	check := validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone, Currency: b.Currency,
		BuyURL: b.BuyURL, Now: builtAt})
	var records []*catalog.Record
	_, err = upstream.Pull(t.Context(), upstream.FromBrand(b), upstream.Options{},
		Each(func(record any, pos upstream.Position) error {
			made := check.Gate(record, pos.String(), nil)
			if rec, key := made.Record, made.Key; rec != nil &&
				(limit == 0 || len(records) < limit) {
				check.Assign(rec, key.Slug)
				rec.ReadAt = readAt
				records = append(records, rec)
			}
			return nil
		}))
	require.NoError(t, err)
	require.NotEmpty(t, records)
	return b, records
}

// root returns the folder of go.mod above the test.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		require.NotEqual(t, dir, up, "no go.mod above the test")
		dir = up
	}
}

// Each is a function for [upstream.Pull] that calls f for each record.
func Each(f func(record any, pos upstream.Position) error) func(upstream.Item) error {
	return func(item upstream.Item) error {
		for _, record := range item.Records {
			if err := f(record, item.Pos); err != nil {
				return err
			}
		}
		return nil
	}
}
