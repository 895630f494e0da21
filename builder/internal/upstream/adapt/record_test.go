package adapt_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// TestUsualRecord: forms of times, states and places in members of JSON, as the record has them
// after its check.
func TestUsualRecord(t *testing.T) {
	for _, tt := range rowstest.Read[[][2]string](t, "testdata/usual-record.yaml") {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"name": "A", `+tt[0]+`}`), &object))
		got := "hidden"
		record := adapt.UsualRecord(object, "pt-BR")
		if rec, _, _ := validate.New(validate.Config{Locale: "pt-BR"}).Check(record,
			""); rec != nil {
			got = fmt.Sprint(rec.Starts, " ", rec.Ends)
			if rec.State != "" {
				got += " " + string(rec.State)
			}
			if rec.DoorsAt.Known() {
				got += " doors " + rec.DoorsAt.String()
			}
			if rec.SalesAt.Known() {
				got += " sales " + rec.SalesAt.String()
			}
			if n := len(rec.Sessions.All); n > 0 {
				got += fmt.Sprint(" sessions ", n)
			}
			for _, part := range [][2]string{{" age ", string(rec.Ages)},
				{" lasts ", string(rec.Duration)}, {" access ", string(rec.Access)}} {
				if part[1] != "" {
					got += part[0] + part[1]
				}
			}
			if rec.IsOnline {
				got += " online"
			}
		}
		require.Equal(t, tt[1], got, tt[0])
	}
}
