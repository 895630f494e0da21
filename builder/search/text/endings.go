package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Ending is one rule: a word that ends in Bent may be a form of the one that ends in Base instead.
type Ending struct {
	Languages  Languages
	Bent, Base string
	Least      int      // letters before the ending
	Except     []string // words that end in Bent and are no form of the other
	more       func(stem, bent []byte) bool
}

// fits reports whether the rule holds for a bent word.
func (e *Ending) fits(stem, bent []byte) bool {
	if e.more != nil && !e.more(stem, bent) {
		return false
	}
	for _, word := range e.Except {
		if word == string(bent) {
			return false
		}
	}
	return true
}

// plurals are the first rules that there were. Those in s and es hold in five languages.
var plurals = []Ending{
	{Languages: latin, Bent: "s", Least: 2, more: fitsS},
	{Languages: latin, Bent: "es", Least: 3, more: fitsES},
	{Languages: Portuguese, Bent: "oes", Base: "ao", Least: 2},
	// mothers are no hands
	{Languages: Portuguese, Bent: "aes", Base: "ao", Least: 1, Except: []string{"maes"}},
	{Languages: Portuguese, Bent: "ais", Base: "al", Least: 2},
	{Languages: Portuguese, Bent: "eis", Base: "el", Least: 2},
	{Languages: Portuguese, Bent: "eis", Base: "il", Least: 2},
	{Languages: Portuguese, Bent: "ois", Base: "ol", Least: 2},
	{Languages: Portuguese, Bent: "uis", Base: "ul", Least: 2},
	{Languages: Portuguese, Bent: "is", Base: "il", Least: 3,
		more: func(stem, _ []byte) bool { return !isVowel(stem[len(stem)-1]) }},
	{Languages: Portuguese, Bent: "ns", Base: "m", Least: 2},
	{Languages: English, Bent: "ies", Base: "y", Least: 2},
}

