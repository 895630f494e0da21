package negotiate

// Coding is a content coding that stored variants may have.
type Coding uint8

// The codings in the order in which they are preferred at equal weight, the
// least preferred first.
const (
	Identity Coding = iota // no coding
	Gzip                   // RFC 1952
	Zstd                   // RFC 8878, window of at most 8 MiB (RFC 9659)

	codings = 3
)

// Set is a set of codings, a bit for each. The zero value is empty.
type Set uint8

// With is the set with c in it.
func (s Set) With(c Coding) Set { return s | 1<<c }

// Has says whether c is in the set.
func (s Set) Has(c Coding) bool { return s>>c&1 == 1 }

// Order is the codings that a client accepts, the one it prefers first. Two
// orders can be compared with ==. The zero value accepts nothing.
type Order struct {
	list [codings]Coding
	n    uint8
}

// Pick returns the most preferred coding that is in have. When the client accepts none of them Pick
// returns Identity, even if the client refused identity: every client can read it, and a readable
// answer serves the client better than a 406 (RFC 9110, section 12.5.3, leaves the choice to the
// server).
func (o Order) Pick(have Set) Coding {
	for _, c := range o.list[:o.n] {
		if have.Has(c) {
			return c
		}
	}
	return Identity
}

// Codings reads an Accept-Encoding field. Codings are ordered by weight; at equal weight zstd comes
// before gzip and gzip before identity. "x-gzip" means gzip, "*" means every
// coding that is not listed, and a weight of 0 refuses. Identity is acceptable unless it is refused
// by name or by "*;q=0". It comes last when no member of the field gives it a weight.
//
// A missing or empty field accepts identity only. The standard would allow any coding, but clients
// without the field are the clients that cannot decode.
func Codings(acceptEncoding string) Order {
	// -1 is "not listed".
	weights := [codings]int{-1, -1, -1}
	star := -1
	for more := true; more; {
		var field string
		var ok bool
		if field, acceptEncoding, more, ok = nextField(acceptEncoding, ','); !ok {
			break
		}
		name, _, weight, ok := parseElement(field)
		if !ok {
			continue
		}
		switch {
		case equalFold(name, "gzip"), equalFold(name, "x-gzip"):
			weights[Gzip] = max(weights[Gzip], weight)
		case equalFold(name, "zstd"):
			weights[Zstd] = max(weights[Zstd], weight)
		case equalFold(name, "identity"):
			weights[Identity] = max(weights[Identity], weight)
		case name == "*":
			star = max(star, weight)
		}
	}
	var order Order
	for c := codings - 1; c >= 0; c-- {
		w := &weights[c]
		if *w < 0 {
			*w = star
		}
		if *w == 0 || *w < 0 && Coding(c) != Identity {
			continue
		}
		// Insertion from the most preferred coding down keeps ties in order.
		i := order.n
		for ; i > 0 && weights[order.list[i-1]] < *w; i-- {
			order.list[i] = order.list[i-1]
		}
		order.list[i] = Coding(c)
		order.n++
	}
	return order
}
