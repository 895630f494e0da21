package page_test

import (
	"testing"

	"cartaz/builder/internal/page"
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
				if _, err := engine.r.Event(rec, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	brand := palco()
	for b.Loop() {
		mustNew(b, brand)
	}
}
