package russian

import (
	"strconv"
	"strings"
)

// Class is a declension or a conjugation.
type Class struct {
	Name string // of what: nouns by their gender, adjective, verb
	// Last is what a stem of the class ends in, one of these: letters, or the roots of verbs that
	// there are few of. With Prefixes a stem is one of them, and nothing else.
	Last     []string
	Prefixes bool
	Least    int // letters of a stem, unless it is a prefix

	// Endings are those of the forms, the first that of the dictionary. Changed follow a stem whose
	// last letters change: пиш-у of писать.
	Endings, Changed []string
	// Fleeting are the letters before which a stem has о or е in some forms: see zero.
	Fleeting string
	fleeting letterSet
}

// IsVerb reports whether the class is a conjugation, whose forms may be reflexive.
func (c *Class) IsVerb() bool { return c.Name == "verb" }

// LeastZero is the least letters of a form without an ending.
const LeastZero = 3

// NoShort are ends of words that are no short form of an adjective: текстов is the plural of текст.
var NoShort = [...]string{"ов", "ев"}

// Letters that stems end in, by how words are declined.
const (
	hard      = "бвдзлмнпрстф"
	velar     = "гкх"
	sibilant  = "жшчщ"
	vowel     = "аеоуыэюя"
	consonant = hard + velar + sibilant + "ц"
)

// Endings of adjectives and participles, for * (новый) and + (общий).
const (
	hardAdjective = "ыи ая ое ые ого ому ым ом ои ую ых ыми ою"
	softAdjective = "ии ая ее ие его ему им ем еи ую их ими ею"
)

