package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// Who mistypes a word gets the answer of who does not, in the same order: names that begin with
// what is meant first, then those that end with it, and words that follow each other before those
// that do not.
func TestMistypedWordsHaveTies(t *testing.T) {
	docs := named("Aula de Samba Rock", "Noite com Samba", "Samba da Vela",
		"Rock com Samba ao vivo", "Ensaio: Samba e Rock, aberto")
	x := mustIndex(t, docs)
	for right, wrong := range map[string][]string{
		"samba":      {"sambba", "smaba", "sampa"},
		"aula samba": {"aula sambba"},
		"samba aula": {"smaba aula"},
		"samba rock": {"sambba rock"},
		"rock samba": {"rock smaba"},
		"vela samba": {"vela smaba"},
	} {
		want := found(t, x, docs, search.Query{Text: right})
		for _, text := range wrong {
			require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
		}
	}
	require.Equal(t, []string{"word sambba | one edit samba", "word rock | exact rock",
		"#0 | one edit samba name | exact rock name + name ends rock + neighbours samba rock",
		"#4 | one edit samba name | exact rock name + neighbours samba rock",
		"#3 | one edit samba name | exact rock name",
	}, explained(requireExplained(t, x, search.Query{Text: "sambba rock"}, 0, 10)))
}

// There are more ways to read a mistyped text than there is room for in the sum of a document's
// ties.
func TestMistypedWordsHaveBoundedTies(t *testing.T) {
	const words = 12
	word := func(n int, end string) string { return fmt.Sprintf("palavr%c%s", 'a'+n, end) }
	var name, query []string
	for n := range words {
		query = append(query, word(n, "xy"))
		if n > 0 {
			for _, a := range "qwrt" {
				for _, b := range "qwrt" {
					name = append(name, word(n-1, "x"+string(a)), word(n, "x"+string(b)))
				}
			}
		}
	}
	docs := named("z", strings.Join(name, " "))
	for range 5000 {
		docs = append(docs, docs[1]) // few documents and many are sorted by different code
	}
	x := mustIndex(t, docs)
	for _, q := range []search.Query{{Text: strings.Join(query, " ")},
		{Text: strings.Join(query[:2], " ")}} {
		ids, total := x.Search(q, 0, 3, nil)
		require.Equal(t, 5001, total)
		require.Equal(t, []uint32{1, 2, 3}, ids)
	}
}

// What a mistyped word may stand for finds its synonyms, too.
func TestMistypedWordsHaveSynonyms(t *testing.T) {
	docs := []search.Doc{
		{Name: "Concerto", Venue: "Theatro Municipal"}, {Name: "Peça", Venue: "Teatro Rival"},
		{Name: "Noite", City: "São Paulo", State: "SP"},
		{Name: "Floripa hoje"}, {Name: "Municipal, sem palco"}, {Name: "Samba"}, {Name: "Sampa"},
	}
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"tetro municipal": {
			"Concerto"}, "tetro municpal": {"Concerto"}, "tetro": {"Concerto",
			"Peça"}, "florippa": {"Floripa hoje"},
		// samba is a word that somebody has: it is no sampa, and so not all of São Paulo
		"samba noite":  nil,
		"sammpa noite": {"Noite"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
	require.Equal(t, []string{"word tetro | one edit teatro | one edit teatro of theatro",
		"word municipal | exact municipal",
		"#0 | one edit theatro place | exact municipal place"},
		explained(requireExplained(t, x, search.Query{Text: "tetro municipal"}, 0, 10)))
	words, _ := x.Respell(search.Query{Text: "tetro municipal"})
	require.Equal(t, []search.Spelled{{Text: "teatro", Corrected: true}, {Text: "municipal"}},
		words)
}

func TestRespell(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Festival de Jazz", City: "São Paulo", State: "SP"},
		{Name: "Gastronomia on-line", City: "Recife", State: "PE"},
		{Name: "Festejo", City: "Recife"},
	})
	for text, want := range map[string]string{
		"Festvial de São Paulo": "*festival de São Paulo",
		"sao pualo, festval!":   "sao *paulo *festival",
		"gastronomai on-lien":   "*gastronomia *online",
		"festival":              "",
		"xyzzyq festvial":       "",
		"":                      "",
	} {
		words, doc := x.Respell(search.Query{Text: text})
		var got []string
		for _, w := range words {
			if w.Corrected {
				w.Text = "*" + w.Text
			}
			got = append(got, w.Text)
		}
		require.Equal(t, want, strings.Join(got, " "), text)
		if want != "" {
			ids, o := x.Answer(search.Query{Text: text}, 0, 1, nil)
			require.True(t, o.Corrected, text)
			require.Equal(t, ids[0], doc, text)
		}
	}
	// A filter takes the first document away, and with it another correction is the one to tell.
	words, doc := x.Respell(search.Query{Text: "festejp", City: "recife"})
	require.Equal(t, []search.Spelled{{Text: "festejo", Corrected: true}}, words)
	require.EqualValues(t, 2, doc)
}

