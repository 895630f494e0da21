//go:build !linux

package mapped

// Forget does nothing here: only Linux takes this advice.
func Forget([]byte) {}
