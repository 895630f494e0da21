package russian

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

// A word is read from its end: letter by letter along a tree of all endings, whose nodes say which
// classes have the ending. Which of these may have the rest as a stem is a matter of its last
// letter and of how many letters it has, so a word is read with a few tables and no comparison of
// strings.

// classSet is a set of the classes that are no prefixed verbs: bit i is that of Classes[i].
type classSet uint64

// tree is a tree of the ends of words, read from the last letter. Node 0 is the empty end.
type tree []treeNode

type treeNode struct {
	letters uint32 // that may stand before the end
	first   uint16 // node of the first of them; those of the others follow
	value   uint16 // of what the end is, 0 for nothing
}

// newTree returns the tree of some ends; the value of ends[i] is i+1.
func newTree(ends []string) tree {
	t := tree{{}}
	type open struct {
		node, depth int
		ends        []int // that end as the node does
	}
	all := make([]int, len(ends))
	for i := range all {
		all[i] = i
	}
	for queue := []open{{0, 0, all}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		by := map[int][]int{}
		for _, i := range at.ends {
			if rest := ends[i][:len(ends[i])-at.depth*letter]; rest == "" {
				t[at.node].value = uint16(i + 1)
			} else {
				by[lastLetter([]byte(rest))] = append(by[lastLetter([]byte(rest))], i)
			}
		}
		t[at.node].first = uint16(len(t))
		for l := range letters {
			if more := by[l]; len(more) > 0 {
				t[at.node].letters |= 1 << l
				queue = append(queue, open{len(t), at.depth + 1, more})
				t = append(t, treeNode{})
			}
		}
	}
	return t
}

// before returns the node of the end with one more letter before it, and false for none.
func (t tree) before(node, letter int) (int, bool) {
	n := &t[node]
	bit := uint32(1) << letter // 0 for letters
	return int(n.first) + bits.OnesCount32(n.letters&(bit-1)), n.letters&bit != 0
}

// letters is how many letters Russian has once it is folded, and the number of any other one.
const letters = 32

// letter is the length of a letter: words have only Russian ones.
const letter = 2

// lastLetter is the number of the last letter of a word that is not empty: 0 to 31 for а to я.
func lastLetter(w []byte) int {
	i := int(w[len(w)-2]&1)<<6 | int(w[len(w)-1]&0x3f)
	const first = 'а' & 0x7f
	if i -= first; uint(i) >= letters {
		return letters
	}
	return i
}

// endsOf are the classes that have an ending: of Endings, of Changed, and of the prefixed verbs,
// which are counted from the first of them.
type endsOf struct {
	plain, changed classSet
	prefixed       uint32
}

// classTables say which classes a word may be of.
type classTables struct {
	endings tree
	of      []endsOf // by the values of the tree less 1
	// by the last letter of a stem, and by the number of its letters, the classes that may have it;
	// those of listed only where Class.Has says so.
	last   [letters + 1]classSet
	least  [8]classSet
	listed classSet
	// fleeting are the classes that have a fleeting vowel before a letter.
	fleeting          [letters + 1]classSet
	verbs, adjectives classSet
	changing          classSet // those with endings behind a changed stem
	prefixed          int      // number of the first prefixed verb
}

var tables = newTables()

func newTables() *classTables {
	t := &classTables{prefixed: slices.IndexFunc(Classes,
		func(c Class) bool { return c.Prefixes })}
	var all []string
	number := map[string]int{}
	for i := range Classes {
		c := &Classes[i]
		for n, list := range [...][]string{c.Endings, c.Changed} {
			for _, ending := range list {
				at, ok := number[ending]
				if !ok {
					at = len(all)
					number[ending], all, t.of = at, append(all, ending), append(t.of, endsOf{})
				}
				switch of := &t.of[at]; {
				case c.Prefixes:
					of.prefixed |= 1 << (i - t.prefixed)
				case n > 0:
					of.changed |= 1 << i
					t.changing |= 1 << i
				default:
					of.plain |= 1 << i
				}
			}
		}
		if !c.Prefixes {
			t.addClass(c, 1<<i)
		}
	}
	t.endings = newTree(all)
	return t
}

func (t *classTables) addClass(c *Class, bit classSet) {
	for _, last := range c.Last {
		t.last[lastLetter([]byte(last))] |= bit
		if len(last) > letter {
			t.listed |= bit
		}
	}
	for n := c.Least; n < len(t.least); n++ {
		t.least[n] |= bit
	}
	for l := range t.fleeting {
		if c.fleeting>>l&1 != 0 {
			t.fleeting[l] |= bit
		}
	}
	switch c.Name {
	case "verb":
		t.verbs |= bit
	case "adjective":
		t.adjectives |= bit
	}
}

// having returns the classes of some that may have a stem.
func (t *classTables) having(stem []byte, some classSet) classSet {
	if len(stem) == 0 {
		return 0
	}
	some &= t.last[lastLetter(stem)] & t.least[min(len(stem)/letter, len(t.least)-1)]
	for left := some & t.listed; left != 0; left &= left - 1 {
		if i := bits.TrailingZeros64(uint64(left)); !Classes[i].Has(stem) {
			some &^= 1 << i
		}
	}
	return some
}

// A letterSet is a set of letters by their numbers.
type letterSet uint64

func lettersOf(of string) (set letterSet) {
	for _, r := range of {
		set |= 1 << lastLetter(utf8.AppendRune(nil, r))
	}
	return set
}

// endIn reports whether the last letter of a part of a word is one of the set.
func (s letterSet) endIn(w []byte) bool { return len(w) >= letter && s>>lastLetter(w)&1 != 0 }

// openLetters are those behind which reflexive verbs end in сь.
var vowels, consonants, openLetters = lettersOf(vowel), lettersOf(consonant), lettersOf(vowel + "и")

// changesAt are the Changes by the last letter of what they become.
var changesAt = func() (all [letters + 1][][2]string) {
	for _, change := range Changes {
		at := lastLetter([]byte(change[1]))
		all[at] = append(all[at], change)
	}
	return all
}()

// beginnings is a set of the first letters of words, and maybe of some more: a quick no.
type beginnings [64]uint64

// at is where the bit of a word is: of its first three letters.
func (b *beginnings) at(w []byte) (*uint64, uint64) {
	hash := uint32(2166136261) // FNV-1a
	for _, c := range w[:min(len(w), 3*letter)] {
		hash = (hash ^ uint32(c)) * 16777619
	}
	return &b[hash>>6%uint32(len(b))], 1 << (hash % 64)
}

func (b *beginnings) add(w []byte) {
	bits, bit := b.at(w)
	*bits |= bit
}

func (b *beginnings) has(w []byte) bool {
	bits, bit := b.at(w)
	return *bits&bit != 0
}

// addForms adds all forms of a stem.
func (b *beginnings) addForms(s stemOf) {
	Classes[s.class].EachForm([]byte(s.stem), s.reflexive, nil, b.add)
}
