package german

import (
	"bytes"
	"strings"

	"cartaz/builder/search/text/roots"
)

// Suffix is what is cut from words to find their roots, and what is added instead: Organisation
// has the root of organisieren.
type Suffix struct {
	Kind     roots.Kind
	Suffixes []string
	Added    string
	// Participle suffixes are cut only where ge stands, or a particle that has none behind it:
	// gespielter, besuchter, but no Wet-ter.
	Participle bool
}

// Suffixes are those of each kind (Duden, Die Grammatik, "Wortbildung" and "Konjugation").
var Suffixes = []Suffix{
	{roots.Verb, strings.Fields("en n e st est t et te ten test tet ete eten " +
		"end ende enden ender endes endem"), "", false},
	{roots.Verb, strings.Fields("tes ter tem eter etes ene enen ener enes enem"), "", true},
	{roots.Deed, strings.Fields("ung ungen"), "", false},
	{roots.Agent, strings.Fields("er ern ers erin erinnen"), "", false},
	{roots.Deed, strings.Fields("ation ationen atur aturen ur uren age agen ement ements anz " +
		"anzen enz enzen"), "ier", false},
	{roots.Agent, strings.Fields("ator ators atoren atorin atorinnen ateur ateure ent enten " +
		"entin entinnen ist isten istin istinnen"), "ier", false},
	{roots.Noun, strings.Fields("ie ien"), "ier", false},
}

// LeastRoot is the least letters of a root, LeastNoun that of one that is a whole word.
const (
	LeastRoot = 3
	LeastNoun = 4
)

// Particles are what stands before verbs, folded, the longer ones of one beginning first.
// Inseparable ones have no ge and zu behind them.
var (
	Particles = strings.Fields("herunter heraus herein herum hervor hinunter hinaus hinein hinzu " +
		"her hin hoch zurecht zuruck zusammen zwischen voraus vorbei vor an ab aufrecht auf aus " +
		"bei bereit dar durch ein emp ent er fehl fern fest fort frei hinter kennen los miss mit " +
		"nach nieder be uber um unter ver voll weg weiter wider wieder zer zu")
	Inseparable = strings.Fields("be emp ent er miss ver zer")
)

// strong are the stems of irregular verbs, folded, each with what it is in other forms and in nouns
// (Duden, Die Grammatik, list of irregular verbs). Left out are verbs that begin with a vowel, and
// forms that are other words: dachte, brachte, Satz.
const strong = `
	beiss biss
	bieg bog
	biet bot
	bind band bund
	blas blies
	bleib blieb
	brech brich brach broch bruch
	brenn brann brand
	dring drang drung
	fahr fuhr fahrt
	fall fiel
	fang fing
	find fand fund
	flecht flicht flocht
	flieg flog flug
	fliess floss fluss
	fress friss frass
	frier fror frost
	geb gib gab gabe
	geh ging gang
	geniess genoss genuss
	gewinn gewann gewonn
	giess goss guss
	ginn gann gonn
	gleich glich
	grab grub
	greif griff
	halt hielt
	hang hing
	heb hob
	helf hilf half holf
	kling klang klung
	komm kam kunft
	kriech kroch
	lad lud
	lass liess
	lauf lief
	leid litt
	leih lieh
	les lies las
	lier lor lust
	lieg lag
	meid mied
	mess miss mass
	nehm nimm nahm nomm nahme
	pfeif pfiff
	rat riet
	reib rieb
	reiss riss
	reit ritt
	riech roch
	ring rang rung
	ruf rief
	schaff schuf
	scheid schied
	schein schien
	schieb schob schub
	schiess schoss schuss
	schlaf schlief
	schlag schlug
	schliess schloss schluss
	schmelz schmolz
	schneid schnitt
	schreib schrieb schrift
	schreit schritt
	schweig schwieg
	schwimm schwamm schwomm
	schwing schwang schwung
	seh sieh sah sicht
	sing sang sung gesang
	sink sank sunk
	sitz sass sess
	spinn spann sponn
	sprech sprich sprach sproch spruch gesprach
	spring sprang sprung
	stech stich stach stoch
	steh stand
	steig stieg
	sterb stirb starb storb
	stoss stiess
	streich strich
	streit stritt
	trag trug
	treff triff traf troff
	treib trieb
	tret tritt trat
	trink trank trunk
	wachs wuchs
	wasch wusch
	weis wies
	werb wirb warb worb
	werf wirf warf worf wurf
	wieg wog
	zieh zog zug
	zwing zwang zwung`

