// Package upstream pulls a brand's catalogue out of its backend: fetch → decode → items → map. It
// reads the documents, finds the items in them, asks for the detail of each where the brand wants
// it, runs the brand's jq program over them and hands the results on, one by one. What
// brands/sources.md says of sources is not said again here.
//
// # What it promises
//
//   - Memory does not grow with the catalogue. Items are cut out one at a time, and the worker of
//     the program makes their values, of which checked records come back; a response is
//     spooled (memory first, then a temporary file) before it is decoded, so that a broken
//     connection is retried without an item having been handed on twice, and a slow reader holds
//     no connection open.
//   - A pull that ends without an error was whole: every document ended where JSON ends, every page
//     the source spoke of was read, the number of items is the one that the source stated, and each
//     detail is there, but for a few events that have gone since the list was read ([Stats].Gone).
//     Whatever was handed on before an error must be thrown away. A caller may pull again after
//     [ErrMoved]: records move between pages while they are being read. What no page can show is an
//     event that goes while another comes: it is back with the next pull.
//   - Only the host of source.url is asked, whatever redirects, links and items say, and no faster
//     than source.rate. What one request is told to wait, all wait.
//   - No message, and no [Position], holds a query or a value from the environment; nor does the
//     cache, but for what the source itself answers.
//
// # Limits
//
// The pull as a whole ends at source.timeout and at source.max_bytes of decoded bytes, those from
// memory included, and at one record for each 512 bytes of that (10,000 always may come); a
// document that a jq items filter must see whole may have 64 MiB, and one item what package jsondoc
// says. One item may take the program and the check two seconds of the processor and 1 GiB, and
// become 10,000 records of 100,000 values each, a million in all; all items of a document together
// may take 30 seconds and 2 ms each. What waits takes 8 MiB over all pulls. A document that is not
// JSON may take as much to be read, and 1 GiB; one that takes more, or whose reader panics, costs
// its brand the pull, and of kind html the page.
//
// # The ways of an item
//
// All items stand in one queue, in the order of the source (queue.go): while the oldest is at the
// program, the next are read. Those with a detail or a web page wait for it in another one. Values
// in source.detail.url are escaped for where they stand; one that would lead out of the fixed
// folders is refused. A detail that answers 404 or 410 takes its item with it; more than 5 % of
// them (and ten) make the pull incomplete.
//
// An item that cannot be mapped, or whose detail cannot be found by the brand's filters, is left
// out and handed on with a [Failure], up to [Options].MaxFailed and never more than [MostFailed];
// beyond that the pull fails with the first of them. The next pull tries it again.
//
// # Memory
//
// Answers are kept as they were sent ([fetch.Memory]): every key of source but the address, its
// header fields and its body may change, and is applied to them anew. Secrets count by their names,
// so that a new token forgets nothing; after a change of account the operator deletes the file.
// Pages that were read from memory are forgotten when the pull turns out incomplete or malformed.
package upstream
