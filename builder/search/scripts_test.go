package search_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// Names in many scripts, each with what finds it and what must not, however it is typed: without
// marks, in another case or width, only its beginning, or a part of a run without spaces.
func TestScripts(t *testing.T) {
	cases := map[string]struct {
		name       string
		found, not []string
	}{
		"cyrillic": {
			"Йошкар-Ола: джазовый фестиваль",
			[]string{"иошкар", "ЙОШКАР", "йошкарола", "джаз", "фестивал", "фестиваьл"},
			[]string{"москва"},
		},
		"ukrainian": {
			"Свято їжі у Києві", []string{"їжі", "ЇЖІ", "києв"}, []string{"києвський"},
		},
		"greek": {
			"Φεστιβάλ Αθηνών: Οδυσσέας", []string{"φεστιβαλ", "ΟΔΥΣΣΕΑΣ", "οδυσσεασ", "Αθην"},
			[]string{"Θεσσαλονίκη"},
		},
		"arabic": {
			"مهرجان الموسيقى في المدرسة ٢٠٢٧",
			[]string{"مِهْرَجَان", "الموسيقي", "المدرسه", "مهـــرجان", "2027", "المدر"},
			[]string{"2026"},
		},
		"persian": {
			"شب شعر ایرانی کتاب", []string{"ايراني", "كتاب", "شب"}, []string{"کتابخانه"},
		},
		"hebrew": {
			"פסטיבל מָחוֹל של צה״ל", []string{"מחול", "צהל", "צה״ל", "פסטי"}, []string{"שלום"},
		},
		"thai": {
			"เทศกาลอาหารไทย กรุงเทพมหานคร", []string{"อาหาร", "ไทย", "กรุงเทพ", "มหานคร", "เทศกาล"},
			[]string{"ดนตรี"},
		},
		"lao":     {"ງານບຸນບັ້ງໄຟ", []string{"ບຸນ", "ບັ້ງໄຟ"}, []string{"ດົນຕີ"}},
		"khmer":   {"ពិធីបុណ្យអុំទូក", []string{"បុណ្យ", "អុំទូក"}, []string{"តន្ត្រី"}},
		"burmese": {"သင်္ကြန်ပွဲတော်", []string{"သင်္ကြန်", "ပွဲတော်"}, []string{"ဂီတ"}},
		"devanagari": {
			"हिन्दी संगीत समारोह २०२७", []string{"हिन्दी", "संगीत", "समा", "2027"},
			[]string{"हिन्द नाटक"},
		},
		"tamil": {
			"தமிழ் இசை விழா", []string{"தமிழ்", "இசை", "விழா"}, []string{"நாடகம்"},
		},
		"chinese, two gaps": {"北京  音乐，晚会 演出", []string{"晚会演出", "北京 音乐"}, []string{"北京音乐", "音乐晚会"}},
		"chinese":           {"北京京剧晚会", []string{"京剧", "北京", "晚会", "北京 晚会", "剧"}, []string{"上海"}},
		"japanese": {
			"東京ジャズ・フェスティバル", []string{"東京", "ジャズ", "ﾌｪｽﾃｨﾊﾞﾙ", "フェスティバル", "ジャズフェスティバル", "ジャズ フェス"},
			[]string{"京都", "ハズ", "ズバル"},
		},
		"korean": {
			"서울 재즈페스티벌", []string{"재즈", "페스티벌", "서울 재즈", "서", "서울재즈"}, []string{"부산", "울페"},
		},
		"georgian": {"ღვინის ფესტივალი", []string{"ღვინის", "ფესტ"}, []string{"თბილისი"}},
		"armenian": {"Ջազ Երևանում", []string{"ջազ", "երևան"}, []string{"ռոք"}},
		"vietnamese": {
			"Đêm hội Trung thu Hà Nội", []string{"dem hoi", "đêm hội", "ha noi", "HÀ NỘI"},
			[]string{"sai gon"},
		},
		"full width": {"ＲＯＣＫ　２０２７", []string{"rock", "2027", "ｒｏｃｋ"}, []string{"jazz"}},
		"emoji": {
			"Roda 🥁🇧🇷 👩‍👩‍👧", []string{"🥁", "🇧🇷", "👧", "roda 🥁"}, []string{"🎸", "🇦🇷"},
		},
		"emoji with tones": {"Aplauso 👏🏽", []string{"👏", "👏🏿"}, []string{"🙌"}},
		"mixed": {
			"DJ 東京 Night", []string{"dj 東京", "東京 night", "dj東京", "nig"}, []string{"大阪"},
		},
	}
	var docs []search.Doc
	numbers := map[string]uint32{}
	for _, name := range sortedKeys(cases) {
		numbers[name] = uint32(len(docs))
		docs = append(docs, search.Doc{Name: cases[name].name})
	}
	x := mustIndex(t, docs)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, text := range append(c.found, c.not...) {
				q := search.Query{Text: text}
				requireCoherent(t, x, q, 50)
			}
			for _, text := range c.found {
				ids, _ := x.Search(search.Query{Text: text}, 0, 50, nil)
				require.Contains(t, ids, numbers[name], text)
			}
			for _, text := range c.not {
				ids, _ := x.Search(search.Query{Text: text}, 0, 50, nil)
				require.NotContains(t, ids, numbers[name], text)
			}
		})
	}
}

