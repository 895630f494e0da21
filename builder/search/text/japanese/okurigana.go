package japanese

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Compounds are nouns made of two verbs, or of a noun and a verb, as 送り仮名の付け方 (notification 2 of
// the Cabinet, 1973, amended 2010) spells them in full. Its rule 6 lets the kana inside be left out
// (申込み), its rule 7 and custom all of them (申込). A - stands before those that are another word
// without any: 組み合わせ (combination) is no 組合 (union).
const Compounds = `
	打ち合わせ 打ち上げ 打ち切り 打ち込み 打ち水 売り上げ 売り切れ
	売り出し 売り場 売り込み 売り手 受け入れ 受け付け 受け取り
	受け渡し 受け持ち 受け継ぎ 受け答え 受け皿 埋め立て 埋め合わせ
	植え込み 植え付け 追い込み 追い風 追い越し 落とし物 落とし穴
	落ち葉 折り返し 折り畳み 織り物 編み物 編み方 染め物 -生き物
	-生き方 生け垣 祝い事 -歌い手 踊り手 踊り場 泳ぎ方 踊り方 走り方
	歩き方 話し方 教え方 選び方 育て方 遊び方 食べ方 飲み方 弾き方
	吹き方 描き方 撮り方 使い方 作り方 考え方 読み方 書き方 楽しみ方
	縫い方 書き換え 書き込み 書き出し 書き取り 書き初め 書き入れ
	書き手 書き下ろし 書き直し 貸し出し 貸し切り 貸し付け 貸し借り
	借り入れ 買い物 買い取り 買い付け 買い替え 買い出し 買い手 掛け算
	足し算 引き算 割り算 掛け声 掛け軸 掛け合い 飾り付け 片付け
	後片付け 味付け 盛り付け 位置付け 裏付け 名付け 色付け 絵付け
	着付け 振り付け 語り部 語り継ぎ 語り手 語り合い 勝ち抜き -勝ち負け
	刈り入れ 刈り取り 切り替え 切り抜き 切り絵 切り紙 切り花 切り口
	切り取り 切り離し 切り株 着替え 着せ替え 聞き取り 聞き書き 聞き手
	聴き比べ 食べ比べ 飲み比べ 見比べ -組み合わせ 組み立て 組み込み
	組み替え 組み紐 繰り返し 繰り上げ 繰り越し 繰り下げ 呼び出し
	呼び込み 呼び物 差し入れ 差し替え 差し引き 差し押さえ 差し出し
	仕上げ 仕立て 仕込み 仕組み 仕入れ 仕分け 仕切り 仕掛け 仕返し
	締め切り 締め付け 品切れ 品揃え 吸い物 座り込み 滑り台 滑り止め
	据え置き 刷り込み 立ち入り 立ち上げ 立ち会い 立ち見 -立ち食い
	立ち飲み 立ち寄り 立ち読み 立て替え 建て替え 建て物 建て売り
	食べ物 食べ歩き 食べ放題 食べ頃 飲み物 飲み放題 飲み会 飲み屋
	飲み水 揚げ物 漬け物 和え物 炊き込み 炊き出し 煮込み 焼き物 焼き芋
	焼き菓子 焼き魚 焼き立て 焼き餃子 焼き飯 付き合い 付き添い
	付け合わせ 付け根 積み立て 積み込み 積み木 積み重ね 詰め合わせ
	詰め込み 詰め替え 釣り堀 釣り竿 釣り人 釣り場 釣り銭 問い合わせ
	届け出 届け先 取り扱い 取り組み 取り引き 取り決め 取り消し
	取り調べ 取り付け 取り出し 取り外し 取り替え 取り寄せ 取り締まり
	取り立て 取り込み 取り入れ 取り壊し 取り皿 取り分け -直し方
	流し込み -投げ入れ 塗り替え 塗り物 縫い物 乗り物 乗り換え 乗り場
	乗り入れ 乗り降り 乗り継ぎ 乗り越し 入り口 出入り 出入り口
	入れ替え 入れ物 出会い 出迎え 払い込み 払い戻し 払い下げ 支払い
	前払い 後払い 先払い 貼り絵 貼り付け 貼り紙 話し合い 話し手
	引き出し 引き換え 引き渡し 引き取り 引き分け 引き継ぎ 引き落とし
	引き上げ 引き下げ 引き戸 引き潮 引っ越し 割り引き 割り当て
	割り込み 割り振り 値引き 値上げ 値下げ 手引き 手続き 手当て 手触り
	手洗い 手編み 手入れ 手書き 手描き 手織り 手染め 手打ち 手渡し
	手縫い 手焼き 手彫り 手遊び 掘り出し物 掘り起こし 掘り下げ 彫り物
	-干し物 干し柿 振り仮名 送り仮名 振り込み 振り替え 振り返り 振り袖
	振り出し 巻き物 巻き戻し 巻き寿司 待ち合わせ 待ち受け 待ち時間
	見送り 見積もり 見直し 見通し 見晴らし 見張り 見回り 見習い
	見取り図 見出し -見合い 見守り 申し込み 申し入れ 申し立て
	申し合わせ 申し出 持ち込み 持ち帰り 持ち出し 持ち物 持ち寄り
	持ち主 盛り合わせ 盛り上げ 盛り土 寄せ書き 寄せ植え 寄せ鍋
	寄せ集め 呼び鈴 読み込み 読み取り 読み上げ -読み書き 読み切り
	読み物 読み手 読み札 読み比べ 弾き語り 行き先 行き止まり 帰り道
	曲がり角 回り道 忘れ物 贈り物 届け物 拾い物 預かり物 借り物 貰い物
	笑い話 笑い声 -一休み 夏休み 冬休み 春休み 昼休み 早寝早起き 早起き
	早食い 大食い -長生き 夜遊び 水遊び 川遊び 砂遊び 泥遊び -外遊び
	雪遊び 雪解け 夕焼け 朝焼け 日焼け 夜明け 年明け 年越し 年忘れ
	雨上がり 雨宿り 山開き 海開き 川開き 蔵開き 店開き 幕開け 幕切れ
	町並み 街並み 家並み 人通り 盆踊り 阿波踊り 稲刈り 田植え 草刈り
	芋掘り 潮干狩り 栗拾い 蛍狩り 紅葉狩り 苺狩り 葡萄狩り 梨狩り
	林檎狩り 虫取り 魚釣り 山登り 木登り 里帰り 日帰り 日替わり
	週替わり 子育て 子連れ 親子連れ 家族連れ 犬連れ 声掛け 呼び掛け
	壁掛け 腰掛け 綱引き 玉入れ 玉転がし 肝試し 力試し 腕試し 運試し
	夕涼み 夕暮れ 日暮れ 巡り合い 触れ合い 助け合い 押し花 押し絵
	押し寿司 -生け花 挿し木 挿し絵 草取り 影踏み 綱渡り 火渡り 雪吊り
	船下り -川下り 沢登り 岩登り 舟遊び 虫干し 墓参り 宮参り 七五三参り
	初詣で 神輿担ぎ 炭焼き 素焼き 野焼き 藍染め 草木染め 型染め
	絞り染め 紙漉き 機織り 木彫り 石彫り 金継ぎ 墨流し 粘土遊び
	文字起こし 目覚まし 並べ替え 並び替え 切り貼り 巻き爪 呑み比べ`

// Okurigana returns the rows of Compounds: each word in all the ways it may be spelled.
func Okurigana() (rows [][]string) {
	for _, word := range Words(Compounds) {
		rows = append(rows, spellings(word))
	}
	return rows
}

// SecondVerbs are verbs, each with its reading, that follow others in many of the Compounds. There
// people type them in kana as well: 取りこむ, 切りぬき.
const SecondVerbs = `
	込む こむ 抜く ぬく 取る とる 替える かえる 換える かえる
	合わせる あわせる 上げる あげる 下げる さげる 出す だす
	付ける つける 起こす おこす 消す けす 直す なおす 返す かえす
	分ける わける 入れる いれる 外す はずす 寄せる よせる 離す はなす
	立てる たてる 比べる くらべる 組む くむ 戻す もどす 渡す わたす
	重ねる かさねる 覚ます ざます 貼る ばる`

// CompoundVerbs returns a row for each of Compounds that ends with a form of SecondVerbs: the
// beginnings of all forms of that verb, 取り込む, with the kana inside, without, and with the second
// verb in kana. Left out are forms in e of a verb of five grades: 切り抜ける (to survive) is not 切り抜く.
func CompoundVerbs() (rows [][]string) {
	for _, word := range Words(Compounds) {
		for _, second := range Pairs(SecondVerbs) {
			forms, kana := formsOf(second[0]), formsOf(second[1])
			if len(forms) > 2 { // one grade has its stem and the whole verb
				forms, kana = withoutE(forms), withoutE(kana)
			}
			first, ok := strings.CutSuffix(strings.TrimPrefix(word, "-"), nounOf(forms))
			if !ok || first == "" {
				continue
			}
			bare := strings.TrimRightFunc(first, isHiragana)
			var row []string
			for _, form := range forms {
				row = append(row, first+form)
				if bare != "" && bare != first {
					row = append(row, bare+form)
				}
			}
			for _, form := range kana {
				row = append(row, first+form)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// withoutE leaves out the forms in e.
func withoutE(forms []string) []string {
	return slices.DeleteFunc(forms, func(form string) bool {
		r, _ := utf8.DecodeLastRuneInString(form)
		return strings.ContainsRune("えけげせてねべめれ", r)
	})
}

// nounOf is the form of a verb that is a noun, too: 込み of 込む, 替え of 替える.
func nounOf(forms []string) string {
	for _, form := range forms {
		if r, _ := utf8.DecodeLastRuneInString(form); strings.ContainsRune("いきぎしちにびみり", r) {
			return form
		}
	}
	return forms[0]
}

func isHiragana(r rune) bool { return unicode.Is(unicode.Hiragana, r) }

// spellings are a word with the kana behind each part and without, of the last part also with the
// last kana only: 打ち合わせ, 打合わせ, 打ち合せ, 打合せ, 打合. None at the end is possible only when
// there is none inside.
func spellings(word string) []string {
	letters := []rune(word)
	whole := letters[0] == '-'
	if whole {
		letters = letters[1:]
	}
	all := []string{string(letters)}
	add := func(letters []rune) {
		if s := string(letters); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	end := len(letters) // where the last kana begin
	for end > 0 && unicode.Is(unicode.Hiragana, letters[end-1]) {
		end--
	}
	stem, last := letters[:end], letters[end:]
	var han []rune // the stem without the kana behind its parts
	for _, r := range stem {
		if !unicode.Is(unicode.Hiragana, r) {
			han = append(han, r)
		}
	}
	for _, stem := range [][]rune{stem, han} {
		if whole && len(last) == 0 {
			break
		}
		add(slices.Concat(stem, last))
		if len(last) > 1 {
			add(slices.Concat(stem, last[len(last)-1:]))
		}
	}
	if !whole && len(last) > 0 {
		add(han)
	}
	return all
}
