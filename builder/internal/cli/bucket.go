package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/bucket/wake"
	"cartaz/builder/release"
)

// bucketFlags are the flags of verbs that work on a bucket.
type bucketFlags struct {
	address string // "" for none
	wake    string // address of a store, "" for none
	sign    string // file of private keys, "" for none
}

// addressForm is how addresses of buckets look.
const addressForm = "s3://bucket/prefix?endpoint=https://… or file:///folder"

func (f *bucketFlags) declareTo(c *command) {
	c.flags.StringVar(&f.address, "to", "", "`address` of a bucket to publish to as well, so that "+
		"any machine may build and serve: "+addressForm)
	fromEnv, _ := c.Lookup("CARTAZ_WAKE")
	c.flags.StringVar(&f.wake, "wake", fromEnv, "`address` of a Valkey or Redis through which "+
		"edges are told at once what is live in the bucket of --to, as in valkey://host:6379")
}

// declareSign declares the flag of verbs that make something live.
func (f *bucketFlags) declareSign(c *command) {
	c.flags.StringVar(&f.sign, "sign", "", "`file` of private keys that sign what becomes live in "+
		"the bucket of --to; builder keys makes them")
}

func (f *bucketFlags) declareFrom(c *command) {
	c.flags.StringVar(&f.address, "from", "", "`address` of a bucket to read: "+addressForm)
}

func (f *bucketFlags) options(c *command, out string) bucketOptions {
	return bucketOptions{Address: f.address, Out: out, Now: c.Now,
		Warn: func(text string) { c.warnings().Warn(text) }}
}

// begin begins a run that writes to the bucket; it returns nil without --to.
func (f *bucketFlags) begin(ctx context.Context, c *command, out string) (*session, error) {
	if f.address == "" {
		if f.sign != "" {
			return nil, fmt.Errorf("%w: --sign needs --to", store.ErrConfig)
		}
		return nil, nil
	}
	o := f.options(c, out)
	if f.sign != "" {
		keys, err := bucket.LoadKeys(f.sign)
		if err != nil {
			return nil, fmt.Errorf("%w: --sign: %w", store.ErrConfig, err)
		}
		o.Signer = keys
	}
	if f.wake != "" {
		if _, err := wake.Parse(f.wake); err != nil {
			return nil, fmt.Errorf("%w: --wake: %w", store.ErrConfig, err)
		}
		o.Wake = f.wake
	}
	if c.Terminal && !c.json {
		bar := progress(c.Env)
		o.Progress = func(brand string, done, total int64) {
			bar(brand+" to the bucket, KiB", int(done>>10), int(total>>10))
		}
	}
	return beginSession(ctx, o)
}

// read begins a run that only reads a bucket.
func (f *bucketFlags) read(ctx context.Context, c *command, names []string) (*session,
	[]string, error) {
	s, err := readSession(ctx, f.options(c, c.out))
	if err == nil && len(names) == 0 {
		names = s.Brands()
	}
	return s, names, err
}

var pullVerb = verb{
	name: "pull", args: "[BRAND...]",
	short: "fetch the live releases of a bucket into the output folder",
	long: `Fetches the live release of every brand of a bucket, or of those named, as far as it
is missing, compares every byte, and makes it the live one in the output folder. A
build with --to does that by itself. It needs no right to write to the bucket.`,
	example: []string{"builder pull --from 's3://releases/cartaz?endpoint=https://s3.example'"},
	run:     runPull,
}

// pulledBrand is the JSON output of the verb pull for one brand.
type pulledBrand struct {
	Brand   string `json:"brand"`
	Release string `json:"release"`
	Bytes   int64  `json:"bytes"` // fetched
}

func runPull(ctx context.Context, c *command) int {
	var f bucketFlags
	c.outFlag()
	c.jsonFlag()
	f.declareFrom(c)
	names, code, done := c.parse()
	if done {
		return code
	}
	if f.address == "" {
		return c.usage("--from names the bucket")
	}
	s, names, err := f.read(ctx, c, names)
	if err != nil {
		return c.fail(exitCode(err), "%w", err)
	}
	codes := exitCodes{}
	for _, name := range names {
		e, err := s.Entry(name)
		var n int64
		if err == nil {
			n, err = s.Follow(ctx, name)
		}
		if err == nil {
			err = c.show(pulledBrand{name, e.Release, n}, "%s: release %s is live here, %.1f MB "+
				"fetched\n", name, e.Release, float64(n)/1e6)
		}
		if err != nil {
			codes.add(c.brandFailed(name, err))
		}
	}
	return codes.code()
}

var keysVerb = verb{
	name: "keys", args: "NAME",
	short: "make a pair of keys that sign releases in a bucket",
	long: `Makes NAME.key, which build and rollback take with --sign, and NAME.pub, which edges
take with --verify-keys, and prints the public key. Both files may hold several keys,
one a line, each followed by the brands that it may sign, none for all. To change
keys: sign with both for a while, then give edges the new one only.`,
	example: []string{"builder keys builder-2026"},
	least:   1, most: 1, want: "name the key, as in builder-2026",
	run: func(_ context.Context, c *command) int {
		names, code, done := c.parse()
		if done {
			return code
		}
		public, err := bucket.GenerateKeys(".", names[0])
		if err != nil {
			return c.fail(ExitFailed, "%w", err)
		}
		return c.done(ExitOK, nil, "%s\n", public)
	},
}

