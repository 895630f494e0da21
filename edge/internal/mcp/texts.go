package mcp

import "cartaz/builder/i18n"

// texts are what the server says of itself to models, in one language.
type texts struct {
	Instructions string `i18n:"mcp.instructions"`
	Note         string `i18n:"mcp.note"`
	SearchTitle  string `i18n:"mcp.search_events.title"`
	SearchText   string `i18n:"mcp.search_events.description"`
	GetTitle     string `i18n:"mcp.get_event.title"`
	GetText      string `i18n:"mcp.get_event.description"`
	PageTitle    string `i18n:"mcp.event_page.title"`
	PageText     string `i18n:"mcp.event_page.description"`

	Arguments map[string]string `i18n:"mcp.argument.*"`

	Cancelled   string `i18n:"mcp.state.cancelled"`
	Postponed   string `i18n:"mcp.state.postponed"`
	Rescheduled string `i18n:"mcp.state.rescheduled"`
	MovedOnline string `i18n:"mcp.state.moved_online"`
	Label       string `i18n:"mcp.state.label"`
}

var textsOf = i18n.Bind[texts]()
