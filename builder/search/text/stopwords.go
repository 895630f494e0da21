package text

import (
	"math/bits"
	"strings"

	"cartaz/builder/search/text/english"
	"cartaz/builder/search/text/names"
)

// stopWords are skipped in queries that hold others: articles, prepositions and conjunctions,
// folded. The lists are short on purpose: a word that can name something is not in them. German has
// innen, too, which signs part from the word before: Künstler*innen, Künstler:innen.
var stopWords = map[Languages]string{
	Portuguese: "a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo " +
		"pela pelos pelas para pra pro com ao aos e ou que se",
	English: "a the an of in on at to for and or with by from",
	French: "le la les l un une des du de d et en au aux a dans sur sous pour par avec ou que qu " +
		"qui ce cette ces c j n s",
	Spanish: "el la los las un una unos unas de del al a en y e o u con por para que se su sus lo",
	German: "der die das den dem des ein eine einen einem einer eines und oder in im am an auf " +
		"aus bei beim bis durch mit nach uber um unter von vom vor zu zum zur fur innen",
	Russian: "и в во на с со к ко о об от до из за по у для или при под над",
}

// StopWords returns the stop words of one language, folded.
func StopWords(language Languages) []string { return strings.Fields(stopWords[language]) }

// Conjunctions are stop words of every language in Latin letters, folded: titles of works have them
// whatever the language around, Daphnis et Chloé. Those of one letter are none.
func Conjunctions() []string { return []string{"and", "et", "und"} }

// askingWords stand around what people look for and name nothing themselves: that they want
// tickets, to see, to hear, to go, and ask where, when and for how much. Some events do have them,
// so a query skips them only when nothing has all of its words. Words for kinds of events are none,
// see kindWords, but for the show that any concert is in Brazil.
var askingWords = map[Languages]string{
	Portuguese: "ingresso ingressos bilhete bilhetes entrada entradas ticket tickets comprar " +
		"compra preço preços valor ver assistir ouvir ir quero onde quando hora horas fazer " +
		"atividade atividades evento eventos show shows número",
	English: "ticket tickets buy price prices see watch hear listen go going visit want where " +
		"when near event events show shows number nr all featuring program programs programme " +
		"programmes",
	French: "billet billets billetterie ticket tickets place places acheter réserver prix tarif " +
		"tarifs voir écouter aller visiter quand événement événements",
	Spanish: "entrada entradas boleto boletos ticket tickets comprar precio precios ver mirar " +
		"escuchar oír ir visitar quiero dónde cuándo evento eventos",
	German: "karte karten ticket tickets eintrittskarte eintrittskarten kaufen preis preise " +
		"sehen schauen anschauen hören anhören gehen besuchen wo wann veranstaltung " +
		"veranstaltungen",
	Russian: "билет билеты билетов купить цена цены " +
		"смотреть посмотреть слушать послушать идти " +
		"пойти сходить посетить хочу где когда " +
		"мероприятие мероприятия событие события",
}

// japaneseAsking are what the words of asking are in Japanese, behind the particle that joins them
// to what is looked for, or alone; する, which makes a verb of any noun (サ変), with its forms; and
// what any event or program is.
var japaneseAsking = strings.Fields("を見る を観る を見たい を観たい " +
	"を見に行く を聴く を聞く を買う を探す に行く に行きたい へ行く " +
	"へ行きたい で遊ぶ のチケット チケット の料金 料金 はいつ はどこ " +
	"が見たい が観たい を聴きたい を聞きたい が聴きたい が聞きたい " +
	"を買いたい が欲しい がほしい を知りたい に参加する " +
	"に参加したい を予約する を予約したい をする をしたい がしたい " +
	"をやりたい ができる をできる する したい します しよう できる " +
	"できます する方法 の方法 方法 のやり方 やり方 の仕方 の使い方 " +
	"使い方 はありますか ありますか とは おすすめ のおすすめ の情報 " +
	"情報 の予定 の日程 日程 の場所 の近く 近く イベント のイベント " +
	"アプリ のアプリ するアプリ できるアプリ ソフト のソフト " +
	"するソフト できるソフト ソフトウェア のソフトウェア " +
	"するソフトウェア")

// AskingWords returns the words of one language that queries skip when nothing has all of their
// words, folded.
func AskingWords(language Languages) []string {
	return strings.Fields(string(AppendSearch(nil, askingWords[language])))
}

