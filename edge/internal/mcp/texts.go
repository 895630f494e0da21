package mcp

import "cartaz/builder/i18n"

// texts are what the server says of itself to models, in one language.
type texts struct {
	Instructions string `i18n:"mcp.instructions"`
	SearchTitle  string `i18n:"mcp.search_events.title"`
	SearchText   string `i18n:"mcp.search_events.description"`
	GetTitle     string `i18n:"mcp.get_event.title"`
	GetText      string `i18n:"mcp.get_event.description"`
	ChangesTitle string `i18n:"mcp.get_changes.title"`
	ChangesText  string `i18n:"mcp.get_changes.description"`

	Arguments map[string]string `i18n:"mcp.argument.*"`
}

var textsOf = i18n.Bind[texts]()
