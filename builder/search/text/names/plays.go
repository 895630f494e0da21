package names

// plays are plays, tales and novels that are played, beside those of titles ("The Oxford Companion
// to Theatre"; the encyclopaedias that Spellings has its names from).
const plays = `
	all's well that ends well = ende gut alles gut = tout est bien qui finit bien =
		bem está o que bem acaba
	around the world in 80 days = around the world in eighty days = volta ao mundo em 80 dias =
		vuelta al mundo en 80 días = tour du monde en 80 jours = in achtzig tagen um die welt =
		tour du monde en quatre-vingts jours = volta ao mundo em oitenta dias =
		vuelta al mundo en ochenta días
	as you like it = wie es euch gefällt = comme il vous plaira = como gostais = como gustéis =
		как вам это понравится
	bald soprano = cantatrice chauve = kahle sängerin = cantora careca = cantante calva =
		лысая певица
	blood wedding = bodas de sangre = bodas de sangue = noces de sang = bluthochzeit =
		кровавая свадьба
	bourgeois gentilhomme = bourgeois gentleman = bürger als edelmann = burguês fidalgo =
		burgués gentilhombre = мещанин во дворянстве
	bremen town musicians = bremer stadtmusikanten = musiciens de brême = músicos de bremen =
		бременские музыканты
	brothers karamazov = brüder karamasow = frères karamazov = irmãos karamázov =
		hermanos karamázov = братья карамазовы
	cat on a hot tin roof = katze auf dem heißen blechdach = chatte sur un toit brûlant =
		gata em teto de zinco quente = gata sobre el tejado de zinc =
		кошка на раскаленной крыше
	caucasian chalk circle = kaukasische kreidekreis = cercle de craie caucasien =
		círculo de giz caucasiano = círculo de tiza caucasiano =
		кавказский меловой круг
	comedy of errors = komödie der irrungen = comédie des erreurs = comédia dos erros =
		comedia de los errores = комедия ошибок
	dance of the vampires = tanz der vampire = бал вампиров
	diary of a madman = journal d'un fou = tagebuch eines wahnsinnigen =
		aufzeichnungen eines wahnsinnigen = diário de um louco = diario de un loco =
		записки сумасшедшего
	emperor's new clothes = kaisers neue kleider = habits neufs de l'empereur =
		roupa nova do imperador = traje nuevo del emperador =
		новое платье короля
	glass menagerie = glasmenagerie = ménagerie de verre = zoológico de cristal =
		стеклянный зверинец
	good person of szechwan = good woman of setzuan = gute mensch von sezuan =
		bonne âme du se-tchouan = alma boa de setsuan = alma buena de sezuan =
		добрый человек из сезуана
	heart of a dog = hundeherz = coeur de chien = coração de cachorro = corazón de perro =
		собачье сердце
	importance of being earnest = importância de ser prudente =
		importancia de llamarse ernesto = importance d'être constant =
		как важно быть серьезным
	jungle book = livre de la jungle = livro da selva = libro de la selva = dschungelbuch =
		книга джунглей
	lady windermere's fan = lady windermeres fächer = éventail de lady windermere =
		leque de lady windermere = abanico de lady windermere =
		веер леди уиндермир
	life of galileo = leben des galilei = vie de galilée = vida de galileu = vida de galileo =
		жизнь галилея
	little match girl = mädchen mit den schwefelhölzern = petite fille aux allumettes =
		pequena vendedora de fósforos = niña de los fósforos =
		девочка со спичками
	little shop of horrors = pequena loja dos horrores = petite boutique des horreurs =
		tienda de los horrores = kleine horrorladen
	long day's journey into night = eines langen tages reise in die nacht =
		long voyage vers la nuit = longa jornada noite adentro = largo viaje hacia la noche
	love's labour's lost = verlorene liebesmüh = peines d'amour perdues =
		trabalhos de amor perdidos = trabajos de amor perdidos
	madwoman of chaillot = folle de chaillot = irre von chaillot = louca de chaillot =
		loca de chaillot
	measure for measure = maß für maß = mesure pour mesure = medida por medida =
		мера за меру
	my fair lady = minha bela dama = mi bella dama = моя прекрасная леди
	never-ending story = neverending story = unendliche geschichte = histoire sans fin =
		historia sin fin = historia interminable
	picture of dorian gray = bildnis des dorian gray = portrait de dorian gray =
		retrato de dorian gray = портрет дориана грея
	pied piper of hamelin = rattenfänger von hameln = joueur de flûte de hamelin =
		flautista de hamelin = гамельнский крысолов
	princess and the pea = prinzessin auf der erbse = princesse au petit pois =
		princesa e a ervilha = princesa y el guisante =
		принцесса на горошине
	school for wives = école des femmes = schule der frauen = школа жен
	servant of two masters = servitore di due padroni = diener zweier herren =
		serviteur de deux maîtres = servidor de dois amos = servidor de dos amos =
		слуга двух господ
	six characters in search of an author = sei personaggi in cerca d'autore =
		seis personagens à procura de um autor = seis personajes en busca de autor =
		six personnages en quête d'auteur = sechs personen suchen einen autor
	steadfast tin soldier = standhafte zinnsoldat = soldadinho de chumbo = soldadito de plomo =
		стойкий оловянный солдатик
	three little pigs = drei kleinen schweinchen = trois petits cochons = três porquinhos =
		tres cerditos = tres chanchitos = три поросенка
	through the looking-glass = alice hinter den spiegeln = alice através do espelho =
		alicia a través del espejo = алиса в зазеркалье
	timon of athens = timon von athen = timon d'athènes = tímon de atenas
	treasure island = schatzinsel = île au trésor = ilha do tesouro = isla del tesoro =
		остров сокровищ
	twelfth night = was ihr wollt = nuit des rois = двенадцатая ночь
	two gentlemen of verona = zwei herren aus verona = deux gentilshommes de vérone =
		dois cavalheiros de verona = dos hidalgos de verona = два веронца
	ugly duckling = hässliche entlein = vilain petit canard = patinho feio = patito feo =
		гадкий утенок
	who's afraid of virginia woolf = wer hat angst vor virginia woolf =
		qui a peur de virginia woolf = quem tem medo de virginia woolf =
		quién teme a virginia woolf
	winter's tale = wintermärchen = conte d'hiver = conto de inverno = cuento de invierno =
		зимняя сказка
	woe from wit = горе от ума = malheur d'avoir trop d'esprit
	wolf and the seven young goats = wolf und die sieben geißlein = loup et les sept chevreaux =
		lobo y los siete cabritos`
