package names

// vocalWorks are songs, cycles of songs, oratorios, masses and choruses (Grove Music Online; "The
// Oxford Dictionary of Music"; the catalogues of orchestras and choirs).
const vocalWorks = `
	alexander's feast = alexanderfest = fête d'alexandre
	all-night vigil = ganznächtliche vigil = всенощное бдение
	alto rhapsody = altrhapsodie = alt-rhapsodie = rhapsodie pour contralto =
		rapsódia para contralto
	anna magdalena notebook = notebook for anna magdalena bach =
		notenbüchlein für anna magdalena bach = petit livre d'anna magdalena bach =
		pequeno livro de anna magdalena bach = pequeño libro de ana magdalena bach
	ascension oratorio = himmelfahrtsoratorium = oratorio de l'ascension =
		oratório da ascensão = oratorio de la ascensión = bwv 11
	bridal chorus = brautchor = treulich geführt
	chichester psalms = chichester-psalmen = psaumes de chichester = salmos de chichester =
		чичестерские псалмы
	childhood of christ = enfance du christ = kindheit christi = infância de cristo
	diary of one who disappeared = zápisník zmizelého = tagebuch eines verschollenen =
		journal d'un disparu = diario de un desaparecido = diário de um desaparecido
	donna è mobile = woman is fickle = сердце красавицы
	dream of gerontius = traum des gerontius = rêve de gérontius = songe de gérontius =
		sonho de gerontius = sueño de gerontius
	easter oratorio = osteroratorium = oratorio de pâques = oratório de páscoa =
		oratorio de pascua = bwv 249
	erlking = erlkönig = roi des aulnes = rei dos elfos = rey de los elfos =
		лесной царь = d 328
	flower duet = duo des fleurs = blumenduett = dueto das flores = dúo de las flores
	four last songs = vier letzte lieder = quatre derniers lieder = quatro últimas canções =
		cuatro últimas canciones = четыре последние песни
	four sacred pieces = quattro pezzi sacri = quatre pièces sacrées =
		vier geistliche stücke = quatro peças sacras = cuatro piezas sacras
	four serious songs = vier ernste gesänge = quatre chants sérieux =
		quatro canções sérias = cuatro canciones serias
	glagolitic mass = mša glagolskaja = messe glagolitique = missa glagolítica =
		misa glagolítica = glagolitische messe = glagolská mše
	gretchen at the spinning wheel = gretchen am spinnrade = marguerite au rouet =
		margarida na roca = margarita en la rueca = d 118
	gurrelieder = songs of gurre = gurre-lieder = chants de gurre = canciones de gurre =
		песни гурре
	handel messiah = handel's messiah = händel messias = händels messias = haendel messie =
		haendel messias = händel mesías = hwv 56
	haydn creation = haydn schöpfung = haydn die schöpfung = haydns schöpfung =
		haydn criação = haydn creación = hob xxi 2
	intimate letters = intime briefe = lettres intimes = listy důvěrné
	israel in egypt = israel in ägypten = israël en égypte = israel no egito =
		israel en egipto = израиль в египте
	judas maccabaeus = judas maccabeus = judas makkabäus = judas maccabée = judas macabeu =
		judas macabeo = иуда маккавей
	kindertotenlieder = songs on the death of children = chants des enfants morts =
		canções das crianças mortas = canciones a los niños muertos =
		chants pour des enfants morts = chants sur la mort des enfants =
		canções sobre a morte das crianças = песни об умерших детях
	liebeslieder waltzes = liebesliederwalzer = liebeslieder-walzer = love song waltzes
	meditation from thaïs = méditation de thaïs = meditação de thaïs =
		meditación de thaïs = thaïs-méditation
	mendelssohn elijah = mendelssohn elias = mendelssohn élie
	moravian duets = mährische duette = moravské dvojzpěvy = duos moraves
	paradise and the peri = paradies und die peri = paradis et la péri = paraíso e a peri =
		paraíso y la peri
	petite messe solennelle = little solemn mass = pequena missa solene = pequeña misa solemne =
		маленькая торжественная месса
	poet's love = dichterliebe = amours du poète = amor de poeta = любовь поэта
	prodigal son = verlorene sohn = fils prodigue = filho pródigo = hijo pródigo =
		блудный сын
	rückert songs = rückert-lieder = rückertlieder = canções de rückert =
		canciones de rückert
	scenes from goethe's faust = szenen aus goethes faust = scènes du faust de goethe =
		escenas del fausto de goethe = cenas do fausto de goethe
	schöne müllerin = fair maid of the mill = belle meunière = bela moleira = bella molinera =
		прекрасная мельничиха = d 795
	seven last words = sieben letzten worte = sept dernières paroles = sete últimas palavras =
		siete últimas palabras
	sheep may safely graze = schafe können sicher weiden
	shepherd on the rock = hirt auf dem felsen = pâtre sur le rocher = pastor en la roca =
		d 965
	solveig's song = solveigs lied = solveigs sang = chanson de solveig = canção de solveig =
		canción de solveig = песня сольвейг
	song of destiny = schicksalslied = chant du destin = canção do destino =
		canción del destino
	song of lamentation = klagende lied = canción del lamento
	song of the fates = gesang der parzen = chant des parques
	song of the nightingale = chant du rossignol = canto do rouxinol = canto del ruiseñor =
		gesang der nachtigall = песнь соловья
	songs and dances of death = lieder und tänze des todes = chants et danses de la mort =
		canções e danças da morte = canciones y danzas de la muerte =
		песни и пляски смерти
	songs my mother taught me = als die alte mutter = canções que minha mãe me ensinou =
		canciones que mi madre me enseñó
	songs of a wayfarer = lieder eines fahrenden gesellen = chants d'un compagnon errant =
		canções de um viandante = canciones de un camarada errante = canções de um viajante =
		canciones de un caminante =
		песни странствующего подмастерья
	songs of the auvergne = chants d'auvergne = songs from the auvergne =
		canções da auvérnia = cantos de auvernia = canciones de auvernia =
		lieder der auvergne
	songs without words = lieder ohne worte = romances sans paroles = canções sem palavras =
		canciones sin palabras = romanzas sin palabras
	st luke passion = lukaspassion = lukas-passion = passion selon saint luc =
		paixão segundo são lucas = pasión según san lucas
	st mark passion = markuspassion = markus-passion = passion selon saint marc =
		paixão segundo são marcos = pasión según san marcos
	survivor from warsaw = überlebender aus warschau = survivant de varsovie =
		sobrevivente de varsóvia = superviviente de varsovia = sobreviviente de varsovia =
		уцелевший из варшавы
	symphony of psalms = symphonie de psaumes = sinfonia dos salmos = sinfonía de los salmos =
		psalmensinfonie = psalmensymphonie = симфония псалмов
	symphony of sorrowful songs = sinfonie der klagelieder = symphonie des chants plaintifs =
		sinfonia das canções tristes = sinfonia das lamentações =
		sinfonía de las lamentaciones = symfonia pieśni żałosnych
	to the distant beloved = an die ferne geliebte = à la bien-aimée lointaine =
		à amada distante = a la amada lejana
	toreador song = chanson du toréador = canção do toureador = canción del toreador =
		air du toréador
	va pensiero = chorus of the hebrew slaves = coro dos escravos hebreus =
		coro de los esclavos hebreos = chœur des esclaves hébreux = gefangenenchor
	vespers of 1610 = vespro della beata vergine = marienvesper = monteverdi vespers =
		vêpres de la vierge = vespers of the blessed virgin
	war requiem = réquiem de guerra = requiem de guerre = военный реквием
	wesendonck lieder = wesendonck songs = gedichte von mathilde wesendonck =
		poems by mathilde wesendonck = chants wesendonck = canções wesendonck =
		wesendoncklieder = canções de wesendonck = canciones de wesendonck
	wine women and song = wein weib und gesang
	woman's love and life = frauenliebe und leben = amour et vie d'une femme =
		amor e vida de mulher = amor y vida de mujer
	youth's magic horn = boy's magic horn = knaben wunderhorn = cor merveilleux de l'enfant =
		cor enchanté de l'enfant = trompa mágica do menino = cuerno mágico de la juventud =
		cuerno mágico del muchacho = волшебный рог мальчика`