func TestAnswerSaysThatItIsCorrected(t *testing.T) {
	x := mustIndex(t, named("Samba", "Festival"))
	for text, want := range map[string]search.Outcome{
		"samba": {
			Total: 1}, "sambaa": {Total: 1,
			Corrected: true}, "xyzzyq": {Corrected: true}, "": {Total: 2},
	} {
		_, got := x.Answer(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, got, text)
	}
	_, got := x.Answer(search.Query{Text: "sambaa", City: "recife"}, 0, 10, nil)
	require.Equal(t, search.Outcome{}, got,
		"there is no such city, so the words were not looked at")
	_, got = x.Answer(search.Query{}, 0, 10, nil)
	require.False(t, got.Corrected, "nothing stays of the query before")
}

func TestKeywords(t *testing.T) {
	for query, want := range map[string]string{
		"O festival de Jazz!":       "festival|Jazz",
		"“são paulo”, (show)":       "são|paulo|show",
		"de a":                      "de|a",
		"🥁":                         "🥁",
		"samba 🥁 on-line r&b":       "samba|on-line|r&b",
		"c++ !!! 東京":                "c++|東京",
		"#samba (c#) f#, samba#":    "samba|c#|f#|samba",
		"":                          "",
		strings.Repeat("a1 b2 ", 9): "a1|b2|a1|b2|a1|b2|a1|b2|a1|b2|a1|b2",
	} {
		require.Equal(t, want, strings.Join(search.Keywords(query, text.DefaultLanguages), "|"),
			query)
	}
	require.Equal(t, []string{"musée"}, search.Keywords("le musée", text.French))
	require.Equal(t, []string{"Konzert", "Park"}, search.Keywords("Konzert im Park", text.German))
	require.Equal(t, []string{"le", "musée"}, search.Keywords("le musée", text.German))
}

func TestApart(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Noite", Description: "Bossa nova e samba de roda, no bar do Zé."},
		{Name: "Tom, drag queen", Description: "É de 2026."}, {Name: "東京"},
	})
	for word, want := range map[string][]string{
		"bossanova": {
			"bossa nova"}, "BOSSANÓVA": {"bossa nova"}, "tomzé": {"tom ze"},
		"dragqueen": {"drag queen"}, "noite2026": {"noite 2026"},
		"sambade":     nil, // a stop word
		"novax":       nil,
		"bossa":       nil,
		"bossa nova":  nil,
		"bossa-nova":  nil,
		"東京":          nil,
		"":            nil,
		"!":           nil,
		"bossanovaer": nil, // no beginnings
	} {
		require.Equal(t, want, x.Apart(word), word)
	}
}

