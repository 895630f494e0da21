package negotiate

import (
	"net/http"
	"strings"
	"time"
)

// NotModified reports whether a 200 answer to GET or HEAD becomes a 304. A field that was not sent
// is "". etag is the tag of the chosen variant, lastModified the time when its content last
// changed. With an If-None-Match, If-Modified-Since is not read (RFC 9110, section 13.2.2).
func NotModified(ifNoneMatch, ifModifiedSince, etag string, lastModified time.Time) bool {
	if ifNoneMatch != "" {
		return ETagMatch(ifNoneMatch, etag)
	}
	return ifModifiedSince != "" && !ModifiedSince(ifModifiedSince, lastModified)
}

// ETagMatch reports whether an If-None-Match field names etag, a tag with its quotes. It uses the
// weak comparison (RFC 9110, section 8.8.3.2), because caches on the way may weaken a tag. "*"
// matches every tag. Members that are not entity tags are skipped.
func ETagMatch(ifNoneMatch, etag string) bool {
	s := trim(ifNoneMatch)
	if s == "*" {
		return true
	}
	want := strings.TrimPrefix(etag, "W/")
	for s != "" {
		// A tag may hold commas and backslashes: only quotes bound it, so
		// this is not the list of nextField.
		tag := strings.TrimPrefix(s, "W/")
		if tag == "" || tag[0] != '"' {
			comma := strings.IndexByte(s, ',')
			if comma < 0 {
				return false
			}
			s = trim(s[comma+1:])
			continue
		}
		end := strings.IndexByte(tag[1:], '"')
		if end < 0 {
			return false
		}
		// A tag ends at a comma or at the end; otherwise it is not a tag.
		rest := trim(tag[end+2:])
		if (rest == "" || rest[0] == ',') && tag[:end+2] == want {
			return true
		}
		s = rest
	}
	return false
}

// ModifiedSince reports whether content that last changed at lastModified has changed since the
// date in an If-Modified-Since field. HTTP dates have whole seconds, so the fraction of
// lastModified does not count. It returns true, the safe answer, when the field is not an HTTP-date
// (RFC 9110, section 5.6.7) or lastModified is unknown. It allocates only for a date that is not in
// the preferred form.
func ModifiedSince(ifModifiedSince string, lastModified time.Time) bool {
	t, err := http.ParseTime(trim(ifModifiedSince))
	return err != nil || lastModified.IsZero() || lastModified.Truncate(time.Second).After(t)
}
