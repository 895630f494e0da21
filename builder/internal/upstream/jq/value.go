package jq

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
)

// A value is a tag and what the tag says:
//
//	n f t    null, false, true
//	i        varint
//	d        float64, 8 bytes, little endian
//	b m      *big.Int and json.Number: digits, like a string
//	s        length (uvarint), bytes
//	a        count, values
//	o        count, then a key (length, bytes) and a value for each member
const maxDepth = 10_000

var (
	errDepth  = fmt.Errorf("an output is nested deeper than %d", maxDepth)
	errFinite = errors.New("an output holds NaN or infinity, which are not JSON")
	errCut    = errors.New("jq: a message of the worker is damaged")
)

// appendValue writes a value. Numbers that are not JSON are refused.
func appendValue(b []byte, v any, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	var err error
	switch v := v.(type) {
	case nil:
		return append(b, 'n'), nil
	case bool:
		if v {
			return append(b, 't'), nil
		}
		return append(b, 'f'), nil
	case int:
		return binary.AppendVarint(append(b, 'i'), int64(v)), nil
	case float64:
		if !finite(v) {
			return nil, errFinite
		}
		return binary.LittleEndian.AppendUint64(append(b, 'd'), math.Float64bits(v)), nil
	case *big.Int:
		return appendText(append(b, 'b'), v.String()), nil
	case json.Number:
		return appendText(append(b, 'm'), string(v)), nil
	case string:
		return appendText(append(b, 's'), v), nil
	case []any:
		b = binary.AppendUvarint(append(b, 'a'), uint64(len(v)))
		for _, e := range v {
			if b, err = appendValue(b, e, depth+1); err != nil {
				return nil, err
			}
		}
		return b, nil
	case map[string]any:
		b = binary.AppendUvarint(append(b, 'o'), uint64(len(v)))
		for key, e := range v {
			if b, err = appendValue(appendText(b, key), e, depth+1); err != nil {
				return nil, err
			}
		}
		return b, nil
	}
	return nil, fmt.Errorf("a value of Go type %T is no JSON", v)
}

// finite says whether every number in v can be written as JSON.
func finite(v any) bool {
	switch v := v.(type) {
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case []any:
		for _, e := range v {
			if !finite(e) {
				return false
			}
		}
	case map[string]any:
		for _, e := range v {
			if !finite(e) {
				return false
			}
		}
	}
	return true
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// cursor reads a message. bad is set by the first thing that does not fit, after which
// everything reads as zero.
type cursor struct {
	rest string // the values share its bytes
	bad  bool
}

func (c *cursor) take(n int) string {
	if c.bad || n < 0 || n > len(c.rest) {
		c.bad, c.rest = true, ""
		return ""
	}
	s := c.rest[:n]
	c.rest = c.rest[n:]
	return s
}

func (c *cursor) uvarint() (n uint64) {
	for shift := uint(0); shift < 64; shift += 7 {
		s := c.take(1)
		if c.bad {
			return 0
		}
		n |= uint64(s[0]&0x7f) << shift
		if s[0] < 0x80 {
			return n
		}
	}
	c.bad = true
	return 0
}

// count is how many things follow, each of at least one byte.
func (c *cursor) count() int {
	n := c.uvarint()
	if n > uint64(len(c.rest)) {
		c.bad, c.rest = true, ""
		return 0
	}
	return int(n)
}

func (c *cursor) text() string { return c.take(c.count()) }

func (c *cursor) value(depth int) any {
	tag := c.take(1)
	if c.bad || depth > maxDepth {
		c.bad = true
		return nil
	}
	switch tag[0] {
	case 'n':
		return nil
	case 'f', 't':
		return tag == "t"
	case 'i':
		n := c.uvarint()
		return int(int64(n>>1) ^ -int64(n&1))
	case 'd':
		if s := c.take(8); !c.bad {
			return math.Float64frombits(binary.LittleEndian.Uint64([]byte(s)))
		}
	case 'b':
		if n, ok := new(big.Int).SetString(c.text(), 10); ok {
			return n
		}
	case 'm':
		return json.Number(c.text())
	case 's':
		return c.text()
	case 'a':
		list := make([]any, 0, c.count())
		for range cap(list) {
			list = append(list, c.value(depth+1))
		}
		return list
	case 'o':
		n := c.count()
		object := make(map[string]any, n)
		for range n {
			key := c.text()
			object[key] = c.value(depth + 1)
		}
		return object
	}
	c.bad = true
	return nil
}
