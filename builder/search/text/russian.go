package text

import (
	"slices"
	"strings"
)

// Two Russian words meet when they share a stem. A word has up to three:
//
//   - what is left without its ending of case, number or gender, the longest that leaves three
//     letters (L. Dolamic and J. Savoy, "Indexing and searching strategies for the Russian
//     language", JASIST 60, 2009; the endings of nouns and adjectives are those of the Snowball
//     stemmer for Russian, http://snowball.tartarus.org/algorithms/russian/stemmer.html);
//   - of a noun in ия, ие and ий the и stays: фотография has фотографи, and is no form of фотограф.
//     What ends in ий or ие may be an adjective, too, where an adjective has the letter before it:
//     русский has русск and русски;
//   - of a word in ей or ой, whose й may belong to the stem: галерея and галерей have галере;
//   - the stem without a fleeting vowel: выставк of выставок, огн of огонь.
//
// Nothing that makes another word of a word is removed: орган, органный and организация stay apart,
// but for the adjectives of russianOf and russianAttributes. A few nouns change their stem; their
// forms stand in formRows.

// russianEndings are folded: ё is е, й is и.
var russianEndings = strings.Fields("а ы у е о и я ю ь ом ем ам ям ами ями ах ях ов ев еи ои ью " +
	"ия ии ию ие ием иям иями иях иеи ья ье ьи ьям ьями ьях ьев ьем ьеи ая яя ое ее ые " +
	"ыи ого его ому ему ым им ых их ую юю ыми ими ою ею")

// RussianEndings returns the endings that are removed, folded.
func RussianEndings() []string { return russianEndings }

// russianWhole are beginnings of words whose final е belongs to the stem, and that without it would
// be another word.
var russianWhole = [...]string{"музе", "юбиле", "трофе"}

// RussianWhole returns the beginnings of words whose final е belongs to the stem.
func RussianWhole() []string { return russianWhole[:] }

// russianOf are stems of nouns, folded, that an adjective is made of which says no more than that
// something belongs to the noun (S. A. Kuznetsov, "Great Dictionary of the Russian Language":
// "прил. к"): of sports and games, and of what people ride. Each comes before the stem of its
// adjective: шахматы, шахматный.
const russianOf = `
	шахмат шахматн шашк шашечн лыж лыжн футбол футбольн хокке хоккеин волеибол волеибольн
	баскетбол баскетбольн гандбол гандбольн бадминтон бадминтонн теннис теннисн биатлон биатлонн
	бильярд бильярдн гимнастик гимнастическ парус парусн автомобил автомобильн велосипед велосипедн
	мотоцикл мотоциклетн трамва трамваин`

// RussianOf returns pairs of stems: of a noun, and of the adjective that belongs to it.
func RussianOf() (pairs [][]string) {
	return slices.Collect(slices.Chunk(strings.Fields(russianOf), 2))
}

// russianAttributes are nouns of other kinds, and their adjectives as in russianOf: of arts, of
// what is taught, and of what programs work with. Alone they are apart, since who types книга looks
// for no Книжный фестиваль. Behind another word the noun says what the adjective says before it:
// редактор текста, текстовый редактор.
const russianAttributes = `
	музык музыкальн театр театральн опер оперн балет балетн цирк цирков кукл кукольн хор хоров
	джаз джазов симфони симфоническ танц танцевальн гитар гитарн поэзи поэтическ книг книжн
	литератур литературн музе музеин спорт спортивн школ школьн наук научн город городск
	народ народн рождеств рождественск пасх пасхальн текст текстов звук звуков фаил фаилов
	цифр цифров цвет цветов шрифт шрифтов таблиц табличн график графическ экран экранн сет сетев
	систем системн диск дисков почт почтов поиск поисков игр игров язык языков словар словарн
	клавиатур клавиатурн терминал терминальн алфавит алфавитн математик математическ
	физик физическ хими химическ географи географическ истори историческ`

// RussianAttributes returns pairs of stems: of a noun, and of the adjective that says the same
// before another word as the noun behind it.
func RussianAttributes() (pairs [][]string) {
	return slices.Collect(slices.Chunk(strings.Fields(russianAttributes), 2))
}

// russianAdjectives has the stem of the adjective of each noun of russianAttributes.
var russianAdjectives = func() map[string]string {
	adjectives := map[string]string{}
	for _, pair := range RussianAttributes() {
		adjectives[pair[0]] = pair[1]
	}
	return adjectives
}()

// russianTwins has the other stem of each pair.
var russianTwins = func() map[string]string {
	twins := map[string]string{}
	for _, pair := range RussianOf() {
		twins[pair[0]], twins[pair[1]] = pair[1], pair[0]
	}
	return twins
}()

// softNouns are the endings behind the и of nouns in ия, ие and ий. Those that adjectives have as
// well follow the letters softIi and softIe in them.
var softNouns = strings.Fields("ия ии ию ие ием иям иями иях иеи")

const (
	softIi = "кхжшчщн"
	softIe = "гкхжшчщн"
)

// RussianSoftNouns returns the endings of nouns whose и belongs to the stem, and the letters before
// ии (ий) and before ие behind which these are endings of adjectives as well.
func RussianSoftNouns() (endings []string, ii, ie string) { return softNouns, softIi, softIe }

