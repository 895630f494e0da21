package discovery

import "cartaz/brands"

// apiCatalog is the API catalogue (RFC 9727) as a linkset (RFC 9264, section
// 4.2). The item is the list endpoint and not the bare base address, because
// every address in it must answer; the base address stays the anchor of what is
// said about the API as a whole (RFC 8631).
func apiCatalog(b *brands.Brand) value {
	document := func(path string) value {
		return object{{"href", text(b.SiteURL + path)}, {"type", text(typeJSON)}}
	}
	title := "Public event catalogue v1"
	if isPT(b) {
		title = "Catálogo público de eventos v1"
	}
	return object{{"linkset", list{
		object{
			{"anchor", text(b.SiteURL + APICatalogPath)},
			{"item", list{object{
				{"href", text(b.BaseURL + pathEvents)},
				{"type", text(typeJSON)},
				{"title", text(title)},
			}}},
		},
		object{
			{"anchor", text(b.BaseURL)},
			{"service-desc", list{object{{"href", text(b.BaseURL + OpenAPIName)}, {"type", text(typeJSON)}}}},
			{"service-doc", list{object{
				{"href", text(b.SiteURL + AuthPath)},
				{"type", text("text/markdown")},
				{"hreflang", texts(b.Locale)},
			}}},
			{"service-meta", list{document(ProtectedResourcePath), document(SkillsIndexPath)}},
			{"status", list{object{{"href", text(b.BaseURL + pathHealth)}, {"type", text(typeJSON)}}}},
		},
	}}}
}
