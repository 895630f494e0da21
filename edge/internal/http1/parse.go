package http1

import (
	"bytes"
	"io"
	"net/netip"
	"net/textproto"
	"strconv"
	"strings"
)

// Field is a line of the header: the name as it was sent, the value without the
// white space around it.
type Field struct{ Name, Value string }

// Request is a request whose body is left to the handler: [Request.Read]. Its strings stay valid;
// its slices are valid until the handler returns.
type Request struct {
	Method string
	Path   string // as sent: not decoded, without query
	Query  string // as sent, without "?"
	Host   string
	Fields []Field    // all of them, in order
	Close  bool       // the client wants no further answer on this connection
	Remote netip.Addr // the other end; invalid when the listener is not TCP

	length int // bytes of the body that are not read yet, or -1 when unknown
	body   io.Reader
}

// Read reads the body, at most limit bytes of it, and reports whether there are more. If the body
// is not read to its end, the connection has no other answer.
func (r *Request) Read(limit int) (body []byte, more bool, err error) {
	if r.length > limit {
		return nil, true, nil
	}
	if r.length != 0 {
		body, err = io.ReadAll(io.LimitReader(r.body, int64(limit)+1))
	}
	if more = len(body) > limit; !more && err == nil {
		r.length = 0
	}
	return body[:min(len(body), limit)], more, err
}

// reset clears the request and keeps its slice of fields, without their texts.
func (r *Request) reset() {
	clear(r.Fields)
	*r = Request{Fields: r.Fields[:0]}
}

// verdict is the kind of the bytes in the buffer.
type verdict int

const (
	plainRequest verdict = iota // a plain request
	needMore                    // perhaps the beginning of a plain request
	notPlain                    // not plain: for the other server
)

const (
	maxHead   = 16 << 10 // bytes of request line and header
	maxFields = 100
)

// parseHead reads a request line and a header from the start of b and returns how many bytes
// they take. r is meaningful only with plainRequest.
func (r *Request) parseHead(b []byte) (int, verdict) {
	// An empty line ends the head. A reader that accepts a bare LF as a line end could see an
	// earlier end; parseFields refuses such a head, because no line may hold an LF.
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 {
		if len(b) >= maxHead || hasBareLF(b) {
			return 0, notPlain
		}
		// A request line that is not plain is refused before its header has come.
		if line := bytes.Index(b, []byte("\r\n")); line >= 0 && !r.parseLine(string(b[:line])) {
			return 0, notPlain
		}
		return 0, needMore
	}
	size := end + 4
	if size > maxHead {
		return 0, notPlain
	}
	*r = Request{Fields: r.Fields[:0]}
	// Every string is part of this one copy, so a string that is kept never shows bytes of a later
	// request.
	head := string(b[:end+2])
	line, head, _ := strings.Cut(head, "\r\n")
	if !r.parseLine(line) || !r.parseFields(head) {
		return 0, notPlain
	}
	return size, plainRequest
}

// hasBareLF reports whether an LF comes without a CR before it.
func hasBareLF(b []byte) bool {
	return bytes.Count(b, []byte("\n")) > bytes.Count(b, []byte("\r\n"))
}

// parseLine reads a request line (RFC 9112, section 3).
func (r *Request) parseLine(line string) bool {
	method, rest, ok := strings.Cut(line, " ")
	if !ok || method == "" || !allBytesIn(method, tokenByte) || method == "CONNECT" {
		return false
	}
	target, version, ok := strings.Cut(rest, " ")
	if !ok || version != "HTTP/1.1" || target == "" || target[0] != '/' {
		return false
	}
	path, query, _ := strings.Cut(target, "?")
	if !plainPath(path) || !allBytesIn(query, queryByte) {
		return false
	}
	r.Method, r.Path, r.Query = method, path, query
	return true
}

// plainPath reports whether a path consists of the characters that RFC 3986 (section 3.3) allows.
// net/url repairs other paths, so they differ from the path that was sent.
func plainPath(path string) bool {
	// URL parsers read a host after two slashes at the start.
	if len(path) > 1 && path[1] == '/' {
		return false
	}
	for i := 0; i < len(path); i++ {
		if byteClasses[path[i]]&pathByte != 0 {
			continue
		}
		if path[i] != '%' || i+2 >= len(path) ||
			byteClasses[path[i+1]]&byteClasses[path[i+2]]&hexByte == 0 {
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
		// A name must be a token. White space before the colon and folded lines fail here.
		colon := countBytesIn(head, tokenByte)
		if colon == 0 || colon == len(head) || head[colon] != ':' || len(r.Fields) == maxFields {
			return false
		}
		end := colon + 1 + countBytesIn(head[colon+1:], valueByte)
		if !strings.HasPrefix(head[end:], "\r\n") {
			return false
		}
		r.Fields = append(r.Fields, Field{head[:colon], textproto.TrimString(head[colon+1 : end])})
		head = head[end+2:]
		f := &r.Fields[len(r.Fields)-1]
		// A token has only ASCII, so this is a comparison without regard to case (RFC 9110, section
		// 5.1).
		is := func(name string) bool { return strings.EqualFold(f.Name, name) }
		switch {
		case is("host"):
			hosts++
			r.Host = f.Value
		case is("content-length"):
			lengths++
			if !r.parseLength(f.Value) {
				return false
			}
		case is("connection"):
			if !r.parseConnection(f.Value) {
				return false
			}
		case is("transfer-encoding"), is("expect"), is("upgrade"), is("trailer"):
			return false
		}
	}
	return hosts == 1 && lengths <= 1 && r.Host != "" && allBytesIn(r.Host, hostByte)
}

// maxLengthDigits keeps a length far from an overflow. Larger bodies go to the other server.
const maxLengthDigits = 8

func (r *Request) parseLength(value string) bool {
	n, err := strconv.ParseUint(value, 10, 31)
	r.length = int(n)
	return err == nil && len(value) <= maxLengthDigits
}

// parseConnection reads the options of a Connection field (RFC 9110, section 7.6.1). Only close
// and keep-alive are plain.
func (r *Request) parseConnection(value string) bool {
	for option := range strings.SplitSeq(value, ",") {
		switch option = textproto.TrimString(option); {
		case strings.EqualFold(option, "close"):
			r.Close = true
		case strings.EqualFold(option, "keep-alive"):
		default:
			return false
		}
	}
	return true
}

// allBytesIn reports whether every byte of s is of one of the kinds.
func allBytesIn(s string, kinds byte) bool { return countBytesIn(s, kinds) == len(s) }

// countBytesIn returns how many bytes at the start of s are of one of the kinds.
func countBytesIn(s string, kinds byte) int {
	for i := range len(s) {
		if byteClasses[s[i]]&kinds == 0 {
			return i
		}
	}
	return len(s)
}

// Kinds of bytes.
const (
	tokenByte byte = 1 << iota // RFC 9110, section 5.6.2
	valueByte                  // RFC 9110, section 5.5, and bytes beyond ASCII
	pathByte                   // pchar of RFC 3986 and "/", without "%"
	queryByte                  // anything visible but "#"; people type queries beyond ASCII
	hostByte
	hexByte
)

var byteClasses = func() (t [256]byte) {
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
