package names

// stageWorks are operas, operettas, ballets, musicals and films beside those of titles (Grove Music
// Online; "The Oxford Companion to Theatre"; of films the titles under which they were shown). Left
// out are phrases that events have as well (Un ballo in maschera).
const stageWorks = `
	acis and galatea = acis et galatée = acis und galatea = acis e galateia = acis y galatea
	ariadne auf naxos = ariadne on naxos = ariane à naxos = ariadne em naxos =
		ariadna en naxos = ариадна на наксосе
	back to the future = de volta para o futuro = regreso al futuro = volver al futuro =
		retour vers le futur = zurück in die zukunft
	ballo in maschera = masked ball = maskenball
	battle of legnano = battaglia di legnano = bataille de legnano = schlacht von legnano =
		batalha de legnano = batalla de legnano
	beatrice and benedict = béatrice et bénédict = béatrice und bénédict =
		beatriz y benedicto
	beautiful galatea = schöne galathée = belle galathée = bella galatea
	beggar student = bettelstudent = étudiant pauvre = estudiante mendigo
	belle hélène = beautiful helen = bela helena = schöne helena = fair helen = bella helena =
		прекрасная елена
	betrothal in a monastery = fiançailles au couvent = verlobung im kloster =
		обручение в монастыре
	bird seller = vogelhändler
	boris godunov = boris godounov = boris godunow = борис годунов
	capuleti e i montecchi = capulets and montagues = capulets et montaigus =
		capuletos e montéquios = capuletos y montescos = capuleti und montecchi =
		капулетти и монтекки
	cavalleria rusticana = sizilianische bauernehre = cavalaria rusticana =
		сельская честь
	charlie and the chocolate factory = fantástica fábrica de chocolate =
		charlie et la chocolaterie = charlie y la fábrica de chocolate =
		charlie und die schokoladenfabrik
	child and the enchantments = enfant et les sortilèges = child and the spells =
		menino e os sortilégios = niño y los sortilegios = kind und der zauberspuk =
		criança e os sortilégios
	chute de la maison usher = fall of the house of usher = untergang des hauses usher =
		queda da casa de usher = caída de la casa usher = hundimiento de la casa usher
	circus princess = zirkusprinzessin = принцесса цирка
	combattimento di tancredi e clorinda = combat of tancredi and clorinda =
		combat de tancrède et clorinde = combate de tancredo e clorinda
	coronation of poppea = incoronazione di poppea = couronnement de poppée =
		coroação de popeia = coronación de popea = krönung der poppea =
		коронация поппеи
	corsaire = corsair = corsario
	cosi fan tutte = assim fazem todas = así hacen todas = так поступают все
	count of luxembourg = graf von luxemburg = comte de luxembourg = conde de luxemburgo =
		граф люксембург
	count ory = comte ory = graf ory = conde ory = граф ори
	countess maritza = gräfin mariza = comtesse maritza = condessa maritza = condesa maritza
	csárdás princess = csárdásfürstin = princesse csardas = princesa das czardas =
		princesse czardas = princesa de las czardas
	daughter of the regiment = fille du régiment = figlia del reggimento = filha do regimento =
		hija del regimiento = regimentstochter = дочь полка
	devil and kate = čert a káča = teufelskäthe = diable et catherine
	dialogues of the carmelites = dialogues des carmélites = diálogos das carmelitas =
		diálogos de carmelitas = gespräche der karmelitinnen = dialoghi delle carmelitane =
		диалоги кармелиток
	doctor faustus = doktor faustus = docteur faustus = doktor faust =
		доктор фаустус
	egyptian helen = ägyptische helena = hélène d'égypte = helena egipcia
	excursions of mr brouček = výlety páně broučkovy = ausflüge des herrn brouček
	fair at sorochyntsi = sorochintsy fair = jahrmarkt von sorotschinzi = foire de sorotchintsy =
		сорочинская ярмарка
	fair maid of perth = jolie fille de perth = schöne mädchen von perth =
		hermosa muchacha de perth
	fairy's kiss = baiser de la fée = kuss der fee = beijo da fada = beso del hada =
		поцелуй феи
	fiery angel = feurige engel = ange de feu = anjo de fogo = ángel de fuego =
		огненный ангел
	fille mal gardée = wayward daughter = schlecht behütete mädchen = filha mal guardada =
		тщетная предосторожность
	flames of paris = flammen von paris = flammes de paris = chamas de paris = llamas de parís =
		пламя парижа
	fledermaus = chauve-souris = murciélago = летучая мышь
	fountain of bakhchisarai = fontaine de bakhtchissaraï = brunnen von bachtschissarai =
		бахчисарайский фонтан
	freischütz = freischuetz = freeshooter = cazador furtivo = вольный стрелок
	from the house of the dead = z mrtvého domu = aus einem totenhaus = de la maison des morts =
		da casa dos mortos = desde la casa de los muertos = из мертвого дома
	glückliche hand = hand of fate = main heureuse
	gone with the wind = e o vento levou = lo que el viento se llevó =
		autant en emporte le vent = vom winde verweht
	grand duchess of gerolstein = grande-duchesse de gérolstein = großherzogin von gerolstein =
		grã-duquesa de gerolstein = gran duquesa de gerolstein
	gypsy baron = zigeunerbaron = baron tzigane = barão cigano = barón gitano =
		цыганский барон
	home alone = esqueceram de mim = solo en casa = kevin allein zu haus
	iphigenia in aulis = iphigénie en aulide = iphigenie in aulis = ifigenia em áulide =
		ифигения в авлиде
	iphigenia in tauris = iphigénie en tauride = iphigenie auf tauris = ifigenia em táuride =
		ифигения в тавриде
	joan of arc at the stake = jeanne d'arc au bûcher = joana d'arc na fogueira =
		juana de arco en la hoguera = johanna auf dem scheiterhaufen = giovanna d'arco al rogo
	journey to reims = viaggio a reims = voyage à reims = reise nach reims = viagem a reims =
		viaje a reims = путешествие в реймс
	juggler of notre dame = jongleur de notre-dame = gaukler unserer lieben frau
	julius caesar in egypt = giulio cesare in egitto = jules césar en égypte =
		júlio césar no egito = julio césar en egipto = julius cäsar in ägypten =
		юлий цезарь в египте = hwv 17
	katya kabanova = káťa kabanová = katja kabanowa = katia kabanova =
		катя кабанова
	khovanshchina = khovantchina = chowanschtschina = хованщина = khovanchtchina =
		jovánschina
	königskinder = king's children
	lady macbeth of mtsensk = lady macbeth of the mtsensk district = lady macbeth de mtsensk =
		lady macbeth von mzensk = леди макбет мценского уезда =
		lady macbeth de mzensk = lady macbeth do distrito de mtsensk = katerina ismailova =
		катерина измайлова
	land of smiles = land des lächelns = pays du sourire = país do sorriso =
		país de las sonrisas = país dos sorrisos = paese del sorriso =
		страна улыбок
	legend of joseph = josephslegende = josefslegende = légende de joseph
	life for the tsar = leben für den zaren = vie pour le tsar = vida pelo czar =
		vida por el zar = жизнь за царя = ivan susanin = иван сусанин
	little humpbacked horse = petit cheval bossu = cavalinho corcunda = caballito jorobado =
		конек-горбунок
	lord of the rings = senhor dos anéis = señor de los anillos = seigneur des anneaux =
		herr der ringe = властелин колец
	love of danae = liebe der danae = amour de danaé
	love the magician = amor brujo = amour sorcier = amor bruxo = bewitched love = liebeszauber =
		любовь-волшебница
	madama butterfly = madame butterfly = мадам баттерфляй =
		чио-чио-сан
	maid of orleans = jungfrau von orleans = pucelle d'orléans = donzela de orleães =
		doncella de orleans = орлеанская дева
	makropulos affair = věc makropulos = affaire makropoulos = caso makropulos =
		sache makropulos = makropulos case = средство макропулоса
	mamelles de tirésias = breasts of tiresias = brüste des tiresias = tetas de tiresias
	mary stuart = maria stuarda = maria stuart = marie stuart = maría estuardo =
		мария стюарт
	master peter's puppet show = retablo de maese pedro = tréteaux de maître pierre =
		retábulo de mestre pedro = meister pedros puppenspiel
	mathis the painter = mathis der maler = mathis le peintre = matías el pintor =
		художник матис
	médecin malgré lui = doctor in spite of himself = arzt wider willen = médico à força =
		médico a palos = лекарь поневоле
	mefistofele = mephistopheles = mefistófeles = мефистофель
	moses and aaron = moses and aron = moses und aron = moïse et aaron = moisés e aarão =
		moisés y aarón = моисей и аарон
	moses in egypt = mosè in egitto = moïse en égypte = moses in ägypten = moisés no egito =
		moisés en egipto = моисей в египте
	mozart and salieri = mozart et salieri = mozart und salieri = mozart e salieri =
		mozart y salieri = моцарт и сальери
	mute girl of portici = muette de portici = stumme von portici = muda de portici
	nightmare before christmas = estranho mundo de jack = extraño mundo de jack =
		étrange noël de monsieur jack
	pharaoh's daughter = fille du pharaon = tochter des pharao = filha do faraó =
		hija del faraón = дочь фараона
	pirates of penzance = piraten von penzance = pirates de penzance = piratas de penzance
	pirates of the caribbean = piratas do caribe = piratas del caribe = pirates des caraïbes =
		fluch der karibik
	queen of sheba = königin von saba = reine de saba = rainha de sabá = reina de saba =
		царица савская
	rake's progress = carreira do libertino = carrera del libertino = carrière d'un libertin =
		progreso del libertino = похождения повесы
	rise and fall of the city of mahagonny = aufstieg und fall der stadt mahagonny =
		grandeur et décadence de la ville de mahagonny =
		ascensão e queda da cidade de mahagonny = ascenso y caída de la ciudad de mahagonny =
		auge y caída de la ciudad de mahagonny
	robert le diable = robert the devil = robert der teufel = roberto el diablo =
		roberto o diabo
	ruslan and lyudmila = ruslan and ludmila = ruslan und ljudmila = rouslan et ludmila =
		rouslan et lioudmila = ruslan e ludmila = ruslán y liudmila =
		руслан и людмила
	schweigsame frau = silent woman = femme silencieuse
	secret marriage = matrimonio segreto = mariage secret = heimliche ehe = matrimônio secreto =
		тайный брак
	serva padrona = servante maîtresse = magd als herrin = criada patroa =
		служанка-госпожа
	sicilian vespers = vespri siciliani = vêpres siciliennes = vésperas sicilianas =
		vísperas sicilianas = sizilianische vesper = сицилийская вечерня
	siege of corinth = siège de corinthe = assedio di corinto = belagerung von korinth =
		sitio de corinto = cerco de corinto = осада коринфа
	silken ladder = scala di seta = échelle de soie = seidene leiter = escada de seda =
		шелковая лестница
	sonnambula = somnambule = nachtwandlerin = сомнамбула
	spanish hour = heure espagnole = hora espanhola = hora española = spanische stunde
	spectre de la rose = spirit of the rose = geist der rose = espectro da rosa =
		espectro de la rosa = видение розы
	star wars = guerra nas estrelas = guerra de las galaxias = guerre des étoiles =
		krieg der sterne = звездные воины
	stone flower = fleur de pierre = flor de pedra = flor de piedra = steinerne blume =
		каменный цветок
	tale of tsar saltan = märchen vom zaren saltan = conte du tsar saltan =
		conto do czar saltan = cuento del zar saltán = сказка о царе салтане
	three-cornered hat = sombrero de tres picos = tricorne = chapéu de três bicos = dreispitz =
		треуголка
	tote stadt = dead city = ville morte
	tsar and carpenter = zar und zimmermann = tsar et charpentier = zar y carpintero
	tsar's bride = zarenbraut = fiancée du tsar = noiva do czar = novia del zar =
		царская невеста
	turk in italy = turco in italia = turc en italie = türke in italien = turco na itália =
		turco en italia = турок в италии
	turn of the screw = tour d'écrou = drehung der schraube = outra volta do parafuso =
		otra vuelta de tuerca = поворот винта
	two foscari = due foscari = deux foscari = beiden foscari = dois foscari = dos foscari =
		двое фоскари
	vie parisienne = pariser leben = parisian life
	walküre = valkyrie = walkyrie = valquíria = валькирия
	white horse inn = im weißen rössl = auberge du cheval blanc = posada del caballito blanco
	wiener blut = vienna blood = sang viennois = sangue vienense = sangre vienesa
	wooden prince = holzgeschnitzte prinz = prince de bois = príncipe de madeira =
		príncipe de madera = fából faragott királyfi`
