package names

// nicknames are nicknames of works, with what names the same work (Grove Music Online; the
// catalogues of Schmieder, Hoboken, Köchel, Kinsky and Halm, and Deutsch). Left out are those that
// name an orchestra too (London Symphony), and keys and opus numbers that two works share: C minor,
// Op. 80.
const nicknames = `
	american quartet = quatuor américain = amerikanisches quartett = quarteto americano =
		cuarteto americano = f major op 96
	appassionata sonata = sonate appassionata = f minor op 57
	archduke trio = trio arquiduque = trio archiduque = trio à l'archiduc = erzherzog-trio =
		b flat major op 97
	arpeggione sonata = arpeggionesonate = arpeggione-sonate = d 821
	bach double concerto = double violin concerto = bwv 1043
	babi yar symphony = symphonie babi yar = b flat minor op 113
	bird quartet = vogelquartett = quatuor l'oiseau = cuarteto el pájaro = hob iii 39
	choral symphony = ode to joy = ode an die freude = ode à la joie = ode à alegria =
		oda a la alegría = ода к радости = sinfonia coral = d minor op 125
	christ lag in todes banden = christ lag in todesbanden = bwv 4
	classical symphony = sinfonia clássica = sinfonía clásica = symphonie classique =
		d major op 25 = klassische sinfonie = классическая симфония
	clock symphony = sinfonie die uhr = symphonie l'horloge = sinfonia o relógio =
		sinfonía el reloj = hob i 101
	coffee cantata = kaffeekantate = kaffee-kantate = cantate du café = cantata do café =
		cantata del café = schweigt stille plaudert nicht = кофейная кантата =
		bwv 211
	coronation concerto = krönungskonzert = concerto da coroação = k 537 = kv 537 =
		concerto du couronnement = concierto de la coronación
	coronation mass = krönungsmesse = messe du couronnement = missa da coroação =
		misa de la coronación = k 317 = kv 317 = коронационная месса
	diabelli variations = diabelli-variationen = variações diabelli = variaciones diabelli =
		variations diabelli = c major op 120
	dissonance quartet = dissonanzenquartett = quatuor les dissonances =
		quarteto das dissonâncias = cuarteto de las disonancias = k 465 = kv 465 =
		dissonanzen-quartett
	drumroll symphony = drum roll symphony = sinfonie mit dem paukenwirbel =
		symphonie roulement de timbales = hob i 103
	egyptian concerto = ägyptisches konzert = concerto l'égyptien = f major op 103
	eine kleine nachtmusik = little night music = petite musique de nuit =
		pequena serenata noturna = pequeña serenata nocturna = k 525 = kv 525 =
		маленькая ночная серенада
	elvira madigan concerto = elvira madigan = k 467 = kv 467 = concerto elvira madigan
	emperor concerto = concerto imperador = concierto emperador = concerto l'empereur =
		e flat major op 73
	emperor quartet = kaiserquartett = quatuor l'empereur = quarteto imperador =
		cuarteto emperador = kaiser-quartett = hob iii 77
	eroica symphony = sinfonia eroica = sinfonia heroica = symphonie héroïque =
		e flat major op 55
	eroica variations = eroica-variationen = variations eroica = variações eroica =
		variaciones heroica
	exsultate jubilate = exultate jubilate = k 165 = kv 165
	farewell symphony = abschiedssinfonie = symphonie les adieux = sinfonia do adeus =
		sinfonía de los adioses = abschiedssymphonie = прощальная симфония =
		hob i 45
	fate symphony = schicksalssinfonie = symphonie du destin = sinfonia do destino =
		sinfonía del destino = c minor op 67
	fifths quartet = quintenquartett = quatuor les quintes = cuarteto de las quintas =
		hob iii 76 = d minor op 76
	frog quartet = froschquartett = quatuor la grenouille = cuarteto la rana = hob iii 49
	funeral march sonata = sonate funèbre = sonata marcha fúnebre = b flat minor op 35
	ghost trio = trio fantasma = trio les esprits = geistertrio = d major op 70
	gran partita = k 361 = kv 361 = grande partita
	great c major symphony = große c-dur-sinfonie = d 944
	great mass in c minor = große messe in c-moll = grande messe en ut mineur =
		grande missa em dó menor = gran misa en do menor = k 427 = kv 427
	grosse fuge = great fugue = grande fugue = grande fuga = gran fuga = b flat major op 133
	haffner serenade = sérénade haffner = serenata haffner = k 250 = kv 250
	haffner symphony = haffner-sinfonie = symphonie haffner = sinfonia haffner = k 385 = kv 385
	hammerklavier sonata = hammerklaviersonate = b flat major op 106 = sonate hammerklavier
	harmoniemesse = wind band mass = hob xxii 14
	hebrides overture = hebriden-ouvertüre = ouverture les hébrides = abertura as hébridas =
		obertura las hébridas = fingal's cave = fingalshöhle = grotte de fingal =
		gruta de fingal = b minor op 26
	heroic polonaise = polonaise héroïque = polonesa heroica = heroische polonaise
	herz und mund und tat und leben = jesu joy of man's desiring = jesus bleibet meine freude =
		jésus que ma joie demeure = jesus alegria dos homens = jesús alegría de los hombres =
		bwv 147
	hunt quartet = jagdquartett = quatuor la chasse = quarteto da caça = cuarteto de la caza =
		k 458 = kv 458 = jagd-quartett
	hunting cantata = hunt cantata = jagdkantate = cantate de la chasse = cantata da caça =
		cantata de la caza = bwv 208
	inextinguishable = uudslukkelige = unauslöschliche = inextinguível = inextinguible =
		det uudslukkelige
	italian symphony = sinfonia italiana = symphonie italienne = italienische sinfonie
	jeunehomme concerto = jeunehomme-konzert = concierto jeunehomme = k 271 = kv 271
	joke quartet = quatuor la plaisanterie = cuarteto la broma = hob iii 38
	jupiter symphony = jupiter-sinfonie = symphonie jupiter = sinfonia júpiter = k 551 =
		kv 551
	kegelstatt trio = trio des quilles = trío de los bolos = k 498 = kv 498
	kreutzer sonata = sonata a kreutzer = sonate à kreutzer = kreutzersonate
	lark quartet = lerchenquartett = quatuor l'alouette = quarteto a cotovia =
		cuarteto la alondra = hob iii 63
	leningrad symphony = sinfonia leningrado = symphonie leningrad = leningrader sinfonie =
		c major op 60 = ленинградская симфония
	les adieux sonata = sonate les adieux = sonata les adieux = sonata los adioses =
		sonata os adeuses
	linz symphony = linzer sinfonie = symphonie linz = sinfonia linz = k 425 = kv 425 =
		sinfonía de linz
	little russian symphony = sinfonia pequena rússia = symphonie petite russie =
		c minor op 17 = kleinrussische sinfonie = sinfonía pequeña rusia
	londoner sinfonie = symphonie londres = hob i 104
	manfred symphony = manfred-sinfonie = symphonie manfred = sinfonia manfred
	mass in time of war = missa in tempore belli = paukenmesse = missa em tempo de guerra =
		misa en tiempo de guerra = hob xxii 9
	military polonaise = polonaise militaire = militärpolonaise = polonesa militar
	military symphony = militärsinfonie = symphonie militaire = sinfonia militar = hob i 100
	minute waltz = minutenwalzer = valse minute = valsa do minuto = vals del minuto
	miracle symphony = symphonie le miracle = sinfonía el milagro = hob i 96
	moonlight sonata = mondscheinsonate = sonate au clair de lune = sonata ao luar =
		sonata claro de luna = лунная соната = c sharp minor op 27
	mourning symphony = hob i 44
	mozart requiem = mozarts requiem = mozart's requiem = requiem de mozart = k 626 = kv 626
	musical joke = musikalischer spass = plaisanterie musicale = k 522 = kv 522
	nelson mass = nelsonmesse = nelson-messe = missa in angustiis = hob xxii 11
	new world symphony = symphony from the new world = aus der neuen welt =
		symphonie du nouveau monde = sinfonia do novo mundo = sinfonía del nuevo mundo =
		z nového světa = sinfonie aus der neuen welt = из нового света
	organ symphony = symphonie avec orgue = orgelsinfonie = c minor op 78 =
		sinfonia com órgão = sinfonía con órgano
	oxford-sinfonie = symphonie oxford = sinfonía oxford = hob i 92
	pariser sinfonie = symphonie parisienne = k 297 = kv 297
	pastoral sonata = sonate pastorale
	pastoral symphony = sinfonia pastoral = symphonie pastorale = pastorale sinfonie =
		f major op 68 = пасторальная симфония
	pathétique sonata = sonata patética = sonate pathétique = c minor op 13
	pathétique symphony = sinfonia patética = symphonie pathétique = b minor op 74
	peasant cantata = bauernkantate = cantate des paysans = cantata dos camponeses =
		cantata de los campesinos = bwv 212
	polish symphony = polnische sinfonie = symphonie polonaise = sinfonia polonesa =
		sinfonía polaca = d major op 29
	posthorn serenade = posthornserenade = k 320 = kv 320 = sérénade cor de postillon =
		serenata posthorn
	prague symphony = prager sinfonie = symphonie prague = sinfonia praga = k 504 = kv 504
	raindrop prelude = regentropfen-prélude = prélude de la goutte d'eau =
		prelúdio gota d'água = regentropfenprélude = prelúdio da gota d'água =
		preludio de la gota de lluvia
	razumovsky quartets = rasumowsky-quartette = quatuors razoumovski = quartetos razumovsky =
		cuartetos razumovsky
	reformation symphony = sinfonia da reforma = reformationssinfonie = symphonie réformation =
		d major op 107
	resurrection symphony = auferstehungssinfonie = symphonie résurrection =
		sinfonia ressurreição = sinfonía resurrección = auferstehungssymphonie
	revolutionary étude = revolutionsetüde = étude révolutionnaire = estudo revolucionário =
		estudio revolucionario = революционный этюд
	rhenish symphony = sinfonia renana = symphonie rhénane = rheinische sinfonie
	rider quartet = reiterquartett = quatuor le cavalier = cuarteto el jinete = hob iii 74
	romantic symphony = romantische sinfonie = symphonie romantique = sinfonia romântica =
		романтическая симфония
	rosamunde quartet = rosamunde-quartett = quatuor rosamunde = quarteto rosamunde =
		cuarteto rosamunda = d 804
	scottish symphony = sinfonia escocesa = symphonie écossaise = schottische sinfonie
	serenata notturna = k 239 = kv 239
	serioso quartet = quartetto serioso = quatuor serioso = quarteto serioso = cuarteto serioso =
		f minor op 95
	spring sonata = frühlingssonate = sonata primavera = sonate le printemps = f major op 24 =
		весенняя соната
	spring symphony = sinfonia primavera = symphonie le printemps = frühlingssinfonie =
		b flat major op 38
	sunrise quartet = quatuor lever de soleil = cuarteto la aurora = hob iii 78
	surprise symphony = sinfonie mit dem paukenschlag = symphonie la surprise =
		sinfonia surpresa = sinfonía sorpresa = sinfonía la sorpresa = hob i 94
	symphonie l'ours = sinfonía el oso = sinfonia o urso = hob i 82
	symphonie la poule = sinfonía la gallina = sinfonia a galinha = hob i 83
	symphonie la reine = hob i 85
	symphonie le matin = hob i 6
	symphonie le midi = hob i 7
	symphonie le soir = hob i 8
	symphony of a thousand = sinfonie der tausend = symphonie des mille = sinfonia dos mil =
		sinfonía de los mil = симфония тысячи
	tempest sonata = sturmsonate = sonata a tempestade = sonate la tempête = sturm-sonate =
		sonata la tempestad = d minor op 31
	theresienmesse = theresa mass = hob xxii 12
	titan symphony = sinfonia titã = sinfonía titán = symphonie titan
	toy symphony = kindersinfonie = symphonie des jouets = sinfonia dos brinquedos =
		sinfonía de los juguetes = детская симфония
	tragic symphony = tragische sinfonie = symphonie tragique = sinfonia trágica
	trout quintet = forellenquintett = quintette la truite = quinteto a truta =
		quinteto la trucha = d 667
	unfinished symphony = unvollendete sinfonie = unvollendete = symphonie inachevée =
		sinfonia inacabada =
		неоконченная симфония = d 759
	wachet auf ruft uns die stimme = sleepers awake = sleepers wake = bwv 140
	waldstein sonata = waldsteinsonate = c major op 53
	wanderer fantasy = wanderer-fantasie = fantasia wanderer = fantaisie wanderer =
		wandererfantasie = d 760
	weichet nur betrübte schatten = bwv 202
	winter dreams symphony = sinfonia sonhos de inverno = symphonie rêves d'hiver =
		g minor op 13 = зимние грезы`
