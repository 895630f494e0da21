package negotiate

// Named reports whether a document with a general media type is sent under a special media type.
// accept is the whole Accept field; special and general are lower-case types without parameters.
//
// The special type must be asked for by name, with q above 0 and at least the weight of the general
// type if that is named too. A client that does not name the special type may not understand it,
// and every client sends wildcards. Parameters other than the weight are ignored; both types have
// none.
func Named(accept, special, general string) bool {
	named, other := 0, 0
	eachElement(accept, func(name, _ string, weight int) {
		switch {
		case equalFold(name, special):
			named = max(named, weight)
		case equalFold(name, general):
			other = max(other, weight)
		}
	})
	return named > 0 && named >= other
}