// softStems reports whether an ending may be that of a noun that keeps its и, and whether it may be
// one that loses it: of an adjective, or of any word that has no such и.
func softStems(stem []byte, ending string) (retains, loses bool) {
	if !slices.Contains(softNouns, ending) {
		return false, true
	}
	last := string(stem[len(stem)-2:])
	return true, ending == "ии" && strings.Contains(softIi, last) ||
		ending == "ие" && strings.Contains(softIe, last)
}

// leastRussian is the least that is left of a word, in bytes: three letters.
const leastRussian = 6

// russianStems are the stems of one word of at most MaxToken bytes.
type russianStems struct {
	text [3 * MaxToken]byte
	ends [3]int // of each stem in text
	n    int
}

// at returns stem i.
func (s *russianStems) at(i int) []byte {
	if i == 0 {
		return s.text[:s.ends[0]]
	}
	return s.text[s.ends[i-1]:s.ends[i]]
}

// of finds the stems of a folded word.
func (s *russianStems) of(w []byte) {
	s.n = 0
	cut := len(w)
	for _, e := range russianEndings {
		if n := len(w) - len(e); n >= leastRussian && n < cut && string(w[n:]) == e {
			cut = n
		}
	}
	for _, whole := range russianWhole {
		if len(w) > len(whole) && string(w[:len(whole)]) == whole && cut < len(whole) {
			cut = len(whole)
		}
	}
	retains, loses := softStems(w[:cut], string(w[cut:]))
	if loses {
		s.add(w[:cut], nil)
	}
	if retains {
		s.add(w[:cut+len("и")], nil)
	}
	switch end := string(w[cut:]); end {
	case "еи", "ои":
		s.add(w[:cut], w[cut:cut+2])
	case "", "ь":
		s.addFleeting(w[:cut])
	}
}

// addFleeting adds a word that ends in a consonant without the о or е before it.
func (s *russianStems) addFleeting(w []byte) {
	n := len(w)
	if n < leastRussian+2 {
		return
	}
	switch string(w[n-4 : n-2]) {
	case "о", "е":
		switch string(w[n-2:]) {
		case "к", "ц", "р", "л", "н":
			s.add(w[:n-4], w[n-2:])
		}
	}
}

func (s *russianStems) add(a, b []byte) {
	if len(a)+len(b) < leastRussian {
		return
	}
	end := 0
	if s.n > 0 {
		end = s.ends[s.n-1]
	}
	end += copy(s.text[end:], a)
	end += copy(s.text[end:], b)
	s.ends[s.n] = end
	s.n++
}

func (s *russianStems) has(stem []byte) bool {
	for i := range s.n {
		if string(s.at(i)) == string(stem) {
			return true
		}
	}
	return false
}

// addRussian adds the words that share a stem with w, or have its twin.
func (f *Inflections) addRussian(w []byte) {
	if !isCyrillic(w) {
		return
	}
	var word, other russianStems
	var stem [MaxToken]byte
	word.of(w)
	for i := range word.n {
		f.addOfStem(word.at(i), &other)
		if twin, ok := russianTwins[string(word.at(i))]; ok {
			f.addOfStem(append(stem[:0], twin...), &other)
		}
	}
}

// HasAttributes reports whether one of the languages has nouns that ExpandAttribute knows.
func (r *Rules) HasAttributes() bool { return r.languages&Russian != 0 }

// ExpandAttribute fills f with the adjectives that say the same before another word as a folded
// noun w behind it, in languages that have such; with nothing for other words.
func (f *Inflections) ExpandAttribute(r *Rules, w []byte) {
	f.reset()
	if !r.HasAttributes() || !isCyrillic(w) {
		return
	}
	var word, other russianStems
	var stem [MaxToken]byte
	word.of(w)
	for i := range word.n {
		if adjective, ok := russianAdjectives[string(word.at(i))]; ok {
			f.addOfStem(append(stem[:0], adjective...), &other)
		}
	}
	f.bent = f.Len()
}

// addOfStem adds the words of a stem: it with every ending, and with a fleeting vowel.
func (f *Inflections) addOfStem(stem []byte, other *russianStems) {
	var word [3 * MaxToken]byte
	try := func(w []byte) {
		if len(w) > MaxToken {
			return
		}
		if other.of(w); other.has(stem) {
			f.add(w, "")
		}
	}
	try(append(word[:0], stem...))
	for _, e := range russianEndings {
		try(append(append(word[:0], stem...), e...))
	}
	n := len(stem) - 2
	for _, vowel := range [...]string{"о", "е"} {
		fleeting := append(append(append(word[:0], stem[:n]...), vowel...), stem[n:]...)
		try(fleeting)
		try(append(fleeting, "ь"...))
	}
	if vowel := string(stem[n:]); vowel == "о" || vowel == "е" {
		try(append(append(word[:0], stem...), "и"...))
	}
}

// isCyrillic reports whether a word has only letters of two bytes that begin as those of Russian.
func isCyrillic(w []byte) bool {
	if len(w)%2 != 0 {
		return false
	}
	for i := 0; i < len(w); i += 2 {
		if w[i] != 0xd0 && w[i] != 0xd1 {
			return false
		}
	}
	return true
}
