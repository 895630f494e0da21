package brands_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSourceFaults(t *testing.T) {
	const file, http = "  kind: file\n  path: events.json\n",
		"  kind: http\n  url: https://b.example/e\n"
	for _, tt := range []struct{ source, want string }{
		{"  path: x\n", "7: source.kind: missing: write file, http, command, ics, csv, " +
			"html, feed or xml"},
		{"  kind: ftp\n", `7: source.kind: "ftp" is not known: write file, http, command, ` +
			`ics, csv, html, feed, xml`},
		{"  kind: file\n",
			"7: source.path: missing: write the file, or a pattern of files, that holds the " +
				"catalogue"},
		{"  kind: http\n",
			"7: source.url: missing: write the address of the list, as in " +
				"https://backend.example.org/api/events"},
		{file + "  url: https://x.example\n",
			"9: source.url: has no effect with kind file: leave it out, or set kind" +
				" to http, ics, csv, html, feed or xml"},
		{file + "  pages: {style: number}\n",
			"9: source.pages: has no effect with kind file: leave it out, or set ki" +
				"nd to http, ics, csv, html, feed or xml"},
		{file + "  headers: {A: b}\n",
			"9: source.headers: has no effect with kind file: leave it out, or set " +
				"kind to http, ics, csv, html, feed or xml"},
		{http + "  path: x\n",
			"9: source.path: has no effect with kind http: leave it out, or set kind to file, " +
				"ics, csv, html, feed or xml"},
		{"  kind: file\n  path: 'a[.json'\n",
			`8: source.path: "a[.json" is not a pattern: close the bracket, or escape it with \`},
		{"  kind: file\n  path: ${ABSENT}.json\n",
			"8: source.path: the environment has no variable ABSENT: set it where the builder " +
				"runs"},
		{"  kind: file\n  path: ${EMPTY}\n",
			"8: source.path: the variable EMPTY is empty: set it where the builder runs"},
		{"  kind: file\n  path: ${not a name}\n",
			`8: source.path: "${not a name}" has a ${ that names no variable: write ${NAME} ` +
				"or ${file:/path}"},
		{"  kind: http\n  url: b.example\n",
			`8: source.url: "b.example" is not an http(s) address: write it as in ` +
				`https://backend.example.org/api/events`},
		{"  kind: http\n  url: file:///etc/passwd\n",
			`8: source.url: "file:///etc/passwd" is not an http(s) address: write it as in ` +
				`https://backend.example.org/api/events`},
		{"  kind: http\n  url: ${TOKEN}\n",
			`8: source.url: "${TOKEN}" is not an http(s) address: write it as in ` +
				`https://backend.example.org/api/events`},
		{"  kind: http\n  url: https://u:${TOKEN}@b.example\n",
			"8: source.url: holds a user or password: send them in source.headers, as in " +
				"Authorization: Basic ${TOKEN}"},
		{"  kind: http\n  url: https://b.example#x\n",
			`8: source.url: "https://b.example#x" has a fragment, which is never sent: leave it ` +
				`out`},
		{http + "  headers: {A b: x}\n",
			"9: source.headers.A b: is not the name of a header field"},
		{http + "  headers: {host: x}\n",
			"9: source.headers.host: is set by the builder: leave it out"},
		{http + "  headers: {A: x, a: y}\n",
			"9: source.headers.a: is set twice, with other capitals: keep one"},
		{http + "  headers: {A: \"${BREAK}\"}\n",
			"9: source.headers.A: holds a line break or a control character after its variables " +
				"were filled in: set the variable without it"},
		{http + "  headers: x\n",
			"9: source.headers: must hold keys, not a single value: write name: value below it"},
		{http + "  pages: number\n",
			`9: source.pages: "number" is not known: write none, or keys below it`},
		{http + "  pages: {style: cursor}\n",
			`9: source.pages.style: "cursor" is not known: write none, number, offset, next, ` +
				`token`},
		{http + "  pages: {size: 5}\n",
			"9: source.pages.size: has no effect with style none: leave it out, or set style to " +
				"number, offset, next or token"},
		{http + "  pages: {style: next, param: p}\n",
			"9: source.pages.param: has no effect with style next: leave it out, or set style to " +
				"number, offset or token"},
		{http + "  pages: {style: number, next: .n}\n",
			"9: source.pages.next: has no effect with style number: leave it out, or set style " +
				"to next"},
		{http + "  pages: {style: offset, size: 5, last: .n}\n",
			"9: source.pages.last: has no effect with style offset: leave it out, or set style " +
				"to number"},
		{http + "  pages: {style: number, token: .n}\n",
			"9: source.pages.token: has no effect with style number: leave it out, or set style " +
				"to token"},
		{http + "  pages: {style: token, first: 1}\n",
			"9: source.pages.first: has no effect with style token: leave it out, or set style " +
				"to number or offset"},
		{http + "  pages: {style: next, window: 9}\n",
			"9: source.pages.window: has no effect with style next: leave it out, or set style " +
				"to number or offset"},
		{http + "  pages: {style: offset}\n",
			"9: source.pages.size: missing: style offset counts by it, so write how many items a " +
				"page has"},
		{http + "  pages: {style: number, window: 1000}\n",
			"9: source.pages.window: needs source.pages.size: how far a page reaches depends " +
				"on it"},
		{http + "  pages: {style: number, size: 200, window: 100}\n",
			"9: source.pages.window: is smaller than source.pages.size: not one page fits in"},
		{http + "  pages: {style: number, size: 2, window: 0}\n",
			`9: source.pages.window: "0" is not a whole number from 1 to 1000000000`},
		{http + "  pages: {style: number, first: 2}\n",
			`9: source.pages.first: "2" is not a whole number from 0 to 1`},
		{http + "  pages: {style: number, size: many}\n",
			`9: source.pages.size: "many" is not a whole number from 1 to 100000`},
		{http + "  pages: {style: number, param: a&b}\n",
			`9: source.pages.param: "a&b" is not the name of a query parameter`},
		{http + "  pages: {style: number, page: p}\n",
			"9: source.pages.page: unknown key: the keys here are style, param, first, size, " +
				"size_param, window, last, next, token, total"},
		{file + "  body: {a: 1}\n",
			"9: source.body: has no effect with kind file: leave it out, or set kind to http"},
		{file + "  detail: {url: x}\n",
			"9: source.detail: has no effect with kind file: leave it out, or set k" +
				"ind to http"},
		{file + "  rate: 5/s\n",
			"9: source.rate: has no effect with kind file: leave it out, or set kin" +
				"d to http, ics, csv, html, feed or xml"},
		{file + "  conditional: no\n",
			"9: source.conditional: has no effect with kind file: leave it out, or " +
				"set kind to http, ics, csv, html, feed or xml"},
		{file + "  errors: .errors\n",
			"9: source.errors: has no effect with kind file: leave it out, or set k" +
				"ind to http"},
		{http + "  rate: 5\n",
			`9: source.rate: "5" is not a number of requests in a time: write it as in 5/s, ` +
				`240/m or 1000/h`},
		{http + "  rate: 0/s\n",
			`9: source.rate: "0/s" is not a number of requests in a time: write it as in 5/s, ` +
				`240/m or 1000/h`},
		{http + "  conditional: often\n",
			`9: source.conditional: "often" is neither yes nor no: write one of the two`},
		{http + "  errors: 5\n", "9: source.errors: must be text, not a number: put it in quotes"},
		{http + "  body: text\n",
			"9: source.body: must hold keys, not a single value: they are the members of the " +
				"JSON body"},
		{http + "  body: {a: &x 1}\n",
			"9: source.body.a: anchors and aliases are not read: write the value out"},
		{http + "  body: {a: [&x 1]}\n",
			"9: source.body.a[0]: anchors and aliases are not read: write the value out"},
		{http + "  body: {a: .nan}\n",
			`9: source.body.a: ".nan" cannot be written as JSON: put it in quotes if it is text`},
		{http + "  body: {a: [0x10]}\n",
			`9: source.body.a[0]: "0x10" cannot be written as JSON: put it in quotes if it is ` +
				`text`},
		{http + "  body: {a: '${ABSENT}'}\n",
			"9: source.body.a: the environment has no variable ABSENT: set it where the " +
				"builder runs"},
		{http + "  body: {a: 1}\n  pages: {style: next}\n",
			"10: source.pages.style: next asks with GET, which has no source.body: leave the " +
				"body out, or change style"},
		{http + "  body: {v: {page: 1}}\n  pages: {style: number, param: v.page.n}\n",
			`10: source.pages.param: "v.page.n" leads through v.page, which is no object in ` +
				`source.body`},
		{http + "  body: {v: {page: 1}}\n  pages: {style: number, param: v..n}\n",
			`10: source.pages.param: "v..n" is not the path of a member of source.body: write it ` +
				`as in variables.page`},
		{http + "  map: map.jq\n  detail: {items: .data}\n",
			"10: source.detail.url: missing: write the address of one event, as in " +
				"/api/events/{id}"},
		{http + "  map: map.jq\n  detail: none at all\n",
			`10: source.detail: "none at all" is not known: write none, or keys below it`},
		{http + "  map: map.jq\n  detail: {url: /e}\n",
			`10: source.detail.url: "/e" is the same for every event: write {slug}, {id} or a jq ` +
				`filter in braces where they differ`},
		{http + "  map: map.jq\n  detail: {url: '/e/{id'}\n",
			`10: source.detail.url: "/e/{id" has a { without its }: write {slug}, {id} or a jq ` +
				`filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '/e/id}'}\n",
			`10: source.detail.url: "/e/id}" has a } without its {: write {slug}, {id} or a jq ` +
				`filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '/e/{ }'}\n",
			`10: source.detail.url: "/e/{ }" has nothing between { and }: write {slug}, {id} or ` +
				`a jq filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '{id}'}\n",
			`10: source.detail.url: "{id}" begins with a placeholder, or has one in its host: ` +
				`write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: '//{host}/e'}\n",
			`10: source.detail.url: "//{host}/e" begins with a placeholder, or has one in its ` +
				`host: write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: 'https://b.example.{id}/'}\n",
			`10: source.detail.url: "https://b.example.{id}/" begins with a placeholder, or has ` +
				`one in its host: write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: 'https://c.example/{id}'}\n",
			`10: source.detail.url: "https://c.example/{id}" leads to another host than ` +
				`source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'http://b.example/{id}'}\n",
			`10: source.detail.url: "http://b.example/{id}" leads to another host than ` +
				`source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'https://a:b@b.example/{id}'}\n",
			`10: source.detail.url: "https://a:b@b.example/{id}" leads to another host than ` +
				`source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'file:{id}'}\n",
			`10: source.detail.url: "file:{id}" leads to another host than source.url: only that ` +
				`one is asked`},
		{http + "  map: map.jq\n  detail: {url: '/{id}#x'}\n",
			`10: source.detail.url: "/{id}#x" has a fragment, which is never sent: leave it out`},
		{http + "  map: map.jq\n  detail: {url: '/{id}?k=${BRACE}'}\n",
			"10: source.detail.url: holds { or } after its variables were filled in, which would " +
				"be taken for a placeholder: escape it in the variable"},
		{http + "  map: map.jq\n  detail: {url: '/{id}', merge: a.b}\n",
			`10: source.detail.merge: "a.b" is not the name of a member: use letters, digits ` +
				`and _`},
		{http + "  map: map.jq\n  detail: {url: '/{id}', concurrency: 17}\n",
			`10: source.detail.concurrency: "17" is not a whole number from 1 to 16`},
		{http + "  detail: {url: '/{id}'}\n",
			"9: source.detail: nothing reads what these requests bring: write source.map"},
		{http + "  preset: gancioo\n",
			`9: source.preset: "gancioo" is not known: write agenda, broken, empty`},
		{http + "  preset: broken\n",
			`9: source.preset: "broken" cannot be read: yaml: line 1: did not find expected node ` +
				`content`},
		{http + "  preset: empty\n",
			`9: source.preset: "empty" cannot be read: source.yaml holds no keys`},
		{"  preset: agenda\n",
			"7: source.url: missing: write the address of the list, as in " +
				"https://backend.example.org/api/events"},
		{"  preset: agenda\n  url: https://b.example/e\n  pages: {last: .n}\n",
			"9: source.pages.last: has no effect with style offset: leave it out, or set style " +
				"to number"},
		{file + "  map: absent.jq\n",
			`9: source.map: "absent.jq" is not readable: there is no such file`},
		{file + "  map: ../outside.jq\n",
			`9: source.map: "../outside.jq" leaves the brand's folder: name a file inside it`},
		{file + "  map: link.jq\n",
			`9: source.map: "link.jq" is not readable: path escapes from parent`},
		{file + "  duplicates: keep\n",
			`9: source.duplicates: "keep" is not known: write drop, merge`},
		{file + "  timeout: 10\n",
			`9: source.timeout: "10" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: -1s\n",
			`9: source.timeout: "-1s" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: 25h\n",
			`9: source.timeout: "25h" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: ${TOKEN}\n",
			`9: source.timeout: "${TOKEN}" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  max_bytes: 1 GB\n",
			`9: source.max_bytes: "1 GB" is not a number of bytes: write it as in 500000000 or ` +
				`512 MiB`},
		{file + "  max_bytes: 0\n",
			`9: source.max_bytes: "0" is not a number of bytes: write it as in 500000000 or 512 ` +
				`MiB`},
		{"  kind: ics\n  path: x\n  url: https://a.example/\n",
			"9: source.url: stands beside source.path: leave one of them out"},
		{"  kind: ics\n  path: x\n  window: 9w\n",
			`9: source.window: "9w" is not a number of days up to 3660: write it as in 400d`},
		{"  kind: ics\n  path: x\n  headers: {A: b}\n",
			"9: source.headers: belongs to source.url: leave it out"},
		{"  kind: ics\n  path: x\n  items: .data\n",
			"9: source.items: has no effect with kind ics: leave it out, or set kind to file, " +
				"http, command or xml"},
		{"  kind: csv\n  path: x\n  delimiter: x\n",
			`9: source.delimiter: "x" is not a delimiter: write ",", ";", "|" or tab`},
		{file + "  window: 9d\n",
			"9: source.window: has no effect with kind file: leave it out, or set kind to ics " +
				"or html"},
		{file + "  max_bytes: 999999999999999 GiB\n",
			`9: source.max_bytes: "999999999999999 GiB" is not a number of bytes: write it as in ` +
				`500000000 or 512 MiB`},
	} {
		t.Run(tt.source, func(t *testing.T) {
			requireFault(t, strings.Replace(least, file, tt.source, 1), tt.want)
		})
	}
}

func TestUnknownSourceKey(t *testing.T) {
	_, folder, err := one(t, least+"  uri: x\n")
	require.ErrorContains(t, err, folder+
		"/brand.yaml:9: source.uri: unknown key, did you mean \"url\"? the keys here are kind, "+
		"preset, path, url, items, pages, headers, auth, body, errors, detail, rate, conditional, "+
		"map, "+
		"duplicates, timezone, public, timeout, max_bytes, window, delimiter, encoding")
}
