package ingest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/upstream"
)

// TestCases: real catalogues are read as the specifications of their formats say. Each folder is a
// brand; want.txt has a line for each record, and those of what the reports say of it that have no
// "id is missing" in them. UPDATE=1 writes it.
func TestCases(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	folders, err := filepath.Glob("testdata/cases/*")
	require.NoError(t, err)
	require.Greater(t, len(folders), 20)
	for zone, lang := range map[string]string{"America/New_York": "C",
		"Asia/Tokyo": "ja_JP.UTF-8"} {
		time.Local, err = time.LoadLocation(zone)
		require.NoError(t, err)
		t.Setenv("TZ", zone) // of the worker, which reads what is not JSON
		t.Setenv("LANG", lang)
		for _, folder := range folders {
			t.Run(filepath.Base(folder)+" in "+zone, func(t *testing.T) {
				got := caseOf(t, folder)
				if os.Getenv("UPDATE") != "" {
					require.NoError(t, os.WriteFile(folder+"/want.txt", []byte(got), 0o644))
				}
				want, err := os.ReadFile(folder + "/want.txt")
				require.NoError(t, err)
				require.Equal(t, string(want), got)
			})
		}
	}
}

// caseOf reads the brand of a folder.
func caseOf(t *testing.T, folder string) string {
	t.Helper()
	b, err := brands.LoadOne(folder, brands.LoadOptions{Presets: onboard.Presets(),
		Env: func(string) (string, bool) { return "secret", true }})
	require.NoError(t, err)
	trial := markup.NewTrial(t.Context())
	defer trial.Close()
	checker := ingest.NewChecker(b, b.Source.Public.Ignore, b.AsOf)
	var out strings.Builder
	src := upstream.AllOf(b)[0]
	src.Clock = b.AsOf
	o := upstream.Options{MaxFailed: 1}
	_, err = upstream.Pull(t.Context(), src, o, func(i upstream.Item) error {
		if i.Failure != nil {
			fmt.Fprintf(&out, "! %s\n", i.Failure.Err)
		} else if len(i.Records) == 0 {
			fmt.Fprintf(&out, "! %s\n", i.Note)
		}
		list, err := ingest.CheckItem(checker, trial, i)
		require.NoError(t, err)
		for _, c := range list {
			if rec := c.Record; rec != nil {
				line := fmt.Sprintf("%d %q %s", rec.ID, rec.Name, rec.Starts)
				if rec.Ends.Known() {
					line += " to " + rec.Ends.String()
				}
				if line += " " + rec.Timezone; rec.State != "" {
					line += " " + string(rec.State)
				}
				if rec.IsOnline {
					line += " online"
				}
				if rec.SoldOut() {
					line += " sold out"
				}
				if len(rec.Tickets) == 1 && rec.Tickets[0].Price != nil {
					line += fmt.Sprintf(" for %d", *rec.Tickets[0].Price)
				}
				if rec.IsClosed {
					line += " closed"
				}
				if rec.Location != nil {
					line += fmt.Sprintf(" at %q %s", rec.Location.Name, rec.Location.City)
				}
				if rec.Producer != nil {
					line += fmt.Sprintf(" by %q", rec.Producer.Name)
				}
				for _, tag := range rec.Tags {
					line += " #" + tag
				}
				if rec.Banner != "" {
					line += " <" + rec.Banner + ">"
				}
				if rec.Description != "" {
					line += fmt.Sprintf(" %s %q", rec.Format, rec.Description)
				}
				fmt.Fprintln(&out, strings.TrimSpace(line), rec.BuyURL)
			}
			for _, f := range c.Findings {
				if !strings.Contains(f.Detail, "id is missing") {
					fmt.Fprintf(&out, "! %s: %s\n", f.Reason, f.Detail)
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	return out.String()
}
