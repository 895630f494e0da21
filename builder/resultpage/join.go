package resultpage

// Output takes the parts of a joined page, in their order. It appends them to a body, compressed or
// not.
type Output interface {
	// AppendSlot appends the raw value of a slot, as it was typed or counted; for SlotItems it
	// appends the results.
	AppendSlot(dst []byte, slot Slot) []byte
	// Len returns the number of items of a list.
	Len(list List) int
	// AppendItem appends the raw value of a slot of item n.
	AppendItem(dst []byte, list List, n int, slot Slot) []byte
}

// Join appends the pieces that are shown under flags, with every slot of out escaped except
// SlotItems. It uses the buffer value for raw values.
func (t *Template) Join(dst []byte, flags Flags, out Output, value *[]byte) []byte {
	for i := 0; i < len(t.Pieces); {
		list := t.Pieces[i].Each
		if list == NoList {
			dst = t.joinPiece(dst, i, 0, flags, out, value)
			i++
			continue
		}
		end := i + 1
		for end < len(t.Pieces) && t.Pieces[end].Each == list {
			end++
		}
		for n := range out.Len(list) {
			for k := i; k < end; k++ {
				dst = t.joinPiece(dst, k, n, flags, out, value)
			}
		}
		i = end
	}
	return dst
}

// joinPiece appends piece i, for item n if it belongs to a list.
func (t *Template) joinPiece(dst []byte, i, n int, flags Flags, out Output, value *[]byte) []byte {
	piece := &t.Pieces[i]
	if !piece.holds(flags) {
		return dst
	}
	dst = append(dst, piece.Text...)
	switch {
	case piece.Slot == NoSlot:
		return dst
	case piece.Slot == SlotItems:
		return out.AppendSlot(dst, SlotItems)
	case piece.Slot.isOfItem():
		*value = out.AppendItem((*value)[:0], piece.Each, n, piece.Slot)
	default:
		*value = out.AppendSlot((*value)[:0], piece.Slot)
	}
	return t.appendEscaped(dst, piece.Slot, *value)
}

// holds reports whether the piece is shown under flags.
func (p *Piece) holds(flags Flags) bool {
	return flags&p.Need == p.Need && flags&p.Never == 0
}

// appendEscaped appends the raw value of a slot, escaped.
func (t *Template) appendEscaped(dst []byte, slot Slot, value []byte) []byte {
	if t.Escape == EscapeMarkdown && slot.isAddress() {
		return append(dst, value...) // percent-encoded: it has no Markdown
	}
	if t.Escape == EscapeMarkdown && slot.isTerm() {
		value = []byte(InnerQuotes(string(value)))
	}
	return t.Escape.Append(dst, value)
}
