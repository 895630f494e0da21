package names

// stageWorks are operas, operettas, ballets, plays, musicals and films with another title in each
// language, beside those of titles, as Titles has them. After Grove Music Online and "The Oxford
// Companion to Theatre"; of films the titles under which they were shown.
const stageWorks = `
	acis and galatea = acis et galatée = acis und galatea = acis e galateia =
		acis y galatea
	ariadne auf naxos = ariadne on naxos = ariane à naxos = ariadne em naxos =
		ariadna en naxos
	around the world in 80 days = around the world in eighty days =
		volta ao mundo em 80 dias = vuelta al mundo en 80 días =
		tour du monde en 80 jours
	back to the future = de volta para o futuro = regreso al futuro = volver al futuro =
		retour vers le futur = zurück in die zukunft
	ballo in maschera = masked ball = maskenball
	belle hélène = beautiful helen = bela helena = schöne helena
	blood wedding = bodas de sangre = bodas de sangue = noces de sang = bluthochzeit
	boris godunov = boris godounov = boris godunow = борис годунов
	charlie and the chocolate factory = fantástica fábrica de chocolate =
		charlie et la chocolaterie = charlie y la fábrica de chocolate =
		charlie und die schokoladenfabrik
	child and the enchantments = enfant et les sortilèges = child and the spells =
		menino e os sortilégios = niño y los sortilegios
	coronation of poppea = incoronazione di poppea = couronnement de poppée =
		coroação de popeia = coronación de popea = krönung der poppea
	countess maritza = gräfin mariza = comtesse maritza = condessa maritza =
		condesa maritza
	csárdás princess = csárdásfürstin = princesse csardas = princesa das czardas
	daughter of the regiment = fille du régiment = figlia del reggimento =
		filha do regimento = hija del regimiento = regimentstochter
	dialogues of the carmelites = dialogues des carmélites = diálogos das carmelitas =
		diálogos de carmelitas = gespräche der karmelitinnen
	from the house of the dead = z mrtvého domu = aus einem totenhaus
	gone with the wind = e o vento levou = lo que el viento se llevó =
		autant en emporte le vent = vom winde verweht
	gypsy baron = zigeunerbaron = baron tzigane = barão cigano = barón gitano
	home alone = esqueceram de mim = solo en casa = kevin allein zu haus
	joan of arc at the stake = jeanne d'arc au bûcher = joana d'arc na fogueira =
		juana de arco en la hoguera
	jungle book = livre de la jungle = livro da selva = libro de la selva =
		dschungelbuch = книга джунглей
	katya kabanova = káťa kabanová = katja kabanowa = katia kabanova
	khovanshchina = khovantchina = chowanschtschina = хованщина
	lady macbeth of mtsensk = lady macbeth of the mtsensk district =
		lady macbeth de mtsensk = lady macbeth von mzensk =
		леди макбет мценского уезда
	land of smiles = land des lächelns = pays du sourire = país do sorriso =
		país de las sonrisas
	little shop of horrors = pequena loja dos horrores =
		petite boutique des horreurs = tienda de los horrores
	lord of the rings = senhor dos anéis = señor de los anillos =
		seigneur des anneaux = herr der ringe = властелин колец
	makropulos affair = věc makropulos = affaire makropoulos = caso makropulos =
		sache makropulos
	nightmare before christmas = estranho mundo de jack = extraño mundo de jack =
		étrange noël de monsieur jack
	pirates of the caribbean = piratas do caribe = piratas del caribe =
		pirates des caraïbes = fluch der karibik
	rake's progress = carreira do libertino = carrera del libertino
	sicilian vespers = vespri siciliani = vêpres siciliennes = vésperas sicilianas =
		vísperas sicilianas = sizilianische vesper
	six characters in search of an author = sei personaggi in cerca d'autore =
		seis personagens à procura de um autor =
		seis personajes en busca de autor = six personnages en quête d'auteur =
		sechs personen suchen einen autor
	spanish hour = heure espagnole = hora espanhola = hora española
	star wars = guerra nas estrelas = guerra de las galaxias = guerre des étoiles =
		krieg der sterne = звездные воины
	walküre = valkyrie = walkyrie = valquíria = валькирия`

// songs are songs, carols, hymns and numbers of works for the stage that people call by another
// title than programmes do, or by their first line.
const songs = `
	adeste fideles = o come all ye faithful
	auld lang syne = valsa da despedida = ce n'est qu'un au revoir
	battle hymn of the republic = glory glory hallelujah
	danny boy = londonderry air
	god rest ye merry gentlemen = god rest you merry gentlemen
	god save the queen = god save the king
	nessun dorma = none shall sleep
	over the rainbow = somewhere over the rainbow = além do arco-íris
	pilgrims' chorus = pilgerchor = coro dos peregrinos = coro de los peregrinos =
		chœur des pèlerins
	ride of the valkyries = walkürenritt = ritt der walküren =
		chevauchée des walkyries = cavalgada das valquírias =
		cabalgata de las valquirias
	silent night = stille nacht = noite feliz = noche de paz = douce nuit =
		тихая ночь
	singin' in the rain = singing in the rain = cantando na chuva =
		cantando bajo la lluvia = chantons sous la pluie
	toreador song = chanson du toréador = canção do toureador =
		canción del toreador
	va pensiero = chorus of the hebrew slaves = coro dos escravos hebreus =
		coro de los esclavos hebreos = chœur des esclaves hébreux = gefangenenchor
	wedding march = marche nuptiale = marcha nupcial = hochzeitsmarsch`
