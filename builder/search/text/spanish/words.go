// Package spanish has words of Spanish that stand for each other though no rule of endings joins
// them. All are folded: ñ is n.
package spanish

import (
	"slices"
	"strings"
)

// Adjectives are common adjectives, and names of people, in o, whose endings nouns and verbs have
// as well. Each has both genders and numbers.
const Adjectives = `
	absoluto abuelo adjunto adulto aereo amarillo amigo amplio antiguo antropologo arqueologo
	arquitecto atento biologo blanco bonito bruto bueno chico ciego complejo compuesto continuo
	corto cuarto diario discreto dispuesto distinto ecologo entero europeo exacto feo filosofo
	flamenco frio gato geologo gordo griego guapo hebreo hijo hondo horrendo impreso intacto judio
	justo largo lento ligero limpio lleno loco maestro malo ministro mismo mixto muchacho mudo
	negro nieto nuevo paralelo perro perverso previsto profundo propio psicologo puro quinto raro
	redondo resuelto rico robusto rojo rubio seco segundo sencillo septimo sexto sobrino sociologo
	solo sonoro sordo sucio suegro suelto suizo tercero tieso tio tonto tranquilo turco unico
	vacio viejo violento zurdo`

// words are numbers up to twelve in words and in figures, and words that are clipped in speech
// ("Diccionario de la lengua española", RAE), one a line.
const words = `
	dos 2
	tres 3
	cuatro 4
	cinco 5
	seis 6
	siete 7
	ocho 8
	nueve 9
	diez 10
	once 11
	doce 12
	app apps aplicacion aplicaciones
	auto autos automovil automoviles
	bici bicis bicicleta bicicletas
	boli bolis boligrafo boligrafos
	bus buses autobus autobuses
	cole coles colegio colegios
	expo expos exposicion exposiciones
	foto fotos fotografia fotografias
	info informacion informaciones
	insti instis instituto institutos
	mates matematicas
	micro micros microfono microfonos
	moto motos motocicleta motocicletas
	peli pelis pelicula peliculas
	profe profes profesor profesora profesores profesoras
	saxo saxos saxofon saxofones saxofono saxofonos
	super supers supermercado supermercados
	tele teles television televisiones
	zoo zoos zoologico zoologicos`

// people are names of people and the like whose two genders no rule joins, one a line
// ("Diccionario de la lengua española", RAE).
const people = `
	alcalde alcaldesa alcaldes alcaldesas
	cliente clienta clientes clientas
	heroe heroina heroes heroinas
	jefe jefa jefes jefas
	nene nena nenes nenas
	poeta poetisa poetas poetisas
	presidente presidenta presidentes presidentas
	sacerdote sacerdotisa sacerdotes sacerdotisas`

// demonyms are countries, regions and large cities of one word, each with the people and the
// adjective of it in the masculine ("Ortografía de la lengua española", RAE 2010, appendix 3).
const demonyms = `
	afganistan afgano africa africano albania albanes alemania aleman america americano andalucia
	andaluz andorra andorrano angola angoleno aragon aragones argelia argelino argentina argentino
	armenia armenio asia asiatico asturias asturiano atenas ateniense australia australiano
	austria austriaco barcelona barcelones belgica belga berlin berlines bilbao bilbaino bogota
	bogotano bolivia boliviano bosnia bosnio brasil brasileno bulgaria bulgaro cadiz gaditano
	camboya camboyano camerun camerunes canada canadiense canarias canario cantabria cantabro
	caracas caraqueno cataluna catalan chile chileno china chino chipre chipriota colombia
	colombiano cordoba cordobes corea coreano croacia croata cuba cubano dinamarca danes ecuador
	ecuatoriano egipto egipcio escocia escoces eslovaquia eslovaco eslovenia esloveno espana
	espanol estonia estonio etiopia etiope europa europeo extremadura extremeno filipinas filipino
	finlandia finlandes florencia florentino francia frances galicia gallego georgia georgiano
	grecia griego guatemala guatemalteco habana habanero holanda holandes honduras hondureno
	hungria hungaro inglaterra ingles irak iraqui iran irani irlanda irlandes islandia islandes
	israel israeli italia italiano jamaica jamaicano japon japones jordania jordano kenia keniano
	letonia leton libano libanes libia libio lisboa lisboeta lituania lituano londres londinense
	luxemburgo luxemburgues madrid madrileno malaga malagueno malasia malasio mali maliense
	mallorca mallorquin malta maltes marruecos marroqui mexico mexicano mongolia mongol montevideo
	montevideano moscu moscovita mozambique mozambiqueno murcia murciano napoles napolitano
	navarra navarro nepal nepali nicaragua nicaraguense nigeria nigeriano noruega noruego
	palestina palestino panama panameno paraguay paraguayo paris parisino peru peruano polonia
	polaco portugal portugues quito quiteno roma romano rumania rumano rusia ruso salamanca
	salmantino senegal senegales serbia serbio sevilla sevillano siria sirio suecia sueco suiza
	suizo tailandia tailandes taiwan taiwanes tanzania tanzano tibet tibetano toledo toledano
	tunez tunecino turquia turco ucrania ucraniano uruguay uruguayo valencia valenciano venecia
	veneciano venezuela venezolano viena vienes vietnam vietnamita zaragoza zaragozano`

// Rows returns rows of words that stand for each other.
func Rows() (rows [][]string) {
	for _, table := range [...]string{words, people} {
		for line := range strings.Lines(strings.TrimSpace(table)) {
			rows = append(rows, strings.Fields(line))
		}
	}
	for pair := range slices.Chunk(strings.Fields(demonyms), 2) {
		rows = append(rows, append(pair[:1:1], bent(pair[1])...))
	}
	return rows
}

// bent are the genders and numbers of an adjective.
func bent(w string) []string {
	last := w[len(w)-1]
	switch stem := strings.TrimSuffix(w, "o"); {
	case stem != w:
		return []string{w, stem + "a", stem + "os", stem + "as"}
	case strings.IndexByte("aei", last) >= 0:
		return []string{w, w + "s"}
	case last == 'z':
		stem = strings.TrimSuffix(w, "z")
		return []string{w, w + "a", stem + "ces", w + "as"}
	}
	return []string{w, w + "a", w + "es", w + "as"}
}
