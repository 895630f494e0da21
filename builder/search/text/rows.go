package text

import (
	"slices"
	"strings"

	"cartaz/builder/search/text/english"
	"cartaz/builder/search/text/french"
	"cartaz/builder/search/text/german"
	"cartaz/builder/search/text/names"
	"cartaz/builder/search/text/portuguese"
	"cartaz/builder/search/text/spanish"
)

// Words that stand for each other though no rule of endings joins them, as a dictionary of their
// language lists them, a row each: numbers up to twelve in words and in figures (those that are
// articles too are left out), words that are clipped in speech (Le Robert, RAE, Duden, Houaiss,
// Oxford), the adjectives of German names of countries (Duden), the nouns of Russian that change
// their stem (A. A. Zaliznyak, "Grammatical Dictionary of the Russian Language"). Like other forms
// they meet at query time and come behind the exact word.
var formRows = map[Languages]string{
	Portuguese: `
		dois duas 2
		tres 3
		quatro 4
		cinco 5
		seis 6
		sete 7
		oito 8
		nove 9
		dez 10
		onze 11
		doze 12
		foto fotos fotografia fotografias
		moto motos motocicleta motocicletas
		bici bicis bike bikes bicicleta bicicletas
		expo expos exposicao exposicoes
		zoo zoos zoologico zoologicos
		tele tv televisao televisoes
		gratis gratuito gratuita gratuitos gratuitas
		alemao alema alemaes alemas
		artesao artesa artesaos artesas
		campeao campea campeoes campeas
		cidadao cidada cidadaos cidadas
		europeu europeia europeus europeias
		judeu judia judeus judias
		espanhol espanhola espanhois espanholas
		mestre mestra mestres mestras
		vovo vovos avo avos`,
	English: `
		two 2
		three 3
		four 4
		five 5
		six 6
		seven 7
		eight 8
		nine 9
		ten 10
		eleven 11
		twelve 12
		photo photos photograph photographs
		bike bikes bicycle bicycles
		cello cellos celli violoncello violoncellos
		gym gyms gymnasium gymnasiums
		lab labs laboratory laboratories
		mic mics microphone microphones
		sax saxes saxophone saxophones
		tech technology technologies
		uni unis university universities
		goose geese
		leaf leaves
		mouse mice
		tooth teeth
		ox oxen
		alumnus alumna alumni alumnae
		analysis analyses
		criterion criteria
		crisis crises
		curriculum curricula curriculums
		index indexes indices
		matrix matrices matrixes
		symposium symposia symposiums
		thesis theses` + britishForms,
	French: `
		deux 2
		trois 3
		quatre 4
		cinq 5
		six 6
		sept 7
		huit 8
		neuf 9
		dix 10
		onze 11
		douze 12
		apero aperos aperitif aperitifs
		cine cinema cinemas
		expo expos exposition expositions
		impro impros improvisation improvisations
		moto motos motocyclette motocyclettes
		photo photos photographie photographies
		resto restos restaurant restaurants
		ado ados adolescent adolescente adolescents adolescentes
		deco decos decoration decorations
		doc docs documentaire documentaires
		gym gymnastique gymnastiques
		gratis gratuit gratuite gratuits gratuites
		info infos information informations
		labo labos laboratoire laboratoires
		math maths mathematique mathematiques
		philo philosophie philosophies
		prof profs professeur professeure professeurs professeures
		sax saxophone saxophones
		tele tv television televisions
		velo velos bicyclette bicyclettes
		match matchs matches
		monsieur messieurs
		oeil yeux
		ciel ciels cieux
		beau bel belle beaux belles
		nouveau nouvel nouvelle nouveaux nouvelles
		jumeau jumelle jumeaux jumelles
		vieux vieil vieille vieilles
		fou fol folle fous folles
		mou mol molle mous molles
		favori favorite favoris favorites
		blanc blanche blancs blanches
		grec grecque grecs grecques
		turc turque turcs turques
		long longue longs longues
		gros grosse grosses
		doux douce douces
		roux rousse rousses
		faux fausse fausses
		jaloux jalouse jalouses
		epais epaisse epaisses
		cher chere chers cheres
		leger legere legers legeres
		fier fiere fiers fieres
		secret secrete secrets secretes
		complet complete complets completes
		discret discrete discrets discretes
		concret concrete concrets concretes
		chef cheffe chefs cheffes
		juif juive juifs juives
		naif naive naifs naives
		gentil gentille gentils gentilles
		pareil pareille pareils pareilles
		copain copine copains copines`,
	German: `
		zwei 2
		drei 3
		vier 4
		funf 5
		sechs 6
		sieben 7
		acht 8
		neun 9
		zehn 10
		elf 11
		zwolf 12
		foto fotos photo photos fotografie fotografien photographie photographien
		rad rads rader fahrrad fahrrads fahrrader
		bike bikes fahrrad fahrrader
		auto autos automobil automobile
		kino kinos lichtspielhaus lichtspielhauser
		impro improvisation improvisationen
		abi abitur
		abo abos abonnement abonnements
		akku akkus akkumulator akkumulatoren
		deko dekos dekoration dekorationen
		demo demos demonstration demonstrationen
		disko diskos disco discos diskothek diskotheken
		doku dokus dokumentation dokumentationen dokumentarfilm dokumentarfilme
		info infos information informationen
		kita kitas kindertagesstatte kindertagesstatten
		lok loks lokomotive lokomotiven
		mathe mathematik
		rauh rau
		reha rehabilitation
		tip tipp tips tipps`,
	Russian: `
		два две двух двум двумя 2
		три трех трем тремя 3
		четыре четырех четырем 4
		пять пяти пятью 5
		шесть шести шестью 6
		семь семи семью 7
		восемь восьми 8
		девять девяти девятью 9
		десять десяти десятью 10
		одиннадцать одиннадцати 11
		двенадцать двенадцати 12
		фото фотография фотографии фотографию фотографиеи фотографиям фотографиями фотографиях
		человек человека человеку человеком человеке люди людеи людям людьми людях
		ребенок ребенка ребенку ребенком ребенке дети детеи детям детьми детях
		друг друга другу другом друге друзья друзеи друзьям друзьями друзьях
		время времени временем времена времен временам временами временах
		имя имени именем имена имен именам именами именах
		племя племени племенем племена племен племенам племенами племенах
		пламя пламени пламенем пламена пламен пламенам пламенами пламенах
		семя семени семенем семена семян семенам семенами семенах
		знамя знамени знаменем знамена знамен знаменам знаменами знаменах
		брат брата брату братом брате братья братьев братьям братьями братьях
		стул стула стулу стулом стуле стулья стульев стульям стульями стульях
		лист листа листу листом листе листья листьев листьям листьями листьях
		дерево дерева дереву деревом дереве деревья деревьев деревьям деревьями деревьях
		крыло крыла крылу крылом крыле крылья крыльев крыльям крыльями крыльях
		перо пера перу пером пере перья перьев перьям перьями перьях
		муж мужа мужу мужем муже мужья мужеи мужьям мужьями мужьях
		сын сына сыну сыном сыне сыновья сыновьям сыновьями сыновьях сыновеи
		сосед соседа соседу соседом соседе соседи соседеи соседям соседями соседях
		хозяин хозяина хозяину хозяином хозяине хозяева хозяев хозяевам хозяевами хозяевах
		господин господина господину господином господине господа господ господам господами господах
		цветок цветка цветку цветком цветке цветы цветов цветам цветами цветах
		ухо уха уху ухом ухе уши ушеи ушам ушами ушах
		яицо яица яицу яицом яице яиц яицам яицами яицах
		заяц заица заицу заицем заице заицы заицев заицам заицами заицах
		пес пса псу псом псе псы псов псам псами псах
		комп компа компом компе компы компьютер компьютера компьютером компьютере компьютеры
		мультик мультики мультиков мультфильм мультфильмы мультфильмов мультфильмами
		авто автомобиль автомобиля автомобили автомобилеи автомобилем автомобилям автомобилями
		мать матери матерью матереи матерям матерями матерях
		дочь дочери дочерью дочереи дочерям дочерями дочерьми дочерях
		небо неба небу небом небе небеса небес небесам небесами небесах
		чудо чуда чуду чудом чуде чудеса чудес чудесам чудесами чудесах
		лед льда льду льдом льде льды льдов льдам льдами льдах
		лев льва льву львом льве львы львов львам львами львах`,
}

