package discovery

import (
	"cartaz/brands"
	"cartaz/builder/catalog"
)

// exampleEvent is the event that the OpenAPI document shows: a copy of the one given, or an
// invented one of the brand. It has no description.
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
			URL:      b.Address(catalog.EventPath("show-na-praca")),
			Location: &catalog.Location{
				Name: ptr("Praça Central"), City: ptr("Recife"), State: ptr("Pernambuco"),
				StateAbbr:        ptr("PE"),
				FormattedAddress: ptr("Rua A, 10, Recife, PE"),
				Latitude:         ptr("-8.0631"), Longitude: ptr("-34.8711"),
			},
			Producer: &catalog.Producer{Name: "Produtora X", Slug: "produtora-x"},
		}
	}
	e.Description = nil
	return e
}
