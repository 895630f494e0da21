package http1

import (
	"bytes"
	"net/netip"
	"strings"
)

// Field is a line of the header: the name as it was sent, the value without the
// white space around it.
type Field struct{ Name, Value string }

// Is compares the name without regard to case (RFC 9110, section 5.1). lower is
// in lower case.
func (f *Field) Is(lower string) bool {
	if len(f.Name) != len(lower) {
		return false
	}
	for i := range len(lower) {
		c := f.Name[i]
		if c != lower[i] && (c < 'A' || c > 'Z' || c|0x20 != lower[i]) {
			return false
		}
	}
	return true
}

// Request is a request that was read whole. Its strings are good for ever, its
// slices until the handler returns.
type Request struct {
	Method string
	Path   string // as sent: not decoded, without query
	Query  string // as sent, without "?"
	Host   string
	Fields []Field // all of them, in order
	Body   []byte
	Close  bool       // the client wants no further answer on this connection
	Remote netip.Addr // the other end; invalid when the listener is not one of TCP

	length int // of the body
}

// verdict is what the bytes at hand are.
type verdict int

const (
	whole verdict = iota // a plain request
	more                 // the beginning of one, perhaps
	other                // not plain: for the other server
)

const (
	maxHead   = 16 << 10 // bytes of request line and header
	maxFields = 100
)

// parseHead reads a request line and a header from the start of b and says how
// many bytes they take. Of a verdict but whole, r holds nothing of use.
func (r *Request) parseHead(b []byte) (int, verdict) {
	// An empty line ends the head. One that another reader could see earlier,
	// since it takes a bare LF for the end of a line, is found below: no line
	// may hold an LF.
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 {
		if len(b) >= maxHead || hasBareLF(b) {
			return 0, other
		}
		return 0, more
	}
	size := end + 4
	if size > maxHead {
		return 0, other
	}
	*r = Request{Fields: r.Fields[:0]}
	// One copy, of which every string is a part, so that nobody who keeps one
	// sees the bytes of a later request in it.
	head := string(b[:end+2])
	line, head, _ := strings.Cut(head, "\r\n")
	if !r.parseLine(line) || !r.parseFields(head) {
		return 0, other
	}
	return size, whole
}

// hasBareLF finds an LF that no CR stands before.
func hasBareLF(b []byte) bool {
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '\n')
		if i < 0 {
			return false
		}
		if at += i; at == 0 || b[at-1] != '\r' {
			return true
		}
		at++
	}
}

// parseLine reads a request line (RFC 9112, section 3).
func (r *Request) parseLine(line string) bool {
	method, rest, ok := strings.Cut(line, " ")
	if !ok || method == "" || !all(method, tokenByte) || method == "CONNECT" {
		return false
	}
	target, version, ok := strings.Cut(rest, " ")
	if !ok || version != "HTTP/1.1" || target == "" || target[0] != '/' {
		return false
	}
	path, query, _ := strings.Cut(target, "?")
	if !plainPath(path) || !all(query, queryByte) {
		return false
	}
	r.Method, r.Path, r.Query = method, path, query
	return true
}

// plainPath says whether a path is made of what RFC 3986 (section 3.3) allows
// in it. Others are repaired by net/url, differently from what was sent.
func plainPath(path string) bool {
	// Of two slashes at the start, URL readers make a host.
	if len(path) > 1 && path[1] == '/' {
		return false
	}
	for i := 0; i < len(path); i++ {
		if classes[path[i]]&pathByte != 0 {
			continue
		}
		if path[i] != '%' || i+2 >= len(path) || classes[path[i+1]]&classes[path[i+2]]&hexByte == 0 {
			return false
		}
		i += 2
	}
	return true
}

// parseFields reads lines of a header, each with its CR LF (RFC 9112, section 5).
func (r *Request) parseFields(head string) bool {
	hosts, lengths := 0, 0
	for head != "" {
		line, rest, _ := strings.Cut(head, "\r\n")
		head = rest
		colon := strings.IndexByte(line, ':')
		// A name that is no token: white space before the colon and lines that
		// go on from the one before are among these.
		if colon <= 0 || !all(line[:colon], tokenByte) || !all(line[colon+1:], valueByte) || len(r.Fields) == maxFields {
			return false
		}
		r.Fields = append(r.Fields, Field{line[:colon], strings.Trim(line[colon+1:], " \t")})
		f := &r.Fields[len(r.Fields)-1]
		switch {
		case f.Is("host"):
			hosts++
			r.Host = f.Value
		case f.Is("content-length"):
			lengths++
			if !r.parseLength(f.Value) {
				return false
			}
		case f.Is("connection"):
			if !r.parseConnection(f.Value) {
				return false
			}
		case f.Is("transfer-encoding"), f.Is("expect"), f.Is("upgrade"), f.Is("trailer"):
			return false
		}
	}
	return hosts == 1 && lengths <= 1 && r.Host != "" && all(r.Host, hostByte)
}

// maxLengthDigits keeps a length far from what overflows. Larger bodies than
// that are not for here.
const maxLengthDigits = 8

func (r *Request) parseLength(value string) bool {
	if value == "" || len(value) > maxLengthDigits {
		return false
	}
	n := 0
	for i := range len(value) {
		if value[i] < '0' || value[i] > '9' {
			return false
		}
		n = n*10 + int(value[i]-'0')
	}
	r.length = n
	return true
}

// parseConnection reads the options of a connection (RFC 9110, section 7.6.1).
// Any but the two that only tell how long it is to last are not plain.
func (r *Request) parseConnection(value string) bool {
	for option := range strings.SplitSeq(value, ",") {
		switch option = strings.Trim(option, " \t"); {
		case strings.EqualFold(option, "close"):
			r.Close = true
		case strings.EqualFold(option, "keep-alive"):
		default:
			return false
		}
	}
	return true
}

// all says whether every byte of s is of one of the kinds.
func all(s string, kinds byte) bool {
	for i := range len(s) {
		if classes[s[i]]&kinds == 0 {
			return false
		}
	}
	return true
}

// Kinds of bytes.
const (
	tokenByte byte = 1 << iota // RFC 9110, section 5.6.2
	valueByte                  // RFC 9110, section 5.5, with what lies beyond ASCII
	pathByte                   // pchar of RFC 3986 and "/", without "%"
	queryByte                  // anything visible but "#"; people type queries beyond ASCII
	hostByte
	hexByte
)

var classes = func() (t [256]byte) {
	const alnum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	mark := func(kinds byte, chars string) {
		for _, c := range []byte(chars) {
			t[c] |= kinds
		}
	}
	mark(tokenByte|pathByte|hostByte, alnum)
	mark(tokenByte, "!#$%&'*+-.^_`|~")
	mark(pathByte, "/-._~!$&'()*+,;=:@")
	mark(hostByte, "-._:")
	mark(hexByte, "0123456789ABCDEFabcdef")
	mark(valueByte, "\t ")
	for c := 0x21; c < 0x100; c++ {
		if c != 0x7f {
			t[c] |= valueByte | queryByte
		}
	}
	t['#'] &^= queryByte
	return t
}()
