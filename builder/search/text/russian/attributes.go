package russian

import (
	"slices"
	"strings"
)

// ofNouns are nouns, folded, with the adjective that says no more than that something belongs to
// the noun (S. A. Kuznetsov, "Great Dictionary of the Russian Language": "прил. к"): of sports and
// games, and of what people ride. Nouns are in the singular, also those that are used in the plural
// only.
const ofNouns = `
	шахмата шахматныи шашка шашечныи лыжа лыжныи
	футбол футбольныи хоккеи хоккеиныи
	волеибол волеибольныи баскетбол баскетбольныи
	гандбол гандбольныи бадминтон бадминтонныи
	теннис теннисныи биатлон биатлонныи
	бильярд бильярдныи гимнастика гимнастическии
	парус парусныи автомобиль автомобильныи
	велосипед велосипедныи мотоцикл мотоциклетныи
	трамваи трамваиныи`

// attributes are nouns of other kinds, and their adjectives as in ofNouns: of arts, of what is
// taught, and of what programs work with. Alone they are apart, since who types книга looks for no
// Книжный фестиваль. Behind another word the noun says what the adjective says before it: редактор
// текста, текстовый редактор.
const attributes = `
	музыка музыкальныи театр театральныи опера оперныи
	балет балетныи цирк цирковои кукла кукольныи
	хор хоровои джаз джазовыи симфония симфоническии
	танец танцевальныи гитара гитарныи
	поэзия поэтическии книга книжныи
	литература литературныи музеи музеиныи
	спорт спортивныи школа школьныи наука научныи
	город городскои народ народныи
	рождество рождественскии пасха пасхальныи
	текст текстовыи звук звуковои фаил фаиловыи
	цифра цифровои цвет цветовои шрифт шрифтовои
	таблица табличныи графика графическии
	экран экранныи сеть сетевои система системныи
	диск дисковыи почта почтовыи поиск поисковыи
	игра игровои язык языковои словарь словарныи
	клавиатура клавиатурныи терминал терминальныи
	алфавит алфавитныи математика математическии
	физика физическии химия химическии
	география географическии история историческии`

// Of returns pairs of words: a noun, and the adjective that belongs to it.
func Of() [][]string { return pairs(ofNouns) }

// Attributes returns pairs of words: a noun, and the adjective that says the same before another
// word as the noun behind it.
func Attributes() [][]string { return pairs(attributes) }

func pairs(table string) [][]string {
	return slices.Collect(slices.Chunk(strings.Fields(table), 2))
}

// stemOf is a stem in a class.
type stemOf struct {
	class     int
	reflexive bool
	stem      string
}

// other is a stem in a class that means the same.
type other struct {
	class     *Class
	reflexive bool
	stem      []byte
}

// others are what stems mean, by these.
type others struct {
	of     map[stemOf][]other
	begins beginnings // of all words that have one
}

var (
	twins      = joined(Of(), true)
	adjectives = joined(Attributes(), false)
)

// joined has the stems that the other word of each pair has, and with both ways also the first.
func joined(pairs [][]string, bothWays bool) *others {
	all := &others{of: map[stemOf][]other{}}
	add := func(stem, same stemOf) {
		all.of[stem] = append(all.of[stem], same.asOther())
		all.begins.addForms(stem)
	}
	for _, pair := range pairs {
		nouns, adjectives := citations(pair[0]), citations(pair[1])
		for _, noun := range nouns {
			for _, adjective := range adjectives {
				add(noun, adjective)
				if bothWays {
					add(adjective, noun)
				}
			}
		}
	}
	return all
}

func (s stemOf) asOther() other {
	return other{&Classes[s.class], s.reflexive, []byte(s.stem)}
}

// citations are the readings of a word in which it stands in a dictionary.
func citations(word string) (all []stemOf) {
	var r Readings
	r.Read([]byte(word))
	for i := range r.Len() {
		reading, stem := r.At(i)
		own := word
		if reading.Reflexive {
			own = word[:len(word)-len("ся")]
		}
		if slices.ContainsFunc(Classes[reading.Class].Citations(), func(ending string) bool {
			return string(stem)+ending == own
		}) {
			all = append(all, stemOf{reading.Class, reading.Reflexive, string(stem)})
		}
	}
	return all
}

// Citations are the endings that words of the class have in a dictionary.
func (c *Class) Citations() []string {
	switch {
	case c.Name == "adjective" && slices.Contains(c.Endings, "ои"):
		return []string{c.Endings[0], "ои"} // цветной
	case c.Prefixes && c.Endings[1] == "ити":
		return c.Endings[:2] // прийти
	}
	return c.Endings[:1]
}

// EachTwin calls f with all forms of the words that mean the same as reading i: see EachForm.
func (r *Readings) EachTwin(i int, buf []byte, f func(form []byte)) []byte {
	return r.each(twins, i, buf, f)
}

// EachAdjective does so with the adjectives that mean the same as reading i before another word.
func (r *Readings) EachAdjective(i int, buf []byte, f func(form []byte)) []byte {
	return r.each(adjectives, i, buf, f)
}

func (r *Readings) each(all *others, i int, buf []byte, f func(form []byte)) []byte {
	reading, stem := r.At(i)
	for _, same := range all.of[stemOf{reading.Class, reading.Reflexive, string(stem)}] {
		buf = same.class.EachForm(same.stem, same.reflexive, buf, f)
	}
	return buf
}

// HasTwin reports whether EachTwin may have something of a folded word: a quick no.
func HasTwin(w []byte) bool { return twins.begins.has(w) }

// HasAdjective says so of EachAdjective.
func HasAdjective(w []byte) bool { return adjectives.begins.has(w) }