func TestCityNear(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "a", City: "São Paulo"}, {Name: "b", City: "Recife"}, {Name: "c", City: "Natal"},
		{Name: "d", City: "Santos"}, {Name: "e", City: "Santo"},
		{Name: "f", City: "Santo"}, {Name: "g", City: "Paolo"},
	}, []string{"recife", "a veneza brasileira"})
	for text, want := range map[string]string{
		"Sampa": "São Paulo", "sp": "São Paulo", "São Paolo": "São Paulo",
		"sao  PAOLO": "São Paulo", "sao paolu": "São Paulo", "saopaulo": "São Paulo",
		"a Veneza brasileira": "Recife", "Recfie": "Recife", "Nata": "", "Natla": "Natal",
		"Recfei": "", "Santoss": "Santos", "Santo5": "",
		"Santor": "Santo", "": "", "!": "", "xyzzy": "",
	} {
		label, ok := x.CityNear(text)
		require.Equal(t, want, label, text)
		require.Equal(t, want != "", ok, text)
	}
}

func TestRetyped(t *testing.T) {
	x := mustIndexIn(t, text.Russian|text.English,
		named("Кино под открытым небом", "Рок-концерт", "Мельница", "Rock night", "Хор ветеранов"))
	for query, want := range map[string]string{
		"rbyj": "кино", "kino": "кино", "Rjywthns": "Концерты", "[jh": "хор", "кщсл": "rock",
		"melnitsa": "мелница", "mel'nitsa": "мельница", "xyzzyq": "", "": "", "東京": "",
	} {
		require.Equal(t, want, search.Retyped(x, query), query)
	}
	_, o := x.Answer(search.Query{Text: "kino"}, 0, 0, nil)
	require.Zero(t, o.Total, "it is offered, and not answered")
}

// What only asks is skipped when nothing has all words, and only then. A line is a language, a
// query, the names of a catalogue, and how many of these the query finds: the first so many.
const askedFor = `
pt: ingressos michel teló: Michel Teló: 1
pt: show sp michel telo: Michel Teló SP: 1
pt: onde comprar: Michel Teló: 0
pt: show de mágica: Show de Mágica, Mágica: 1
pt: praça da república: Palco República: 1
pt: teatro de rua: Teatro: 0
pt: oficina na rua augusta: Augusta: 1
en: buy tickets for jazz: Jazz: 1
en: geffen square: Geffen, Square One: 1
en: buy tickets for rock: Jazz: 0
en: tickets for jaaz festival: Jazz Festival, Jaaz: 0
fr: acheter billets opéra: Opéra: 1
es: entradas flamenco: Flamenco: 1
de: karten für konzert: Konzert, Karten: 1
ru: сходить в цирк: Цирк на льду: 1
ja: 動画を見る: 動画: 1
ja: 花火 チケット: 花火大会: 1
ja: チケット: 花火大会: 0
ja: 動画再生を見る: 動画を再生, 再生: 1`

func TestWordsThatOnlyAsk(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(askedFor)) {
		f := strings.Split(strings.TrimSpace(line), ": ")
		languages, docs := text.LanguageOf(f[0]), named(strings.Split(f[2], ", ")...)
		x := mustIndexIn(t, languages, docs)
		ids, total := x.Search(search.Query{Text: f[1]}, 0, 10, nil)
		assert.Equal(t, f[3], fmt.Sprint(total), line)
		for i, id := range ids {
			assert.EqualValues(t, i, id, line)
		}
		requireCoherent(t, x, search.Query{Text: f[1]}, 10)
	}
}

func TestExplainTellsWhatOnlyAsks(t *testing.T) {
	x := mustIndexIn(t, text.Japanese|text.English, named("花火大会", "Jazz"))
	e := requireExplained(t, x, search.Query{Text: "花火を見る"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "を見る", Why: "only asks"}}, e.Dropped)
	e = requireExplained(t, x, search.Query{Text: "the tickets jazz"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "the", Why: "stop word"},
		{Text: "tickets", Why: "only asks"}}, e.Dropped)
	e = requireExplained(t, x, search.Query{Text: "jazz square"}, 0, 10)
	require.Equal(t, []search.Dropped{{Text: "square", Why: "kind of place"}}, e.Dropped)
}

