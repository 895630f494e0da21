// Package names has the names of composers, writers, artists and figures of works that languages
// spell differently, since each writes the letters of another alphabet by its own sounds:
// Tchaikovsky, Tschaikowsky, Чайковский. Who types one spelling finds the others. It also has first
// names and surnames that sound alike and are written in several ways, see Homophones, and what
// works are called in other languages, see Titles.
//
// The spellings are those of the encyclopaedias of the languages (Britannica, Larousse, Brockhaus,
// Treccani, Grande Enciclopédia Portuguesa e Brasileira, Gran Enciclopedia) and of the systems of
// transliteration behind them: BGN/PCGN, ISO 9, DIN 1460, that of the French Imprimerie nationale.
// Left out are spellings that are another word or a common first name: Colón, Rafael, Fausto.
package names

import "strings"

// Spellings returns the spellings of each name, folded, the English one first.
func Spellings() (rows [][]string) {
	return rowsOf(composers + writers + artists + figures)
}

func rowsOf(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		row := strings.Fields(line)
		if last := len(rows) - 1; strings.HasPrefix(line, "\t\t") {
			rows[last] = append(rows[last], row...)
		} else if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// A line has a name; what is indented further goes on with the one before.

const composers = `
	tchaikovsky chaikovsky chaikovski tchaikovski tchaikowsky tchaikowski tschaikowsky
		tschaikowski tschaikovsky czajkowski cajkovskij cajkovskis ciaikovski ciaikovskij
		txaikovski
	rachmaninoff rachmaninov rachmaninow rachmaninof rakhmaninov rakhmaninoff rajmaninov
		rajmaninoff rahmaninov
	prokofiev prokofieff prokofjew prokofiew prokofjev prokofief
	shostakovich schostakowitsch chostakovitch chostakovich sostakovic szostakowicz
		shostakovitch schostakovich xostakovich
	stravinsky strawinsky stravinski strawinski stravinskij
	mussorgsky moussorgski moussorgsky mussorgski mussorgskij musorgsky musorgskij musorgski
	korsakov korsakoff korsakow korssakow korsakof
	rimsky rimski rimskij
	borodin borodine
	glazunov glazounov glasunow glazunow glazunof
	scriabin skriabin skrjabin scriabine skryabin
	balakirev balakirew balakireff balakiriev
	khachaturian khatchaturian khatchatourian chatschaturjan chaciaturian jachaturian
		khachaturyan
	kabalevsky kabalevski kabalewski kabalewsky
	taneyev taneiev tanejew taneev
	lyadov liadov ljadow lyadow liadow
	arensky arenski
	dargomyzhsky dargomyjski dargomyschski dargomizhsky
	schnittke chnitke shnitke
	gubaidulina goubaidoulina gubaydulina
	myaskovsky miaskovsky miaskovski mjaskowski
	medtner metner
	mosolov mossolov mossolow
	weinberg vainberg vaynberg wainberg
	handel haendel hendel
	dvorak dvorjak
	schoenberg schonberg
	martinu martinou
	szymanowski szymanovski
	lutoslawski lutoslavski
	paderewski paderevski
	wieniawski wieniavski
	moszkowski moszkovski
	chopin szopen`

const writers = `
	chekhov tchekhov tchekov tchechov tschechow tschechov chejov cechov czechow
	dostoevsky dostoyevsky dostoievski dostoyevski dostojewski dostojewskij dostoevskij
		dostojevskij dostoevski dostoiewski dostoievsky
	tolstoy tolstoi tolstoj
	pushkin pouchkine puschkin puchkin puskin puszkin pushkine
	turgenev tourgueniev turgueniev turgenjew turgenjev turguenev
	gorky gorki gorkij
	bulgakov boulgakov bulgakow
	mayakovsky maiakovski mayakovski majakowski majakovskij maiakovsky majakowskij
	nabokov nabokow
	akhmatova achmatova achmatowa ajmatova ahmatova
	tsvetaeva tsvetaieva zwetajewa cvetaeva tsvetayeva zvetaieva
	lermontov lermontow
	solzhenitsyn soljenitsyne solschenizyn solzhenitsin soljenitsin solzenicyn soljenitsyn
	griboyedov griboiedov gribojedow
	ostrovsky ostrovski ostrowski
	zamyatin zamiatine samjatin zamiatin
	yevtushenko evtouchenko jewtuschenko evtushenko
	homer homere homero homeros
	platon platao platone
	aristotle aristote aristoteles aristotele
	socrates sokrates socrate
	sophocles sophocle sophokles sofocles sofocle
	euripides euripide
	aeschylus eschyle aischylos esquilo eschilo
	aristophanes aristophane aristofanes aristofane
	aesop esope esopo asop
	virgil vergil virgile virgilio
	ovid ovide ovidio
	confucius konfuzius confucio
	avicenna avicenne avicena
	copernicus kopernikus copernic copernico kopernik
	euclid euclide euklid euclides
	archimedes archimede arquimedes
	herodotus herodote herodot herodoto`

const artists = `
	eisenstein eizenstein ejzenstejn
	tarkovsky tarkovski tarkowski tarkovskij tarkowskij
	nijinsky nijinski nischinski nizhinsky nizinskij
	diaghilev djagilew diaguilev diagilev
	nureyev noureev nurejew nureiev nureev noureiev
	baryshnikov barychnikov baryschnikow baryshnikow
	kandinsky kandinski kandinskij
	malevich malevitch malewitsch malevic malevitsch
	rostropovich rostropovitch rostropowitsch rostropovic
	stanislavsky stanislavski stanislawski stanislavskij
	ashkenazy achkenazy aschkenasi ashkenazi
	oistrakh oistrach oistraj
	rodchenko rodtchenko rodtschenko
	meyerhold meierhold
	balanchine balanchin
	michelangelo michelange miguelangel
	titian tiziano tizian titien ticiano
	brueghel bruegel breughel breugel`

const figures = `
	scheherazade sheherazade scheherezade xerazade sherazade schehrazade
	petrushka petrouchka petruschka petruska petruchka
	oedipus oedipe odipus edipo
	orpheus orphee orfeo orfeu
	eurydice euridice eurydike
	electra elektra electre eletra
	iphigenia iphigenie ifigenia
	phaedra phedre phadra fedra
	prometheus promethee prometeo prometeu
	dionysus dionysos dioniso
	ulysses ulysse ulises ulisses
	odyssey odyssee odisea odisseia
	antigone antigona
	onegin oneguine onjegin
	karenina karenine
	karamazov karamasow karamazow
	raskolnikov raskolnikow`
