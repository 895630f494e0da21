package text

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search/text/japanese"
)

// AppendSearch appends s as it is searched: folded as Fold does, and with one writing for what
// Japanese and Chinese write in several ways. Keys and addresses are folded only.
//
//   - Hiragana are katakana and small kana are large: ねこ is ネコ, キャンプ is キヤンプ.
//   - ヴァ, ヴィ, ヴ, ヴェ, ヴォ are バ, ビ, ブ, ベ, ボ.
//   - A long mark at the end of three kana or more is left out, as JIS Z 8301 has it: サーバー is
//     サーバ. Of two letters it stays: バー is no バ.
//   - An iteration mark is the letter before it: 佐々木 is 佐佐木.
//   - Traditional Chinese letters are simplified: 音樂 is 音乐 (see traditional).
//   - Japanese forms of a Han letter are one: 渡邉 is 渡辺, 髙島 is 高島 (japanese.Letters).
//
// These are the cases and accents of their scripts: forms that differ in them are the same word.
//
// A word with letters of Latin and of Cyrillic that look alike has those of one script, see
// AppendScripts.
func AppendSearch(dst []byte, s string) []byte {
	start := len(dst)
	dst = AppendScripts(dst, s)
	for _, c := range dst[start:] {
		// The first byte of kana and of the letters of Chinese; 﨑 stands further behind.
		if 0xe3 <= c && c <= 0xe9 || c == 0xef {
			return dst[:start+unify(dst[start:], nil)]
		}
	}
	return dst
}

// AppendSearchRuns is AppendSearch that also says where, in bytes from the beginning of what it
// appends, a run of one Japanese script begins: of Han, of katakana or of hiragana. A word seldom
// goes on from one script to another but for its endings, so what begins a run begins a word:
// 京都の秋 has runs at 京, の and 秋, and in 市民会館 the pair 民会 begins none. runs is called in the
// order of the text.
func AppendSearchRuns(dst []byte, s string, runs func(at int, hiragana bool)) []byte {
	start := len(dst)
	dst = AppendScripts(dst, s)
	return dst[:start+unify(dst[start:], runs)]
}

// Unify rewrites folded text in place to what AppendSearchRuns makes of it.
func Unify(folded []byte, runs func(at int, hiragana bool)) []byte {
	return folded[:unify(folded, runs)]
}

// japaneseScript is what a run of Japanese is written in.
type japaneseScript uint8

const (
	otherScript japaneseScript = iota
	han
	katakana
	hiragana
)

// scriptOf returns the script of a folded letter that follows one of another script. Marks that
// prolong or repeat a letter continue any.
func scriptOf(r rune, before japaneseScript) japaneseScript {
	switch {
	case r == longMark || r == '々' || unicode.Is(unicode.Mn, r):
		return before
	case 'ぁ' <= r && r <= 'ゟ':
		return hiragana
	case 'ァ' <= r && r <= 'ヿ' && r != '・':
		return katakana
	case unicode.Is(unicode.Han, r):
		return han
	}
	return otherScript
}

const (
	longMark    = 'ー'
	leastKana   = 3 // before a long mark that is left out
	hiraganaEnd = 'ゖ'
	toKatakana  = 'ア' - 'あ'
)

var (
	largeKana = pairsOf("ァアィイゥウェエォオッツャヤュユョヨヮワヵカヶケ")
	vKana     = pairsOf("アバイビエベオボ")
)

// pairsOf reads letters in turns: from, to.
func pairsOf(letters string) map[rune]rune {
	m, from := map[rune]rune{}, rune(0)
	for _, r := range letters {
		if from == 0 {
			from = r
			continue
		}
		m[from], from = r, 0
	}
	return m
}

