package resultpage

// Output takes the parts of a joined page, in their order. It appends them to a body, compressed or
// not.
type Output interface {
	// Text takes the text of the i-th piece of the template. It is named by its number, because an
	// output that compresses has packed all texts before.
	Text(i int)
	// Items takes the place of the results: the output appends their fragments.
	Items()
	// Value takes the escaped value of a slot, which is valid until Value returns.
	Value(escaped []byte)
	// AppendSlot appends the raw value of a slot, as it was typed or counted.
	AppendSlot(dst []byte, slot Slot) []byte
	// Len is the number of items of a list.
	Len(list List) int
	// AppendItem appends the raw value of a slot of item n.
	AppendItem(dst []byte, list List, n int, slot Slot) []byte
}

// Buffers hold a value on its way into a page. The zero value is ready; whoever joins many pages
// reuses it.
type Buffers struct{ raw, escaped []byte }

// Join hands the pieces that are shown under flags to out, with every slot but SlotItems escaped.
func (t *Template) Join(flags Flags, out Output, b *Buffers) {
	for i := 0; i < len(t.Pieces); {
		list := t.Pieces[i].Each
		if list == NoList {
			t.joinPiece(i, 0, flags, out, b)
			i++
			continue
		}
		end := i + 1
		for end < len(t.Pieces) && t.Pieces[end].Each == list {
			end++
		}
		for n := range out.Len(list) {
			for k := i; k < end; k++ {
				t.joinPiece(k, n, flags, out, b)
			}
		}
		i = end
	}
}

// joinPiece hands over piece i, of item n where it is of a list.
func (t *Template) joinPiece(i, n int, flags Flags, out Output, b *Buffers) {
	piece := &t.Pieces[i]
	if !piece.holds(flags) {
		return
	}
	out.Text(i)
	switch {
	case piece.Slot == NoSlot:
		return
	case piece.Slot == SlotItems:
		out.Items()
		return
	case piece.Slot.isOfItem():
		b.raw = out.AppendItem(b.raw[:0], piece.Each, n, piece.Slot)
	default:
		b.raw = out.AppendSlot(b.raw[:0], piece.Slot)
	}
	b.escaped = t.appendEscaped(b.escaped[:0], piece.Slot, b.raw)
	out.Value(b.escaped)
}

// holds says whether the piece is shown under flags.
func (p *Piece) holds(flags Flags) bool {
	return flags&p.Need == p.Need && flags&p.Never == 0
}

// appendEscaped appends the raw value of a slot, escaped.
func (t *Template) appendEscaped(dst []byte, slot Slot, value []byte) []byte {
	if t.Escape == EscapeMarkdown && slot.isAddress() {
		return append(dst, value...) // percent-encoded: nothing in it is Markdown
	}
	if t.Escape == EscapeMarkdown && slot.isTerm() {
		value = appendInnerQuotes(make([]byte, 0, len(value)), value)
	}
	return t.Escape.Append(dst, value)
}
