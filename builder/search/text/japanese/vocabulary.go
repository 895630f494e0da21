package japanese

import (
	"strings"
	"unicode/utf8"
)

// Vocabulary are everyday words of events, of what people learn and of software, in Han and in
// kana, for who types before the keyboard converts: of the lists for beginners (JLPT N5 to N3) and
// of the kinds that catalogues have, as JMdict spells them. Left out are those that sound as
// another common word does (公園 and 講演, 漢字 and 感じ, 武道 and 葡萄) and most of two letters.
const Vocabulary = `
	画像 がぞう 動画 どうが 音声 おんせい 録音 ろくおん 録画 ろくが
	編集 へんしゅう 再生 さいせい 表示 ひょうじ 文書 ぶんしょ
	入力 にゅうりょく 出力 しゅつりょく 書類 しょるい 単語 たんご
	言葉 ことば 管理 かんり 操作 そうさ 接続 せつぞく 通信 つうしん
	共有 きょうゆう 保存 ほぞん 削除 さくじょ 変更 へんこう 追加 ついか
	作成 さくせい 開発 かいはつ 環境 かんきょう 言語 げんご
	日本語 にほんご 中国語 ちゅうごくご 韓国語 かんこくご
	数学 すうがく 天文 てんもん 世界 せかい 時間 じかん 予定 よてい
	連絡 れんらく 住所 じゅうしょ 名前 なまえ 番号 ばんごう
	家計簿 かけいぼ 財布 さいふ 会計 かいけい 圧縮 あっしゅく
	展開 てんかい 暗号 あんごう 安全 あんぜん 電源 でんげん 電池 でんち
	容量 ようりょう 消去 しょうきょ 音量 おんりょう 壁紙 かべがみ
	図形 ずけい 図面 ずめん 描画 びょうが 撮影 さつえい 端末 たんまつ
	仮想 かそう 遠隔 えんかく 設計 せっけい 統計 とうけい
	表計算 ひょうけいさん 計算機 けいさんき 電子 でんし 書籍 しょせき
	新聞 しんぶん 雑誌 ざっし 読書 どくしょ 会話 かいわ 字幕 じまく
	楽譜 がくふ 楽器 がっき 作曲 さっきょく 演劇 えんげき 舞台 ぶたい
	劇場 げきじょう 映像 えいぞう 放送 ほうそう 番組 ばんぐみ
	花札 はなふだ 双六 すごろく 数独 すうどく 積み木 つみき
	展覧会 てんらんかい 発表会 はっぴょうかい 演奏会 えんそうかい
	運動会 うんどうかい 文化祭 ぶんかさい 学園祭 がくえんさい
	交流会 こうりゅうかい 説明会 せつめいかい 茶道 さどう
	弓道 きゅうどう 合気道 あいきどう 太極拳 たいきょくけん
	盆踊り ぼんおどり 能楽 のうがく 狂言 きょうげん 文楽 ぶんらく
	講談 こうだん 漫才 まんざい 神楽 かぐら 獅子舞 ししまい
	和太鼓 わだいこ 雅楽 ががく 民謡 みんよう 演歌 えんか
	吹奏楽 すいそうがく 管弦楽 かんげんがく 交響曲 こうきょうきょく
	協奏曲 きょうそうきょく 室内楽 しつないがく 海岸 かいがん
	砂浜 すなはま 湖 みずうみ 庭園 ていえん 森林 しんりん 田植え たうえ
	稲刈り いねかり 農園 のうえん 農業 のうぎょう 収穫 しゅうかく
	野鳥 やちょう 昆虫 こんちゅう 星空 ほしぞら 天体 てんたい
	天文台 てんもんだい 食べ物 たべもの 飲み物 のみもの 朝市 あさいち
	市場 いちば 焼酎 しょうちゅう 甘酒 あまざけ 牛肉 ぎゅうにく
	海老 えび 鮪 まぐろ 煎茶 せんちゃ 小麦 こむぎ 食堂 しょくどう
	居酒屋 いざかや 喫茶店 きっさてん 男性 だんせい 女性 じょせい
	女の子 おんなのこ 男の子 おとこのこ 夫婦 ふうふ 生徒 せいと
	初心者 しょしんしゃ 外国人 がいこくじん 外国 がいこく
	留学 りゅうがく 妊婦 にんぷ 保護者 ほごしゃ 市民 しみん
	旅館 りょかん 宿泊 しゅくはく 新幹線 しんかんせん 空港 くうこう
	鉄道 てつどう 駅前 えきまえ 自動車 じどうしゃ 午前 ごぜん 午後 ごご
	週末 しゅうまつ 土曜日 どようび 日曜日 にちようび
	月曜日 げつようび 火曜日 かようび 水曜日 すいようび
	木曜日 もくようび 金曜日 きんようび 毎日 まいにち 毎週 まいしゅう
	夏休み なつやすみ 冬休み ふゆやすみ 春休み はるやすみ
	大晦日 おおみそか 正月 しょうがつ 節分 せつぶん
	結婚式 けっこんしき 成人式 せいじんしき 卒業式 そつぎょうしき
	入学式 にゅうがくしき 誕生日 たんじょうび 無料 むりょう
	会場 かいじょう 予約 よやく 参加 さんか 募集 ぼしゅう
	抽選 ちゅうせん 入場 にゅうじょう 古本 ふるほん 古着 ふるぎ
	骨董 こっとう 手芸 しゅげい 刺繍 ししゅう 編み物 あみもの
	織物 おりもの 木工 もっこう 工芸 こうげい 伝統 でんとう 歴史 れきし
	文化 ぶんか 芸術 げいじゅつ 美術 びじゅつ 絵画 かいが
	水彩画 すいさいが 油絵 あぶらえ 本屋 ほんや 短歌 たんか
	物語 ものがたり 文学 ぶんがく 哲学 てつがく 仏教 ぶっきょう
	仏像 ぶつぞう 写経 しゃきょう 防災 ぼうさい 運動 うんどう
	体育 たいいく 体育館 たいいくかん 試合 しあい 選手 せんしゅ
	応援 おうえん 乗馬 じょうば 魚釣り さかなつり 山登り やまのぼり
	筋肉 きんにく 腕時計 うでどけい 宝石 ほうせき 指輪 ゆびわ
	化粧 けしょう 洋服 ようふく 椅子 いす 台所 だいどころ
	買い物 かいもの 仕事 しごと 会社 かいしゃ 経営 けいえい
	税金 ぜいきん 保険 ほけん 法律 ほうりつ 介護 かいご 病院 びょういん
	子育て こそだて 育児 いくじ 保育園 ほいくえん 幼稚園 ようちえん
	小学校 しょうがっこう 中学校 ちゅうがっこう 算数 さんすう
	社会 しゃかい 実験 じっけん 化石 かせき 動物 どうぶつ
	植物 しょくぶつ 金魚 きんぎょ 蜂蜜 はちみつ 花束 はなたば
	盆栽 ぼんさい 薔薇 ばら 百合 ゆり 朝顔 あさがお 機関車 きかんしゃ
	模型 もけい 人形劇 にんぎょうげき 風船 ふうせん 風鈴 ふうりん
	竹細工 たけざいく 切り絵 きりえ 絵手紙 えてがみ
	年賀状 ねんがじょう 葉書 はがき 鉛筆 えんぴつ 万年筆 まんねんひつ
	映画館 えいがかん 記念 きねん 遊覧船 ゆうらんせん
	城下町 じょうかまち 日の出 ひので 意味 いみ 文字 もじ 字引 じびき
	綴り つづり 辞典 じてん 和英 わえい 百科 ひゃっか 質問 しつもん
	問題 もんだい 練習 れんしゅう 最新 さいしん 簡単 かんたん
	便利 べんり 大切 たいせつ 有名 ゆうめい 元気 げんき 静か しずか
	賑やか にぎやか 上手 じょうず`

