package words

import "cartaz/builder/i18n"

// localeTexts names the language itself.
type localeTexts struct {
	Lang            string `i18n:"locale.lang"`
	OpenGraphLocale string `i18n:"locale.open_graph"`
	Languages       string `i18n:"locale.others"`
	// Colon follows a label; French sets a no-break space before it.
	Colon string `i18n:"text.colon"`
}

// frameTexts are the texts around the content of every page.
type frameTexts struct {
	SkipToContent string `i18n:"frame.skip_to_content"`
	MainNav       string `i18n:"frame.main_nav"`
	Breadcrumb    string `i18n:"frame.breadcrumb"`
	Home          string `i18n:"frame.home"`
	Events        string `i18n:"frame.events"`
	Cities        string `i18n:"frame.cities"`
	Organisers    string `i18n:"frame.organisers"`
	Venues        string `i18n:"frame.venues"`
	Countries     string `i18n:"frame.countries"`
	Topics        string `i18n:"frame.topics"`
	Archive       string `i18n:"frame.archive"`
	Explore       string `i18n:"frame.explore"`
	AllEvents     string `i18n:"frame.all_events"`
	ForAgents     string `i18n:"frame.for_agents"`
	ForDevelopers string `i18n:"frame.for_developers"`

	PosterAlt i18n.Message `i18n:"frame.poster_alt,brand"`
}

// listsTexts are the texts of the pages of home, cities and organisers.
type listsTexts struct {
	WhatsOn           string `i18n:"lists.whats_on"`
	PricesIncludeFees string `i18n:"lists.prices_include_fees"`
	ComingUp          string `i18n:"lists.coming_up"`
	Featured          string `i18n:"lists.featured"`
	OtherCities       string `i18n:"lists.other_cities"`
	OtherTopics       string `i18n:"lists.other_topics"`
	PastEvents        string `i18n:"lists.past_events"`
	Alphabet          string `i18n:"lists.alphabet"`
	FullList          string `i18n:"lists.full_list"`
	Nearby            string `i18n:"lists.nearby"`
}

// followTexts are the texts about calendars and feeds, and about the list for other sites.
type followTexts struct {
	Follow            string `i18n:"follow.heading"`
	SubscribeCalendar string `i18n:"follow.subscribe"`
	CalendarFile      string `i18n:"follow.file"`
	ScheduleFile      string `i18n:"follow.schedule"`
	FollowHow         string `i18n:"follow.how"`
	FollowSearch      string `i18n:"follow.search"`
	NewEvents         string `i18n:"follow.new_events"`
	EmbedHeading      string `i18n:"embed.heading"`
	EmbedHow          string `i18n:"embed.how"`
	EmbedCode         string `i18n:"embed.code"`
}

type eventTexts struct {
	WhenLabel     string `i18n:"event.when"`
	Where         string `i18n:"event.where"`
	Organiser     string `i18n:"event.organiser"`
	ViewOnMap     string `i18n:"event.view_on_map"`
	OpenImage     string `i18n:"event.open_image"`
	VenueToCome   string `i18n:"event.venue_to_come"`
	Online        string `i18n:"event.online"`
	Hybrid        string `i18n:"event.hybrid"`
	OnlineHow     string `i18n:"event.online_how"`
	CallForPapers string `i18n:"event.cfp"`

	CallUntil          i18n.Message `i18n:"refine.to_day,date"`
	Tickets            string       `i18n:"event.tickets"`
	About              string       `i18n:"event.about"`
	More               string       `i18n:"event.more"`
	Type               string       `i18n:"event.type"`
	Price              string       `i18n:"event.price"`
	Fee                string       `i18n:"event.fee"`
	Total              string       `i18n:"event.total"`
	PricesOnTicketPage string       `i18n:"event.prices_on_ticket_page"`
	TicketsSoldOut     string       `i18n:"event.tickets_sold_out"`
	NoTicketsOnSale    string       `i18n:"event.no_tickets_on_sale"`
	WrittenByOrganiser string       `i18n:"event.written_by_organiser"`
	Share              string       `i18n:"event.share"`
	ShareAddress       string       `i18n:"event.share_address"`
	Email              string       `i18n:"event.email"`
	Saved              string       `i18n:"saved.heading"`
	SavedLead          string       `i18n:"saved.lead"`
}

// markdownTexts are the further texts of Markdown pages of events.
type markdownTexts struct {
	Availability    string `i18n:"markdown.availability"`
	PriceWithFee    string `i18n:"markdown.price_with_fee"`
	Map             string `i18n:"markdown.map"`
	PageDoesNotSell string `i18n:"markdown.page_does_not_sell"`
	QuotedText      string `i18n:"markdown.quoted_text"`
	Links           string `i18n:"markdown.links"`
	Calendar        string `i18n:"markdown.calendar"`
}

type searchTexts struct {
	WhatAreYouLookingFor string            `i18n:"search.what_are_you_looking_for"`
	Search               string            `i18n:"search.search"`
	Any                  string            `i18n:"search.any"`
	Filters              string            `i18n:"search.filters"`
	ActiveFilters        string            `i18n:"search.active_filters"`
	RemoveFilter         string            `i18n:"search.remove_filter"`
	Pages                string            `i18n:"search.pages"`
	Previous             string            `i18n:"search.previous"`
	Next                 string            `i18n:"search.next"`
	PastTheEnd           string            `i18n:"search.past_the_end"`
	SeeFirst             string            `i18n:"search.see_first"`
	NoEventsFound        string            `i18n:"search.no_events_found"`
	NotOnSale            string            `i18n:"search.not_on_sale"`
	ResultsFor           string            `i18n:"search.results_for"`
	AndSimilar           string            `i18n:"search.and_similar"`
	Literally            string            `i18n:"search.literally"`
	TryInstead           string            `i18n:"search.try_instead"`
	TipRemoveFilter      string            `i18n:"search.tip_remove_filter"`
	TipFewerWords        string            `i18n:"search.tip_fewer_words"`
	TipAccents           string            `i18n:"search.tip_accents"`
	CitiesWithEvents     string            `i18n:"search.cities_with_events"`
	Tool                 string            `i18n:"search.tool"`
	ToolQ                string            `i18n:"search.tool_q"`
	Labels               map[string]string `i18n:"filter.label.*"`
	Words                map[string]string `i18n:"filter.word.*"`
	Tools                map[string]string `i18n:"mcp.argument.*"`
	When                 string            `i18n:"search.when"`
	Order                string            `i18n:"search.order"`
	ByRelevance          string            `i18n:"search.by_relevance"`
	ByDate               string            `i18n:"search.by_date"`
	ByPrice              string            `i18n:"search.by_price"`
}

type problemPageTexts struct {
	ForProgrammers  string `i18n:"problem_page.for_programmers"`
	GoToStart       string `i18n:"problem_page.go_to_start"`
	Gone            string `i18n:"problem_page.gone"`
	GoneStory       string `i18n:"problem_page.gone_story"`
	ExampleResponse string `i18n:"problem_page.example_response"`
}
