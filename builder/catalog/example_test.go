package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"cartaz/builder/catalog"
)

// A Record is what the builder knows of an event. Event draws from it what the public API shows:
// the closed list of fields, without prices.
func ExampleRecord_Event() {
	price := int64(4000) // 40 reais: money is in minor units
	record := catalog.Record{
		ID:   7,
		Slug: "roda-de-samba",
		Name: "Roda de Samba",
		Starts: catalog.Moment{
			Precision: catalog.Instant,
			Time:      time.Date(2026, 12, 5, 20, 0, 0, 0, time.FixedZone("", -3*60*60)),
		},
		Timezone: "America/Sao_Paulo",
		Tickets:  []catalog.Ticket{{Name: "Inteira", Price: &price, Currency: "BRL"}},
	}
	event := record.Event("<p>Com a velha guarda.</p>",
		"https://palco.example/eventos/roda-de-samba")

	var shown bytes.Buffer
	if err := json.Indent(&shown, event.AppendDetail(nil), "", "  "); err != nil {
		panic(err)
	}
	fmt.Println(&shown)
	// Output:
	// {
	//   "id": 7,
	//   "slug": "roda-de-samba",
	//   "name": "Roda de Samba",
	//   "description": "<p>Com a velha guarda.</p>",
	//   "status": null,
	//   "starts_at": "2026-12-05T20:00:00-03:00",
	//   "ends_at": null,
	//   "timezone": "America/Sao_Paulo",
	//   "is_online": false,
	//   "is_closed": false,
	//   "url": "https://palco.example/eventos/roda-de-samba",
	//   "images": {
	//     "banner": null,
	//     "thumbnail": null
	//   },
	//   "location": null,
	//   "producer": null
	// }
}