// A word that a table of its language has is spelled right, whatever documents have.
func TestListedWordsAreNotMistyped(t *testing.T) {
	x := mustIndexIn(t, text.French, named("Cheveux au vent", "L'océan", "L'Océanie"))
	require.Empty(t, answered(t, x, "chevaux"))
	require.Equal(t, []int{0}, answered(t, x, "chevoux"))
	require.Equal(t, []int{1}, answered(t, x, "l'océan"), "an elided article begins no word")
}

// Words of one family are found only where nothing has the words as they are, in any form.
func TestFamilies(t *testing.T) {
	docs := append(named("Рисование мышью", "Загрузка файлов", "Книжный клуб"),
		search.Doc{Name: "Кисть", Description: "для рисования"}, search.Doc{Name: "Перевод",
			Description: "находит слова, строит графики"})
	finds := func(x *search.Index, query string, want ...int) {
		require.ElementsMatch(t, want, answered(t, x, query), query)
	}
	x := mustIndexIn(t, text.Russian, docs)
	finds(x, "рисовать", 0, 3)
	finds(x, "рисовать мышью", 0)
	finds(x, "загружать файлы", 1)
	finds(x, "книга")
	finds(x, "картина")
	finds(x, "нарисовать", 0, 3)
	finds(x, "найти слово", 4)
	finds(x, "переводить", 4)
	finds(x, "настроить") // is no строить
	finds(x, "построить", 4)
	require.Equal(t, "ru family рисова-", x.Explain(search.Query{Text: "рисовать"}, 0, 5).
		Hits[0].Matches[0].Rule)
	require.Equal(t, "ru aspect рисовать, ru family рисова-", x.Explain(search.Query{
		Text: "нарисовать"}, 0, 5).Hits[0].Matches[0].Rule)
	for _, query := range []string{"нарисовать", "построить", "снять фильм"} {
		ids := make([]uint32, 0, 10)
		require.Zero(t, testing.AllocsPerRun(20, func() {
			x.Search(search.Query{Text: query}, 0, 10, ids)
		}), query)
	}

	for query, want := range map[string][]int{
		"masur conducting": {0}, "conductors": {0}, "dançarinos": nil, "livrinhos": {1},
		"corner": nil, "contador": {2}, "jardinier": nil,
	} {
		require.ElementsMatch(t, want, answered(t, mustIndex(t, named("Masur, conductor",
			"Livro aberto", "Contar histórias", "Corn", "Jardinage")), query), query)
	}
	french := mustIndexIn(t, text.French, named("Jardinage", "Chanteurs"))
	require.Equal(t, []int{0}, answered(t, french, "jardiner"))
	require.Equal(t, "fr family chant-", french.Explain(search.Query{Text: "chanter"}, 0, 5).
		Hits[0].Matches[0].Rule)

	x = mustIndexIn(t, text.Russian, append(docs, named("Рисуем вместе")...))
	finds(x, "рисовать", 5)
}

// What stands in no name also finds the names that have a verb of its family, or what is done, and
// these go first; a word of names finds none.
func TestRussianNamesOfOneFamily(t *testing.T) {
	docs := append(named("Чтение с листа", "Сканирование", "Школа танца"),
		search.Doc{Name: "Полка", Description: "читать книги, сканер, для школьников"})
	x := mustIndexIn(t, text.Russian|text.English, docs)
	for query, want := range map[string][]string{
		"читать": {"Чтение с листа", "Полка"}, "сканеры": {"Сканирование", "Полка"},
		"чтение": {"Чтение с листа"}, "школьники": {"Полка"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: query}), query)
		ids := make([]uint32, 0, 10)
		require.Zero(t, testing.AllocsPerRun(20, func() {
			x.Search(search.Query{Text: query}, 0, 10, ids)
		}), query)
	}
	e := x.Explain(search.Query{Text: "читать"}, 0, 10)
	require.Equal(t, "ru aspect", e.Hits[0].Matches[0].Rule)
}

