package catalog

import (
	"strconv"
	"time"
)

// Values of Cache-Control (RFC 9111, section 5.2; stale-* are RFC 5861) by kind of answer. The
// builder seals them with stored pages, the edge sends them with the answers that it joins, and the
// OpenAPI document names them.
//
// max-age is short, because a brand is built every few minutes. Stale answers stay usable for long,
// so that a cache can answer while it revalidates, or while the edge is down.
//
// A shared cache must not store the private values. They are for Markdown that is negotiated at a
// page's own address: a cache that ignores Vary would show it to browsers. A brand whose cache keys
// on Accept (cdn.keys_on_accept) sends the public value there too.
const (
	CacheSealed         = "public, max-age=60, stale-while-revalidate=600, stale-if-error=86400"
	CacheSealedPrivate  = "private, max-age=60"
	CacheResults        = "public, max-age=15" // lists and searches, joined for each request
	CacheResultsPrivate = "private, max-age=15"
	CacheAsset          = "public, max-age=31536000, immutable" // the address holds the hash
	// as card specifications advise
	CacheCard     = "public, max-age=3600"
	CacheRedirect = "public, max-age=3600"
	CacheNone     = "no-store" // problems, health and credentials
)

// CacheFor returns the value of Cache-Control of an answer that is good for some time, at least a
// second.
func CacheFor(d time.Duration) string {
	return "public, max-age=" + strconv.Itoa(max(1, int(d.Seconds())))
}

// Values of Vary.
const (
	VaryNegotiated = "Accept, Accept-Encoding" // the address has several media types
	VaryCoding     = "Accept-Encoding"         // it has one
)
