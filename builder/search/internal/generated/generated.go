// Package generated makes documents and queries like those of a Brazilian ticket shop, in any
// number, for the tests and benchmarks of builder/search and its comparison with other engines. The
// same seed gives the same ones.
package generated

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"cartaz/builder/search"
)

// Catalogue makes documents one after the other: few words are everywhere, most are rare, big
// cities have most events.
type Catalogue struct {
	rnd   *rand.Rand
	tail  []string // rare words: names of artists, streets, producers
	zipf  *rand.Zipf
	words *rand.Zipf
	city  *rand.Zipf
}

// New returns a catalogue that has made nothing yet.
func New(seed uint64) *Catalogue {
	rnd := rand.New(rand.NewPCG(seed, 2026))
	c := &Catalogue{rnd: rnd}
	for len(c.tail) < 60_000 {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			b.WriteString(pick(rnd, onsets))
			b.WriteString(pick(rnd, vowels))
		}
		b.WriteString(pick(rnd, codas))
		c.tail = append(c.tail, b.String())
	}
	c.zipf = rand.NewZipf(rnd, 1.15, 8, uint64(len(c.tail)-1))
	c.words = rand.NewZipf(rnd, 1.1, 6, uint64(len(proseWords)-1))
	c.city = rand.NewZipf(rnd, 1.4, 2, uint64(len(cities)-1))
	return c
}

func pick(rnd *rand.Rand, from []string) string { return from[rnd.IntN(len(from))] }

func (c *Catalogue) rare() string {
	w := c.tail[c.zipf.Uint64()]
	return strings.ToUpper(w[:1]) + w[1:]
}

// Doc makes the next document; id is only written into its fragments.
func (c *Catalogue) Doc(id int) search.Doc {
	city := cities[c.city.Uint64()]
	producer := pick(c.rnd, []string{"Produtora", "Grupo", "Instituto", "Casa", "Coletivo"}) + " " +
		c.tail[c.rnd.IntN(3000)]
	var name, prose strings.Builder
	fmt.Fprintf(&name, "%s %s %s", pick(c.rnd, kindsOfEvent), pick(c.rnd, themes), c.rare())
	if c.rnd.IntN(3) == 0 {
		fmt.Fprintf(&name, " e %s", c.rare())
	}
	if c.rnd.IntN(4) == 0 {
		fmt.Fprintf(&name, " - %dª edição %d", 1+c.rnd.IntN(30), 2024+c.rnd.IntN(4))
	}
	for i := range 40 + c.rnd.IntN(60) {
		switch {
		case i > 0 && i%12 == 0:
			prose.WriteString(". ")
		case i > 0:
			prose.WriteByte(' ')
		}
		if c.rnd.IntN(6) == 0 {
			prose.WriteString(c.rare())
		} else {
			prose.WriteString(proseWords[c.words.Uint64()])
		}
	}
	d := search.Doc{
		Name: name.String(), Producer: producer,
		ProducerSlug: strings.ReplaceAll(strings.ToLower(producer), " ", "-"),
		Venue: pick(c.rnd, []string{"Teatro", "Arena", "Espaço", "Clube", "Parque", "Estádio",
			"Auditório"}) + " " + c.rare(),
		City: city.name, State: city.state, Description: prose.String(),
	}
	d.JSON = fmt.Appendf(nil, `{"id":%d,"name":%q,"description":%q}`, id, d.Name, d.Description)
	d.Card = fmt.Appendf(nil, `<li><a href="/eventos/%d">%s</a></li>`, id, d.Name)
	d.Line = fmt.Appendf(nil, "- [%s](/eventos/%d.md)\n", d.Name, id)
	return d
}

// Queries makes n typical queries: parts of names, with or without a city, and sometimes a typo.
func Queries(seed uint64, n int) []search.Query {
	c := New(seed)
	all := make([]search.Query, n)
	for i := range all {
		d := c.Doc(i)
		name := strings.Fields(d.Name)
		first := name[0]
		switch i % 8 {
		case 0:
			all[i].Text = first
		case 1:
			all[i].Text = d.Name
		case 2:
			all[i].Text = first + " " + name[len(name)-1]
		case 3:
			all[i].Text = first + " " + name[2][:min(3, len(name[2]))]
		case 4:
			all[i].City = d.City
		case 5:
			all[i] = search.Query{Text: first, City: d.City}
		case 6:
			all[i].Text = d.Venue
		case 7:
			all[i].Text = first[:3] + first[4:]
		}
	}
	return all
}

