package search_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
	"cartaz/builder/search/internal/naive"
	"cartaz/builder/search/text"
)

// One commit has one result: unless a seed is named, made-up catalogues are always the same ones.
// "make oracle" makes others.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}

// The words are few and close to each other, so that plurals, beginnings, hyphens and typos meet
// often.
var (
	naiveWords = strings.Fields(`
		Festival Festivais Festivalzinho festa Jazz jazzista Rock rocks On-line online on line São
		Paulo SP Santos Canção canções cancao flor flores flore mar mares Maré de da e a the of
		東京
		東京都 京 R&B rb stand-up standup stand up jovem jovens d'água dagua água 2026 20-26 2 2ª
		2º
		12th 12 gastronomia gastronomico gastronomicos show a-b-c-d-e a-b-c-d-e-f abcde homem
		homens azul azuis parties party boxes box box-set DJs DJ mes me news new C++ C# c C 🥁 ❤️
		sampa BH belo horizonte Teatro Theatro theatro kpop k-pop k pop samba-rock samba sambarock
		Αθήνα ΑΘΗΝΑΣ αθηνα مُحَمَّد محمد مدرسة مدرسه שָׁלוֹם
		שלום צה״ל צהל เพลงไทย ไทย เพลง ที่
		ＲＯＣＫ ٢٠٢٦ संगीत Москва москвы 東 京 サンバ 서울
		SambaConf dotRock sambas-rock Belo-Horizonte o-que dezembro may dec rio janeiro 31 1 in em`)
	// naivePhrases are members of groups of synonyms, of more than two words.
	naivePhrases = []string{"Belo jazz rock", "mar de mares azul e homem",
		"festival jazz rock show samba"}
	naiveQueries = append(strings.Fields(`
		fe fest festivl festvial jazzz roc sa on- gastromonia gastronomicso cancoes -line e/ou
		homen azuil 20 202 都 東 s !!! gastronomixo 2027 partie abcdef festivaos canca bh sa fe st bo
		αθην
		محم של ไท ลง 日 ｒｏｃｋ संगी america sul europa brasil alemanha sambaro
		standu stan
		guardachuva c++x c+ + # 🥁🥁 🎸 festivaljazz onl Москв saopaulo ioga jazzrock homemazul
		maresazul azuishomem floresmares água-jazzrock standrock teatrosambas horizonteazul gastron
		festiva homen rock2 festival2026 12sambas mares12`),
		naiveWords...)
)

func drawDocs(t *rapid.T, most int) []search.Doc {
	phrase := func(most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(slices.Concat(naivePhrases,
				naiveWords)), 0, most).Draw(t, "words"), " ")
		})
	}
	doc := rapid.Custom(func(t *rapid.T) search.Doc {
		country := rapid.SampledFrom(naiveCountries).Draw(t, "country")
		first := search.Day(rapid.IntRange(0, 12).Draw(t, "first"))
		if first > 0 && rapid.Bool().Draw(t, "around new year") {
			first += search.DayOf(time.Date(2025, time.December, 25, 0, 0, 0, 0, time.UTC))
		}
		return search.Doc{
			First: first, Last: first + search.Day(rapid.IntRange(0, 3).Draw(t, "days")),
			Hour: rapid.IntRange(0, 23).Draw(t, "hour"), Free: rapid.Bool().Draw(t, "free"),
			Online:   rapid.Bool().Draw(t, "online"),
			VenueKey: rapid.SampledFrom([]string{"", "sala-1", "Sala-2"}).Draw(t, "venue key"),
			Topics: rapid.SliceOfN(rapid.SampledFrom(naiveTopics), 0, 3).Draw(t,
				"topics"),
			Country:      country.code,
			CountryNames: country.names,
			Regions:      country.regions,
			Name:         phrase(4).Draw(t, "name"), Venue: phrase(2).Draw(t, "venue"),
			Description: phrase(6).Draw(t, "description"),
			City: rapid.SampledFrom([]string{"", "Santos", "São Paulo", " sao  PAULO"}).Draw(t,
				"city"),
			State:        rapid.SampledFrom([]string{"", "SP", "Bavaria"}).Draw(t, "state"),
			Producer:     "Casa",
			ProducerSlug: rapid.SampledFrom([]string{"", "casa", "Casa-2"}).Draw(t, "slug"),
		}
	})
	return rapid.SliceOfN(doc, 1, most).Draw(t, "docs")
}

