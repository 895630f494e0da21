package pack

// What the tests look at from outside.
var (
	Combine     = combineCRC
	CodeLengths = codeLengths
)

// LengthSymbol and LengthOf are the two ways between a match length and its symbol; the extra bits
// are the value of the first and the width of the second.
func LengthSymbol(n int) (symbol, extra int) {
	s, b := lengthSymbol(n)
	return s, int(b.bits)
}

func LengthOf(symbol int) (n int, extra uint) { return lengthOf(symbol) }

// DistanceSymbol and DistanceOf are the same for distances.
func DistanceSymbol(n int) (symbol, extra int) {
	s, b := distanceSymbol(n)
	return s, int(b.bits)
}

func DistanceOf(symbol int) (n int, extra uint) { return distanceOf(symbol) }

// Phrases are the phrases of a coding.
func Phrases(c *Coding) []string {
	list := make([]string, len(c.phrases))
	for i := range c.phrases {
		list[i] = c.phrases[i].text
	}
	return list
}

// UseUp lets a packer have packed so many bytes.
func UseUp(p *Packer, bytes int32) {
	clear(p.head[:])
	p.base = bytes
}
