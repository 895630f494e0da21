package build

import (
	"fmt"

	"cartaz/brands"
	"cartaz/builder/internal/report"
)

// fewLost is the smallest loss of all events with a member that counts: a brand of three events may
// have three others next month, without pictures. A loss of some of them counts from fewGone on.
const fewLost = 5

// lost returns the first member that too many events have lost between two catalogues: its share
// has fallen by more than its limit. name is "" if there is none.
func lost(before, after report.Coverage, eventsBefore, eventsAfter int,
	limits brands.MaxLoss) (name, reason string) {
	was := before.Shares(eventsBefore)
	is := after.Shares(eventsAfter)
	for i, limit := range [...]float64{limits.Start, limits.Place, limits.Price, limits.Description,
		limits.Image} {
		had, has := *before.Counts()[i], *after.Counts()[i]
		// events that would carry it at the share before
		missing := was[i]*float64(eventsAfter) - float64(has)
		many := missing >= fewGone || has == 0 && had >= fewLost && eventsAfter >= fewLost
		if many && is[i] < was[i]*(1-limit) {
			return report.CoverageNames[i],
				fmt.Sprintf("%d of %d events carry it (%.0f %%), of the release before %d of %d "+
					"did (%.0f %%)",
					has, eventsAfter, 100*is[i], had, eventsBefore, 100*was[i])
		}
	}
	return "", ""
}
