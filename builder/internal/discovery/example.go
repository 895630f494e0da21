package discovery

import (
	"cartaz/brands"
	"cartaz/builder/catalog"
)

// exampleEvent is the event that the OpenAPI document shows: a copy of the one
// given, or an invented one of the brand. The description is always ours, since
// an organiser's words have no place in a text that agents take as ours.
func exampleEvent(b *brands.Brand, given *catalog.Event) catalog.Event {
	ptr := func(s string) *string { return &s }
	var e catalog.Event
	if given != nil {
		e = *given
	} else {
		e = catalog.Event{
			ID: 1042, Slug: "show-na-praca", Name: "Show na Praça",
			Status:   ptr("ativo"),
			StartsAt: ptr("2027-03-05T20:00:00-03:00"),
			EndsAt:   ptr("2027-03-05T23:00:00-03:00"),
			Timezone: ptr("America/Recife"),
			URL:      b.SiteURL + "/eventos/show-na-praca",
			Location: &catalog.Location{
				Name: ptr("Praça Central"), City: ptr("Recife"), State: ptr("Pernambuco"), StateAbbr: ptr("PE"),
				FormattedAddress: ptr("Rua A, 10, Recife, PE"),
				Latitude:         ptr("-8.0631"), Longitude: ptr("-34.8711"),
			},
			Producer: &catalog.Producer{Name: "Produtora X", Slug: "produtora-x"},
		}
	}
	e.Description = ptr("<p>Text written by the organiser.</p>")
	if isPT(b) {
		e.Description = ptr("<p>Texto da organização.</p>")
	}
	return e
}

// The examples of bodies.

func exampleDetail(e *catalog.Event) value { return raw(e.AppendDetail(nil)) }

// exampleList shows the event as one that is on sale, as every event of the list
// is.
func exampleList(e *catalog.Event) value {
	onSale := *e
	onSale.IsClosed = false
	return object{
		{"data", list{raw(onSale.AppendListItem(nil))}},
		{"meta", raw(catalog.Meta{Total: 1, PerPage: catalog.DefaultPerPage, CurrentPage: 1, LastPage: 1}.AppendMeta(nil))},
	}
}

// exampleEmptyList is a page past the end.
func exampleEmptyList() value {
	return object{
		{"data", list{}},
		{"meta", raw(catalog.Meta{Total: 1, PerPage: catalog.DefaultPerPage, CurrentPage: 9, LastPage: 1}.AppendMeta(nil))},
	}
}

func exampleCredential() value {
	return object{
		{"identity_type", text("anonymous")},
		{"credential_type", text("opaque")},
		{"credential", text("EXAMPLE-CREDENTIAL")},
		{"usage", object{
			{"header", text(credentialHeader)},
			{"purpose", texts("telemetry", "rate_limiting")},
			{"grants_access", truth(false)},
		}},
	}
}

// exampleHealth is a health body with a release, or without one.
func exampleHealth(b *brands.Brand, hasRelease bool) value {
	var release, builtAt value = null{}, null{}
	events := 0
	if hasRelease {
		release, builtAt, events = text("00000042-0123456789abcdef"), text("2027-03-01T09:00:00Z"), 1462
	}
	return object{
		{"status", text("ok")},
		{"brand", text(b.Key)},
		{"release", release},
		{"built_at", builtAt},
		{"events", number(events)},
	}
}

// exampleProblem is the very body that the code is answered with.
func exampleProblem(b *brands.Brand, code catalog.Code) value {
	p := catalog.NewProblem(code, b.Locale, b.SiteURL)
	return object{
		{"type", text(p.Type)},
		{"title", text(p.Title)},
		{"status", number(p.Status)},
		{"code", text(p.Code)},
		{"detail", text(p.Detail)},
		{"error", text(p.Error)},
	}
}
