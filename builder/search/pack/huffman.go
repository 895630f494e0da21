package pack

import (
	"cmp"
	"math/bits"
	"slices"
)

// codeLengths returns the lengths of a prefix code for symbols with these counts, none longer than
// limit. A symbol that does not occur gets length 0; a single symbol gets 1.
//
// A Huffman code may be longer than limit for rare symbols. Then all counts below a floor are
// raised to it, and the floor is doubled until the limit holds. This loses a little against the
// best code of limited length, and only where some symbol is rarer than one in 2^limit.
func codeLengths(counts []uint32, limit int) []uint8 {
	lengths := make([]uint8, len(counts))
	order := make([]int, 0, len(counts))
	for s, n := range counts {
		if n > 0 {
			order = append(order, s)
		}
	}
	switch len(order) {
	case 0:
		return lengths
	case 1:
		lengths[order[0]] = 1
		return lengths
	}
	for floor := uint32(1); ; floor *= 2 {
		weight := func(s int) uint32 { return max(counts[s], floor) }
		slices.SortFunc(order, func(x, y int) int {
			return cmp.Or(cmp.Compare(weight(x), weight(y)), cmp.Compare(counts[x], counts[y]),
				cmp.Compare(x, y))
		})
		if huffman(order, weight, lengths) <= limit {
			return lengths
		}
	}
}

// huffman sets the lengths of a Huffman code for at least two symbols, sorted by weight, and
// returns the longest. Leaves and inner nodes are both created in the order of their weight, so two
// queues are enough.
func huffman(order []int, weight func(symbol int) uint32, lengths []uint8) int {
	n := len(order)
	parent := make([]int, 2*n-1) // leaves, then inner nodes
	sums := make([]uint64, 0, n-1)
	leaf, inner := 0, 0
	lightest := func() (node int, w uint64) {
		if leaf < n && (inner >= len(sums) || uint64(weight(order[leaf])) <= sums[inner]) {
			leaf++
			return leaf - 1, uint64(weight(order[leaf-1]))
		}
		inner++
		return n + inner - 1, sums[inner-1]
	}
	for len(sums) < n-1 {
		a, x := lightest()
		b, y := lightest()
		parent[a], parent[b] = n+len(sums), n+len(sums)
		sums = append(sums, x+y)
	}
	depths := make([]int, 2*n-1)
	longest := 0
	for node := 2*n - 3; node >= 0; node-- {
		depths[node] = depths[parent[node]] + 1
		if node < n {
			lengths[order[node]] = uint8(min(depths[node], 255))
			longest = max(longest, depths[node])
		}
	}
	return longest
}

// codes returns the canonical code with these lengths (RFC 1951, section 3.2.2), the first bit of
// each code lowest. It returns false when no complete code has such lengths.
func codes(lengths []uint8, limit int) ([]bitString, bool) {
	var next [maxCode + 2]uint32
	total := 0
	for _, n := range lengths {
		if int(n) > limit {
			return nil, false
		}
		if n > 0 {
			next[n+1]++
			total += 1 << (limit - int(n))
		}
	}
	if total != 1<<limit {
		return nil, false
	}
	for n := 1; n <= limit; n++ {
		next[n+1] = (next[n] + next[n+1]) << 1
	}
	all := make([]bitString, len(lengths))
	for s, n := range lengths {
		if n > 0 {
			all[s] = bitString{uint64(bits.Reverse32(next[n]) >> (32 - n)), uint(n)}
			next[n]++
		}
	}
	return all, true
}
