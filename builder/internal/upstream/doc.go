// Package upstream pulls a brand's catalogue out of its backend: fetch → decode → items → map. It
// reads the documents, finds the items in them, requests the detail of each if the brand names one,
// runs the brand's jq program over them and hands the results on, one by one. brands/sources.md
// describes the sources.
//
// # What it promises
//
//   - Memory does not grow with the catalogue. Items are cut out one at a time. The worker of
//     the program makes their values and returns checked records. A response is spooled (memory
//     first, then a temporary file) before it is decoded: a broken connection is retried without
//     handing on an item twice, and a slow reader holds no connection open.
//   - A pull that ends without an error was whole: every document ended where JSON ends, every page
//     that the source named was read, the number of items is the number that the source stated, and
//     each detail is there, except a few events that have gone since the list was read
//     ([Stats].Gone). Items handed on before an error must be discarded. A caller may pull again
//     after [ErrMoved]: records move between pages while they are being read. No page can show that
//     an event goes while another comes: it is back with the next pull.
//   - Requests go only to the host of source.url, whatever redirects, links and items say, and no
//     faster than source.rate. If the source tells one request to wait, all wait.
//   - No message, and no [Position], holds a query or a value from the environment; nor does the
//     cache, except in the source's own answers.
//
// # Limits
//
// The pull as a whole ends at source.timeout, without the time that it waits for a place to read,
// at source.max_bytes of decoded bytes, bytes from memory included, and at one record for each 512
// bytes of max_bytes (10,000 records are always allowed). A document that a jq items filter must
// see whole may have 64 MiB, and one item has the limits of package jsondoc. One item may take the
// program and the check two seconds of the processor and 1 GiB, and become 10,000 records of
// 100,000 values each, a million in all; all items of a document together may take 30 seconds and 2
// ms each. Waiting items take 8 MiB over all pulls. Reading a document that is not JSON may take as
// much, and 1 GiB. If it takes more, or its reader panics, the pull of its brand fails, or for kind
// html the page.
//
// # The ways of an item
//
// All items wait in one queue, in the order of the source (queue.go): while the program has the
// oldest, the next are read. Items with a detail or a web page wait for it in another queue. Values
// in source.detail.url are escaped for their place; a value that would lead out of the fixed
// folders is refused. If a detail answers 404 or 410, its item is left out; more than 5 % of them
// (and ten) make the pull incomplete.
//
// An item that cannot be mapped, or whose detail cannot be found by the brand's filters, is left
// out and handed on with a [Failure], up to [Options].MaxFailed and never more than [MostFailed];
// beyond that the pull fails with the first of them. The next pull tries it again.
//
// # Memory
//
// Answers are kept as they were sent ([fetch.Memory]), so every key of source may change and is
// applied to them again, except the address, its header fields and its body. Secrets count by their
// names: a new token forgets nothing; after a change of account the operator deletes the file.
// Pages that were read from memory are forgotten when the pull turns out incomplete or malformed.
package upstream
