package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/bucket"
	"cartaz/edge/internal/mirror"
)

// fromFlags are the flags of an edge that serves from a bucket.
type fromFlags struct {
	address, cacheSize string
	verifyKeys         string
	poll               time.Duration
}

// open returns the mirror, or nil without --from.
func (f *fromFlags) open(out string) (*mirror.Mirror, error) {
	if f.address == "" {
		if f.cacheSize != "" || f.verifyKeys != "" {
			return nil, errors.New("--cache-size and --verify-keys need --from")
		}
		return nil, nil
	}
	size, err := parseBytes(f.cacheSize)
	if err != nil {
		return nil, fmt.Errorf("--cache-size: %w", err)
	}
	if f.poll < 100*time.Millisecond {
		return nil, fmt.Errorf("--poll %s: at least 100ms", f.poll)
	}
	b, err := bucket.Open(context.Background(), f.address)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	cfg := mirror.Config{Bucket: b, Dir: out, Every: f.poll, CacheSize: size}
	if f.verifyKeys != "" {
		keys, err := bucket.LoadKeys(f.verifyKeys)
		if err != nil {
			return nil, fmt.Errorf("--verify-keys: %w", err)
		}
		cfg.Check = keys.CheckNewer
	}
	m, err := mirror.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	return m, nil
}

// parseBytes reads a number of bytes with an optional unit of 1024: K, M, G or T. "" is 0.
func parseBytes(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	number, unit := strings.TrimRight(text, "KMGT"), int64(1)
	if number != text {
		unit = 1 << (10 * (1 + strings.Index("KMGT", text[len(number):])))
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > (1<<60)/unit || len(text)-len(number) > 1 {
		return 0, fmt.Errorf("%q is no size; write it as in 500M or 20G", text)
	}
	return n * unit, nil
}
