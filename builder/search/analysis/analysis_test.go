package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/rowstest"
	"cartaz/builder/search/analysis"
	"cartaz/builder/search/lang"
)

func TestEachTerm(t *testing.T) {
	for in, want := range rowstest.Read[map[string]string](t, "testdata/each-term.yaml") {
		var terms []string
		analysis.EachTerm([]byte(in), nil,
			func(term []byte) { terms = append(terms, string(term)) })
		require.ElementsMatch(t, strings.Fields(want), terms, in)
	}
}

func TestAppend(t *testing.T) {
	plain, japanese := lang.Default.Analyzer(), lang.Japanese.Analyzer()
	for in, want := range map[string]string{
		"ねこ": "ネコ", "キャンプ": "キヤンプ", "ヴァイオリン": "バイオリン", "サーバー": "サーバ", "バー": "バー",
		"佐々木": "佐佐木", "音樂": "音乐", "渡邉": plainOf("渡辺"), "São": "sao",
	} {
		require.Equal(t, want, string(plain.Append(nil, in)), in)
	}
	for _, same := range [][2]string{{"まつり", "祭り"}, {"夏まつり", "夏祭り"}, {"打合せ", "打ち合わせ"}} {
		require.Equal(t, string(japanese.Append(nil, same[1])),
			string(japanese.Append(nil, same[0])))
	}
	require.NotEqual(t, string(japanese.Append(nil, "ひ祭り")), string(japanese.Append(nil, "ひまつり")),
		"inside kana")
	require.Equal(t, []string{"动画", "再生"},
		strings.Fields(string(japanese.AppendRelaxed(nil, "動画を再生する"))))
}

func plainOf(s string) string { return string(lang.Default.Analyzer().Append(nil, s)) }

var words = strings.Fields("festas festa flores canções mais deus djs tickets animaux musicienne " +
	"häuser mueller führungen weihnachtsmarkt концертами музеев 2 17e 2026 foto fotografias dois " +
	"c++ 東京 ネコ día luces")

// Folding twice is folding once; a word is the first of its variants, which are at most 64 and
// symmetric within one rule: the word, or a respelling of it, is a variant of each.
func TestProperties(t *testing.T) {
	word := rapid.OneOf(rapid.SampledFrom(words), rapid.String(),
		rapid.StringMatching("[a-zé]{1,12}"))
	rapid.Check(t, func(t *rapid.T) {
		a := lang.Set(rapid.Uint32Range(0, uint32(lang.All)).Draw(t, "languages")).Analyzer()
		once := a.Append(nil, word.Draw(t, "word"))
		require.Equal(t, string(once), string(a.Append(nil, string(once))))
		var v, back analysis.Variants
		a.Expand(&v, once)
		require.LessOrEqual(t, v.Len(), analysis.MaxVariants)
		if len(once) == 0 {
			return
		}
		first, _ := v.At(0)
		require.Equal(t, string(once), string(first))
		if v.Len() == analysis.MaxVariants {
			return
		}
		origins := []string{string(once)}
		for i := 1; i < v.Len(); i++ {
			if other, rule := v.At(i); rule == "spelling" {
				origins = append(origins, string(other))
			}
		}
		for i := 1; i < v.Len(); i++ {
			other, rule := v.At(i)
			if rule == "ordinal" || strings.Contains(rule, ",") || rule == "spelling" {
				continue // one way, or of several rules, of which the first need not hold again
			}
			a.Expand(&back, other)
			symmetric := back.Len() == analysis.MaxVariants
			for k := range back.Len() {
				term, _ := back.At(k)
				symmetric = symmetric || slices.Contains(origins, string(term))
			}
			require.True(t, symmetric,
				"%s is a variant of %s by %s, and not the other way round", other, once, rule)
		}
	})
}
