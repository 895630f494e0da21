package text

import (
	"strings"
	"unicode/utf8"
)

// japaneseWritings are words that Japanese writes in several ways, as JMdict (Electronic Dictionary
// Research and Development Group) and the list of characters for common use (常用漢字表) have them:
// in Han, in kana or in both, and loanwords in full and clipped. Left out are words of which the
// kana mean another common word as well (花 and 鼻, 公園 and 講演), or begin many.
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
	寿司 鮨 鮓 寿し すし
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
	写真 しゃしん
	地図 ちず
	音楽 おんがく
	映画 えいが
	美術館 びじゅつかん
	博物館 はくぶつかん
	図書館 としょかん
	動物園 どうぶつえん
	水族館 すいぞくかん
	植物園 しょくぶつえん
	遊園地 ゆうえんち
	神社 じんじゃ
	相撲 すもう
	将棋 しょうぎ
	落語 らくご
	歌舞伎 かぶき
	書道 しょどう
	柔道 じゅうどう
	剣道 けんどう
	空手 からて
	野球 やきゅう
	卓球 たっきゅう
	水泳 すいえい
	登山 とざん
	体操 たいそう
	体験 たいけん
	教室 きょうしつ
	見学 けんがく
	旅行 りょこう
	遠足 えんそく
	料理 りょうり
	弁当 べんとう
	お菓子 御菓子 おかし
	刺身 刺し身 さしみ
	焼き鳥 焼鳥 やきとり
	焼き肉 焼肉 やきにく
	焼きそば 焼そば やきそば
	お好み焼き お好み焼 おこのみやき
	日本酒 にほんしゅ
	地酒 じざけ
	抹茶 まっちゃ
	紅茶 こうちゃ
	緑茶 りょくちゃ
	野菜 やさい
	果物 くだもの
	鰻 うなぎ
	自転車 じてんしゃ
	電車 でんしゃ
	飛行機 ひこうき
	放題 ほうだい
	直し なおし
	巡り めぐり
	狩り 狩 がり
	遊び あそび
	語り がたり
	学び まなび
	集い つどい
	夕べ ゆうべ
	贈り物 贈りもの おくりもの
	思い出 思いで おもいで
	暮らし 暮し くらし
	美味しい おいしい
	可愛い かわいい
	綺麗 きれい
	面白い おもしろい
	一人 ひとり
	二人 ふたり
	友達 友だち ともだち
	家族 かぞく
	親子 おやこ
	赤ちゃん あかちゃん
	煉瓦 れんが
	眼鏡 めがね
	石鹸 石けん せっけん
	三味線 しゃみせん
	尺八 しゃくはち
	忍者 にんじゃ
	侍 さむらい
	幽霊 ゆうれい
	妖怪 ようかい
	怪獣 かいじゅう
	恐竜 きょうりゅう
	宇宙 うちゅう
	月見 つきみ
	迷路 めいろ
	宝探し 宝さがし たからさがし
	手品 てじな
	漫画 まんが
	版画 はんが
	陶芸 とうげい
	彫刻 ちょうこく
	俳句 はいく
	川柳 せんりゅう
	小説 しょうせつ
	童話 どうわ
	昔話 むかし話 むかしばなし
	合唱 がっしょう
	演奏 えんそう
	芝居 しばい
	紙芝居 かみしばい
	掃除 そうじ
	健康 けんこう
	瞑想 めいそう
	座禅 坐禅 ざぜん
	相談 そうだん
	学校 がっこう
	大学 だいがく
	先生 せんせい
	学生 がくせい
	勉強 べんきょう
	宿題 しゅくだい
	英語 えいご
	計算 けいさん
	電卓 でんたく
	天気 てんき
	時計 とけい
	電話 でんわ
	手紙 てがみ
	辞書 じしょ
	日記 にっき
	画面 がめん
	設定 せってい
	検索 けんさく
	翻訳 ほんやく
	印刷 いんさつ
	夜空 よぞら
	夜景 やけい
	東京 とうきょう
	京都 きょうと
	大阪 おおさか
	横浜 よこはま
	名古屋 なごや
	札幌 さっぽろ
	神戸 こうべ
	福岡 ふくおか
	広島 ひろしま
	仙台 せんだい
	金沢 かなざわ
	沖縄 おきなわ
	北海道 ほっかいどう
	新宿 しんじゅく
	渋谷 しぶや
	浅草 あさくさ
	池袋 いけぶくろ
	銀座 ぎんざ
	箱根 はこね
	長崎 ながさき
	熊本 くまもと
	アプリケーション アプリ
	リモートコントロール リモコン
	ワードプロセッサー ワープロ
	コンビニエンスストア コンビニ
	テレビジョン テレビ
	インフラストラクチャー インフラ
	プレゼンテーション プレゼン
	リハビリテーション リハビリ
	イラストレーション イラスト
	コラボレーション コラボ
	パンフレット パンフ
	ファミリーレストラン ファミレス
	メールマガジン メルマガ
	サブスクリプション サブスク
	ヨガ ヨーガ`

// kanaWritings are the ways to write one sound of a loanword, after the notes on long vowels and on
// ア and ヤ in 外来語の表記 (notification 2 of the Cabinet, 1991): メイン and メーン, ボウリング and
// ボーリング, ダイア and ダイヤ, ビューア and ビューワ. After the rows stand what follows a letter of one row
// of the syllabary.
var kanaWritings = []struct{ row, first, second string }{
	{"エケゲセゼテデネヘベペメレ", "ー", "イ"},
	{"オコゴソゾトドノホボポモヨロ", "ー", "ウ"},
	{"イキギシジチニヒビピミリ", "ア", "ヤ"},
	{"ユ", "ーア", "ーワ"},
}

// writingGroups are the groups of japaneseWritings and of kanaWritings as they are searched, and
// writingsOf has the group of each member.
var (
	writingGroups = func() (groups [][]string) {
		for _, w := range kanaWritings {
			for _, kana := range w.row {
				groups = append(groups, []string{string(kana) + w.first, string(kana) + w.second})
			}
		}
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
