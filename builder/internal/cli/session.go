package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// bucketStateFile is the name of the file in a brand's folder with the known state of a bucket.
const bucketStateFile = "bucket.json"

// bucketState is the content of bucket.json.
type bucketState struct {
	Format  int    `json:"format"` // 1
	Address string `json:"address"`
	Release string `json:"release"`
	Counter int64  `json:"counter"`
}

// session is one run of a builder over a bucket. Before a build it brings the brand's folder in
// line with the live release there; afterwards it sends the new release and makes it live. Any
// number of goroutines may use it, one for each brand.
//
// bucket.json in each brand's folder holds the move that the folder followed or made last. If the
// file live still has that move, the folder is the same or ahead: the next run sends a build that
// could not be sent, without building it again. If live has another move, another machine has
// published the brand: the folder follows, and its unsent build is lost, because the next build
// makes it again from the newer release.
type session struct {
	b    *bucket.Bucket
	live *bucket.Live // as the session read it
	out  string       // output folder
	now  func() time.Time
	log  *slog.Logger // gets harmless faults
	// signer signs new live entries and checks entries to follow; nil means no signatures.
	signer *bucket.Keys
	// progress gets how much of a release is in the bucket; it may be nil.
	progress func(brand string, done, total int)

	moving  sync.Mutex // held by the caller that makes the waiting moves
	results map[string]error
	mu      sync.Mutex
	waiting []*bucket.Move
}

// Brands returns the keys of the brands in the bucket, sorted.
func (s *session) Brands() []string { return slices.Sorted(maps.Keys(s.live.Brands)) }

// Entry returns the live entry of a brand as the session read it.
func (s *session) Entry(brand string) (bucket.Entry, error) {
	e, ok := s.live.Brands[brand]
	if !ok {
		return e, fmt.Errorf("%s holds no brand %q; there are: %v", s.b.Address(),
			brand, s.Brands())
	}
	return e, nil
}

// Dir returns the output folder of a brand.
func (s *session) Dir(brand string) string { return filepath.Join(s.out, brand) }

// Follow brings the brand's folder in line with the bucket, unless it is in line already or ahead.
// It returns the number of bytes fetched.
func (s *session) Follow(ctx context.Context, brand string) (int64, error) {
	e, ok := s.live.Brands[brand]
	if !ok {
		return 0, nil // not published yet
	}
	dir := s.Dir(brand)
	known := readBucketState(dir, s.b.Address())
	if _, err := release.Current(dir); err == nil && known.Release == e.Release &&
		known.Counter == e.Counter {
		return 0, nil
	}
	if err := s.check(brand, &e); err != nil {
		// Its pages could be carried over into a release that this builder signs.
		s.log.Warn(fmt.Sprintf("%s: the live release of the bucket is not followed, the build "+
			"begins from what is here: %v", brand, err))
		return 0, nil
	}
	n, err := s.b.Pull(ctx, brand, e, dir, bucket.PullOptions{})
	if err != nil {
		return n, fmt.Errorf("follow %s: %w", s.b.Address(), err)
	}
	if len(e.Taken) > 0 {
		// A build compares itself with the releases that were taken back.
		taken := bucket.Entry{Release: e.Taken[len(e.Taken)-1].Release}
		more, err := s.b.Fetch(ctx, brand, taken, dir)
		if n += more; err != nil {
			s.log.Warn(fmt.Sprintf("%s: release %s, which was taken back, is not there: %v", brand,
				taken.Release, err))
		}
	}
	return n, s.writeState(brand, &e)
}

