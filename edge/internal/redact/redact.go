package redact

// lookahead is how many bytes after the limit are read, so that a match that begins before the
// limit is seen whole.
const lookahead = 256

// Text returns at most limit bytes of a text, with personal data replaced.
func Text(text string, limit int) string { return replaceAll(text, limit, false) }

// Query is Text for a query (application/x-www-form-urlencoded), in which "+" is a blank.
func Query(text string, limit int) string { return replaceAll(text, limit, true) }

// decodedByte is one byte of a text after its escapes are undone.
type decodedByte struct {
	c  byte
	at int // where it begins in the text
}

// detector finds personal data in a text.
type detector struct {
	text    string
	decoded []decodedByte
	local   int // end of the last run of letters that may be in a local part
}

func replaceAll(text string, limit int, isForm bool) string {
	if len(text) > limit+lookahead {
		text = text[:limit+lookahead]
	}
	r := detector{text: text, decoded: make([]decodedByte, 0, len(text))}
	r.unescape(isForm)
	var out []byte
	kept := 0 // the text before it is in out
	for i := 0; i < len(r.decoded) && r.decoded[i].at < limit; {
		end, label := r.match(i)
		if label != "" {
			out = append(append(out, text[kept:r.decoded[i].at]...), label...)
			kept = r.sourceOffset(end)
		}
		i = end
	}
	if kept < limit {
		out = append(out, text[kept:min(len(text), limit)]...)
	}
	return string(out[:min(len(out), limit)])
}

// sourceOffset is where the i-th decoded byte begins in the text.
func (r *detector) sourceOffset(i int) int {
	if i == len(r.decoded) {
		return len(r.text)
	}
	return r.decoded[i].at
}

// unescape decodes the text. "%2540" is "@" as well: a proxy may have escaped an address twice.
func (r *detector) unescape(isForm bool) {
	for at := 0; at < len(r.text); {
		c, next := r.text[at], at+1
		switch {
		case c == '+' && isForm:
			c = ' '
		case c == '%':
			for next+1 < len(r.text) && r.text[next] == '2' && r.text[next+1] == '5' {
				next += 2
			}
			if next+1 < len(r.text) && unhex(r.text[next]) < 16 && unhex(r.text[next+1]) < 16 {
				c = unhex(r.text[next])<<4 | unhex(r.text[next+1])
				next += 2
			}
		}
		r.decoded = append(r.decoded, decodedByte{c, at})
		at = next
	}
}

func unhex(c byte) byte {
	switch {
	case isDigit(c):
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}

// byteAt is the i-th decoded byte, 0 outside the text.
func (r *detector) byteAt(i int) byte {
	if i < 0 || i >= len(r.decoded) {
		return 0
	}
	return r.decoded[i].c
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlnum(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 }

// match looks for personal data at the i-th byte. On a match, label replaces the bytes up to end;
// otherwise label is "" and end is where to look next.
func (r *detector) match(i int) (end int, label string) {
	if isAlnum(r.byteAt(i - 1)) {
		return i + 1, ""
	}
	if i >= r.local && isLocal(r.byteAt(i)) {
		for r.local = i; isLocal(r.byteAt(r.local)); {
			r.local++
		}
		if r.byteAt(r.local) == '@' {
			if end = r.matchDomain(r.local + 1); end > 0 {
				return end, "[email]"
			}
		}
	}
	if end = r.matchCNPJ(i); end > 0 {
		return end, "[cnpj]"
	}
	if end, label = r.matchNumber(i); end > 0 {
		return end, label
	}
	// The next offset at which a match may begin.
	end = i + 1
	for isAlnum(r.byteAt(i)) && isAlnum(r.byteAt(end)) {
		end++
	}
	return end, ""
}

// isLocal reports whether a byte may be in the local part of an e-mail address. RFC 5322 also
// allows "=", "&", "/" and "?", which are delimiters here.
func isLocal(c byte) bool {
	return isAlnum(c) || c == '.' || c == '_' || c == '-' || c == '+' || c == '\'' || c == '~' ||
		c == '!' || c == '#' || c == '$' || c == '*'
}

// matchDomain reads a domain of at least two labels and returns its end, 0 for none. "logo@2x.png"
// is no address but names a picture of double density.
func (r *detector) matchDomain(i int) (end int) {
	dots, last := 0, i // where the last label begins
	end = i
	for isAlnum(r.byteAt(end)) || (r.byteAt(end) == '.' || r.byteAt(end) == '-') &&
		isAlnum(r.byteAt(end+1)) {
		if r.byteAt(end) == '.' {
			dots++
			last = end + 1
		}
		end++
	}
	if !isAlnum(r.byteAt(i)) || dots == 0 || end-last < 2 || isDigit(r.byteAt(last)) {
		return 0
	}
	if isDigit(r.byteAt(i)) && r.byteAt(i+1) == 'x' && r.byteAt(i+2) == '.' && dots == 1 {
		return 0
	}
	return end
}
