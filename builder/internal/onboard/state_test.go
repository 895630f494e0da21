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
)

// TestStates: the words in which backends say that an event is cancelled, later or elsewhere become
// states; words of sales and labels do not.
func TestStates(t *testing.T) {
	for _, tt := range []struct {
		preset, item string
		state        catalog.State
		closed       bool // sales, apart from the state
	}{
		{"eventbrite", `{"id":"1","name":{"text":"A"},"status":"canceled"}`, catalog.Cancelled,
			false},
		{"eventbrite", `{"id":"1","name":{"text":"A"},"status":"live"}`, "", false},
		{"eventbrite", `{"id":"1","name":{"text":"A"},"status":"completed"}`, "", true},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"cancelled"}}}`,
			catalog.Cancelled, false},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"canceled"}}}`,
			catalog.Cancelled, false},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"postponed"}}}`,
			catalog.Postponed, false},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"rescheduled"}}}`,
			catalog.Rescheduled, false},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"offsale"}}}`, "", true},
		{"ticketmaster", `{"id":"1","name":"A","dates":{"status":{"code":"onsale"}}}`, "", false},
		{"ticketmaster", `{"id":"1","name":"A"}`, "", false},
		{"mobilizon", `{"uuid":"1","title":"A","status":"CANCELLED"}`, catalog.Cancelled, false},
		{"mobilizon", `{"uuid":"1","title":"A","status":"CONFIRMED"}`, catalog.Scheduled, false},
		{"mobilizon", `{"uuid":"1","title":"A","status":"TENTATIVE"}`, "", false},
		{"linkedevents", `{"id":"1","name":{"fi":"A"},"event_status":"EventCancelled"}`,
			catalog.Cancelled, false},
		{"linkedevents", `{"id":"1","name":{"fi":"A"},"event_status":"EventPostponed"}`,
			catalog.Postponed, false},
		{"linkedevents", `{"id":"1","name":{"fi":"A"},"event_status":"EventRescheduled"}`,
			catalog.Rescheduled, false},
		{"linkedevents", `{"id":"1","name":{"fi":"A"},"event_status":"EventScheduled"}`,
			catalog.Scheduled, false},
		{"linkedevents", `{"id":"1","name":{"fi":"A"}}`, "", false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":"{\"id\": 1}"}`, catalog.Scheduled,
			false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":{"id":2}}`, catalog.Rescheduled, false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":"{\"id\": 3}"}`, catalog.MovedOnline,
			false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":"{\"id\": 4}"}`, catalog.Postponed,
			false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":"{\"id\": 5}"}`, catalog.Scheduled,
			false},
		{"openagenda", `{"uid":"1","title_fr":"A","status":"{\"id\": 6}"}`, catalog.Cancelled,
			false},
		{"openagenda", `{"uid":"1","title_fr":"A"}`, "", false},
		{"sympla", `{"id":"1","name":"A","cancelled":1}`, catalog.Cancelled, false},
		{"sympla", `{"id":"1","name":"A","cancelled":0}`, "", false},
		{"laravel", `{"id":1,"titulo":"A","cancelado":true}`, catalog.Cancelled, false},
		{"laravel", `{"id":1,"title":"A","cancelled_at":"2026-05-01 10:00:00"}`, catalog.Cancelled,
			false},
		{"laravel", `{"id":1,"title":"A","cancelled_at":null,"is_canceled":0}`, "", false},
		{"laravel", `{"id":1,"title":"A","event_status":"EventMovedOnline"}`, catalog.MovedOnline,
			false},
		{"laravel", `{"id":1,"title":"A","eventStatus":"https://schema.org/EventRescheduled"}`,
			catalog.Rescheduled, false},
		{"laravel", `{"id":1,"title":"A","postponed":"1"}`, catalog.Postponed, false},
		{"laravel", `{"id":1,"title":"A","state":"postponed"}`, catalog.Postponed, false},
		{"laravel", `{"id":1,"title":"A","state":"SP","city":"Santos"}`, "", false},
		{"laravel", `{"id":1,"title":"A","status":"ativo","esgotado":true}`, "", false},
		{"pocketbase", `{"id":"a","title":"A","cancelled":true}`, catalog.Cancelled, false},
		{"strapi", `{"id":1,"title":"A","isCancelled":true}`, catalog.Cancelled, false},
	} {
		t.Run(tt.preset+" "+tt.item, func(t *testing.T) {
			rec, findings := mapped(t, tt.preset, tt.item)
			require.Equal(t, tt.state, rec.State)
			require.Equal(t, tt.closed, rec.IsClosed)
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
