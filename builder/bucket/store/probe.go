package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// ProbePrefix begins the keys of the objects that Probe makes and removes.
const ProbePrefix = "probe-"

// Probe checks whether a store can be written to and honours conditions, and returns the time by
// the clock of the store. It creates an object, creates it once more, which must fail, swaps it
// with a wrong tag, which must fail too, and swaps it with the right one. If the store accepts what
// it should refuse, the error is [ErrConfig] with its name: two builders would overwrite each other
// there.
func Probe(ctx context.Context, s Store) (now time.Time, err error) {
	key := ProbePrefix + strings.ToLower(rand.Text()[:12])
	tag, err := s.Swap(ctx, key, []byte("1"), "")
	if err != nil {
		return now, err
	}
	defer func() { err = errors.Join(err, s.Remove(context.WithoutCancel(ctx), key)) }()
	if _, err = s.Swap(ctx, key, []byte("2"), ""); !errors.Is(err, ErrRaceLost) {
		return now, unconditional(s, "If-None-Match: *", err)
	}
	next, err := s.Swap(ctx, key, []byte("3"), tag)
	if err != nil {
		return now, unconditional(s, "If-Match", err)
	}
	if _, err = s.Swap(ctx, key, []byte("4"), tag); !errors.Is(err, ErrRaceLost) {
		return now, unconditional(s, "If-Match", err)
	}
	body, info, err := s.Get(ctx, key, "", 0)
	if err != nil {
		return now, err
	}
	data, err := io.ReadAll(io.LimitReader(body, 2))
	if err = errors.Join(err, body.Close()); err != nil {
		return now, err
	}
	if string(data) != "3" || info.Tag != next {
		return now, unconditional(s, "If-Match", nil)
	}
	return info.Modified, nil
}

func unconditional(s Store, field string, err error) error {
	if err != nil && !errors.Is(err, ErrRaceLost) && !errors.Is(err, ErrExists) {
		return err
	}
	return fmt.Errorf("%w: %s does not honour %s on PUT, so two builders would overwrite each "+
		"other; take a store that does, such as AWS S3, MinIO or versitygw, update it, or "+
		"write to a shared folder with file://", ErrConfig, s.Address(), field)
}
