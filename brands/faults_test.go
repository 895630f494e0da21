package brands_test

import (
	"strings"
	"testing"
	_ "time/tzdata"

	"github.com/stretchr/testify/require"
)

// TestFaults: one fault a row, with the whole message that a person gets behind
// the file's name. set replaces the line of least that starts with the same
// key, or is added at the end.
func TestFaults(t *testing.T) {
	for _, tt := range []struct{ set, want string }{
		// the file
		{"nme: x", "9: nme: unknown key: the keys here are name, locale, timezone, currency, site_url, base_url, auth_url, aliases, contact, buy_url, notice, as_of, theme, ai, search, source, export, guards, cdn, v1"},
		{"export: yes\nexport: no", "10: export: already set on line 9: keep one of the two"},
		{"notice: &a x", "9: notice: anchors and aliases are not read: write the value out"},
		{"notice: !!binary x", "9: notice: must be text, not another kind of value: put it in quotes"},
		{"---\nname: x", "9: a second document starts here: a brand is one document, so remove the line with ---"},
		{"notice: 'x", "9: not readable as YAML (found unexpected end of stream): repair the line or the one above it"},
		{"...\ntrailing bytes", "9: not readable as YAML (did not find expected <document start>): repair the line or the one above it"},
		// name, locale, timezone, currency
		{"name:", "1: name: has no value: write one, or leave the key out (a value that starts with # needs quotes)"},
		{`name: ""`, "1: name: is empty: write a value, or leave the key out"},
		{"name: 2026", "1: name: must be text, not a number: put it in quotes"},
		{"name: true", "1: name: must be text, not yes or no: put it in quotes"},
		{`name: " x"`, "1: name: starts or ends with a space: remove it"},
		{`name: "a\nb"`, "1: name: holds a line break or a control character: write it on one line"},
		{"name: [a]", "1: name: must be a single value, not a list"},
		{"name: {a: b}", "1: name: must be a single value, not keys"},
		{"name: " + strings.Repeat("ç", 101), "1: name: has 101 characters: at most 100 fit on a page"},
		{"locale: pt", `2: locale: "pt" is not known: write pt-BR, en`},
		{"locale: 5", "2: locale: must be text, not a number: put it in quotes"},
		{"timezone: America/Sampa", `9: timezone: "America/Sampa" is not a time zone: write its IANA name, as in America/Sao_Paulo`},
		{"timezone: Local", `9: timezone: "Local" is not a time zone: write its IANA name, as in America/Sao_Paulo`},
		{"timezone: ../../etc/passwd", `9: timezone: "../../etc/passwd" is not a time zone: write its IANA name, as in America/Sao_Paulo`},
		{"currency: brl", `9: currency: "brl" is not a currency code: write three capital letters, as in BRL`},
		// addresses
		{"site_url: palco.example", `3: site_url: "palco.example" is not an http(s) address: write it as in https://example.org`},
		{"site_url: ftp://palco.example", `3: site_url: "ftp://palco.example" is not an http(s) address: write it as in https://example.org`},
		{"site_url: http://palco.example", `3: site_url: "http://palco.example" is http: write https (http is only for localhost, *.localhost and loopback addresses)`},
		{"site_url: https://palco.example/", `3: site_url: "https://palco.example/" ends in a slash: write https://palco.example`},
		{"site_url: https://palco.example/x", `3: site_url: "https://palco.example/x" has a path: write the origin only, https://palco.example`},
		{"site_url: https://palco.example?x", `3: site_url: "https://palco.example?x" has a query or a fragment: leave it out`},
		{"site_url: https://palco.example#", `3: site_url: "https://palco.example#" has a query or a fragment: leave it out`},
		{"site_url: https://a:b@palco.example", "3: site_url: holds a user or password: leave them out, the address is published"},
		{"site_url: https://Palco.example", `3: site_url: "https://Palco.example" has capitals in its host: write palco.example`},
		{"site_url: https://praça.example", `3: site_url: "https://praça.example" has a host that is none: write it in ASCII (xn-- form), without a dot at the end`},
		{"site_url: https://palco.example.", `3: site_url: "https://palco.example." has a host that is none: write it in ASCII (xn-- form), without a dot at the end`},
		{"site_url: https://palco.example:0", `3: site_url: "https://palco.example:0" has a port that is none: write a number from 1 to 65535, or no colon`},
		{"site_url: 'https://palco.example:'", `3: site_url: "https://palco.example:" has a port that is none: write a number from 1 to 65535, or no colon`},
		{"base_url: https://palco.example/api", `4: base_url: "https://palco.example/api" must have a path that ends in /api/public/v1: write https://palco.example/api/public/v1`},
		{"base_url: https://palco.example/api/public/v1/", `4: base_url: "https://palco.example/api/public/v1/" ends in a slash: write https://palco.example/api/public/v1`},
		{"base_url: https://palco.example/../api/public/v1", `4: base_url: "https://palco.example/../api/public/v1" has a path that is not plain: write it without .., //, or escapes`},
		{"base_url: https://palco.example/%61pi/api/public/v1", `4: base_url: "https://palco.example/%61pi/api/public/v1" has a path that is not plain: write it without .., //, or escapes`},
		{"auth_url: http://auth.palco.example", `5: auth_url: "http://auth.palco.example" is http: write https (http is only for localhost, *.localhost and loopback addresses)`},
		{"aliases: x.example", "9: aliases: must be a list, not a single value: write - in front of each entry"},
		{"aliases: [https://x.example]", `9: aliases[0]: "https://x.example" is not a host: write it in small letters without https://, port or path, in ASCII (xn-- form)`},
		{"aliases: [x.example, X.example]", `9: aliases[1]: "X.example" is not a host: write it in small letters without https://, port or path, in ASCII (xn-- form)`},
		{"aliases: ['x.example:80']", `9: aliases[0]: "x.example:80" is not a host: write it in small letters without https://, port or path, in ASCII (xn-- form)`},
		{"aliases: ['..']", `9: aliases[0]: ".." is not a host: write it in small letters without https://, port or path, in ASCII (xn-- form)`},
		{"aliases: [5]", "9: aliases[0]: must be text, not a number: put it in quotes"},
		// search
		{"search: [a]", "9: search: must hold keys, not a list: write one of synonyms below it"},
		{"search: {stopwords: [a]}", "9: search.stopwords: unknown key: the keys here are synonyms"},
		{"search: {synonyms: sampa}", "9: search.synonyms: must be a list, not a single value: write groups of words, as in [[sampa, são paulo], [ibira, ibirapuera]]"},
		{"search: {synonyms: [sampa]}", "9: search.synonyms[0]: must be a group in brackets, not a single value: write groups of words, as in [[sampa, são paulo], [ibira, ibirapuera]]"},
		{"search:\n  synonyms:\n    - [garoa]", "11: search.synonyms[0]: has 1 members: a group has 2 to 16"},
		{"search: {synonyms: [[a1, " + strings.Repeat("b, ", 15) + "c]]}", "9: search.synonyms[0]: has 17 members: a group has 2 to 16"},
		{"search: {synonyms: [[a1, 2]]}", "9: search.synonyms[0][1]: must be text, not a number: put it in quotes"},
		{"search: {synonyms: [[a1, &x b]]}", "9: search.synonyms[0][1]: anchors and aliases are not read: write the value out"},
		{"search: {synonyms: [&x [a1, b]]}", "9: search.synonyms[0]: anchors and aliases are not read: write the value out"},
		{"search: {synonyms: [[a1, " + strings.Repeat("ç", 81) + "]]}", "9: search.synonyms[0][1]: has 81 characters: at most 80 are read"},
		{"search: {synonyms: [[masp, museu de arte moderna da cidade de são paulo]]}", `9: search.synonyms[0][1]: "museu de arte moderna da cidade de são paulo" cannot be compared: write one to five words, words like de and the aside`},
		{"search: {synonyms: [[masp, 東京]]}", `9: search.synonyms[0][1]: "東京" cannot be compared: write one to five words, words like de and the aside`},
		{"search: {synonyms: [[masp, da]]}", `9: search.synonyms[0][1]: "da" cannot be compared: write one to five words, words like de and the aside`},
		{"search: {synonyms: [[Água, agua]]}", `9: search.synonyms[0][1]: "agua" is already in search.synonyms[0][0] on line 9: a word belongs to one group, and case and accents make no difference`},
		{"search:\n  synonyms:\n    - [a1, b]\n    - [c, B]", `12: search.synonyms[1][1]: "B" is already in search.synonyms[0][1] on line 11: a word belongs to one group, and case and accents make no difference`},
		{"search: {synonyms: [" + strings.TrimSuffix(strings.Repeat("x, ", 201), ", ") + "]}", "9: search.synonyms: has 201 groups: at most 200 are read"},
		{"search: {synonyms: [[sp" + letters("x") + "], [sampa" + letters("y") + "]]}", "9: search.synonyms: the groups cannot be joined with those that every brand has: synonyms: no synonym: a group of 33 members, at most 32 are possible"},
		{"contact: someone", `9: contact: "someone" is neither an e-mail address nor an http(s) address`},
		{"contact: javascript:alert(1)", `9: contact: "javascript:alert(1)" is neither an e-mail address nor an http(s) address`},
		{"buy_url: javascript:x", `9: buy_url: "javascript:x" is not an http(s) address: write it as in https://example.org/buy/{slug}`},
		{"buy_url: https://x.example/{name}", "9: buy_url: {name} is not known here: use {slug} or {id}"},
		{"buy_url: https://{slug}.example/", `9: buy_url: "https://{slug}.example/" has a placeholder in its host: the host must be fixed`},
		{"notice: " + strings.Repeat("x", 301), "9: notice: has 301 characters: at most 300 fit on a page"},
		{"as_of: 2026-05-23", `9: as_of: "2026-05-23" is not a time with its offset: write it as in 2026-05-23T18:00:00-03:00`},
		// theme, ai, export, guards, cdn, v1
		{"theme: red", "9: theme: must hold keys, not a single value: write one of color, paper, headings, corners, logo below it"},
		{"theme:", "9: theme: must hold keys, not nothing: write one of color, paper, headings, corners, logo below it"},
		{"theme:\n  colour: x", "10: theme.colour: unknown key: the keys here are color, paper, headings, corners, logo"},
		{"theme:\n  color: #1f6f5c", "10: theme.color: has no value: write one, or leave the key out (a value that starts with # needs quotes)"},
		{"theme: {color: red}", `9: theme.color: "red" is not a colour: write "#" and six hex digits in quotes, as in "#1f6f5c"`},
		{`theme: {paper: "#fff"}`, `9: theme.paper: "#fff" is not a colour: write "#" and six hex digits in quotes, as in "#1f6f5c"`},
		{"theme: {headings: mono}", `9: theme.headings: "mono" is not known: write serif, sans`},
		{"theme: {corners: square}", `9: theme.corners: "square" is not known: write sharp, soft, round`},
		{"theme: {logo: absent.svg}", `9: theme.logo: "absent.svg" is not readable: there is no such file`},
		{"theme: {logo: ../outside.svg}", `9: theme.logo: "../outside.svg" leaves the brand's folder: name a file inside it`},
		{"theme: {logo: /etc/passwd}", `9: theme.logo: "/etc/passwd" leaves the brand's folder: name a file inside it`},
		{"theme: {logo: logo.png}", `9: theme.logo: "logo.png" is not an SVG file: name one that ends in .svg`},
		{"theme: {logo: empty.svg}", `9: theme.logo: "empty.svg" is not an SVG file: name one that ends in .svg`},
		{"theme: {logo: .}", `9: theme.logo: "." is not readable: it is not a regular file`},
		{"ai: {train: maybe}", `9: ai.train: "maybe" is neither yes nor no: write one of the two`},
		{"ai: {learn: no}", "9: ai.learn: unknown key: the keys here are search, input, train"},
		{"export: 1", `9: export: "1" is neither yes nor no: write one of the two`},
		{"guards: {max_shrink: 30}", `9: guards.max_shrink: "30" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"guards: {max_shrink: .nan}", `9: guards.max_shrink: ".nan" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"cdn: {keys_on_accept: sure}", `9: cdn.keys_on_accept: "sure" is neither yes nor no: write one of the two`},
		{"v1: {deprecated_at: soon}", `9: v1.deprecated_at: "soon" is not a time with its offset: write it as in 2026-05-23T18:00:00-03:00`},
		{"v1: {deprecated_at: 2027-01-02T00:00:00Z, sunset_at: 2027-01-01T00:00:00Z}", "9: v1.sunset_at: lies before deprecated_at: a version is announced as deprecated before it ends"},
		{"v1: {link: /v2}", `9: v1.link: "/v2" is not an http(s) address: write it as in https://example.org/page`},
	} {
		t.Run(tt.set, func(t *testing.T) { requireFault(t, setLine(least, tt.set), tt.want) })
	}
}

