package russian

import (
	"strings"
	"sync"
)

// combining are what begins compounds without a hyphen, folded, each with the word that says the
// same beside the other one: forms that stand alone, too (видеокамера, киноклуб), stems with a
// linking vowel (звукозапись) and clipped adjectives (музшкола, музыкальная школа). After Russian
// Grammar (1980), §§ 547–603.
const combining = `
	авиа авиа авто авто аудио аудио био био вело вело
	веб веб видео видео гидро гидро евро евро кино кино
	мега мега медиа медиа микро микро мини мини
	мото мото мульти мульти нано нано онлаин онлаин
	онко онко психо психо радио радио ретро ретро
	супер супер теле теле термо термо фото фото эко эко
	электро электро энерго энерго этно этно
	интернет интернет рок рок поп поп арт арт джаз джаз
	панк панк звуко звук шумо шум цвето цвет свето свет
	водо вода лесо лес снего снег песно песня стихо стих
	книго книга муз музыкальныи драм драматическии
	дет детскии спорт спортивныи худ художественныи
	мед медицинскии гос государственныи соц социальныи
	тех техническии спец специальныи
	мульт мультипликационныи физ физическии
	проф профессиональныи студ студенческии
	нац национальныи зоо зоологическии гор городскои
	обл областнои хоз хозяиственныи пром промышленныи
	тур туристическии танц танцевальныи
	культ культурныи пед педагогическии`

// leastHead is the least letters of what follows in a compound.
const leastHead = 3

// firstParts are the pairs of Combining by what they are looked up by.
type firstParts struct {
	// ofForm leads from what begins compounds to its word, and the others back: from the word, and
	// from a stem of a word that bends.
	ofForm, ofWord map[string][]byte
	ofStem         map[stemOf][]byte
	begins         beginnings // of the words that have a first part
}

var firsts = sync.OnceValue(func() *firstParts {
	t := &firstParts{ofForm: map[string][]byte{}, ofWord: map[string][]byte{},
		ofStem: map[stemOf][]byte{}}
	for _, pair := range Combining() {
		form, word := pair[0], pair[1]
		t.ofForm[form], t.ofWord[word] = []byte(word), []byte(form)
		t.begins.add([]byte(word))
		if form == word && vowels.endIn([]byte(word)) {
			continue
		}
		for _, stem := range citations(word) {
			t.ofStem[stem] = []byte(form)
			t.begins.addForms(stem)
		}
	}
	return t
})

// Combining returns pairs of words: what begins compounds, and what says the same beside the other
// word. One that stands alone, too, and ends in a vowel has no other forms.
func Combining() [][]string { return pairs(combining) }

// completed are nouns of these of which nearly all longer words are compounds. Not so of авто
// (автор), мини (министр), эко (экономика).
var completed = strings.Fields("аудио веб видео джаз интернет кино радио фото")

// IsCombining reports whether a folded word is a noun that begins compounds, and hardly another
// word.
func IsCombining(w []byte) bool {
	for _, word := range completed {
		if string(w) == word {
			return true
		}
	}
	return false
}

// Split parts a folded word into what begins compounds, the longest there is, and the rest. It
// returns the word for that, and nothing of a word that is no such compound.
func Split(w []byte) (first, head []byte) {
	ofForm := firsts().ofForm
	for n := letter; n+leastHead*letter <= len(w); n += letter {
		if word, ok := ofForm[string(w[:n])]; ok {
			first, head = word, w[n:]
		}
	}
	return first, head
}

// HasFirstPart reports whether FirstPart may have something of a folded word: a quick no.
func HasFirstPart(w []byte) bool { return firsts().begins.has(w) }

// FirstPart returns what compounds begin with that say the same as a folded word beside another;
// nothing where there is none. r are the readings of the word.
func FirstPart(w []byte, r *Readings) []byte {
	t := firsts()
	if form, ok := t.ofWord[string(w)]; ok {
		return form
	}
	for n := range r.Len() {
		reading, stem := r.At(n)
		if form, ok := t.ofStem[stemOf{reading.Class, reading.Reflexive, string(stem)}]; ok {
			return form
		}
	}
	return nil
}
