package catalog

// State is whether and how an event takes place, as the source says: one of the five values of
// schema.org's EventStatusType below, or "" when the source says nothing. The builder
// never derives a State from a label of the backend ([Record.Status]).
type State string

const (
	Scheduled   State = "scheduled"    // takes place as planned
	Cancelled   State = "cancelled"    // does not take place
	Postponed   State = "postponed"    // takes place later; the date may not be known yet
	Rescheduled State = "rescheduled"  // takes place at another time, which is known
	MovedOnline State = "moved_online" // can be attended online, which was not planned
)

// States returns the values that a record may have.
func States() []State {
	return []State{Scheduled, Cancelled, Postponed, Rescheduled, MovedOnline}
}
