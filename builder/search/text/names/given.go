package names

import (
	"strings"
	"sync"

	"cartaz/builder/search/text/wordmap"
)

// IsGiven reports whether a folded word is a common first name, of a woman or a man, in a language
// written in Latin letters. With the word behind it, it names one person: Richard Strauss is not
// what a programme of Johann Strauss and Richard Wagner has.
func IsGiven(word []byte) bool { return isGiven().Has(word) }

var isGiven = sync.OnceValue(func() *wordmap.Set {
	set := wordmap.SetOf(Given())
	return &set
})

// GivenFrom returns the names of IsGiven that begin with a letter, folded.
func GivenFrom(letter byte) []string {
	if letter < 'a' || 'z' < letter {
		return nil
	}
	return givenFrom()[letter-'a']
}

var givenFrom = sync.OnceValue(func() (from [26][]string) {
	for _, name := range Given() {
		from[name[0]-'a'] = append(from[name[0]-'a'], name)
	}
	return from
})

// Given returns the names of IsGiven, folded. They are the commonest of the dictionaries of names
// (Hanks, Hardcastle, Hodges, "A Dictionary of First Names"; Guérios; Albaigès; Morlet; Duden,
// "Das große Vornamenlexikon"), with those of composers, soloists and writers of other countries.
// Left out are names that are another common word (Mark, Rose, Marin), a city or state (Florence,
// Virginia), a surname as often (Gordon, Wagner), or the title of a work (Diana, Emma).
func Given() []string { return strings.Fields(commonGiven) }

