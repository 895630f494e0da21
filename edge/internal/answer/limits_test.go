package answer

import (
	"fmt"
	"testing"

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
		const limit = ` %d (bytes|octets|[Bb]yte)\b` // in each of the languages
		require.Regexp(t, fmt.Sprintf(limit, listquery.MaxTerm), described(locale).Term, locale)
		require.Regexp(t, fmt.Sprintf(limit, MaxBody), described(locale).Body, locale)
	}
}
