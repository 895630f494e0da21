package phrases_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
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
		d.JSON = fmt.Appendf(nil, `{"name":%q}`, d.Name)
		require.NoError(t, w.Add(d))
	}
	var b bytes.Buffer
	_, err = w.WriteTo(&b)
	require.NoError(t, err)
	index, err := search.Open(b.Bytes())
	require.NoError(t, err)
	return phrases.NewNames(index, "pt-BR")
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
		{Name: "Vento Sul"},
		{Name: "x", Country: "PT", CountryNames: []string{"Portugal"}, Price: 10, Currency: "BRL"},
	})
}

// request is what is compared of a phrases.Request.
type request struct {
	Text, City, State, Organization, Venue, Country, Status string

	Time     string // as when returns it
	MaxPrice int
	Vague    bool
}

// understand reads a message in a language on Friday, 20 November 2026, without the kinds that the
// search of an agent drops.
func understand(text, locale string, names *phrases.Names) request {
	q := phrases.For(locale).ReadRequest(text, names,
		time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	return request{names.DropKinds(q.Text), q.City, q.State, q.Organization, q.Venue, q.Country,
		q.Status, when(q.From, q.To, q.After, q.Hour), q.MaxPrice, q.Vague}
}

func TestReadRequest(t *testing.T) {
	type q = request
	names := brazil(t)
	for _, tc := range rowstest.Read[[]struct {
		Text string
		Want q
	}](t, "testdata/read-request.yaml") {
		t.Run(tc.Text,
			func(t *testing.T) {
				require.Equal(t, tc.Want, understand(tc.Text, "pt-BR", names))
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
