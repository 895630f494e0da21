package negotiate

import (
	"strings"
	"time"
)

// NotModified says whether an answer of 200 to GET or HEAD is to become a 304.
// The fields are "" when they were not sent; etag is the tag of the variant
// that would be sent, lastModified when its content last changed. When there is
// an If-None-Match, If-Modified-Since is not read (RFC 9110, section 13.2.2).
func NotModified(ifNoneMatch, ifModifiedSince, etag string, lastModified time.Time) bool {
	if ifNoneMatch != "" {
		return ETagMatch(ifNoneMatch, etag)
	}
	return ifModifiedSince != "" && !ModifiedSince(ifModifiedSince, lastModified)
}

// ETagMatch says whether an If-None-Match field names etag, which is a tag with
// its quotes. The comparison is the weak one (RFC 9110, section 8.8.3.2),
// because caches on the way may weaken a tag. "*" names every tag. Members that
// are not entity tags are passed over.
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
		// A tag ends at a comma or at the end, else it is none.
		rest := trim(tag[end+2:])
		if (rest == "" || rest[0] == ',') && tag[:end+2] == want {
			return true
		}
		s = rest
	}
	return false
}

// ModifiedSince says whether content that last changed at lastModified has
// changed since the time of an If-Modified-Since field. Dates of HTTP have
// whole seconds, so the fraction of lastModified does not count. It is true,
// the safe answer, when the field is no HTTP-date (RFC 9110, section 5.6.7) or
// lastModified is not known. Only a field that is not in the preferred form can
// make it allocate.
func ModifiedSince(ifModifiedSince string, lastModified time.Time) bool {
	const longest = len("Wednesday, 02-Jan-06 15:04:05 GMT")
	s := trim(ifModifiedSince)
	if len(s) > longest || lastModified.IsZero() {
		return true
	}
	for _, layout := range [...]string{
		"Mon, 02 Jan 2006 15:04:05 GMT",
		"Monday, 02-Jan-06 15:04:05 GMT",
		time.ANSIC,
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return lastModified.Truncate(time.Second).After(t)
		}
	}
	return true
}