// Words of Japanese that are typed as one are looked for apart when no document has them so, and
// only then. Particles between words are left out.
func TestWordsTakenApart(t *testing.T) {
	docs := named("紅葉とたてもののライトアップ", "紅葉ライト", "渋谷公園通りギャラリー", "木の葉ラ", "動画を再生します", "音楽の夕べ",
		"森のおはなし", "古本の市", "古本まつり 横浜", "Python の本", "夏祭り", "市民参加音楽祭")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"紅葉ライトアップ":    {0},
		"紅葉ライト":       {1},
		"渋谷ギャラリー":     {2},
		"渋谷のギャラリー":    {2},
		"葉ラ":          {1, 3},
		"谷ギャラリー":      nil, // one letter is no word
		"紅葉ギャラリー":     nil,
		"渋谷公園通りギャラリー": {2},
		"動画再生":        {4},
		"再生動画":        {4},
		"動画再生音楽":      nil,
		"音楽夕べ":        {5},
		"音楽は夕べ":       {5},
		"おはなしの森":      {6},
		"古本市":         {7}, // a suffix may be one letter
		"古本浜":         nil,
		"Pythonと本":    {9},
		"夏の祭り":        {10},
		"市民音楽祭":       {11},
	} {
		q := search.Query{Text: query}
		ids, o := x.Answer(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Equal(t, len(ids) == 0, o.Corrected, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "動画再生"}, 0, 10)
	require.True(t, e.Parted)
	require.Equal(t, "动画 再生", e.Text)
	require.False(t, x.Explain(search.Query{Text: "紅葉ライト"}, 0, 10).Parted)
}

// A form of a word is as good a reason not to complete it as the word itself.
func TestFormsAreNotCompleted(t *testing.T) {
	x := mustIndexIn(t, text.Spanish, named("Los socios", "Lo social", "Autores"))
	for query, want := range map[string][]uint32{"socia": {0}, "socia teatro": nil, "autor": {2},
		"soci": {0, 1}} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
}

// Words of the query written as one are found with and without a final s.
func TestJoinedPlurals(t *testing.T) {
	x := mustIndex(t, named("DevOpsDays Chicago", "DeveloperWeek", "DevOpsDay Oslo"))
	for query, want := range map[string][]uint32{"devops day chicago": {0}, "devops days oslo": {2},
		"developer weeks": {1}, "devops days": {0, 2}} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
	e := x.Explain(search.Query{Text: "developer weeks"}, 0, 1)
	require.True(t, slices.ContainsFunc(e.Words[0].Ways,
		func(w search.Way) bool { return w.How == search.HowJoined }))
}

