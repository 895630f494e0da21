// Package check walks a running site the way the public scanners of agent
// readiness do, and says for each thing they look at whether it is right, wrong,
// absent on purpose or could not be looked at.
//
// # What is checked
//
// The checks are the union of what those scanners ask for, as far as it can be
// asked over HTTP and is right by the specification that the check names; see
// [Checks]. Four states tell what was found:
//
//   - pass: it is there and right.
//   - fail: it is there and wrong, or it is missing and every site should have
//     it. Only these make a site fail.
//   - not offered: it is optional and absent. A site that leaves out what it does
//     not run is right to do so.
//   - skipped: this tool could not look, and says why.
//
// Not asked are what no HTTP client can see (DNS records, tools that a page
// registers in a browser) and what only a shop can have (payment protocols).
// What is absent from a document is never faulted when its specification allows
// that, whatever a scanner would like to read there.
//
// # What is sent
//
// Only GET and HEAD, and POST to an MCP or A2A endpoint that the site's own card
// names, with requests that change nothing: discovery, a list of tools, and one
// question in words. Requests go to the origin that was given and no other; an
// address on another host is reported as skipped. Every request has a time
// limit, every body a size limit, and there are at most 250 of them,
// one after another.
package check
