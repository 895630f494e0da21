package build_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCalendarMovesWithItsEvent: SEQUENCE and LAST-MODIFIED move when the event does, and with
// nothing else: not with a price, a template, or a build of everything anew.
func TestCalendarMovesWithItsEvent(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba, choro))
	says := func(want ...string) {
		t.Helper()
		s.mustPublish()
		got := body(t, s.live(), "/eventos/samba.ics", "text/calendar")
		for _, line := range want {
			require.Contains(t, got, "\r\n"+line+"\r\n")
		}
	}
	first := s.options.Now.UTC().Format("20060102T150405Z")
	says("SEQUENCE:0", "LAST-MODIFIED:"+first, "DTSTAMP:"+first)

	s.options.Now = s.options.Now.Add(time.Hour)
	dearer := strings.Replace(samba, "4000", "4500", 1)
	s.write("catalogue.json", array(dearer, choro))
	says("SEQUENCE:0", "LAST-MODIFIED:"+first)

	s.options.Now = s.options.Now.Add(time.Hour)
	s.yaml(fileSource + "theme: {color: \"#aa0000\"}\n")
	says("SEQUENCE:0", "LAST-MODIFIED:"+first)

	s.options.Now = s.options.Now.Add(time.Hour)
	later := s.options.Now.UTC().Format("20060102T150405Z")
	s.write("catalogue.json", array(strings.Replace(dearer, "T20:00", "T21:00", 1), choro))
	says("SEQUENCE:1", "LAST-MODIFIED:"+later, "DTSTAMP:"+later)
}