// A Japanese word is found however it is written, with the letters around it in the query.
func TestWritings(t *testing.T) {
	docs := named("夏祭り", "夏まつり", "秋祭り", "ねこの写真", "猫カフェ", "子どもの日", "こども劇場", "フリーマーケット",
		"サクソフォンとクラシック", "冬の祭")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"夏まつり": {1, 0}, "夏祭り": {0, 1}, "まつり": {1, 0, 2}, "ネコ": {3, 4}, "猫": {4, 3},
		"子供": {5, 6}, "こどもの日": {5}, "フリマ": {7}, "桜": nil, "ねこカフェ": {4},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "夏まつり"}, 0, 10)
	require.Equal(t, "ja writings", e.Hits[1].Matches[1].Rule)
	require.Equal(t, "夏祭リ", e.Hits[1].Matches[1].Found)
	y := mustIndexIn(t, text.Japanese, named("CDプレイヤー", "ボーリング大会", "画像ビューア", "ダイヤ",
		"レイヤーの話", "平和の歌"))
	for query, want := range map[string]uint32{"プレーヤー": 0, "ボウリング": 1, "画像ビューワー": 2,
		"ダイア": 3, "レーヤー": 4} {
		ids, _ := y.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, []uint32{want}, ids, query)
	}
	none := mustIndexIn(t, text.English, docs)
	_, total := none.Search(search.Query{Text: "子供"}, 0, 10, nil)
	require.Zero(t, total)
}

// A name that begins with another form of the first word goes before one that has the form
// elsewhere, behind the exact word; not one that begins with another word of its row.
func TestNamesThatBeginBent(t *testing.T) {
	docs := named("Приложение карты символов", "Карты", "Большая карта", "Álbum de fotos",
		"Fotografía", "Fotos de la ciudad", "Rondas de danças", "Danças")
	for _, c := range []struct {
		languages text.Languages
		query     string
		want      []string
	}{
		{text.Russian | text.English, "карта",
			[]string{"Большая карта", "Карты", "Приложение карты символов"}},
		{text.Spanish | text.English, "foto",
			[]string{"Fotos de la ciudad", "Álbum de fotos", "Fotografía"}},
		// in Portuguese what stands first decides between exact words only
		{text.DefaultLanguages, "dança", []string{"Rondas de danças", "Danças"}},
	} {
		x := mustIndexIn(t, c.languages, docs)
		require.Equal(t, c.want, found(t, x, docs, search.Query{Text: c.query}), c.query)
	}
}

// A Russian noun that follows another word of the query is the adjective made of it, too.
func TestRussianNounsAsAttributes(t *testing.T) {
	docs := named("Текстовый редактор", "Редактор текста", "Редактор", "Книжный фестиваль",
		"Музыкальный вечер")
	x := mustIndexIn(t, text.Russian|text.English, docs)
	for query, want := range map[string][]string{
		"редактор текста": {"Редактор текста", "Текстовый редактор"}, "текст": {"Редактор текста"},
		"книга": nil, "фестиваль книги": {"Книжный фестиваль"}, "книга фестиваля": nil,
		"вечер музыки": {"Музыкальный вечер"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: query}), query)
	}
	// what has both, and the adjective in its name, is about the noun
	docs = []search.Doc{{Name: "Игра", Description: "книга"},
		{Name: "Книжный клуб", Description: "о книгах"}}
	x = mustIndexIn(t, text.Russian|text.English, docs)
	require.Equal(t, []string{"Книжный клуб", "Игра"},
		found(t, x, docs, search.Query{Text: "книга"}))
	e := x.Explain(search.Query{Text: "книга"}, 0, 1)
	require.Equal(t, "ru noun as adjective книг-", e.Hits[0].Matches[0].Rule)
}