func TestSourceFaults(t *testing.T) {
	const file, http = "  kind: file\n  path: events.json\n", "  kind: http\n  url: https://b.example/e\n"
	for _, tt := range []struct{ source, want string }{
		{"  path: x\n", "7: source.kind: missing: write file or http"},
		{"  kind: ftp\n", `7: source.kind: "ftp" is not known: write file, http`},
		{"  kind: file\n", "7: source.path: missing: write the file, or a pattern of files, that holds the catalogue"},
		{"  kind: http\n", "7: source.url: missing: write the address of the list, as in https://backend.example.org/api/events"},
		{file + "  url: https://x.example\n", "9: source.url: belongs to kind http: leave it out, or change kind"},
		{file + "  pages: {style: number}\n", "9: source.pages: belongs to kind http: leave it out, or change kind"},
		{file + "  headers: {A: b}\n", "9: source.headers: belongs to kind http: leave it out, or change kind"},
		{http + "  path: x\n", "9: source.path: belongs to kind file: leave it out, or change kind"},
		{"  kind: file\n  path: 'a[.json'\n", `8: source.path: "a[.json" is not a pattern: close the bracket, or escape it with \`},
		{"  kind: file\n  path: ${ABSENT}.json\n", "8: source.path: the environment has no variable ABSENT: set it where the builder runs"},
		{"  kind: file\n  path: ${EMPTY}\n", "8: source.path: the variable EMPTY is empty: set it where the builder runs"},
		{"  kind: file\n  path: ${not a name}\n", `8: source.path: "${not a name}" has a ${ that names no variable: write ${NAME}`},
		{"  kind: http\n  url: b.example\n", `8: source.url: "b.example" is not an http(s) address: write it as in https://backend.example.org/api/events`},
		{"  kind: http\n  url: file:///etc/passwd\n", `8: source.url: "file:///etc/passwd" is not an http(s) address: write it as in https://backend.example.org/api/events`},
		{"  kind: http\n  url: ${TOKEN}\n", `8: source.url: "${TOKEN}" is not an http(s) address: write it as in https://backend.example.org/api/events`},
		{"  kind: http\n  url: https://u:${TOKEN}@b.example\n", "8: source.url: holds a user or password: send them in source.headers, as in Authorization: Basic ${TOKEN}"},
		{"  kind: http\n  url: https://b.example#x\n", `8: source.url: "https://b.example#x" has a fragment, which is never sent: leave it out`},
		{http + "  headers: {A b: x}\n", "9: source.headers.A b: is not the name of a header field"},
		{http + "  headers: {host: x}\n", "9: source.headers.host: is set by the builder: leave it out"},
		{http + "  headers: {A: x, a: y}\n", "9: source.headers.a: is set twice, with other capitals: keep one"},
		{http + "  headers: {A: \"${BREAK}\"}\n", "9: source.headers.A: holds a line break or a control character after its variables were filled in: set the variable without it"},
		{http + "  headers: x\n", "9: source.headers: must hold keys, not a single value: write name: value below it"},
		{http + "  pages: {style: cursor}\n", `9: source.pages.style: "cursor" is not known: write none, number, offset, next, token`},
		{http + "  pages: {size: 5}\n", "9: source.pages.size: has no effect with style none: leave it out, or set style to number, offset, next or token"},
		{http + "  pages: {style: next, param: p}\n", "9: source.pages.param: has no effect with style next: leave it out, or set style to number, offset or token"},
		{http + "  pages: {style: number, next: .n}\n", "9: source.pages.next: has no effect with style number: leave it out, or set style to next"},
		{http + "  pages: {style: offset, size: 5, last: .n}\n", "9: source.pages.last: has no effect with style offset: leave it out, or set style to number"},
		{http + "  pages: {style: number, token: .n}\n", "9: source.pages.token: has no effect with style number: leave it out, or set style to token"},
		{http + "  pages: {style: token, first: 1}\n", "9: source.pages.first: has no effect with style token: leave it out, or set style to number or offset"},
		{http + "  pages: {style: next, window: 9}\n", "9: source.pages.window: has no effect with style next: leave it out, or set style to number or offset"},
		{http + "  pages: {style: offset}\n", "9: source.pages.size: missing: style offset counts by it, so write how many items a page has"},
		{http + "  pages: {style: number, window: 1000}\n", "9: source.pages.window: needs source.pages.size: how far a page reaches depends on it"},
		{http + "  pages: {style: number, size: 200, window: 100}\n", "9: source.pages.window: is smaller than source.pages.size: not one page fits in"},
		{http + "  pages: {style: number, size: 2, window: 0}\n", `9: source.pages.window: "0" is not a whole number from 1 to 1000000000`},
		{http + "  pages: {style: number, first: 2}\n", `9: source.pages.first: "2" is not a whole number from 0 to 1`},
		{http + "  pages: {style: number, size: many}\n", `9: source.pages.size: "many" is not a whole number from 1 to 100000`},
		{http + "  pages: {style: number, param: a&b}\n", `9: source.pages.param: "a&b" is not the name of a query parameter`},
		{http + "  pages: {style: number, page: p}\n", "9: source.pages.page: unknown key: the keys here are style, param, first, size, size_param, window, last, next, token, total"},
		{file + "  body: {a: 1}\n", "9: source.body: belongs to kind http: leave it out, or change kind"},
		{file + "  detail: {url: x}\n", "9: source.detail: belongs to kind http: leave it out, or change kind"},
		{file + "  rate: 5/s\n", "9: source.rate: belongs to kind http: leave it out, or change kind"},
		{file + "  conditional: no\n", "9: source.conditional: belongs to kind http: leave it out, or change kind"},
		{file + "  errors: .errors\n", "9: source.errors: belongs to kind http: leave it out, or change kind"},
		{http + "  rate: 5\n", `9: source.rate: "5" is not a number of requests in a time: write it as in 5/s, 240/m or 1000/h`},
		{http + "  rate: 0/s\n", `9: source.rate: "0/s" is not a number of requests in a time: write it as in 5/s, 240/m or 1000/h`},
		{http + "  conditional: often\n", `9: source.conditional: "often" is neither yes nor no: write one of the two`},
		{http + "  errors: 5\n", "9: source.errors: must be text, not a number: put it in quotes"},
		{http + "  body: text\n", "9: source.body: must hold keys, not a single value: they are the members of the JSON body"},
		{http + "  body: {a: &x 1}\n", "9: source.body.a: anchors and aliases are not read: write the value out"},
		{http + "  body: {a: [&x 1]}\n", "9: source.body.a: anchors and aliases are not read: write the value out"},
		{http + "  body: {a: .nan}\n", `9: source.body.a: ".nan" cannot be written as JSON: put it in quotes if it is text`},
		{http + "  body: {a: [0x10]}\n", `9: source.body.a[0]: "0x10" cannot be written as JSON: put it in quotes if it is text`},
		{http + "  body: {a: '${ABSENT}'}\n", "9: source.body.a: the environment has no variable ABSENT: set it where the builder runs"},
		{http + "  body: {a: 1}\n  pages: {style: next}\n", "10: source.pages.style: next asks with GET, which has no source.body: leave the body out, or change style"},
		{http + "  body: {v: {page: 1}}\n  pages: {style: number, param: v.page.n}\n", `10: source.pages.param: "v.page.n" leads through v.page, which is no object in source.body`},
		{http + "  body: {v: {page: 1}}\n  pages: {style: number, param: v..n}\n", `10: source.pages.param: "v..n" is not the path of a member of source.body: write it as in variables.page`},
		{http + "  map: map.jq\n  detail: {items: .data}\n", "10: source.detail.url: missing: write the address of one event, as in /api/events/{id}"},
		{http + "  map: map.jq\n  detail: none at all\n", "10: source.detail: must hold keys, not a single value: write one of url, items, merge, key, concurrency below it"},
		{http + "  map: map.jq\n  detail: {url: /e}\n", `10: source.detail.url: "/e" is the same for every event: write {slug}, {id} or a jq filter in braces where they differ`},
		{http + "  map: map.jq\n  detail: {url: '/e/{id'}\n", `10: source.detail.url: "/e/{id" has a { without its }: write {slug}, {id} or a jq filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '/e/id}'}\n", `10: source.detail.url: "/e/id}" has a } without its {: write {slug}, {id} or a jq filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '/e/{ }'}\n", `10: source.detail.url: "/e/{ }" has nothing between { and }: write {slug}, {id} or a jq filter in braces`},
		{http + "  map: map.jq\n  detail: {url: '{id}'}\n", `10: source.detail.url: "{id}" begins with a placeholder, or has one in its host: write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: '//{host}/e'}\n", `10: source.detail.url: "//{host}/e" begins with a placeholder, or has one in its host: write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: 'https://b.example.{id}/'}\n", `10: source.detail.url: "https://b.example.{id}/" begins with a placeholder, or has one in its host: write the host, or begin with / or ./`},
		{http + "  map: map.jq\n  detail: {url: 'https://c.example/{id}'}\n", `10: source.detail.url: "https://c.example/{id}" leads to another host than source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'http://b.example/{id}'}\n", `10: source.detail.url: "http://b.example/{id}" leads to another host than source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'https://a:b@b.example/{id}'}\n", `10: source.detail.url: "https://a:b@b.example/{id}" leads to another host than source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: 'file:{id}'}\n", `10: source.detail.url: "file:{id}" leads to another host than source.url: only that one is asked`},
		{http + "  map: map.jq\n  detail: {url: '/{id}#x'}\n", `10: source.detail.url: "/{id}#x" has a fragment, which is never sent: leave it out`},
		{http + "  map: map.jq\n  detail: {url: '/{id}?k=${BRACE}'}\n", "10: source.detail.url: holds { or } after its variables were filled in, which would be taken for a placeholder: escape it in the variable"},
		{http + "  map: map.jq\n  detail: {url: '/{id}', merge: a.b}\n", `10: source.detail.merge: "a.b" is not the name of a member: use letters, digits and _`},
		{http + "  map: map.jq\n  detail: {url: '/{id}', concurrency: 17}\n", `10: source.detail.concurrency: "17" is not a whole number from 1 to 16`},
		{http + "  detail: {url: '/{id}'}\n", "9: source.detail: nothing reads what these requests bring: write source.map"},
		{http + "  preset: gancioo\n", `9: source.preset: "gancioo" is not known: write agenda, broken, empty`},
		{http + "  preset: broken\n", `9: source.preset: "broken" cannot be read: yaml: line 1: did not find expected node content`},
		{http + "  preset: empty\n", `9: source.preset: "empty" cannot be read: source.yaml is empty or too large`},
		{"  preset: agenda\n", "7: source.url: missing: write the address of the list, as in https://backend.example.org/api/events"},
		{"  preset: agenda\n  url: https://b.example/e\n  pages: {last: .n}\n", "9: source.pages.last: has no effect with style offset: leave it out, or set style to number"},
		{file + "  map: absent.jq\n", `9: source.map: "absent.jq" is not readable: there is no such file`},
		{file + "  map: ../outside.jq\n", `9: source.map: "../outside.jq" leaves the brand's folder: name a file inside it`},
		{file + "  map: link.jq\n", `9: source.map: "link.jq" is not readable: path escapes from parent`},
		{file + "  duplicates: keep\n", `9: source.duplicates: "keep" is not known: write drop, merge`},
		{file + "  timeout: 10\n", `9: source.timeout: "10" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: -1s\n", `9: source.timeout: "-1s" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: 25h\n", `9: source.timeout: "25h" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  timeout: ${TOKEN}\n", `9: source.timeout: "${TOKEN}" is not a time up to 24h: write it as in 90s or 15m`},
		{file + "  max_bytes: 1 GB\n", `9: source.max_bytes: "1 GB" is not a number of bytes: write it as in 500000000 or 512 MiB`},
		{file + "  max_bytes: 0\n", `9: source.max_bytes: "0" is not a number of bytes: write it as in 500000000 or 512 MiB`},
		{file + "  max_bytes: 999999999999999 GiB\n", `9: source.max_bytes: "999999999999999 GiB" is not a number of bytes: write it as in 500000000 or 512 MiB`},
	} {
		t.Run(tt.source, func(t *testing.T) {
			requireFault(t, strings.Replace(least, file, tt.source, 1), tt.want)
		})
	}
}

func TestUnknownSourceKey(t *testing.T) {
	_, folder, err := one(t, least+"  uri: x\n")
	require.ErrorContains(t, err, folder+"/brand.yaml:9: source.uri: unknown key: the keys here are kind, preset, path, url, items, pages, headers, body, errors, detail, rate, conditional, map, duplicates, timeout, max_bytes")
}

// TestAllFaultsAtOnce: a person repairs a file once, not fault by fault.
func TestAllFaultsAtOnce(t *testing.T) {
	_, folder, err := one(t, "locale: xx\nextra: 1\nsource: {kind: file}\n")
	file := folder + "/brand.yaml:"
	require.EqualError(t, err, strings.Join([]string{
		file + "1: auth_url: missing: write the address of the token service, as in https://auth.example.org",
		file + "1: base_url: missing: write the address of the API, as in https://example.org/api/public/v1",
		file + `1: locale: "xx" is not known: write pt-BR, en`,
		file + "1: name: missing: write what people call the brand",
		file + "1: site_url: missing: write the origin of the site, as in https://example.org",
		file + "2: extra: unknown key: the keys here are name, locale, timezone, currency, site_url, base_url, auth_url, aliases, contact, buy_url, notice, as_of, theme, ai, search, source, export, guards, cdn, v1",
		file + "3: source.path: missing: write the file, or a pattern of files, that holds the catalogue",
	}, "\n"))
}

func TestWholeFileFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "1: the file is empty: write the keys of the brand, at least name, locale, site_url, base_url, auth_url and source"},
		{"only a comment", "# x\n", "1: the file is empty: write the keys of the brand, at least name, locale, site_url, base_url, auth_url and source"},
		{"a list", "- x\n", "1: must hold keys, not a list: write one of name, locale, timezone, currency, site_url, base_url, auth_url, aliases, contact, buy_url, notice, as_of, theme, ai, search, source, export, guards, cdn, v1 below it"},
		{"too large", "#" + strings.Repeat("x", 1<<20), "1: not readable: it has more than 1048576 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, folder, err := one(t, tt.text)
			require.ErrorContains(t, err, folder+"/brand.yaml:"+tt.want)
		})
	}
}

// letters is 15 different words behind commas.
func letters(first string) (text string) {
	for c := 'a'; c < 'p'; c++ {
		text += ", " + first + string(c)
	}
	return text
}

// setLine replaces the line of a top-level key, or adds it.
func setLine(text, set string) string {
	key, _, _ := strings.Cut(set, ":")
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, key+":") {
			lines[i] = set
			return strings.Join(lines, "\n")
		}
	}
	return text + set + "\n"
}

// requireFault wants exactly one fault, and no secret in it.
func requireFault(t *testing.T, text, want string) {
	t.Helper()
	b, folder, err := one(t, text)
	require.Nil(t, b)
	require.EqualError(t, err, folder+"/brand.yaml:"+want)
	require.NotContains(t, err.Error(), "s3cr3t")
}