func drawQuery(t *rapid.T) search.Query {
	q := search.Query{Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom(slices.Concat(
		naivePhrases, naiveQueries)), 0, 4).Draw(t, "text"), " ")}
	if rapid.IntRange(0, 3).Draw(t, "filtered") == 0 {
		q.City = rapid.SampledFrom([]string{"", "santos", "SÃO PAULO", "recife"}).Draw(t, "city")
		q.State = rapid.SampledFrom([]string{"", "sp", "Bavaria"}).Draw(t, "state")
		q.Organization = rapid.SampledFrom([]string{"", "CASA", "casa-2"}).Draw(t, "organization")
	}
	if rapid.IntRange(0, 2).Draw(t, "narrowed") == 0 {
		q.Venue = rapid.SampledFrom([]string{"", "SALA-1", "sala-9"}).Draw(t, "venue")
		q.Country = rapid.SampledFrom([]string{"", "BR", "de", "FR"}).Draw(t, "country")
		q.Topic = rapid.SampledFrom([]string{"", "jazz", "Rock-br"}).Draw(t, "topic")
		q.Free, q.Online = rapid.Bool().Draw(t, "free"), rapid.Bool().Draw(t, "online")
	}
	if rapid.Bool().Draw(t, "dated") {
		q.From = search.Day(rapid.IntRange(0, 14).Draw(t, "from"))
		q.To = search.Day(rapid.IntRange(0, 14).Draw(t, "to"))
		q.After = rapid.SampledFrom([]int{0, 0, 1, 12, 23}).Draw(t, "after")
	}
	q.ByDate = rapid.IntRange(0, 4).Draw(t, "by date") == 0
	return q
}

// naiveCountries and naiveTopics share words with each other, with regions and with the rest.
var (
	naiveCountries = []struct {
		code           string
		names, regions []string
	}{
		{}, {code: "BR", names: []string{"Brasil", "Brazil"},
			regions: []string{"América do Sul", "mar azul", "América", "東京"}},
		{code: "de", names: []string{"Alemanha"}, regions: []string{"Europa", "mar de mares azul",
			"festa"}},
		{code: "PT", names: []string{"Jazz do Mar"}},
	}
	naiveTopics = []search.Topic{{Key: "jazz", Label: "Jazz"}, {Key: "rock-br", Label: "rock BR"},
		{Key: "JAZZ", Label: "jazz"}, {Label: "show"}, {Key: "x"}}
)

// naiveGroups are synonyms that a brand may have: some join groups that every index has, some each
// other.
var naiveGroups = [][]string{
	{"jazz", "samba"}, {"rock", "Festival de Jazz"}, {"SP", "Maré"},
	{"Samba", "kpop e jazz", "festa"}, {"São  Paulo", "Москва"}, {"c++", "show"},
	{"Belo jazz rock", "kpop"}, {"azul", "festival de jazz e rock show samba"},
	{"mar mares azul homem", "on line samba", "flor"},
}

func TestSearchEqualsNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		docs := drawDocs(t, 30)
		groups := rapid.SliceOfN(rapid.SampledFrom(naiveGroups), 0, 3).Draw(t, "groups")
		x, n := mustIndex(t, docs, groups...), naive.New(docs, groups...)
		require.NoError(t, x.Verify())
		for range 8 {
			requireSame(t, x, n, drawQuery(t), rapid.IntRange(1, 40).Draw(t, "perPage"))
		}
	})
}