// A word in katakana is found where all its letters stand together, as a word: whole first, then as
// a part, then as a beginning. One that nobody has may be mistyped.
func TestWordsInKatakana(t *testing.T) {
	docs := named("メモリーの話", "ファイルマネージャー", "マインドフルネス", "メモ", "カレンダー祭", "リアルタイム配信", "スピードのリスク",
		"いまタイへ",
		"ブルー・ノート", "CDプレイヤー", "ディスプレイとレイヤー", "メンバーの夕べ", "ふぁいる展", "ジャズメモ")
	x := mustIndexIn(t, text.Japanese, docs)
	for query, want := range map[string][]uint32{
		"メモ": {3, 13, 0}, "マネージャ": {1}, "インド": nil, "タイム": {5}, "タイマー": nil, "リスト": nil,
		"キャレンダー": {4}, "カレソダー": {4}, "ファイルマネジャー": {1}, "ブルーノート": {8}, "プレーヤー": {9},
		"メン": {11}, "ファイル": {12, 1}, "ふぁいる": {12, 1}, "カレンダー": {4}, "音楽キャレンダー": nil, "メモカレンダー": nil,
		"ディスプレイレイヤー": {10}, "カレンダーメモ": nil, "マネージャーファイル": {1},
	} {
		q := search.Query{Text: query}
		ids, o := x.Answer(q, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
		require.Equal(t, len(ids) == 0 || query == "キャレンダー" || query == "カレソダー" ||
			query == "ファイルマネジャー", o.Corrected, query)
		require.Zero(t, testing.AllocsPerRun(20, func() { x.Search(q, 0, 10, ids[:0]) }), query)
	}
	y := mustIndexIn(t, text.Japanese, named("東京都渋谷区", "Tokyo Night", "京都の秋"))
	for query, want := range map[string][]uint32{"tokyo": {1, 0}, "東京": {0, 1}, "Shibuya": {0},
		"きょうと": {2}, "kyoto": {2}} {
		ids, _ := y.Search(search.Query{Text: query}, 0, 10, nil)
		require.Equal(t, want, ids, query)
	}
	ids, _ := x.Search(search.Query{Text: "メモ"}, 0, 10, nil)
	require.Equal(t, []uint32{3, 13, 0}, ids)
	e := x.Explain(search.Query{Text: "メモ"}, 0, 10)
	require.Equal(t, "ja parts of katakana", e.Hits[1].Matches[0].Rule)
	require.Equal(t, search.HowBegins, e.Hits[2].Matches[0].How)
	e = x.Explain(search.Query{Text: "キャレンダー"}, 0, 10)
	require.Equal(t, search.HowOneEdit, e.Hits[0].Matches[0].How)
	require.Equal(t, "カレンダ", e.Hits[0].Matches[0].Found)
	words, _ := x.Respell(search.Query{Text: "キャレンダー"})
	require.Equal(t, []search.Spelled{{Text: "カレンダ", Corrected: true}}, words)
}

// German words of one family are found only where nothing has the words in any form.
func TestGermanFamilies(t *testing.T) {
	docs := named("Musikverwaltung", "Korbflechter")
	x := mustIndexIn(t, text.German, docs)
	require.Equal(t, []int{0}, answered(t, x, "musik verwalten"))
	require.Equal(t, []int{1}, answered(t, x, "körbe flechten"))
	x = mustIndexIn(t, text.German, named("Künstler*innen", "Künstlerin", "Innenhof"))
	for _, query := range []string{"künstler", "künstler:innen", "Künstler/-innen"} {
		require.ElementsMatch(t, []int{0, 1}, answered(t, x, query), query)
	}
	x = mustIndexIn(t, text.German, docs)
	require.Equal(t, "de family flecht-", x.Explain(search.Query{Text: "flechten"}, 0, 5).
		Hits[0].Matches[0].Rule)
}
