package validate

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"cartaz/builder/search/analysis"
)

// letters are the Latin spellings of Cyrillic (see analysis.CyrillicLatin), Greek (ISO 843,
// transcription) and the syllables of Japanese (Hepburn). Those of two characters come before those
// of one.
var letters = analysis.Spellings(analysis.CyrillicLatin + " " +
	"α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ " +
	"y φ f χ ch ψ ps ω o " +
	"あ a い i う u え e お o か ka き ki く ku け ke こ ko が ga ぎ gi ぐ gu げ ge ご go " +
	"さ sa し shi す su せ se そ so ざ za じ ji ず zu ぜ ze ぞ zo た ta ち chi つ tsu て te と to " +
	"だ da ぢ ji づ zu で de ど do な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho " +
	"ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po ま ma み mi む mu め me も mo " +
	"や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa を o ん n ゔ vu ぁ a ぃ i ぅ u ぇ e ぉ o " +
	"きゃ kya きゅ kyu きょ kyo ぎゃ gya ぎゅ gyu ぎょ gyo しゃ sha しゅ shu しょ sho じゃ ja じゅ ju " +
	"じょ jo ちゃ cha ちゅ chu ちょ cho にゃ nya にゅ nyu にょ nyo ひゃ hya ひゅ hyu ひょ hyo びゃ bya " +
	"びゅ byu びょ byo ぴゃ pya ぴゅ pyu ぴょ pyo みゃ mya みゅ myu みょ myo りゃ rya りゅ ryu りょ ryo " +
	"しぇ she じぇ je ちぇ che てぃ ti でぃ di とぅ tu どぅ du ふぁ fa ふぃ fi ふぇ fe ふぉ fo " +
	"うぃ wi うぇ we うぉ wo ゔぁ va ゔぃ vi ゔぇ ve ゔぉ vo")

// latin writes a text in Latin letters where that is unambiguous: Cyrillic, Greek and kana. It is
// "" for a text with a letter of another script, since the rest of such a name says little.
func latin(s string) string {
	runes := []rune(strings.ToLower(norm.NFC.String(s)))
	for i, c := range runes {
		if c >= 'ァ' && c <= 'ヴ' {
			runes[i] = c - ('ァ' - 'ぁ') // katakana by the table of hiragana
		}
	}
	var b strings.Builder
	double := false
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		spelled, known := letters[string(runes[i:min(i+2, len(runes))])]
		if known {
			i++
		} else if spelled, known = letters[string(c)]; !known {
			base := []rune(norm.NFD.String(string(c)))[0] // without its accent
			spelled, known = letters[string(base)]
		}
		switch {
		case known:
			if double && strings.HasPrefix(spelled, "ch") {
				b.WriteByte('t')
			} else if double {
				b.WriteString(spelled[:min(1, len(spelled))])
			}
			b.WriteString(spelled)
		case c == 'っ':
			double = true
			continue
		case c == 'ー', unicode.Is(unicode.Mn, c):
			continue
		case unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c):
			return ""
		default:
			b.WriteRune(c)
		}
		double = false
	}
	return b.String()
}
