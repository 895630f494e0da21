package page_test

import "testing"

// BenchmarkEvent draws everything of one event: both pages, both fragments and
// the calendar. It is the cost per changed event of a build.
func BenchmarkEvent(b *testing.B) {
	r := mustNew(b, palco())
	rec := evinha()
	text := cleaned(rec)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Event(rec, text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	brand := palco()
	for b.Loop() {
		mustNew(b, brand)
	}
}
