package validate

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// state reads what the source says of the event itself. A value that is none of the five is left
// out, never guessed at.
func (r *reader) state(members object) catalog.State {
	given := members.text("state")
	state := catalog.State(strings.ToLower(strings.TrimSpace(given)))
	if state == "" || slices.Contains(catalog.States(), state) {
		return state
	}
	allowed := make([]string, 0, len(catalog.States()))
	for _, s := range catalog.States() {
		allowed = append(allowed, string(s))
	}
	r.repaired(BadState, "state must be one of "+strings.Join(allowed, ", ")+", not "+quote(given))
	return ""
}

// statusLabel is what follows from the status: a label says nothing of availability and becomes no
// state, but where it reads as cancelled and no state came, the page must not say that tickets are
// on sale, and the map lacks a line.
func (r *reader) statusLabel(rec *catalog.Record) {
	if rec.State != "" || !readsAsCancelled(rec.Status) {
		return
	}
	rec.SaysCancelled = true
	label, _ := json.Marshal(rec.Status) // as jq writes a text
	r.repaired(StatusNotState, "status "+quote(rec.Status)+
		" reads as cancelled, and no state came: "+
		"the page shows it and does not say that tickets are on sale; "+
		"write the state in the map, as in  state: (if .status == "+
		string(label)+" then \"cancelled\" else null end)")
}

// moveDate takes the date off a postponed event for which no other one is known: it is when the
// event was to start, and no longer when it does.
func moveDate(rec *catalog.Record) {
	if rec.State != catalog.Postponed || !rec.Starts.Known() {
		return
	}
	if !rec.PreviousStarts.Known() || rec.PreviousStarts.String() == rec.Starts.String() {
		rec.PreviousStarts, rec.Starts, rec.Ends = rec.Starts, catalog.Moment{}, catalog.Moment{}
	}
}

// Folded words by which a label reads as cancelled, in seven languages, and those that turn them
// round: "não cancelado", "not cancelled".
var (
	cancelled = regexp.MustCompile(`\b(cancel(ad[oa]s?|l?ed)|anulad[oa]|annule(es?|s)?|` +
		`annullat[oa]|abgesagte?|entfae?llt|called\W+off|fallt\W+aus|geannuleerd|afgelast)\b`)
	negated = regexp.MustCompile(`\b(nao|not?|non|pas|nicht|niet|never|nunca)\b`)
)

// readsAsCancelled says whether a label says that the event is called off.
func readsAsCancelled(label string) bool {
	label = text.Fold(label)
	return cancelled.MatchString(label) && !negated.MatchString(label)
}
