package phrases_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// BenchmarkCostlyRequest reads a message in which every second word announces a place, in a
// catalogue that has a venue of twenty words.
func BenchmarkCostlyRequest(b *testing.B) {
	names := catalogueOf(b, []search.Doc{{Name: "x", City: "Recife", State: "PE",
		Venue: strings.TrimSpace(strings.Repeat("sala ", 20)), VenueKey: "sala"}})
	var message strings.Builder
	for i := 0; message.Len() < 2048; i++ {
		fmt.Fprintf(&message, "em s%d ", i)
	}
	rules := phrases.For("pt-BR")
	for b.Loop() {
		rules.ReadRequest(message.String(), names, time.Now())
	}
}
