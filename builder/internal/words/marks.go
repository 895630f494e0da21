package words

import "cartaz/builder/catalog"

// Marks returns the words by which an event is filtered besides its facets, a comma between: its
// ways of access and its state.
func Marks(rec *catalog.Record) string {
	marks := string(rec.Access)
	switch {
	case StateOf(rec) == StateCancelled || rec.SaysCancelled:
		marks += ",cancelled"
	case rec.State == catalog.Postponed:
		marks += ",postponed"
	case StateOf(rec) == StateSoldOut:
		marks += ",sold_out"
	}
	return marks
}