// kindWords say what kind of event is meant, or of artist, which its name may do without: filme
// Pinóquio, exposição Senna, banda Ratos de Porão. A query skips them when nothing has all of its
// words and some document has all of the others. Left out are those that names mostly have:
// festival, roda.
var kindWords = map[Languages]string{
	Portuguese: "filme filmes espetáculo espetáculos apresentação apresentações oficina oficinas " +
		"curso cursos aula aulas workshop workshops palestra palestras exposição exposições " +
		"mostra mostras peça peças sessão sessões festa festas desfile desfiles feira feiras " +
		"banda bandas cantor cantora artista música músicas restaurante restaurantes",
	English: "concert concerts movie movies film films workshop workshops talk talks class " +
		"classes course courses lecture lectures exhibition exhibitions meetup meetups " +
		"band bands singer artist composer music works pieces compositions sisters brothers",
	French: "concert concerts film films spectacle spectacles exposition expositions atelier " +
		"ateliers conférence conférences cours visite visites musique musiques groupe " +
		"chanteur chanteuse artiste",
	Spanish: "concierto conciertos película películas espectáculo espectáculos exposición " +
		"exposiciones taller talleres conferencia conferencias charla charlas curso cursos " +
		"clase clases música músicas banda bandas cantante artista",
	German: "konzert konzerte film filme ausstellung ausstellungen workshop workshops vortrag " +
		"vorträge kurs kurse aufführung aufführungen musik band sänger sängerin künstler",
	Russian: "концерт концерты фильм фильмы выставка выставки спектакль спектакли лекция " +
		"лекции курс курсы музыка группа певец певица",
}

// KindWords returns the words of one language for kinds of events and artists, folded.
func KindWords(language Languages) []string {
	return strings.Fields(string(AppendSearch(nil, kindWords[language])))
}

// FormWords returns the words of one language for forms of works, folded: see names.Forms.
func FormWords(language Languages) []string {
	forms := strings.Join(names.Forms(language.String()), " ")
	return strings.Fields(string(AppendSearch(nil, forms)))
}

// placeWords say what kind of place is meant, which the name of a venue may do without: praça da
// República. They are skipped as kindWords are, where the name stands beside them as their language
// has it: behind in Portuguese, French and Spanish, before in English. Teatro de rua names none.
var placeWords = map[Languages]string{
	Portuguese: "praça largo vale rua avenida alameda travessa bairro palco",
	French:     "rue avenue boulevard quai quartier",
	Spanish:    "plaza calle avenida paseo barrio",
	English:    "square street avenue stage",
}

// PlaceWords returns the words of one language for kinds of places, folded.
func PlaceWords(language Languages) []string {
	return strings.Fields(string(AppendSearch(nil, placeWords[language])))
}

// NamesFollow reports whether names of places stand behind the words for their kinds in a language.
func NamesFollow(language Languages) bool { return language != English }

// AskingEnds returns the ends of queries in a script without spaces that are skipped so, as Fold
// returns them.
func AskingEnds(languages Languages) (ends []string) {
	if languages&Japanese != 0 {
		for _, end := range japaneseAsking {
			ends = append(ends, Fold(end))
		}
	}
	return ends
}

// elisions are the words that lose their vowel before another and are then written together with
// it.
var elisions = map[Languages]string{
	French: "l d qu c j m n s t jusqu lorsqu puisqu quelqu",
}

// Elisions returns the words of one language that stand before an apostrophe, folded.
func Elisions(language Languages) []string { return strings.Fields(elisions[language]) }

// LanguageSynonyms are the groups that indexes of a language have beside BuiltinSynonyms:
// abbreviations, and the first ordinal numbers as people write them.
func LanguageSynonyms(languages Languages) (groups [][]string) {
	for ; languages != 0; languages &= languages - 1 {
		one := Languages(1 << bits.TrailingZeros32(uint32(languages)))
		for line := range strings.Lines(strings.TrimSpace(languageSynonyms[one])) {
			var group []string
			for member := range strings.SplitSeq(line, "=") {
				group = append(group, strings.TrimSpace(member))
			}
			groups = append(groups, group)
		}
	}
	return groups
}