// The rules of one language each are after J. Savoy's light stemmers ("Light stemming approaches
// for the French, Portuguese, German and Hungarian languages", 2006), cut to the endings that the
// words of event catalogues have. Which Spanish words in a are the feminine of one in o, and which
// are nouns of their own, is after the spelling dictionary of RLA-ES (its flag G). A line is a bent
// ending, its base (- for none), the least letters before it, and words that are excepted. gendered
// lines hold with a final s, too.
var (
	portugueseForms = `
		ando ar 3
		endo er 3
		indo ir 3
		ccao cao 1
		ccoes cao 1
		ctor tor 3
		ctores tor 3
		ctora tor 3
		ctoras tor 3
		cto to 4
		ctos to 4
		cta ta 4
		ctas ta 4`
	portugueseGender = `
		uita uito 1
		tora tor 3
		dora dor 3
		ora or 4 senhora
		esa es 3 marquesa
		ada ado 3 entrada jornada estrada parada virada chegada salada balada congada quebrada
		ida ido 3 partida comida bebida medida corrida subida torcida ferida batida descida vivida
		uda udo 3 estuda
		ica ico 4 tecnica cronica fisica magica pratica fabrica publica politica grafica plastica
		iva ivo 3 arquiva cultiva motiva
		osa oso 3
		eira eiro 5
		ana ano 5
		ina ino 6
		anea aneo 3
		aria ario 3 secretaria
		oria orio 5 auditoria consultoria diretoria
		erna erno 2 perna
		urna urno 2
		isa iso 4`
	englishForms = `
		children child 0
		women woman 0
		men man 0
		feet foot 0
		heroes hero 0
		echoes echo 0
		potatoes potato 0
		tomatoes tomato 0
		volcanoes volcano 0
		lves lf 1
		nives nife 0
		ing - 4 marketing engineering training evening building meeting opening parting wilding
		ing e 3 living timing dating housing having
		ing in 4 raising puffing
		ncing nce 2
		nning n 2
		mming m 2
		pping p 2 topping
		tting t 2
		gging g 2
		rring r 2
		lling l 4
		nned n 2
		mmed m 2
		pped p 2
		tted t 2
		gged g 2
		rred r 2
		lled l 4
		ied y 2
		ed - 4
		ed e 4
		ise ize 4
		ises ize 4
		ised ize 4
		ized ize 4
		ising ize 4
		izing ize 4
		isation ization 4
		isations ization 4
		our or 3
		ours or 3
		zzes z 2
		aves af 2
		arves arf 2
		ieves ief 2`
	frenchForms = `
		aux al 2
		aux ail 2
		eux eu 1
		oux ou 2
		eaux eau 1
		er e 4 boucher berger verger clocher plancher archer rocher souper entrer former porter
		age er 4 visage sauvage passage equipage message`
	frenchGender = `
		nte nt 4
		rte rt 4
		ite it 3
		uee ue 3
		ee e 4 entree
		ine in 4 cuisine machine medecine marine
		aise ais 2
		oise ois 2
		ale al 2
		elle el 3
		enne en 3
		onne on 4
		ive if 3
		euse eur 2
		eure eur 3
		euse eux 3
		trice teur 2
		iere ier 2
		gere ger 3`
	spanishForms = `
		ces z 2
		bes b 3
		jes j 3
		mes m 3
		nes n 3
		les l 3
		des d 3
		ductor ducir 2
		ductores ducir 2
		duce ducir 2
		duzca ducir 2
		duzcan ducir 2`
	spanishGender = `
		uita uito 2
		ada ado 3 entrada jornada
		ida ido 4 partida comida salida bebida medida corrida subida acogida recogida batida
		uda udo 3 ayuda
		ica ico 3 musica publica tecnica cronica critica indica mexica
		ora or 4
		ola ol 5 caracola controla
		esa es 3 interesa
		ina in 5
		ina ino 3
		nina nino 0
		aria ario 3
		oria orio 5 auditoria consultoria
		socia socio 0
		autora autor 0
		novia novio 0
		ana ano 3 sotana
		ena eno 4 ordena condena
		osa oso 3
		ota oto 3
		iva ivo 3
		era ero 4
		ura uro 3
		ima imo 3
		anea aneo 3
		erna erno 3 gobierna
		ensa enso 3
		ersa erso 3 conversa
		esca esco 2
		eta eto 4 libreta etiqueta cuarteta
		ita ito 4 visita solicita deposita
		erta erto 2 puerta huerta concierta acierta despierta
		ecta ecto 3 proyecta afecta
		acta acto 3 contacta impacta
		ulta ulto 2 consulta resulta
		afa afo 5
		umna umno 1
		alemana aleman 0
		catalana catalan 0
		ona on 4 persona
		guardiana guardian 0
		charlatana charlatan 0
		capitana capitan 0
		jueza juez 0
		senora senor 0`
	germanForms = `
		e - 3
		en - 4
		n - 5
		en e 3 lesen sagen nahen
		ern er 2
		eln el 2
		een eum 3
		ien ium 2 germanien radien
		tren trum 2
		ktren ktrum 2
		aen aum 3
		alben album 0
		foren forum 0
		fakten faktum 0
		individuen individuum 0
		universen universum 0
		visa visum 0
		ika ikum 4 basilika
		ima imum 3
		konten konto 0
		risiken risiko 0
		salden saldo 0
		fresken fresko 0
		soli solo 0
		tempi tempo 0
		celli cello 0
		themen thema 0
		firmen firma 0
		villen villa 0
		dramen drama 0
		aromen aroma 0
		schemata schema 0
		schemen schema 0
		kommata komma 0
		pizzen pizza 0
		aulen aula 0
		agenden agenda 0
		arenen arena 0
		veranden veranda 0
		dogmen dogma 0
		paradigmen paradigma 0
		razzien razzia 0
		prismen prisma 0
		panoramen panorama 0
		ligen liga 0
		skalen skala 0
		regatten regatta 0
		pizzerien pizzeria 0
		stadien stadion 0
		lexika lexikon 0
		lexiken lexikon 0
		praxen praxis 0
		basen basis 0
		dosen dosis 0
		rhythmen rhythmus 0
		zyklen zyklus 0
		ismen ismus 2
		ithmen ithmus 2
		organismen organismus 0
		viren virus 0
		globen globus 0
		radien radius 0
		typen typus 0
		kakteen kaktus 0
		boni bonus 0
		modi modus 0
		zirkusse zirkus 0
		atlanten atlas 0
		indizes index 0
		matrizen matrix 0
		materialien material 0
		mineralien mineral 0
		fossilien fossil 0
		prinzipien prinzip 0
		reptilien reptil 0
		sale saal 0
		salen saal 0
		nisse nis 3
		kurbisse kurbis 0
		ies y 2
		nissen nis 3
		ung en 3 festung meinung stellung stimmung zeitung
		ungen en 3 festungen meinungen stellungen stimmungen zeitungen
		erung ern 3
		erungen ern 3
		elung eln 3
		elungen eln 3
		nahme nehmen 2
		gabe geben 2
		lung eln 3
		lungen eln 3
		innen in 4
		in - 4 termin heroin benzin bassin gestein augustin
		innen - 4
		in e 4 termin bassin gestein
		innen e 4
		erin er 3
		erinnen er 3
		erei er 3 bucherei
		ereien er 3 buchereien
		entin ent 3
		entinnen ent 3
		istin ist 3
		istinnen ist 3
		orin or 3
		orinnen or 3
		eurin eur 3
		eurinnen eur 3
		strasse str 3`
)

var allEndings = slices.Concat(plurals,
	endings(Portuguese, portugueseForms, false), endings(Portuguese, portugueseGender, true),
	endings(English, englishForms, false),
	endings(French, frenchForms, false), endings(French, frenchGender, true),
	endings(Spanish, spanishForms, false), endings(Spanish, spanishGender, true),
	endings(German, germanForms, false), endings(German, germanDerived(), false))

// Endings returns the rules of some languages that are made of endings and exceptions only, those
// of plurals in s and es and of Portuguese plurals aside.
func Endings(languages Languages) (all []Ending) {
	for _, e := range allEndings[len(plurals):] {
		if e.Languages&languages != 0 {
			all = append(all, e)
		}
	}
	return all
}

// endings reads a table. With gendered lines every rule also holds with a final s: its base is the
// same.
func endings(language Languages, table string, gendered bool) (all []Ending) {
	for line := range strings.Lines(strings.TrimSpace(table)) {
		f := strings.Fields(line)
		least, err := strconv.Atoi(f[2])
		if err != nil {
			panic(fmt.Sprintf("ending %q: %v", line, err)) // a table of this file
		}
		e := Ending{Languages: language, Bent: f[0], Base: strings.TrimPrefix(f[1], "-"),
			Least: least, Except: f[3:]}
		all = append(all, e)
		if gendered {
			e.Bent += "s"
			e.Except = nil
			for _, word := range f[3:] {
				e.Except = append(e.Except, word+"s")
			}
			all = append(all, e)
		}
	}
	return all
}