// Words that Russian has in Latin letters, too, meet in both and in any case, as typed first.
func TestRussianInternationalWords(t *testing.T) {
	docs := named("Онлайн-курс", "Online day", "Новые браузеры", "Browser Night", "Ветка Linux",
		"Вечер линукса", "Хип-хоп батл", "Hip-Hop Battle", "Фото дня", "Сети", "Set")
	x := mustIndexIn(t, text.Russian|text.English, docs)
	for query, want := range map[string][]string{
		"онлайн": {"Онлайн-курс", "Online day"}, "online": {"Online day", "Онлайн-курс"},
		"браузер": {"Новые браузеры", "Browser Night"}, "сеть": {"Сети"},
		"browser":  {"Browser Night", "Новые браузеры"},
		"линуксом": {"Ветка Linux", "Вечер линукса"},
		"linux":    {"Ветка Linux", "Вечер линукса"},
		"хипхоп":   {"Хип-хоп батл", "Hip-Hop Battle"}, "photo": {"Фото дня"},
	} {
		q := search.Query{Text: query}
		require.Equal(t, want, found(t, x, docs, q), query)
		ids, _ := x.Search(q, 0, 10, nil)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "linux"}, 0, 10)
	require.Equal(t, "ru international word", e.Hits[1].Matches[0].Rule)
}

// Compounds of Russian meet the words that they are made of, in either order and in any case.
func TestRussianCompounds(t *testing.T) {
	docs := named("Видеоредактор", "Музшкола", "Клуб о кино", "Мат и авто", "Артисты", "Редактор")
	x := mustIndexIn(t, text.Russian|text.English, docs)
	for query, want := range map[string][]string{
		"редакторы видео": {"Видеоредактор"}, "видео редактора": {"Видеоредактор"},
		"музыкальная школа": {"Музшкола"}, "киноклубы": {"Клуб о кино"}, "автошкола": nil,
		"арт": {"Артисты"}, "видео": {"Видеоредактор"},
	} {
		q := search.Query{Text: query}
		require.Equal(t, want, found(t, x, docs, q), query)
		ids := make([]uint32, 0, 10)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids) }), query)
	}
	e := x.Explain(search.Query{Text: "редакторы видео"}, 0, 10)
	require.Equal(t, "ru compound", e.Hits[0].Matches[0].Rule)
}

// A short last word is no beginning where it makes a word of documents with the one before it, in
// languages that make new words by suffixes.
func TestJoinedWordsAreNotCompleted(t *testing.T) {
	docs := named("Webcam", "Web campos", "Campos de flores y web")
	for languages, want := range map[text.Languages][]string{
		text.Spanish | text.English: {"Webcam"},
		text.DefaultLanguages:       {"Webcam", "Web campos", "Campos de flores y web"},
	} {
		x := mustIndexIn(t, languages, docs)
		require.Equal(t, want, found(t, x, docs, search.Query{Text: "web cam"}), languages)
	}
	x := mustIndexIn(t, text.Spanish, docs)
	require.Equal(t, []string{"Web campos", "Campos de flores y web"},
		found(t, x, docs, search.Query{Text: "web camp"}))
}

// Numbers meet in Han and in Arabic figures, the exact writing first, with the letters around them
// in the query.
func TestJapaneseNumbers(t *testing.T) {
	docs := named("四十二キロ", "42キロ走", "二万発の花火", "2万発", "20,000発", "第九の夕べ", "第9演奏会", "三味線", "3線",
		"二〇二六年の空", "2026年", "六本木", "一日体験", "42メートル")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"42キロ": {1, 0}, "四十二キロ": {0, 1}, "二万発": {2, 3, 4}, "2万発": {3, 2, 4}, "20000発": {4, 3, 2},
		"第九": {5, 6}, "第9": {6, 5}, "三味線": {7}, "3線": {8}, "2026年": {10, 9}, "二〇二六": {9, 10},
		"6本": nil, "1日": {12}, "20,000": {4, 2, 3},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "四十二キロ"}, 0, 10)
	require.Equal(t, "ja numbers", e.Hits[1].Matches[0].Rule)
	require.Equal(t, "42", e.Hits[1].Matches[0].Found)
	e = x.Explain(search.Query{Text: "42キロ"}, 0, 10)
	require.Equal(t, "ja numbers", e.Hits[1].Matches[0].Rule)
	none := mustIndexIn(t, text.English, docs)
	_, total := none.Search(search.Query{Text: "42 四十二"}, 0, 10, nil)
	require.Zero(t, total)
}

