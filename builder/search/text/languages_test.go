package text_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/japanese"
)

// expand returns the forms of a word in languages given by their codes.
func expand(codes, word string) []string {
	var languages text.Languages
	for code := range strings.FieldsSeq(codes) {
		languages |= text.LanguageOf(code)
	}
	var f text.Inflections
	f.Expand(languages.Rules(), []byte(text.Fold(word)))
	var all []string
	for i := range f.Len() {
		all = append(all, string(f.At(i)))
	}
	return all
}

// Each word finds the others of its row, and none of those behind the bar.
func TestForms(t *testing.T) {
	for _, row := range []string{
		"pt: festas festa | festival", "pt: canções canção", "pt: jornais jornal",
		"pt: universo | universidade", "pt: gratuita gratuito gratuitas gratuitos",
		"pt: diretora diretor diretoras", "pt: música | músico", "pt: mães | mãos",
		"pt: ações ação | aço", "pt: versões versão | verso versos", "pt: cães cão | caos",
		"en: kids | kid", "en: singing singin | sin", "en: raising | raisin",
		"en: accessibility a11y", "en: hanukkah chanukah", "en: postgres postgresql",
		"pt en: portões portão | porto portos", "en: heroes hero", "en: children child",
		"en: women woman", "en: wolves wolf", "en: running run",
		"en: painting paint painted", "en: dancing dance", "en: organ | organic organization",
		"en: programming program", "en: shopping shop", "en: topping | top",
		"en: marketing | market", "en: parties party", "en: king | k",
		"fr: animal animaux", "fr: travail travaux", "fr: bijoux bijou", "fr: jeux jeu",
		"fr: gratuit gratuite gratuites gratuits", "fr: musicien musicienne musiciennes",
		"fr: danseur danseuse danseuses", "fr: créatrice créateur créateurs",
		"fr: port | porte portes", "fr: médecin | médecine", "fr: armée | arme", "fr: musée | muse",
		"fr: 17e 17ème | 17", "fr: 17 17e 17ème", "fr: 1er 1re | 1 1e",
		"es: luz luces", "es: canción canciones", "es: gratuito gratuitas", "es: niña niños",
		"es: bailarín bailarina bailarinas", "es: escritor escritora escritoras",
		"es: socio socia socias", "es: voluntarios voluntaria", "es: mario | maria",
		"es: remoto remotas", "es: nota | noto",
		"es: caso | casa", "es: puerto | puerta", "es: universo | universidad",
		"es: órgano | orgánico organización", "es: remota remoto remotos remotas",
		"es: francés francesa francesas franceses", "es: español española españoles",
		"es: abierto abierta abiertas", "es: básica básicos", "es: nueva nuevo nuevas",
		"es: completa completos", "es: actriz | actor", "es: frías frío",
		"es: traductor traducir traduzca traductores",
		"es: editar editando editaron editarlo", "es: jugar juegan jugando | jugo",
		"es: música | músico", "es: partido | partida", "es: interés | interesa",
		"es: auditorio | auditoría", "es: control | controla", "es: técnico | técnica",
		"es: campeón campeona campeones", "es: abuelas abuelo", "es: poeta poetisas",
		"es: persona | person", "es: España español españolas", "es: andaluz andaluces Andalucía",
		"es: Vietnam vietnamitas", "es: Argentina argentino argentinas", "es: Mali | mal",
		"de: Haus Häuser", "de: Markt Märkte", "de: Führung Führungen", "de: Führung fuehrung",
		"de: Museum Museen",
		"de: Maler Malerin Malerinnen", "de: Mueller Müller", "de: Universität | Universum",
		"de: Rose Rosen", "de: Bären | Bar", "de: Oper Opern", "de: Insel Inseln",
		"de: Töpfer Töpferei Töpferin", "de: Bücher Buch | Bücherei", "de: Rad Fahrrad Räder",
		"de: Musik | Musiker", "de: Burg | Bürger", "de: neue | nue",
		"de: Konto Konten | Kanten", "de: Benutzerkonto Benutzerkonten",
		"de: Studium Studien | Studio",
		"de: Thema Themen", "de: Album Alben", "de: Radius Radien | Radio", "de: Daten | Datum",
		"de: Rhythmus Rhythmen", "de: Praktikum Praktika", "de: Modus Modi | Mode",
		"de: Ergebnis Ergebnisse", "de: Saal Säle", "de: Material Materialien", "de: Typ Typen",
		"de: Kleid Kleider Kleidern", "de: Fahrrad Fahrräder Fahrrädern", "de: Tür Türen | Tor",
		"de: Wörterbuch Wörterbücher", "de: Hochhaus Hochhäuser Hochhäusern",
		"de: Freund Freunde Freundin Freundinnen", "de: Kollege Kollegin Kolleginnen Kollegen",
		"de: Arzt Ärztin Ärzte Ärztinnen", "de: Termin | Term", "de: Prinz Prinzessin",
		"de: klein kleiner kleines kleinem kleinste", "de: alt ältere älteste",
		"de: gut besser besten", "de: grafisch grafischer grafisches graphische",
		"de: offen offener offenes", "de: lokal lokaler lokales", "de: Hersteller | Herstellen",
		"de: Foto Photo Photos Fotografie Photographie", "de: Symphonie Sinfonien",
		"de: Klubs Club", "de: Schiffahrt Schifffahrt", "de: Känguruh Kängurus",
		"de: Info Information Informationen", "de: Sport | Sportler", "de: Kunst | Künstler",
		"de: spielen spielt gespielt gespielte", "de: öffnen öffnet geöffnet",
		"de: lesen liest gelesen", "de: abspielen abgespielt abzuspielen | gespielt",
		"de: aufnehmen Aufnahme", "de: aufnehmen aufgenommen",
		"de: verschlüsseln verschlüsselte", "de: verschlüsseln Verschlüsselung",
		"de: drucken | gedrückt", "de: Rosen | Rost",
		"ru: концерт концерты концертами концерта | концертмейстер",
		"ru: выставка выставок выставке", "ru: музей музея музеев музеям | музыка",
		"ru: урок уроки уроков", "ru: танец танцы", "ru: ёлка ёлки ёлок", "ru: человек человека",
		"ru: мир мира | мирный", "ru: орган органа | органный организация", "ru: гора | горький",
		"ru: день дни дней днями", "ru: друзья друзей друзьям друг", "ru: люди человек людей",
		"ru: фотография фотографии фотографий фотографиями | фотограф фотографы",
		"ru: технологии технология технологий | технолог технологи", "ru: лекция лекций лекциями",
		"ru: русский русские русского русских", "ru: синий синяя синие",
		"ru: событие событий событиям",
		"ru: открытие открытия | открытый", "ru: чай чая чаем", "ru: лев львы львов",
		"ru: галерея галереи галерей", "ru: огонь огни огней огня", "ru: песня песен песни",
		"ru: окно окон окна", "ru: костёр костры", "ru: ребёнок дети детей", "ru: муза | музей",
		"ru: детский | дети", "ru: весна весен | весёлый", "ru: театр | театральный",
		"ru: шахматы шахмат шахматный шахматного | шахта", "ru: хоккей хоккея хоккейная",
		// cases and numbers, which also other endings look like
		"ru: режим режима режимы режимов", "ru: система систем системой", "ru: альбом альбомы",
		"ru: вызов вызовы", "ru: модем модемы", "ru: остров острова", "ru: приём приёмы",
		"ru: отдых отдыха отдыхе", "ru: страх страхом", "ru: дисплей дисплеев дисплею",
		"ru: май мая мае", "ru: шея шею шеи", "ru: яма ямы ямой", "ru: фея феи",
		"ru: настройка настроек настройкой", "ru: письмо писем", "ru: судьба судеб",
		"ru: деньги денег", "ru: копейка копеек", "ru: боец бойца бойцы", "ru: китаец китайцы",
		"ru: церковь церкви церковью", "ru: гражданин граждане граждан",
		"ru: англичанин англичане", "ru: котёнок котята котят", "ru: медвежонок медвежата",
		"ru: имя имени имён", "ru: брат братья", "ru: дерево деревья", "ru: семья семей",
		"ru: статья статей", "ru: ручей ручья ручьи", "ru: сын сыновья", "ru: цветок цветы",
		"ru: чай чая чаю", "ru: день дня дней днями", "ru: огонёк огоньки", "ru: фамилия фамилий",
		"ru: Павел Павла", "ru: Илья Ильи", "ru: Сергей Сергея", "ru: Пётр Петра",
		"ru: Чайковский Чайковского", "ru: Дмитрий Дмитрия",
		// words with the same letters and no common class
		"ru: цель | целый", "ru: место | месть", "ru: угол | уголь", "ru: голубь | голубой",
		"ru: семья | семь", "ru: вид | видеть", "ru: текстов тексты | текстовый",
		"ru: чувство | чувствовать", "ru: печень | печенье", "ru: линия | лина",
		"ru: модуль | модулировать", "ru: сеть | сетка", "ru: почта | почтить", "ru: суд | судья",
		"ru: страна | странный", "ru: белый | бельё", "ru: весёлый | веселье", "ru: пол | полёт",
		// adjectives
		"ru: бесплатный бесплатно бесплатная бесплатен бесплатны", "ru: быстрый быстрее быстро",
		"ru: интересный интересен", "ru: открытый открыт открыта открыто",
		"ru: хороший хорошая хорошего", "ru: большой большая большие", "ru: лисий лисья лисьи",
		"ru: тихий тихая тихо", "ru: вечерний вечерняя вечерние",
		// verbs
		"ru: рисовать рисует рисуй рисуйте рисовал рисующий рисуя",
		"ru: играть играйте играем играл",
		"ru: танцевать танцует танцующий", "ru: смотреть смотри смотрит", "ru: слышать слышит",
		"ru: писать пишет пишите", "ru: искать ищет ищите", "ru: изучить изучите изучим",
		"ru: купить куплю купит куплен", "ru: загрузить загружен загрузит загружу",
		"ru: создавать создаёт создавайте", "ru: открыть откройте откроет открыт",
		"ru: удалить удалён удалена", "ru: сохранить сохранён сохраните", "ru: имеет иметь",
		"ru: найти найдёт нашёл найдите", "ru: выбрать выберите выбран", "ru: петь поёт пойте",
		"ru: учиться учился учись", "ru: заниматься занимайтесь занимается",
		"ru: заниматься занималась | занимать занимала",
		"ru: используется использует использовать", "ru: игра | играть", "ru: стать | стая",
		"ru: орган | органный", "ru: смена | сметь", "ru: имена | иметь", "ru: край | красть",
		"ru: компьютер компьютеры комп", "ru: три трёх 3", "ru: лыжи лыжная лыж",
		"fr: quatre 4 | 14 40", "fr: expo expos exposition expositions", "fr: six 6 | dix",
		"es: foto fotos fotografía fotografías | fotógrafo", "pt: três 3 | tres3",
		"en: photo photos photograph | photographer", "de: zwölf 12",
		"de: Japan japanisch japanischer japanischen | Japaner", "de: foto Fotografie",
		"de: Lesung Lesungen lesen | lese", "de: Wanderung wandern Wanderungen",
		"de: Sammlung sammeln", "de: Zeitung | Zeiten", "de: Meinung | meinen",
		"pt: contemporâneo contemporânea contemporâneas", "pt: clássica clássicos",
		"pt: nova novos", "pt: preta preto", "pt: francesa francês franceses",
		"pt: professora professores", "pt: convidado convidadas", "pt: entrada | entrado",
		"pt: virada | virado", "pt: política | político", "pt: menino | menina",
		"pt: senhora | senhor", "pt: secretaria | secretário", "pt: alemão alemã alemães alemãs",
		"pt: dançando dançar", "pt: acção ação acções", "pt: directora diretora diretores",
		"pt: facto | fato", "pt: grátis gratuita", "pt: universo | universidade",
		"en: colour color colours", "en: organised organize organizing",
		"en: theatres theater", "en: centre center", "en: programme program programs",
		"en: travelling traveling", "en: tour | tor", "en: coding code", "en: gaming game games",
		"en: testing test tested", "en: living | live", "en: training | train",
		"en: mice mouse", "en: leaves leaf", "en: scarves scarf", "en: tech technology",
		"en: organ | organic", "en: designer | design",
		"fr: grand grande grands grandes", "fr: beau belle beaux", "fr: nouvelle nouveaux",
		"fr: longue longs", "fr: verte verts", "fr: fin | fine", "fr: saint | sainte",
		"fr: professeure professeur professeurs", "fr: visiter visites visite",
		"fr: dansées danser", "fr: jardinage jardiner", "fr: visage | viser",
		"fr: verger | verge", "fr: vélos bicyclette", "fr: public | publique",
		"fr ru: animal animaux", "ja: animal | animaux",
	} {
		codes, words, _ := strings.Cut(row, ": ")
		joined, apart, _ := strings.Cut(words, " | ")
		for word := range strings.FieldsSeq(joined) {
			forms := expand(codes, word)
			require.Equal(t, text.Fold(word), forms[0], row)
			for other := range strings.FieldsSeq(joined) {
				if word != "17" && other != "17" || word == "17" {
					require.Contains(t, forms, text.Fold(other), "%s: %s", row, word)
				}
			}
			for other := range strings.FieldsSeq(apart) {
				require.NotContains(t, forms, text.Fold(other), "%s: %s", row, word)
			}
		}
		for word := range strings.FieldsSeq(apart) {
			for other := range strings.FieldsSeq(joined) {
				if !strings.HasPrefix(row, "fr: 1") { // a number finds its ordinals
					require.NotContains(t, expand(codes, word), text.Fold(other),
						"%s: %s", row, word)
				}
			}
		}
	}
}

