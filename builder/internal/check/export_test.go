package check

// RobotsAllow says whether a robots.txt lets an agent fetch a target.
func RobotsAllow(body, agent, target string) bool {
	return parseRobots(body).group(agent).allowed(target)
}

// Link is a parsed Link target, for tests.
type Link struct {
	Href, Type string
	Rels       []string
}

// Links parses Link fields.
func Links(values ...string) []Link {
	var links []Link
	for _, l := range parseLinks(values) {
		links = append(links, Link{l.href, l.typ, l.rels})
	}
	return links
}

// ParseAll feeds bytes of a hostile site to every parser of this package.
func ParseAll(body []byte) {
	parseRobots(string(body)).group("x").allowed("/x")
	parseLinks([]string{string(body)})
	for _, e := range eventsIn(string(body)) {
		_ = eventFault(e)
	}
	_, _ = readPage(&answer{target: "/", header: map[string][]string{"Content-Type": {"text/html"}},
		body: body})
}
