package music

import "strings"

// Terms returns what languages call forms and instruments, a row each, folded: visitors type them
// in their own language (brahms sinfonie 4, concierto para piano).
func Terms() (rows [][]string) {
	for line := range strings.Lines(strings.TrimSpace(terms)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// terms are those of English, German, French, Spanish, Portuguese and Italian, one and many,
// collected by hand. Some mean something else, too (Messe is a fair, abertura an opening): that is
// why they only count where nothing is found. Left out are those that are another instrument or
// voice in one of the languages: French cor, German alt, Portuguese trompa.
const terms = `
	symphony symphonies sinfonie sinfonien symphonie symphonien sinfonia sinfonias sinfonica
	concerto concertos concerti konzert konzerte concierto conciertos
	quartet quartets quartett quartette quatuor quatuors quarteto quartetos cuarteto cuartetos quartetto
	quintet quintets quintett quintette quintettes quinteto quintetos quintetto
	sextet sextets sextett sextuor sexteto sextetos
	octet octets oktett octuor octeto octetos
	sonata sonatas sonate sonaten sonates
	overture overtures ouverture ouverturen ouvertures obertura oberturas abertura aberturas
	waltz waltzes walzer valse valses vals valsa valsas
	march marches marsch marche marcha marchas
	mass masses messe messen messes misa misas missa missas
	song songs lied lieder chanson chansons cancion canciones cancao cancoes
	orchestra orchestras orchester orchestre orchestres orquesta orquestas orquestra orquestras
	choir choirs chor chore choeur choeurs coro coros
	violin violins violine violinen violon violons violino violinos violines
	cello cellos violoncello violoncelle violoncelles violonchelo violoncelo violoncelos
	piano pianos klavier klaviere
	flute flutes flote floten flauta flautas flauto
	clarinet clarinets klarinette klarinetten clarinette clarinettes clarinete clarinetes
	oboe oboes hautbois
	bassoon bassoons fagott fagotte basson bassons fagot fagote fagotes
	trumpet trumpets trompete trompeten trompette trompettes trompeta trompetas trompetes
	trombone trombones posaune posaunen trombon
	harp harps harfe harfen harpe harpes arpa arpas harpa harpas
	guitar guitars gitarre gitarren guitare guitares guitarra guitarras
	organ organs orgel orgeln orgue orgues organo orgao orgaos`
