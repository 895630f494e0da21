// Package resultpage is the page of search results, from the template that the builder draws to
// the bytes that a client gets. The builder knows everything on such a page but the search; so it
// seals the page as fixed text with gaps, and the edge fills the gaps:
//
//  1. builder/internal/page draws the list template, with marks in it, and [Compile] turns the text
//     into a [Template]: a list of [Piece]s.
//  2. The builder seals [Template.Encode] under [PathHTML] and [PathMarkdown], which no client can
//     ask for.
//  3. The edge reads it with [Decode] when a release goes live, and calls [Template.Join] for each
//     search. Nothing else joins pages.
//
// # Marks
//
// ⟦name⟧ is a slot ([Slot]): a value that depends on the search. ⟦if word word⟧ … ⟦end⟧ is text
// that is shown when all conditions hold ([Flags]); !word is a condition that must not hold.
// ⟦each name⟧ … ⟦end⟧ is text that is repeated for each item of a list ([List]); only in it stand
// the slots of an item.
// Stretches nest. An example, in three steps:
//
//	⟦if many⟧⟦total⟧ events⟦if q⟧ for “⟦q⟧”⟦end⟧⟦end⟧         what the template holds
//
//	need many     text ""            slot total                 what is sealed: one piece a line
//	need many     text " events"
//	need many, q  text " for “"      slot q
//	need many, q  text "”"
//
//	23 events for “rock &#38; roll”                       Many|HasQ, total 23, q "rock & roll"
//
// # Format
//
// Little endian: magic "CTZP"; version byte, 7, the only one that is read; escape byte, 'h' or 'm';
// the lower 2 bytes of the CRC-32 of the names of all filters, with blanks between; count of pieces
// uint32. Then for each piece: need uint64, never uint64, slot uint8, list uint8, 2 zero bytes,
// length of its text uint32, text. One page has one form. The resource that holds it has the
// checksum.
//
// # What may be trusted
//
// The text of pieces comes from the builder, which escaped it. Values come from a client, so Join
// escapes each of them; only the fragments of the results are appended as they are.
package resultpage
