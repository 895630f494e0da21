package negotiate

import "cartaz/builder/release"

// Len returns the number of acceptable codings, at most 4.
func (o Order) Len() int { return int(o.n) }

// At returns the i-th coding, the most preferred at 0. i must be below Len.
func (o Order) At(i int) release.Coding { return o.list[i] }
