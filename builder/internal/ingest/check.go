package ingest

import (
	"fmt"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// NewChecker is what checks the records of a brand.
func NewChecker(b *brands.Brand, now time.Time) *validate.Checker {
	return validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone, Locale: b.Locale,
		Currency: b.Currency, BuyURL: b.BuyURL, Now: now})
}

// Check checks one record and what its text costs. of is its item: what was cut of it and what was
// read in one of several ways is told first. The record is nil when it is dropped.
func Check(c *validate.Checker, trial *markup.Trial, value any, pos string,
	of upstream.Item) (*catalog.Record, validate.Key, []validate.Finding, error) {
	rec, key, findings := c.Check(value, pos)
	tell := func(reason, detail string) {
		if detail != "" {
			findings = append([]validate.Finding{{Kind: validate.Repaired, Reason: reason,
				Position: pos, ID: key.ID, Slug: key.Slug, Detail: detail}}, findings...)
		}
	}
	if n := len(findings); n > 0 && rec == nil && findings[n-1].Reason == validate.MissingName {
		findings[n-1].Detail += of.Has()
	}
	tell(validate.AmbiguousDate, of.Note)
	tell(validate.TooLong, of.Cut)
	if rec == nil {
		return nil, key, findings, nil
	}
	more, err := boundText(trial, rec, pos)
	if more != nil {
		key.Hash = validate.Hash(rec)
	}
	return rec, key, append(findings, more...), err
}

// boundText makes a description plain paragraphs when it costs too much to read, and reports that.
// The record can then be drawn in this process.
func boundText(trial *markup.Trial, rec *catalog.Record, pos string) ([]validate.Finding, error) {
	reason, err := trial.Check(rec.Description, rec.Format)
	if err != nil {
		return nil, fmt.Errorf("description at %s: %w", pos, err)
	}
	if reason == "" {
		return nil, nil
	}
	rec.Format = markup.Paragraphs
	return []validate.Finding{{
		Kind: validate.Repaired, Reason: validate.TooCostly, Position: pos, ID: rec.ID,
		Slug:   rec.Slug,
		Detail: "description is shown as plain paragraphs: " + reason,
	}}, nil
}
