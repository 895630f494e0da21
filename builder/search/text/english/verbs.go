// Package english has tables of English that text reads: verbs that bend their stem, ordinals,
// abbreviations of music, and words that are close to each other.
package english

import "strings"

// Rows returns the words that stand for each other, a row each, folded.
func Rows() [][]string { return rowsOf(verbs + ordinals + music + computing + feasts) }

func rowsOf(table string) (rows [][]string) {
	for line := range strings.Lines(strings.TrimSpace(table)) {
		if row := strings.Fields(line); len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// verbs are the irregular verbs of the Oxford Advanced Learner's Dictionary. Left out are forms
// that are other words as well, in English (left, found, saw, rose, met, led) or in Portuguese,
// since both stand in one catalogue (come, ate, era), and verbs of which nothing else is left.
const verbs = `
	awake awakes awoke awoken awaking
	become becomes became becoming
	begin begins began begun beginning beginnings
	blow blows blew blown blowing
	break breaks broke broken breaking
	bring brings brought bringing
	build builds built building
	burn burns burnt burned burning
	buy buys bought buying
	catch catches caught catching
	choose chooses chose chosen choosing
	cling clings clung clinging
	creep creeps crept creeping
	deal deals dealt dealing
	dig digs dug digging
	draw draws drew drawn drawing drawings
	dream dreams dreamt dreamed dreaming
	drink drinks drank drunk drinking
	drive drives drove driven driving
	fall falls fallen falling
	feed feeds fed feeding
	fight fights fought fighting
	flee flees fled fleeing
	fly flies flew flown flying
	forget forgets forgot forgotten forgetting
	forgive forgives forgave forgiven forgiving
	freeze freezes froze frozen freezing
	give gives gave given giving
	grow grows grew grown growing
	hang hangs hung hanging
	hear hears heard hearing
	hide hides hid hidden hiding
	hold holds held holding
	keep keeps kept keeping
	kneel kneels knelt kneeling
	know knows knew known knowing
	lean leans leant leaned leaning
	learn learns learnt learned learning
	lend lends lent lending
	lose loses lost losing
	make makes made making
	overcome overcomes overcame overcoming
	pay pays paid paying
	ride rides rode ridden riding
	ring rings rang rung ringing
	rise rises risen rising
	run runs ran running
	seek seeks sought seeking
	sell sells sold selling
	send sends sent sending
	shake shakes shook shaken shaking
	shine shines shone shining
	shoot shoots shot shooting
	show shows showed shown showing
	shrink shrinks shrank shrunk shrinking
	sing sings sang sung singing
	sink sinks sank sunk sinking
	sleep sleeps slept sleeping
	slide slides slid sliding
	speak speaks spoken speaking
	spend spends spent spending
	spill spills spilt spilled spilling
	spin spins spun spinning
	stand stands stood standing
	steal steals stole stolen stealing
	stick sticks stuck sticking
	strike strikes struck striking
	swear swears swore sworn swearing
	sweep sweeps swept sweeping
	swim swims swam swum swimming
	swing swings swung swinging
	take takes took taken taking
	teach teaches taught teaching
	tear tears tore torn tearing
	tell tells told telling
	think thinks thought thinking
	throw throws threw thrown throwing
	understand understands understood understanding
	wake wakes woke woken waking
	wear wears wore worn wearing
	weave weaves wove woven weaving
	weep weeps wept weeping
	win wins won winning
	wring wrings wrung wringing
	write writes wrote written writing writings`

// ordinals are numbers of works, editions and series. What is written with figures, 9th, the
// synonyms of English join. Left out are the first three: a second is a time, and first a word of
// its own.
const ordinals = `
	fourth 4
	fifth 5
	sixth 6
	seventh 7
	eighth 8
	ninth 9
	tenth 10`
