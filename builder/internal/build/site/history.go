package site

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
)

// History is what the releases of a brand remember of their events. Each release holds it as
// history.jsonl, which has a version of its own: a release passes it on from a release of any
// format, even from one that this program cannot read. The zero value is the history of the first
// release.
//
// The file has one JSON object a line: a [historyHead], an [EventPast] for each event by id, a
// [FormerAddress] for each address that leads elsewhere or is gone, the list of changes as in
// /mudancas.ndjson, and a [historyEnd].
type History struct {
	Events  []EventPast     // by id
	Former  []FormerAddress // in the order of the addresses
	Since   string          // RFC 3339: since when Changes is complete; "" without a list
	Changes [][]byte        // lines with their ends, the newest last
}

// HashOf returns the part of the hash of a record that a history holds.
func HashOf(row *ingest.Row) Sum64 { return Sum64(binary.BigEndian.Uint64(row.Hash[:])) }

// EventPast holds what is remembered of an event.
type EventPast struct {
	ID       int64  `json:"id"`
	Slug     string `json:"slug"`
	City     string `json:"city,omitempty"` // the key of its city, or ""
	Listed   int64  `json:"listed"`         // Unix seconds: when it was first in a release
	Revised  int64  `json:"revised"`        // Unix seconds: when Facts last changed
	Sequence uint32 `json:"sequence"`       // how often Facts has changed
	Facts    Sum64  `json:"facts"`          // by validate.Facts
	Hash     Sum64  `json:"hash"`           // of its record: the first half
	OnSale   bool   `json:"on_sale,omitzero"`
}

// FormerAddress is an address that no event has now.
type FormerAddress struct {
	From string `json:"from"` // of a removed event, the [catalog.GoneKey] of its address
	To   string `json:"to"`   // an address; of a page of removed events, it begins with ":"
	Day  string `json:"day"`  // on which it was left
}

// Sum64 is a digest, in JSON 16 hex digits: JSON readers lose digits of such numbers.
type Sum64 uint64

// MarshalText implements [encoding.TextMarshaler].
func (s Sum64) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(s)), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Sum64) UnmarshalText(b []byte) error {
	n, err := strconv.ParseUint(string(b), 16, 64)
	*s = Sum64(n)
	return err
}

// historyVersion is the version of the file.
const historyVersion = 1

type historyHead struct {
	History int    `json:"history"` // historyVersion
	Since   string `json:"since,omitempty"`
}

// historyEnd has the CRC-32C of all bytes before it, so that a file that was cut or has rotted is
// detected.
type historyEnd struct {
	End uint32 `json:"end"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ReadHistory reads the history that a release of any format holds.
func ReadHistory(dir, id string) (*History, error) {
	f, err := release.OpenHistory(dir, id)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h, err := decodeHistory(f)
	if err != nil {
		return nil, fmt.Errorf("release %s: %s: %w", id, release.HistoryFile, err)
	}
	return h, nil
}

// decodeHistory reads 2 GiB at most, ten million events, and lines of 64 KiB.
func decodeHistory(from io.Reader) (*History, error) {
	h := &History{}
	r := bufio.NewReaderSize(io.LimitReader(from, 2<<30), 64<<10)
	sum := crc32.New(castagnoli)
	for n := 0; ; n++ {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return nil, fmt.Errorf("line %d: it is cut off, or too long: %w", n+1, err)
		}
		var end historyEnd
		switch kind, _, _ := bytes.Cut(line, []byte(":")); string(kind) {
		case `{"history"`:
			var head historyHead
			if err = json.Unmarshal(line, &head); err == nil && head.History != historyVersion {
				err = fmt.Errorf("%w %d, this program reads %d", release.ErrVersion, head.History,
					historyVersion)
			}
			h.Since = head.Since
		case `{"id"`:
			err = decodeInto(&h.Events, line)
		case `{"from"`:
			err = decodeInto(&h.Former, line)
		case `{"at"`:
			h.Changes = append(h.Changes, bytes.Clone(line))
		case `{"end"`:
			if err = json.Unmarshal(line, &end); err == nil && end.End == sum.Sum32() {
				return h, nil
			}
			err = cmp.Or(err, errors.New("it is not as it was written"))
		default:
			err = errors.New("a line of another kind")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		sum.Write(line)
	}
}

func decodeInto[T any](list *[]T, line []byte) error {
	var v T
	err := json.Unmarshal(line, &v)
	*list = append(*list, v)
	return err
}

// Write writes the history as a file.
func (h *History) Write(to io.Writer) error {
	sum := crc32.New(castagnoli)
	to = io.MultiWriter(to, sum)
	e := jsontext.NewEncoder(to) // a line for each value
	err := json.MarshalEncode(e, historyHead{historyVersion, h.Since})
	for i := range h.Events {
		err = cmp.Or(err, json.MarshalEncode(e, &h.Events[i]))
	}
	for i := range h.Former {
		err = cmp.Or(err, json.MarshalEncode(e, &h.Former[i]))
	}
	for _, line := range h.Changes {
		_, wrong := to.Write(line)
		err = cmp.Or(err, wrong)
	}
	return cmp.Or(err, json.MarshalEncode(e, historyEnd{sum.Sum32()}))
}

// Event returns what is remembered of an event, or nil.
func (h *History) Event(id int64) *EventPast {
	i, ok := slices.BinarySearchFunc(h.Events, id, func(e EventPast, id int64) int {
		return cmp.Compare(e.ID, id)
	})
	if !ok {
		return nil
	}
	return &h.Events[i]
}
