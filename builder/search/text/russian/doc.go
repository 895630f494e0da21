// Package russian knows which forms a Russian word has: the cases and numbers of nouns, the genders
// and short forms of adjectives, the persons and participles of verbs.
//
// A word is a stem and an ending. The endings that one word takes are a class: a declension or a
// conjugation, after A. A. Zaliznyak, "Grammatical Dictionary of the Russian Language" (1977). Two
// words are forms of one another when there is a class, and a stem that may be of that class,
// which they both are a form of:
//
//	выставка    feminine, stem выставк, ending а
//	выставок    feminine, stem выставк, no ending and a fleeting о
//
// Nothing else is known of a stem, so a word has more readings than a dictionary gives it: выставка
// may be a form of a masculine выставк, too. Words that share letters but no class stay apart:
// цель is feminine, целый an adjective; место is neuter, месть feminine. This differs from removing
// endings (L. Dolamic and J. Savoy, "Indexing and searching strategies for the Russian language",
// JASIST 60, 2009; the Snowball stemmer), where all words with the same rest meet, and where a
// word has one rest only: режим is no form of реж.
//
// Words are folded: ё is е, й is и.
package russian
