// Package verbs knows which forms the verbs of Spanish and Portuguese have, and what kind of forms:
// those that only a verb has, those that nouns look like, and nouns that are made of the verb.
//
// A verb is a list of parts: a stem, and the group of endings that follow it. Of jugar the stems
// are jug-, jueg- before -a and -o, juegu- and jugu- before -e. A word is a form of a verb when it
// is one of its stems with an ending of the group:
//
//	juegue    stem juegu, group "e es en", a form of jugar
//	editando  stem edit, group "ar ando …", a form of editar
//
// Only verbs of the tables have forms: no rule tells sala (a room) from sale (leaves), or plata
// (silver) from a form of a verb in -ar. So a word of no table is none, and no stem is guessed.
// The conjugations are after "Nueva gramática de la lengua española" (RAE, 2009, chapter 4), the
// verbs that follow each after "Diccionario de la lengua española" (RAE). The verbs are those of
// everyday life, of spare time and of computers.
//
// Words are folded: ñ is n.
package verbs
