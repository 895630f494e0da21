package phrases_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// catalogueOf is an index with one event in each place and by each organiser.
func catalogueOf(t testing.TB, docs []search.Doc) *phrases.Names {
	t.Helper()
	spool, err := os.CreateTemp(t.TempDir(), "spool")
	require.NoError(t, err)
	defer spool.Close()
	w := search.NewWriter(spool)
	for _, d := range docs {
		d.JSON = []byte("{}")
		require.NoError(t, w.Add(d))
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	require.NoError(t, err)
	index, err := search.Open(b.Bytes())
	require.NoError(t, err)
	return phrases.NewNames(index)
}

func brazil(t testing.TB) *phrases.Names {
	at := func(city, state, producer, slug string) search.Doc {
		return search.Doc{Name: "x", City: city, State: state, Producer: producer,
			ProducerSlug: slug}
	}
	return catalogueOf(t, []search.Doc{
		at("Recife", "PE", "Samba & Cia", "samba-e-cia"),
		at("São Paulo", "SP", "Farol Produções", "farol-producoes"),
		at("Manaus", "AM", "Recife Produções", "recife-producoes"),
		at("Rio de Janeiro", "RJ", "Farol", "farol"),
		at("Rio Branco", "AC", "Teatro da Travessia", "teatro-da-travessia"),
		at("Belém", "PA", "Coletivo Maré Alta", "coletivo-mare-alta"),
		at("Palmas", "TO", "Samba", "samba"),
		at("Embu-Guaçu", "SP", "Casa 14", "casa-14"),
		at("Aracaju", "SE", "", ""),
		at("Nice", "", "O", "o"),
		at("Porto Alegre", "RS", "", ""),
		at("Porto", "", "", ""),
		{Name: "x", Venue: "Teatro do Parque", VenueKey: "teatro-do-parque"},
		{Name: "x", Venue: "Municipal", VenueKey: "municipal-a"},
		{Name: "x", Venue: "Municipal", VenueKey: "municipal-b"},
		{Name: "x", Venue: "Sábado", VenueKey: "sabado"},
		{Name: "x", Country: "PT", CountryNames: []string{"Portugal"}, Price: 10, Currency: "BRL"},
	})
}

// request is what is compared of a phrases.Request.
type request struct {
	Text, City, State, Organization, Venue, Country string
	MaxPrice                                        int
	Vague, More                                     bool
}

// understand reads a message in a language on Friday, 20 November 2026, without the kinds that the
// search of an agent drops.
func understand(text, locale string, names *phrases.Names) request {
	q := phrases.For(locale).ReadRequest(text, names,
		time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	return request{names.DropKinds(q.Text), q.City, q.State, q.Organization, q.Venue, q.Country,
		q.MaxPrice, q.Vague, q.More}
}

func TestReadRequest(t *testing.T) {
	type q = request
	names := brazil(t)
	for _, tc := range []struct {
		text string
		want q
	}{
		// Portuguese.
		{"shows em Recife", q{City: "Recife"}},
		{"Shows em RECIFE!", q{City: "Recife"}},
		{"o que tem em SP", q{State: "SP"}},
		{"o que tem em sp?", q{State: "SP"}},
		{"O QUE TEM EM SP", q{State: "SP"}},
		{"eventos da Farol Produções em Manaus",
			q{City: "Manaus", Organization: "farol-producoes"}},
		{"eventos da farol producoes em manaus",
			q{City: "Manaus", Organization: "farol-producoes"}},
		{"eventos da Farol", q{Organization: "farol"}},
		{"quero ver samba em São Paulo", q{Text: "samba", City: "São Paulo"}},
		{"samba", q{Text: "samba"}},
		{"eventos organizados por Samba", q{Organization: "samba"}},
		{"shows do Samba e Cia no Rio de Janeiro",
			q{City: "Rio de Janeiro", Organization: "samba-e-cia"}},
		{"forró no estado do Rio de Janeiro", q{Text: "forró", State: "RJ"}},
		{"teatro infantil no Pará", q{Text: "teatro infantil", State: "PA"}},
		{"eventos para crianças", q{Text: "crianças"}},
		{"eventos em Pernambuco", q{State: "PE"}},
		{"Recife, PE", q{City: "Recife", State: "PE"}},
		{"jazz em recife pe", q{Text: "jazz", City: "Recife", State: "PE"}},
		{"o que acontece em Recife hoje à noite", q{Text: "hoje à noite", City: "Recife"}},
		{"shows neste fim de semana em belem", q{Text: "neste fim de semana", City: "Belém"}},
		{"peças do Teatro da Travessia", q{Text: "peças", Organization: "teatro-da-travessia"}},
		{"eventos da Recife Produções em Recife",
			q{City: "Recife", Organization: "recife-producoes"}},
		{"eventos em Recife e em Manaus", q{City: "Recife", More: true}},
		{"tem show em Recife? Recife mesmo", q{Text: "mesmo", City: "Recife"}},
		{"festa em Embu-Guaçu", q{Text: "festa", City: "Embu-Guaçu"}},
		{"festa em embu guacu", q{Text: "festa", City: "Embu-Guaçu"}},
		{"se tem show em Aracaju", q{City: "Aracaju"}},
		{"quais eventos tem em SE", q{State: "SE"}},
		{"rock recife", q{Text: "rock", City: "Recife"}},
		{"Oi! Quais são os próximos eventos?", q{Vague: true}},
		{"ingressos para o show da Orquestra Mangue", q{Text: "Orquestra Mangue"}},
		{"São João em Palmas", q{Text: "São João", City: "Palmas"}},
		{"porto alegre", q{City: "Porto Alegre"}},
		{"shows no Porto", q{City: "Porto"}},
		{"AC/DC em Recife", q{Text: "AC/DC", City: "Recife"}},
		{"eventos", q{}},
		// English.
		{"events in São Paulo by Samba & Cia", q{City: "São Paulo", Organization: "samba-e-cia"}},
		{"events in sao paulo by samba and cia", q{City: "São Paulo", Organization: "samba-e-cia"}},
		{"what's on in Recife tonight?", q{Text: "tonight", City: "Recife"}},
		{"what conferences are there in Recife in December",
			q{Text: "conferences in December", City: "Recife"}},
		{`jazz "hoje"`, q{Text: "jazz", Vague: true}},
		// Venues and countries.
		{"samba no Teatro do Parque", q{Text: "samba", Venue: "teatro-do-parque"}},
		{"samba no Municipal", q{Text: "samba Municipal"}},
		{"samba na Sábado", q{Text: "samba", Venue: "sabado"}},
		{"perto do parque", q{Venue: "teatro-do-parque"}}, // the only one of that name
		{"perto do parque do povo", q{Text: "parque povo"}},
		{"em sábado", q{Venue: "sabado"}},
		// Prices, in the currency of the catalogue.
		{"jazz até 60 reais", q{Text: "jazz", MaxPrice: 60}},
		{"até R$ 60,00 em Recife", q{City: "Recife", MaxPrice: 60}},
		{"jazz under R$60", q{Text: "jazz", MaxPrice: 60}},
		{"menos de 30 reais, forró", q{Text: "forró", MaxPrice: 30}},
		{"até 20 euros", q{Text: "até 20 euros"}},
		{"até 60", q{Text: "até 60"}},
		{"até R$ 1.200", q{MaxPrice: 1200}},
		{"under 1,200.50 brl", q{MaxPrice: 1200}},
		{"o que tem em Portugal amanhã", q{Text: "amanhã", Country: "pt"}},
		{"rock, Portugal", q{Text: "rock", Country: "pt"}},
		{"Portugal dances", q{Text: "Portugal dances"}},
		{"WHAT TO DO IN RECIFE", q{City: "Recife"}},
		{"Show me jazz concerts near Manaus", q{Text: "jazz concerts", City: "Manaus"}},
		{"anything in the state of Pernambuco", q{State: "PE"}},
		{"theatre by Coletivo Maré Alta", q{Text: "theatre", Organization: "coletivo-mare-alta"}},
		{"events by Farol in Rio Branco", q{City: "Rio Branco", Organization: "farol"}},
		{"nice events in Recife", q{Text: "nice", City: "Recife"}},
		{"Nice events", q{Text: "Nice"}},
		{"conferences in Nice", q{Text: "conferences", City: "Nice"}},
		{"I am looking for something to do in AM", q{State: "AM"}},
		{"casa 14", q{Organization: "casa-14"}},
		{"", q{}},
		{"?!…", q{}},
		{"\u200b\u202eevents\u200d in Recife", q{City: "Recife"}},
	} {
		t.Run(tc.text,
			func(t *testing.T) {
				require.Equal(t, tc.want, understand(tc.text, "pt-BR", names))
			})
	}
}

// A word for a kind is searched for if it distinguishes events: not if all events are of it, by any
// word for it, nor if no event is.
func TestDropKinds(t *testing.T) {
	named := func(names ...string) *phrases.Names {
		var docs []search.Doc
		for _, name := range names {
			docs = append(docs, search.Doc{Name: name})
		}
		return catalogueOf(t, docs)
	}
	confs := named("RustConf", "Rust Conference", "PyCon", "Ruby days", "Go summit")
	mixed := named("Concerto", "Espetáculo", "Feira", "Cinema")
	rare := named("Concerto", "a", "b", "c", "d", "e", "f", "g")
	for _, tc := range []struct {
		names       *phrases.Names
		query, rest string
	}{
		{confs, "conferences", ""},
		{confs, "Rust Konferenzen", "Rust"},
		{confs, "conciertos de Rust", "conciertos de Rust"},
		{confs, `"conferences"`, `"conferences"`},
		{mixed, "concertos, gigs", "concertos, gigs"},
		{rare, "concertos", "concertos"},
		{catalogueOf(t, nil), "concertos", "concertos"},
	} {
		require.Equal(t, tc.rest, tc.names.DropKinds(tc.query), tc.query)
	}
}

// Without any event there is nothing to recognise, and no state exists without an event.
func TestRequestOfEmptyCatalogue(t *testing.T) {
	names := catalogueOf(t, nil)
	require.Equal(t, request{Text: "Recife PE"},
		understand("shows em Recife, PE", "pt-BR", names))
}

// For any message, the result must be names of the index and words of the message.
func FuzzReadRequest(f *testing.F) {
	for _, s := range []string{"shows em Recife", "events in São Paulo by Samba & Cia",
		"Samba e e Cia", "o que tem em SP", "\xff\xfe", "Ａ ½ ﬁ", "e e e e", "casa casa 14 14",
		"Embu-Guac\u0327u"} {
		f.Add(s)
	}
	names := brazil(f)
	f.Fuzz(func(t *testing.T, text string) {
		q := understand(text, "pt-BR", names)
		require.LessOrEqual(t, len(q.Text), len(text)+2)
		if q.City != "" {
			label, ok := names.Index.Label(search.Cities, q.City)
			require.True(t, ok)
			require.Equal(t, label, q.City)
		}
		if q.State != "" {
			_, ok := names.Index.StateKey(q.State)
			require.True(t, ok)
		}
		if q.Organization != "" {
			_, ok := names.Index.Label(search.Organizations, q.Organization)
			require.True(t, ok)
		}
	})
}
