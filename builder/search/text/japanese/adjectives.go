package japanese

import "strings"

// Adjectives are adjectives in い that people ask for, in a row with their writings in kana where
// these are no other word, after the lists for beginners (JLPT N5 to N3) and JMdict.
const Adjectives = `
	新しい あたらしい
	古い
	楽しい 愉しい たのしい
	嬉しい うれしい
	悲しい かなしい
	優しい やさしい
	易しい
	難しい むずかしい
	美しい うつくしい
	素晴らしい すばらしい
	面白い おもしろい
	可笑しい おかしい
	可愛い かわいい
	美味しい おいしい
	旨い 巧い
	甘い
	辛い
	苦い にがい
	酸っぱい すっぱい
	大きい おおきい
	小さい ちいさい
	長い ながい
	短い みじかい
	高い
	低い ひくい
	安い やすい
	広い ひろい
	狭い せまい
	深い ふかい
	浅い あさい
	太い ふとい
	細い ほそい
	早い 速い はやい
	遅い おそい
	近い ちかい
	遠い とおい
	明るい あかるい
	暗い くらい
	暑い 熱い
	寒い さむい
	暖かい 温かい あたたかい
	涼しい すずしい
	冷たい つめたい
	強い つよい
	弱い よわい
	重い おもい
	軽い かるい
	若い わかい
	珍しい めずらしい
	懐かしい なつかしい
	恐ろしい おそろしい
	怖い こわい
	激しい はげしい
	正しい ただしい
	詳しい くわしい
	忙しい いそがしい
	眠い ねむい
	丸い 円い まるい
	四角い しかくい
	赤い あかい
	青い あおい
	白い しろい
	黒い くろい
	黄色い きいろい
	使いやすい 使い易い つかいやすい
	分かりやすい 分かり易い わかりやすい
	見やすい
	温い ぬるい
	賢い かしこい
	偉い えらい`

// adjectiveEndings are what follows the stem of an adjective in its forms (学校文法): 楽しい, 楽しく,
// 楽しかった, 楽しければ, and the noun 楽しさ.
var adjectiveEndings = []string{"い", "く", "か", "け", "さ"}

// AdjectiveForms returns the rows of Adjectives: each with the beginnings of all forms.
func AdjectiveForms() (rows [][]string) {
	for row := range strings.Lines(strings.TrimSpace(Adjectives)) {
		var forms []string
		for _, word := range Words(row) {
			for _, ending := range adjectiveEndings {
				forms = append(forms, strings.TrimSuffix(word, "い")+ending)
			}
		}
		rows = append(rows, forms)
	}
	return rows
}
