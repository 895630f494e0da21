package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/japanese"
)

// normalsOf are the normal forms of a query, by the part that has it. Those of words of one letter
// are told with singles only, and others without.
func normalsOf(languages text.Languages, s string, singles ...bool) map[string]string {
	var runs []text.Run
	folded := text.AppendSearchRuns(nil, s, func(at int, hiragana bool) {
		runs = append(runs, text.Run{At: at, Hiragana: hiragana})
	})
	found := map[string]string{}
	var n text.Normals
	n.Each(languages.Rules(), folded, runs, true, func(from, until int, normal []byte) {
		if (normal[0] == '=') == (len(singles) > 0) {
			found[string(folded[from:until])] = string(normal)
		}
	})
	return found
}

func TestJapaneseNumbers(t *testing.T) {
	for s, want := range map[string]map[string]string{
		"四十二キロ":        {"四十二": "42"},
		"二万発の花火":       {"二万": "20000"},
		"2万発":          {"2万": "20000"},
		"２万５千人":        {"2万5千": "25000"},
		"20,000発":      {"20,000": "20000"},
		"1,234,567円":   {"1,234,567": "1234567"},
		"第九":           {"九": "9"},
		"二〇二六年":        {"二〇二六": "2026"},
		"一九九九年":        {"一九九九": "1999"},
		"百周年":          {"百": "100"},
		"一日三回":         {"一": "1", "三": "3"},
		"二十日":          {"二十": "20"},
		"千二百三十四":       {"千二百三十四": "1234"},
		"一億二千万":        {"一億二千万": "120000000"},
		"三ヶ月":          {"三": "3"},
		"三つ":           {"三": "3"},
		"第一部":          {"一": "1"},
		"三十分":          {"三十": "30"},
		"五キロ":          {"五": "5"},
		"三味線":          {},
		"八戸":           {},
		"千葉県":          {"千叶县": "chiba"},
		"一般":           {},
		"一緒に":          {},
		"世界一":          {},
		"六本木":          {},
		"五十嵐":          {},
		"八百屋":          {},
		"三日月":          {},
		"四日市市":         {},
		"十分な時間":        {},
		"数十人":          {},
		"何千人":          {},
		"三四人":          {},
		"七五三":          {},
		"〇〇さん":         {},
		"万国博":          {},
		"十百":           {},
		"1.5万人":        {},
		"42キロ":         {},
		"2026年":        {},
		"mp3万":         {},
		"1,2345":       {},
		"百億千兆":         {},
		"一万一億":         {},
		"99999999999万": {"99999999999万": "999999999990000"},
	} {
		require.Equal(t, want, normalsOf(text.Japanese, s), s)
	}
	require.Empty(t, normalsOf(text.AllLanguages&^text.Japanese, "四十二キロ"))
}

func TestLoanwords(t *testing.T) {
	for s, want := range map[string]map[string]string{
		"リナックス":        {"リナツクス": "linux"},
		"リナックスのサーバー":   {"リナツクス": "linux", "サーバ": "server"},
		"ﾗｲﾌﾞ":         {"ライブ": "live"},
		"東京ジャズ・フェスタ":   {"ジヤズ": "jazz", "フエスタ": "festa", "东京": "tokyo"},
		"ジャズフェスタ":      {"ジヤズフエスタ": "jazzfesta"},
		"ファイルマネージャー":   {"フアイルマネージヤ": "filemanager"},
		"コンピューターゲーム":   {"コンピユーターゲーム": "computergame"},
		"フリーマーケット":     {"フリーマーケツト": "fleamarket"},
		"ロック":          {"ロツク": "rock"},
		"カフェイン":        {},
		"ライブラリアン":      {},
		"ブロッコリー":       {},
		"アートマン":        {},
		"らいぶ":          {},
		"live":         {},
		"バー":           {"バー": "bar"},
		"ジャズジャズジャズジャズ": {"ジヤズジヤズジヤズジヤズ": "jazzjazzjazzjazz"},
		"ジャズジャズジャズジャズジャズジャズ": {},
	} {
		require.Equal(t, want, normalsOf(text.Japanese, s), s)
	}
	require.Empty(t, normalsOf(text.AllLanguages&^text.Japanese, "リナックス"))
	seen := map[string]bool{}
	for _, entry := range japanese.ReadLoanwords(japanese.Loanwords) {
		require.Regexp(t, `^[a-z]{2,}$`, entry.Latin)
		for _, kana := range entry.Kana {
			require.Regexp(t, `^[ァ-ヴー]{2,}$`, kana, entry.Latin)
			key := entry.Latin + " " + string(text.AppendSearch(nil, kana))
			require.False(t, seen[key] && !entry.OneWay, key)
			seen[key] = true
		}
	}
}

