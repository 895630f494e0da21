package text

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"cartaz/builder/search/text/japanese"
)

// Cities have names in other languages. Who looks for Singapur, Moskau or Wien wants what is in
// Singapore, Moscow or Vienna, in whatever language the catalogue is written. A document is listed
// under the other names of its city as under synonyms: only the field of the city counts, so that
// no word of a name or description finds a city by chance (Portuguese praga is a plague, romã a
// fruit), and names that are written there as they are typed go before.

// zoneCities are the exemplar cities of time zones in CLDR 48.2 (package cldr-dates-full of
// unicode-org/cldr-json, Unicode License v3), as English, German, Spanish, French, Portuguese of
// Brazil and of Portugal, Italian, Dutch and Russian call them, and in Europe the language of the
// place. Left out are zones of islands and countries (Grenada is no Granada), those of which all
// names are one when folded, and outside Europe those that differ in script alone.
const zoneCities = `
	Abidjan = Abiyán = Абиджан
	Accra = Acra = Аккра
	Addis Ababa = Addis Abeba = Adís Abeba = Addis-Abeba = Adis-Abeba = Аддис-Абеба
	Algiers = Algier = Argel = Alger = Algeri = Алжир
	Bamako = Bamaco = Бамако
	Bissau = Bisáu = Бисау
	Cairo = Kairo = El Cairo = Le Caire = Il Cairo = Каир
	Conakry = Conakri = Conacri = Конакри
	Dakar = Dacar = Дакар
	Dar es Salaam = Daressalam = Dar es-Salam = Дар-эс-Салам
	Djibouti = Dschibuti = Yibuti = Djibuti = Jibuti = Gibuti = Джибути
	Douala = Duala = Дуала
	El Aaiún = Laâyoune = El Ayun = Эль-Аюн
	Johannesburg = Johannesburgo = Joanesburgo = Йоханнесбург
	Juba = Giuba = Джуба
	Kampala = Campala = Кампала
	Khartoum = Khartum = Jartum = Cartum = Khartoem = Хартум
	Lusaka = Lusaca = Лусака
	Mogadishu = Mogadischu = Mogadiscio = Могадишо
	N'Djamena = Yamena = Ndjamena = Нджамена
	Niamey = Niamei = Ниамей
	Nouakchott = Nuakchot = Нуакшот
	Ouagadougou = Uagadugú = Уагадугу
	Porto-Novo = Porto Novo = Portonovo = Порто-Ново
	São Tomé = Santo Tomé = Сан-Томе
	Tunis = Túnez = Tunes = Tunisi = Тунис
	Tucumán = Tucumã = Тукуман
	Asunción = Assunção = Асунсьон
	Belém = Belén = Белен
	Cayenne = Cayena = Caiena = Caienna = Кайенна
	Curaçao = Curazao = Curaçau = Кюрасао
	Guayaquil = Guaiaquil = Гуаякиль
	Havana = Havanna = La Habana = La Havane = L'Avana = Гавана
	Manaus = Manaos = Манаус
	Mexico City = Mexiko-Stadt = Ciudad de México = Mexico = Cidade do México
		= Città del Messico = Mexico-Stad = Мехико
	Montevideo = Montevidéu = Монтевидео
	New York = Nueva York = Nova York = Nova Iorque = Нью-Йорк
	Port-au-Prince = Puerto Príncipe = Porto Príncipe = Порт-о-Пренс
	Port of Spain = Puerto España = Port-d'Espagne = Porto de Espanha = Порт-оф-Спейн
	Santo Domingo = Saint-Domingue = Санто-Доминго
	São Paulo = San Paolo = Сан-Паулу
	Aden = Adem = Аден
	Almaty = Alma Ata = Alma-Ata = Алматы
	Amman = Amã = Амман
	Anadyr = Anadyr' = Анадырь
	Aktau = Aktaou = Aqtau = Актау
	Aqtobe = Aktobe = Aktioubinsk = Актобе
	Ashgabat = Aşgabat = Asjabad = Achgabat = Asgabate = Asjchabad = Ашхабад
	Atyrau = Atyraou = Atıraw = Атырау
	Baghdad = Bagdad = Bagdá = Bagdade = Багдад
	Baku = Bakou = Bakoe = Баку
	Bangkok = Banguecoque = Бангкок
	Beirut = Beyrouth = Beirute = Beiroet = Бейрут
	Bishkek = Bischkek = Bichkek = Bisjkek = Бишкек
	Kolkata = Kalkutta = Calcuta = Calcutta = Калькутта
	Chita = Tschita = Tchita = Čita = Чита
	Damascus = Damaskus = Damasco = Damas = Дамаск
	Dhaka = Daca = Dacca = Дакка
	Dushanbe = Duschanbe = Dusambé = Douchanbé = Duchambe = Doesjanbe = Душанбе
	Famagusta = Famagouste = Famagosta = Фамагуста
	Hong Kong = Hongkong = Гонконг
	Khovd = Chowd = Ховд
	Irkutsk = Irkoutsk = Irkoetsk = Иркутск
	Jakarta = Yakarta = Jacarta = Giacarta = Джакарта
	Jerusalem = Jerusalén = Gerusalemme = Jeruzalem = Иерусалим
	Kabul = Kaboul = Cabul = Кабул
	Karachi = Karatschi = Carachi = Карачи
	Kathmandu = Katmandú = Katmandou = Catmandu = Катманду
	Krasnoyarsk = Krasnojarsk = Krasnoïarsk = Красноярск
	Kuwait = Koweït = Koeweit = Кувейт
	Macao = Macau = Макао
	Makassar = Makasar = Macassar = Макасар
	Manila = Manille = Manilla = Манила
	Muscat = Maskat = Mascate = Маскат
	Nicosia = Nikosia = Nicosie = Никосия
	Novokuznetsk = Nowokuznetsk = Novokuzneck = Новокузнецк
	Novosibirsk = Nowosibirsk = Novossibirsk = Новосибирск
	Oral = Ouralsk = Уральск
	Pyongyang = Pjöngjang = Пхеньян
	Kostanay = Qostanai = Kostanái = Костанай
	Kyzylorda = Qysylorda = Kzyl Orda = Кызылорда
	Riyadh = Riad = Riyad = Riade = Эр-Рияд
	Ho Chi Minh City = Ho-Chi-Minh-Stadt = Ciudad Ho Chi Minh = Hô-Chi-Minh-Ville
		= Cidade de Ho Chi Minh = Ho Chi Minh = Ho Chi Minhstad = Хошимин
	Samarkand = Samarcanda = Samarcande = Самарканд
	Seoul = Seúl = Сеул
	Shanghai = Xangai = Sjanghai = Шанхай
	Singapore = Singapur = Singapour = Singapura = Сингапур
	Taipei = Taipeh = Taipé = Тайбэй
	Tashkent = Taschkent = Taskent = Tachkent = Tasjkent = Ташкент
	Tbilisi = Tiflis = Tbilissi = Тбилиси
	Tehran = Teheran = Teerã = Teerão = Тегеран
	Thimphu = Timbu = Timphu = Тхимпху
	Tokyo = Tokio = Tóquio = Токио
	Ulaanbaatar = Ulán Bator = Oulan-Bator = Улан-Батор
	Vientiane = Vientián = Вьентьян
	Vladivostok = Wladiwostok = Владивосток
	Yakutsk = Jakutsk = Iakoutsk = Jakoetsk = Якутск
	Yekaterinburg = Jekaterinburg = Ekaterimburgo = Ekaterinbourg = Ecaterimburgo = Ekaterinburg
		= Jekaterinenburg = Екатеринбург
	Yerevan = Eriwan = Ereván = Jerevan = Ереван
	Reykjavik = Reikiavik = Reiquiavique = Рейкьявик
	Adelaide = Adelaida = Аделаида
	Sydney = Sídney = Сидней
	Amsterdam = Amsterdã = Amesterdão = Амстердам
	Astrakhan = Astrachan = Astracán = Astracã = Астрахань
	Athens = Athen = Atenas = Athènes = Atene = Athene = Афины = Αθήνα
	Belgrade = Belgrad = Belgrado = Белград = Beograd
	Berlin = Berlim = Berlino = Berlijn = Берлин
	Bratislava = Братислава
	Brussels = Brüssel = Bruselas = Bruxelles = Bruxelas = Брюссель
	Bucharest = Bukarest = Bucarest = Bucareste = Boekarest = Бухарест = București
	Budapest = Budapeste = Boedapest = Будапешт
	Chișinău = Кишинев
	Copenhagen = Kopenhagen = Copenhague = Copenhaga = Copenaghen = Копенгаген = København
	Dublin = Dublino = Дублин
	Gibraltar = Gibilterra = Гибралтар
	Helsinki = Helsinque = Helsínquia = Хельсинки
	Istanbul = Estambul = Istambul = Istanboel = Стамбул
	Kaliningrad = Kaliningrado = Caliningrado = Калининград
	Kyiv = Kiew = Kiev = Киев = Київ
	Kirov = Kirow = Киров
	Lisbon = Lissabon = Lisboa = Lisbonne = Lisbona = Лиссабон
	Ljubljana = Liubliana = Lubiana = Любляна
	London = Londres = Londra = Londen = Лондон
	Luxembourg = Luxemburg = Luxemburgo = Lussemburgo = Люксембург = Lëtzebuerg
	Madrid = Madri = Мадрид
	Mariehamn = Мариехамн
	Minsk = Минск
	Monaco = Монако
	Moscow = Moskau = Moscú = Moscou = Moscovo = Mosca = Moskou = Москва
	Oslo = Осло
	Paris = Parigi = Parijs = Париж
	Podgorica = Подгорица
	Prague = Prag = Praga = Praag = Прага = Praha
	Riga = Рига
	Rome = Rom = Roma = Рим
	Samara = Самара
	San Marino = Saint-Marin = São Marinho = Сан-Марино
	Sarajevo = Сараево
	Saratov = Saratow = Саратов
	Simferopol = Sinferopoli = Симферополь
	Skopje = Skopie = Скопье
	Sofia = София
	Stockholm = Estocolmo = Stoccolma = Стокгольм
	Tallinn = Tallin = Talim = Таллин
	Ulyanovsk = Uljanowsk = Uliánovsk = Oulianovsk = Ульяновск
	Vaduz = Вадуц
	Vatican = Vatikan = El Vaticano = Le Vatican = Vaticano = Città del Vaticano = Vaticaanstad
		= Ватикан
	Vienna = Wien = Viena = Vienne = Wenen = Вена
	Vilnius = Vilna = Вильнюс
	Volgograd = Wolgograd = Volgogrado = Волгоград
	Warsaw = Warschau = Varsovia = Varsovie = Varsavia = Варшава = Warszawa
	Zagreb = Zagabria = Загреб
	Zurich = Zurique = Zurigo = Цюрих
	Nouméa = Numea = Нумеа
	Yangon = Rangun = Rangoun = Rangum = Rangoon = Янгон`

