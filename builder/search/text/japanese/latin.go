package japanese

import (
	"strings"
	"unicode/utf8"
)

// hepburn are the sounds of hiragana in Latin letters as maps and passports of Japan write them
// (Hepburn): two letters first.
var hepburn = strings.NewReplacer(strings.Fields(`
	きゃ kya きゅ kyu きょ kyo しゃ sha しゅ shu しょ sho ちゃ cha ちゅ chu ちょ cho にゃ nya にゅ nyu にょ nyo
	ひゃ hya ひゅ hyu ひょ hyo みゃ mya みゅ myu みょ myo りゃ rya りゅ ryu りょ ryo ぎゃ gya ぎゅ gyu ぎょ gyo
	じゃ ja じゅ ju じょ jo びゃ bya びゅ byu びょ byo ぴゃ pya ぴゅ pyu ぴょ pyo
	あ a い i う u え e お o か ka き ki く ku け ke こ ko さ sa し shi す su せ se そ so た ta ち chi つ tsu て te と to
	な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ま ma み mi む mu め me も mo や ya ゆ yu よ yo
	ら ra り ri る ru れ re ろ ro わ wa を o ん n が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji ず zu ぜ ze ぞ zo
	だ da ぢ ji づ zu で de ど do ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po`)...)

// longVowels are two letters of one long sound, which Latin letters write as a short one: Tokyo.
var longVowels = strings.NewReplacer("ou", "o", "oo", "o", "uu", "u")

// Latin returns hiragana in Latin letters: とうきょう is tokyo.
func Latin(kana string) string {
	latin := longVowels.Replace(hepburn.Replace(kana))
	for {
		before, after, found := strings.Cut(latin, "っ")
		if !found {
			return latin
		}
		_, n := utf8.DecodeRuneInString(after)
		latin = before + after[:n] + after
	}
}
