package text

import (
	"strings"
	"unicode/utf8"
)

// japaneseWritings are words that Japanese writes in several ways, as JMdict (Electronic Dictionary
// Research and Development Group) and the list of characters for common use (常用漢字表) have them:
// in Han, in kana or in both, and loanwords in full and clipped. Left out are words of which the
// kana mean another common word as well (花 and 鼻, 星 and 欲しい), or begin many.
const japaneseWritings = `
	祭り まつり
	猫 ねこ
	犬 いぬ
	熊 くま
	狐 きつね
	狸 たぬき
	兎 うさぎ
	鼠 ねずみ
	鯨 くじら
	蛍 ほたる
	桜 さくら
	梅 うめ
	紅葉 もみじ
	椿 つばき
	向日葵 ひまわり
	紫陽花 あじさい
	苺 いちご
	林檎 りんご
	蜜柑 みかん
	葡萄 ぶどう
	南瓜 かぼちゃ
	茸 きのこ
	筍 竹の子 たけのこ
	蕎麦 そば
	饂飩 うどん
	寿司 鮨 すし
	天ぷら 天麩羅 てんぷら
	ご飯 御飯 ごはん
	お握り おにぎり
	味噌 みそ
	醤油 しょうゆ
	豆腐 とうふ
	卵 玉子 たまご
	餃子 ぎょうざ
	拉麺 ラーメン
	珈琲 コーヒー
	団子 だんご
	煎餅 せんべい
	饅頭 まんじゅう
	和菓子 わがし
	子供 子ども こども
	大人 おとな
	玩具 おもちゃ
	折り紙 折紙 おりがみ
	塗り絵 ぬりえ
	絵本 えほん
	花火 はなび
	花見 はなみ
	踊り おどり
	お化け おばけ
	剣玉 けん玉 けんだま
	凧揚げ 凧あげ たこあげ
	焚き火 たき火 焚火 たきび
	蝋燭 ろうそく
	提灯 ちょうちん
	太鼓 たいこ
	読み聞かせ よみきかせ
	手作り 手づくり てづくり
	物作り もの作り 物づくり ものづくり
	街歩き 町歩き まち歩き まちあるき
	散歩 さんぽ
	初めて はじめて
	雛祭り ひな祭り ひなまつり
	七夕 たなばた
	焼き物 焼物 やきもの
	生け花 いけばな
	着物 きもの
	浴衣 ゆかた
	人形 にんぎょう
	団扇 うちわ
	屋台 やたい
	温泉 おんせん
	硝子 ガラス
	倶楽部 クラブ
	フリーマーケット フリマ
	パーソナルコンピューター パソコン
	スマートフォン スマホ
	ボードゲーム ボドゲ
	ライトノベル ラノベ
	デジタルカメラ デジカメ
	アニメソング アニソン
	ゲームセンター ゲーセン
	ヨガ ヨーガ`

// writingGroups are the groups of japaneseWritings as they are searched, and writingsOf has the
// group of each member.
var (
	writingGroups = func() (groups [][]string) {
		for line := range strings.Lines(strings.TrimSpace(japaneseWritings)) {
			var group []string
			for member := range strings.FieldsSeq(line) {
				group = append(group, string(AppendSearch(nil, member)))
			}
			groups = append(groups, group)
		}
		return groups
	}()
	writingsOf, longestWriting = func() (map[string][]string, int) {
		of, longest := map[string][]string{}, 0
		for _, group := range writingGroups {
			for _, member := range group {
				of[member], longest = group, max(longest, len(member))
			}
		}
		return of, longest
	}()
)

// Writings returns the groups of words of some languages that are written in several ways, as they
// are searched.
func Writings(languages Languages) [][]string {
	if languages&Japanese == 0 {
		return nil
	}
	return writingGroups
}

// Writing returns the longest word that a text of a script without spaces begins with and that is
// written in several ways, and all of these ways, itself too. The length is 0 when there is none.
func (r *Rules) Writing(folded []byte) (length int, group []string) {
	if r.languages&Japanese == 0 {
		return 0, nil
	}
	for n := min(len(folded), longestWriting); n > 0; n-- {
		if n < len(folded) && !utf8.RuneStart(folded[n]) {
			continue
		}
		if group, ok := writingsOf[string(folded[:n])]; ok {
			return n, group
		}
	}
	return 0, nil
}

// BeginsInKana reports whether folded text begins with a katakana, which hiragana are folded to.
func BeginsInKana(folded []byte) bool {
	r, _ := utf8.DecodeRune(folded)
	return isKana(r)
}
