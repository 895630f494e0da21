package negotiate

// How closely a range names the type we would send. A range of a higher rank
// decides, whatever the weights of the lower ones are (RFC 9110, section
// 12.5.1).
const (
	rankNone   = iota
	rankAny    // */*
	rankType   // text/*
	rankOther  // text/html;level=1: a form that we do not have; counts if nothing better names the type
	rankExact  // text/html
	rankParams // text/html;charset=utf-8, which is exactly what we send
)

// offer is one type that we could send and the best wish for it so far.
type offer struct {
	rank, weight int
}

// wish takes a range into account: a higher rank replaces, the same rank keeps
// the higher weight.
func (o *offer) wish(rank, weight int) {
	if rank > o.rank || rank == o.rank && weight > o.weight {
		o.rank, o.weight = rank, weight
	}
}

// Markdown says whether a page is to be sent as Markdown; the other choice is
// HTML. accept is the whole Accept field, "" when there was none.
//
// Markdown must be asked for by name, text/markdown with q above 0: wildcards
// never choose it, so browsers, crawlers and plain tools get HTML. It then wins
// when its weight is at least that of HTML, so a tie goes to Markdown: agents
// send "text/markdown, text/html, */*" and mean the first. The weight of HTML
// is that of text/html, else of application/xhtml+xml, else of text/*, else of
// */*, else 0. Among ranges for one type the one with charset=utf-8 decides,
// then the one without parameters, then any other.
//
// secFetchDest is the Sec-Fetch-Dest field: a browser that is opening a page for
// a person sends "document" and always gets HTML. Pass "" to leave it out of
// the choice, which is what a cacheable answer needs: Vary does not name the
// field, and an agent inside a real browser (Cursor 2.4) sends it too.
func Markdown(accept, secFetchDest string) bool {
	if secFetchDest == "document" {
		return false
	}
	var markdown, html, xhtml, wild offer
	for more := true; more; {
		var field string
		var ok bool
		if field, accept, more, ok = nextField(accept, ','); !ok {
			break
		}
		name, params, weight, ok := element(field)
		if !ok {
			continue
		}
		switch {
		case equalFold(name, "text/markdown"):
			markdown.wish(exactRank(params), weight)
		case equalFold(name, "text/html"):
			html.wish(exactRank(params), weight)
		case equalFold(name, "application/xhtml+xml"):
			xhtml.wish(exactRank(params), weight)
		case equalFold(name, "text/*"):
			wild.wish(rankType, weight)
		case name == "*/*" || name == "*": // a lone star: Java's URLConnection
			wild.wish(rankAny, weight)
		}
	}
	if html.rank == rankNone {
		html = xhtml
	}
	if html.rank == rankNone {
		html = wild
	}
	return markdown.weight > 0 && markdown.weight >= html.weight
}

// exactRank is the rank of a range that names a type in full and has these
// parameters.
func exactRank(params string) int {
	rank := rankExact
	for more := params != ""; more; {
		var param string
		if param, params, more, _ = nextField(params, ';'); param == "" {
			continue
		}
		key, value, _, _ := nextField(param, '=')
		if !equalFold(key, "charset") || !equalFold(value, "utf-8") && !equalFold(value, `"utf-8"`) {
			return rankOther
		}
		rank = rankParams
	}
	return rank
}
