// Package catalog defines what an event is.
//
// An event has two types here. [Event] is the closed field list of version 1 of the public API,
// with its two JSON views (list item and detail). A field that is not in Event cannot reach an
// answer. [Record] is the wider type from which pages are rendered: it adds tickets with price and
// fee, the seller's address and the organiser's text. Only Record has prices, so no JSON view can
// contain a price.
//
// The package also lists every problem code of the API with its status and its texts. The pages
// that explain a problem and the server that answers with it use the same table.
//
// Names that builder and edge share have one definition here: the addresses of pages and of the API
// (paths.go), the values of Cache-Control and Vary (fields.go), the agent endpoints (agents.go).
//
// It imports package i18n only.
package catalog