// moreCities are cities that no time zone is named after, as the dictionaries of these languages
// list them: Duden, Oxford, Le Robert, RAE (Ortografía), Houaiss, Treccani.
const moreCities = `
	München = Munich = Munique = Monaco di Baviera = Мюнхен
	Köln = Cologne = Colonia = Keulen = Кёльн
	Nürnberg = Nuremberg = Nurembergue = Norimberga = Нюрнберг
	Hamburg = Hambourg = Hamburgo = Amburgo = Гамбург
	Frankfurt = Frankfurt am Main = Francfort = Francoforte = Франкфурт
	Dresden = Dresde = Dresda = Дрезден
	Leipzig = Lipsia = Лейпциг
	Hannover = Hanover = Hanovre = Ганновер
	Aachen = Aix-la-Chapelle = Aquisgrán = Aquisgrana = Aken
	Trier = Trèves = Tréveris = Treviri
	Basel = Basle = Bâle = Basilea = Basileia = Bazel = Базель
	Bern = Berne = Berna = Берн
	Genf = Geneva = Genève = Ginebra = Genebra = Ginevra = Женева
	Luzern = Lucerne = Lucerna = Люцерн
	Salzburg = Salzbourg = Salzburgo = Salisburgo = Зальцбург
	Florenz = Florence = Firenze = Florencia = Florença = Флоренция
	Venedig = Venice = Venise = Venezia = Venecia = Veneza = Венеция
	Mailand = Milan = Milano = Milão = Милан
	Neapel = Naples = Napoli = Nápoles = Неаполь
	Turin = Torino = Turim = Турин
	Genua = Genoa = Gênes = Genova = Генуя
	Bologna = Bologne = Bolonia = Bolonha = Болонья
	Padua = Padova = Padoue
	Sevilla = Seville = Sevilha = Siviglia = Севилья
	Zaragoza = Saragossa = Saragosse = Saragoça = Сарагоса
	La Coruña = A Coruña = Corunna = La Corogne
	San Sebastián = Donostia = Saint-Sébastien
	Barcelona = Barcelone = Barcellona = Барселона
	Porto = Oporto = Порту
	Den Haag = The Hague = La Haye = La Haya = Haia = Гаага
	Antwerpen = Antwerp = Anvers = Amberes = Antuérpia = Anversa = Антверпен
	Gent = Ghent = Gand = Gante = Гент
	Brügge = Bruges = Brujas = Брюгге
	Lüttich = Liège = Lieja = Luik = Льеж
	Löwen = Leuven = Louvain = Lovaina
	Straßburg = Strasbourg = Estrasburgo = Strasburgo = Страсбург
	Marseille = Marsella = Marselha = Marsiglia = Марсель
	Lyon = Lione = Лион
	Nizza = Nice = Niza = Ницца
	Bordeaux = Burdeos = Bordéus = Бордо
	Edinburgh = Edimburgo = Édimbourg = Эдинбург
	Krakau = Kraków = Cracow = Cracovie = Cracovia = Краков
	Danzig = Gdańsk = Гданьск
	Breslau = Wrocław = Вроцлав
	Brünn = Brno = Брно
	Pilsen = Plzeň
	Göteborg = Gothenburg = Gotemburgo = Гётеборг
	Thessaloniki = Saloniki = Salónica = Salonicco = Tessalônica = Салоники
	Sankt Petersburg = Saint Petersburg = San Petersburgo = São Petersburgo = Saint-Pétersbourg
		= San Pietroburgo = Санкт-Петербург
	Lemberg = Lviv = Львов = Львів
	Philadelphia = Filadelfia = Philadelphie = Филадельфия
	New Orleans = Nueva Orleans = Nova Orleães = Nouvelle-Orléans = Новый Орлеан
	Mumbai = Bombay = Bombaim = Мумбаи
	Bengaluru = Bangalore = Бангалор
	New Delhi = Neu-Delhi = Nueva Delhi = Nova Délhi = Nuova Delhi = Нью-Дели
	Peking = Beijing = Pekín = Pequim = Pechino = Пекин
	Guangzhou = Kanton = Cantão = Гуанчжоу
	Kapstadt = Cape Town = Le Cap = Ciudad del Cabo = Cidade do Cabo = Città del Capo = Кейптаун
	Mekka = Mecca = La Mecque = La Meca = Мекка
	Marrakesch = Marrakesh = Marrakech = Marraquexe = Марракеш
	Tel Aviv = Тель-Авив`

