package crash_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
)

// TestOracle has the judge of all other tests here see mixtures: bytes of one
// release under the tag, the media type or the tokens of another, and a list
// that is of none.
func TestOracle(t *testing.T) {
	k := newKiller(t, t.TempDir(), 1)
	builds := []generate.Options{{Events: 120, Seed: 1}, {Events: 120, Seed: 2}}
	oracle := newOracle(k.dir)
	for _, o := range builds {
		require.NoError(t, generate.Brand(k.brands, "festa", o))
		code, said := runBuilder(t, append(k.command(), "--export=false")...)
		require.Zero(t, code, said)
		oracle.learn(t)
	}
	var pages []answer // one page, in Markdown, of both releases
	for a := range oracle.sealed {
		if a.target == "/eventos/evento-7" && a.tokens != "" {
			pages = append(pages, a)
		}
	}
	require.Len(t, pages, 2)
	var list joined
	for list = range oracle.joined {
		break
	}
	mixed, wrong, other := pages[0], pages[0], pages[0]
	mixed.tag = pages[1].tag
	wrong.tokens = pages[1].tokens + "0"
	other.media = "text/html; charset=utf-8"
	for name, test := range map[string]struct {
		given []answer
		fault string // "" for none
	}{
		"both releases": {pages, ""},
		"a list": {[]answer{{target: list.target, digest: list.digest, tag: "x"}},
			""},
		"tag of the other":      {[]answer{mixed}, "does not belong to its ETag"},
		"tokens of another":     {[]answer{wrong}, "is of no release"},
		"media type of another": {[]answer{other}, "is of no release"},
		"a list of none": {[]answer{{target: list.target, digest: pages[0].digest}},
			"is of no release"},
		"one tag for two lists": {[]answer{{target: list.target, digest: list.digest, tag: "y"},
			{target: list.target, digest: otherList(oracle, list), tag: "y"}}, "two bodies"},
	} {
		judge := newOracle(k.dir)
		judge.sealed, judge.joined = oracle.sealed, oracle.joined
		for _, a := range test.given {
			judge.note(a, nil)
		}
		asked, err := judge.judge()
		require.Equal(t, len(test.given), asked)
		if test.fault == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorContains(t, err, test.fault, name)
	}
	oracle.note(answer{target: "/"}, errors.New("refused"))
	_, err := oracle.judge()
	require.ErrorContains(t, err, "/: refused")
}

// otherList is the digest of the same list in the other release.
func otherList(o *oracle, list joined) (digest [16]byte) {
	for l := range o.joined {
		if l.target == list.target && l.digest != list.digest {
			return l.digest
		}
	}
	return digest
}
