package verbs

import (
	"strings"
	"sync"
)

// portugueseGroups are the endings of Portuguese, named as those of spanishGroups are. Pronouns
// stand behind a hyphen and are no part of a form. Left out are -aria and -eria, which adjectives
// and nouns end in.
const portugueseGroups = `
	a0 ar .ado .ada .ados .adas ando amos aste astes ou aram ava avas avamos avam ara aras
		arao arei aremos ariamos ariam asse assem arem armos
	a1 .o .a .as am
	a2 .e .es em
	a3 emos ei
	e0 er .ido .ida .idos .idas endo emos este estes eu eram ia ias iamos iam era eras erao
		erei eremos eriamos eriam esse essem erem ermos
	e1 .e .es em
	e2 .o .a .as am
	e3 amos
	i0 ir .ido .ida .idos .idas indo imos i iste istes iu iram ia ias iamos iam ira iras
		irao irei iremos iriam isse issem irem irmos
	pp .o .a .os .as
	w -
	b .-
	an _acao _acoes _ador _adores _adora _adoras _amento _amentos _agem _agens
	en _edor _edores _edora _edoras _imento _imentos
	in _idor _idores _idora _idoras _icao _icoes _imento _imentos
	nv _- _s
	nor _or _ores _ora _oras
	nao _ao _oes
	nc _- _es`

// Portuguese returns the verbs of Portuguese, as both orthographies of it write them when folded
// ("Nova gramática do português contemporâneo", Cunha and Cintra, chapter 13).
var Portuguese = sync.OnceValue(func() *Table {
	t, groups := newTable("pt", portugueseGroups, portugueseApart, portugueseNoNouns)
	p := portuguese{&conjugator{t, groups}}
	for infinitive := range strings.FieldsSeq(portugueseAr) {
		p.addAr(infinitive)
	}
	p.addAll(portugueseErIr, "", "")
	p.addAll(portugueseEI, "", "i")
	p.addAll(portugueseOU, "", "u")
	p.addAll(portugueseUO, "o", "")
	p.addAll(portugueseUir, "", "")
	p.addIrregular(portugueseIrregular)
	p.addNouns(portugueseNouns)
	return t.done()
})

// portuguese adds verbs of Portuguese to a table.
type portuguese struct{ *conjugator }

func (p portuguese) addAr(infinitive string) {
	v := Verb{Infinitive: infinitive}
	stem := strings.TrimSuffix(infinitive, "ar")
	strong := stem
	if strings.HasSuffix(stem, "e") && !strings.HasSuffix(stem, "que") { // passear, passeia
		strong += "i"
	}
	p.part(&v, stem, "a0")
	p.part(&v, strong, "a1")
	if last := stem[len(stem)-1]; last != 'g' {
		p.part(&v, strong, "a2") // also behind c, which may be ç: começar
		p.part(&v, stem, "a3")
	}
	if before, ok := strings.CutSuffix(stem, "c"); ok {
		p.part(&v, before+"qu", "a2")
		p.part(&v, before+"qu", "a3")
	}
	if strings.HasSuffix(stem, "g") {
		p.part(&v, stem+"u", "a2")
		p.part(&v, stem+"u", "a3")
	}
	p.part(&v, stem, "an")
	p.add(v)
}

// addAll adds the verbs in -er and -ir of a table whose stems change so where they are stressed
// before e, and before o and a.
func (p portuguese) addAll(table, stressed, beforeO string) {
	for verb := range strings.FieldsSeq(table) {
		infinitive, participle, _ := strings.Cut(verb, ":")
		v := Verb{Infinitive: infinitive}
		stem, ending := infinitive[:len(infinitive)-2], infinitive[len(infinitive)-2:]
		vowel := ending[:1]
		high := portugueseBeforeA(changed(stem, beforeO))
		p.part(&v, stem, vowel+"0")
		p.part(&v, changed(stem, stressed), "e1")
		p.part(&v, high, "e2")
		p.part(&v, high, "e3")
		p.part(&v, stem, vowel+"n")
		if strings.HasSuffix(stem, "uz") { // produz
			p.part(&v, stem, "b")
		}
		if participle != "" {
			p.part(&v, participle, "pp")
		}
		p.add(v)
	}
}

// portugueseBeforeA is a stem of a verb in -er or -ir as it is written before a and o.
func portugueseBeforeA(stem string) string {
	if before, ok := strings.CutSuffix(stem, "gu"); ok {
		return before + "g"
	}
	if before, ok := strings.CutSuffix(stem, "g"); ok {
		return before + "j"
	}
	return stem
}