// britishForms are words that British and American English spell differently, after the
// Oxford Dictionary of English; pairs in -our and -ise are endings. Left out are those that are
// another word as well: practise, storey, draught.
const britishForms = `
		aeroplane aeroplanes airplane airplanes
		aluminium aluminum
		analogue analog
		archaeology archeology
		archaeological archeological
		artefact artefacts artifact artifacts
		catalogue catalogues catalog catalogs
		centre centres center centers
		colourful colorful
		coloured colored
		cosy cozy
		defence defense
		dialogue dialogues dialog dialogs
		doughnut doughnuts donut donuts
		encyclopaedia encyclopedia
		favourite favourites favorite favorites
		fibre fibres fiber fibers
		grey gray
		honourable honorable
		jewellery jewelry
		judgement judgment
		kilometre kilometres kilometer kilometers
		labelling labeling
		licence license
		litre litres liter liters
		marvellous marvelous
		mediaeval medieval
		metre metres meter meters
		modelling modeling
		moustache mustache
		mum mums mom moms
		neighbourhood neighbourhoods neighborhood neighborhoods
		orthopaedic orthopedic
		paediatric pediatric
		paediatrics pediatrics
		programme programmes program programs
		pyjamas pajamas
		sceptic sceptics skeptic skeptics
		skilful skillful
		theatre theatres theater theaters
		traveller travellers traveler travelers
		travelling traveling
		whisky whiskies whiskey whiskeys
		woollen woolen
		yoghurt yogurt`

