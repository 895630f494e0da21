package validate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNobodyAnywhere: no member of a record but its description publishes an e-mail address or a
// telephone number, in whatever form a source has it.
func TestNobodyAnywhere(t *testing.T) {
	for _, said := range []string{"jane@x.example", "tel. 030 7654321", "+49 30 7654321"} {
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
					require.NotContains(t, string(b), "7654321", "%s %v", member, form)
				}
			}
		}
	}
}