// A form that only a verb has finds those that nouns look like, and not the other way round.
func TestVerbs(t *testing.T) {
	for _, row := range []string{"editar edita edite editado", "jugar juega juego juegue",
		"organizar organice", "conocer conozca conoce", "copiarlo copia copie",
		"hacer haga hecho", "convierten convierte convertido", "contar cuento",
		"editar edicion ediciones editor", "traducir traduccion", "navegar navegadores"} {
		words := strings.Fields(row)
		for _, word := range words[1:] {
			require.Contains(t, expand("es", words[0]), word)
			require.NotContains(t, expand("es", word), words[0])
		}
		require.NotContains(t, expand("fr", words[0]), words[1])
	}
	for _, row := range []string{"contar cuenta", "comer como", "parar para", "casar casa",
		"formar forma", "programar programa", "nadar nada", "publicar público",
		"aplicar aplicaciones", "ordenar ordenadores", "mirar mirador",
		"funcionar funciones", "valorar valores"} {
		verb, other, _ := strings.Cut(row, " ")
		require.NotContains(t, expand("es", verb), text.Fold(other))
	}
	rules := text.Spanish.Rules()
	require.Equal(t, "es forms of editar", rules.RuleOf("editando", "edite"))
	require.Equal(t, "es family of copiar", rules.RuleOf("copia", "copiar"))
	var family text.Inflections
	text.ExpandFamily(&family, rules, []byte("editores"))
	words := make([]string, family.Len())
	for i := range words {
		words[i] = string(family.At(i))
	}
	require.Subset(t, words, []string{"editar", "edite", "edicion", "ediciones", "editora"})
	text.ExpandFamily(&family, text.French.Rules(), []byte("editores"))
	require.Zero(t, family.Len())
	rules = text.DefaultLanguages.Rules()
	require.Equal(t, "pt family of dancar", rules.RuleOf("dancar", "danca"))
	require.NotContains(t, expand("pt", "dançar"), "danca")
}