// Names of English; of Portuguese and Spanish; of French; of German and of other languages.
const commonGiven = `
	aaron abraham adrian aidan alan albert alex alexander alfred alice alicia alison allen
	amanda amy andrew angela ann anna anne anthony arnold arthur audrey barry benjamin bernard
	beth betty beverly brad brandon brenda brian carl caroline cecil charles charlie chris
	christina christine christopher claire clarence colin cynthia daniel danny darren dave david
	deborah dennis derek diane donald donna doug eddie edgar edith edmund edward edwin eileen
	elaine eleanor elisabeth elizabeth ellen elliott elmer elvis emily eric erica ernest ethan
	ethel eva evelyn fiona frances francis fred frederick gareth gary geoffrey gerald gerard
	gilbert greg gregory gwendolyn hannah harold harry heather helen henry herbert hugh ian
	isaac isabel ivan jacob jacqueline james jamie jane janet janice jared jason jeff jeffrey
	jennifer jeremy jerome jerry jessica jessie jim jimmy joan joanna joanne joe joel john
	johnny jonathan joseph josh joshua joyce juan judy julian julie justin karen karl kate
	katherine kathleen kathryn katie keith kenneth kenny kevin kimberly kyle larry laura lauren
	laurence lawrence leonard leroy liam linda lois louis louise lucas lucy luke malcolm marcus
	margaret marie marilyn marion marjorie martha martin marvin mary matthew maureen maurice
	megan melanie melissa michael michelle miguel mike mildred monica naomi natalie nathan neil
	nicholas nicole nigel noah oscar pamela patricia patrick paul paula pauline peter phil
	philip phillip phyllis rachel raymond rebecca reginald renee rhonda richard robert roberta
	roderick rodney roger roland ronald ronnie ryan sally samantha samuel sandra sara sarah sean
	seth sharon sheila shirley simon sophia sophie stephanie stephen steve steven stewart stuart
	susan suzanne sylvia theodore theresa thomas tim timothy tina tommy tony trevor valerie
	vanessa veronica vincent vivian walter wendy wesley wilfred william willie yvonne zachary

	adriana adriano agustin alberto alejandra alejandro alessandra alexandra alexandre alfonso
	alfredo aline alvaro amalia ana andre andrea andreia andres angelica anita anselmo antonia
	antonio armando arnaldo arturo beatriz bernardo bianca braulio breno bruna caetano carla
	carlos catarina celia celso cesaria claudia claudio cristiano cristina dalva daniela danilo
	debora denise djavan edson eduardo eliana eliane elis elisa elza emilio enrique erasmo
	ernesto esteban evandro fabiana fabiano fabio fabricio federico felipe fernanda fernando
	filipe flavia flavio francisca francisco gabriel gabriela geraldo gerardo gilberto gilson
	giovana giovanni gisela gonzalo guilherme guillermo gustavo henrique hermeto hilda ignacio
	igor ingrid isabela isadora ivete ivone javier joana joao joaquim joaquin jorge jose juana
	juliana juliano julieta julio katia larissa laurindo leandro leonardo leticia lidia ligia
	lorenzo lucia luciana luciano luis luisa luiz luiza manuel marcela marcelo marcia marcio
	marcos margarida maria mariana mariano marilena marilia mario marisa mateus matheus mauricio
	mauro micaela miriam murilo nadia nicolas nilton norberto octavio odete olga osvaldo pablo
	paulinho paulo pedro pepe priscila rafael rafaela raimundo ramiro ramon raquel raul renata
	renato ricardo roberto rodolfo rodrigo rogerio romulo ronaldo rosana ruben rubens sebastian
	sebastiao sergio severino sidnei silvana silvia silvio simone sonia tatiana teodoro thiago
	tiago tomas tulio valeria vicente vitor waldemar wanderlei yamandu zeca zelia

	agathe agnes alain alban alphonse anais anatole antoine antoinette arnaud aude aurelie
	aurelien baptiste bastien benoit bernadette bertrand brigitte catherine cedric celine
	chantal christelle christophe clemence clement clementine clotilde colette corinne cyril
	damien delphine didier edouard elodie emilie emmanuel emmanuelle estelle etienne eugenie
	fabien fabrice francois francoise frederic gabrielle gaelle gaetan gauthier genevieve
	georges germaine ghislain gilles guillaume gwenaelle henri herve isabelle jacques jean
	jeanne joelle josephine juliette laetitia laurent lucie lucien lucille ludovic maelle magali
	marc marcel margaux marguerite marianne mathieu mathilde mathis matthieu maxime michel
	michele mireille monique muriel nadege nathalie noemie odile olivier pascale philippe pierre
	quentin raphael raymonde remi remy roxane sabine sebastien serge severine solange sylvain
	sylvie theo therese thibault thibaut thierry veronique violaine virginie yann yannick yves
	zoe

	achim albrecht alessandro alessio alois andreas andrzej angelo anja anke anneliese annette
	ansgar antje anton antonin arcangelo arkady arvo astrid axel baldassare barbel beate bedrich
	bernd bernhard bettina birgit bjorn bohuslav boris burkhard camillo carlo carsten christa
	christoph claus clemens cornelia cornelius dagmar daniele dario detlef dieter diether
	dietmar dietrich dirk dmitri dmitriy dmitry dorothea eberhard eckhard edvard egon einojuhani
	elfriede elke emanuel emil engelbert enrico erich ernst erwin ettore eugen evgeny fabrizio
	felice filippo franz franziska friedrich fritz gaetano galina georg gerd gerhard gertrud
	giacomo gianluca gioacchino gioachino giorgio girolamo giulia giulio giuseppe gottfried
	gregor gudrun gunter gunther gustav gyorgy hans hansjorg harald hartmut hedwig heide heike
	heiner heinrich heinz helga helmut henrik hermann hildegard holger horst ilse ilya ingeborg
	ingo irina irmgard isaak jaap jakob janos jaroslav jens jerzy jiri joachim jochen johann
	johanna johannes jorg josef jukka jurgen jutta kaija karin karol karsten katharina katja
	katrin kerstin klaus krzysztof ksenia kurt lars leif leos lothar ludmila ludwig luigi lutz
	magdalena maksim manfred marcello margarete margit marlene mathias matteo matthias mikhail
	mirella monika mstislav natalia niccolo nicola nicolo nikolai norbert olaf oleg olli oskar
	ottorino paavo paolo pavel petra philipp pietro pyotr rainer reiner reinhard renate riccardo
	rolf rosalia rudiger rudolf ruggero ruggiero rupert sergei sergej sergey sigrid silke sofya
	stefan steffen sven svenja svetlana sviatoslav tanja tatyana thorsten tilman tobias tomaso
	tommaso torsten toru traugott udo ulla ulrich ulrike umberto ursula ute uwe vaclav valery
	vasily veit viktor viktoria vincenzo vittorio vladimir volker walburga werner wilhelm willi
	winfried witold wolfgang wolfram yefim yehudi yevgeny yuri zdenek zoltan zubin
	julia hilary hillary lili lilly lilli olivia isabella maya abigail amelia camila elena
	gabriella dylan oliver elijah george jesse caleb dominic xavier barbara cecilia lisa leila
	lorin semyon mariss eugene stephane maurizio krystian daniil denis ove placido bryn
	leontyne jessye kiri itzhak pinchas gil garrick midori neville radu edo victor`