// Places are the prefectures with their readings, then the capitals and the cities by ordinance
// (政令指定都市) that are called otherwise, then the wards of Tokyo (Ministry of Internal Affairs and
// Communications, 全国地方公共団体コード). The last letter says what it is and may be left out, but for
// names of one letter and where the rest is another word as well (- stands before these).
const Places = `
	北海道 ほっかいどう 青森県 あおもり 岩手県 いわて 宮城県 みやぎ
	秋田県 あきた 山形県 やまがた 福島県 ふくしま 茨城県 いばらき
	栃木県 とちぎ 群馬県 ぐんま 埼玉県 さいたま 千葉県 ちば
	東京都 とうきょう 神奈川県 かながわ 新潟県 にいがた 富山県 とやま
	石川県 いしかわ 福井県 ふくい 山梨県 やまなし 長野県 ながの
	岐阜県 ぎふ 静岡県 しずおか 愛知県 あいち 三重県 みえ 滋賀県 しが
	京都府 きょうと 大阪府 おおさか 兵庫県 ひょうご 奈良県 なら
	和歌山県 わかやま 鳥取県 とっとり 島根県 しまね 岡山県 おかやま
	広島県 ひろしま 山口県 やまぐち 徳島県 とくしま 香川県 かがわ
	愛媛県 えひめ 高知県 こうち 福岡県 ふくおか 佐賀県 さが
	長崎県 ながさき 熊本県 くまもと 大分県 おおいた 宮崎県 みやざき
	鹿児島県 かごしま 沖縄県 おきなわ 札幌市 さっぽろ 盛岡市 もりおか
	仙台市 せんだい 水戸市 みと 宇都宮市 うつのみや 前橋市 まえばし
	横浜市 よこはま 金沢市 かなざわ 甲府市 こうふ 名古屋市 なごや
	大津市 おおつ 神戸市 こうべ 松江市 まつえ 高松市 たかまつ
	松山市 まつやま 那覇市 なは 川崎市 かわさき 相模原市 さがみはら
	浜松市 はままつ 堺市 さかい 北九州市 きたきゅうしゅう
	千代田区 ちよだ -中央区 ちゅうおうく -港区 みなとく
	新宿区 しんじゅく 文京区 ぶんきょう 台東区 たいとう 墨田区 すみだ
	江東区 こうとう 品川区 しながわ 目黒区 めぐろ 大田区 おおた
	世田谷区 せたがや 渋谷区 しぶや 中野区 なかの 杉並区 すぎなみ
	豊島区 としま -北区 きたく 荒川区 あらかわ 板橋区 いたばし
	練馬区 ねりま 足立区 あだち 葛飾区 かつしか 江戸川区 えどがわ`

// PlaceRows reads Places: the names of each, without what it is and in kana, and the whole name,
// which finds these. A prefecture is called as its capital is, so who types 大阪 finds 大阪府 as it
// stands, in pairs of letters.
func PlaceRows() (names [][]string, whole [][]string) {
	for _, row := range Pairs(Places) {
		full, kana := row[0], row[1]
		if full, alone := strings.CutPrefix(full, "-"); alone {
			names = append(names, []string{full, kana})
			continue
		}
		last := full[len(full)-len("県"):]
		bare := strings.TrimSuffix(full, last)
		if utf8.RuneCountInString(bare) < 2 || last == "道" {
			bare = full
		}
		names = append(names, []string{bare, kana})
		whole = append(whole, []string{full, bare, kana})
	}
	return names, whole
}

// Pairs reads a table of words, each followed by its reading.
func Pairs(table string) (rows [][]string) {
	words := Words(table)
	for i := 0; i+1 < len(words); i += 2 {
		rows = append(rows, words[i:i+2:i+2])
	}
	return rows
}