// portugueseAdjectives and frenchAdjectives are common adjectives, folded, whose endings other
// words have as well (endings.go has the others): of Portuguese in o, with a in the feminine; of
// French those that take e. Left out are those of which a form is a noun of its own (latino but not
// alto, claro, largo; grand but not fin, mort, plat), and boys and girls. A row has both genders
// and numbers.
const (
	portugueseAdjectives = `
	aberto aereo aluno amarelo amigo amplo antigo baiano boneco bonito branco bruxo cachorro cego
	cheio cigano completo concreto coreano correto cubano direto divino escrito escuro estranho
	favorito feio feminino frio futuro gato gordo humano indiano infinito inteiro latino
	lento limpo lindo longo louco maduro magro masculino mineiro misto moreno negro novo
	palhaco parceiro peruano pequeno perfeito pioneiro pleno preto primeiro profundo proprio puro
	rapido raro redondo romano roxo sacro secreto seguro sereno serio solteiro sombrio sonoro surdo
	terceiro tranquilo urbano vazio velho verdadeiro vermelho violento`
	frenchAdjectives = `
	absolu aigu allemand ami andin bavard bleu brun catalan chaud clair court couvert demi desert
	dur espagnol flamand fort friand froid futur gai gourmand grand gris haut inconnu interdit joli
	lourd majeur meilleur normand noir nu obscur ouvert persan plein poilu profond pur
	rond seul vert vrai`
)

// germanCountries are names of countries and continents, each with its adjective, folded.
const germanCountries = `
	agypten agyptisch afrika afrikanisch amerika amerikanisch argentinien argentinisch
	asien asiatisch australien australisch belgien belgisch brasilien brasilianisch
	bulgarien bulgarisch chile chilenisch china chinesisch danemark danisch england englisch
	estland estnisch europa europaisch finnland finnisch frankreich franzosisch
	griechenland griechisch indien indisch irland irisch island islandisch israel israelisch
	italien italienisch japan japanisch kanada kanadisch kolumbien kolumbianisch
	korea koreanisch kroatien kroatisch kuba kubanisch lettland lettisch litauen litauisch
	marokko marokkanisch mexiko mexikanisch niederlande niederlandisch norwegen norwegisch
	osterreich osterreichisch peru peruanisch polen polnisch portugal portugiesisch
	rumanien rumanisch russland russisch schottland schottisch schweden schwedisch
	schweiz schweizerisch serbien serbisch slowakei slowakisch slowenien slowenisch
	spanien spanisch syrien syrisch thailand thailandisch tschechien tschechisch turkei turkisch
	ukraine ukrainisch ungarn ungarisch vietnam vietnamesisch`

// adjectives are the tables of adjectives in o.
var adjectives = map[Languages]string{
	Portuguese: portugueseAdjectives, Spanish: spanish.Adjectives,
}

// FormRows returns the rows of words of some languages that stand for each other, folded.
func FormRows(languages Languages) (rows [][]string) {
	if languages&latin != 0 {
		rows = names.Spellings()
	}
	if languages&Portuguese != 0 {
		rows = append(rows, portuguese.Rows()...)
	}
	if languages&English != 0 {
		rows = append(rows, english.Rows()...)
	}
	if languages&French != 0 {
		rows = append(rows, french.Rows()...)
	}
	for i := range languageCodes {
		one := Languages(1 << i)
		if languages&one == 0 {
			continue
		}
		for line := range strings.Lines(strings.TrimSpace(formRows[one])) {
			rows = append(rows, strings.Fields(line))
		}
		for word := range strings.FieldsSeq(adjectives[one]) {
			stem := strings.TrimSuffix(word, "o")
			rows = append(rows, []string{word, stem + "a", stem + "os", stem + "as"})
		}
		if one == Spanish {
			rows = append(rows, spanish.Rows()...)
		}
		if one == French {
			for word := range strings.FieldsSeq(frenchAdjectives) {
				row := []string{word, word + "e", word + "es"}
				if !strings.HasSuffix(word, "s") {
					row = append(row, word+"s")
				}
				rows = append(rows, row)
			}
		}
		if one != German {
			continue
		}
		rows = append(append(rows, germanRows()...), german.VerbRows()...)
		for pair := range slices.Chunk(strings.Fields(germanCountries), 2) {
			row := slices.Clone(pair)
			for _, ending := range [...]string{"e", "er", "es", "en", "em"} {
				row = append(row, pair[1]+ending)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// addRow adds the words of the rows that a word stands in.
func (f *Inflections) addRow(r *Rules, w []byte) {
	forms, _ := r.rows.Get(w)
	for _, form := range forms {
		f.addText(form)
	}
}
