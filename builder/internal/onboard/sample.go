package onboard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// Sample is the result of reading the first records of a source.
type Sample struct {
	Records int    `json:"records"`         // records that can be published
	Dropped int    `json:"dropped"`         // records that cannot
	More    bool   `json:"more"`            // reading stopped after the first records
	First   string `json:"first,omitempty"` // name and time of the first record
	Why     string `json:"why,omitempty"`   // why the first dropped record was dropped
	Error   string `json:"error,omitempty"` // why no more records were read
	Doubt   string `json:"doubt,omitempty"` // why a build may refuse the answer as a first page
}

// errSampleFull stops a pull after sampleSize records.
var errSampleFull = errors.New("enough")

// readSample reads the first records of a source and checks them as a build does.
func readSample(ctx context.Context, b *brands.Brand, now time.Time) *Sample {
	checker := validate.New(validate.Config{
		Zone: b.Zone, ZoneName: b.Timezone, Currency: b.Currency, BuyURL: b.BuyURL, Now: now,
	})
	src := upstream.FromBrand(b)
	src.Timeout = detectTimeout
	if src.Kind == brands.KindHTML {
		src.Timeout = siteTimeout
	}
	if src.Clock.IsZero() {
		src.Clock = now
	}
	t := &Sample{}
	take := upstream.Each(func(record any, pos upstream.Position) error {
		rec, _, findings := checker.Check(record, pos.String())
		if rec == nil {
			at := slices.IndexFunc(findings,
				func(f validate.Finding) bool { return f.Kind == validate.Dropped })
			why := ""
			if at >= 0 {
				why = findings[at].Detail
			}
			return t.drop(why)
		}
		t.Records++
		if t.First == "" {
			t.First = strings.TrimSuffix(rec.Name+", "+rec.Starts.String(), ", ")
		}
		return t.full()
	})
	options := upstream.Options{}
	if src.Document() {
		options.MaxFailed = 1 // an odd event of a calendar is no reason to stop
	}
	_, err := upstream.Pull(ctx, src, options, func(item upstream.Item) error {
		if item.Failure != nil {
			return t.drop(item.Failure.Err.Error())
		}
		return take(item)
	})
	if t.More = errors.Is(err, errSampleFull); err != nil && !t.More {
		t.Error = err.Error()
	}
	return t
}

// drop counts a record that cannot be published.
func (t *Sample) drop(why string) error {
	t.Dropped++
	if t.Why == "" {
		t.Why = why
	}
	return t.full()
}

// full ends the reading when there are enough records.
func (t *Sample) full() error {
	if t.Records+t.Dropped == sampleSize {
		return errSampleFull
	}
	return nil
}

// text describes the sample for people. how names preset or kind, "" for neither.
func (t *Sample) text(how, file string) string {
	if how != "" {
		how = " with " + how
	}
	count := fmt.Sprint(t.Records)
	if t.More {
		count = "the first " + count
	}
	switch {
	case t.Error != "" && t.Records == 0:
		return fmt.Sprintf("the source could not be read%s: %s\nrepair source in %s, then go on\n",
			how, t.Error, file)
	case t.Records == 0:
		return fmt.Sprintf("none of %d records that were read%s can be published: %s\nwrite a "+
			"source.map in %s, then go on\n", t.Dropped, how, t.Why, file)
	case t.Error != "":
		return fmt.Sprintf("read %s events%s, then: %s\n", count, how, t.Error)
	}
	text := fmt.Sprintf("read %s events%s, beginning with %s\n", count, how, t.First)
	if t.Dropped > 0 {
		text += fmt.Sprintf("%d more cannot be published: %s\n", t.Dropped, t.Why)
	}
	if t.Doubt != "" {
		text += fmt.Sprintf("a build will refuse this as incomplete, because the source %s\n",
			t.Doubt)
	}
	return text
}
