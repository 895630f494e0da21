package names

// concertWorks are symphonic poems, suites, dances, pieces and chamber music (Grove Music Online;
// "The Oxford Dictionary of Music"; the catalogues of orchestras). Left out are phrases that events
// have as well (Summer Nights).
const concertWorks = `
	1812 overture = ouvertüre 1812 = abertura 1812 = obertura 1812 = увертюра 1812
	academic festival overture = akademische festouvertüre = abertura do festival acadêmico =
		obertura del festival académico = ouverture pour une fête académique =
		abertura festival acadêmico = obertura para un festival académico
	adagio for strings = adagio pour cordes = adágio para cordas = adagio para cuerdas =
		adagio für streicher = адажио для струнных
	air on the g string = air sur la corde de sol = ária na corda sol =
		aria en la cuerda de sol
	albinoni adagio = adagio d'albinoni = adagio albinoni = albinonis adagio =
		albinoni's adagio = адажио альбинони
	album for the young = album für die jugend = album pour la jeunesse =
		álbum para a juventude = álbum de la juventud
	alexander nevsky = alexandre nevski = alexandre nevsky = alejandro nevski =
		александр невский = alexander newski
	ancient airs and dances = antiche danze ed arie = airs et danses antiques =
		antigas árias e danças
	antarctic symphony = sinfonia antartica = symphonie antarctique
	appalachian spring = printemps dans les appalaches = primavera nos apalaches =
		primavera apalache = frühling in den appalachen
	arrival of the queen of sheba = ankunft der königin von saba =
		arrivée de la reine de saba = chegada da rainha de sabá = llegada de la reina de saba
	aufforderung zum tanz = invitation to the dance = invitation à la valse =
		invitación al vals = convite à valsa
	babi yar = babi jar = babij jar = babyn yar = бабий яр
	calm sea and prosperous voyage = meeresstille und glückliche fahrt =
		mer calme et heureux voyage = mar calmo e viagem próspera =
		mar en calma y viaje próspero
	carmen fantasy = carmen-fantasie = fantaisie carmen = fantasia carmen =
		fantaisie sur carmen
	carnival jest from vienna = carnival scenes from vienna = faschingsschwank aus wien
	carnival of venice = carnaval de venise = carnevale di venezia = karneval von venedig =
		carnaval de veneza = carnaval de venecia = венецианский карнавал
	chasseur maudit = accursed huntsman = cazador maldito = caçador maldito
	choral fantasy = chorfantasie = fantaisie chorale = fantasia coral
	chromatic fantasy = chromatische fantasie = fantaisie chromatique = fantasia cromática =
		bwv 903
	concerto for the left hand = concerto pour la main gauche = konzert für die linke hand =
		concerto para a mão esquerda = concierto para la mano izquierda =
		концерт для левой руки
	concierto de aranjuez = concerto d'aranjuez = aranjuez-konzert
	creatures of prometheus = geschöpfe des prometheus = créatures de prométhée =
		criaturas de prometeu = criaturas de prometeo
	dance of the blessed spirits = reigen seliger geister = danse des esprits bienheureux =
		dança dos espíritos abençoados = danza de los espíritus bienaventurados
	dance of the little swans = danse des petits cygnes = tanz der kleinen schwäne =
		dança dos pequenos cisnes = danza de los pequeños cisnes =
		танец маленьких лебедей
	dance of the seven veils = tanz der sieben schleier = danse des sept voiles =
		dança dos sete véus = danza de los siete velos = танец семи покрывал
	dance of the sugar plum fairy = danse de la fée dragée = tanz der zuckerfee =
		dança da fada açucarada = danza del hada de azúcar = танец феи драже
	danse macabre = dança macabra = danza macabra
	dante symphony = dante-sinfonie = dante-symphonie = sinfonia dante
	davidsbündlertänze = davidsbündler dances = danses des compagnons de david
	devil's trill = teufelstriller = teufelstrillersonate = trille du diable =
		trillo del diavolo = trino del diablo = trilo do diabo =
		дьявольские трели
	domestic symphony = symphonia domestica = sinfonia doméstica = symphonie domestique =
		домашняя симфония
	emperor waltz = kaiserwalzer = valse de l'empereur = valsa do imperador =
		vals del emperador = kaiser-walzer
	fanfare for the common man = fanfarra para o homem comum =
		fanfarria para el hombre corriente = fanfare pour l'homme ordinaire =
		fanfarria para el hombre común
	fantasia on a theme by thomas tallis = tallis fantasia = fantasia tallis =
		fantasia on a theme of tallis = fantaisie sur un thème de thomas tallis =
		fantasía sobre un tema de thomas tallis
	fantasía para un gentilhombre = fantasia for a gentleman = fantaisie pour un gentilhomme =
		fantasia para um gentil-homem
	faust symphony = faust-sinfonie = faust-symphonie = sinfonia fausto =
		фауст-симфония
	festive overture = festliche ouvertüre = obertura festiva =
		праздничная увертюра
	forest scenes = waldszenen = scènes de la forêt = cenas da floresta = escenas del bosque
	four sea interludes = quatre interludes marins = quatro interlúdios marinhos =
		cuatro interludios marinos
	four temperaments = fire temperamenter = vier temperamente = quatre tempéraments =
		quatro temperamentos = cuatro temperamentos
	from bohemia's woods and fields = aus böhmens hain und flur = z českých luhů a hájů
	from the canyons to the stars = des canyons aux étoiles
	funeral march = marche funèbre = marcha fúnebre = trauermarsch
	funeral march of a marionette = marche funèbre d'une marionnette =
		marcha fúnebre de una marioneta = marcha fúnebre de uma marionete
	für elise = pour élise = lettre à élise = for elise = woo 59
	galanta dances = dances of galánta = tänze aus galanta = danças de galanta =
		danzas de galanta = danses de galánta = galántai táncok
	german dances = deutsche tänze = danses allemandes = danças alemãs = danzas alemanas
	girl with the flaxen hair = fille aux cheveux de lin = mädchen mit dem flachshaar =
		moça dos cabelos de linho = niña de los cabellos de lino =
		mädchen mit den flachshaaren = menina dos cabelos de linho =
		muchacha de los cabellos de lino =
		девушка с волосами цвета льна
	golden spinning wheel = zlatý kolovrat = goldene spinnrad = rouet d'or
	good friday spell = good friday music = karfreitagszauber = enchantement du vendredi saint =
		encanto da sexta-feira santa = encantamiento del viernes santo
	grande symphonie funèbre et triomphale = grand funeral and triumphal symphony
	hall of the mountain king = halle des bergkönigs = antre du roi de la montagne =
		salão do rei da montanha = gruta del rey de la montaña =
		в пещере горного короля
	harmonious blacksmith = harmonieux forgeron = ferreiro harmonioso = herrero armonioso
	haydn seasons = haydn jahreszeiten = haydn die jahreszeiten = haydns jahreszeiten =
		haydn saisons = haydn estações = haydn estaciones = hob xxi 3
	haydn variations = variations on a theme by haydn = variationen über ein thema von haydn =
		variations sur un thème de haydn = variações sobre um tema de haydn =
		variaciones sobre un tema de haydn = haydn-variationen
	holberg suite = from holberg's time = aus holbergs zeit = fra holbergs tid =
		du temps de holberg
	hungarian dance = ungarischer tanz = danse hongroise = dança húngara = danza húngara =
		венгерский танец
	hungarian dances = ungarische tänze = danses hongroises = danças húngaras =
		danzas húngaras = венгерские танцы
	hungarian rhapsody = ungarische rhapsodie = rhapsodie hongroise = rapsódia húngara =
		венгерская рапсодия
	in a persian market = auf einem persischen markt = sur un marché persan =
		num mercado persa = en un mercado persa
	isle joyeuse = île joyeuse = isle of joy = joyous isle = isla alegre =
		остров радости
	isle of the dead = île des morts = ilha dos mortos = isla de los muertos = toteninsel =
		остров мертвых
	kol nidrei = kol nidre = kol nidrey
	lark ascending = envol de l'alouette = ascensión de la alondra = aufsteigende lerche
	liebesfreud = love's joy
	liebesleid = love's sorrow
	lieutenant kijé = tenente kijé = teniente kijé = leutnant kishe =
		поручик киже = lieutenant kizhe = leutnant kijé
	light cavalry = leichte kavallerie = cavalerie légère = cavalaria ligeira =
		caballería ligera = легкая кавалерия
	lincoln portrait = retrato de lincoln = portrait de lincoln
	little train of the caipira = trenzinho do caipira = petit train du caipira =
		trencito del caipira
	lyric pieces = lyrische stücke = pièces lyriques = peças líricas = piezas líricas =
		lyriske stykker = лирические пьесы
	lyric suite = lyrische suite = suite lyrique = suíte lírica
	má vlast = my fatherland = mein vaterland
	march of the trolls = march of the dwarfs = zug der zwerge = marche des trolls =
		marcha de los trolls
	mephisto waltz = mephistowalzer = mephisto-walzer = méphisto-valse = valsa mefisto =
		vals mefisto = мефисто-вальс
	morning mood = morgenstimmung
	music for strings percussion and celesta = musique pour cordes percussion et célesta =
		musik für saiteninstrumente schlagzeug und celesta =
		música para cordas percussão e celesta = música para cuerdas percusión y celesta
	night of the mayas = noche de los mayas = nuit des mayas = noite dos maias =
		nacht der mayas
	nights in the gardens of spain = noches en los jardines de españa =
		nuits dans les jardins d'espagne = noites nos jardins de espanha =
		nächte in spanischen gärten = ночи в садах испании
	noble and sentimental waltzes = valses nobles et sentimentales =
		valsas nobres e sentimentais = valses nobles y sentimentales
	noon witch = noonday witch = polednice = mittagshexe = sorcière de midi
	nuits d'été = summer nights = sommernächte
	on an overgrown path = po zarostlém chodníčku = auf verwachsenem pfade
	ox on the roof = boeuf sur le toit = boi no telhado = buey sobre el tejado =
		ochse auf dem dach
	pachelbel canon = pachelbel's canon = canon de pachelbel = pachelbels kanon =
		pachelbel-kanon = kanon von pachelbel = cânone de pachelbel =
		канон пахельбеля
	pavane for a dead princess = pavane pour une infante défunte = pavane for a dead infanta =
		pavana para uma infanta defunta = pavana para una infanta difunta =
		pavane für eine verstorbene infantin = павана почившей инфанте
	poem of ecstasy = poème de l'extase = poema do êxtase = poema del éxtasis =
		поэма экстаза
	poet and peasant = dichter und bauer = poète et paysan = poeta e camponês =
		poeta y aldeano = poeta y campesino = поэт и крестьянин
	pohjola's daughter = pohjolas tochter = fille de pohjola = filha de pohjola =
		hija de pohjola
	quartet for the end of time = quatuor pour la fin du temps = quarteto para o fim dos tempos =
		quarteto para o fim do tempo = cuarteto para el fin de los tiempos =
		cuarteto para el fin del tiempo = quartett auf das ende der zeit =
		quartett für das ende der zeit = квартет на конец времени
	rhapsody in blue = rapsodia en blue = rapsódia em blue =
		рапсодия в стиле блюз = rapsodie in blue
	ride of the valkyries = walkürenritt = ritt der walküren = chevauchée des walkyries =
		cavalgada das valquírias = cabalgata de las valquirias = полет валькирий
	ritual fire dance = danza ritual del fuego = danse rituelle du feu = dança ritual do fogo =
		ritueller feuertanz
	rococo variations = variations on a rococo theme = variations sur un thème rococo =
		variações rococó = variaciones rococó = rokoko-variationen =
		variationen über ein rokokothema = variações sobre um tema rococó =
		variaciones sobre un tema rococó = вариации на тему рококо
	roman festivals = feste romane = festas romanas = fiestas romanas = fêtes romaines
	romanian folk dances = román népi táncok = danses populaires roumaines =
		danças folclóricas romenas = danzas populares rumanas = rumänische volkstänze =
		danças populares romenas = danzas folclóricas rumanas =
		румынские народные танцы
	romanian rhapsody = rhapsodie roumaine = rapsódia romena = rapsodia rumana =
		rumänische rhapsodie
	roses from the south = rosen aus dem süden = roses du sud = rosas del sur
	ruins of athens = ruinen von athen = ruines d'athènes = ruínas de atenas
	salut d'amour = liebesgruß = love's greeting
	scenes from childhood = kinderszenen = kinderscenen = scènes d'enfants = cenas infantis =
		escenas de niños = детские сцены
	scottish fantasy = schottische fantasie = fantaisie écossaise = fantasia escocesa =
		шотландская фантазия
	scythian suite = suite scythe = suíte cita = skythische suite = suite escita =
		скифская сюита
	sea symphony = symphonie de la mer = sinfonia do mar = sinfonía del mar
	serenade for strings = streicherserenade = sérénade pour cordes = serenata para cordas =
		serenata para cuerdas
	seven spanish folksongs = seven popular spanish songs =
		siete canciones populares españolas = sept chansons populaires espagnoles =
		sieben spanische volkslieder = sete canções populares espanholas
	siegfried idyll = idylle de siegfried = idílio de siegfried = idilio de sigfrido
	skaters' waltz = schlittschuhläuferwalzer = valse des patineurs = valsa dos patinadores =
		vals de los patinadores
	slavonic dance = slavic dance = slawischer tanz = danse slave = dança eslava =
		danza eslava
	slavonic dances = slawische tänze = danses slaves = danças eslavas = danzas eslavas =
		slovanské tance = slavic dances = славянские танцы
	slavonic march = slavic march = marche slave = slawischer marsch = marcha eslava =
		славянский марш
	souvenir d'un lieu cher = memory of a dear place = recuerdo de un lugar querido
	souvenir de florence = souvenir of florence = recordação de florença =
		recuerdo de florencia = lembrança de florença =
		воспоминание о флоренции
	spiegel im spiegel = mirror in the mirror = miroir dans le miroir = espelho no espelho =
		espejo en el espejo
	sunken cathedral = engulfed cathedral = cathédrale engloutie = versunkene kathedrale =
		catedral submersa = catedral sumergida = затонувший собор
	swan of tuonela = cygne de tuonela = cisne de tuonela = schwan von tuonela =
		tuonelan joutsen = туонельский лебедь
	symphonic dances = symphonische tänze = sinfonische tänze = danses symphoniques =
		danças sinfônicas = danzas sinfónicas = симфонические танцы
	symphonic metamorphosis = symphonic metamorphoses = sinfonische metamorphosen =
		métamorphoses symphoniques = metamorfoses sinfônicas = metamorfosis sinfónica
	symphonic studies = symphonic études = symphonische etüden = sinfonische etüden =
		études symphoniques = estudos sinfônicos = estudios sinfónicos
	symphonic variations = sinfonische variationen = variations symphoniques =
		variações sinfônicas = variaciones sinfónicas
	symphonie espagnole = spanish symphony = spanische sinfonie = sinfonia espanhola =
		sinfonía española = испанская симфония
	symphonies of wind instruments = symphonies d'instruments à vent =
		sinfonias de instrumentos de sopro = sinfonías de instrumentos de viento
	symphony in three movements = sinfonie in drei sätzen = symphonie en trois mouvements =
		sinfonia em três movimentos = sinfonía en tres movimientos
	tales from the vienna woods = geschichten aus dem wienerwald =
		légendes de la forêt viennoise = contos dos bosques de viena =
		cuentos de los bosques de viena = g'schichten aus dem wienerwald =
		сказки венского леса
	threnody for the victims of hiroshima = threnos den opfern von hiroshima =
		thrène à la mémoire des victimes d'hiroshima = treno a las víctimas de hiroshima =
		trenodia para as vítimas de hiroshima = threnody to the victims of hiroshima =
		плач по жертвам хиросимы
	thunder and lightning polka = unter donner und blitz = polka truenos y relámpagos =
		polka trovões e relâmpagos
	to the memory of an angel = dem andenken eines engels = à la mémoire d'un ange =
		à memória de um anjo = a la memoria de un ángel = памяти ангела
	toccata and fugue in d minor = toccata und fuge d-moll = toccata und fuge in d-moll =
		toccata et fugue en ré mineur = tocata e fuga em ré menor = tocata y fuga en re menor =
		токката и фуга ре минор = bwv 565
	tragic overture = tragische ouvertüre = ouverture tragique = abertura trágica =
		obertura trágica = d minor op 81
	transcendental études = études d'exécution transcendante = transzendentale etüden =
		estudos de execução transcendental = estudios de ejecución trascendental
	triple concerto = tripelkonzert = concerto triplo = triple concierto = concerto tríplice
	turkish march = rondo alla turca = marche turque = marcha turca = türkischer marsch =
		турецкий марш
	unanswered question = unbeantwortete frage = question sans réponse =
		pregunta sin respuesta
	valse triste = sad waltz = valsa triste = vals triste
	vingt regards sur l'enfant-jésus = twenty contemplations on the infant jesus =
		zwanzig blicke auf das jesuskind = vinte olhares sobre o menino jesus =
		veinte miradas sobre el niño jesús
	visions fugitives = fleeting visions = visões fugitivas = visiones fugitivas =
		мимолетности
	voices of spring = frühlingsstimmen = voix du printemps = vozes da primavera
	waltz of the flowers = valse des fleurs = blumenwalzer = valsa das flores =
		vals de las flores = вальс цветов
	wedding day at troldhaugen = bryllupsdag på troldhaugen = hochzeitstag auf troldhaugen =
		jour de noces à troldhaugen = dia de casamento em troldhaugen =
		día de boda en troldhaugen = свадебный день в трольхаугене
	wedding march = marche nuptiale = marcha nupcial = hochzeitsmarsch =
		свадебный марш
	wellington's victory = wellingtons sieg = victoire de wellington = vitória de wellington =
		victoria de wellington = battle symphony
	years of pilgrimage = années de pèlerinage = anos de peregrinação =
		años de peregrinación = годы странствий
	zigeunerweisen = gypsy airs = airs bohémiens = aires gitanos = árias ciganas =
		цыганские напевы`