// noAgents are nouns in -er that name nobody who does what a verb says, and no tool for it, folded:
// with stems of verbs or like them (Duden). Plurals in -er are none, too.
const noAgents = `
	acker adler alter anker bauer becher biber bilder blatter bretter bucher bunker burger butter
	dacher dorfer eimer eier eltern fenster feuer fieber finger futter felder ganter gegner geister
	gelder gesichter gespenster gitter glaser glieder graber graser guter hafer halter hammer
	hauser holzer horner huhner hunger ingwer jahrer kaiser kalber kammer kasper keller kerker
	kinder kleider kloster koffer korner korper krater krauter kummer kupfer lager lammer lander
	laster leder leiber leiter lieder liter locher locker luster mauer manner manager marder
	mauler meister messer meter minister monster mutter muster nester nummer ober opfer orchester
	ordner oster otter pater peter pfeffer pfander pflaster polster priester puder pulver quader
	rader rander register reiher rinder ritter ruder sander schatter schauder schauer schilder
	schiefer schimmer schleier schlosser schulter schuster schwerter schwester silber sommer
	sonder sprichworter steuer strauber straucher taler tanker teller theater ticker tiger
	tochter trauer trichter trummer tucher ufer unter vater volker walder wasser weiber weiher
	wetter winter worter wunder wurmer zander zauber zeder zepter zimmer zucker zunder`

// Strong returns the irregular verbs: the stem of each, and its other forms.
func Strong() (rows [][]string) {
	for line := range strings.Lines(strings.TrimSpace(strong)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// NoAgents returns nouns in -er that are no agents.
func NoAgents() []string { return strings.Fields(noAgents) }

var (
	baseOf = strongForms() // of forms of strong verbs, and of their stems: the stem
	// longestStrong is the most letters of a form.
	longestStrong = func() (most int) {
		for form := range baseOf {
			most = max(most, len(form))
		}
		return most
	}()
	noAgent = setOf(NoAgents())
	fixed   = setOf(Inseparable)
	// byLetter are the particles by their first letter.
	byLetter = func() (all [26][]string) {
		for _, p := range Particles {
			all[p[0]-'a'] = append(all[p[0]-'a'], p)
		}
		return all
	}()
)

func strongForms() map[string]string {
	all := map[string]string{}
	for _, row := range Strong() {
		for _, form := range row {
			all[form] = row[0]
		}
	}
	return all
}

func setOf(words []string) map[string]bool {
	all := map[string]bool{}
	for _, word := range words {
		all[word] = true
	}
	return all
}

// AgentOf returns the stem of the verb that a noun in -er is the agent of, if it may be one.
func AgentOf(w []byte) (stem []byte, ok bool) {
	n := len(w) - len("er")
	if n < LeastRoot || string(w[n:]) != "er" || noAgent[string(w)] {
		return nil, false
	}
	return w[:n], true
}

// Roots are those of one word.
type Roots struct {
	set     roots.Set
	buf     []byte
	longest int // bytes of a word that may meet them
}

// Len is the number of different roots.
func (r *Roots) Len() int { return r.set.Len() }

// Read finds the roots of a folded word of the letters a to z.
func (r *Roots) Read(w []byte) {
	r.set.Reset()
	r.each(w, func(root []byte, end string, kind roots.Kind) bool {
		roots.Add(&r.set, kind, root, end)
		return false
	})
	r.longest = 0
	for i := range r.set.Len() {
		root, _ := r.set.At(i)
		r.longest = max(r.longest, len(root)+mostAdded)
	}
}

// cutSuffix returns what stands before a suffix, unless that is too short for a root.
func cutSuffix(w []byte, suffix string) ([]byte, bool) {
	n := len(w) - len(suffix)
	if n < LeastRoot || string(w[n:]) != suffix {
		return nil, false
	}
	return w[:n], true
}

// particleOf returns the longest particle that a root begins with, "" for none.
func particleOf(root []byte) (longest string) {
	if len(root) == 0 || root[0] < 'a' || root[0] > 'z' {
		return ""
	}
	for _, p := range byLetter[root[0]-'a'] {
		if len(p) > len(longest) && len(root)-len(p) >= LeastRoot &&
			string(root[:len(p)]) == p {
			longest = p
		}
	}
	return longest
}

// signs are what may stand behind a particle.
var signs = [...]string{"", "ge", "zu"}

// Beginnings is how many beginnings there are.
func (r *Roots) Beginnings() int { return r.Len() * len(signs) }

// Beginning returns letters that words of the family begin with, or nothing; each word has one of
// the beginnings. It is good until the next call.
func (r *Roots) Beginning(i int) []byte {
	root, _ := r.set.At(i / len(signs))
	sign := signs[i%len(signs)]
	p := particleOf(root)
	if sign != "" && fixed[p] || sign == "zu" && p == "" {
		return nil
	}
	stem := root[len(p):]
	if baseOf[string(stem)] == string(stem) {
		stem = stem[:bytes.IndexAny(stem, "aeiouy")]
	} else if short, ok := cutSuffix(stem, "ier"); ok {
		stem = short
	} else if short, ok := cutSuffix(stem, "l"); ok {
		stem = short
	}
	r.buf = append(append(append(r.buf[:0], p...), sign...), stem...)
	return r.buf
}
