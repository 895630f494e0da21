package brands_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFaults: one fault a row, with the whole message that a person gets behind
// the file's name. set replaces the line of least that starts with the same
// key, or is added at the end.
func TestFaults(t *testing.T) {
	for _, tt := range []struct{ set, want string }{
		// the file
		{"nme: x",
			`9: nme: unknown key, did you mean "name"? ` + "the keys here are name, locale, " +
				"timezone, currency, site_url, base_url, auth_url, aliases, moved_hosts, " +
				"preview_host, paths, " +
				"alternates, redirects, topics, contact, buy_url, tagline, notice, as_of, " +
				"theme, texts, " +
				"home, " +
				"featured, sponsors, ai, search, images, source, export, schedule, scripts, " +
				"build_timeout, every, guards, cdn, v1, sources"},
		{"export: yes\nexport: no", "10: export: already set on line 9: keep one of the two"},
		{"notice: &a x", "9: notice: anchors and aliases are not read: write the value out"},
		{"notice: !!binary x",
			"9: notice: must be text, not another kind of value: put it in quotes"},
		{"---\nname: x",
			"9: a second document starts here: a brand is one document, so remove the line with " +
				"---"},
		{"notice: 'x",
			"9: not readable as YAML (found unexpected end of stream): repair the line or the " +
				"one above it"},
		{"...\ntrailing bytes",
			"9: not readable as YAML (did not find expected <document start>): repair the line " +
				"or the one above it"},
		// name, locale, timezone, currency
		{"name:",
			"1: name: has no value: write one, or leave the key out (a value that starts with # " +
				"needs quotes)"},
		{`name: ""`, "1: name: is empty: write a value, or leave the key out"},
		{"name: 2026", "1: name: must be text, not a number: put it in quotes"},
		{"name: true", "1: name: must be text, not yes or no: put it in quotes"},
		{`name: " x"`, "1: name: starts or ends with a space: remove it"},
		{`name: "a\nb"`,
			"1: name: holds a line break or a control character: write it on one line"},
		{"name: [a]", "1: name: must be a single value, not a list"},
		{"name: {a: b}", "1: name: must be a single value, not keys"},
		{"name: " + strings.Repeat("ç", 101),
			"1: name: has 101 characters: at most 100 are read"},
		{"locale: pt", `2: locale: "pt" is not known: write pt-BR, pt-PT, en, es, fr, de`},
		{"locale: 5", `2: locale: "5" is not known: write pt-BR, pt-PT, en, es, fr, de`},
		{"timezone: America/Sampa",
			`9: timezone: "America/Sampa" is not a time zone: write its IANA name, as in ` +
				`America/Sao_Paulo`},
		{"timezone: Local",
			`9: timezone: "Local" is not a time zone: write its IANA name, as in ` +
				`America/Sao_Paulo`},
		{"timezone: ../../etc/passwd",
			`9: timezone: "../../etc/passwd" is not a time zone: write its IANA name, as in ` +
				`America/Sao_Paulo`},
		{"currency: brl",
			`9: currency: "brl" is not a currency code: write three capital letters, as in BRL`},
		// addresses
		{"site_url: palco.example",
			`3: site_url: "palco.example" is not an http(s) address: write it as in ` +
				`https://example.org`},
		{"site_url: ftp://palco.example",
			`3: site_url: "ftp://palco.example" is not an http(s) address: write it as in ` +
				`https://example.org`},
		{"site_url: http://palco.example",
			`3: site_url: "http://palco.example" is http: write https (http is only for ` +
				`localhost, *.localhost and loopback addresses)`},
		{"site_url: https://palco.example/",
			`3: site_url: "https://palco.example/" ends in a slash: write https://palco.example`},
		{"site_url: https://palco.example/x",
			`3: site_url: "https://palco.example/x" has a path: write the origin only, ` +
				`https://palco.example`},
		{"site_url: https://palco.example?x",
			`3: site_url: "https://palco.example?x" has a query or a fragment: leave it out`},
		{"site_url: https://palco.example#",
			`3: site_url: "https://palco.example#" has a query or a fragment: leave it out`},
		{"site_url: https://a:b@palco.example",
			"3: site_url: holds a user or password: leave them out, the address is published"},
		{"site_url: https://Palco.example",
			`3: site_url: "https://Palco.example" has capitals in its host: write palco.example`},
		{"site_url: https://praça.example",
			`3: site_url: "https://praça.example" has an invalid host: write it in ASCII ` +
				`(xn-- form), without a dot at the end`},
		{"site_url: https://palco.example.",
			`3: site_url: "https://palco.example." has an invalid host: write it in ASCII ` +
				`(xn-- form), without a dot at the end`},
		{"site_url: https://palco.example:0",
			`3: site_url: "https://palco.example:0" has an invalid port: write a number from ` +
				`1 to 65535, or no colon`},
		{"site_url: 'https://palco.example:'",
			`3: site_url: "https://palco.example:" has an invalid port: write a number from ` +
				`1 to 65535, or no colon`},
		{"base_url: https://palco.example/api",
			`4: base_url: "https://palco.example/api" must have a path that ends in ` +
				`/api/public/v1: write https://palco.example/api/public/v1`},
		{"base_url: https://palco.example/api/public/v1/",
			`4: base_url: "https://palco.example/api/public/v1/" ends in a slash: write ` +
				`https://palco.example/api/public/v1`},
		{"base_url: https://palco.example/../api/public/v1",
			`4: base_url: "https://palco.example/../api/public/v1" has a path that is not plain: ` +
				`write it without .., //, or escapes`},
		{"base_url: https://palco.example/%61pi/api/public/v1",
			`4: base_url: "https://palco.example/%61pi/api/public/v1" has a path that is not ` +
				`plain: write it without .., //, or escapes`},
		{"auth_url: http://auth.palco.example",
			`5: auth_url: "http://auth.palco.example" is http: write https (http is only for ` +
				`localhost, *.localhost and loopback addresses)`},
		{"aliases: x.example",
			"9: aliases: must be a list, not a single value: write - in front of each entry"},
		{"aliases: [https://x.example]",
			`9: aliases[0]: "https://x.example" is not a host: write it in small letters without ` +
				`https://, port or path, in ASCII (xn-- form)`},
		{"moved_hosts: [auth.palco.example]",
			"9: moved_hosts[0]: auth.palco.example is a host of the brand today: its pages would " +
				"lead to themselves"},
		{"moved_hosts: [old.example, palco.example]",
			"9: moved_hosts[1]: palco.example is a host of the brand today: its pages would " +
				"lead to themselves"},
		{"aliases: [x.example, X.example]",
			`9: aliases[1]: "X.example" is not a host: write it in small letters without ` +
				`https://, port or path, in ASCII (xn-- form)`},
		{"aliases: ['x.example:80']",
			`9: aliases[0]: "x.example:80" is not a host: write it in small letters without ` +
				`https://, port or path, in ASCII (xn-- form)`},
		{"aliases: ['..']",
			`9: aliases[0]: ".." is not a host: write it in small letters without https://, port ` +
				`or path, in ASCII (xn-- form)`},
		{"aliases: [5]", "9: aliases[0]: must be text, not a number: put it in quotes"},
		{"home: [next, musica]", `9: home[1]: "musica" is no section: write featured, days, ` +
			"next, running, free, shelves, months, topics, cities, countries, venues, " +
			"organisers, or an address as /temas/samba; or {next: posters}, where the look is " +
			"posters, cards or list"},
		{"home: [next: tiles]", `9: home[0]: "next tiles" is no section: write featured, days, ` +
			"next, running, free, shelves, months, topics, cities, countries, venues, " +
			"organisers, or an address as /temas/samba; or {next: posters}, where the look is " +
			"posters, cards or list"},
		{"sponsors: [{name: Acme, logo: /acme.png}]", `9: sponsors[0].logo: "/acme.png" is no ` +
			"picture: write the path of one in static/, as in /marcas/acme.svg"},
		// topics
		{"topics: {expo: Arte, Expo: Mostra}", "9: topics.expo: expo has a second name, " +
			"\"Mostra\": write one for all spellings"},
		{"topics: {'!': Arte}", "9: topics.!: a topic has a letter from a to z or a digit in its " +
			"name"},
		// redirects
		{"redirects: [a]", "9: redirects: must hold keys, not a list: write name: value below it"},
		{"redirects: {programa: /eventos}", `9: redirects.programa: "programa" is no former ` +
			"address: write its path, without a query, as in /programa"},
		{"redirects: {'/?p=1': /eventos}", `9: redirects./?p=1: "/?p=1" is no former address: ` +
			"write its path, without a query, as in /programa"},
		{"redirects: {/: /eventos}", `9: redirects./: "/" is no former address: write its path, ` +
			"without a query, as in /programa"},
		{"redirects:\n  /a: /eventos\n  /a/: /eventos",
			"11: redirects./a/: the path /a is there twice: keep one of the two"},
		{"redirects: {/a: '//x.example'}", `9: redirects./a: "//x.example" is not a target: ` +
			"write a path of the site or an http(s) address, without a fragment (#)"},
		{"redirects: {/a: '/eventos#x'}", `9: redirects./a: "/eventos#x" is not a target: ` +
			"write a path of the site or an http(s) address, without a fragment (#)"},
		{"redirects: {/a: /sobr}", "9: redirects./a: there is no page /sobr: write a page into " +
			"pages, or name another path"},
		{"redirects: {/hoje: /eventos}",
			"9: redirects./hoje: the site has a page at /hoje itself: remove the line"},
		{"redirects:\n  /a: /x/b\n  /x/b: /eventos", "10: redirects./a: /x/b is redirected " +
			"itself: name the address that stands for it now"},
		// search
		{"search: [a]", "9: search: must hold keys, not a list: write one of languages, " +
			"packs, synonyms below it"},
		{"search: {stopwords: [a]}",
			"9: search.stopwords: unknown key: the keys here are languages, packs, synonyms"},
		{"search: {packs: [classical, jazz]}",
			`9: search.packs[1]: "jazz" is not known: write classical`},
		{"search: {languages: [pt, tlh]}",
			"9: search.languages[1]: there are no rules for the language \"tlh\": write some " +
				"of pt, en, fr, es, de, ru, ja, it, or leave the key out. Texts in other " +
				"languages are found by the words that they have"},
		{"search: {synonyms: sampa}",
			"9: search.synonyms: must be a list, not a single value: write - in front of each " +
				"entry"},
		{"search: {synonyms: [sampa]}",
			"9: search.synonyms[0]: must be a list, not a single value: write - in front of " +
				"each entry"},
		{"search:\n  synonyms:\n    - [garoa]",
			"11: search.synonyms[0]: has 1 members: a group has 2 to 16"},
		{"search: {synonyms: [[a1, " + strings.Repeat("b, ", 15) + "c]]}",
			"9: search.synonyms[0]: has 17 members: a group has 2 to 16"},
		{"search: {synonyms: [[a1, 2]]}",
			"9: search.synonyms[0][1]: must be text, not a number: put it in quotes"},
		{"search: {synonyms: [[a1, &x b]]}",
			"9: search.synonyms[0][1]: anchors and aliases are not read: write the value out"},
		{"search: {synonyms: [&x [a1, b]]}",
			"9: search.synonyms[0]: anchors and aliases are not read: write the value out"},
		{"search: {synonyms: [[a1, " + strings.Repeat("ç", 81) + "]]}",
			"9: search.synonyms[0][1]: has 81 characters: at most 80 are read"},
		{"search: {synonyms: [[masp, museu de arte moderna da cidade de são paulo]]}",
			`9: search.synonyms[0][1]: "museu de arte moderna da cidade de são paulo" cannot be ` +
				`compared: write one to five words, words like de and the aside`},
		{"search: {synonyms: [[masp, 東京]]}",
			`9: search.synonyms[0][1]: "東京" cannot be compared: write one to five words, words ` +
				`like de and the aside`},
		{"search: {synonyms: [[masp, da]]}",
			`9: search.synonyms[0][1]: "da" cannot be compared: write one to five words, words ` +
				`like de and the aside`},
		{"search: {synonyms: [[Água, agua]]}",
			`9: search.synonyms[0][1]: "agua" is already in search.synonyms[0][0] on line 9: a ` +
				`word belongs to one group, and case and accents make no difference`},
		{"search:\n  synonyms:\n    - [a1, b]\n    - [c, B]",
			`12: search.synonyms[1][1]: "B" is already in search.synonyms[0][1] on line 11: a ` +
				`word belongs to one group, and case and accents make no difference`},
		{"search: {synonyms: [" + strings.TrimSuffix(strings.Repeat("x, ", 201), ", ") + "]}",
			"9: search.synonyms: has 201 entries: at most 200 are read"},
		{"search: {synonyms: [[sp" + letters("x") + "], [sampa" + letters("y") + "]]}",
			"9: search.synonyms: the groups cannot be joined with those that every brand has: " +
				"synonyms: no synonym: a group of 33 members, at most 32 are possible"},
		{"contact: someone",
			`9: contact: "someone" is neither an e-mail address nor an http(s) address`},
		{"contact: javascript:alert(1)",
			`9: contact: "javascript:alert(1)" is neither an e-mail address nor an http(s) ` +
				`address`},
		{"buy_url: javascript:x",
			`9: buy_url: "javascript:x" is not an http(s) address: write it as in ` +
				`https://example.org/buy/{slug}`},
		{"buy_url: https://x.example/{name}",
			"9: buy_url: {name} is not known here: use {slug} or {id}"},
		{"buy_url: https://{slug}.example/",
			`9: buy_url: "https://{slug}.example/" has a placeholder in its host: the host must ` +
				`be fixed`},
		{"notice: " + strings.Repeat("x", 301),
			"9: notice: has 301 characters: at most 300 are read"},
		{"as_of: 2026-05-23",
			`9: as_of: "2026-05-23" is not a time with its offset: write it as in ` +
				`2026-05-23T18:00:00-03:00`},
		// texts
		{"texts: agenda", "9: texts: must hold keys, not a single value: write name: " +
			"value below it"},
		{"texts:\n  lists.whatson: Agenda",
			`10: texts.lists.whatson: there is no text of that key, did you mean ` +
				`"lists.whats_on"? The keys are those of builder/i18n/locales/pt-BR.yaml`},
		{"texts:\n  agenda: Agenda", `10: texts.agenda: there is no text of that key. ` +
			`The keys are those of builder/i18n/locales/pt-BR.yaml`},
		{"texts:\n  mcp.instructions: x", `10: texts.mcp.instructions: texts of mcp describe the ` +
			`service, and no brand changes them. The keys are those of ` +
			`builder/i18n/locales/pt-BR.yaml`},
		{"texts:\n  frame.home: 2026",
			"10: texts.frame.home: must be text, not a number: put it in quotes"},
		{"texts:\n  frame.home: a\n  frame.home: b",
			"11: texts.frame.home: already set on line 10: keep one of the two"},
		{"texts:\n  frame.home: " + strings.Repeat("ç", 501),
			"10: texts.frame.home: has 501 characters: at most 500 are a phrase"},
		{"texts:\n  event.see_events_in: Mais em %{cidade}",
			"10: texts.event.see_events_in: there is no placeholder %{cidade}: this text " +
				"has %{city}"},
		{"texts:\n  frame.home: [a, b]",
			"10: texts.frame.home: this is a list or has forms: write one text"},
		{"texts:\n  lists.events:\n    one: x\n    other: 3",
			"12: texts.lists.events.other: must be text, not a number: put it in quotes"},
		{"texts:\n  frame.home: &x a", "10: texts.frame.home: anchors and aliases are not read: " +
			"write the value out"},
		// theme, ai, export, guards, cdn, v1
		{"theme: red",
			"9: theme: must hold keys, not a single value: write one of color, paper, scheme, " +
				"headings, corners, logo, logo_dark, icon, fonts, hero, " +
				"hero_layout, motif, art, social, menu, csp " +
				"below it"},
		{"theme:",
			"9: theme: must hold keys, not nothing: write one of color, paper, scheme, " +
				"headings, corners, logo, logo_dark, icon, fonts, hero, " +
				"hero_layout, motif, art, social, menu, csp " +
				"below it"},
		{"theme:\n  colour: x",
			`10: theme.colour: unknown key, did you mean "color"? ` + "the keys here are color, " +
				"paper, scheme, headings, corners, logo, logo_dark, icon, fonts, hero, " +
				"hero_layout, motif, art, " +
				"social, menu, csp"},
		{"theme:\n  color: #1f6f5c",
			"10: theme.color: has no value: write one, or leave the key out (a value that starts " +
				"with # needs quotes)"},
		{"theme: {color: red}",
			`9: theme.color: "red" is not a colour: write "#" and six hex digits in quotes, as ` +
				`in "#1f6f5c"`},
		{`theme: {paper: "#fff"}`,
			`9: theme.paper: "#fff" is not a colour: write "#" and six hex digits in quotes, as ` +
				`in "#1f6f5c"`},
		{"theme: {headings: mono}", `9: theme.headings: "mono" is not known: write serif, sans`},
		{"theme: {corners: square}",
			`9: theme.corners: "square" is not known: write sharp, soft, round`},
		{"theme: {logo: absent.svg}",
			`9: theme.logo: "absent.svg" is not readable: there is no such file`},
		{"theme: {logo: ../outside.svg}",
			`9: theme.logo: "../outside.svg" leaves the brand's folder: name a file inside it`},
		{"theme: {logo: /etc/passwd}",
			`9: theme.logo: "/etc/passwd" leaves the brand's folder: name a file inside it`},
		{"theme: {logo: logo.png}",
			`9: theme.logo: "logo.png" is not an SVG file: name one that ends in .svg`},
		{"theme: {logo: empty.svg}",
			`9: theme.logo: "empty.svg" is not an SVG file: name one that ends in .svg`},
		{"theme: {logo: .}", `9: theme.logo: "." is not readable: it is not a regular file`},
		{"ai: {train: maybe}", `9: ai.train: "maybe" is neither yes nor no: write one of the two`},
		{"ai: {learn: no}", "9: ai.learn: unknown key: the keys here are search, input, train"},
		{"export: 1", `9: export: "1" is neither yes nor no: write one of the two`},
		{"guards: {max_shrink: 30}",
			`9: guards.max_shrink: "30" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"guards: {max_shrink: .nan}",
			`9: guards.max_shrink: ".nan" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"guards: {max_failed: 5}",
			`9: guards.max_failed: "5" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"guards: {max_loss: {start: 2}}",
			`9: guards.max_loss.start: "2" is not a share from 0 to 1: write 0.3 for 30 %`},
		{"guards: {max_loss: {prices: 1}}",
			`9: guards.max_loss.prices: unknown key, did you mean "price"? ` +
				"the keys here are start, place, price, " +
				"description, image"},
		{"cdn: {keys_on_accept: sure}",
			`9: cdn.keys_on_accept: "sure" is neither yes nor no: write one of the two`},
		{"v1: {deprecated_at: soon}",
			`9: v1.deprecated_at: "soon" is not a time with its offset: write it as in ` +
				`2026-05-23T18:00:00-03:00`},
		{"v1: {deprecated_at: 2027-01-02T00:00:00Z, sunset_at: 2027-01-01T00:00:00Z}",
			"9: v1.sunset_at: lies before deprecated_at: a version is announced as deprecated " +
				"before it ends"},
		{"v1: {link: /v2}",
			`9: v1.link: "/v2" is not an http(s) address: write it as in https://example.org/page`},
	} {
		t.Run(tt.set, func(t *testing.T) { requireFault(t, setLine(least, tt.set), tt.want) })
	}
}

// TestAllFaultsAtOnce: a person repairs a file once, not fault by fault.
func TestAllFaultsAtOnce(t *testing.T) {
	_, folder, err := one(t, "locale: xx\nextra: 1\nsource: {kind: file}\n")
	file := folder + "/brand.yaml:"
	require.EqualError(t, err, strings.Join([]string{
		file +
			"1: auth_url: missing: write the address of the token service, as in " +
			"https://auth.example.org",
		file +
			"1: base_url: missing: write the address of the API, as in " +
			"https://example.org/api/public/v1",
		file + `1: locale: "xx" is not known: write pt-BR, pt-PT, en, es, fr, de`,
		file + "1: name: missing: write what people call the brand",
		file + "1: site_url: missing: write the origin of the site, as in https://example.org",
		file +
			"2: extra: unknown key: the keys here are name, locale, timezone, currency, " +
			"site_url, base_url, auth_url, aliases, moved_hosts, " +
			"preview_host, paths, alternates, redirects, " +
			"topics, " +
			"contact, buy_url, tagline, notice, as_of, " +
			"theme, texts, home, featured, sponsors, ai, search, images, source, export, " +
			"schedule, " +
			"scripts, " +
			"build_timeout, every, guards, cdn, v1, sources",
		file +
			"3: source.path: missing: write the file, or a pattern of files, that holds the " +
			"catalogue",
	}, "\n"))
}

func TestWholeFileFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "",
			"1: the file is empty: write the keys of the brand, at least name, locale, site_url, " +
				"base_url, auth_url and source"},
		{"only a comment", "# x\n",
			"1: the file is empty: write the keys of the brand, at least name, locale, site_url, " +
				"base_url, auth_url and source"},
		{"a list", "- x\n",
			"1: must hold keys, not a list: write one of name, locale, timezone, currency, " +
				"site_url, base_url, auth_url, aliases, moved_hosts, " +
				"preview_host, paths, alternates, " +
				"redirects, " +
				"topics, contact, buy_url, tagline, notice, as_of, theme, texts, home, " +
				"featured, sponsors, ai, " +
				"search, images, source, export, schedule, scripts, build_timeout, every, " +
				"guards, cdn, v1, " +
				"sources below it"},
		{"too large", "#" + strings.Repeat("x", 1<<20),
			"1: not readable: it has more than 1048576 bytes"},
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
