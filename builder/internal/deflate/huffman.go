package deflate

import "math/bits"

// code is a prefix code of at most literals symbols: the length of each symbol, 0 for one that does
// not occur, and its bits, the first one lowest.
type code struct {
	lengths [literals + 2]uint8
	bits    [literals + 2]uint16
	codes   [literals + 2]uint32 // bits, and above 16 of them the length

	// What build works with: symbols with their counts as count<<symbolBits | symbol, which sort
	// makes lightest first; and inner nodes of the tree.
	order, spare [literals + 2]uint32
	tree         [literals]uint32
}

const (
	symbolBits = 9         // of a symbol
	heaviest   = 1<<32 - 1 // more than any symbol with its count
)

// build makes the code for these counts, at most limit bits long: a Huffman code, in which symbols
// that would be longer are brought up at the cost of the longest of the others. It takes time in
// proportion to the symbols.
func (c *code) build(counts []uint32, limit int) {
	clear(c.lengths[:len(counts)])
	n := 0
	var most uint32
	for s, count := range counts {
		if count > 0 {
			c.order[n] = count<<symbolBits | uint32(s)
			most = max(most, count)
			n++
		}
	}
	c.sort(n, most)
	var perLength [64]int
	switch n {
	case 0:
		return
	case 1:
		perLength[1] = 1
	default:
		c.depths(n, &perLength)
		bound(&perLength, limit)
	}
	at := n
	for length := 1; length <= limit; length++ { // the heaviest first
		for range perLength[length] {
			at--
			c.lengths[c.order[at]&(1<<symbolBits-1)] = uint8(length)
		}
	}
	c.assign(len(counts), &perLength, limit)
}

// sort sorts the first n of order by count, then symbol: least significant digits first, and no
// more of them than the largest count has.
func (c *code) sort(n int, most uint32) {
	const digit = 8
	from, to := c.order[:n], c.spare[:n]
	swapped := false
	for shift := symbolBits; most > 0; shift, most = shift+digit, most>>digit {
		used := 2 + min(most, 1<<digit-1) // digits above do not occur
		var starts [1<<digit + 1]uint16
		for _, v := range from {
			starts[v>>shift&(1<<digit-1)+1]++
		}
		sum := uint16(0)
		for i, k := range starts[:used] {
			sum += k
			starts[i] = sum
		}
		for _, v := range from {
			d := v >> shift & (1<<digit - 1)
			to[starts[d]] = v
			starts[d]++
		}
		from, to = to, from
		swapped = !swapped
	}
	if swapped {
		copy(c.order[:n], c.spare[:n])
	}
}

// depths counts how many of the n symbols, at least two, a Huffman code has at each depth. Leaves
// and inner nodes are both made in the order of their weight, so two queues are enough. tree holds
// the weights of inner nodes first, then their depths. Which queue is next cannot be predicted, so
// nothing branches on it: both are read, and one of them moves on.
func (c *code) depths(n int, perDepth *[64]int) {
	leaf, inner := 0, 0
	var parents [literals + 2]uint16 // of inner nodes
	var leaves [literals + 2]uint8   // how many leaves each inner node has
	c.order[n] = heaviest            // what is not there is chosen last
	for next := range n - 1 {
		c.tree[next] = heaviest >> symbolBits
		var sum, both uint32
		for range 2 {
			a, b := c.order[leaf]>>symbolBits, c.tree[inner]
			fromLeaves := uint32(uint64(int64(a)-int64(b)-1) >> 63)
			sum += min(a, b)
			parents[inner] = uint16(next)
			leaf += int(fromLeaves)
			inner += int(1 - fromLeaves)
			both += fromLeaves
		}
		c.tree[next] = sum
		leaves[next] = uint8(both)
	}
	inners := c.tree[:n-1]
	root := n - 2
	inners[root] = 0
	perDepth[1] = int(leaves[root])
	for i := root - 1; i >= 0; i-- {
		inners[i] = inners[parents[i]] + 1
		perDepth[min(inners[i]+1, 63)] += int(leaves[i])
	}
}

// bound makes lengths of at most limit of which a complete code can be made. Each symbol that is
// brought up to limit takes room of others; it is taken from the longest that are still shorter.
func bound(perLength *[64]int, limit int) {
	for i := limit + 1; i < len(perLength); i++ {
		perLength[limit] += perLength[i]
		perLength[i] = 0
	}
	room := 0
	for i := 1; i <= limit; i++ {
		room += perLength[i] << (limit - i)
	}
	for ; room > 1<<limit; room-- {
		i := limit - 1
		for perLength[i] == 0 {
			i--
		}
		perLength[i]--
		perLength[i+1] += 2
		perLength[limit]--
	}
}

// assign gives each symbol its bits: the canonical code (RFC 1951, section 3.2.2).
func (c *code) assign(symbols int, perLength *[64]int, limit int) {
	var next [maxCode + 2]uint32
	for i := 1; i <= limit; i++ {
		next[i+1] = (next[i] + uint32(perLength[i])) << 1
	}
	for s, n := range c.lengths[:symbols] {
		if n > 0 {
			c.bits[s] = bits.Reverse16(uint16(next[n])) >> (16 - n)
			c.codes[s] = uint32(c.bits[s]) | uint32(n)<<16
			next[n]++
		}
	}
}

// An extended symbol is followed by bits that say which of its values is meant.
type extended struct {
	code   uint16
	length uint8  // of the code
	n      uint8  // of both
	first  uint16 // the value without bits
}

// extend is a symbol of the code with its values.
func (c *code) extend(symbol int, first uint16, extra uint8) extended {
	n := c.lengths[symbol]
	return extended{code: c.bits[symbol], length: n, n: n + extra, first: first}
}

// with are the bits of a value.
func (x *extended) with(value uint32) uint64 {
	return uint64(x.code) | uint64(value-uint32(x.first))<<(x.length&63)
}
