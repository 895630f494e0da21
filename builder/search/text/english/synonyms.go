package english

// Close returns the words that say nearly the same, a row each, folded: they stand for each other
// where a text finds nothing otherwise.
func Close() [][]string { return rowsOf(synonyms) }

// synonyms are those of programmes and conferences (Merriam-Webster's Thesaurus).
const synonyms = `
	movie movies film films cinema
	kids child children
	concert concerts recital recitals performance performances
	workshop workshops tutorial tutorials training trainings
	conference conferences conf confs congress convention conventions
	meetup meetups gathering gatherings
	talk talks lecture lectures keynote keynotes
	singer singers vocalist vocalists
	choir choirs chorus choruses chorale choral
	javascript js
	security infosec cybersecurity
`

// feasts are names of feasts in all spellings of Merriam-Webster's dictionary.
const feasts = `
	hanukkah chanukah hanukah chanukkah hannukah hanuka
	christmas xmas
	diwali deepavali divali
`