var (
	onsets = strings.Fields("b c d f g j l m n p r s t v x br cr dr fr gr pr tr bl cl fl ch lh " +
		"nh qu gu")
	vowels = strings.Fields("a e i o u a e o ã é ó ei ou ia ão")
	codas  = []string{"", "", "", "", "s", "r", "n", "l", "z", "s"}

	kindsOfEvent = strings.Fields(`
		Show Festival Espetáculo Workshop Curso Congresso Feira Corrida Stand-up Festa Baile
		Oficina Palestra Concerto Encontro Seminário Musical Exposição Copa Circuito`)
	themes = []string{
		"de Jazz", "de Rock", "de Samba", "de Forró", "Sertanejo", "de Música Brasileira",
		"de Teatro", "de Dança",
		"on-line", "de Inovação", "de Marketing", "Gastronômico", "de Inverno", "de Verão",
		"Infantil", "Gospel",
		"de Humor", "de Fotografia", "de Cinema", "da Cerveja", "do Vinho", "de Tecnologia",
		"de Saúde", "Junino",
	}
	cities = func() []struct{ name, state string } {
		var all []struct{ name, state string }
		for line := range strings.SplitSeq(`São Paulo/SP Rio de Janeiro/RJ Belo Horizonte/MG
Curitiba/PR Porto Alegre/RS
Brasília/DF Salvador/BA Recife/PE Fortaleza/CE Florianópolis/SC Goiânia/GO Belém/PA Manaus/AM
Campinas/SP Santos/SP
Vitória/ES Natal/RN João Pessoa/PB Maceió/AL Aracaju/SE Teresina/PI São Luís/MA Cuiabá/MT
Campo Grande/MS Palmas/TO
Porto Velho/RO Rio Branco/AC Macapá/AP Boa Vista/RR Ribeirão Preto/SP Uberlândia/MG Joinville/SC
Londrina/PR Niterói/RJ
Caxias do Sul/RS Ouro Preto/MG Paraty/RJ Gramado/RS Olinda/PE Santo André/SP
São Bernardo do Campo/SP Osasco/SP`, "\n") {
			for line != "" {
				name, rest, _ := strings.Cut(line, "/")
				all = append(all, struct{ name, state string }{strings.TrimSpace(name), rest[:2]})
				line = rest[2:]
			}
		}
		return all
	}()
	proseWords = strings.Fields(`
		de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao
		ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso
		ela entre era depois sem mesmo aos ter seus quem nas me esse eles estão você tinha foram
		essa num nem suas meu às minha têm numa pelos elas havia seja qual será nós evento eventos
		ingresso ingressos show shows música músicas público artista artistas festival festivais
		noite noites programação atração atrações palco palcos entrada entradas abertura horário
		local classificação anos meia lote lotes venda vendas desconto descontos estudante
		estudantes acesso camarote pista setor setores cadeira cadeiras mesa mesas cerveja comida
		bebidas gastronomia cultura cultural culturais projeto projetos participação experiência
		experiências inesquecível melhor melhores sucesso sucessos banda bandas cantor cantora
		cantores turnê repertório canção canções disco álbum gravação ao vivo especial convidado
		convidados direção produção realização apoio patrocínio informações contato telefone site
		oficial compra compras pagamento cartão crédito parcelamento cancelamento reembolso
		política documento identidade obrigatório apresentação menores acompanhados responsáveis
		legais proibida estacionamento transporte acessibilidade segurança bombeiros capacidade
		sujeito lotação alteração aviso prévio curso cursos aula aulas professor professores aluno
		alunos certificado carga horária conteúdo módulo módulos prática teoria palestrante
		palestrantes congresso mercado empresas negócios inovação tecnologia digital marketing
		vendas gestão liderança carreira saúde bem-estar corrida percurso largada chegada kit
		camiseta medalha inscrição inscrições atleta atletas premiação categoria categorias
		família crianças infantil teatro peça elenco texto cenário figurino luz comédia drama
		dança coreografia companhia espetáculo temporada sessão sessões fim semana sábado domingo
		sexta-feira feriado janeiro fevereiro março abril maio junho julho agosto setembro outubro
		novembro dezembro verão inverno praia parque centro cidade bairro rua avenida praça brasil
		brasileira brasileiro nacional internacional mundo história vida amor paixão alegria
		emoção energia sonho sonhos coração alma corpo mente natureza`)
)
