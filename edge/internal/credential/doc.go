// Package credential mints and verifies the anonymous agent credential.
//
// A credential is an opaque text that tells one agent from another: the key of its rate limit and a
// name in telemetry. It grants nothing. No edge stores credentials. All that an edge must know is
// inside the text, authenticated, so every edge with the same key ring knows every credential of
// its brands.
//
// The text is "ctz1." and 68 characters of base64url (RFC 4648, section 5) without padding. They
// encode 51 bytes, numbers with the most significant byte first:
//
//	offset  bytes
//	     0      4  tag of the key that signed: SHA-256 of its id, cut short
//	     4      4  when it was minted, in hours since 1970 in UTC
//	     8     16  id, random
//	    24      9  network that asked for it, encrypted: family and length, then
//	               the first 8 bytes of the address
//	    33     18  HMAC-SHA-256 of "ctz1.", the bytes before and the brand's key, cut short
//
// The text contains the network so that foreign use can be distinguished from use at home. Foreign
// use has a quota of its own (package ratelimit), so a credential that leaks takes nothing from its
// owner. The network is encrypted with a stream that depends on the id, so no one can see that two
// credentials belong to one network.
//
// A credential that is older than [Lifetime], was minted for another brand, or was changed in any
// bit does not verify. The caller then treats the request as one without a credential. There is no
// revocation list: removing a key from the ring ends every credential that the key signed.
package credential