// bentWords are forms that the rules of languages join, and some that look alike.
var bentWords = strings.Fields(`
	tickets where billets karten billets билеты
	animal animaux l'animal travail travaux vitrail gratuit gratuites gratuite musiciennes
	musicien d'art l’art art qu'est est dart 17e 17eme 17ème 17 1er 1re première canción canciones
	luz luces actriz gratuita gratuitos niña niños universidad universo Häuser Haus Mueller Müller
	muller Führungen fuehrung Führung neue quelle Museen Museum malerin maler malerinnen tuer tür
	Straße концерт концертами концерту выставка выставок
		музей музея музеев музыка урок уроки
	танец танцы ёлок елка орган органная weihnachtsmarkt flohmärkte
		markt märkte kinderkonzert
	kinder kind konzerte sommerkonzert schule schulhof musikschule ausstellung stellung hotel
	hotels hotellerie органика днях день люди людьми tae kwon do taekwondo
		kwondo taekwon trabalho
	do futuro trabalhodofuturo #trabalhodofuturo dofuturo primeiro 1o first 1st premier sainte ste
	первый 1-й 1й спб 京都の秋 東京都 京都 インド マインド ねこ ネコ 秋
		都の человек в и мир мирный running painting
	paint dancing dance children child the der le des rdv rendez-vous sta santa
	猫 ねこカフェ 夏祭り 夏まつり まつり 子供 子ども こども フリマ
		フリーマーケット のまつり
	quatre 4 vier foto fotos fotografie japan japanischer шахматы шахматный
		шахматная лыжи три 3
	konten konto thema themen kleiner kleines klein photo photographie graphik grafische grafischer
	photos klub clubs freundin freunde kollege kollegin information infos bhf bahnhof kindern
	lesung lesen lesungen wandern wanderung zwoelf zwölf 12
	verwalten musikverwaltung verwalter aufzeichnen tonaufzeichner aufgezeichnet sprach sprecher
	umzug umziehen flechten korbflechter organisieren organisation sammler sammeln wetter wetten
	rose rosen oper opern töpferei töpfer programming program developers weeks developerweek
	remota remotos web cam webcam webcams campos карта карты редактор текста
		текстовый книга
	книжный рисовать рисование рисуем загрузка загружать
		загрузчик настраивать настройка игра
	editar editando edita edite editado editor ediciones jugar juega juego juegan copia copiar
	copie verlo dançar dança dançou fazer feito
	ann anne richard johann sarah smith s js fischer fisher filme cinema oficina aula
	vila vl movie film violinist fantastic
	fantastique violin curso a e minor flat major third 3rd nona 9 symphony sonata e-flat
	festa banda ingressos sambba samba musique konzert película
	играть игровой дети детский учиться научился режим
		режимы систем система время времени
	december dezembro décembre Dezember декабря в мае мая март марта January rio de janeiro
	may mayo mai im en in em the of el o del dec 2026 31 29 february fevereiro julio`)

// requestWords are words of requests, and of names that say what all events of a catalogue are.
var requestWords = strings.Fields("concert concert concert concerts film in for the harp harpx " +
	"schools central centrel tickets show where HarpDay day smashing music people's peoples 2 " +
	"two 5th 5 la mer k sinfonie symphony wien vienna")

func TestRequestsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phrase := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(requestWords), 0, 5).Draw(t,
				"words"), " ")
		})
		docs := make([]search.Doc, rapid.IntRange(8, 40).Draw(t, "docs"))
		for i := range docs {
			docs[i] = search.Doc{Name: phrase.Draw(t, "name"),
				City:        rapid.SampledFrom([]string{"", "Harp", "Mer", "Wien"}).Draw(t, "city"),
				Country:     rapid.SampledFrom([]string{"at", "us"}).Draw(t, "country"),
				Description: phrase.Draw(t, "description")}
		}
		languages := text.English
		if rapid.Bool().Draw(t, "Portuguese too") {
			languages |= text.Portuguese
		}
		x, n := mustIndexIn(t, languages, docs), naive.NewIn(languages, docs)
		for range 8 {
			requireSame(t, x, n, search.Query{Text: phrase.Draw(t, "text")}, 7)
		}
	})
}

func TestBentWordsEqualNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		languages := text.Languages(rapid.IntRange(0, 1<<len(text.LanguageCodes())-1).Draw(t,
			"languages"))
		phrase := rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bentWords), 0, 4).Draw(t,
				"words"), " ")
		})
		var docs []search.Doc
		for range rapid.IntRange(1, 20).Draw(t, "docs") {
			first := rapid.SampledFrom(dated).Draw(t, "first")
			docs = append(docs, search.Doc{Name: phrase.Draw(t, "name"), First: first,
				Last:  first + search.Day(rapid.SampledFrom([]int{0, 2, 400}).Draw(t, "days")),
				City:  rapid.SampledFrom([]string{"", "Augsburg", "Köln"}).Draw(t, "city"),
				Venue: phrase.Draw(t, "venue"), Description: phrase.Draw(t, "description")})
		}
		x, n := mustIndexIn(t, languages, docs), naive.NewIn(languages, docs)
		require.NoError(t, x.Verify())
		require.Equal(t, languages, x.Languages())
		for range 8 {
			requireSame(t, x, n, search.Query{Text: phrase.Draw(t, "text")}, 7)
		}
	})
}