func TestJapanesePlaces(t *testing.T) {
	for s, want := range map[string]map[string]string{
		"京都の秋": {"京都": "kyoto"}, "東京都渋谷区神南": {"东京都": "tokyo", "渋谷区": "shibuya"}, "南京都": {},
		"北海道": {"北海道": "hokkaido"}, "大阪": {"大阪": "osaka"},
		"札幌 鳥取": {"札幌": "sapporo", "鸟取": "tottori"},
	} {
		require.Equal(t, want, normalsOf(text.Japanese, s), s)
	}
}

func TestSingles(t *testing.T) {
	for s, want := range map[string]map[string]string{
		"お寺": {"オ寺": "=寺"}, "御寺": {"御寺": "=寺"}, "京都のお寺": {"オ寺": "=寺"}, "寺": {"寺": "=寺"},
		"くるま": {"クルマ": "=车"}, "クルマ": {"クルマ": "=车"}, "海の家": {"海": "=海", "家": "=家"},
		"東大寺": {}, "国分寺市": {}, "お花見": {}, "自転車": {}, "くるまえび": {}, "お前": {}, "おやま": {},
	} {
		require.Equal(t, want, normalsOf(text.Japanese, s, true), s)
	}
}

// Each word finds the others of its row, and none of those behind the bar.
func TestWritings(t *testing.T) {
	rules := text.Japanese.Rules()
	find := func(word string) []string {
		folded := text.AppendSearch(nil, word)
		n, ways := rules.Writing(folded)
		if n < len(folded) {
			return nil
		}
		return ways
	}
	for _, row := range []string{
		"申し込み 申込み 申込", "取り扱い 取扱い 取扱", "打ち合わせ 打合わせ 打ち合せ 打合せ 打合", "受け付け 受付け 受付",
		"引っ越し 引越し 引越", "書き方 書方", "読み方 読方", "振り仮名 振仮名", "組み合わせ 組合せ | 組合",
		"生き物 | 生物", "立ち食い | 立食", "見る 観る 視る 観て 見た", "聴く 聞く 聴いて | 効く", "描く 書く 描い | 欠く",
		"遊ぶ 遊び 遊ん", "踊る 踊り おどり | 踊", "泳ぐ 泳ぎ", "食べる 食べ", "お祭り 祭り まつり 御祭り", "お花見 花見",
		"お弁当 弁当 べんとう", "ご予約 予約", "お前 | 前", "お腹 | 腹", "おでん | でん", "ご飯 | 飯", "お守り | 守り",
	} {
		joined, apart, _ := strings.Cut(row, " | ")
		words := strings.Fields(joined)
		for _, other := range words[1:] {
			require.Contains(t, find(words[0]), searched(other[:len(other)-ending(other)]), row)
		}
		for _, other := range strings.Fields(apart) {
			require.NotContains(t, find(words[0]), searched(other), row)
		}
	}
}

func searched(s string) string { return string(text.AppendSearch(nil, s)) }

// ending is the length of て or た behind another kana, which no row has.
func ending(s string) int {
	if strings.HasSuffix(s, "いて") {
		return len("て")
	}
	return 0
}

func TestKanaParts(t *testing.T) {
	v := text.NewKanaVocabulary()
	v.Add([]byte("フルネス"))
	for word, want := range map[string]string{
		"ファイルマネージャー": "ファイル マネージャ", "サウンドレコーダー": "レコーダ", "マインドフルネス": "マインド", "メンバー": "",
		"コンピューターゲーム": "コンピューター ゲーム", "メモ": "",
	} {
		found := map[string]bool{}
		v.EachPart(text.AppendSearch(nil, word), func(part []byte) { found[string(part)] = true })
		for _, part := range strings.Fields(want) {
			require.True(t, found[string(text.AppendSearch(nil, part))], "%s: %s", word, part)
		}
		require.Equal(t, want == "", len(found) == 0, "%s: %v", word, found)
	}
}
