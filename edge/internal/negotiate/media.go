package negotiate

// Ranks: how closely a media range names the type that we would send. The range with the highest
// rank decides, whatever the weights of the others are (RFC 9110, section 12.5.1).
const (
	rankNone = iota
	rankAny  // */*
	rankType // text/*
	// text/html;level=1: a form that we do not have; counts if nothing better names the type
	rankOther
	rankExact  // text/html
	rankParams // text/html;charset=utf-8, which is exactly what we send
)

// preference is one type that we could send and the client's best wish for it.
type preference struct {
	rank, weight int
}

// consider takes a range into account: a higher rank replaces, the same rank keeps
// the higher weight.
func (o *preference) consider(rank, weight int) {
	if rank > o.rank || rank == o.rank && weight > o.weight {
		o.rank, o.weight = rank, weight
	}
}

// Markdown reports whether a page is sent as Markdown; otherwise it is sent as HTML. accept is the
// whole Accept field, "" when there was none.
//
// Markdown must be asked for by name, text/markdown with q above 0. Wildcards never choose it, so
// browsers, crawlers and plain tools get HTML. Markdown then wins when its weight is at least the
// weight of HTML. A tie goes to Markdown, because agents send "text/markdown, text/html, */*" and
// mean the first.
//
// The weight of HTML is the weight of text/html, else of application/xhtml+xml, else of text/*,
// else of */*, else 0. Among several ranges for one type, the range with charset=utf-8 decides,
// then the range without parameters, then any other.
//
// Sec-Fetch-Dest does not count: Vary does not name it, so a cacheable answer may not depend on it,
// and an agent inside a real browser (Cursor 2.4) sends "document" too.
func Markdown(accept string) bool {
	var markdown, html, xhtml, wild preference
	eachElement(accept, func(name, params string, weight int) {
		switch {
		case equalFold(name, "text/markdown"):
			markdown.consider(exactRank(params), weight)
		case equalFold(name, "text/html"):
			html.consider(exactRank(params), weight)
		case equalFold(name, "application/xhtml+xml"):
			xhtml.consider(exactRank(params), weight)
		case equalFold(name, "text/*"):
			wild.consider(rankType, weight)
		case name == "*/*" || name == "*": // a lone star: Java's URLConnection
			wild.consider(rankAny, weight)
		}
	})
	if html.rank == rankNone {
		html = xhtml
	}
	if html.rank == rankNone {
		html = wild
	}
	return markdown.weight > 0 && markdown.weight >= html.weight
}

// exactRank returns the rank of a range that names a type in full and has these parameters.
func exactRank(params string) int {
	rank := rankExact
	for more := params != ""; more; {
		var param string
		if param, params, more, _ = nextField(params, ';'); param == "" {
			continue
		}
		key, value, _, _ := nextField(param, '=')
		if !equalFold(key, "charset") || !equalFold(value, "utf-8") && !equalFold(value,
			`"utf-8"`) {
			return rankOther
		}
		rank = rankParams
	}
	return rank
}
