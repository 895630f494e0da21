// Package credential mints and checks the anonymous agent credential.
//
// A credential is an opaque text that tells one agent from another: the key of
// its rate limit and a name in telemetry. It grants nothing. No edge stores
// one: whatever an edge must know stands inside, authenticated, so every edge
// with the same key ring knows every credential of its brands.
//
// The text is "ctz1." and 68 characters of base64url (RFC 4648, section 5)
// without padding, of 51 bytes, numbers with the most significant byte first:
//
//	offset  bytes
//	     0      4  tag of the key that signed: SHA-256 of its id, cut short
//	     4      4  when it was minted, in hours since 1970 in UTC
//	     8     16  id, random
//	    24      9  network that asked for it, encrypted: family and length, then
//	               the first 8 bytes of the address
//	    33     18  HMAC-SHA-256 of "ctz1.", the bytes before and the brand's key, cut short
//
// The network is inside because minting is free: only the network that minted
// a credential can be held to account for it, whoever uses it. It is encrypted
// with a stream that depends on the id, so two credentials of one network cannot
// be told to be that.
//
// A credential that is older than [Lifetime], was minted for another brand, or
// was changed in any bit does not verify, and the caller treats it as if none
// had been sent. There is no list of revoked ones: removing its key from the
// ring ends every credential that the key signed.
package credential
