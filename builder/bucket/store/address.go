package store

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Open opens the store at an address:
//
//	file:///srv/cartaz                                      a folder, also on a shared disk
//	s3://bucket/prefix?endpoint=https://s3.example&region=eu-1   a bucket
//
// The prefix may be missing. Without an endpoint the bucket is one of AWS, in the region that
// AWS_REGION names. Credentials come from where every S3 tool looks for them, and never from the
// address: [credentialSources]. Open asks the store nothing.
func Open(ctx context.Context, address string) (Store, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, badAddress(address, "it cannot be read")
	}
	if u.User != nil {
		return nil, badAddress(address, "it holds a password; set AWS_ACCESS_KEY_ID and "+
			"AWS_SECRET_ACCESS_KEY instead")
	}
	switch u.Scheme {
	case "file":
		if u.Host != "" || !filepath.IsAbs(u.Path) || u.RawQuery != "" {
			return nil, badAddress(address, "a folder is written as file:///absolute/path")
		}
		return openFolder(filepath.Clean(u.Path))
	case "s3":
		return openBucket(ctx, u)
	}
	return nil, badAddress(address, "it begins with s3:// or file://")
}

func badAddress(address, rule string) error {
	return fmt.Errorf("%w: address %q: %s", ErrConfig, shown(address), rule)
}

// shown returns as much of an address as a message may show. There may be a password before @, and
// a key or the password of the endpoint after the question mark.
func shown(address string) string {
	text, _, query := strings.Cut(address, "?")
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		scheme := ""
		if i := strings.Index(text, "://"); i >= 0 && i < at {
			scheme = text[:i+len("://")]
		}
		text = scheme + "…" + text[at:]
	}
	if query {
		text += "?…"
	}
	return text
}

// bucketAddress is the address of a bucket, taken apart.
type bucketAddress struct {
	bucket, prefix   string // prefix "" or with a slash at the end
	endpoint, region string
	secure           bool
}

// parseBucket takes the address of a bucket apart.
func parseBucket(u *url.URL) (a bucketAddress, err error) {
	query := u.Query()
	for name, values := range query {
		if !slices.Contains([]string{"endpoint", "region"}, name) || len(values) != 1 {
			return a, badAddress(u.String(), "endpoint and region may follow ?, once each, and "+
				name+" may not")
		}
	}
	a.bucket, a.region = u.Host, query.Get("region")
	if a.bucket == "" {
		return a, badAddress(u.String(), "the name of the bucket is missing: s3://bucket/prefix")
	}
	if a.prefix = strings.Trim(u.Path, "/"); a.prefix != "" {
		if path.Clean(a.prefix) != a.prefix || strings.HasPrefix(a.prefix, ".") {
			return a, badAddress(u.String(), "the prefix has an empty part, or . or ..")
		}
		a.prefix += "/"
	}
	a.endpoint, a.secure = "s3.amazonaws.com", true
	if text := query.Get("endpoint"); text != "" {
		e, err := url.Parse(text)
		if err != nil || e.Host == "" || e.Scheme != "http" && e.Scheme != "https" ||
			strings.Trim(e.Path, "/") != "" || e.User != nil || e.RawQuery != "" {
			return a, badAddress(u.String(),
				"endpoint is an address like https://s3.example:9000, without path and password")
		}
		a.endpoint, a.secure = e.Host, e.Scheme == "https"
	}
	return a, nil
}
