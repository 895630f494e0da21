package ratelimit

import (
	"strconv"
	"time"
)

// AppendRateLimit appends the value of the RateLimit field for d
// (draft-ietf-httpapi-ratelimit-headers), for example "address";r=87;t=23. It appends nothing when
// no limit is on: leave the field out then.
func AppendRateLimit(dst []byte, d Decision) []byte {
	return appendField(dst, d, ";r=", d.Remaining, ";t=", d.Reset)
}

// AppendPolicy appends the value of the RateLimit-Policy field for d, for
// example "address";q=600;w=60. Nothing is appended when no limit is on.
func AppendPolicy(dst []byte, d Decision) []byte {
	return appendField(dst, d, ";q=", d.Limit, ";w=", Window)
}

// appendField appends a policy's name, as a String of RFC 9651, and two parameters. Names hold
// nothing that would need an escape.
func appendField(dst []byte, d Decision, number string, n int, span string,
	length time.Duration) []byte {
	if d.Limit == 0 {
		return dst
	}
	dst = append(append(append(dst, '"'), d.Policy...), '"')
	dst = strconv.AppendInt(append(dst, number...), int64(n), 10)
	return strconv.AppendInt(append(dst, span...), int64(length/time.Second), 10)
}