func TestLanguages(t *testing.T) {
	require.Equal(t, text.Portuguese, text.LanguageOf("pt-BR"))
	require.Zero(t, text.LanguageOf("tlh"))
	require.Equal(t, []string{"en", "fr"}, (text.French | text.English).Codes())
	require.Equal(t, "pt en", text.DefaultLanguages.String())
	require.True(t, text.DefaultLanguages.Valid())
	require.False(t, text.Languages(1<<30).Valid())
	for _, code := range text.LanguageCodes() {
		one := text.LanguageOf(code)
		require.Equal(t, code == "ja", len(text.StopWords(one)) == 0, code)
		for _, word := range text.StopWords(one) {
			require.Equal(t, text.Fold(word), word)
			require.True(t, one.Rules().IsStop([]byte(word)))
		}
		for _, group := range text.LanguageSynonyms(one) {
			for _, member := range group {
				_, err := one.Rules().Synonym(member)
				require.NoError(t, err)
			}
		}
	}
	require.False(t, text.French.Rules().IsStop([]byte("the")))
	require.True(t, text.French.Rules().IsElided([]byte("qu")))
	require.False(t, text.Portuguese.Rules().IsElided([]byte("d")))
}

func TestAppendSearch(t *testing.T) {
	for in, want := range map[string]string{
		"São": "sao", "ねこ": "ネコ", "ネコ": "ネコ", "ﾈｺ": "ネコ", "キャンプ": "キヤンプ",
		"ヴァイオリン": "バイオリン", "ヴ": "ブ", "ヴ ァ": "ブ ア", "サーバー": "サーバ", "サーバ": "サーバ",
		"バー": "バー", "サーバー構築": "サーバ構築", "エレベーターホール": "エレベーターホール",
		"コンピューター2": "コンピユータ2", "佐々木": "佐佐木", "々": "々", "いすゞ": "イスス",
		"渡邉": "渡辺", "渡邊": "渡辺", "髙島屋": "高岛屋", "山﨑": "山崎", "櫻": "樱", "桜": "樱", "拉麺": "拉麺",
		"音樂": "音乐", "東京 jazz": "东京 jazz", "한국": "한국", "": "",
	} {
		got := string(text.AppendSearch([]byte("x"), in))
		require.Equal(t, "x"+want, got, in)
		require.Equal(t, got, string(text.AppendSearch(nil, got)), "twice: %s", in)
	}
	for _, row := range japanese.Words(japanese.Letters) {
		forms := map[string]bool{}
		for _, letter := range row {
			form := string(text.AppendSearch(nil, string(letter)))
			forms[form] = true
			require.Equal(t, form, string(text.AppendSearch(nil, form)), "twice: %c", letter)
		}
		require.Len(t, forms, 1, row)
	}
}

