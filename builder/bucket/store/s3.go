package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	// tries is the largest number of times that a request is sent. With the pauses of the library
	// between them, of up to a second, a store that does not answer is given up after some seconds.
	tries = 4
	// transfers bounds how many objects one process sends at a time.
	transfers = 8
	// headerTimeout bounds the wait for an answer; stallTimeout bounds a pause within a body, whose
	// rest is then asked for.
	headerTimeout = 30 * time.Second
	// askAgain is how long the first answer to a read may take to begin. A request that was sent
	// into a network that lost it gets no answer when the network is well again; the next one does.
	askAgain     = 3 * time.Second
	stallTimeout = 4 * time.Second
)

// s3 is a store in a bucket.
type s3 struct {
	core    minio.Core
	at      bucketAddress
	address string
	creds   *credentials.Credentials
	slots   chan struct{} // of transfers
}

// openBucket opens the bucket at an address. It sends no request.
func openBucket(_ context.Context, u *url.URL) (Store, error) {
	at, err := parseBucket(u)
	if err != nil {
		return nil, err
	}
	at.region = cmp.Or(at.region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	if at.region == "" && u.Query().Has("endpoint") {
		at.region = "us-east-1" // what stores without regions expect; asking would need a right
	}
	s := &s3{at: at, creds: credentials.NewChainCredentials(credentialSources()),
		slots: make(chan struct{}, transfers)}
	s.address = "s3://" + at.bucket + "/" + at.prefix
	if u.Query().Has("endpoint") {
		s.address += " at " + at.endpoint
	}
	client, err := minio.New(at.endpoint, &minio.Options{
		Creds: s.creds, Secure: at.secure, Region: at.region, MaxRetries: tries,
		Transport: transport(),
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrConfig, s.address, err)
	}
	s.core = minio.Core{Client: client}
	return s, nil
}

// credentialSources are asked in this order for credentials: the environment, the shared file of
// the AWS tools with AWS_PROFILE, and the role of the machine, container or pod, unless
// AWS_EC2_METADATA_DISABLED says that there is none.
func credentialSources() []credentials.Provider {
	list := []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}
	if os.Getenv("AWS_EC2_METADATA_DISABLED") == "true" {
		return list
	}
	return append(list, &credentials.IAM{Client: &http.Client{
		Transport: &http.Transport{
			DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
			Proxy:       http.ProxyFromEnvironment,
		},
		Timeout: 5 * time.Second,
	}})
}

// transport returns the HTTP transport for requests to a bucket, with its time limits.
func transport() http.RoundTripper {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: headerTimeout,
		ExpectContinueTimeout: time.Second,
		MaxIdleConnsPerHost:   2 * transfers,
		IdleConnTimeout:       time.Minute,
		DisableCompression:    true, // bytes are what was stored
		ForceAttemptHTTP2:     true,
	}
}

// Address implements [Store].
func (s *s3) Address() string { return s.address }

// Get implements [Store].
func (s *s3) Get(ctx context.Context, key, tag string, offset int64) (io.ReadCloser, Info, error) {
	var o minio.GetObjectOptions
	if tag != "" {
		if err := o.SetMatchETagExcept(tag); err != nil {
			return nil, Info{}, err
		}
	}
	if offset > 0 {
		if err := o.SetRange(offset, 0); err != nil {
			return nil, Info{}, err
		}
	}
	body, info, err := s.get(ctx, key, o, askAgain)
	if errors.Is(err, errStalled) {
		body, info, err = s.get(ctx, key, o, headerTimeout)
	}
	if err != nil {
		return nil, Info{}, s.fault("read", key, err)
	}
	info.Size += offset
	return body, info, nil
}

// get asks for an object once. Its answer must begin within a time.
func (s *s3) get(ctx context.Context, key string, o minio.GetObjectOptions, within time.Duration) (
	io.ReadCloser, Info, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(within, func() { cancel(errStalled) })
	body, info, _, err := s.core.GetObject(ctx, s.at.bucket, s.at.prefix+key, o)
	if !timer.Stop() {
		if err == nil {
			_ = body.Close() // the reason matters more
		}
		err = context.Cause(ctx)
	}
	if err != nil {
		cancel(nil)
		return nil, Info{}, err
	}
	i := Info{Key: key, Size: info.Size, Tag: info.ETag, Modified: info.LastModified}
	return &stallGuard{body, timer, cancel, ctx}, i, nil
}

