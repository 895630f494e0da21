// Package answer is the core of the edge: one pure function from the facts of a request and an open
// release to an answer.
//
// [New] prepares a [Catalogue] once per release. [Catalogue.Route] classifies a request, so that
// the caller can charge the right rate limit, and [Catalogue.Answer] fills in status, header fields
// and body. Neither does any I/O, knows net/http or reads a clock: every rule of the contract can
// be tested on values.
//
// The catalogue only routes. Each kind of answer has a type of its own: sealed (pages, documents
// and assets, as the builder made them), api (the JSON endpoints), listPages (pages of search
// results, their calendar, and the lists of agents) and when (addresses that mean a day by the
// clock). All of them share the facts of the brand and the answers to errors (common); the joined
// answers of api and listPages share results. Package listquery reads the query of a list; package
// suggest finds what a page without results offers instead.
//
// How a request is answered, in this order:
//
//  1. An address over 8,192 bytes is 414; one with a broken escape is 400.
//  2. A CORS preflight to an address that allows other origins is 204.
//  3. A method that the address does not take is 405, before any other check, so that it is the
//     same with and without a release.
//  4. A request over its rate limit is 429.
//  5. A brand without a release answers health and identity; all else is 502.
//  6. API list and the /eventos pages are joined from sealed fragments; /hoje and the like are
//     redirects by the clock of the brand; all else is looked up in the resource table by its path
//     alone. No file is ever opened by a name from a request.
//
// Stored bodies come in the codings that the builder has made. Joined bodies are uncoded, or gzip
// if the client asks for it.
//
// The agent endpoints, /mcp and /a2a, are answered by packages of their own, which read the
// catalogue through this one; see [Catalogue.Refuse] and [Catalogue.Refusal] for the decisions of
// HTTP before that.
//
// Every error is a problem document (RFC 9457), except for a person: a browser navigation to a page
// address gets the problem's HTML page with the same status.
package answer