// umlautsSpelled writes umlauts as keyboards without them do: Muenchen.
var umlautsSpelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// citiesByName leads from a name, as AppendKey writes it, to all names of the city.
var citiesByName = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	table := strings.ReplaceAll(zoneCities+moreCities, "\n\t\t= ", " = ")
	for line := range strings.Lines(strings.TrimSpace(table)) {
		names := strings.Split(strings.TrimSpace(line), " = ")
		for _, name := range names {
			if spelled := umlautsSpelled.Replace(name); spelled != name {
				names = append(names, spelled)
			}
		}
		for _, name := range names {
			key := string(AppendKey(nil, name))
			all[key] = append(all[key], names...)
		}
	}
	return all
})

// CityNames returns the names of a city in several languages, given one of them as AppendKey writes
// it; nil for a city that has one name everywhere. One that is written in Cyrillic letters has its
// Latin spellings, too.
func CityNames(key []byte) []string {
	if names := citiesByName()[string(key)]; names != nil {
		return names
	}
	return latinCities(string(key))
}

// latinCities are Latin spellings of a city that a key has in Cyrillic letters, as BGN/PCGN writes
// them on maps and as roads and passports do, which have y for two letters at the end and no y
// before e: nizhny, nizhniy; yekaterinburg, ekaterinburg. A key has и for й.
func latinCities(key string) []string {
	if !isCyrillic([]byte(strings.NewReplacer(" ", "", "-", "").Replace(key))) || key == "" {
		return nil
	}
	spaced := " " + strings.ReplaceAll(key, "-", " -") + " "
	short := strings.NewReplacer("ии ", "y ", "ыи ", "y ", "ои ", "oy ", "аи ", "ay ", "еи ", "ey ",
		" ио", " yo", "-ио", "-yo")
	long := strings.NewReplacer("ии ", "iy ", "ыи ", "yy ", " е", " ye")
	var all []string
	for _, spelled := range [...]string{spaced, short.Replace(spaced),
		long.Replace(spaced), short.Replace(long.Replace(spaced))} {
		name := strings.ReplaceAll(strings.TrimSpace(latinOf(spelled)), " -", "-")
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// brazilianStates lists the federal units of Brazil: the folded abbreviation (UF) and the folded
// name.
var brazilianStates = [...]struct{ uf, name string }{
	{"ac", "acre"}, {"al", "alagoas"}, {"ap", "amapa"}, {"am", "amazonas"}, {"ba", "bahia"},
	{"ce", "ceara"},
	{"df", "distrito federal"}, {"es", "espirito santo"}, {"go", "goias"}, {"ma", "maranhao"},
	{"mt", "mato grosso"},
	{"ms", "mato grosso do sul"}, {"mg", "minas gerais"}, {"pa", "para"}, {"pb", "paraiba"},
	{"pr", "parana"},
	{"pe", "pernambuco"}, {"pi", "piaui"}, {"rj", "rio de janeiro"}, {"rn", "rio grande do norte"},
	{"rs", "rio grande do sul"}, {"ro", "rondonia"}, {"rr", "roraima"}, {"sc", "santa catarina"},
	{"sp", "sao paulo"},
	{"se", "sergipe"}, {"to", "tocantins"},
}

// StateName returns the folded name of a Brazilian state given its folded abbreviation, and "" for
// others.
func StateName(uf []byte) string {
	for _, s := range brazilianStates {
		if s.uf == string(uf) {
			return s.name
		}
	}
	return ""
}

// AppendStateKey appends the form in which states are compared: the folded abbreviation. The name
// of a Brazilian state counts as its abbreviation.
func AppendStateKey(dst []byte, state string) []byte {
	start := len(dst)
	dst = AppendKey(dst, state)
	for _, s := range brazilianStates {
		if s.name == string(dst[start:]) {
			return append(dst[:start], s.uf...)
		}
	}
	return dst
}

// japanesePlaces leads from names of places in Han, folded, to the same in Latin letters.
var japanesePlaces = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	names, whole := japanese.PlaceRows()
	for _, row := range append(names, whole...) {
		latin := japanese.Latin(row[len(row)-1])
		for _, name := range row[:len(row)-1] {
			all[string(AppendSearch(nil, name))] = latin
		}
	}
	return all
})

// longestPlace is the longest name of japanesePlaces, in letters.
const longestPlace = 5

// places finds the places that runs of Han begin with, one behind the other: 東京都渋谷区 is tokyo and
// shibuya. Further inside a run such letters are as often something else, as 京都 in 東京都 is.
func (n *Normals) places(folded []byte, runs []Run, f func(from, until int, normal []byte)) {
	table := japanesePlaces()
	for i, run := range runs {
		until := len(folded)
		if i+1 < len(runs) {
			until = runs[i+1].At
		}
		for at := run.At; at < until; {
			found := 0
			for end, letters := at, 0; end < until && letters < longestPlace; letters++ {
				_, size := utf8.DecodeRune(folded[end:])
				end += size
				if latin, ok := table[string(folded[at:end])]; ok {
					found, n.buf = end, append(n.buf[:0], latin...)
				}
			}
			if found == 0 {
				break
			}
			f(at, found, n.buf)
			at = found
		}
	}
}
