// Package upstream pulls a brand's catalogue out of its backend: it reads the
// documents, finds the items in them, asks for the detail of each where the
// brand wants it, runs the brand's jq program over them and hands the results
// on, one by one.
//
// # What it promises
//
//   - Memory does not grow with the catalogue. Items are decoded one at a time;
//     a response is spooled (memory first, then a temporary file) before it is
//     decoded, so that a broken connection is retried without an item having
//     been handed on twice, and a slow reader holds no connection open.
//   - A pull that ends without an error was whole: every document ended where
//     JSON ends, every page the source spoke of was read, the number of items is
//     the one that the source stated, and each detail is there, but for a few
//     events that have gone since the list was read ([Stats].Gone). Whatever was
//     handed on before an error must be thrown away. A caller may pull again
//     after [ErrMoved]: records move between pages while they are being
//     read. What no page can show is an event that goes while another comes:
//     whatever moved over the edge of a page by that is back with the next pull.
//   - Only the host of source.url is asked, whatever redirects, links and items
//     say, and no faster than source.rate. What one request is told to wait, all
//     wait.
//   - No message, and no [Position], holds a query or a value from the
//     environment; nor does the cache, but for what the source itself answers.
//
// # Limits
//
// The pull as a whole ends at source.timeout and at source.max_bytes of decoded
// bytes, those from memory included, and at one record for each 512 bytes of that
// (10,000 always may come); one item, one detail, and all that stands
// beside the list in one document, may have 4 MiB; a document that a jq items
// filter must see whole 64 MiB; nesting 512; an integer 400 digits. A connection
// that sends nothing for 30 seconds is stalled. A request that fails is sent five
// times, one that is only told to wait a hundred times. One item may take the
// program two seconds of the processor and become 10,000 records; strings of an item
// are cut to 256 KiB, the longest that a record may hold, before the program sees
// them ([Item].Cut). Twice as many items as there may
// be requests for details at once are held in memory.
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
// whole document, and its outputs are the items (arrays are taken apart).
//
// Documents of the kinds that are not JSON are read by packages below adapt, in a process of
// package worker: their bytes go there, items come back one by one. One that takes 30 seconds
// of the processor or 1 GiB, or whose reader panics, cannot be read: that costs its brand the pull,
// and of kind html the page. Without a program their records are taken. A program (kind command)
// prints JSON.
//
// # Pages
//
// The first page is source.url as it is written. Without a style it is the only one, and must not
// look like the first of several ([ErrIncomplete]) unless the brand says pages: none. Else the next
// one is found by source.pages.style:
//
//   - number: counting, from 0 or 1, until the last page or the total that the
//     source states, else until a page is empty;
//   - offset: counting the items that came (a source may give fewer than it is
//     asked for), until the total, an empty page, or a short one after a whole
//     one;
//   - next: the address that the page gives, on the same host, with what the
//     brand's query says where the address says nothing;
//   - token: what the page gives, sent back.
//
// With source.body every page is asked for with POST, and number, offset or
// token and size stand in the body. A source with a window (number, offset) whose
// catalogue reaches beyond it is incomplete. An answer with status 200 in which
// source.errors finds something is a failure, as in GraphQL.
//
// Last pages, addresses, tokens and totals are found by the filters of source.pages, or where there
// are none by the signs that package paging knows.
//
// The filters of source.pages and source.errors see the document without its
// list, unless source.items is a filter, and the answer's header as $headers:
// names in small letters, the first value of each (of Link all), no cookies.
//
// # Details
//
// source.detail.url is a template on the item. Values are escaped for where they
// stand; one that would lead out of the fixed folders is refused. The answer, or
// what source.detail.items finds in it, becomes a member of the item, by default
// detail, before the program runs; null when a placeholder yields nothing, which
// asks for nothing. Requests run ahead of the items' turn, records come in the
// order of the list all the same. A detail that answers 404 or 410 takes its
// item with it; more than 5 % of them (and ten) make the pull incomplete.
//
// # Web pages
//
// What source.url of kind html names is a sitemap, a page with links (source.links), or a page with
// events. The pages that lists name are asked for ahead of their turn, four at once, on the host of
// source.url only, as robots.txt allows, and 20,000 at most. One that does not answer is read as it
// was last time, if that is remembered ([Stats].Old); any other that cannot be read is an item that
// fails. More than 5 % that are gone, or as they were (and ten), make the pull incomplete.
//
// # Memory
//
// With a cache, pages and details that came with an ETag or a Last-Modified
// older than the answer are asked for with it; 304 reads the copy. A detail whose
// source.detail.key gives what it gave last time is read without a request. A
// copy is used for the same method, address, header fields and body only. In
// query, header fields and body secrets count by their names, so that a new token
// forgets nothing; who gives the builder the token of another account deletes the
// file. What is kept are answers as they were sent: every other key of source may
// change, and is applied to them anew; another source.detail.key asks again. Pages
// that were read from memory are forgotten when the pull turns out incomplete or
// malformed. Answers that say no-store are not kept, but for details with a key,
// which is the brand's own word.
//
// # The program
//
// It runs once per item, with $file (path relative to the brand's folder, or
// the address without its query), $page (number of the page, null for files),
// $brand and $locale, and yields any number of records. It is a function of its
// input: modules, input, env, $ENV and what depends on the clock or zone of the
// machine (now, localtime, strflocaltime) are refused, and so are functions and
// variables that the program defines under these names. It and the filters run in a
// process that can be ended: see package jq.
//
// An item that cannot be mapped (an error of jq, the time limit, too many outputs, a
// number that is not JSON), or whose detail cannot be found by the brand's filters, is
// left out and handed on with a [Failure], up to [Options].MaxFailed and
// never more than [MostFailed]; beyond that the pull fails with the first of them. It
// is not remembered: each pull tries it again, so that nothing stays away because a
// machine was slow once.
//
// # Sources
//
// Package presets holds whole ones for what is widespread. A Laravel resource
// collection or paginator by hand:
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
// A search service over Elasticsearch, by offset and with a key in the query:
//
//	source:
//	  kind: http
//	  url: https://search.example.org/events?apikey=${SEARCH_KEY}
//	  items: .hits.hits
//	  pages: {style: offset, size: 100, size_param: size, window: 10000, total: .hits.total.value}
//
// Mapas Culturais, a bare array whose pages end with an empty one:
//
//	source:
//	  kind: http
//	  url: https://mapas.example.org/api/event/find?@select=id,name,occurrences&@order=id
//	  pages: {style: number, param: "@page", size: 100, size_param: "@limit"}
//
// A list that leaves the rest to a detail:
//
//	source:
//	  kind: http
//	  url: https://backend.example.org/api/events
//	  pages: {style: number}
//	  detail: {url: "./events/{id}", items: .data, key: .updated_at}
//	  map: map.jq
//
// Files, where ** stands for any number of folders:
//
//	source: {kind: file, path: conferences/*/*.json, map: map.jq}
//
// # Parts
//
// A pull (pull.go) puts these together; each owns what it counts and remembers:
//
//   - programs (compile.go, program.go, template.go, envelope.go): the brand's program and filters,
//     compiled, and what the filters find in an answer;
//   - package fetch: one answer of the source, at its pace, with its tries, and what is remembered
//     of earlier ones;
//   - walker (pages.go, styles.go, request.go): the way from page to page;
//   - itemReader (reader.go, adapted.go, files.go): the items of a document, by package jsondoc or
//     one below adapt;
//   - details (detail.go, ahead.go): the detail of each item, ahead of its turn;
//   - crawler (crawl.go, ahead.go): the pages of kind html, ahead of their turn;
//   - command (command.go): the output of a program;
//   - mapper (mapping.go): the records of each item, and the hand-over to the caller.
package upstream
