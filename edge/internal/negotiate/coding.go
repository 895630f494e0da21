package negotiate

import "cartaz/builder/release"

// Set is a set of codings, a bit for each. The zero value is empty.
type Set uint8

// With returns the set with c in it.
func (s Set) With(c release.Coding) Set { return s | 1<<c }

// Has reports whether c is in the set.
func (s Set) Has(c release.Coding) bool { return s>>c&1 == 1 }

// Coding returns the coding in have that an Accept-Encoding field prefers: the greatest weight, and
// at equal weight zstd before gzip and gzip before identity. "x-gzip" means gzip, "*" means every
// coding that is not listed, and a weight of 0 refuses. Identity comes last when no member of the
// field gives it a weight.
//
// When the client accepts no coding in have, Coding returns Identity, even if the client refused
// it: every client can read it, and a readable answer serves the client better than a 406 (RFC
// 9110, section 12.5.3, leaves the choice to the server).
//
// A missing or empty field accepts identity only. The standard would allow any coding, but clients
// without the field are the clients that cannot decode.
func Coding(acceptEncoding string, have Set) release.Coding {
	var weights [release.Codings]int
	for c := range weights {
		weights[c] = -1 // not listed
	}
	star := -1
	eachElement(acceptEncoding, func(name, _ string, weight int) {
		for c := range release.Codings {
			if equalFold(name, c.String()) || c == release.Gzip && equalFold(name, "x-gzip") {
				weights[c] = max(weights[c], weight)
			}
		}
		if name == "*" {
			star = max(star, weight)
		}
	})
	best, most := release.Identity, 0
	for c, weight := range weights {
		if weight < 0 {
			weight = star
		}
		if c := release.Coding(c); have.Has(c) && weight > 0 && weight >= most {
			best, most = c, weight
		}
	}
	return best
}