// unify rewrites folded text in place and returns its new length, which is never greater: all
// letters that are replaced take three bytes. It calls runs, unless that is nil, where a run of one
// script begins.
func unify(b []byte, runs func(at int, hiragana bool)) int {
	out, kana := 0, 0 // kana: how many lie directly before
	var before rune
	var script japaneseScript
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		i += n
		if runs != nil {
			now := scriptOf(r, script)
			if now != script && now != otherScript {
				runs(out, now == hiragana)
			}
			script = now
		}
		switch {
		case 'ぁ' <= r && r <= hiraganaEnd || r == 'ゝ' || r == 'ゞ':
			r += toKatakana
		case r == '々' && unicode.Is(unicode.Han, before):
			r = before
		}
		if large, ok := largeKana[r]; ok {
			r = large
		}
		if form, ok := hanForms[r]; ok {
			r = form
		}
		if plain, ok := vKana[r]; ok && before == 'ヴ' {
			// The letter before was written as ブ.
			out -= utf8.RuneLen('ブ')
			kana--
			r = plain
		}
		if (r == 'ヽ' || r == 'ヾ') && isKana(before) {
			if r = before; r == 'ヴ' {
				r = 'ブ'
			}
		}
		if r == longMark && kana >= leastKana && endsKana(b[i:]) {
			before = r
			continue
		}
		before = r
		if r == 'ヴ' {
			r = 'ブ'
		}
		if kana++; !isKana(r) {
			kana = 0
		}
		out += utf8.EncodeRune(b[out:], r)
	}
	return out
}

// isKana reports whether a letter is a katakana or the long mark.
func isKana(r rune) bool { return 'ァ' <= r && r <= 'ヺ' || r == longMark }

// endsKana reports whether no kana but long marks follow.
func endsKana(rest []byte) bool {
	for len(rest) > 0 {
		r, n := utf8.DecodeRune(rest)
		if r != longMark {
			return !isKana(r) && (r < 'ぁ' || r > 'ゞ') && r != 'ヽ' && r != 'ヾ'
		}
		rest = rest[n:]
	}
	return true
}

// traditional are the letters that events most often have in traditional writing, each with its
// simplified one, after the fields kSimplifiedVariant and kTraditionalVariant of Unicode's Unihan.
var traditional = pairsOf("東东國国學学樂乐書书電电視视劇剧藝艺術术畫画廣广場场館馆會会議议節节慶庆戲戏臺台灣湾龍龙" +
	"鳳凤馬马車车門门開开關关時时間间長长風风雲云飛飞鳥鸟魚鱼貓猫燈灯觀观覽览講讲談谈詩诗詞词" +
	"語语說说話话讀读寫写歷历傳传統统現现動动競竞遊游運运體体賽赛課课師师親亲愛爱歡欢聲声響响" +
	"鋼钢彈弹團团隊队員员獨独聯联華华麗丽燦灿爛烂煙烟綠绿紅红藍蓝黃黄銀银錢钱價价買买賣卖費费" +
	"環环島岛灘滩橋桥樓楼廟庙宮宫園园葉叶樹树蘭兰櫻樱顏颜頭头臉脸願愿夢梦幾几個个這这裡里來来" +
	"過过還还對对點点發发當当與与為为無无從从見见記记設设計计試试驗验區区縣县鄉乡鎮镇醫医藥药" +
	"護护養养衛卫農农業业產产經经濟济貿贸財财務务網网絡络線线級级組组織织紀纪錄录編编輯辑報报" +
	"導导聞闻資资訊讯數数據据機机參参創创權权單单雙双變变轉转換换進进選选鐵铁鐘钟鑼锣龜龟麵面" +
	"飯饭飲饮饑饥飽饱鹽盐醬酱雞鸡鴨鸭鵝鹅蝦虾魯鲁陽阳陰阴陸陆陳陈張张劉刘吳吴趙赵孫孙馮冯鄭郑" +
	"謝谢許许羅罗蔣蒋楊杨鄧邓譚谭蘇苏盧卢賴赖濱滨滬沪漢汉滿满漁渔潔洁淨净溫温熱热燒烧營营獎奖" +
	"獲获獻献瑪玛瓊琼")

// hanForms leads from forms of Han letters to the one that stands for all of them: the simplified
// one of Chinese, or of Japanese the one in use.
var hanForms = func() map[rune]rune {
	all := maps.Clone(traditional)
	for _, row := range japanese.Words(japanese.Letters) {
		forms := []rune(row)
		one := forms[0]
		for _, form := range forms {
			if simple, ok := traditional[form]; ok {
				one = simple
				break
			}
		}
		for _, form := range forms {
			if form != one {
				all[form] = one
			}
		}
	}
	return all
}()

