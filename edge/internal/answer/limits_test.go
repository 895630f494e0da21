package answer

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
	"cartaz/edge/internal/answer/listquery"
)

// The description of the API names the limits that are in force here.
func TestDescriptionNamesLimits(t *testing.T) {
	described := i18n.Bind[struct {
		Term string `i18n:"openapi.listEvents.q"`
		Body string `i18n:"openapi.issueAnonymousAgentCredential.requestBody"`
	}]()
	for _, locale := range i18n.Names() {
		const limit = ` %d (bytes|octets|Byte)\b` // in each of the languages
		require.Regexp(t, fmt.Sprintf(limit, listquery.MaxTerm), described(locale).Term, locale)
		require.Regexp(t, fmt.Sprintf(limit, MaxBody), described(locale).Body, locale)
	}
}

// Dates are written as package time writes them, at any second, in years of four digits and others.
func TestHTTPDate(t *testing.T) {
	at := []int64{0, -1, 951782399, 951782400, 253402300799, 253402300800, -62135596801,
		-62167219201}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		at = append(at, random.Int64N(1<<33))
	}
	for _, unix := range at {
		require.Equal(t, time.Unix(unix, 0).UTC().Format(http.TimeFormat), httpDate(unix))
	}
}
