package negotiate

// Named says whether a document that is known by a general media type is to be
// sent under a special one. accept is the whole Accept field, special and
// general are lower-case types without parameters.
//
// The special type must be asked for by name, with q above 0 and at least that
// of the general type where that is named too: a client that does not know it
// would not know what to do with it, and wildcards are sent by everybody.
// Parameters other than the weight are ignored; the types have none.
func Named(accept, special, general string) bool {
	var named, other offer
	for more := true; more; {
		var field string
		var ok bool
		if field, accept, more, ok = nextField(accept, ','); !ok {
			break
		}
		name, _, weight, ok := element(field)
		if !ok {
			continue
		}
		switch {
		case equalFold(name, special):
			named.wish(rankExact, weight)
		case equalFold(name, general):
			other.wish(rankExact, weight)
		}
	}
	return named.weight > 0 && named.weight >= other.weight
}
