package cli

import (
	"context"
	"errors"
	"fmt"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
)

// bucketFlags holds the flags of verbs that work on a bucket.
type bucketFlags struct {
	address string // may be ""
	sign    string // file of private keys, or ""
}

// begin begins a run that writes to the bucket; it returns nil without --to.
func (f *bucketFlags) begin(ctx context.Context, c *command) (*session, error) {
	if f.address == "" {
		if f.sign != "" {
			return nil, fmt.Errorf("%w: --sign needs --to", store.ErrConfig)
		}
		return nil, nil
	}
	var signer *bucket.Keys
	if f.sign != "" {
		var err error
		if signer, err = bucket.LoadKeys(f.sign); err != nil {
			return nil, fmt.Errorf("%w: --sign: %w", store.ErrConfig, err)
		}
	}
	s, err := f.read(ctx, c)
	if err != nil {
		return nil, err
	}
	s.signer = signer
	if c.Terminal != nil && !c.json {
		s.progress = progress(c.Terminal)
	}
	return s, s.b.Probe(ctx)
}

// read begins a run that only reads the bucket.
func (f *bucketFlags) read(ctx context.Context, c *command) (*session, error) {
	b, err := bucket.Open(ctx, f.address)
	if err != nil {
		return nil, err
	}
	s := &session{b: b, out: c.out, now: c.Now, log: warnings(c.Stderr),
		results: map[string]error{}}
	s.live, _, err = b.Live(ctx, "")
	return s, err
}

// each calls do for the named brands of the bucket, or for all if none is named.
func (f *bucketFlags) each(ctx context.Context, c *command, names []string,
	do func(s *session, name string, e bucket.Entry) error) int {
	s, err := f.read(ctx, c)
	if err != nil {
		return c.failed(err)
	}
	if len(names) == 0 {
		names = s.Brands()
	}
	return c.each(names, func(name string) error {
		e, err := s.Entry(name)
		if err != nil {
			return err
		}
		return do(s, name, e)
	})
}

// pulledBrand is the JSON output of the verb pull for one brand.
type pulledBrand struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Bytes   int64  `json:"bytes"` // fetched
}

func runPull(ctx context.Context, c *command, names []string) int {
	if c.bucket.address == "" {
		return c.usage("--from names the bucket")
	}
	return c.bucket.each(ctx, c, names, func(s *session, name string, e bucket.Entry) error {
		n, err := s.Follow(ctx, name)
		if err != nil {
			return err
		}
		return c.show(pulledBrand{name, e.Release, n}, "%s: release %s is live here, %.1f MB "+
			"fetched\n", name, e.Release, float64(n)/1e6)
	})
}

func runKeys(_ context.Context, c *command, names []string) int {
	public, err := bucket.GenerateKeys(".", names[0])
	if err != nil {
		return c.failed(err)
	}
	return c.done(ExitOK, nil, "%s\n", public)
}

// bring fetches into the folder of a brand what a rollback needs: the live release of the bucket
// and the release name, which is the previous one if name is "". It returns the id of the latter.
func bring(ctx context.Context, s *session, brand, name string) (string, error) {
	e, err := s.Entry(brand)
	if err != nil {
		return "", err
	}
	if _, err := s.Follow(ctx, brand); err != nil {
		return "", err
	}
	stored, err := s.b.Releases(ctx, brand, e)
	if err != nil {
		return "", err
	}
	if name == "" {
		if name, err = previousRelease(s.b.Address(), s.Dir(brand), e.Release); err != nil {
			return "", err
		}
	}
	ids := make([]string, len(stored))
	for i, r := range stored {
		ids[i] = r.ID
	}
	id, err := pickRelease(s.b.Address(), ids, name)
	if err != nil {
		return "", err
	}
	if _, err := release.ReadManifest(s.Dir(brand), id); err != nil {
		_, err = s.b.Fetch(ctx, brand, bucket.Entry{Release: id}, s.Dir(brand))
		return id, err
	}
	return id, nil
}

// prunedBucket is the JSON output of a prune of a bucket for one brand.
type prunedBucket struct {
	pruned
	Segments int   `json:"segments"`
	Bytes    int64 `json:"bytes"`
}

// prune removes old releases of a bucket.
func (f *bucketFlags) prune(ctx context.Context, c *command, keep bucket.Retention,
	names []string) int {
	s, err := f.begin(ctx, c)
	var list []bucket.Pruned
	if err == nil {
		list, err = s.b.Prune(ctx, keep, names)
	}
	var codes runCode
	for _, r := range list {
		result := prunedBucket{pruned{r.Brand, append([]string{}, r.Releases...)}, r.Segments,
			r.Bytes}
		if r.Err != nil {
			codes.add(c.brandFailed(r.Brand, r.Err))
		} else {
			err = errors.Join(err, c.show(result, "%s: %d releases and %d segments removed, "+
				"%.1f MB\n", r.Brand, len(r.Releases), r.Segments, float64(r.Bytes)/1e6))
		}
	}
	if err != nil {
		codes.add(c.failed(err))
	}
	return int(codes)
}
