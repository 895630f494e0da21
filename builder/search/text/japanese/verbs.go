package japanese

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Verbs are verbs that people ask for in one form and read in another, in a row with those that are
// pronounced alike and mean the same (異字同訓, Agency for Cultural Affairs, 2014), in their dictionary
// form. Left out are those of which a form is that of another verb (行う and 行く).
const Verbs = `
	見る 観る 視る
	聞く 聴く
	書く 描く
	撮る
	歌う 唄う 謡う うたう
	踊る おどる
	舞う
	奏でる
	弾く
	吹く
	叩く
	演じる
	作る 造る 創る つくる
	泳ぐ およぐ
	走る はしる
	駆ける
	歩く あるく
	登る
	滑る すべる
	跳ぶ 飛ぶ
	投げる なげる
	打つ
	遊ぶ あそぶ
	楽しむ 愉しむ たのしむ
	味わう 味う あじわう
	食べる たべる
	飲む 呑む
	焼く
	炊く
	煮る
	揚げる
	編む
	縫う
	織る
	染める そめる
	折る
	塗る
	彫る
	削る
	磨く みがく
	飾る かざる
	学ぶ まなぶ
	習う
	教える おしえる
	調べる しらべる
	考える かんがえる
	読む
	語る
	話す
	笑う わらう
	祈る いのる
	祝う
	探す 捜す さがす
	釣る
	掘る
	刈る
	摘む
	拾う ひろう
	植える
	育てる そだてる
	集める あつめる
	集まる あつまる
	比べる 較べる くらべる
	触れる
	巡る 廻る めぐる
	選ぶ えらぶ
	贈る
	暮らす
	働く はたらく
	休む
	眠る ねむる
	寝る
	過ごす すごす
	出会う 出逢う
	支える
	守る 護る
	戦う 闘う
	助ける たすける
	使う 遣う
	直す 治す
	測る 計る 量る
	変える 換える 替える
	動かす うごかす
	写す 映す
	並べる ならべる
	開ける
	閉じる
	閉める
	消す
	送る
	届ける とどける
	運ぶ はこぶ
	包む つつむ
	結ぶ むすぶ
	繋ぐ
	抜く
	伝える つたえる
	残す
	継ぐ
	輝く かがやく
	照らす
	香る 薫る
	咲く
	散る
	乗る
	降りる
	着る
	履く
	買う
	売る
	払う はらう
	借りる かりる
	貸す
	返す
	集う つどう
	交わる
	語らう
	占う
	鍛える きたえる
	整える ととのえる
	描き出す
	開く ひらく
	入れる
	出す
	切る
	貼る
	録る
	鳴らす
	流す
	止める
	始める 始まる
	終わる 終える
	進む 進める
	戻る 戻す
	移す 移る
	繋がる 繋げる つながる つなげる つなぐ
	分ける 分かれる
	組む
	積む
	見つける 見つかる みつける
	隠す 隠れる かくす かくれる
	示す
	表す
	増やす 増える
	減らす 減る
	広げる 広がる
	縮める 縮む
	回す 回る まわる
	押す
	引く
	決める 決まる
	覚える おぼえる
	忘れる わすれる
	知る
	受ける
	渡す
	配る くばる
	捨てる すてる
	壊す 壊れる
	勝つ
	競う
	動く うごく
	落とす
	上げる
	下げる
	伸ばす
	洗う あらう
	乾かす
	温める
	冷やす
	混ぜる まぜる
	炒める
	蒸す
	茹でる
	盛る
	呼ぶ
	招く まねく
	迎える
	訪れる 訪ねる
	泊まる
	眺める ながめる
	覗く
	渡る
	生きる
	切り替える 切り換える
	入れ替える
	取り込む
	取り出す
	読み込む
	並び替える 並べ替える
	見守る
	組み立てる
	組み合わせる
	聴き比べる 聞き比べる
	食べ比べる
	飲み比べる`

// conjugated are what a verb of five grades (五段) ends with in its forms, by its last kana: the
// beginnings of all of its forms.
var conjugated = map[rune]string{
	'う': "うわいっえお", 'く': "くかきいけこ", 'ぐ': "ぐがぎいげご", 'す': "すさしせそ", 'つ': "つたちってと",
	'ぬ': "ぬなにんねの", 'ぶ': "ぶばびんべぼ", 'む': "むまみんめも", 'る': "るらりっれろ",
}

// oneGrade are verbs of one grade (一段) that end with Han and る, so that their letters do
// not say so.
const oneGrade = "見る 観る 視る 煮る 寝る 着る"

// VerbForms returns the rows of Verbs: each with the beginnings of all forms of its
// verbs. 踊る has 踊る,
// 踊ら, 踊り, 踊っ, 踊れ, 踊ろ; of 食べる all forms begin with 食べ.
func VerbForms() (rows [][]string) {
	for row := range strings.Lines(strings.TrimSpace(Verbs)) {
		var forms []string
		for _, verb := range Words(row) {
			forms = append(forms, formsOf(verb)...)
		}
		rows = append(rows, forms)
	}
	return rows
}

func formsOf(verb string) (forms []string) {
	last, size := utf8.DecodeLastRuneInString(verb)
	stem := verb[:len(verb)-size]
	before, _ := utf8.DecodeLastRuneInString(stem)
	endings := conjugated[last]
	switch {
	case slices.Contains(Words(oneGrade), verb):
		endings = "るてたなよまられず"
	case last == 'る' && strings.ContainsRune("いきぎしじちにひびみりえけげせぜてでねへべめれ", before):
		return []string{stem, verb}
	}
	for _, r := range endings {
		forms = append(forms, stem+string(r))
	}
	return forms
}
