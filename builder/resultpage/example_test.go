package resultpage_test

import (
	"fmt"

	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
)

// The builder seals the output of its template; the edge compiles it once and joins it with the
// values of each search.
func Example() {
	drawn := "⟦if many⟧⟦total⟧ events⟦if q⟧ for “⟦q⟧”⟦end⟧⟦end⟧"
	page, err := resultpage.Compile(drawn, resultpage.EscapeHTML)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, piece := range page.Pieces {
		onlyWithTerm := piece.Need&resultpage.HasQ != 0
		fmt.Printf("term %5t  text %-9q  slot %d\n", onlyWithTerm, piece.Text, piece.Slot)
	}
	fill := func(slot resultpage.Slot) string {
		switch slot {
		case resultpage.SlotTotal:
			return "23"
		case resultpage.SlotQ:
			return "rock & roll"
		}
		return ""
	}
	fmt.Printf("%s\n", releasetest.Join(page, resultpage.Many|resultpage.HasQ, fill, nil))
	// Output:
	// term false  text ""         slot 2
	// term false  text " events"  slot 0
	// term  true  text " for “"   slot 1
	// term  true  text "”"        slot 0
	// 23 events for “rock &#38; roll”
}
