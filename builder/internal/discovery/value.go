package discovery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"cartaz/builder/catalog"
)

// value is a JSON value whose members keep the order they were written in: a Go
// map would sort them, and a description is read by people too.
type value interface {
	appendTo(dst []byte) []byte
}

type (
	text   string
	number int
	truth  bool
	list   []value
	object []member
	// raw is JSON text that is already written.
	raw []byte
)

// member is one name and value of an object.
type member struct {
	name  string
	value value
}

func (t text) appendTo(dst []byte) []byte   { return catalog.AppendString(dst, string(t)) }
func (n number) appendTo(dst []byte) []byte { return strconv.AppendInt(dst, int64(n), 10) }
func (t truth) appendTo(dst []byte) []byte  { return strconv.AppendBool(dst, bool(t)) }
func (r raw) appendTo(dst []byte) []byte    { return append(dst, r...) }

func (l list) appendTo(dst []byte) []byte {
	dst = append(dst, '[')
	for i, v := range l {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = v.appendTo(dst)
	}
	return append(dst, ']')
}

func (o object) appendTo(dst []byte) []byte {
	dst = append(dst, '{')
	for i, m := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(catalog.AppendString(dst, m.name), ':')
		dst = m.value.appendTo(dst)
	}
	return append(dst, '}')
}

// texts is a list of strings.
func texts(ss ...string) list {
	l := make(list, len(ss))
	for i, s := range ss {
		l[i] = text(s)
	}
	return l
}

// encode writes a value as a document: two spaces of indentation, since people
// open these files, and one newline at the end. Content coding takes the spaces
// out again on the wire.
func encode(v value) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, v.appendTo(nil), "", "  "); err != nil {
		return nil, fmt.Errorf("indent document: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
