//go:build !linux

package release

// forget does nothing here: only Linux takes this advice.
func forget([]byte) {}