// Publish sends the live release of the brand's folder, if the bucket lacks it, and makes it live
// there.
func (s *session) Publish(ctx context.Context, brand string) error {
	dir := s.Dir(brand)
	id, err := release.Current(dir)
	if errors.Is(err, release.ErrNotFound) {
		return nil // nothing was ever built
	}
	if err != nil {
		return err
	}
	taken, err := release.Pins(dir)
	if err != nil {
		return err
	}
	// What is live must be what the folder has followed: another release is of another builder.
	base := s.live.Brands[brand]
	if known := readBucketState(dir, s.b.Address()); base.Release != "" && s.signer == nil &&
		(known.Release != base.Release || known.Counter != base.Counter) {
		return fmt.Errorf("%s: %w", s.b.Address(), bucket.ErrMovedOn) // Follow did not succeed
	}
	// Nothing to do?
	if base.Release == id && slices.EqualFunc(base.Taken, taken,
		func(a, b release.Pin) bool { return a.Release == b.Release }) &&
		s.check(brand, &base) == nil {
		return nil
	}
	p, err := s.b.Push(ctx, brand, dir, id, func(done, total int64) {
		if s.progress != nil {
			s.progress(brand+" to the bucket, KiB", int(done>>10), int(total>>10))
		}
	})
	if err != nil {
		return err
	}
	next := p.Entry
	next.Taken, next.Back = taken, base.Release > id
	return s.move(ctx, &bucket.Move{Brand: brand, Base: base, Next: next,
		Floor: readBucketState(dir, s.b.Address()).Counter})
}

// check checks the signature of an entry; without keys it accepts any.
func (s *session) check(brand string, e *bucket.Entry) error {
	if s.signer == nil {
		return nil
	}
	return s.signer.Check(brand, e)
}

// Withdraw takes a brand out of the bucket.
func (s *session) Withdraw(ctx context.Context, brand string) error {
	e, err := s.Entry(brand)
	if err == nil {
		err = s.move(ctx, &bucket.Move{Brand: brand, Base: e})
	}
	return err
}

// move makes a move, in one swap with all moves that arrived during the previous swap: a run of a
// thousand brands makes some dozens. It returns when the move is made or has failed.
func (s *session) move(ctx context.Context, m *bucket.Move) error {
	s.mu.Lock()
	s.waiting = append(s.waiting, m)
	s.mu.Unlock()
	s.moving.Lock()
	defer s.moving.Unlock()
	s.mu.Lock()
	moves := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	if len(moves) > 0 {
		s.swap(ctx, moves)
	}
	return s.results[m.Brand]
}

// swap makes moves live at once, and keeps the result of each.
func (s *session) swap(ctx context.Context, moves []*bucket.Move) {
	mover := bucket.Mover{Bucket: s.b, Now: s.now, Prunes: s.live.Prunes,
		Resend: func(ctx context.Context) error { return s.resend(ctx, moves) }}
	if s.signer != nil {
		mover.Sign = s.signer.Sign
	}
	live, err := mover.Move(ctx, moves)
	for _, m := range moves {
		s.results[m.Brand] = errors.Join(err, m.Result)
		if e, ok := live[m.Brand]; ok && err == nil && m.Result == nil {
			s.results[m.Brand] = s.writeState(m.Brand, &e)
		}
	}
}

// resend sends releases again, whose files a prune may have removed.
func (s *session) resend(ctx context.Context, moves []*bucket.Move) error {
	for _, m := range moves {
		if m.Next.Release == "" {
			continue
		}
		if _, err := s.b.Push(ctx, m.Brand, s.Dir(m.Brand), m.Next.Release, nil); err != nil {
			return err
		}
	}
	return nil
}

// readBucketState reads what a folder knows of the bucket at an address. An unreadable file counts
// as no state: the folder then follows the bucket.
func readBucketState(dir, address string) (s bucketState) {
	data, err := os.ReadFile(filepath.Join(dir, bucketStateFile))
	if err != nil || json.Unmarshal(data, &s) != nil || s.Format != 1 || s.Address != address {
		return bucketState{}
	}
	return s
}

func (s *session) writeState(brand string, e *bucket.Entry) error {
	data, _ := json.Marshal(bucketState{1, s.b.Address(), e.Release, e.Counter})
	return durable.Replace(filepath.Join(s.Dir(brand), bucketStateFile),
		bytes.NewReader(append(data, '\n')), nil)
}
