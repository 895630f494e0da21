package releasetest

import "cartaz/builder/resultpage"

// Join joins a page of results without compression, as the edge does. fill appends the raw value of
// a slot; for SlotItems it appends the results.
func Join(t resultpage.Template, flags resultpage.Flags, fill Fill) []byte {
	return JoinLists(t, flags, fill, nil)
}

// Lists are the items of the lists of a page, each by its slots.
type Lists map[resultpage.List][]map[resultpage.Slot]string

// JoinLists is Join of a page with lists.
func JoinLists(t resultpage.Template, flags resultpage.Flags, fill Fill, lists Lists) []byte {
	return t.Join(nil, flags, &plainPage{fill, lists}, new([]byte))
}

// Fill appends the value of a slot.
type Fill func(dst []byte, slot resultpage.Slot) []byte

// plainPage is the input of Join.
type plainPage struct {
	fill  Fill
	lists Lists
}

// AppendSlot implements [resultpage.Output].
func (p *plainPage) AppendSlot(dst []byte, slot resultpage.Slot) []byte { return p.fill(dst, slot) }

// Len implements [resultpage.Output].
func (p *plainPage) Len(list resultpage.List) int { return len(p.lists[list]) }

// AppendItem implements [resultpage.Output].
func (p *plainPage) AppendItem(dst []byte, list resultpage.List, n int,
	slot resultpage.Slot) []byte {
	return append(dst, p.lists[list][n][slot]...)
}
