//go:build !linux

package release

// forget is only advice, which only Linux takes.
func forget([]byte) {}
