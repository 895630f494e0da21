package releasetest

import "cartaz/builder/resultpage"

// Join joins a page of results without compression, as the edge does. fill returns the raw value of
// a slot; for SlotItems the results. lists may be nil.
func Join(t resultpage.Template, flags resultpage.Flags, fill Fill, lists Lists) []byte {
	return t.Join(nil, flags, &plainPage{fill, lists})
}

// Lists are the items of the lists of a page, each by its slots.
type Lists map[resultpage.List][]map[resultpage.Slot]string

// Fill returns the value of a slot.
type Fill func(slot resultpage.Slot) string

// plainPage is the input of Join.
type plainPage struct {
	fill  Fill
	lists Lists
}

// AppendResults implements [resultpage.Output].
func (p *plainPage) AppendResults(dst []byte) []byte {
	return append(dst, p.fill(resultpage.SlotItems)...)
}

// Slot implements [resultpage.Output].
func (p *plainPage) Slot(slot resultpage.Slot) string { return p.fill(slot) }

// Len implements [resultpage.Output].
func (p *plainPage) Len(list resultpage.List) int { return len(p.lists[list]) }

// Item implements [resultpage.Output].
func (p *plainPage) Item(list resultpage.List, n int, slot resultpage.Slot) string {
	return p.lists[list][n][slot]
}
