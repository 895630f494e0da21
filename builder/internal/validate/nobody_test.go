package validate

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

var notDigit = regexp.MustCompile(`\D`)

// TestNobodyAnywhere: no member of a record but its description publishes an e-mail address or a
// telephone number, in whatever form a source has it.
func TestNobodyAnywhere(t *testing.T) {
	for _, said := range []string{"jane@x.example", "tel. 030 7654321", "+49 30 7654321",
		"Tél : 030 76543210", "- (30) 7654-3210", "030.76.54.32.10", "030‑7654‑3210",
		"030–7654–3210", "030·7654·3210", "030_7654_3210", "０３０７６５４３２１０",
		"wa.me/49307654321", "030-7654321-0", "4930-7654321"} {
		for _, text := range []string{said, "Jazz, " + said} {
			objects := map[string]any{}
			for _, name := range strings.Fields(`name slug city state state_abbr country timezone
				formatted_address latitude longitude banner thumbnail price fee currency available
				starts_at start_time ends_at timezone facts status`) {
				objects[name] = text
			}
			forms := []any{text, []any{text}, objects, []any{objects},
				map[string]any{"status": text}}
			for _, member := range Members {
				for _, form := range forms {
					raw := map[string]any{"id": 1, "name": "Choro", member: form}
					rec, _, _ := New(Config{}).Check(raw, "")
					if member == "description" || rec == nil {
						continue
					}
					b, err := json.Marshal(rec)
					require.NoError(t, err)
					require.NotContains(t, string(b), "jane", "%s %v", member, form)
					digits := notDigit.ReplaceAllString(norm.NFKC.String(string(b)), "")
					require.NotContains(t, digits, "7654321", "%s %v", member, form)
				}
			}
		}
	}
	for slug, want := range map[string]string{"5511987654321": "choro", "11-98765-4321": "choro",
		"tel-030-7654321": "choro", "choro-tel-030-7654321": "choro", "choro-123456789012": "",
		"choro-2027-03-01-20-30": "", "2027-03-01": "", "54321": ""} {
		rec, _, _ := New(Config{}).Check(map[string]any{"id": 1, "name": "Choro", "slug": slug,
			"producer": map[string]any{"name": "Choro", "slug": slug}}, "")
		require.Equal(t, cmp.Or(want, slug), rec.Slug)
		require.Equal(t, cmp.Or(want, slug), rec.Producer.Slug)
	}
	rec, _, _ := New(Config{}).Check(map[string]any{"id": 5511987654321, "name": "Choro",
		"slug": "5511987654321"}, "")
	require.Equal(t, "5511987654321", rec.Slug, "its id")
}
