package discovery

import (
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// apiCatalog is the API catalogue (RFC 9727) as a linkset (RFC 9264, section 4.2). The item is the
// list endpoint and not the bare base address, because every address in it must answer; the base
// address stays the anchor of links about the API as a whole (RFC 8631). The agent endpoints are
// items too, each described by its card. Files for subscribers of the catalogue are items without a
// description: their media types suffice.
func apiCatalog(b *brands.Brand, in Input) object {
	document := func(path string) object {
		return object{{"href", b.SiteURL + path}, {"type", typeJSON}}
	}
	// A client that stays on the site's host finds the description there too, before any other
	// service-desc.
	description := list{object{{"href", b.BaseURL + catalog.APIDescription},
		{"type", typeJSON}}}
	if !strings.HasPrefix(b.BaseURL, b.SiteURL+"/") {
		description = append(description, document(OpenAPIPath))
	}
	title := localeOf(b.Locale).APITitle
	items := list{
		object{{"href", b.BaseURL + catalog.APIEvents}, {"type", typeJSON},
			{"title", title}},
		object{{"href", agentURL(b) + catalog.MCPPath}, {"type", typeJSON},
			{"title", "MCP"}},
		object{{"href", agentURL(b) + catalog.A2APath}, {"type", typeJSON},
			{"title", "A2A"}},
	}
	for _, file := range dataFiles(in) {
		items = append(items, object{{"href", b.Address(file.path)},
			{"type", file.mediaType}})
	}
	return object{{"linkset", list{
		object{
			{"anchor", b.SiteURL + APICatalogPath},
			{"item", items},
		},
		object{
			{"anchor", b.BaseURL},
			{"service-desc", description},
			{"service-doc", list{object{
				{"href", b.SiteURL + AuthPath},
				{"type", "text/markdown"},
				{"hreflang", list{b.Locale}},
			}}},
			{"service-meta", list{document(ProtectedResourcePath), document(SkillsIndexPath),
				document(AICatalogPath)}},
			{"status",
				list{object{{"href", b.BaseURL + catalog.APIHealth},
					{"type", typeJSON}}}},
		},
		object{
			{"anchor", agentURL(b) + catalog.MCPPath},
			{"service-desc", list{document(MCPCardPath)}},
		},
		object{
			{"anchor", agentURL(b) + catalog.A2APath},
			{"service-desc", list{document(AgentCardPath)}},
		},
	}}}
}

// dataFile is a file for subscribers of the catalogue.
type dataFile struct{ path, mediaType string }

// dataFiles are the data files of a brand: feeds need an event.
func dataFiles(in Input) []dataFile {
	files := []dataFile{
		{catalog.EventsDataPath, "application/x-ndjson"},
		{catalog.ChangesPath, "application/x-ndjson"},
		{catalog.EventsCalendarPath, "text/calendar"},
	}
	if in.Example != nil {
		files = append(files,
			dataFile{catalog.EventsPath + catalog.AtomSuffix, "application/atom+xml"},
			dataFile{catalog.EventsPath + catalog.FeedSuffix, "application/feed+json"})
	}
	if in.Schedule {
		files = append(files, dataFile{catalog.SchedulePath, "application/xml"})
	}
	return files
}