// denseWords are words of which many are parts of others, in languages that write words as one, or
// that have other writings; documents of few of them meet in most queries.
var denseWords = map[text.Languages]string{
	text.Portuguese | text.English: `swan lake lago dos cisnes schwanensee flauta mágica magic
		flute zauberflöte quebra-nozes nutcracker nuts jupiter symphony k 551 alice in wonderland no
		país das maravilhas casa de bonecas boneca puppenheim doll's house ring des
		nibelungen anel do nibelungo
		no. 3 4; concerto piano, third 3rd sonata: 3-4 concertos nr bach: bach
		4th / ninth 9 praça rua square filme carmen opera ballet swan lake lago cisnes
		phantom of the daphnis et und chloe requiem deutsches german filmecarmen carmenpraça
		december marco em maio may 31 2026 in act iii part 3 scene i`,
	text.German | text.English: `markt flohmarkt flohmärkte weihnachtsmarkt radtour fahrradtour
		fahrrad tour nähkurs nähen kurs kerzenschein kerze kerzen stadtbibliothek stadt burg augsburg
		bibliothek mütterfrühstück mutter frühstück stück schueler schülerkonzert schüler konzert
		konzerte kinder-konzert kinderkonzert kind spaziergang waldspaziergang wald Mueller Müller
		ton töne tönen tonaufzeichner aufzeichnen tag tagen
		developers developer weeks week developerweek developerweeks st saint tanz tanzkurs tänzerin
		vienna wien вена adressen essen juristenball ball beginnen innen`,
	text.Russian | text.English: `
		онлайн online он-лайн браузер браузера browser browsers linux
		линукс линуксом
		хип-хоп hiphop hip-hop хип хоп фото photo фотография сеть сети
		set диск disc дискета
		концерт концертов concert concerto рисовать нарисовать
		рисование рисуем найти
		находит учиться научился учить обучение перевод
		перевести переводить печать
		распечатать печатать видеоредактор редактор
		редакторы видео видео-редактор муз
		музшкола школа школы музыкальная музыкальной
		киноклуб клуб кино звукозапись записи
		звука веб камера камеры webcam вебкамера школьник
		играть игра игрок клавиатура
		клавиатурный клавиатуру декабрь
		май в 2026 31`,
	text.Japanese | text.English: `京都 東京都 京都の秋 秋 秋の京都 印刷 印刷体験
		体験 古本 古本市 本の市 市 お寺 寺 寺めぐり
		寺巡り お祭り 夏祭り 夏まつり ねこ 猫 猫写真 写真展 写真 展 子供
		子ども フリマ フリーマーケット 42キロ 四十二キロ 42
		キロ 2万発 二万発 20日 二十日 二〇二六年 2026年 2026 年 マインド インド
		葉ラ 紅葉ライトアップ 紅葉 ライトアップ
		チケット を見る ファイルマネージャー ファイル マネージャ
		ファイル・マネージャー キャレンダー カレンダー カレンダ
		かれんだーを カレンダーアプリ
		タイマー タイ タイム リアルタイム メモ メモリー メモリカード
		プレーヤー プレイヤー ミュージックプレイヤー ブルー・ノート ブルー
		ノート
		ブルーノート サウンドレコダー サウンドレコーダー レコーダー
		サウンレドコーダー
		ウサンドレコーダー サウンドレコータ カレソダー タレンダー
		キャレンーダ プラネタリウム プラネタリューム tokyo Kyoto 大阪市
		ロック ジャズ ジャズフェス jazzfes Jazz-Fes フェスティバル フェス
		ロックフェス コンピューターゲーム computer
		game コンピューター ゲームー ライブハウス live お花見 花見 申込
		申し込み 御寺 お城 城 東大寺 くるま 車 車庫
		見る 観る 踊る 踊り お弁当
		rock jazz 音楽の夕べ 音楽夕べ 音楽夕べ祭 印刷して
		印刷した写真展 取りこむ 取り込み 取込む 動画再生 動画を再生
		pythonの本 本を読む 夏の祭 市民会館 会館 佐々木展 からの展
		楽しい動画 森のおはなし おはなし 音楽と花と祭 お祭り広場 広場
		ミニ広場 december may in 31`,
}