func TestSeen(t *testing.T) {
	var s text.Seen
	require.Zero(t, s.Languages())
	for range 3 {
		s.Add("Le musée ouvre ses portes pour une soirée de musique et de danse au cœur " +
			"de la ville.")
		s.Add("Das Konzert in der Kirche beginnt um acht und der Eintritt ist für Kinder frei.")
	}
	s.Add("Концерт в парке для детей и взрослых на берегу")
	for range 4 {
		s.Add("Metallica, Anthrax, Slayer")
	}
	require.Equal(t, []string{"fr", "de"}, s.Languages().Codes(), "one text in Russian is too few")
}

// A query expands each of its words, so that must not allocate once warm.
func TestExpandDoesNotAllocate(t *testing.T) {
	rules := (text.German | text.French | text.Spanish | text.Russian).Rules()
	var f text.Inflections
	for _, word := range []string{"editar", "sonar", "концертов", "галереи", "огонь", "день",
		"hauser", "mueller", "шахматы", "quatre", "4"} {
		w := []byte(word)
		f.Expand(rules, w)
		require.Zero(t, testing.AllocsPerRun(20, func() { f.Expand(rules, w) }), word)
	}
}

// The words of a small catalogue, and which parts of compounds they make known.
func TestCompounds(t *testing.T) {
	words := text.NewVocabulary(text.German.Rules())
	for _, word := range strings.Fields("markt kinder konzerte theater haus burger rat " +
		"stellung lesung buch buchmesse essen messe karte schule weihnachten der museen 1234 " +
		"музей aufzeichnen") {
		words.Add([]byte(word))
	}
	for _, word := range []string{"kinderlesereihe", "kinderkonzert", "mauerfall"} {
		words.AddHead([]byte(word))
	}
	for word, want := range map[string]string{
		"sommerlesereihen": "sommer lesereihen", "sulzlesereihen": "sulz lesereihen",
		"sulzessen":    "",
		"sulzkonzert":  "sulz konzert",
		"juristenhaus": "juristen haus", "bergfall": "",
		"flohmarkt": "floh markt", "gronmarkt": "gron markt",
		"weihnachtsmarkte": "weihnachts weihnacht markte",
		"kinderkonzert":    "kinder kind konzert",
		"kinderbuchmesse":  "kinder kind buchmesse buch messe", "burgerhaus": "burger haus",
		"rathaus": "rat haus", "sulzhaus": "", "radtour": "rad tour", "nahkurs": "nahen kurs",
		"tonaufzeichner":  "ton aufzeichner",
		"mutterfruhstuck": "mutter fruhstuck", "sommertheater": "sommer theater",
		"ausstellung": "", "vorlesung": "", "konzert": "",
		"eintrittskarte": "eintritts eintritt karte", "schulhaus": "schul haus",
		"kunstmuseum": "kunst museum",
		"musikmarkt7": "", "markt": "",
	} {
		var parts []string
		words.EachPart([]byte(word), func(part []byte) { parts = append(parts, string(part)) })
		require.Equal(t, want, strings.Join(parts, " "), word)
	}
	french := text.NewVocabulary(text.French.Rules())
	french.Add([]byte("markt"))
	french.EachPart([]byte("flohmarkt"), func([]byte) { t.Error("French has no such compounds") })
}

