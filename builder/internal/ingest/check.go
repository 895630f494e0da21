package ingest

import (
	"context"
	"fmt"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// NewChecker is what checks the records of a brand.
func NewChecker(b *brands.Brand, now time.Time) *validate.Checker {
	return validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone, Locale: b.Locale,
		Currency: b.Currency, BuyURL: b.BuyURL, Now: now})
}

// Look pulls the sources of a brand item by item, as they are, and remembers nothing. What it hands
// on is checked by [CheckItem]. An error of take ends it and is returned.
func Look(ctx context.Context, b *brands.Brand, now time.Time, o upstream.Options,
	take func(src brands.Source, item upstream.Item) error) error {
	o.Look, o.MaxFailed = true, 1
	for _, src := range upstream.AllOf(b) {
		src.Clock = now
		if _, err := upstream.Pull(ctx, src, o, func(item upstream.Item) error {
			return take(src.Source, item)
		}); err != nil {
			return err
		}
	}
	return nil
}

// Checked is what the check made of one record of an item.
type Checked struct {
	Record   *catalog.Record // nil when it is dropped
	Key      validate.Key
	Findings []validate.Finding // on disk without a position

	ref cache.Ref // where the record lies
}

// CheckItem checks the records of an item, and what their texts cost.
func CheckItem(c *validate.Checker, trial *markup.Trial, item upstream.Item) ([]Checked, error) {
	list, pos := make([]Checked, len(item.Records)), item.Pos.String()
	for i, value := range item.Records {
		rec, key, findings := c.Check(value, pos)
		if rec == nil {
			if n := len(findings); n > 0 && findings[n-1].Reason == validate.MissingName {
				findings[n-1].Detail += item.Has()
			}
		} else if more, err := boundText(trial, rec, pos); err != nil {
			return nil, err
		} else if more != nil {
			key.Hash, findings = validate.Hash(rec), append(findings, more...)
		}
		list[i] = Checked{Record: rec, Key: key, Findings: findings}
	}
	return list, nil
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