// Create implements [Store].
func (s *s3) Create(ctx context.Context, key string, c Content) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	body, err := c.Open()
	if err != nil {
		return err
	}
	defer body.Close()
	var o minio.PutObjectOptions
	o.SetMatchETagExcept("*")
	_, err = s.put(ctx, key, body, c.Size, o)
	return s.fault("create", key, err)
}

// put sends a whole object with two digests, which the store compares with what arrives.
func (s *s3) put(ctx context.Context, key string, body io.ReadSeeker, size int64,
	o minio.PutObjectOptions) (string, error) {
	weak, strong := md5.New(), sha256.New()
	n, err := io.Copy(io.MultiWriter(weak, strong), body)
	if err == nil && n != size {
		err = fmt.Errorf("%w: %d bytes, not %d", ErrDamaged, n, size)
	}
	if err == nil {
		_, err = body.Seek(0, io.SeekStart)
	}
	if err != nil {
		return "", err
	}
	o.DisableMultipart = true
	info, err := s.core.PutObject(ctx, s.at.bucket, s.at.prefix+key, body, size,
		base64.StdEncoding.EncodeToString(weak.Sum(nil)), hex.EncodeToString(strong.Sum(nil)), o)
	return info.ETag, err
}

// Swap implements [Store].
func (s *s3) Swap(ctx context.Context, key string, data []byte, tag string) (string, error) {
	o := minio.PutObjectOptions{ContentType: "application/json", CacheControl: "no-cache"}
	if tag == "" {
		o.SetMatchETagExcept("*")
	} else {
		o.SetMatchETag(tag)
	}
	next, err := s.put(ctx, key, bytes.NewReader(data), int64(len(data)), o)
	err = s.fault("replace", key, err)
	if tag != "" && errors.Is(err, ErrNotFound) {
		err = fmt.Errorf("%s: %s: %w", s.address, key, ErrRaceLost)
	}
	return next, err
}

// List implements [Store].
func (s *s3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		o := minio.ListObjectsOptions{Prefix: s.at.prefix + prefix, Recursive: true}
		for info := range s.core.ListObjectsIter(ctx, s.at.bucket, o) {
			if info.Err != nil {
				yield(Info{}, s.fault("list", prefix, info.Err))
				return
			}
			i := Info{Key: info.Key[len(s.at.prefix):], Size: info.Size, Tag: info.ETag,
				Modified: info.LastModified}
			if !yield(i, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Info{}, err)
		}
	}
}

// Remove implements [Store].
func (s *s3) Remove(ctx context.Context, key string) error {
	err := s.core.RemoveObject(ctx, s.at.bucket, s.at.prefix+key, minio.RemoveObjectOptions{})
	return s.fault("remove", key, err)
}

// Sweep implements [Store]: a store keeps nothing of what was cut off.
func (s *s3) Sweep(context.Context, time.Time) error { return nil }

// stallGuard ends a body that gives nothing for a while: TCP alone would wait for ever.
type stallGuard struct {
	io.ReadCloser
	timer  *time.Timer // cancels ctx
	cancel context.CancelCauseFunc
	ctx    context.Context
}

var errStalled = errors.New("nothing of the answer came in time")

// Read implements io.Reader.
func (g *stallGuard) Read(p []byte) (int, error) {
	g.timer.Reset(stallTimeout)
	n, err := g.ReadCloser.Read(p)
	g.timer.Stop()
	if cause := context.Cause(g.ctx); err != nil && err != io.EOF && cause != nil {
		err = cause
	}
	return n, err
}

// Close implements io.Closer.
func (g *stallGuard) Close() error {
	g.timer.Stop()
	g.cancel(nil)
	return g.ReadCloser.Close()
}