func TestRuns(t *testing.T) {
	for in, want := range map[string]string{
		"京都の秋": "京 の 秋", "東京都": "東", "JAZZナイト東京": "ナ 東", "佐々木ライブ": "佐 ラ",
		"マインド": "マ", "ジャズ・フェス": "ジ フ", "サーバーの": "サ の", "abc": "",
	} {
		var got []string
		b := text.AppendSearchRuns(nil, in, func(at int, hiragana bool) {
			got = append(got, strconv.Itoa(at))
		})
		require.Equal(t, string(text.AppendSearch(nil, in)), string(b), in)
		var starts []string
		for first := range strings.FieldsSeq(want) {
			at := strings.Index(text.Fold(in), text.Fold(first))
			starts = append(starts, strconv.Itoa(at))
		}
		require.Equal(t, starts, got, in)
	}
}

// What a last word that stands in documents finds beside itself.
func TestCompletion(t *testing.T) {
	const all, names, none = text.CompletesAll, text.CompletesNames, text.CompletesNothing
	for _, c := range []struct {
		languages text.Languages
		word      string
		titled    bool
		want      text.Completion
	}{
		{text.DefaultLanguages, "flor", false, names}, // Floresta in a name, Florianópolis nowhere
		{text.DefaultLanguages, "dança", false, all},
		{text.DefaultLanguages, "supla", true, names},
		{text.DefaultLanguages, "nodejs", true, all},
		{text.Japanese | text.English, "java", true, names},
		{text.French | text.English, "jeu", false, none},
		{text.Spanish, "sol", true, none},
		{text.Russian | text.English, "час", false, none},
		{text.Russian | text.English, "кино", true, all}, // begins киноклуб
		{text.Russian | text.English, "концерт", true, none},
		{text.German | text.English, "spiel", true, all},
		{text.French | text.German, "jeune", true, all},
		{text.German | text.English, "ball", true, none}, // Ballett
		{0, "жаз", true, names},
	} {
		got := c.languages.Rules().Completion([]byte(c.word), c.titled)
		require.Equal(t, c.want, got, "%v %s", c.languages, c.word)
	}
}
