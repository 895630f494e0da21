//go:build !linux

package release

// dropResident does nothing here: only Linux takes this advice.
func dropResident([]byte) {}
