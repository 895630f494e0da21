package build

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

func TestMergeKeepsTheFirstAndAddsWhatIsNew(t *testing.T) {
	rec := &catalog.Record{
		ID: 1, Name: "PyCon", Format: "markdown", Description: "A conference.\n\nTopics:\n\n- python\n", IsClosed: true,
		Tickets: []catalog.Ticket{{Name: "Day"}},
	}
	merge(rec, &catalog.Record{
		ID: 1, Name: "Pycon", Format: "markdown", Description: "A conference.\n\nTopics:\n\n- data\n- python\n", IsOnline: true,
		BuyURL: "https://pycon.example", Location: &catalog.Place{City: "Recife"}, Tickets: []catalog.Ticket{{Name: "Day"}, {Name: "Week"}},
	})
	require.Equal(t, "PyCon", rec.Name)
	require.Equal(t, "A conference.\n\nTopics:\n\n- python\n- data", rec.Description)
	require.Equal(t, "https://pycon.example", rec.BuyURL)
	require.Equal(t, "Recife", rec.Location.City)
	require.True(t, rec.IsOnline)
	require.False(t, rec.IsClosed, "open in one place is open")
	require.Equal(t, []catalog.Ticket{{Name: "Day"}, {Name: "Week"}}, rec.Tickets)
}

func TestMergeWithItselfChangesNothing(t *testing.T) {
	rec := catalog.Record{ID: 1, Name: "A", Format: "text", Description: "x\ny", Location: &catalog.Place{City: "B"}}
	same := rec
	merge(&same, &rec)
	require.Equal(t, rec, same)
}

func TestMergeDoesNotJoinTextsOfTwoFormats(t *testing.T) {
	rec := &catalog.Record{Description: "<p>a</p>", Format: "html"}
	merge(rec, &catalog.Record{Description: "b", Format: "text"})
	require.Equal(t, "<p>a</p>", rec.Description)
}
