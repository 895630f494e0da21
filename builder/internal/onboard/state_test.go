package onboard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// TestStates: the words in which backends say that an event is cancelled, later or elsewhere become
// states; words of sales and labels do not.
func TestStates(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Preset, Item string
		State        catalog.State
		Closed       bool // sales, apart from the state
	}](t, "testdata/states.yaml") {
		t.Run(tt.Preset+" "+tt.Item, func(t *testing.T) {
			rec, findings := mapped(t, tt.Preset, tt.Item)
			require.Equal(t, tt.State, rec.State)
			require.Equal(t, tt.Closed, rec.IsClosed)
			require.False(t, rec.SaysCancelled)
			for _, f := range findings {
				require.NotEqual(t, validate.BadState, f.Reason)
				require.NotEqual(t, validate.StatusNotState, f.Reason)
			}
		})
	}
}

// TestLabelIsState: the usual status of an application sets the state, and stays a label.
func TestLabelIsState(t *testing.T) {
	rec, findings := mapped(t, "laravel", `{"id":1,"title":"A","status":"cancelado"}`)
	require.Equal(t, catalog.Cancelled, rec.State)
	require.Equal(t, "cancelado", rec.Status)
	require.Empty(t, findings)
}

// TestFeeNotKnown: while Eventbrite does not state the fee, no price is given.
func TestFeeNotKnown(t *testing.T) {
	const item = `{"id":"1","name":{"text":"A"},"ticket_classes":[` +
		`{"name":"T","cost":{"value":5000,"currency":"BRL"},"fee":%s}]}`
	for fee, known := range map[string]bool{`null`: false, `{"value":500}`: true} {
		rec, _ := mapped(t, "eventbrite", fmt.Sprintf(item, fee))
		_, ok := rec.Tickets[0].Total()
		require.Equal(t, known, ok, fee)
	}
}

// mapped returns the record that a preset makes of one item, and the findings in it.
func mapped(t *testing.T, preset, item string) (*catalog.Record, []validate.Finding) {
	t.Helper()
	env := map[string]string{"EVENTBRITE_TOKEN": "x", "SYMPLA_TOKEN": "x", "TICKETMASTER_KEY": "x"}
	b := load(t, "  preset: "+preset+"\n  kind: file\n  path: dump.json\n  items: .items\n", env)
	var one any
	require.NoError(t, json.Unmarshal([]byte(item), &one))
	text, err := json.Marshal(map[string]any{"items": []any{one}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(b.Dir, "dump.json"), text, 0o644))
	var rec *catalog.Record
	var findings []validate.Finding
	checker := validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone,
		Currency: b.Currency, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	_, err = upstream.Pull(t.Context(), upstream.FromBrand(b), upstream.Options{},
		func(i upstream.Item) error {
			made := checker.Gate(i.Records[0], "1", i.Value)
			rec, findings = made.Record, made.Findings
			return nil
		})
	require.NoError(t, err)
	require.NotNil(t, rec, "%v", findings)
	return rec, findings
}
