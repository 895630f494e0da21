package negotiate

import "cartaz/builder/release"

// codings is the number of codings, the least preferred at equal weight first.
const codings = release.Zstd + 1

// Set is a set of codings, a bit for each. The zero value is empty.
type Set uint8

// With returns the set with c in it.
func (s Set) With(c release.Coding) Set { return s | 1<<c }

// Has reports whether c is in the set.
func (s Set) Has(c release.Coding) bool { return s>>c&1 == 1 }

// Order holds the codings that a client accepts, the most preferred first. Two orders can be
// compared with ==. The zero value accepts nothing.
type Order struct {
	list [codings]release.Coding
	n    uint8
}

// Pick returns the most preferred coding that is in have. When the client accepts none of them Pick
// returns Identity, even if the client refused identity: every client can read it, and a readable
// answer serves the client better than a 406 (RFC 9110, section 12.5.3, leaves the choice to the
// server).
func (o Order) Pick(have Set) release.Coding {
	for _, c := range o.list[:o.n] {
		if have.Has(c) {
			return c
		}
	}
	return release.Identity
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
	eachElement(acceptEncoding, func(name, _ string, weight int) {
		switch {
		case equalFold(name, "gzip"), equalFold(name, "x-gzip"):
			weights[release.Gzip] = max(weights[release.Gzip], weight)
		case equalFold(name, "zstd"):
			weights[release.Zstd] = max(weights[release.Zstd], weight)
		case equalFold(name, "identity"):
			weights[release.Identity] = max(weights[release.Identity], weight)
		case name == "*":
			star = max(star, weight)
		}
	})
	var order Order
	for c := int(codings) - 1; c >= 0; c-- {
		w := &weights[c]
		if *w < 0 {
			*w = star
		}
		if *w == 0 || *w < 0 && release.Coding(c) != release.Identity {
			continue
		}
		// Insertion from the most preferred coding down keeps ties in order.
		i := order.n
		for ; i > 0 && weights[order.list[i-1]] < *w; i-- {
			order.list[i] = order.list[i-1]
		}
		order.list[i] = release.Coding(c)
		order.n++
	}
	return order
}