// letterClasses are those of which the stem ends in any of some letters: their name, these letters,
// the least of the stem, fleeting letters, endings, endings behind a changed stem. A "-" is none.
var letterClasses = [][6]string{
	{"masculine", hard, "2", "кцрлнт", "- а у ом е ы ов ам ами ах"},
	{"masculine", velar, "2", "к", "- а у ом е и ов ам ами ах"},
	{"masculine", sibilant, "3", "", "- а у ом ем е и еи ам ами ах"},
	{"masculine", "ц", "3", "ц", "- а у ом ем е ы ов ев ам ами ах"},
	{"masculine", hard, "2", "лнрт", "ь я ю ем е и еи ям ями ях"},
	{"masculine", vowel, "2", "", "и я ю ем е ев ям ями ях"},
	{"masculine", consonant + vowel, "3", "", "ии ия ию ием ие иев иям иями иях"},
	{"masculine", consonant, "3", "", "еи ья ью ьем ье ьи ьев ьям ьями ьях"},
	{"feminine", hard, "2", "рлнмвтб", "а ы е у ои ою - ам ами ах"},
	{"feminine", velar, "2", "кг", "а и е у ои ою - ам ами ах"},
	{"feminine", sibilant, "3", "жшч", "а и е у еи ею ои - ам ами ах"},
	{"feminine", "ц", "3", "ц", "а ы е у еи ею ои - ам ами ах"},
	{"feminine", hard, "2", "нл", "я и е ю еи ею ь ям ями ях"},
	{"feminine", "н", "3", "н", "я и е ю еи ею - ям ями ях"},
	{"feminine", vowel, "2", "", "я и е ю еи ею ям ями ях"},
	{"feminine", consonant, "2", "", "ья ьи ье ью ьеи ьею еи ьям ьями ьях"},
	{"feminine", consonant + vowel, "3", "", "ия ии ию иеи иею иям иями иях"},
	{"feminine", hard + sibilant, "2", "вшж", "ь и ью еи ям ями ях ам ами ах ьми"},
	{"neuter", hard + velar, "2", "лнрмвтк", "о а у ом е - ам ами ах и ов"},
	{"neuter", sibilant + "ц", "3", "шц", "е а у ем - ам ами ах о ом"},
	{"neuter", "лрж", "3", "", "е я ю ем еи ям ями ях"},
	{"neuter", consonant, "3", "", "ье ья ью ьем ьи ии ьев ьям ьями ьях"},
	{"neuter", consonant + vowel, "3", "", "ие ия ию ием ии иям иями иях"},
	// гражданин, крестьянин; котенок, мышонок
	{"masculine", consonant, "2", "", "анин анина анину анином анине ане ан анам анами анах"},
	{"masculine", consonant, "2", "", "янин янина янину янином янине яне ян янам янами янах"},
	{"masculine", consonant, "2", "", "енок енка енку енком енке енки ята ят ятам ятами ятах"},
	{"masculine", sibilant, "2", "", "онок онка онку онком онке онки ата ат атам атами атах"},

	{"adjective", hard, "3", "нлрт", "* - а о ы"},
	{"adjective", hard, "4", "", "ыи ая ое ые о ее"},
	{"adjective", velar, "3", "", "ии ая ое ие ого ому им ом ои ую их ими ою о"},
	{"adjective", "ск цк", "3", "", "ии ая ое ие ого ому им ом ои ую их ими ою и"},
	{"adjective", sibilant, "3", "", "+ ое ого ому ом ои а о е и"},
	{"adjective", "н", "3", "", "ии яя ее ие его ему им ем еи юю их ими ею е"},
	{"adjective", "жчшсвтнд", "3", "",
		"ии ья ье ьи ьего ьему ьим ьем ьеи ью ьих ьими"},

	// Forms in -ся are verbs of their own, but for the passive of the third person: играется.
	// играть, гулять; иметь; рисовать; танцевать; вернуть; строить; изучить; удалить, купить
	{"verb", "ая", "4", "",
		"ть л ла ло ли ю ешь ет ем ете ют ется ются и ите я в вши вш+ ющ+ ем* нн*"},
	// the same with short participles, which shorter nouns look like: создан, but орган
	{"verb", "ая", "5", "", "ть л ла ло ли ет ют в нн* н на но ны"},
	{"verb", "е", "3", "", "ть л ла ло ли ю ешь ет ем ете ют ется ются и ите я в вши вш+ ющ+"},
	{"verb", consonant, "3", "", "овать овал овала овало овали ую " +
		"уешь ует уем уете уют уется уются уи уите уя " +
		"овав овавши овавш+ ующ+ уем* ованн* ован ована " +
		"овано ованы"},
	{"verb", "ц", "3", "", "евать евал евала евало евали ую уешь " +
		"ует уем уете уют уется уются уи уите уя евав " +
		"евавши евавш+ ующ+ уем* еванн* еван евана евано " +
		"еваны"},
	{"verb", consonant + vowel, "4", "",
		"нуть нул нула нуло нули ну нешь нет нем нете нут ни ните нь ньте нув нувши нувш+ нут*"},
	{"verb", vowel, "3", "",
		"ить ил ила ило или ю ишь ит им ите ят ится ятся и я ив ивши ивш+ ящ+ енн* ен ена ено ены"},
	{"verb", sibilant, "3", "", "ить ил ила ило или у ишь ит им ите " +
		"ат ится атся и ь ьте а ив ивши ивш+ ащ+ енн* ен ена " +
		"ено ены"},
	{"verb", hard, "3", "", "ить ил ила ило или ишь ит им ите ят ится ятся и ь ьте я ив ивши " +
		"ивш+ ящ+ им*", "ю у енн* ен ена ено ены"},
}

// rootClasses are verbs that end in one of few roots: the roots, endings, and endings behind a
// changed stem. писать; смотреть; слышать; учить; давать; открыть.
var rootClasses = [][3]string{
	{"пис иск рез каз вяз пляс чес плак скак пах мах прят дрем сып щип",
		"ать ал ала ало али ав авши авш+ анн* ан ана ано аны",
		"у ю ешь ет ем ете ут ют и ите ь ьте ущ+ ющ+"},
	{"смотр вид сид лет гор верт терп шум свист блест вис",
		"еть ел ела ело ели ишь ит им ите ят и я ев евши евш+ ящ+ енн* ен ена ено ены", "у ю"},
	{"слыш держ леж дыш крич молч звуч стуч",
		"ать ал ала ало али у ишь ит им ите ат и а ав авши авш+ ащ+ анн* ан ана ано аны", ""},
	{"уч", "ить ил ила ило или у ишь ит им ите ат ится атся и ивш+ ащ+", ""},
	{"да зна ста", "вать вал вала вало вали ю ешь ет ем ете ют ваи ваите вая вавш+ ющ+ ваем*", ""},
	{"кр м р н", "ыть ыл ыла ыло ыли ою оешь оет оем оете оют ои оите оя ыв ывши ывш+ ющ+ ыт* " +
		"ыт ыта ыто ыты", ""},
}

