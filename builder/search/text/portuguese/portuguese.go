// Package portuguese has tables of Portuguese that text reads: abbreviations, and words that are
// close to each other.
package portuguese

import "strings"

// Rows returns the words that stand for each other, a row each, folded.
func Rows() [][]string { return rowsOf(abbreviations) }

// Close returns the words that say nearly the same, a row each, folded: they stand for each other
// where a text finds nothing otherwise.
func Close() [][]string { return rowsOf(synonyms) }

func rowsOf(table string) (rows [][]string) {
	for line := range strings.Lines(strings.TrimSpace(table)) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// abbreviations are those of addresses (Correios, "Guia de Endereçamento") and of names of houses
// and people (Academia Brasileira de Letras, VOLP, reduções) beside the synonyms of Portuguese.
// Left out are those of one letter, those that are a state (al, pe), a title in other languages
// (ed, rod) or another word (mal, gal, cap, ten). A choro is also called chorinho (Houaiss).
const abbreviations = `
	jardim jd
	parque parques pq pque
	vila vilas vl
	biblioteca bibliotecas biblio bib
	universidade universidades univ
	instituto institutos inst
	presidente presidentes pres
	governador governadores gov
	engenheiro engenheiros eng
	coronel cel
	conjunto conjuntos conj
	orquestra orquestras orq
	sinfonica sinfonicas sinf
	filarmonica filarmonicas filarm
	choro choros chorinho chorinhos
`

// synonyms are those of the programmes of houses (Houaiss, "Dicionário de Sinônimos e Antônimos"):
// one house has a visita guiada, another a visita mediada. Genres are none.
const synonyms = `
	guiada guiadas guiado guiados mediada mediadas mediado mediados monitorada monitoradas
	exposicao exposicoes expo mostra mostras
	espetaculo espetaculos peca pecas
	oficina oficinas curso cursos aula aulas workshop workshops vivencia vivencias
	filme filmes cinema cinemas longa longas curta curtas
	crianca criancas infantil infantis kids
	graca gratis gratuito gratuita gratuitos gratuitas gratuitamente
	contador contadora contadores contadoras contacao contacoes
	natal natalino natalina natalinos natalinas
	palhaco palhaca palhacos palhacas palhacaria clown clowns
	magico magicos magica magicas ilusionista ilusionistas ilusionismo
	livro livros literario literaria literarios literarias literatura
	musica musicas musical musicais
	danca dancas dancante dancantes
	bale balet ballet bales ballets
	hq hqs quadrinho quadrinhos gibi gibis
	teatro teatros teatral teatrais
	poesia poesias poema poemas poetico poetica
	passeio passeios tour tours roteiro roteiros
	comida comidas gastronomia gastronomico gastronomica culinaria culinario
	palestra palestras conversa conversas debate debates papo papos
	desfile desfiles cortejo cortejos
	feira feiras bazar bazares feirinha feirinhas
	balada baladas festa festas baile bailes
	comedia comedias comediante comediantes humor humorista humoristas
	circo circos circense circenses
	coral corais coro coros
	aniversario aniversarios anos
	lgbt lgbtq lgbtqia lgbtqiap lgbtqiapn
	bairro bairros periferia quebrada quebradas
	idoso idosos idosa idosas
	terror horror
`
