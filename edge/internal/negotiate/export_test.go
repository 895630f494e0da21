package negotiate

import "cartaz/builder/release"

// Len is the number of acceptable codings, at most 4.
func (o Order) Len() int { return int(o.n) }

// At is the i-th coding, the most preferred at 0. i must be below Len.
func (o Order) At(i int) release.Coding { return o.list[i] }
