package page_test

import (
	"testing"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/samples"
)

// BenchmarkEvent draws everything of one event: both pages, both fragments and
// the calendar. It is the cost per changed event of a build. "standard" is the
// same by the engines of the standard library.
func BenchmarkEvent(b *testing.B) {
	r := mustNew(b, palco())
	for _, engine := range []struct {
		name string
		r    *page.Renderer
	}{{"compiled", r}, {"standard", r.WithStandardEngine()}} {
		b.Run(engine.name, func(b *testing.B) {
			rec := evinha()
			text := cleaned(rec)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.r.Event(rec, text, page.Related{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGenerated draws events of the generated catalogue as a build does:
// descriptions cleaned, all parts drawn.
func BenchmarkGenerated(b *testing.B) {
	brand, records := samples.Load(b, samples.Generated, 400)
	r := mustNew(b, brand)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		rec := records[i%len(records)]
		text := markup.Clean(rec.Description, rec.Format)
		if _, err := r.Event(rec, &text, page.Related{}); err != nil {
			b.Fatal(err)
		}
	}
}
