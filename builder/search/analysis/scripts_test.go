package analysis_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/lang"
)

func TestRetyped(t *testing.T) {
	for typed, meant := range map[string]string{
		"rjywthn": "концерт", "Rbyj": "Кино", "[jh": "хор", "vepsrf e htrb": "музыка у реки",
		"`krf": "ёлка", "кщсл": "rock", "щкпфтшя": "organiz", "кщсл, офяя": "rock, jazz",
		"": "", "123": "", "東京": "", "é": "",
	} {
		require.Equal(t, meant, analysis.Retyped(typed), typed)
	}
}

// Words of several scripts that sound alike have one sound, or nearly, and one skeleton.
func TestSound(t *testing.T) {
	plain := lang.Default.Analyzer()
	sound := func(word string) (sound, skeleton string) {
		heard := analysis.Sound(nil, plain.Append(nil, word))
		return string(heard), string(analysis.Skeleton(nil, heard))
	}
	for _, words := range []string{
		"Trapiche trapixe трапиш", "kino кино", "muzyka музыка", "vystavka выставка",
		"ekskursiya экскурсия", "kontsert концерт", "Хельсинки Helsinki", "Wagner Вагнер",
		"Chopin Шопен", "Αθήνα Athina", "Μουσείο mouseio", "Kubernetes кубернетес",
		"shchelkunchik щелкунчик", "Cecília Sesilia", "Souza Sousa", "Филипп Philippe",
		"ビートルズ Beatles", "ドッカー Docker", "ウィキペディア Wikipedia", "ジャズ jazz",
		"シンフォニー symphony", "キャンプ camp", "フェスティバル festival",
	} {
		first, others, _ := strings.Cut(words, " ")
		_, want := sound(first)
		require.NotEmpty(t, want, first)
		for other := range strings.FieldsSeq(others) {
			_, skeleton := sound(other)
			require.Equal(t, want, skeleton, words)
		}
	}
	for _, pair := range []string{"trapiche trapixe", "sousa souza", "cecilia sesilia",
		"kino кино", "camile kamille", "quilombo kilombo"} {
		a, b, _ := strings.Cut(pair, " ")
		one, _ := sound(a)
		other, _ := sound(b)
		require.Equal(t, one, other, pair)
	}
	for _, pair := range []string{"trapiche tropiche", "marcelo marcero", "jazz jesus"} {
		a, b, _ := strings.Cut(pair, " ")
		one, _ := sound(a)
		other, _ := sound(b)
		require.NotEqual(t, one, other, pair)
	}
	for _, none := range []string{"", "東京", "jazz東", "شعر", "2026"} {
		heard, skeleton := sound(none)
		require.Empty(t, heard+skeleton, none)
	}
}
