// Package joined has words that are written as two, with a hyphen, or as one: open source,
// opensource. Dictionaries list both, or change from one to the other (Oxford; VOLP of 2009 after
// the Acordo Ortográfico; Le Robert after the rectifications of 1990; RAE).
//
// Neighbours of a name find their joined form whatever they are. Those of a description would take
// about twice the lists of an index, so there these are listed only.
package joined

import (
	"slices"
	"strings"
	"sync"
)

// Pairs returns the words, folded, each in its two parts.
func Pairs() (pairs [][2]string) {
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		for i := 1; i < len(f); i++ {
			pairs = append(pairs, [2]string{f[0], f[i]})
		}
	}
	return pairs
}

// behind has what is written behind a first part.
var behind = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, pair := range Pairs() {
		m[pair[0]] = append(m[pair[0]], pair[1])
	}
	return m
})

// Has reports whether two folded words are also written as one; the second may have a plural s.
func Has(a, b []byte) bool {
	seconds := behind()[string(a)]
	if len(seconds) == 0 {
		return false
	}
	return slices.Contains(seconds, string(b)) ||
		slices.Contains(seconds, strings.TrimSuffix(string(b), "s"))
}

// A line has a first part and what may stand behind it.
const table = `
	after party movie work hours
	afro beat jazz latino brasileiro brasileira descendente futurismo
	agro ecologia floresta negocio
	air show
	anti racista racismo fascista fascismo
	apres midi
	art work
	arte terapia educador educadora educacao
	audio book guide guia livro libro visual visuel description descricao
	auto retrato portrait conhecimento estima biografia biographie cuidado gestao
	avant garde
	back end stage ground up office
	bar tender
	bate papo
	bass line
	beat box boxing
	black out box
	block chain
	board game
	body building
	book shop store club
	boot camp
	brain storm storming
	break dance dancing beat
	cafe concert concerto theatre
	camp fire
	check in list out
	cine clube club debate teatro concert forum
	clair obscur
	class room
	color blind
	common place
	contra baixo danca ponto
	counter point
	country side
	court yard
	cow boy
	co working
	craft beer
	cross fit over country
	cyber security punk space
	dance floor hall
	dark room wave
	data base set center lake
	dead line
	deep fake
	dev ops
	dj set
	door way
	down town load tempo
	drag queen king
	dream pop
	drum line
	dub step
	e book commerce learning mail sport
	eco turismo feira system
	electro pop acoustic
	face painting
	fan zine
	feed back
	fire work fly
	flash mob back
	folk lore rock
	food truck
	foot ball
	foto jornalismo novela livro libro montagem
	frame work
	free style lance
	front end man
	full stack time
	game play
	gate way
	grand parent
	guard rail
	guarda chuva roupa
	guide line
	hand made craft book
	hard core ware
	head line liner phone
	health care
	high light
	hip hop
	home office made page
	hot dog spot
	house music
	inter cultural
	key note board word
	kick off boxing
	know how
	lap top
	late night
	life style time
	line up
	live stream streaming coding
	long board
	main stage frame
	make up
	market place
	mash up
	master class mind
	medio ambiente
	meet up
	meta verse verso data
	micro service servico empresa conto teatro relato
	mid night summer
	mind set
	mini course curso festival
	multi media cultural cloud
	music hall box
	musico terapia
	new wave comer
	news letter
	night club life
	off line beat shore
	on line site board
	open air mic source space data day
	out door side reach
	paint ball
	passa tempo
	pass word
	pen drive
	photo montage shoot reportage
	pic nic
	pique nique
	play list ground off
	pod cast
	pop up rock
	porta voz
	porte monnaie feuille
	post punk rock production modern
	power pop
	pre party
	punk rock
	radio novela
	rain forest
	rap rock
	real time
	road map show
	role play
	room mate
	samba rock reggae enredo cancao jazz
	scale up
	sci fi
	score board
	screen play
	server less side
	show case room
	side walk project
	sing along
	ska punk
	skate board park
	sketch book
	soap opera
	socio culturel cultural
	soft ware
	song book writing writer
	sound check track scape system
	spoken word
	spread sheet
	stage craft
	stand up by
	start up
	steam punk
	story telling teller time board book
	street art food wear
	summer time camp
	super hero heroi heroe market
	surf skate
	synth pop wave
	table top
	take away
	talk show
	tap dance
	team building work
	tech talk house
	tele novela visao trabalho
	text book
	time lapse line table
	top less
	town hall
	trade show
	trash metal
	trip hop
	under ground graduate
	up cycling date
	vide grenier
	video aula arte art game clip clipe mapping danca instalacao performance juego conference
	voice over
	volley ball
	walk through
	water color colour
	wave form
	web site cam dev design serie series radio shop
	week end
	white board
	wi fi
	wild life fire
	wood work craft wind
	word play
	work shop flow force space
	world wide
	x ray
	zero waste`
