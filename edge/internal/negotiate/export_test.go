package negotiate

// String is the name of the coding in Content-Encoding; "identity" is never
// sent there.
func (c Coding) String() string {
	switch c {
	case Gzip:
		return "gzip"
	case Zstd:
		return "zstd"
	}
	return "identity"
}

// Len is the number of acceptable codings, at most 4.
func (o Order) Len() int { return int(o.n) }

// At is the i-th coding, the most preferred at 0. i must be below Len.
func (o Order) At(i int) Coding { return o.list[i] }
