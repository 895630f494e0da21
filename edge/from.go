package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

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
	var size uint64
	if f.cacheSize != "" {
		var err error
		if size, err = humanize.ParseBytes(f.cacheSize); err != nil || size == 0 || size > 1<<62 {
			return nil, fmt.Errorf("--cache-size: %q is no size; write it as in 500M or 20G",
				f.cacheSize)
		}
	}
	if f.poll < 100*time.Millisecond {
		return nil, fmt.Errorf("--poll %s: at least 100ms", f.poll)
	}
	b, err := bucket.Open(context.Background(), f.address)
	if err != nil {
		return nil, fmt.Errorf("--from: %w", err)
	}
	cfg := mirror.Config{Bucket: b, Dir: out, Every: f.poll, CacheSize: int64(size)}
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
