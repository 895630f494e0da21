// Package resultpage is the page of search results, from the template that the builder renders to
// the bytes that a client gets. The builder knows everything on such a page except the search; so
// it seals the page as fixed text with gaps, and the edge fills the gaps:
//
//  1. builder/internal/page renders the list template, with marks in it. The builder seals the text
//     under [PathHTML] and [PathMarkdown], which no client can ask for.
//  2. When a release goes live, the edge turns it into a [Template] with [Compile], which the
//     builder has tried: a list of [Piece]s.
//  3. The edge calls [Template.Join] for each search. Nothing else joins pages.
//
// # Marks
//
// ⟦name⟧ is a slot ([Slot]): a value that depends on the search. ⟦if word word⟧ … ⟦end⟧ is text
// that is shown when all conditions hold ([Flags]); !word is a condition that must not hold.
// ⟦each name⟧ … ⟦end⟧ is text that is repeated for each item of a list ([List]); the slots of an
// item are allowed only in it. Stretches nest. An example, in three steps:
//
//	⟦if many⟧⟦total⟧ events⟦if q⟧ for “⟦q⟧”⟦end⟧⟦end⟧         the sealed text
//
//	need many     text ""            slot total                 one piece a line
//	need many     text " events"
//	need many, q  text " for “"      slot q
//	need many, q  text "”"
//
//	23 events for “rock &#38; roll”                       Many|HasQ, total 23, q "rock & roll"
//
// # Trust
//
// The text of pieces comes from the builder, which escaped it. Values come from a client, so Join
// escapes each of them; only the fragments of the results are appended as they are.
package resultpage
