package names

// concertWorks are works for orchestra, songs and chamber music with another title in each
// language, and nicknames of works, as Titles has them. After Grove Music Online, the catalogues of
// the works (Köchel, Kinsky and Halm) and "The Oxford Dictionary of Music".
const concertWorks = `
	academic festival overture = akademische festouvertüre = abertura do festival acadêmico =
		obertura del festival académico = ouverture pour une fête académique
	adagio for strings = adagio pour cordes = adágio para cordas = adagio para cuerdas =
		adagio für streicher
	alexander nevsky = alexandre nevski = alexandre nevsky = alejandro nevski =
		александр невский
	american quartet = quatuor américain = amerikanisches quartett = quarteto americano =
		cuarteto americano = f major op 96
	ancient airs and dances = antiche danze ed arie = airs et danses antiques =
		antigas árias e danças
	appalachian spring = printemps dans les appalaches = primavera nos apalaches =
		primavera apalache
	coronation mass = krönungsmesse = messe du couronnement = missa da coroação =
		misa de la coronación = k 317 = kv 317
	coronation concerto = krönungskonzert = concerto da coroação = k 537 = kv 537
	dance of the seven veils = tanz der sieben schleier = danse des sept voiles =
		dança dos sete véus = danza de los siete velos
	danse macabre = dança macabra = danza macabra
	diabelli variations = diabelli-variationen = variações diabelli = variaciones diabelli
	dissonance quartet = dissonanzenquartett = quatuor les dissonances =
		quarteto das dissonâncias = cuarteto de las disonancias = k 465 = kv 465
	domestic symphony = symphonia domestica = sinfonia doméstica = symphonie domestique
	elvira madigan concerto = elvira madigan = k 467 = kv 467
	emperor quartet = kaiserquartett = quatuor l'empereur = quarteto imperador =
		cuarteto emperador
	emperor waltz = kaiserwalzer = valse de l'empereur = valsa do imperador =
		vals del emperador
	fanfare for the common man = fanfarra para o homem comum =
		fanfarria para el hombre corriente = fanfare pour l'homme ordinaire
	fantasia on a theme by thomas tallis = tallis fantasia = fantasia tallis
	farewell symphony = abschiedssinfonie = symphonie les adieux = sinfonia do adeus =
		sinfonía de los adioses
	four last songs = vier letzte lieder = quatre derniers lieder = quatro últimas canções =
		cuatro últimas canciones
	four temperaments = fire temperamenter = vier temperamente = quatre tempéraments =
		quatro temperamentos = cuatro temperamentos
	funeral march = marche funèbre = marcha fúnebre = trauermarsch
	galanta dances = dances of galánta = tänze aus galanta = danças de galanta =
		danzas de galanta
	girl with the flaxen hair = fille aux cheveux de lin = mädchen mit dem flachshaar =
		moça dos cabelos de linho = niña de los cabellos de lino
	glagolitic mass = mša glagolskaja = messe glagolitique = missa glagolítica =
		misa glagolítica = glagolitische messe
	gran partita = k 361 = kv 361
	gurrelieder = songs of gurre
	hall of the mountain king = halle des bergkönigs = antre du roi de la montagne =
		salão do rei da montanha = gruta del rey de la montaña
	hammerklavier sonata = sonata hammerklavier = hammerklaviersonate = b flat major op 106
	heroic polonaise = polonaise héroïque = polonesa heroica = heroische polonaise
	holberg suite = from holberg's time = aus holbergs zeit = suíte holberg
	hungarian dances = ungarische tänze = danses hongroises = danças húngaras =
		danzas húngaras
	hungarian rhapsody = ungarische rhapsodie = rhapsodie hongroise = rapsódia húngara =
		rapsodia húngara
	hunt quartet = jagdquartett = quatuor la chasse = quarteto da caça =
		cuarteto de la caza = k 458 = kv 458
	inextinguishable = uudslukkelige = unauslöschliche = inextinguível = inextinguible
	isle of the dead = île des morts = ilha dos mortos = isla de los muertos = toteninsel =
		остров мертвых
	kindertotenlieder = songs on the death of children = chants des enfants morts =
		canções das crianças mortas = canciones a los niños muertos
	lieutenant kijé = tenente kijé = teniente kijé = leutnant kishe = поручик киже
	light cavalry = leichte kavallerie = cavalerie légère = cavalaria ligeira =
		caballería ligera
	little train of the caipira = trenzinho do caipira = petit train du caipira
	love the magician = amor brujo = amour sorcier = amor bruxo = bewitched love
	má vlast = my fatherland = mein vaterland
	military symphony = militärsinfonie = symphonie militaire = sinfonia militar =
		sinfonía militar
	minute waltz = minutenwalzer = valse minute = valsa do minuto = vals del minuto
	music for strings percussion and celesta = musique pour cordes percussion et célesta =
		musik für saiteninstrumente schlagzeug und celesta =
		música para cordas percussão e celesta =
		música para cuerdas percusión y celesta
	musical joke = musikalischer spass = plaisanterie musicale = k 522 = kv 522
	nights in the gardens of spain = noches en los jardines de españa =
		nuits dans les jardins d'espagne = noites nos jardins de espanha
	noble and sentimental waltzes = valses nobles et sentimentales =
		valsas nobres e sentimentais = valses nobles y sentimentales
	nuits d'été = summer nights = sommernächte
	pavane for a dead princess = pavane pour une infante défunte =
		pavane for a dead infanta = pavana para uma infanta defunta =
		pavana para una infanta difunta
	poem of ecstasy = poème de l'extase = poema do êxtase = poema del éxtasis =
		поэма экстаза
	poet and peasant = dichter und bauer = poète et paysan = poeta e camponês =
		poeta y aldeano
	poet's love = dichterliebe = amours du poète = amor de poeta
	posthorn serenade = posthornserenade = k 320 = kv 320
	raindrop prelude = regentropfen-prélude = prélude de la goutte d'eau =
		prelúdio gota d'água
	revolutionary étude = revolutionsetüde = étude révolutionnaire =
		estudo revolucionário = estudio revolucionario
	rococo variations = variations on a rococo theme = variations sur un thème rococo =
		variações rococó = variaciones rococó = rokoko-variationen
	roman festivals = feste romane = festas romanas = fiestas romanas = fêtes romaines
	romanian folk dances = román népi táncok = danses populaires roumaines =
		danças folclóricas romenas = danzas populares rumanas = rumänische volkstänze
	romanian rhapsody = rhapsodie roumaine = rapsódia romena = rapsodia rumana =
		rumänische rhapsodie
	romantic symphony = romantische sinfonie = symphonie romantique = sinfonia romântica =
		sinfonía romántica
	schöne müllerin = fair maid of the mill = belle meunière = bela moleira =
		bella molinera
	scythian suite = suite scythe = suíte cita = skythische suite
	serenade for strings = streicherserenade = sérénade pour cordes =
		serenata para cordas = serenata para cuerdas
	seven last words = sieben letzten worte = sept dernières paroles =
		sete últimas palavras = siete últimas palabras
	slavonic dances = slawische tänze = danses slaves = danças eslavas = danzas eslavas =
		slovanské tance
	song of the nightingale = chant du rossignol = canto do rouxinol =
		canto del ruiseñor = gesang der nachtigall
	songs of a wayfarer = lieder eines fahrenden gesellen =
		chants d'un compagnon errant = canções de um viandante =
		canciones de un camarada errante
	songs of the auvergne = chants d'auvergne = songs from the auvergne =
		canções da auvérnia = cantos de auvernia
	songs without words = lieder ohne worte = romances sans paroles =
		canções sem palavras = canciones sin palabras = romanzas sin palabras
	souvenir de florence = souvenir of florence = recordação de florença =
		recuerdo de florencia
	spring sonata = frühlingssonate = sonata primavera = sonate le printemps =
		f major op 24
	stone flower = fleur de pierre = flor de pedra = flor de piedra = steinerne blume =
		каменный цветок
	surprise symphony = sinfonie mit dem paukenschlag = symphonie la surprise =
		sinfonia surpresa = sinfonía sorpresa
	survivor from warsaw = überlebender aus warschau = survivant de varsovie =
		sobrevivente de varsóvia = superviviente de varsovia
	swan of tuonela = cygne de tuonela = cisne de tuonela = schwan von tuonela =
		tuonelan joutsen
	symphony of psalms = symphonie de psaumes = sinfonia dos salmos =
		sinfonía de los salmos = psalmensinfonie
	tales from the vienna woods = geschichten aus dem wienerwald =
		légendes de la forêt viennoise = contos dos bosques de viena =
		cuentos de los bosques de viena
	tempest sonata = sturmsonate = sonata a tempestade = sonate la tempête
	three-cornered hat = sombrero de tres picos = tricorne = chapéu de três bicos =
		dreispitz
	toy symphony = kindersinfonie = symphonie des jouets = sinfonia dos brinquedos =
		sinfonía de los juguetes
	tragic overture = tragische ouvertüre = ouverture tragique = abertura trágica =
		obertura trágica
	triple concerto = tripelkonzert = concerto triplo = triple concierto
	turkish march = rondo alla turca = marche turque = marcha turca = türkischer marsch
	valse triste = sad waltz = valsa triste = vals triste
	vespers of 1610 = vespro della beata vergine = marienvesper = monteverdi vespers =
		vêpres de la vierge = vespers of the blessed virgin
	voices of spring = frühlingsstimmen = voix du printemps = vozes da primavera
	wanderer fantasy = wanderer-fantasie = fantasia wanderer = fantaisie wanderer
	war requiem = réquiem de guerra = requiem de guerre
	wesendonck lieder = wesendonck songs = gedichte von mathilde wesendonck =
		poems by mathilde wesendonck = chants wesendonck = canções wesendonck
	wooden prince = holzgeschnitzte prinz = prince de bois = príncipe de madeira =
		príncipe de madera`