// prefixes of verbs, and verbs with any of them or none, whose forms follow no other.
const prefixes = "- на по во в за при про пере у до от ото об " +
	"обо раз рас разо с со под подо вы из изо ис воз вос " +
	"вз вс пред"

var prefixedVerbs = []string{
	"идти ити иду идешь идет идем идете идут иди идите шел шла шло шли шедш+ идущ+",
	"вести веду ведешь ведет ведем ведете ведут веди " +
		"ведите вел вела вело вели ведя ведш+ ведущ+ " +
		"веденн* веден ведена ведено ведены",
	"везти везу везешь везет везем везете везут вези везите вез везла везло везли",
	"нести несу несешь несет несем несете несут неси несите нес несла несло несли несенн*",
	"брать беру берешь берет берем берете берут бери " +
		"берите брал брала брало брали бранн* бран брана " +
		"брано браны",
	"дать дам дашь даст дадим дадите дадут даи даите дал дала дало дали данн*",
	"ехать еду едешь едет едем едете едут ехал ехала ехало ехали",
	"петь пою поешь поет поем поете поют пои поите пел пела пело пели поющ+",
	"пить пью пьешь пьет пьем пьете пьют пеи пеите пил пила пило пили",
	"шить шью шьешь шьет шьем шьете шьют шеи шеите шил шила шило шили",
	"стать стану станешь станет станем станете станут стань станьте стал стала стало стали",
	"звать зову зовешь зовет зовем зовете зовут зови зовите звал звала звало звали званн*",
	"ждать жду ждешь ждет ждем ждете ждут жди ждите ждал ждала ждало ждали",
	"слать шлю шлешь шлет шлем шлете шлют шли шлите слал слала слало слали сланн*",
	"жить живу живешь живет живем живете живут живи живите жил жила жило жили",
	"печь пеку печешь печет печем печете пекут пеки пеките пек пекла пекло пекли",
	"расти расту растешь растет растем растете растут расти растите рос росла росло росли",
	"мочь могу можешь может можем можете могут мог могла могло могли",
}

// Changes are what the last letters of a changed stem were, and what they become.
var Changes = [][2]string{
	{"с", "ш"}, {"з", "ж"}, {"к", "ч"}, {"т", "ч"}, {"т", "щ"}, {"д", "ж"}, {"д", "жд"}, {"г", "ж"},
	{"х", "ш"}, {"ск", "щ"}, {"ст", "щ"}, {"б", "бл"}, {"в", "вл"}, {"м", "мл"}, {"п", "пл"},
	{"ф", "фл"}, {"л", "л"}, {"н", "н"}, {"р", "р"},
}

// Classes are all of them.
var Classes = func() (all []Class) {
	for _, row := range letterClasses {
		least, err := strconv.Atoi(row[2])
		if err != nil {
			panic("class of " + row[4] + ": " + err.Error()) // a table of this file
		}
		last := strings.Fields(row[1])
		if len(last) == 1 {
			last = strings.Split(row[1], "")
		}
		all = append(all, Class{Name: row[0], Last: last, Least: least,
			Fleeting: row[3], fleeting: lettersOf(row[3]),
			Endings: endings(row[4]), Changed: endings(row[5])})
	}
	for _, row := range rootClasses {
		all = append(all, Class{Name: "verb", Last: strings.Fields(row[0]), Least: 1,
			Endings: endings(row[1]), Changed: endings(row[2])})
	}
	for _, row := range prefixedVerbs {
		all = append(all, Class{Name: "verb", Last: endings(prefixes), Prefixes: true,
			Endings: endings(row)})
	}
	return all
}()

// endings reads a row of them.
func endings(row string) (all []string) {
	for field := range strings.FieldsSeq(row) {
		more := ""
		switch field[len(field)-1] {
		case '*':
			more = hardAdjective
		case '+':
			more = softAdjective
		}
		if more == "" {
			all = append(all, strings.TrimPrefix(field, "-"))
			continue
		}
		for ending := range strings.FieldsSeq(more) {
			all = append(all, field[:len(field)-1]+ending)
		}
	}
	return all
}
