package resultpage

// Output has the values of a joined page.
type Output interface {
	// AppendResults appends the results, the value of SlotItems.
	AppendResults(dst []byte) []byte
	// Slot returns the raw value of any other slot, as it was typed or counted.
	Slot(slot Slot) string
	// Len returns the number of items of a list.
	Len(list List) int
	// Item returns the raw value of a slot of item n.
	Item(list List, n int, slot Slot) string
}

// Join appends the pieces that are shown under flags, with every slot of out escaped except
// SlotItems.
func (t *Template) Join(dst []byte, flags Flags, out Output) []byte {
	for i := 0; i < len(t.Pieces); {
		list := t.Pieces[i].Each
		if list == NoList {
			dst = t.joinPiece(dst, i, 0, flags, out)
			i++
			continue
		}
		end := i + 1
		for end < len(t.Pieces) && t.Pieces[end].Each == list {
			end++
		}
		for n := range out.Len(list) {
			for k := i; k < end; k++ {
				dst = t.joinPiece(dst, k, n, flags, out)
			}
		}
		i = end
	}
	return dst
}

// joinPiece appends piece i, for item n if it belongs to a list.
func (t *Template) joinPiece(dst []byte, i, n int, flags Flags, out Output) []byte {
	piece := &t.Pieces[i]
	if !piece.holds(flags) {
		return dst
	}
	dst = append(dst, piece.Text...)
	switch {
	case piece.Slot == NoSlot:
		return dst
	case piece.Slot == SlotItems:
		return out.AppendResults(dst)
	case piece.Slot.isOfItem():
		return t.appendEscaped(dst, piece.Slot, out.Item(piece.Each, n, piece.Slot))
	}
	return t.appendEscaped(dst, piece.Slot, out.Slot(piece.Slot))
}

// holds reports whether the piece is shown under flags.
func (p *Piece) holds(flags Flags) bool {
	return flags&p.Need == p.Need && flags&p.Never == 0
}

// appendEscaped appends the raw value of a slot, escaped.
func (t *Template) appendEscaped(dst []byte, slot Slot, value string) []byte {
	if t.Escape == EscapeMarkdown && slot.isAddress() {
		return append(dst, value...) // percent-encoded: it has no Markdown
	}
	if t.Escape == EscapeMarkdown && slot.isTerm() {
		value = InnerQuotes(value)
	}
	return t.Escape.Append(dst, value)
}
