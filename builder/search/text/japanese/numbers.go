// Package japanese has what Japanese writes in several ways, as tables that a person can read and
// edit, a kind each, and numbers in Han figures. The tables are written as Japanese writes; package
// text folds them and says how they are searched.
package japanese

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Counters are what a single Han figure is a number before: 三歳 is 3歳, and 三味線 is no 3味線. They
// are the counters (助数詞) of JMdict that people write behind figures too. Left out are those that
// make other words of most figures (戸: 八戸 is a city; 重, 味, 葉, 国, 州).
const Counters = `
	年 周年 世紀 月 日 週 時 分 秒 泊 学期 ヶ月 カ月 か月 箇月 ヶ国 カ国
	か国 ヶ所 カ所 か所 箇所 歳 才 人 名 匹 頭 羽 尾 個 本 枚 冊 台 杯 皿
	足 着 缶 袋 箱 束 株 艘 隻 両 膳 席 つ 円 銭 発 球 点 倍 割 度 位 級 号
	番 回 次 代目 部 幕 場面 章 節 巻 話 曲 弾 種 色 段 階 組 班 列 行 連
	軒 件 社 校 館 店 作品 世代 世帯 家族 学年 都市 大学 団体 チーム 拍子
	畳 坪 丁目 便 キロ メートル センチ ミリ グラム トン リットル
	ヘクタール ドル ユーロ ポンド ページ 頁 ポイント パーセント
	カロリー セット コース ステージ クラス レース ラウンド ゲーム
	ホール パターン タイプ ジャンル バイト ビット ピース パート
	シーズン エリア kg km cm mm ml`

// FixedWords are words that would be read as numbers, but that nobody writes in Arabic figures, or
// that mean something else so: names of places and people, and words in which the figure is none.
// A text has no number where one of them begins.
const FixedWords = `
	五十嵐 五十鈴 五十音 五十肩 四十肩 四十雀 四十物 八百屋 八百長
	八百万 八百津 八百板 十二単 十二支 十八番 三十三間堂 四十九日
	二十日鼠 二十日大根 二十四節気 八十八夜 三千院 三千代 百八つ
	十三夜 十五夜 十六夜 千歳 千曲 千本 千羽鶴 千枚田 千枚漬 百足
	百本木 百人一首 百人町 百度参 百目鬼 百面相 万年 万次郎 十日町
	十日市 十日戎 十人十色 十分 十両 十種 八日市 八つ橋 八つ墓 八つ当
	七日町 七つ森 七つの大罪 六本木 六日町 六つ美 五日市 五月雨 五月病
	五本松 四日市 四つ葉 四つ角 四段活用 三日月 三日坊主 三つ葉 三つ巴
	三つ編 三つ子 三つ揃 三色旗 三段腹 三段跳 三枚目 三位一体 三人吉三
	三本松 三本木 二日市 二日酔 二本松 二段構 二枚目 二枚貝 二人三脚
	二人静 九段下 九段会館 九段南 九段北 一本木 一本気 一本締 一体 一面
	一節 一色 一軒家 一輪車 一級品 一種の 一段と 一段落 一目 一番町
	一番星 一番街 一つ橋 一ツ橋 一部 一行 一同 一時的 一時停止 一時保育
	一時預 一日市 一日千秋 一週遅 一次産業 一切 一両日 一件落着 一点張
	一対 一足先 一足飛 一杯 一層 一連 一枚岩`

// MaxNumber is the longest number in Arabic figures that AppendNumber returns.
const MaxNumber = 20

// most is the largest number that is read: a hundred million of 億.
const most = 1e16

// figure is the value of a figure from 0 to 9, Han or ASCII, and -1 of another rune.
func figure(r rune) int {
	if '0' <= r && r <= '9' {
		return int(r - '0')
	}
	switch r {
	case '〇', '零':
		return 0
	case '一':
		return 1
	case '二':
		return 2
	case '三':
		return 3
	case '四':
		return 4
	case '五':
		return 5
	case '六':
		return 6
	case '七':
		return 7
	case '八':
		return 8
	case '九':
		return 9
	}
	return -1
}

// unit is what a Han unit multiplies by, and 0 of another rune. The letters are those that text
// folds: traditional ones are simplified.
func unit(r rune) uint64 {
	switch r {
	case '十':
		return 10
	case '百':
		return 100
	case '千':
		return 1000
	case '万', '萬':
		return 1e4
	case '億', '亿':
		return 1e8
	case '兆':
		return 1e12
	}
	return 0
}

// IsNumeral reports whether a rune is a figure or a unit of numbers.
func IsNumeral(r rune) bool { return figure(r) >= 0 || unit(r) > 0 }

// Number is a number as Japanese writes it.
type Number struct {
	Value   uint64
	Len     int  // in bytes, of all numerals that follow each other
	Letters int  // how many Han numerals there are
	Plain   bool // nothing but Arabic figures
	ok      bool
}

// Valid reports whether the numerals are a number: 四十二, 2万5千, 二〇二六 and 20,000 are; 三四 (three or
// four), 十百 and 〇〇 are none.
func (n Number) Valid() bool { return n.ok }

// ReadNumber reads the numerals that a folded text begins with.
func ReadNumber(folded []byte) Number {
	n := Number{Plain: true}
	var total, section, small, run uint64 // 2万5千: total 20000, section 5000; run is the 5 before 千
	var digits, han, zeros int            // of run
	largest, sectionUnit := uint64(most), uint64(1e4)
	ok := true
	endRun := func() {
		// Han figures in a row are a number only as years and the like are written.
		if han > 1 && (han != digits || zeros == 0 && han != 4 || run == 0) {
			ok = false
		}
		small, run, digits, han, zeros = run, 0, 0, 0, 0
	}
	given := false // small was written
	for n.Len < len(folded) {
		r, size := utf8.DecodeRune(folded[n.Len:])
		if r == ',' && isGroup(folded[:n.Len], folded[n.Len+1:]) {
			n.Len++
			n.Plain = false
			continue
		}
		d, u := figure(r), unit(r)
		if d < 0 && u == 0 {
			break
		}
		n.Len += size
		if d >= 0 {
			if run = run*10 + uint64(d); run > most {
				ok = false
				run = 0
			}
			digits, given = digits+1, true
			if r > '9' {
				han, n.Letters, n.Plain = han+1, n.Letters+1, false
			}
			if d == 0 && r > '9' {
				zeros++
			}
			continue
		}
		n.Letters, n.Plain = n.Letters+1, false
		endRun()
		switch {
		case u < 1e4 && u < sectionUnit:
			if !given {
				small = 1
			}
			section, sectionUnit = section+small*u, u
		case u >= 1e4 && u < largest && section+small > 0:
			total, section = total+(section+small)*u, 0
			largest, sectionUnit = u, 1e4
		default:
			ok = false
		}
		small, given = 0, false
	}
	endRun()
	n.Value = total + section + small
	n.ok = ok && n.Len > 0 && n.Value <= most && (n.Value > 0 || n.Plain)
	return n
}

// isGroup reports whether a comma parts the thousands of an Arabic number: 20,000.
func isGroup(before, after []byte) bool {
	ascii := func(b []byte, i int) bool {
		return i >= 0 && i < len(b) && '0' <= b[i] && b[i] <= '9'
	}
	return ascii(before, len(before)-1) && ascii(after, 0) && ascii(after, 1) &&
		ascii(after, 2) && !ascii(after, 3)
}

// AppendNumber appends a number in Arabic figures.
func AppendNumber(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// Words returns the words of a table.
func Words(table string) []string { return strings.Fields(table) }
