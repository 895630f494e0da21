package names

// Homophones returns first names and surnames that sound alike and are written in several ways,
// folded, a row each: Ann and Anne, Fischer and Fisher, Luísa and Luiza. Who hears a name types any
// of them. Alone they are other people, so they meet only beside another word of the query.
func Homophones() [][]string { return rowsOf(given + family) }

// Sounds returns spellings of one sound in names, folded, of which neither becomes the other by one
// edit, a pair each: who types thibodet means Thibaudet.
func Sounds() [][2]string { return sounds }

var sounds = [][2]string{{"ph", "f"}, {"au", "o"}, {"eau", "o"}, {"aw", "o"}, {"ai", "e"},
	{"ee", "i"}, {"oo", "u"}, {"ch", "k"}, {"qu", "k"}, {"ks", "x"}, {"cs", "x"}, {"ts", "z"},
	{"dg", "j"}, {"tsch", "ch"}}

// given are first names of English and of Portuguese (Hanks, Hardcastle, Hodges, "A Dictionary of
// First Names"; Guérios, "Dicionário Etimológico de Nomes e Sobrenomes"), and of other languages of
// Europe as English programmes spell them (Kohlheim, "Das große Vornamenlexikon"; BGN/PCGN for
// Russian ones). Left out are pairs of which one is another word (Mark, marc) and forms that sound
// different: Anna is no Anne.
const given = `
	ann anne
	stephen steven
	catherine katherine kathryn catharine katharine
	philip phillip philipp
	jeffrey geoffrey jeffery
	eric erik erick
	karl carl
	sara sarah
	hannah hanna
	rebecca rebekah rebeca
	teresa theresa tereza thereza
	elizabeth elisabeth elizabete elisabete
	alan allan
	brian bryan
	neil neal
	laurence lawrence
	nicholas nicolas
	isabel isobel izabel
	emanuel emmanuel
	hilary hillary
	anthony antony
	jonathan jonathon
	matthew mathew
	graham graeme
	leslie lesley
	sophie sofie
	sofia sophia
	claire clare
	susanna susannah susana suzana
	deborah debra debora
	frederick frederic fredrick
	christina kristina cristina
	caroline carolyn
	stuart stewart
	sydney sidney
	luis luiz
	luisa luiza
	felipe filipe
	thiago tiago
	mateus matheus
	rafael raphael
	vitor victor viktor
	caio kaio
	isabela isabella izabela
	gabriela gabriella
	marcelo marcello
	artur arthur
	natalia nathalia
	tais thais
	ester esther
	davi david
	jeferson jefferson
	cristiano christiano
	cristiane christiane
	camila camilla
	denis dennis
	yuri iuri
	igor ygor
	heloisa eloisa
	iara yara
	ivone yvone
	carina karina
	miriam miryam mirian
	vagner wagner
	valter walter
	christoph christof christophe kristof kristoff
	joseph josef jozef
	johann johan
	gustav gustave gustaf
	rudolf rudolph
	ralf ralph
	adolf adolph
	conrad konrad
	klaus claus
	kurt curt
	ludwig ludvig
	matthias mathias
	lukas lucas
	marcus markus
	oscar oskar
	hector hektor
	bernard bernhard
	theodor theodore
	gunther guenther gunter guenter
	jurgen juergen
	jorg joerg
	viktoria victoria
	veronica veronika
	monica monika
	erica erika
	angelica angelika
	frederica frederika
	katarina katharina catarina catharina
	christian kristian
	christine kristine
	sergei sergey serge sergej
	dmitri dmitry dimitri dmitriy dmitrij dimitry
	mikhail michail mikhael
	alexei alexey aleksei aleksey
	andrei andrey andrej
	nikolai nikolay nikolaj
	vladimir wladimir
	valery valeri
	evgeny yevgeny evgeni yevgeni evgenij
	gennady gennadi
	anatoly anatoli anatol
	vasily vasili wassily vassily
	aleksandr alexandr
	alexander aleksander alexandre
	arkady arkadi
	georgy georgi
	itzhak yitzhak izhak
	isaac izaak isaak
	gioachino gioacchino
	niccolo nicolo
	yannick yannic
	glenn glen
	lynn lynne
	lily lili lilly lilli
	allison alison alyson
	frances francis
	kathleen cathleen
	cathy kathy
	sean shaun shawn
	ian iain
	dominic dominick dominik
	colin collin
	vivian vivien
	edouard eduard
	gerald jerald`

// family are surnames (Reaney, Wilson, "A Dictionary of English Surnames"; Hanks, "Dictionary of
// American Family Names"), those of Portuguese as they were written before and after the reform of
// 1911.
const family = `
	fischer fisher
	meyer meier maier mayer
	schmidt schmitt schmid
	schultz schulz schulze
	hoffmann hoffman hofmann
	neumann neuman
	bergmann bergman
	kaufmann kaufman kauffmann
	zimmermann zimmerman
	lehmann lehman
	herrmann hermann
	schwarz schwartz
	clark clarke
	thompson thomson
	andersen anderson
	hansen hanson
	petersen peterson
	nielsen nielson
	larsen larson
	olsen olson
	macmillan mcmillan
	macdonald mcdonald
	vaughan vaughn
	rodgers rogers
	sousa souza
	melo mello
	matos mattos
	castelo castello
	moraes morais
	queiroz queiros
	menezes meneses
	vasconcelos vasconcellos
	aires ayres
	correa correia
	teles telles
	batista baptista
	brito britto
	cavalcanti cavalcante
	resende rezende`
