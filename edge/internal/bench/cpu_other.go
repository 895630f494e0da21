//go:build !linux

package main

import (
	"errors"
	"time"
)

// processTime is known on Linux only, as memory is.
func processTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }
