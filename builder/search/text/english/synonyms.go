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

// Abbreviations are groups of words that stand for each other, a line each: those of the style
// guides and of programmes, ordinals in figures, and what the people of a country call it. Left out
// of these is Suisse, which is a bank, too.
const Abbreviations = `
	junior = jr
	senior = sr
	professor = prof
	doctor = dr
	mount = mt
	mathematics = maths = math
	avenue = ave
	featuring = feat = ft
	versus = vs
	kids = young people
	europe = eu
	netherlands = holland = nederland
	germany = deutschland
	brazil = brasil
	spain = españa
	italy = italia
	switzerland = schweiz
	poland = polska
	sweden = sverige
	norway = norge
	denmark = danmark
	finland = suomi
	museum of modern art = moma
	metropolitan = met
	worldwide developers conference = wwdc
	domain driven design = ddd
	test driven development = tdd
	behavior driven development = behaviour driven development = bdd
	machine learning = ml
	artificial intelligence = ai
	large language model = large language models = llm = llms
	natural language processing = nlp
	internet of things = iot
	virtual reality = vr
	user experience = ux
	developer experience = dx
	customer experience = cx
	quality assurance = qa
	site reliability engineering = sre
	search engine optimization = seo
	software as a service = saas
	call for papers = call for proposals = call for speakers = cfp
	continuous integration = ci
	infrastructure as code = iac
	augmented reality = ar
	extended reality = mixed reality = xr
	generative artificial intelligence = generative ai = genai = gen ai
	first = 1st
	second = 2nd
	third = 3rd
	fourth = 4th
	fifth = 5th
	sixth = 6th
	seventh = 7th
	eighth = 8th
	ninth = 9th
	tenth = 10th`