// languageSynonyms have a group a line. The abbreviations are those that the orthographies of the
// languages list and that stand in names and addresses: VOLP (Academia Brasileira de Letras),
// Ortografía de la lengua española (RAE, appendix 1), Lexique des règles typographiques (Imprimerie
// nationale), Duden, GOST 7.0.12, New Hart's Rules. Abbreviations of one letter are left out, and
// those that are words themselves. Ordinals go to ten, since names write longer ones in figures.
// German ones have no sign but a dot, which is no part of a word: 1. is any 1.
var languageSynonyms = map[Languages]string{
	Portuguese: `
		júnior = jr
		santa = sta
		santo = sto
		professor = prof
		professora = profa
		doutor = dr
		doutora = dra
		avenida = av
		praça = pça
		companhia = cia
		nossa senhora = n sra
		zona leste = zl
		zona norte = zn
		zona sul = zs
		zona oeste = zo
		primeiro = 1o
		primeira = 1a
		segundo = 2o
		segunda = 2a
		terceira idade = melhor idade = idosos
		teatro de bonecos = mamulengo = marionetes = fantoches
		terceiro = 3o
		terceira = 3a
		quarto = 4o
		quarta = 4a
		quinto = 5o
		quinta = 5a
		sexto = 6o
		sexta = 6a
		sétimo = 7o
		sétima = 7a
		oitavo = 8o
		oitava = 8a
		nono = 9o
		nona = 9a
		décimo = 10o
		décima = 10a`,
	English: english.Abbreviations,
	French: `
		sainte = ste
		rendez-vous = rdv
		docteur = dr
		professeur = pr
		madame = mme
		mademoiselle = mlle
		boulevard = bd = bld
		avenue = av
		faubourg = fbg
		compagnie = cie
		association = asso
		premier = 1er
		première = 1re = 1ère
		deuxième = 2e = 2ème = second = seconde
		troisième = 3e = 3ème
		quatrième = 4e = 4ème
		cinquième = 5e = 5ème
		sixième = 6e = 6ème
		septième = 7e = 7ème
		huitième = 8e = 8ème
		neuvième = 9e = 9ème
		dixième = 10e = 10ème`,
	Spanish: `
		santa = sta
		santo = sto
		doctor = dr
		doctora = dra
		profesor = prof
		profesora = profa
		avenida = av = avda
		plaza = pza
		compañía = cía
		señor = sr
		señores = sres
		señora = sra
		señorita = srta
		hermanos = hnos
		número = nro
		teléfono = tel = tfno
		carretera = ctra
		glorieta = gta
		urbanización = urb
		edificio = edif
		provincia = prov
		departamento = dpto = depto
		ayuntamiento = ayto
		administración = admón
		general = gral
		izquierda = izda
		derecha = dcha
		estados unidos = ee uu = eeuu
		kilómetros = kilómetro = km
		kilogramos = kilogramo = kg
		capítulo = cap
		página = pág
		volumen = vol
		aproximadamente = aprox
		primero = primer = 1o = 1er
		primera = 1a
		segundo = 2o
		segunda = 2a
		tercero = tercer = 3o = 3er
		tercera = 3a
		cuarto = 4o
		cuarta = 4a
		quinto = 5o
		quinta = 5a
		sexto = 6o
		sexta = 6a
		séptimo = 7o
		séptima = 7a
		octavo = 8o
		octava = 8a
		noveno = 9o
		novena = 9a
		décimo = 10o
		décima = 10a`,
	German: `
		sankt = st
		professor = prof
		doktor = dr
		straße = str
		fräulein = frl
		universität = uni
		hauptbahnhof = hbf
		bahnhof = bhf
		volkshochschule = vhs
		nummer = nr
		telefon = tel
		jahrhundert = jh = jhdt
		stunde = std
		million = mio
		milliarde = mrd
		gebrüder = gebr
		evangelisch = ev
		katholisch = kath`,
	Russian: `
		улица = ул
		проспект = пр-т = просп
		площадь = пл
		набережная = наб
		переулок = пер
		бульвар = б-р
		область = обл
		дом культуры = дк
		торговый центр = тц
		имени = им
		санкт-петербург = спб = питер
		москва = мск
		екатеринбург = екб
		первый = 1й
		первая = 1я
		первое = 1е
		второй = 2й
		вторая = 2я
		второе = 2е
		третий = 3й
		третья = 3я
		третье = 3е
		четвёртый = 4й
		четвёртая = 4я
		четвёртое = 4е
		пятый = 5й
		пятая = 5я
		пятое = 5е
		шестой = 6й
		шестая = 6я
		шестое = 6е
		седьмой = 7й
		седьмая = 7я
		седьмое = 7е
		восьмой = 8й
		восьмая = 8я
		восьмое = 8е
		девятый = 9й
		девятая = 9я
		девятое = 9е
		десятый = 10й
		десятая = 10я
		десятое = 10е`,
}
