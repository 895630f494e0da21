package answer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
)

// A value that asks for nothing is not in use: no chip to remove, the same address and the same tag
// as without it.
func TestPagesLeaveOutWhatAsksForNothing(t *testing.T) {
	c := helpCatalogue(t)
	get := func(path, query string) *answer.Answer {
		r := answer.Request{Method: "GET", Path: path, Query: query, Time: now}
		a := new(answer.Answer)
		c.Answer(a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status)
		return a
	}
	for _, path := range []string{"/eventos", "/eventos.md"} {
		for query, same := range map[string]string{
			"q=!!!": "", "q=%00": "", "q=%E2%80%8B&city=%E2%80%8B": "",
			"state=%C2%AD&organization=%E2%80%8E": "",
			"q=%22%3F%22&city=Recife":             "city=Recife",
		} {
			got, want := get(path, query), get(path, same)
			require.Equal(t, string(want.Body), string(got.Body), query)
			require.Equal(t, want.Field("ETag"), got.Field("ETag"), query)
			require.Equal(t, want.Field("Link"), got.Field("Link"), query)
		}
		for _, query := range []string{"q=%F0%9F%A5%81", "q=C%23", "q=7", "q=%E6%9D%B1", "city=!",
			"organization=-"} {
			require.Contains(t, get(path, query).Field("Link"), "/eventos?"+
				strings.ReplaceAll(query, "!", "%21")+">", query)
		}
	}
}