// verify reads the live releases of a bucket and compares them with their digests.
func (f *bucketFlags) verify(ctx context.Context, c *command, names []string, fast bool) int {
	if fast {
		return c.usage("--fast reads index files of a folder; a bucket is read whole")
	}
	s, names, err := f.read(ctx, c, names)
	if err != nil {
		return c.fail(exitCode(err), "%w", err)
	}
	code := ExitOK
	for _, name := range names {
		e, damage := s.Entry(name)
		if damage == nil {
			damage = s.Bucket().Verify(ctx, name, e)
		}
		if code, err = verdict(c, code, name, e.Release, damage); err != nil {
			return c.fail(ExitFailed, "%w", err)
		}
	}
	return code
}

// releases lists the releases of a bucket.
func (f *bucketFlags) releases(ctx context.Context, c *command, names []string) int {
	s, names, err := f.read(ctx, c, names)
	if err != nil {
		return c.fail(exitCode(err), "%w", err)
	}
	codes := exitCodes{}
	for _, name := range names {
		e, err := s.Entry(name)
		var stored []bucket.Stored
		if err == nil {
			stored, err = s.Bucket().Releases(ctx, name, &e)
		}
		list := &releaseList{Brand: name, Live: e.Release, Releases: []releaseInfo{}}
		for _, r := range stored {
			info := releaseInfo{ID: r.ID, Live: r.Live}
			for _, t := range e.Taken {
				info.TakenBack = info.TakenBack || t.Release == r.ID
			}
			if r.Err != nil {
				info.Error = r.Err.Error()
			} else {
				info.read(r.Info)
			}
			list.Releases = append(list.Releases, info)
		}
		if err == nil {
			err = list.print(c)
		}
		if err != nil {
			codes.add(c.brandFailed(name, err))
		}
	}
	return codes.code()
}

// bring makes the folder of a brand hold what a rollback needs: the live release of the bucket, and
// the release that is named, "" for the one before. It returns the id of that one.
func bring(ctx context.Context, s *session, brand, name string) (string, error) {
	e, err := s.Entry(brand)
	if err != nil {
		return "", err
	}
	if _, err := s.Follow(ctx, brand); err != nil {
		return "", err
	}
	stored, err := s.Bucket().Releases(ctx, brand, &e)
	if err != nil {
		return "", err
	}
	if name == "" {
		m, err := release.ReadManifest(s.Dir(brand), e.Release)
		if err != nil {
			return "", err
		}
		if name = m.Previous; name == "" {
			return "", fmt.Errorf("%s: %w: there was no release before %s", s.Bucket().Address(),
				release.ErrNotFound, e.Release)
		}
	}
	number, numeric := strconv.Atoi(name)
	ids := make([]string, 0, len(stored))
	for _, r := range stored {
		ids = append(ids, r.ID)
		if seq, _ := release.ParseID(r.ID); r.ID == name || numeric == nil && seq == number {
			if _, err := release.ReadManifest(s.Dir(brand), r.ID); err == nil {
				return r.ID, nil
			}
			_, err := s.Bucket().Fetch(ctx, brand, bucket.Entry{Release: r.ID}, s.Dir(brand))
			return r.ID, err
		}
	}
	return "", fmt.Errorf("%s: %w: release %s, it was pruned or never there; there are: %s",
		s.Bucket().Address(), release.ErrNotFound, name, strings.Join(ids, ", "))
}

// pruneBucket is a prune of a bucket.
type pruneBucket struct {
	bucketFlags
	grace time.Duration
}

func (p *pruneBucket) declare(c *command) {
	c.flags.StringVar(&p.address, "to", "", "`address` of a bucket to prune instead of the output "+
		"folder: "+addressForm)
	c.flags.DurationVar(&p.grace, "grace", bucket.Grace,
		"`time` for which a bucket keeps what was live or is being sent")
}

// prunedBucket is the JSON output of a prune of a bucket for one brand.
type prunedBucket struct {
	pruned
	Segments int   `json:"segments"`
	Bytes    int64 `json:"bytes"`
}

func (p *pruneBucket) run(ctx context.Context, c *command, keep retention, names []string) int {
	s, err := p.begin(ctx, c, c.out)
	var list []bucket.Pruned
	if err == nil {
		list, err = s.Bucket().Prune(ctx, bucket.Retention{Newest: keep.keep + 1, For: keep.keepFor,
			Grace: p.grace}, names)
	}
	codes := exitCodes{}
	for _, r := range list {
		result := prunedBucket{pruned{r.Brand, append([]string{}, r.Releases...)}, r.Segments,
			r.Bytes}
		switch {
		case r.Err != nil:
			codes.add(c.brandFailed(r.Brand, r.Err))
		default:
			err = errors.Join(err, c.show(result, "%s: %d releases and %d segments removed, "+
				"%.1f MB\n", r.Brand, len(r.Releases), r.Segments, float64(r.Bytes)/1e6))
		}
	}
	if err != nil {
		codes.add(c.fail(exitCode(err), "%w", err))
	}
	return codes.code()
}
