package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	engine "cartaz/builder/search"
	"cartaz/templates"
)

func palco() *brands.Brand {
	return &brands.Brand{
		Key: "palco", Name: "Palco", Scripts: true, Locale: "pt-BR", Timezone: "America/Sao_Paulo",
		Zone:     mustZone("America/Sao_Paulo"),
		Currency: "BRL", SiteURL: "https://palco.example",
		BaseURL: "https://palco.example/api/public/v1",
		AuthURL: "https://auth.palco.example", Contact: "contato@palco.example",
		Notice: "Página de exemplo: preços inventados.",
		Theme: brands.Theme{Color: "#c8401f", Paper: "#f3e9d8", Headings: "serif",
			Corners: "soft"},
	}
}

func confs() *brands.Brand {
	return &brands.Brand{
		Key: "confs", Name: "Confs", Locale: "en", Currency: "EUR",
		SiteURL: "https://confs.example", BaseURL: "https://confs.example/api/public/v1",
		AuthURL: "https://auth.confs.example",
		Contact: "https://confs.example/about", Notice: "Sample page: prices are invented.",
		Theme: brands.Theme{Color: "#0b5cad", Headings: "sans", Corners: "sharp"},
	}
}

func mustZone(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

func mustNew(t testing.TB, b *brands.Brand) *page.Renderer {
	t.Helper()
	r, err := page.New(b, templates.Embedded)
	require.NoError(t, err)
	return r
}

// mustEvent draws an event with its description cleaned, as the builder does.
func mustEvent(t testing.TB, r *page.Renderer, rec *catalog.Record) page.Event {
	t.Helper()
	e, err := r.Event(rec, cleaned(rec), page.Related{})
	require.NoError(t, err)
	return e
}

func cleaned(rec *catalog.Record) *catalog.Text {
	text := markup.Clean(rec.Description, rec.Format)
	return &text
}

func instant(s string) catalog.Moment {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return catalog.Moment{Precision: catalog.Instant, Time: t}
}

func day(s string) catalog.Moment {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return catalog.Moment{Precision: catalog.Day, Time: t}
}

func local(s string) catalog.Moment {
	t, err := time.Parse("2006-01-02T15:04:05", s)
	if err != nil {
		panic(err)
	}
	return catalog.Moment{Precision: catalog.Local, Time: t}
}

func ticket(name string, price, fee int64, available bool) catalog.Ticket {
	return catalog.Ticket{Name: name, Price: &price, Fee: &fee, Currency: "BRL",
		Available: available}
}

func euros(name string, price, fee int64, available bool) catalog.Ticket {
	t := ticket(name, price, fee, available)
	t.Currency = "EUR"
	return t
}

var readAt = time.Date(2026, 5, 20, 19, 0, 0, 0, time.UTC)

// evinha knows everything that a record can know.
func evinha() *catalog.Record {
	return &catalog.Record{
		ID: 71, Slug: "evinha-cartao-postal-1971-d2f8", Name: "Evinha – Cartão Postal 1971",
		Description: "<p>Evinha é uma cantora brasileira que ganhou destaque a partir dos anos " +
			"1960 como integrante do Trio Esperança, um dos grupos vocais mais populares da " +
			"época. Dona de uma voz suave e expressiva, ela também construiu uma carreira solo " +
			"de sucesso.</p>" +
			"<h2>O disco</h2><p>Ao longo das décadas, consolidou seu nome entre a <em>Jovem " +
			"Guarda</em>, a MPB e o pop romântico.</p><ul><li>Abertura da casa às " +
			"20h</li><li>Com intérprete de Libras</li></ul>",
		Format: "html", Status: "ativo",
		Starts: instant("2026-05-23T21:00:00-03:00"), Ends: instant("2026-05-23T22:00:00-03:00"),
		Timezone:  "America/Sao_Paulo",
		Banner:    "https://img.palco.example/evinha.jpg",
		Thumbnail: "https://img.palco.example/evinha-p.jpg",
		Location: &catalog.Place{
			Name: "Theatro Municipal", City: "São Paulo", State: "São Paulo", StateAbbr: "SP",
			Address:  "Praça Ramos de Azevedo, s/n, República, São Paulo, SP, 01037-010",
			Latitude: "-23.5452957", Longitude: "-46.638201", Country: "BR",
		},
		Tags: []string{"MPB", "Música & [memória]"},
		Producer: &catalog.Producer{Name: "Secretaria Municipal de Cultura",
			Slug: "secretaria-municipal-de-cultura"},
		BuyURL: "https://ingressos.palco.example/evinha?canal=site&x=1",
		Tickets: []catalog.Ticket{
			ticket("Plateia, inteira", 12000, 1800, true),
			ticket("Plateia, meia-entrada", 6000, 900, true),
			ticket("Balcão nobre, inteira", 9000, 1350, true),
			ticket("Galeria, inteira", 4000, 600, false),
		},
		ReadAt: readAt,
	}
}

// ended is over.
func ended() *catalog.Record {
	rec := evinha()
	rec.ID, rec.Slug, rec.Name = 72, "joao-carlos-martins-e-orquestra", "João Carlos Martins e "+
		"Orquestra Bachiana Filarmônica"
	rec.Banner, rec.Thumbnail, rec.IsEnded = "", "", true
	rec.Starts, rec.Ends = instant("2026-05-24T17:00:00-03:00"), catalog.Moment{}
	rec.Location.Name, rec.Location.Address = "TJSP Palácio da Justiça", "Praça Clóvis "+
		"Beviláqua, s/n, Centro Histórico, São Paulo, SP, 01018-001"
	rec.Description = "<p>O maestro João Carlos Martins se eleva a um patamar raramente " +
		"alcançado por outros músicos brasileiros no século XX.</p>"
	return rec
}

// online is on the net, free, and has no date yet.
func online() *catalog.Record {
	return &catalog.Record{
		ID: 73, Slug: "pronomes-que-rimam", Name: "Pronomes que rimam: questões de gênero no rap",
		Description: "<p>Conversa sobre questões de gênero no rap brasileiro: quem fala, com que " +
			"pronomes e para quem.</p>", Format: "html",
		IsOnline: true, Producer: &catalog.Producer{Name: "Biblioteca Mário de Andrade",
			Slug: "biblioteca-mario-de-andrade"},
		BuyURL:  "https://ingressos.palco.example/pronomes",
		Tickets: []catalog.Ticket{ticket("Inscrição", 0, 0, true)}, ReadAt: readAt,
	}
}

// soldOut has tickets, none of them available, and lasts for two days.
func soldOut() *catalog.Record {
	return &catalog.Record{
		ID: 74, Slug: "cineconcerto-tubarao",
		Name:   "Cineconcerto “Tubarão (Jaws)” com Orquestra Almai",
		Starts: instant("2026-05-23T20:30:00-03:00"), Ends: instant("2026-05-24T22:00:00-03:00"),
		Timezone: "America/Sao_Paulo",
		Location: &catalog.Place{Name: "Sesc Pompeia", City: "São Paulo", StateAbbr: "SP",
			Country: "BR"},
		BuyURL:  "https://ingressos.palco.example/jaws",
		Tickets: []catalog.Ticket{ticket("Inteira", 5000, 750, false)}, ReadAt: readAt,
	}
}

// closed has been taken off sale, runs for months and is also on the net.
func closed() *catalog.Record {
	return &catalog.Record{
		ID: 75, Slug: "exposicao-mestre-didi", Name: "Exposição Mestre Didi", IsClosed: true,
		IsOnline: true,
		Starts:   day("2026-05-23"), Ends: day("2026-08-30"),
		Location: &catalog.Place{Name: "Itaú Cultural", City: "São Paulo", StateAbbr: "SP",
			Country: "BR",
			Address: "Avenida Paulista, 149"},
		Producer: &catalog.Producer{Name: "Itaú Cultural", Slug: "itau-cultural"},
		Tickets:  []catalog.Ticket{ticket("Entrada", 0, 0, true)}, ReadAt: readAt,
	}
}

// sparse has only the fields that a record must have.
func sparse() *catalog.Record {
	return &catalog.Record{ID: 76, Slug: "sarau", Name: "Sarau"}
}

// unpriced has an hour on an unknown clock, a seller and no list of tickets.
func unpriced() *catalog.Record {
	return &catalog.Record{
		ID: 77, Slug: "feira-de-artes-graficas", Name: "Feira de Artes Gráficas",
		Starts: local("2026-12-28T10:00:00"), Ends: local("2027-01-03T18:00:00"),
		Location: &catalog.Place{City: "Campinas", StateAbbr: "SP", Country: "BR"},
		BuyURL:   "https://ingressos.palco.example/feira",
	}
}

// eurorust is an event of the English brand: no venue, four days.
func eurorust() *catalog.Record {
	return &catalog.Record{
		ID: 901, Slug: "eurorust-2026", Name: "EuroRust 2026", Format: "html",
		Description: "<p>Two days of talks and two days of workshops about the Rust language, " +
			"for people who use it at work and people who are about to.</p><ul><li>Talks on two " +
			"stages, all captioned live.</li><li>Workshops in small groups; bring a " +
			"laptop.</li></ul>",
		Starts: instant("2026-10-14T09:00:00+02:00"),
		Ends:   instant("2026-10-17T18:00:00+02:00"), Timezone: "Europe/Madrid",
		Location: &catalog.Place{City: "Barcelona", State: "Spain", Country: "ES"},
		Producer: &catalog.Producer{Name: "EuroRust", Slug: "eurorust"},
		BuyURL:   "https://tickets.confs.example/eurorust",
		Tickets: []catalog.Ticket{
			euros("Conference, 2 days", 39900, 2000, true),
			euros("Conference + workshops, 4 days", 84900, 4250, true),
			euros("Student", 22000, 1900, true), euros("Early bird", 29900, 1500, false),
		},
		ReadAt: readAt,
	}
}

func berlin() *catalog.Record {
	return &catalog.Record{
		ID: 902, Slug: "goto-copenhagen", Name: "GOTO Copenhagen", Starts: day("2026-09-28"),
		Ends:     day("2026-10-02"),
		Location: &catalog.Place{City: "Copenhagen", State: "Denmark", Country: "DK"},
		Tickets: []catalog.Ticket{euros("Ticket", 69000, 0, true),
			{Name: "Group", Currency: "EUR", Available: true}},
		ReadAt: readAt,
	}
}

func records(b *brands.Brand) []*catalog.Record {
	if b.Locale == "en" {
		return []*catalog.Record{eurorust(), berlin()}
	}
	return []*catalog.Record{evinha(), ended(), online(), soldOut(), closed(), sparse(), unpriced()}
}

func cityFacets() []page.Facet {
	return []page.Facet{
		{Path: "/cidades/sao-paulo-sp", Label: "São Paulo, SP", Value: "São Paulo", State: "SP",
			Count: 1398},
		{Path: "/cidades/campinas-sp", Label: "Campinas, SP", Value: "Campinas", State: "SP",
			Count: 31},
		{Path: "/cidades/osasco-sp", Label: "Osasco, SP", Value: "Osasco", State: "SP", Count: 17},
		{Path: "/cidades/berlin", Label: "Berlin", Value: "Berlin", Count: 1},
	}
}

func organiserFacets() []page.Facet {
	return []page.Facet{
		{Path: "/organizadores/secretaria-municipal-de-cultura",
			Label: "Secretaria Municipal de Cultura", Value: "secretaria-municipal-de-cultura",
			Count: 1204},
		{Path: "/organizadores/itau-cultural", Label: "Itaú Cultural", Value: "itau-cultural",
			Count: 22},
	}
}

// cards draws the fragments of the events on sale.
func cards(t testing.TB, r *page.Renderer, b *brands.Brand) (list page.Listed) {
	t.Helper()
	for _, rec := range records(b) {
		if !rec.OnSale() {
			continue
		}
		e := mustEvent(t, r, rec)
		list.Add(e.Card, e.Line)
	}
	return list
}

// cut is the first events of a list.
func cut(list page.Listed, n int) page.Listed {
	return page.Listed{Cards: list.Cards[:n], Lines: list.Lines[:n]}
}

// pages draws one page of every kind, by name.
func pages(t testing.TB, b *brands.Brand) map[string]page.Page {
	t.Helper()
	r := mustNew(t, b)
	undated := r.Words().Dates.ShortDate(catalog.Moment{})
	all := map[string]page.Page{}
	for _, rec := range records(b) {
		e := mustEvent(t, r, rec)
		all["event-"+rec.Slug] = page.Page{Path: e.Path, HTML: e.HTML, Markdown: e.Markdown}
	}
	listed := cards(t, r, b)
	add := func(name string, p page.Page, err error) {
		require.NoError(t, err)
		all[name] = p
	}
	first, last := onDate(t, "2026-11-01"), len(listed.Cards)-1
	date, month := page.HomePart{From: first, To: first, Groups: cityFacets()[:1]},
		page.HomePart{From: first, To: first + 29, Groups: cityFacets()}
	p, err := r.Home(page.HomeModel{Total: 1462, Cities: 5, Fees: true,
		Sections: []page.HomeSection{
			{ID: "next", Heading: "Próximos", Listed: cut(listed, last), All: catalog.EventsPath,
				Count: 1462},
			{ID: "-temas-samba", Heading: "samba", Listed: page.Listed{Cards: listed.Cards[last:],
				Lines: listed.Lines[last:]}, All: "/temas/samba", Count: 1},
			{ID: "days", Heading: "Agenda", Index: catalog.CitiesPath,
				Parts: []page.HomePart{date}},
			{ID: "months", Heading: "Agenda", Index: catalog.CitiesPath,
				Parts: []page.HomePart{month}},
			{ID: "cities", Index: catalog.CitiesPath, Groups: cityFacets(),
				All: catalog.CitiesPath},
			{ID: "organisers", Index: catalog.OrganisersPath, Groups: organiserFacets()}},
		Today: onDate(t, "2026-11-20"), Days: []page.DayCount{{Date: onDate(t, "2026-11-28"),
			Count: 12}}})
	add("home", p, err)
	p, err = r.Home(page.HomeModel{})
	add("home-empty", p, err)
	p, err = r.Group(catalog.CitiesPath, page.GroupModel{Facet: cityFacets()[0],
		Listed: listed, More: true,
		Days:       []page.DayCount{{Date: onDate(t, "2026-11-28"), Count: 12}},
		Organisers: organiserFacets(), Cities: cityFacets()[1:]})
	add("city", p, err)
	p, err = r.Group(catalog.OrganisersPath, page.GroupModel{Facet: organiserFacets()[1],
		Listed: cut(listed, 1), Past: []page.PastRow{
			{Date: r.Words().Dates.ShortDate(day("2026-05-10")), Datetime: "2026-05-10",
				Name: "Clube de leitura: [Quarto de despejo]",
				Path: "/eventos/clube-de-leitura"},
			{Date: undated, Name: "Visita", Path: "/eventos/visita"},
		}})
	add("organiser", p, err)
	p, err = r.Group(catalog.OrganisersPath, page.GroupModel{Facet: page.Facet{
		Path:  "/organizadores/nada",
		Label: "Nada", Value: "nada"}})
	add("organiser-empty", p, err)
	past := []page.PastRow{
		{Date: r.Words().Dates.ShortDate(day("2026-05-10")), Datetime: "2026-05-10",
			Name: "Clube de leitura", Path: "/eventos/clube-de-leitura"},
		{Date: undated, Name: "Visita", Path: "/eventos/visita", Tag: "Cancelado"},
	}
	venue := page.GroupModel{Facet: page.Facet{Path: "/locais/theatro-municipal-sao-paulo-sp",
		Label: "Theatro Municipal", Value: "theatro-municipal-sao-paulo-sp", Count: 3},
		Listed: cut(listed, 1), More: true, Past: past,
		Organisers: organiserFacets()}
	venue.Place, venue.Near = evinha().Location, []page.Near{
		{Facet: page.Facet{Path: "/locais/galeria-olido-sao-paulo-sp",
			Label: "Galeria [Olido]"}, Metres: 320},
		{Facet: page.Facet{Path: "/locais/masp-sao-paulo-sp", Label: "MASP"}, Metres: 1840},
	}
	p, err = r.Group(catalog.VenuesPath, venue)
	add("venue", p, err)
	p, err = r.Group(catalog.CountriesPath, page.GroupModel{Facet: page.Facet{Path: "/paises/at",
		Label: r.CountryName("AT"), Value: "AT", Count: 1}, Listed: cut(listed, 1),
		Cities: cityFacets()[3:]})
	add("country", p, err)
	p, err = r.Group(catalog.TopicsPath, page.GroupModel{Facet: page.Facet{
		Path: "/temas/jazz", Label: "Jazz",
		Value: "jazz"}, Past: past})
	add("topic-past", p, err)
	p, err = r.Index(page.IndexModel{Path: catalog.VenuesPath, Groups: []page.Facet{venue.Facet},
		Total: 2345, Letters: []page.LetterCount{{Letter: "0", Count: 12},
			{Letter: "t", Count: 2333}}})
	add("index", p, err)
	var many []page.Facet
	for i, label := range []string{"1º de Maio", "Água Branca", "Arena", "Beco"} {
		for n := range 11 {
			many = append(many, page.Facet{Path: fmt.Sprintf("/locais/%d-%d", i, n), Label: label,
				Count: n})
		}
	}
	p, err = r.Index(page.IndexModel{Path: catalog.VenuesPath, Groups: many,
		Total: len(many)})
	add("index-letters", p, err)
	p, err = r.Letter(page.LetterModel{LetterCount: page.LetterCount{Letter: "t", Count: 2333},
		Index: catalog.VenuesPath, Groups: []page.Facet{venue.Facet}, Page: 2, Pages: 3})
	add("letter", p, err)
	p, err = r.Archive(page.ArchiveModel{Events: 305, Months: []page.ArchiveMonth{
		{Key: "2027-01", Events: 2}, {Key: "2026-05", Events: 302},
		{Key: page.UndatedMonth, Events: 1}}})
	add("archive", p, err)
	p, err = r.ArchivePage(page.ArchivePageModel{ArchiveMonth: page.ArchiveMonth{Key: "2026-05",
		Events: 302}, Page: 2, Pages: 3, Past: past})
	add("archive-month", p, err)
	p, err = r.Problem(catalog.EventNotFound, cityFacets())
	add("problem", p, err)
	for name, p := range agendaPages(t, r, cut(listed, 2)) {
		add(name, p, nil)
	}
	for name, c := range searches {
		html, markdown := search(t, r, b, c)
		all["list-"+name] = page.Page{Path: "/eventos", HTML: html, Markdown: markdown}
	}
	return all
}

// searchCase is one answer of the list as the server would fill it in.
type searchCase struct {
	flags  resultpage.Flags
	values map[resultpage.Slot]string
	lists  releasetest.Lists
}

// numberOf is the number of a filter.
func numberOf(name string) int {
	return slices.IndexFunc(engine.Filters[:],
		func(f *engine.Filter) bool { return f.Name == name })
}

func anyOf(name string) resultpage.Flags { return resultpage.Any(numberOf(name)) }

func listOf(name string) resultpage.List {
	return resultpage.ListField + resultpage.List(numberOf(name))
}

// typed are the filters in use of a mistyped search.
var typed = releasetest.Lists{resultpage.ListFilters: {{
	resultpage.SlotItemLabel: "“saão jo <b>”", resultpage.SlotItemLink: "/eventos"}}}

var searches = map[string]searchCase{
	"all": {resultpage.Many | resultpage.HasNext | anyOf("max_price"),
		map[resultpage.Slot]string{
			resultpage.SlotTotal: "1.462", resultpage.SlotFirst: "1", resultpage.SlotLast: "20",
			resultpage.SlotPage: "1", resultpage.SlotLastPage: "74",
			resultpage.SlotNext: "/eventos?page=2", resultpage.SlotCurrency: "R$",
		}, releasetest.Lists{resultpage.ListFurther: {
			{resultpage.SlotItemLabel: "11", resultpage.SlotItemLink: "/eventos?page=11"},
			{resultpage.SlotItemLabel: "74", resultpage.SlotItemLink: "/eventos?page=74"}}}},
	"filtered": {resultpage.Many | resultpage.HasQ | resultpage.HasFilter | resultpage.Searching |
		resultpage.Refined | resultpage.HasPrev | resultpage.HasNext | resultpage.Wrong |
		anyOf("free") | anyOf("online") | anyOf("hour") | anyOf("max_price") |
		resultpage.IsToday | resultpage.ByDate | resultpage.Read,
		map[resultpage.Slot]string{
			resultpage.SlotQ: `samba "<b>`, resultpage.SlotFilterCount: "8",
			resultpage.SlotTyped:   `samba "<b>" grátis`,
			resultpage.SlotLiteral: "/eventos?q=%22samba%22",
			resultpage.SlotTotal:   "63", resultpage.SlotFirst: "21", resultpage.SlotLast: "40",
			resultpage.SlotPage: "2", resultpage.SlotLastPage: "4", resultpage.SlotCurrency: "R$",
			resultpage.SlotSelf: "?q=samba&city=S%C3%A3o+Paulo&page=2",
			resultpage.SlotPrev: "/eventos?q=samba&page=1",
			resultpage.SlotNext: "/eventos?q=samba&page=3",
		}, releasetest.Lists{
			resultpage.ListFilters: {
				{resultpage.SlotItemLabel: `“samba '<b>”`,
					resultpage.SlotItemLink: "/eventos?city=S%C3%A3o+Paulo"},
				{resultpage.SlotItemLabel: "23 mai 2026",
					resultpage.SlotItemLink: "/eventos?q=samba"},
				{resultpage.SlotItemLabel: "Organização: Itaú [x] Cultural",
					resultpage.SlotItemLink: "/eventos?q=samba"},
				{resultpage.SlotItemLabel: "Local: Casa [x] <b>",
					resultpage.SlotItemLink: "/eventos?q=samba&free=1"},
			},
			listOf("city"): {{resultpage.SlotItemValue: "São Paulo",
				resultpage.SlotItemLabel: "São Paulo"}},
			listOf("state"):        {{resultpage.SlotItemValue: "SP"}},
			listOf("organization"): {{resultpage.SlotItemValue: "itau-cultural"}},
			listOf("venue"):        {{resultpage.SlotItemValue: "casa-x"}},
			listOf("country"): {{resultpage.SlotItemValue: "<x>",
				resultpage.SlotItemLabel: "X"}},
			listOf("hour"): {{resultpage.SlotItemValue: "evening",
				resultpage.SlotItemLabel: "à noite"}},
			listOf("max_price"):  {{resultpage.SlotItemValue: "60"}},
			listOf("free"):       {{resultpage.SlotItemValue: "1"}},
			resultpage.ListWrong: {{resultpage.SlotItemLabel: "“<i>” não é uma data."}},
		}},
	"priced": {resultpage.Many | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		anyOf("max_price") | resultpage.ByPrice, map[resultpage.Slot]string{
		resultpage.SlotQ: "evinha", resultpage.SlotTotal: "2", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "2", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=evinha&order=price",
	}, typed},
	"one": {resultpage.One | resultpage.HasQ | resultpage.Searching |
		resultpage.Refined, map[resultpage.Slot]string{
		resultpage.SlotQ: "evinha", resultpage.SlotTotal: "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=evinha",
	}, typed},
	"nothing": {resultpage.None | resultpage.HasQ | resultpage.HasFilter |
		resultpage.Searching | resultpage.Refined, map[resultpage.Slot]string{
		resultpage.SlotQ: "opera rock", resultpage.SlotFilterCount: "1",
		resultpage.SlotSelf: "?q=opera+rock&city=Osasco", resultpage.SlotAllCount: "1.462",
		resultpage.SlotAsked: "“opera rock”, Cidade: Osasco",
	}, typed},
	"mistyped": {resultpage.One | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Corrected, map[resultpage.Slot]string{
		resultpage.SlotQ: "saão jo <b>", resultpage.SlotCorrected: "são joão <b>",
		resultpage.SlotCorrectedAddress: "/eventos?q=s%C3%A3o%20jo%C3%A3o",
		resultpage.SlotTotal:            "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=sa%C3%A3o%20jo",
	}, typed},
	"partial": {resultpage.One | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Partial, map[resultpage.Slot]string{
		resultpage.SlotQ: "são joão <b>", resultpage.SlotFound: "são joão",
		resultpage.SlotMissing: "<b>", resultpage.SlotTotal: "1", resultpage.SlotFirst: "1",
		resultpage.SlotLast: "1", resultpage.SlotPage: "1", resultpage.SlotLastPage: "1",
		resultpage.SlotSelf: "?q=s%C3%A3o%20jo%C3%A3o%20%3Cb%3E",
	}, typed},
	"gone": {resultpage.None | resultpage.HasQ | resultpage.Searching | resultpage.Refined |
		resultpage.Gone, map[resultpage.Slot]string{
		resultpage.SlotQ: "palavra solta", resultpage.SlotAllCount: "1.462",
		resultpage.SlotSelf: "?q=palavra+solta", resultpage.SlotAsked: "“palavra solta”",
	}, releasetest.Lists{resultpage.ListGone: {{
		resultpage.SlotItemLabel: "Palavra <Solta>",
		resultpage.SlotItemLink:  "/eventos/palavra-solta",
		resultpage.SlotItemValue: "15 dez 2026 · Cancelado",
	}}}},
	"offers": {resultpage.None | resultpage.HasQ | resultpage.HasFilter | resultpage.Searching |
		resultpage.Refined | resultpage.HasTries | resultpage.Later, map[resultpage.Slot]string{
		resultpage.SlotQ: "opera rock", resultpage.SlotFilterCount: "2",
		resultpage.SlotSelf: "?q=opera+rock&city=Osasco", resultpage.SlotAllCount: "1.462",
		resultpage.SlotAsked: "“opera rock”, Cidade: Osasco, Organização: Casa [x]",
	}, releasetest.Lists{resultpage.ListWithout: {
		{resultpage.SlotItemLabel: "Sem Cidade: Osasco",
			resultpage.SlotItemLink: "/eventos?q=opera", resultpage.SlotItemCount: "11"},
		{resultpage.SlotItemLabel: "“r&b *”", resultpage.SlotItemLink: "/eventos?q=r%26b",
			resultpage.SlotItemCount: "1.010"}}}},
	"past": {resultpage.Many | resultpage.PastEnd | resultpage.HasPrev, map[resultpage.Slot]string{
		resultpage.SlotTotal: "33", resultpage.SlotPage: "9", resultpage.SlotLastPage: "2",
		resultpage.SlotFirstPage: "/eventos", resultpage.SlotSelf: "?page=9",
	}, nil},
	"empty": {resultpage.None, nil, nil},
}

// days are the quick choices of every page of results.
var days = map[resultpage.Slot]string{
	resultpage.SlotToday:    "/eventos?from=2026-05-22&to=2026-05-22",
	resultpage.SlotTomorrow: "/eventos?from=2026-05-23&to=2026-05-23",
	resultpage.SlotWeekend:  "/eventos?from=2026-05-23&to=2026-05-24",
	resultpage.SlotByDate:   "/eventos?q=samba&order=date",
	resultpage.SlotByRank:   "/eventos?q=samba",
	resultpage.SlotByPrice:  "/eventos?q=samba&order=price",
}

// search draws the list and joins its pieces like the server.
func search(t testing.TB, r *page.Renderer, b *brands.Brand, c searchCase) (html, markdown []byte) {
	t.Helper()
	htmlPieces, markdownPieces, err := r.List(page.ListModel{"city": cityFacets(),
		"state":   {{Label: "SP", Value: "SP"}},
		"country": {{Label: "Brasil", Value: "BR"}, {Label: "Chile", Value: "CL"}}})
	require.NoError(t, err)
	listed := cards(t, r, b)
	var items string
	for _, card := range listed.Cards {
		items += string(card)
	}
	lines := strings.Join(listed.Lines, "")
	fill := func(items string, twin bool) releasetest.Fill {
		return func(slot resultpage.Slot) string {
			if slot == resultpage.SlotItems {
				return items
			}
			value, ok := c.values[slot]
			if !ok {
				value = days[slot]
			}
			if twin {
				value = strings.Replace(value, "/eventos", "/eventos.md", 1)
			}
			return value
		}
	}
	return releasetest.Join(htmlPieces, c.flags, fill(items, false), c.lists),
		releasetest.Join(markdownPieces, c.flags, fill(lines, true), c.lists)
}
