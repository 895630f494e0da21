// Package webtest plays plain-text scripts of HTTP requests and checks their
// answers, against a handler or against a server that is running. It is for
// tests and for looking at a server from outside; nothing of the edge needs it.
//
// # Scripts
//
// A script is a list of cases. They are played in order and share variables. A
// case is a request and the checks of its answer:
//
//	# The list answers JSON with its paging.
//	== first page
//	GET http://palco.localhost/api/public/v1/events?per_page=3
//	Accept-Encoding: gzip
//	status 200
//	header Content-Type == application/json
//	header Vary contains Accept-Encoding
//	json .meta.per_page == 3
//	json .data.# <= 3
//	capture slug = json .data[0].slug
//	capture etag = header ETag
//
//	GET http://palco.localhost/api/public/v1/events/${slug}
//	status 200
//	json .slug == ${slug}
//
// Empty lines and lines that start with "#" say nothing. White space at the end
// of a line does not count. The other lines of a case are, in this order:
//
//   - "== title", optional, is the name of the case in messages; without it the
//     request line is.
//   - "METHOD http://host/target" starts the request. What stands after the host
//     is sent byte for byte, so a script can send paths that no client library
//     would. The host is sent as the Host field, with its port; where the
//     connection goes is the target's business.
//   - "Name: value" is a header field, sent as written; a name may be repeated.
//     Host, Connection (close) and Content-Length (when there is a body) are
//     added unless the script has its own. Nothing else is added: no
//     User-Agent, no Accept-Encoding.
//   - "> text" is a line of the body; lines are joined by line feeds, without
//     one at the end. "fill N" is a body of N times the letter x.
//
// Then the checks, which are all tried:
//
//	status 304                    the status code
//	header NAME OP value          a field; repeated ones are joined by ", "
//	body OP value                 the body, after its content coding was undone
//	trimbody OP value             the same with every line trimmed and empty ones dropped
//	size OP number                the bytes of the body as they were sent
//	json PATH OP value            a value inside the body
//	capture NAME = SOURCE         keeps a value as ${NAME} for what follows
//
// OP is one of
//
//	==  !=                        equal, not equal; for json the value is JSON, or else a string
//	contains  !contains           a part of the text; for a json list one of its values
//	~  !~                         a regular expression (package regexp) matches somewhere
//	<  <=  >  >=                  numbers
//	present  absent               without a value: is there at all; a json null is present
//
// A value goes on in the lines that follow when they begin with a tab; the tab
// does not belong to it. PATH is made of .name, ["any name"], [0], [-1] for the
// last, and .# for the number of members; "." alone is the whole document.
//
// SOURCE is "header NAME", "json PATH" or "body REGEXP", where the first group
// counts, or the whole match when there is none. ${NAME} is replaced in request
// lines, field values, bodies and values of checks; in a regular expression it
// stands for exactly its text. A name that nothing has captured is an error.
//
// # Targets
//
// [Handler] plays against an http.Handler in this process, from the address
// 192.0.2.1. [Server] plays against an address, with a connection for each
// request. Neither follows redirects.
package webtest
