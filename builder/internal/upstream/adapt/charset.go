package adapt

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed" // foreign.txt
	"encoding/hex"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 returns a document as UTF-8: by its byte order mark, else by a charset named outside the
// document, in brand.yaml or in Content-Type (HTML Living Standard, section 13.2.3.2; RFC 7303,
// section 3). told is true if there is one of the two. An unknown charset is an error. Bytes that
// are valid UTF-8 are read as UTF-8 whatever the charset says: they make no words in any other.
func UTF8(r io.Reader, label string) (text io.Reader, told bool, err error) {
	b := bufio.NewReaderSize(r, 1<<20) // the first of them may all be ASCII
	head, _ := b.Peek(3)               // an error returns with the first byte
	if what := foreign(b); what != "" {
		return b, true, ErrMalformed.Errorf("this is %s", what)
	}
	switch {
	case bytes.Equal(head, []byte("\xef\xbb\xbf")):
		_, err = b.Discard(len(head))
		return b, true, err
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
		return transform.NewReader(b, utf16.NewDecoder()), true, nil
	case label == "":
		return b, false, nil
	}
	found, err := decoder(label)
	if head, _ = b.Peek(b.Size()); found == nil || err != nil || isUTF8(head) {
		return b, true, err
	}
	return transform.NewReader(b, found), true, nil
}

//go:embed foreign.txt
var foreignKinds string

// foreign returns, by the first bytes of a document that no kind reads, what the document is and
// what to do, or "".
func foreign(b *bufio.Reader) string {
	head, _ := b.Peek(16 << 10)
	for line := range strings.Lines(foreignKinds) {
		begin, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		within, what, _ := strings.Cut(rest, "\t")
		magic, _ := hex.DecodeString(begin)
		if bytes.HasPrefix(head, magic) && bytes.Contains(head, []byte(within)) {
			return what
		}
	}
	return ""
}

// isUTF8 reports whether the beginning of a document is UTF-8 and not only ASCII. Its last
// character may be cut.
func isUTF8(b []byte) bool {
	for i := 0; i < utf8.UTFMax && !utf8.Valid(b); i++ {
		b = b[:len(b)-1]
	}
	return utf8.Valid(b) && utf8.RuneCount(b) < len(b)
}

// decoder returns the decoder of a charset, or nil for UTF-8 or no
// charset.
func decoder(label string) (*encoding.Decoder, error) {
	found, name := charset.Lookup(label)
	switch {
	case label == "", name == "utf-8":
		return nil, nil
	case found == nil || name == "replacement":
		return nil, ErrMalformed.Errorf("there is no charset %.40q: name the right one in "+
			"the document or its Content-Type", label)
	}
	return found.NewDecoder(), nil
}

// The places where a document itself names its charset: the declaration of XML, and a meta element
// anywhere in HTML (HTML Living Standard, section 13.2.3.4).
var (
	declaration = regexp.MustCompile(`^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)`)
	metaElement = regexp.MustCompile(`(?i)<meta\s[^>]*?charset\s*=\s*["']?\s*([\w-]+)`)
)

// declared returns the charset that the document itself names, or "". html means that a meta
// element may name it, too. UTF-16 does not count, because a declaration in UTF-16 could not have
// been read (section 13.2.3.3).
func declared(b []byte, html bool) string {
	m := declaration.FindSubmatch(b[:min(len(b), 1024)])
	if m == nil && html && bytes.HasPrefix(bytes.TrimSpace(b), []byte("<")) {
		m = metaElement.FindSubmatch(b)
	}
	if m == nil || bytes.HasPrefix(bytes.ToLower(m[1]), []byte("utf-16")) {
		return ""
	}
	return string(m[1])
}

// Open reads a whole document as UTF-8. If neither a mark nor o names the charset, it is the
// declared one, then UTF-8. A document that declares none and is not UTF-8 has the charset legacy;
// if legacy is "", it is returned as it is.
func Open(r io.Reader, o Options, legacy string) ([]byte, error) {
	text, told, err := UTF8(r, cmp.Or(o.Encoding, o.Charset))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(text, MaxDocument+1))
	if err == nil && !told {
		label := declared(b, legacy != "")
		if label == "" && !utf8.Valid(b) {
			label = legacy
		}
		found, unknown := decoder(label)
		if err = unknown; found != nil && !isUTF8(b) {
			b, err = found.Bytes(b)
		}
	}
	if err == nil && len(b) > MaxDocument {
		err = ErrTooLarge.Errorf("the document has more than %d bytes: split it", MaxDocument)
	}
	if legacy != "" { // of a kind whose readers go on after a byte without meaning
		b = bytes.ToValidUTF8(b, []byte("\ufffd"))
	}
	return b, err
}
