package adapt

import "slices"

// Fields lists all fields, in alphabetical order.
func Fields() (all []Field) {
	for f := range fieldNames {
		all = append(all, f)
	}
	slices.Sort(all)
	return all
}
