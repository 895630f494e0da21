package phrases

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"sync"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// Kind is a kind of value that a list is filtered by.
type Kind uint8

// The kinds.
const (
	City  Kind = iota
	State      // Names does not find states, see [search.Facets.StateKey]
	Organization
	Venue
	Country
	Topic
	Kinds // how many there are
)

// facets are those of the index that have names.
var facets = map[Kind]search.Facet{City: search.Cities, Organization: search.Organizations,
	Venue: search.Venues, Country: search.Countries, Topic: search.Topics}

// Names finds values of an index by the names that people write. It folds all names of the index
// once, at the first look-up, and keeps 32 bytes of each; the rest it reads in the index, which
// must stay open.
type Names struct {
	Index *search.Index
	table func() nameTable
}

// nameTable is the hash of every name with its value, sorted by hash.
type nameTable struct {
	seed    maphash.Seed
	entries []nameEntry
	longest int // words of the longest name
}

// nameEntry is the key of a value, or the name of a city. The lowest bits of the hash are the kind,
// so that names alike are in the order of their kinds.
type nameEntry struct {
	hash  uint64
	value []byte
}

const kindMask = 7

// NewNames prepares the names of an index.
func NewNames(x *search.Index) *Names {
	return &Names{x, sync.OnceValue(func() nameTable { return readNames(x) })}
}

func readNames(x *search.Index) nameTable {
	t := nameTable{seed: maphash.MakeSeed()}
	var buf []byte
	add := func(kind Kind, value, label []byte) {
		words := 0
		buf, words = AppendName(buf[:0], label)
		t.longest = max(t.longest, words)
		t.entries = append(t.entries,
			nameEntry{maphash.Bytes(t.seed, buf)&^kindMask | uint64(kind), value})
	}
	for kind, facet := range facets {
		for key, label := range x.Values(facet) {
			if kind == City {
				key = label
			}
			add(kind, key, label)
		}
	}
	slices.SortStableFunc(t.entries,
		func(a, b nameEntry) int { return cmp.Compare(a.hash, b.hash) })
	t.entries = slices.Clip(t.entries)
	return t
}

// Longest is the number of words of the longest name.
func (n *Names) Longest() int { return n.table().longest }

// Find yields the values that have a name, given as AppendName writes it: the name of a city as it
// is usually written, of any other kind the key. Values of a kind are in the order of the index.
func (n *Names) Find(name string) iter.Seq2[Kind, string] {
	return func(yield func(Kind, string) bool) {
		t := n.table()
		hash := maphash.String(t.seed, name) &^ kindMask
		at, _ := slices.BinarySearchFunc(t.entries, hash,
			func(e nameEntry, hash uint64) int { return cmp.Compare(e.hash, hash) })
		for _, e := range t.entries[at:] {
			kind, value := Kind(e.hash&kindMask), string(e.value)
			if e.hash&^kindMask != hash {
				return
			}
			label, _ := n.Label(kind, value)
			own, _ := AppendName(nil, []byte(label))
			if string(own) == name && !yield(kind, value) { // else equal by chance
				return
			}
		}
	}
}

// Label is the usual name of a value by its key; ok is false where no event on sale has it.
func (n *Names) Label(kind Kind, key string) (label string, ok bool) {
	facet, ok := facets[kind]
	if !ok {
		return "", false
	}
	return n.Index.Label(facet, key)
}

// Key is the key of a value, given itself in any case, or else the label of the value; ok is false
// where no event on sale has it.
func (n *Names) Key(kind Kind, value string) (key string, ok bool) {
	folded := text.Fold(value)
	if _, ok := n.Label(kind, folded); ok {
		return folded, true
	}
	name, _ := AppendName(nil, []byte(value))
	for k, key := range n.Find(string(name)) {
		if label, _ := n.Label(k, key); k == kind && text.Fold(label) == folded {
			return key, true
		}
	}
	return "", false
}

// conjunctions are not compared: "Samba & Cia" is "Samba e Cia".
var conjunctions = map[string]bool{"e": true, "y": true, "and": true, "und": true, "et": true}

// IsConjunction reports whether a folded word is left out of names when they are compared.
func IsConjunction(word string) bool { return conjunctions[word] }

// AppendName appends a name in the form in which names are compared, and returns how many words it
// has: each word folded, with a blank behind it. A name without words is only folded.
func AppendName(dst, name []byte) (form []byte, words int) {
	start := len(dst)
	dst = text.AppendFold(dst, string(name))
	folded := dst[start:]
	out := start
	for first, end := text.NextRun(folded, 0); first < end; first, end = text.NextRun(folded, end) {
		w := folded[first:end]
		if conjunctions[string(w)] {
			continue
		}
		// Overwrites bytes that were read already: words only move forward.
		out += copy(dst[out:], w)
		if out == len(dst) {
			dst = append(dst, ' ')
		} else {
			dst[out] = ' '
		}
		out++
		words++
	}
	if words == 0 {
		return dst, 0
	}
	return dst[:out], words
}