func TestDenseWordsEqualNaive(t *testing.T) {
	for languages, list := range denseWords {
		t.Run(languages.String(), func(t *testing.T) {
			requireDense(t, languages, strings.Fields(list))
		})
	}
}

func requireDense(t *testing.T, languages text.Languages, words []string) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 1))
		phrase := func(most int) string {
			var all []string
			for range r.IntN(most + 1) {
				all = append(all, words[r.IntN(len(words))])
			}
			return strings.Join(all, " ")
		}
		docs := make([]search.Doc, 1+r.IntN(12))
		for i := range docs {
			docs[i] = search.Doc{Name: phrase(2), Venue: phrase(1), Description: phrase(3),
				First: dated[r.IntN(len(dated))],
				City:  []string{"", "Augsburg", "京都市", "Wien"}[r.IntN(4)]}
		}
		x, n := mustIndexIn(t, languages, docs), naive.NewIn(languages, docs)
		for range 20 {
			requireSame(t, x, n, search.Query{Text: phrase(3)}, 7)
		}
		for i := int(seed % 4); i < len(words); i += 4 {
			requireSame(t, x, n, search.Query{Text: words[i]}, 7)
		}
	}
}

// Large enough for several chunks, for lists of both forms, for stored unions, and for answers that
// are divided before they are sorted.
func TestSearchEqualsNaiveInLargeIndex(t *testing.T) {
	c := generated.New(7)
	docs := make([]search.Doc, 2*4096+77)
	for i := range docs {
		docs[i] = c.Doc(i)
		docs[i].Description = strings.Join(strings.Fields(docs[i].Description)[:12], " ")
		docs[i].State = map[bool]string{true: "SP", false: "Bavaria"}[docs[i].State == "SP"]
		docs[i].First, docs[i].Hour = search.Day(1+i/50+i%3), i%24
		docs[i].Last = docs[i].First + search.Day(i%97/95*40)
		docs[i].Free, docs[i].Online = i%5 == 0, i%40 == 0
		docs[i].VenueKey = strings.ToLower(docs[i].Venue)
		switch {
		case i > 8000:
			docs[i].First, docs[i].Last = 0, 0
		case i > 6000: // sorted, and long ones among them
			docs[i].First = dated[1] + search.Day(i/4)
			docs[i].Last = docs[i].First + search.Day(i%97/95*900)
		}
	}
	x, n := mustIndex(t, docs), naive.New(docs)
	require.NoError(t, x.Verify())
	for _, q := range []search.Query{
		{Text: "festival"}, {Text: "show de rock"}, {Text: "de"}, {Text: "sa"}, {Text: "co"},
		{Text: "festivais jazz"},
		{Text: "stand up"}, {Text: "stand-u"}, {Text: "on-line"}, {Text: "festvial"},
		{Text: "gastronomicso"},
		{Text: "show", City: "sao paulo"}, {State: "sp"}, {City: "Osasco"},
		{City: "santos", State: "SP"},
		{Text: "festival de musica brasileira sao paulo"}, {Text: "musica ingresso artista"},
		{Text: "a de e"},
		{Text: docs[4100].Name}, {Text: docs[8000].Venue}, {Organization: docs[5000].ProducerSlug},
		{From: 40, To: 40}, {From: 1}, {To: 3}, {To: 1000}, {From: 161, To: 162},
		{From: 90, To: 60},
		{Text: "show", From: 100, To: 102, ByDate: true}, {Text: "sa", ByDate: true},
		{After: 1}, {After: 22, From: 80, To: 90}, {Free: true, Online: true},
		{Text: "show", Venue: docs[12].Venue, Free: true}, {Text: "festvial", From: 20},
		{Text: "show dezembro"}, {Text: "31 december"}, {Text: "festival in may"},
	} {
		requireSame(t, x, n, q, 997)
	}
}
