// Package upstream pulls a brand's catalogue out of its backend: fetch → decode → items → map. It
// reads the documents, finds the items in them, asks for the detail of each where the brand wants
// it, runs the brand's jq program over them and hands the results on, one by one.
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
//   - No message, and no [Position], holds a query or a value from the environment; nor does the
//     cache, but for what the source itself answers.
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
// What brands/README.md says of sources is not said again here. JSON is that of package jsondoc. A
// name or media type of NDJSON (.ndjson, .jsonl, application/x-ndjson) means one item a line; gzip
// is recognised by its first bytes. A plain path in source.items is streamed; any other filter sees
// the whole document, and its outputs are the items (arrays are taken apart).
//
// Documents of the kinds that are not JSON are read by packages below adapt, in a process of
// package worker: their bytes go there, items come back one by one. One that takes 30 seconds
// of the processor or 1 GiB, or whose reader panics, cannot be read: that costs its brand the pull,
// and of kind html the page. Without a program their records are taken. A program (kind command)
// prints JSON.
//
// # Pages
//
// A style of source.pages is a function that says what is asked after a page (pages.go). Last
// pages, addresses, tokens and totals are found by the filters of source.pages, or where there
// are none by the usual [Signs]. The filters of source.pages and source.errors
// see the document without its list, unless source.items is a filter, and the answer's header as
// $headers: names in small letters, the first value of each (of Link all), no cookies.
//
// # Details and web pages
//
// Both are asked for ahead of their turn, and taken in the order of the list (queue.go). Values in
// source.detail.url are escaped for where they stand; one that would lead out of the fixed folders
// is refused. A detail that answers 404 or 410 takes its item with it; more than 5 % of them (and
// ten) make the pull incomplete. A web page that does not answer is read as it was last time, if
// that is remembered ([Stats].Old); any other that cannot be read is an item that fails.
//
// # Memory
//
// Pages and details that came with an ETag or a Last-Modified older than the answer are asked for
// with it; 304 reads the copy. A detail whose source.detail.key gives what it gave last time is
// read without a request. A copy is used for the same method, address, header fields and body
// only. In query, header fields and body secrets count by their names, so that a new token forgets
// nothing; who gives the builder the token of another account deletes the file. What is kept are
// answers as they were sent: every other key of source may change, and is applied to them anew.
// Pages that were read from memory are forgotten when the pull turns out incomplete or malformed.
// Answers that say no-store are not kept, but for details with a key, which is the brand's own
// word.
//
// # The program
//
// It runs once per item, with $file (path relative to the brand's folder, or
// the address without its query), $page (number of the page, null for files),
// $brand and $locale, and yields any number of records. It is a function of its
// input: package jq refuses what is not. An item that cannot be mapped, or whose detail cannot be
// found by the brand's filters, is left out and handed on with a [Failure], up to
// [Options].MaxFailed and never more than [MostFailed]; beyond that the pull fails with the first
// of them. It is not remembered: each pull tries it again, so that nothing stays away because a
// machine was slow once.
package upstream
