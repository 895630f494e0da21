package ratelimit

import (
	"strconv"
	"time"
)

// AppendRateLimit appends the value of the RateLimit field for d
// (draft-ietf-httpapi-ratelimit-headers), for example "address";r=87;t=23. It appends nothing when
// no limit is on: leave the field out then.
func AppendRateLimit(dst []byte, d Decision) []byte {
	if d.Limit == 0 {
		return dst
	}
	dst = appendName(dst, d.Policy)
	dst = strconv.AppendInt(append(dst, ";r="...), int64(d.Remaining), 10)
	return strconv.AppendInt(append(dst, ";t="...), int64(d.Reset/time.Second), 10)
}

// AppendPolicy appends the value of the RateLimit-Policy field for d, for
// example "address";q=600;w=60. Nothing is appended when no limit is on.
func AppendPolicy(dst []byte, d Decision) []byte {
	if d.Limit == 0 {
		return dst
	}
	dst = appendName(dst, d.Policy)
	dst = strconv.AppendInt(append(dst, ";q="...), int64(d.Limit), 10)
	return strconv.AppendInt(append(dst, ";w="...), int64(Window/time.Second), 10)
}

// appendName writes a policy's name as a String of RFC 9651; the names hold
// nothing that would need an escape.
func appendName(dst []byte, name string) []byte {
	return append(append(append(dst, '"'), name...), '"')
}
