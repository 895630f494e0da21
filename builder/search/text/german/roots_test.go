package german_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/german"
)

// meet reports whether two words have a root in common. The second then has one of the beginnings
// of the family of the first, where an index looks for it.
func meet(t *testing.T, a, b string) bool {
	var one german.Roots
	one.Read([]byte(text.Fold(a)))
	_, ok := one.Meet([]byte(text.Fold(b)))
	begins := false
	for i := range one.Beginnings() {
		begin := one.Beginning(i)
		begins = begins || len(begin) > 0 && bytes.HasPrefix([]byte(text.Fold(b)), begin)
	}
	require.True(t, !ok || begins, "%s %s", a, b)
	return ok
}

// Words of one family meet, and others with the same letters do not.
func TestFamilies(t *testing.T) {
	for _, row := range []string{
		"verwalten Verwaltung Verwalter verwaltet", "drucken Drucker Druck gedruckt Druckerin",
		"aufzeichnen Aufzeichner Aufzeichnung aufgezeichnet aufzuzeichnen",
		"organisieren Organisation Organisator organisiert", "fotografieren Fotograf fotografiert",
		"sammeln Sammler Sammlung gesammelt", "wandern Wanderer Wanderung gewandert",
		"sprechen Sprecher gesprochen Sprache", "wiedergeben Wiedergabe wiedergegeben",
		"herunterladen heruntergeladen herunterzuladen", "aufnehmen Aufnahme aufgenommen",
		"flechten Flechter geflochten", "dirigieren Dirigent Dirigentin", "backen Bäcker",
		"reparieren Reparatur repariert", "umziehen Umzug umgezogen", "massieren Massage",
	} {
		words := strings.Fields(row)
		for _, word := range words[1:] {
			require.True(t, meet(t, words[0], word), "%s %s", words[0], word)
			require.True(t, meet(t, word, words[0]), "%s %s", word, words[0])
		}
	}
	for _, row := range []string{
		"Bücher buchen", "Bürger Burgen", "Wetter wetten", "spielen abspielen", "Messer messen",
		"Leiter leiten", "bauen Bauer", "Burg Bürger", "stellen Ausstellung",
		"Theater Theaterstück",
		"Universum Universität", "Orgel Organisation", "Spiel Spielzeug", "Minister Ministranten",
	} {
		a, b, _ := strings.Cut(row, " ")
		require.False(t, meet(t, a, b), row)
		require.False(t, meet(t, b, a), row)
	}
}