// Cut is a place where Japanese that is written as one may be taken apart.
type Cut struct {
	At   int // in bytes
	Skip int // of a particle that is left out: を in 動画を再生
	// Suffix: what follows may be a single letter, 市 in 古本市.
	Suffix bool
}

// japaneseParticles stand between words and are none: the case, topic and coordinating particles of
// school grammar (学校文法), and の behind or before others of them.
var japaneseParticles = strings.Fields("が の を に へ と から より で や も は か まで など への との での からの " +
	"までの には では とは")

// japaneseDoing are forms of する, which make verbs of nouns: 翻訳して is about 翻訳.
var japaneseDoing = strings.Fields("する した して します しました している しています したい しよう " +
	"される された されて できる できます")

// JapaneseDoing returns what makes verbs of nouns in Han.
func JapaneseDoing() []string { return japaneseDoing }

// partParticles are those that are looked for at the ends of longer hiragana, too: おはなしの森.
const partParticles = "がのをにへとではも"

// japaneseSuffixes are Han letters that follow words as nouns of their own, as JMdict marks them
// (n-suf): kinds of events, of places and of groups, and what things are made of.
const japaneseSuffixes = "会展祭市館園場店室校院所駅町村区県府都寺城団隊曲劇賞杯戦部課局券料集版機器書用語家屋者員"

var (
	standsBetween = func() map[string]bool {
		all := map[string]bool{}
		for _, p := range japaneseParticles {
			all[p] = true
		}
		return all
	}()
	isNounSuffix = func() map[rune]bool {
		all := map[rune]bool{}
		for _, r := range Fold(japaneseSuffixes) {
			all[r] = true
		}
		return all
	}()
)

// JapaneseParticles returns what stands between words, and the letters of those that are looked
// for at the ends of longer hiragana.
func JapaneseParticles() (all []string, ends string) { return japaneseParticles, partParticles }

// JapaneseSuffixes returns letters of Han that are nouns of their own behind words.
func JapaneseSuffixes() string { return japaneseSuffixes }

// AppendCuts appends the places where a text that Fold returned may be taken apart, in their order:
// within Han, between two scripts, and where a particle stands between two letters, or a form of する
// behind Han. The last two take it away; a particle may also be one that longer hiragana begin or
// end with.
func AppendCuts(dst []Cut, folded []byte) []Cut {
	script := otherScript // of the letter before at
	letter := false       // there is one
	for at := 0; at < len(folded); {
		r, n := utf8.DecodeRune(folded[at:])
		now := scriptOf(r, script)
		switch {
		case now == otherScript || now == script && now != han:
		case now == hiragana:
			end := at + hiraganaLen(folded[at:])
			after, _ := utf8.DecodeRune(folded[end:])
			if letter && standsBetween[string(folded[at:end])] && classOf(after) != separator {
				dst = append(dst, Cut{At: at, Skip: end - at})
				at, script, letter = end, otherScript, true
				continue
			}
			if script == han && slices.Contains(japaneseDoing, string(folded[at:end])) {
				dst = append(dst, Cut{At: at, Skip: end - at})
				at, script, letter = end, otherScript, true
				continue
			}
			if script != otherScript {
				dst = append(dst, Cut{At: at})
			}
			if letter && strings.ContainsRune(partParticles, r) {
				dst = append(dst, Cut{At: at, Skip: n})
			}
			last, size := utf8.DecodeLastRune(folded[at:end])
			if end > at+n && strings.ContainsRune(partParticles, last) &&
				classOf(after) != separator {
				dst = append(dst, Cut{At: end - size, Skip: size})
			}
		case script != otherScript && r != '々' && !unicode.Is(unicode.Mn, r):
			dst = append(dst, Cut{At: at, Suffix: isNounSuffix[r]})
		}
		script, letter = now, classOf(r) != separator
		at += n
	}
	return dst
}

// hiraganaLen is the length in bytes of the hiragana that a folded text begins with.
func hiraganaLen(folded []byte) int {
	n := 0
	for n < len(folded) {
		r, size := utf8.DecodeRune(folded[n:])
		if scriptOf(r, hiragana) != hiragana {
			break
		}
		n += size
	}
	return n
}