// Loanwords and names meet in katakana and in Latin letters, the typed writing first. A word that
// is another one too is found by the Latin word only where who types katakana asks for it.
func TestLoanwords(t *testing.T) {
	docs := named("リナックスの夜", "Linux Day", "ジャズ祭", "Jazz Night", "カフェインの話", "カフェ", "ロック祭",
		"Rock Day", "らいぶ", "ファイルマネージャー", "File Manager", "File, and a manager", "東京Jazz")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"linux": {1, 0}, "リナックス": {0, 1}, "jazz": {3, 12, 2}, "ジャズ": {2, 3, 12}, "cafe": {5},
		"rock": {7}, "ロック": {6, 7}, "live": nil, "ファイルマネージャ": {9, 10},
		"file manager": {10, 11, 9},
		"東京ジャズ":        {12}, "東京 ジャズ": {12},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
	e := x.Explain(search.Query{Text: "linux"}, 0, 10)
	require.Equal(t, "ja loanwords", e.Hits[1].Matches[0].Rule)
	e = x.Explain(search.Query{Text: "リナックス"}, 0, 10)
	require.Equal(t, "ja loanwords", e.Hits[1].Matches[0].Rule)
	require.Equal(t, "linux", e.Hits[1].Matches[0].Found)
	none := mustIndexIn(t, text.English, docs)
	ids, _ := none.Search(search.Query{Text: "linux"}, 0, 10, nil)
	require.Equal(t, []uint32{1}, ids)
}

// Words meet with and without お, with and without kana behind their parts, in the forms of a verb,
// and in kana where they stand alone.
func TestJapaneseWords(t *testing.T) {
	docs := named("寺の鐘", "東大寺", "国分寺市民祭", "夏祭り", "花見", "申込受付中", "観る", "踊りの夕べ", "くるまの日", "自転車",
		"車と人", "弁当市", "前の話")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"お寺": {0, 1}, "お祭り": {3}, "お花見": {4}, "申し込み": {5}, "受け付け": {5}, "見る": {6}, "踊る": {7},
		"お弁当": {11}, "お前": nil, "くるま": {8, 10},
	} {
		q := search.Query{Text: query}
		ids, _ := x.Search(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	e := x.Explain(search.Query{Text: "お寺"}, 0, 1)
	require.Equal(t, "ja writings", e.Hits[0].Matches[0].Rule)
	require.Equal(t, "寺", e.Hits[0].Matches[0].Found)
}

// A verb finds its forms and the nouns that are made of it. Nouns, and forms that look like them,
// find each other and the verb only where nothing is found otherwise.
func TestSpanishVerbs(t *testing.T) {
	docs := named("Edite sus fotos", "Editor de textos", "Editar a mano", "Una nueva copia")
	x := mustIndexIn(t, text.Spanish, docs)
	for query, want := range map[string][]string{
		"editar":         {"Editar a mano", "Edite sus fotos", "Editor de textos"},
		"editor":         {"Editor de textos"},
		"edita fotos":    {"Edite sus fotos"},
		"edición fotos":  {"Edite sus fotos"},
		"copiar":         {"Una nueva copia"},
		"editando copia": nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: query}), query)
	}
	e := x.Explain(search.Query{Text: "editar"}, 0, 3)
	require.Equal(t, "es forms of editar", e.Hits[1].Matches[0].Rule)
	e = x.Explain(search.Query{Text: "edición"}, 0, 3)
	require.Equal(t, "es family of editar", e.Hits[0].Matches[0].Rule)
}
