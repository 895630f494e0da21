package japanese

import "strings"

// Words with お or ご before them, written 御 too, that people write without it as often,
// after JMdict:
// who types お祭り means 祭り. Left out are those that mean something else without it: お前, お腹, おでん,
// おにぎり, ご飯, ごみ, お守り, お札, お年玉, おせち, ご馳走.
const (
	// WithO are those with お.
	WithO = `
	祭り 花見 月見 弁当 土産 菓子 料理 正月 節句 彼岸 墓参り 宮参り 食事
	買い物 出かけ 散歩 絵かき 絵描き 化粧 掃除 洗濯 片付け 手紙 電話
	名前 住所 年寄り 友達 子様 医者 裁縫 習字 稽古 披露目 座敷 茶会 茶席
	抹茶 点前 月謝 見合い 惣菜 総菜 味噌汁 吸い物 刺身 蕎麦 団子 煎餅
	饅頭 赤飯 雑煮 野菜 芝居 囃子 神輿 神楽 賽銭 線香 雛様 雛祭り 屋敷
	風呂 布団 部屋 花畑 仕事 勉強 値段 試し 知らせ 問い合わせ 申し込み
	支払い 楽しみ 遊び 出迎え 見送り 見舞い 祝い 供え 願い 悩み 国自慢
	手伝い 手入れ 手軽 手頃 昼寝 昼ご飯 泊まり 泊り 道具 芋掘り 香典
	歳暮 中元 茶漬け 茶碗 好み焼き 寿司 新香 漬物 漬け物 雑炊 通夜 葬式
	盆休み 盆踊り 遍路 国言葉 話し会 話会 行儀 作法 客様 地蔵さん
	稲荷さん 地蔵様 稲荷様`
	// WithGo are those with ご.
	WithGo = `
	案内 利用 予約 招待 挨拶 家族 当地 近所 朱印 神木 祈祷 祈願 先祖
	供養 紹介 質問 相談 参加 来場 来店 来館 観覧 鑑賞 乗車 宿泊 注文
	提案 説明 褒美 結婚 出産 夫婦 両親 兄弟 姉妹 自宅 年配 長寿 親戚
	友人 夫妻 子息 令嬢 一家 来光 来迎 開帳 本尊 神体 神火 朱印帳 祝儀
	年始 贈答 進物 機嫌 意見 要望 感想 希望 協力 支援 寄付 寄進 理解
	応募 記入 登録 購入 入場 入館 退場 休憩 着席 乗船`
)

// Alone are words of one Han letter, which begin and end many others, so that they are read as
// words only where the letter stands alone: with the ways to write each in kana that are no other
// common word, and with お. A + stands behind those that also say, at the end of a longer word, what
// it is: 東大寺 is a 寺.
const Alone = `
	寺+ お寺 てら
	城+ お城
	店+ お店
	茶+ お茶
	酒+ お酒
	餅+ お餅
	鍋+ お鍋
	湯 お湯
	花 お花
	米 お米
	肉 お肉
	魚 お魚 さかな
	水 お水
	庭 お庭
	墓 お墓
	盆 お盆
	面 お面
	話 お話
	歌 お歌 うた
	家 お家 いえ
	宿 お宿
	皿 お皿
	箸 お箸
	椀 お椀
	豆 お豆
	山 お山 やま
	空 お空 そら
	星 お星
	月 お月
	馬 お馬
	車 くるま
	海 うみ
	夢 ゆめ
	心 こころ
	命 いのち
	声 こえ
	夏 なつ
	冬 ふゆ
	扉 とびら
	鏡 かがみ
	昔 むかし
	鬼 おに
	兜 かぶと
	刀 かたな
	鼓 つづみ`

// Single is a row of Alone.
type Single struct {
	Letter string
	Ends   bool     // a longer word that ends with it is one
	Kana   []string // ways to write it in kana
	Polite bool     // with お too
}

// Singles reads Alone.
func Singles() (all []Single) {
	for row := range strings.Lines(strings.TrimSpace(Alone)) {
		words := Words(row)
		s := Single{}
		s.Letter, s.Ends = strings.CutSuffix(words[0], "+")
		for _, word := range words[1:] {
			if word == "お"+s.Letter {
				s.Polite = true
			} else {
				s.Kana = append(s.Kana, word)
			}
		}
		all = append(all, s)
	}
	return all
}
