// Package check walks a running site. For each thing that a proxy, a template or an operator can
// break it reports whether it is right, wrong, absent on purpose, or could not be checked.
//
// # What is checked
//
// Each check asks over HTTP and judges by the specification that it names; see [Checks]. The
// content of documents is not checked: the tests of this repository do that. A result has one of
// four states:
//
//   - pass: it is there and right.
//   - fail: it is there and wrong, or it is missing and every site should have it. Only
//     these make a site fail.
//   - not offered: it is optional and absent.
//   - skipped: this tool could not look, and says why.
//
// # What is sent
//
// Only GET and HEAD, and one POST to each MCP or A2A endpoint that the site's own cards name, with
// a method that changes nothing. Requests go to the origin that was given and no other; an address
// on another host is reported as skipped. Every request has a time limit, every body a size limit,
// and there are at most 250 of them, one after another.
package check
