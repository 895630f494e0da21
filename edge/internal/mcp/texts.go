package mcp

import "cartaz/builder/i18n"

// texts are what the server says of itself to models, in one language.
type texts struct {
	Instructions string `i18n:"mcp.instructions"`
	// Of the tools and of their arguments, by name.
	Titles       map[string]string `i18n:"mcp.*.title"`
	Descriptions map[string]string `i18n:"mcp.*.description"`
	Arguments    map[string]string `i18n:"mcp.argument.*"`
	Several      string            `i18n:"mcp.several"` // follows some arguments
}

var textsOf = i18n.Bind[texts]()
