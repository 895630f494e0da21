package words

import "cartaz/builder/i18n"

// Words holds the texts of one language that Go code uses; templates take the others by their keys.
// It is immutable and safe for use by many goroutines.
type Words struct {
	Lang            string `i18n:"locale.lang"`
	OpenGraphLocale string `i18n:"locale.open_graph"`
	// Colon follows a label; French sets a no-break space before it.
	Colon string `i18n:"text.colon"`

	// The parts of a site, as their links name them.
	Home       string `i18n:"frame.home"`
	Events     string `i18n:"frame.events"`
	Cities     string `i18n:"frame.cities"`
	Organisers string `i18n:"frame.organisers"`
	// Legal are links to legal pages, by their keys in brand.yaml.
	Legal     map[string]string `i18n:"legal.*"`
	Venues    string            `i18n:"frame.venues"`
	Countries string            `i18n:"frame.countries"`
	Topics    string            `i18n:"frame.topics"`
	Artists   string            `i18n:"frame.artists"`
	Archive   string            `i18n:"frame.archive"`
	AllEvents string            `i18n:"frame.all_events"`
	Agenda    string            `i18n:"frame.agenda"`

	PosterAlt i18n.Message `i18n:"frame.poster_alt,brand"`

	// The home page and the pages of groups.
	WhatsOn           string `i18n:"lists.whats_on"`
	PricesIncludeFees string `i18n:"lists.prices_include_fees"`
	ComingUp          string `i18n:"lists.coming_up"`
	Featured          string `i18n:"lists.featured"`
	OtherCities       string `i18n:"lists.other_cities"`
	OtherTopics       string `i18n:"lists.other_topics"`
	Alphabet          string `i18n:"lists.alphabet"`
	FullList          string `i18n:"lists.full_list"`

	// The page of an event.
	VenueToCome        string       `i18n:"event.venue_to_come"`
	Online             string       `i18n:"event.online"`
	Hybrid             string       `i18n:"event.hybrid"`
	OnlineHow          string       `i18n:"event.online_how"`
	CallUntil          i18n.Message `i18n:"refine.to_day,date"`
	PricesOnTicketPage string       `i18n:"event.prices_on_ticket_page"`
	TicketsSoldOut     string       `i18n:"event.tickets_sold_out"`
	NoTicketsOnSale    string       `i18n:"event.no_tickets_on_sale"`
	Email              string       `i18n:"event.email"`
	Saved              string       `i18n:"saved.heading"`
	SavedLead          string       `i18n:"saved.lead"`

	// The pages of results and of problems.
	Previous  string            `i18n:"search.previous"`
	Next      string            `i18n:"search.next"`
	Labels    map[string]string `i18n:"filter.label.*"`
	Words     map[string]string `i18n:"filter.word.*"`
	Tools     map[string]string `i18n:"mcp.argument.*"`
	Gone      string            `i18n:"problem_page.gone"`
	GoneStory string            `i18n:"problem_page.gone_story"`

	// The agenda.
	Today          string `i18n:"agenda.today"`
	Tomorrow       string `i18n:"agenda.tomorrow"`
	ThisWeekend    string `i18n:"agenda.weekend"`
	OtherDays      string `i18n:"agenda.other_days"`
	OtherMonths    string `i18n:"agenda.other_months"`
	HourUnknown    string `i18n:"agenda.hour_unknown"`
	Starting       string `i18n:"agenda.starts"`
	AllDay         string `i18n:"agenda.all_day"`
	StillOn        string `i18n:"agenda.still_on"`
	OpenOn         string `i18n:"agenda.open"`
	OpenNote       string `i18n:"agenda.open_note"`
	Off            string `i18n:"agenda.off"`
	CalendarLegend string `i18n:"agenda.legend"`
	NoDates        string `i18n:"agenda.no_dates"`

	Numbers  *i18n.Numbers
	Dates    *Dates
	Days     *Days
	Zones    *Zones
	Money    *Money
	Prices   *Prices
	States   *States
	Lists    *Lists
	Results  *Results
	Problems *Problems
	Audience *Audience
}
