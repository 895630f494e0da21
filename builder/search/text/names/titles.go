package names

import (
	"slices"
	"strings"
)

// Titles returns the titles of works of the repertory that have another one in each language, a
// group each, as people write them, and those of a form and a word also as libraries do (Requiem,
// Deutsches): operas, ballets, concert works, plays and tales. Who types O lago dos cisnes finds
// Swan Lake. Nicknames are among them, which programmes often leave out, with what names the same
// work: K. 551 for the Jupiter symphony, E Flat Major, Op. 73 for the Emperor concerto. An opus
// alone is of many composers, and so is one in A or E, which some languages skip.
//
// The titles are those of the encyclopaedias that Spellings has its names from, and of Grove Music
// Online. Left out are works of one title everywhere (Carmen), and titles of one common word beside
// an article (La mer, The Planets), since that word means mostly something else.
func Titles() (groups [][]string) {
	for line := range strings.Lines(titles + concertWorks + vocalWorks + nicknames +
		stageWorks + plays + songs) {
		var group []string
		for title := range strings.SplitSeq(strings.Trim(line, "\t\n ="), " = ") {
			if title == "" {
				continue
			}
			group = append(group, title)
			if first, second, ok := strings.Cut(title, " "); ok && isFormed(first, second) {
				group = append(group, second+" "+first)
			}
		}
		if last := len(groups) - 1; strings.HasPrefix(line, "\t\t") {
			groups[last] = append(groups[last], group...)
		} else if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// isFormed reports whether a title is a form of a work and one word more.
func isFormed(first, second string) bool {
	return !strings.Contains(second, " ") && (slices.Contains(formsOfTitles, first) ||
		slices.Contains(formsOfTitles, second))
}

var formsOfTitles = strings.Fields(`requiem réquiem symphony symphonie sinfonie sinfonia sinfonía
	concerto konzert concierto overture ouverture ouvertüre abertura obertura sonata sonate suite
	suíte quartet quartett quarteto quatuor cuarteto quintet quintett quinteto quintette trio mass
	messe missa misa`)

// A line has a work; what is indented further goes on with the one before. These are the works that
// everybody knows; the tables of the other files go on by kind.
const titles = `
	abduction from the seraglio = entführung aus dem serail = enlèvement au sérail =
		rapto do serralho = rapto en el serrallo = ratto dal serraglio =
		похищение из сераля
	adventures of pinocchio = aventures de pinocchio = aventuras de pinóquio =
		aventuras de pinocho
	afternoon of a faun = après-midi d'un faune = tarde de um fauno = siesta de un fauno =
		nachmittag eines fauns = послеполуденный отдых фавна
	alice in wonderland = alice au pays des merveilles = alice no país das maravilhas =
		alicia en el país de las maravillas = alice im wunderland =
		алиса в стране чудес = alice nel paese delle meraviglie
	alpine symphony = alpensinfonie = symphonie alpestre = sinfonia alpina
	also sprach zarathustra = thus spoke zarathustra = ainsi parlait zarathoustra =
		assim falou zaratustra = así habló zaratustra = 2001 a space odyssey =
		2001 uma odisseia no espaço = 2001 odisea del espacio = 2001 odyssée de l'espace =
		2001 odyssee im weltraum = thus spake zarathustra = assim falava zaratustra =
		así hablaba zaratustra = так говорил заратустра
	american in paris = américain à paris = americano em paris = americano en parís =
		amerikaner in paris
	antony and cleopatra = antoine et cléopâtre = antônio e cleópatra = antonio y cleopatra =
		antonius und cleopatra
	art of fugue = kunst der fuge = arte da fuga = art de la fugue = arte de la fuga = bwv 1080
	barber of seville = barbiere di siviglia = barbier de séville = barbeiro de sevilha =
		barbero de sevilla = barbier von sevilla = севильский цирюльник
	bartered bride = prodaná nevěsta = verkaufte braut = fiancée vendue = noiva vendida =
		novia vendida
	beauty and the beast = belle et la bête = bela e a fera = bella y la bestia =
		schöne und das biest = красавица и чудовище
	blue danube = schönen blauen donau = beau danube bleu = danúbio azul =
		на прекрасном голубом дунае
	bluebeard's castle = kékszakállú herceg vára = herzog blaubarts burg =
		château de barbe-bleue = castelo de barba azul = castillo de barba azul =
		duke bluebeard's castle
	brandenburg concertos = brandenburgische konzerte = concerts brandebourgeois =
		concertos de brandemburgo = conciertos de brandeburgo
	carnival of the animals = carnaval des animaux = carnaval dos animais =
		carnaval de los animales = karneval der tiere = карнавал животных
	cherry orchard = cerisaie = jardim das cerejeiras = jardín de los cerezos = kirschgarten =
		вишневый сад
	christmas carol = cantique de noël = canção de natal = canción de navidad
	christmas oratorio = weihnachtsoratorium = oratório de natal = oratorio de navidad =
		oratorio de noël = bwv 248
	cinderella = cendrillon = cinderela = gata borralheira = cenicienta = aschenputtel =
		cenerentola = золушка
	clemency of titus = clemenza di tito = clémence de titus = clemência de tito
	crime and punishment = crime et châtiment = crime e castigo = crimen y castigo =
		schuld und sühne = преступление и наказание
	cunning little vixen = schlaue füchslein = petite renarde rusée = raposinha esperta =
		zorrita astuta = příhody lišky bystroušky = adventures of the vixen sharp-ears
	damnation of faust = damnation de faust = danação de fausto = condenación de fausto =
		fausts verdammnis
	dance of the hours = danza delle ore = danse des heures = dança das horas =
		danza de las horas
	daphnis and chloe = daphnis et chloé = dafnis e cloé = dafnis y cloé = daphnis und chloe
	death and the maiden = tod und das mädchen = jeune fille et la mort = morte e a donzela =
		muerte y la doncella
	death and transfiguration = tod und verklärung = mort et transfiguration =
		morte e transfiguração = muerte y transfiguración =
		смерть и просветление
	death in venice = tod in venedig = mort à venise = morte em veneza = muerte en venecia
	death of a salesman = tod eines handlungsreisenden = mort d'un commis voyageur =
		morte de um caixeiro viajante = muerte de un viajante = muerte de un vendedor =
		смерть коммивояжера
	diary of anne frank = tagebuch der anne frank = journal d'anne frank =
		diário de anne frank = diario de ana frank
	dido and aeneas = didon et énée = dido e eneias = dido y eneas = dido und aeneas
	doll's house = casa de bonecas = casa de muñecas = maison de poupée = puppenheim =
		кукольный дом
	don quixote = don quichotte = dom quixote = don quijote = дон кихот
	dream of a midsummer night = midsummer night's dream = sonho de uma noite de verão =
		sueño de una noche de verano = songe d'une nuit d'été = sommernachtstraum =
		сон в летнюю ночь
	elixir of love = elisir d'amore = élixir d'amour = elixir do amor = elixir de amor =
		liebestrank = любовный напиток
	enemy of the people = ennemi du peuple = inimigo do povo = enemigo del pueblo = volksfeind
	enigma variations = variations enigma = variações enigma = variaciones enigma =
		enigma-variationen
	eugene onegin = evgeny onegin = yevgeny onegin = eugène onéguine = eugênio oneguin =
		eugenio onegin = eugen onegin =
		евгений онегин
	fiddler on the roof = violon sur le toit = violinista no telhado = violinista en el tejado =
		скрипач на крыше = anatevka
	firebird = oiseau de feu = pássaro de fogo = pájaro de fuego = feuervogel =
		жар-птица
	fireworks music = music for the royal fireworks = feuerwerksmusik =
		musique pour les feux d'artifice royaux = música para os fogos de artifício =
		música para los reales fuegos artificiales = música para os reais fogos de artifício =
		hwv 351
	flight of the bumblebee = vol du bourdon = voo do besouro = vuelo del moscardón =
		hummelflug = полет шмеля
	flying dutchman = fliegende holländer = vaisseau fantôme = holandês voador =
		navio fantasma = holandés errante = летучий голландец =
		olandese volante = buque fantasma
	force of destiny = forza del destino = force du destin = força do destino =
		fuerza del destino = macht des schicksals = сила судьбы
	fountains of rome = fontane di roma = fontaines de rome = fontes de roma = fuentes de roma
	four seasons = quattro stagioni = quatre saisons = quatro estações = cuatro estaciones =
		vier jahreszeiten = времена года
	german requiem = deutsches requiem = requiem allemand = réquiem alemão = réquiem alemán
	girl of the golden west = fanciulla del west = garota do oeste = fille du far-west =
		mädchen aus dem goldenen westen = muchacha del oeste = девушка с запада
	goldberg variations = variations goldberg = variações goldberg = variaciones goldberg =
		bwv 988
	golden cockerel = coq d'or = galo de ouro = gallo de oro = goldene hahn =
		золотой петушок
	hansel and gretel = hänsel und gretel = hänsel et gretel = joão e maria =
		hansel y gretel = гензель и гретель
	harold in italy = harold en italie = haroldo na itália = haroldo en italia =
		harold in italien
	hero's life = heldenleben = vie de héros = vida de herói = vida de héroe
	house of bernarda alba = casa de bernarda alba = maison de bernarda alba =
		bernarda albas haus = дом бернарды альбы
	hunchback of notre dame = notre-dame de paris = corcunda de notre dame =
		jorobado de notre dame = glöckner von notre dame =
		собор парижской богоматери
	imaginary invalid = malade imaginaire = doente imaginário = enfermo imaginario =
		eingebildete kranke = мнимый больной
	in the steppes of central asia = nas estepes da ásia central =
		dans les steppes de l'asie centrale = steppenskizze aus mittelasien =
		en las estepas del asia central = в средней азии
	italian caprice = capriccio italien = capricho italiano
	italian girl in algiers = italiana in algeri = italienne à alger = italiana em argel =
		italiana en argel = italienerin in algier = итальянка в алжире
	ivan the terrible = ivan le terrible = ivan o terrível = iván el terrible =
		iwan der schreckliche = иван грозный
	king lear = roi lear = rei lear = rey lear = könig lear = король лир
	lady of the camellias = dame aux camélias = dama das camélias = dama de las camelias =
		kameliendame = дама с камелиями
	lady of the lake = donna del lago = dame du lac = dona do lago
	lady with the dog = dama do cachorrinho = dama del perrito = dame au petit chien =
		dame mit dem hündchen = дама с собачкой
	life is a dream = vida es sueño = vida é sonho = vie est un songe = leben ein traum
	lion king = roi lion = rei leão = rey león = könig der löwen = король лев
	little mermaid = petite sirène = pequena sereia = sirenita = kleine meerjungfrau =
		русалочка
	little prince = petit prince = pequeno príncipe = principito = kleine prinz =
		маленький принц = piccolo principe
	little red riding hood = petit chaperon rouge = chapeuzinho vermelho = caperucita roja =
		rotkäppchen = красная шапочка = cappuccetto rosso
	love for three oranges = amour des trois oranges = amor por três laranjas =
		amor de las tres naranjas = liebe zu den drei orangen =
		любовь к трем апельсинам
	magic flute = zauberflöte = flûte enchantée = flauta mágica = flauto magico =
		волшебная флейта
	man of la mancha = homme de la mancha = homem de la mancha = hombre de la mancha =
		mann von la mancha = человек из ламанчи
	marriage of figaro = nozze di figaro = noces de figaro = mariage de figaro =
		bodas de fígaro = hochzeit des figaro = женитьба фигаро =
		свадьба фигаро
	mass in b minor = b minor mass = h-moll-messe = messe en si mineur = missa em si menor =
		misa en si menor = bwv 232
	master and margarita = mestre e margarida = maestro y margarita = maître et marguerite =
		meister und margarita = мастер и маргарита
	mastersingers of nuremberg = meistersinger von nürnberg = maîtres chanteurs de nuremberg =
		mestres cantores de nuremberg = maestros cantores de núremberg =
		maestri cantori di norimberga = нюрнбергские мейстерзингеры
	merchant of venice = marchand de venise = mercador de veneza = mercader de venecia =
		kaufmann von venedig = венецианский купец
	merry widow = lustige witwe = veuve joyeuse = viúva alegre = viuda alegre =
		веселая вдова = vedova allegra
	merry wives of windsor = lustigen weiber von windsor = joyeuses commères de windsor =
		alegres comadres de windsor = виндзорские насмешницы
	miraculous mandarin = csodálatos mandarin = wunderbare mandarin = mandarin merveilleux =
		mandarim maravilhoso
	mother courage = mutter courage = mère courage = mãe coragem = madre coraje =
		мамаша кураж
	mother goose = ma mère l'oye = mamãe gansa = mi madre la oca = mutter gans
	much ado about nothing = beaucoup de bruit pour rien = muito barulho por nada =
		mucho ruido y pocas nueces = viel lärm um nichts =
		много шума из ничего = molto rumore per nulla
	musical offering = musikalisches opfer = offrande musicale = oferenda musical =
		ofrenda musical = bwv 1079
	night on bald mountain = night on the bare mountain = nuit sur le mont chauve =
		noite no monte calvo = noche en el monte pelado = nacht auf dem kahlen berge =
		ночь на лысой горе = notte sul monte calvo
	nutcracker = casse-noisette = quebra-nozes = cascanueces = nussknacker = schiaccianoci =
		щелкунчик
	oedipus rex = oedipus the king = œdipe roi = édipo rei = edipo rey = könig ödipus =
		царь эдип
	orpheus and eurydice = orfeo ed euridice = orphée et eurydice = orfeu e eurídice =
		orfeo y eurídice = orpheus und eurydike
	orpheus in the underworld = orphée aux enfers = orfeu no inferno = orfeo en los infiernos =
		orpheus in der unterwelt
	pearl fishers = pêcheurs de perles = pescadores de pérolas = pescadores de perlas =
		perlenfischer = pescatori di perle = искатели жемчуга
	pelléas and mélisande = pelléas et mélisande = pelléas e mélisande =
		pelleas und melisande
	peter and the wolf = pierre et le loup = pedro e o lobo = pedro y el lobo =
		peter und der wolf = петя и волк
	phantom of the opera = fantôme de l'opéra = fantasma da ópera = fantasma de la ópera =
		phantom der oper = призрак оперы
	pictures at an exhibition = tableaux d'une exposition = quadros de uma exposição =
		cuadros de una exposición = bilder einer ausstellung =
		картинки с выставки
	pines of rome = pini di roma = pins de rome = pinheiros de roma = pinos de roma
	polovtsian dances = danses polovtsiennes = danças polovtsianas = danzas polovtsianas =
		polowetzer tänze = половецкие пляски
	pomp and circumstance = pompa e circunstância = pompa y circunstancia =
		land of hope and glory = pompe et circonstance
	prince igor = príncipe igor = fürst igor = князь игорь
	puss in boots = chat botté = gato de botas = gato con botas = gestiefelte kater =
		кот в сапогах = gatto con gli stivali
	queen of spades = pique dame = dame de pique = dama de espadas = dama de picas =
		пиковая дама
	radetzky march = marche de radetzky = marcha radetzky = radetzkymarsch =
		марш радецкого
	return of ulysses = ritorno d'ulisse = retour d'ulysse = retorno de ulisses =
		heimkehr des odysseus = retorno de ulises
	rhapsody on a theme of paganini = rhapsodie sur un thème de paganini =
		rapsódia sobre um tema de paganini = paganini-rhapsodie =
		rapsodia sobre un tema de paganini = рапсодия на тему паганини
	rhinegold = rheingold = or du rhin = ouro do reno = oro del rin = золото рейна
	ring of the nibelung = ring des nibelungen = anneau du nibelung = anel do nibelungo =
		anillo del nibelungo = кольцо нибелунга
	rite of spring = sacre du printemps = sagração da primavera =
		consagración de la primavera = frühlingsopfer = весна священная
	roman carnival = carnaval romain = carnaval romano = römischer karneval
	romeo and juliet = roméo et juliette = romeu e julieta = romeo y julieta = romeo und julia =
		giulietta e romeo = ромео и джульетта
	rosenkavalier = cavaleiro da rosa = caballero de la rosa = chevalier à la rose =
		кавалер розы
	russian easter festival = grande pâque russe = grande páscoa russa = gran pascua rusa =
		russische ostern = russian easter overture = светлый праздник
	sabre dance = danse du sabre = dança do sabre = danza del sable = säbeltanz =
		танец с саблями
	sadness of the swan = dying swan = mort du cygne = morte do cisne = muerte del cisne =
		sterbende schwan = умирающий лебедь
	samson and delilah = samson et dalila = sansão e dalila = sansón y dalila =
		samson und dalila = самсон и далила
	seven deadly sins = sieben todsünden = sept péchés capitaux = sete pecados capitais =
		siete pecados capitales
	sleeping beauty = belle au bois dormant = bela adormecida = bella durmiente = dornröschen =
		bella addormentata = спящая красавица
	snow maiden = snégourotchka = snegurochka = donzela da neve = schneeflöckchen =
		снегурочка
	snow queen = reine des neiges = rainha da neve = reina de las nieves = schneekönigin =
		снежная королева
	snow white = blanche-neige = branca de neve = blancanieves = schneewittchen = biancaneve =
		белоснежка
	soldier's tale = histoire du soldat = história do soldado = historia del soldado =
		geschichte vom soldaten = история солдата
	song of the earth = lied von der erde = chant de la terre = canção da terra =
		canción de la tierra = песнь о земле
	sorcerer's apprentice = apprenti sorcier = aprendiz de feiticeiro = aprendiz de brujo =
		zauberlehrling = ученик чародея
	sound of music = mélodie du bonheur = noviça rebelde = novicia rebelde =
		sonrisas y lágrimas = música no coração = звуки музыки
	spanish caprice = capriccio espagnol = capricho español = capricho espanhol =
		испанское каприччио
	spanish rhapsody = rapsodie espagnole = rapsódia espanhola = rapsodia española
	st john passion = johannespassion = passion selon saint jean = paixão segundo são joão =
		pasión según san juan = bwv 245 = johannes-passion = passio secundum joannem
	st matthew passion = matthäuspassion = passion selon saint matthieu =
		paixão segundo são mateus = pasión según san mateo = bwv 244 = matthäus-passion
	star-spangled banner = united states national anthem = anthem united states =
		oh say can you see
	streetcar named desire = tramway nommé désir = bonde chamado desejo =
		elétrico chamado desejo = tranvía llamado deseo = endstation sehnsucht =
		трамвай желание
	swan lake = lac des cygnes = lago dos cisnes = lago de los cisnes = schwanensee =
		lago dei cigni = лебединое озеро
	symphonie fantastique = fantastic symphony = sinfonia fantástica = phantastische sinfonie =
		фантастическая симфония = episode in the life of an artist
	tales of hoffmann = contes d'hoffmann = contos de hoffmann = cuentos de hoffmann =
		hoffmanns erzählungen = сказки гофмана
	taming of the shrew = mégère apprivoisée = megera domada = fierecilla domada =
		widerspenstigen zähmung = укрощение строптивой
	thieving magpie = gazza ladra = pie voleuse = pega ladra = urraca ladrona =
		diebische elster = сорока-воровка
	thousand and one nights = mille et une nuits = mil e uma noites = mil y una noches =
		tausendundeine nacht = тысяча и одна ночь
	three musketeers = trois mousquetaires = três mosqueteiros = tres mosqueteros =
		drei musketiere = три мушкетера
	three sisters = trois soeurs = três irmãs = tres hermanas = drei schwestern =
		три сестры
	threepenny opera = dreigroschenoper = opéra de quat'sous = ópera dos três vinténs =
		ópera de los tres centavos = трехгрошовая опера
	till eulenspiegel's merry pranks = till eulenspiegels lustige streiche = till eulenspiegel
	tomb of couperin = tombeau de couperin = túmulo de couperin = tumba de couperin
	transfigured night = verklärte nacht = nuit transfigurée = noite transfigurada =
		noche transfigurada = notte trasfigurata = просветленная ночь
	tristan and isolde = tristan et isolde = tristão e isolda = tristán e isolda =
		tristan und isolde = тристан и изольда
	twilight of the gods = götterdämmerung = crépuscule des dieux = crepúsculo dos deuses =
		ocaso de los dioses = гибель богов
	uncle vanya = oncle vania = tio vânia = onkel wanja = дядя ваня
	waiting for godot = en attendant godot = esperando godot = esperando a godot =
		warten auf godot = в ожидании годо
	war and peace = guerre et paix = guerra e paz = guerra y paz = krieg und frieden =
		война и мир
	water music = wassermusik = musique sur l'eau = música aquática = música acuática
	well-tempered clavier = wohltemperierte klavier = clavier bien tempéré =
		cravo bem temperado = clave bien temperado =
		хорошо темперированный клавир
	william tell = guillaume tell = guilherme tell = guillermo tell = wilhelm tell =
		guglielmo tell = вильгельм телль
	winter journey = winterreise = voyage d'hiver = viagem de inverno = viaje de invierno =
		d 911
	wizard of oz = magicien d'oz = mágico de oz = mago de oz = zauberer von oz =
		волшебник изумрудного города
	woman without a shadow = frau ohne schatten = femme sans ombre = mulher sem sombra =
		mujer sin sombra
	young person's guide to the orchestra = guia da orquestra para jovens =
		guía de orquesta para jóvenes`
