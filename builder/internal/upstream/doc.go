// Package upstream pulls a brand's catalogue out of its backend: it reads the
// documents, finds the items in them, runs the brand's jq program over each and
// hands the results on, one by one.
//
// # What it promises
//
//   - Memory does not grow with the catalogue. Items are decoded one at a time;
//     a response is spooled (memory first, then a temporary file) before it is
//     decoded, so that a broken connection is retried without an item having
//     been handed on twice, and a slow reader holds no connection open.
//   - A pull that ends without an error was whole: every document ended where
//     JSON ends, every page the source spoke of was read, and the number of
//     items is the one that the source stated. Whatever was handed on before an
//     error must be thrown away. A caller may pull again after [ErrIncomplete]:
//     records move between pages while they are being read.
//   - No message, and no [Position], holds a query or a value from the
//     environment.
//
// # Limits
//
// The pull as a whole ends at source.timeout and at source.max_bytes of decoded
// bytes; one item, and all that stands beside the list in one document, may have
// 4 MiB; a document that a jq items filter must see whole 64 MiB; nesting 512;
// an integer 400 digits. A connection that sends nothing for 30 seconds is
// stalled. One item may take the program two seconds and become 10,000 records.
//
// # Documents
//
// JSON in UTF-8 as RFC 8259 has it, and stricter where readers differ: no
// duplicate members, no lone surrogates (both cannot be published). A byte
// order mark is skipped. gzip is recognised by its first bytes. A name or media
// type of NDJSON (.ndjson, .jsonl, application/x-ndjson) means one item a line.
// Integers stay exact: int when 64 bits hold them, else *big.Int; all other
// numbers are float64.
//
// The list is the document itself when that is an array, else its member data;
// source.items names another place. A plain path (.results or
// ._embedded.events) is streamed like the default; any other filter sees the
// whole document, and its outputs are the items (arrays are taken apart). The
// filters of source.pages see the document without its list, unless source.items
// is such a filter.
//
// # The program
//
// It runs once per item, with $file (path relative to the brand's folder, or
// the address without its query), $page (number of the page, null for files)
// and $brand, and yields any number of records. It is a function of its input:
// modules, input, env, $ENV and what depends on the clock or zone of the machine
// (now, localtime, strflocaltime) are refused.
//
// # Sources
//
// A Laravel resource collection or paginator, in brand.yaml:
//
//	source:
//	  kind: http
//	  url: https://backend.example.org/api/eventos
//	  headers:
//	    Authorization: Bearer ${BACKEND_TOKEN}
//	  pages:
//	    style: number     # counts to meta.last_page with its own query, because
//	    size: 100         # links.next of Laravel drops per_page
//	  map: map.jq
//
// pretix, and whatever else follows links (Linked Events: items .data, next
// .meta.next, total .meta.count):
//
//	source:
//	  kind: http
//	  url: https://pretix.example.org/api/v1/organizers/acme/events/
//	  headers: {Authorization: "Token ${PRETIX_TOKEN}"}
//	  items: .results
//	  pages: {style: next}
//
// Ticketmaster, whose pages start at 0 and whose list is absent when empty:
//
//	source:
//	  kind: http
//	  url: https://app.ticketmaster.com/discovery/v2/events.json?apikey=${TICKETMASTER_KEY}&countryCode=BR
//	  items: ._embedded.events
//	  pages: {style: number, first: 0, size: 200, size_param: size, last: .page.totalPages - 1, total: .page.totalElements}
//
// Gancio, a bare array that ends with an empty page:
//
//	source:
//	  kind: http
//	  url: https://gancio.example.org/api/events?start=0
//	  pages: {style: number, size: 50, size_param: max}
//
// Files, where ** stands for any number of folders:
//
//	source: {kind: file, path: conferences/*/*.json, map: map.jq}
package upstream
