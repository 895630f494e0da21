package credential

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"strings"
	"time"
)

// Lifetime is how long a credential verifies after the hour in which it was minted. 180 days is
// long enough for telemetry to follow an agent over a season, and short enough for a key to leave
// the ring within a year.
const Lifetime = 180 * 24 * time.Hour

// clockSkew is how far ahead the clock of the edge that minted may be.
const clockSkew = 24 * time.Hour

// Size is the length of every credential in bytes.
const Size = len(prefix) + 68

// The layout of doc.go.
const (
	prefix = "ctz1."

	atHour    = tagSize
	atID      = atHour + 4
	atNetwork = atID + 16
	atMAC     = atNetwork + 9
	rawSize   = atMAC + 18
)

// ipv6 marks the family in the first byte of a network; the other bits are the length of the
// prefix. unknown means no network.
const (
	ipv6    = 0x80
	unknown = 0xff
)

// ID tells one credential from another. It is random, and not secret: logs and
// telemetry carry it where they must not carry the credential.
type ID [16]byte

// String returns the id in hexadecimal.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// Identity is the content of a verified credential.
type Identity struct {
	ID       ID
	Network  netip.Prefix // that asked for the credential; invalid when unknown
	IssuedAt time.Time    // start of the hour, UTC
}

// Mint returns a new credential for the brand. network is the address block that asks for it; a
// block longer than /32 (IPv4) or /64 (IPv6) is cut to that length. entropy must come fresh from a
// cryptographic source for every call.
func (k *Keys) Mint(brand string, network netip.Prefix, now time.Time, entropy [16]byte) string {
	signer := &k.ring[0]
	var raw [rawSize]byte
	copy(raw[:], signer.tag[:])
	binary.BigEndian.PutUint32(raw[atHour:], uint32(max(0, now.Unix()/3600)))
	copy(raw[atID:], entropy[:])
	packed := packNetwork(network)
	copy(raw[atNetwork:], packed[:])
	signer.hideNetwork(&raw)
	mac := signer.mac(brand, &raw)
	copy(raw[atMAC:], mac[:])
	return prefix + base64.RawURLEncoding.EncodeToString(raw[:])
}

// Verify returns the content of a credential, and reports whether a key of the ring minted it for
// the brand and it has not expired at now. For a text of the right form that names a key of the
// ring, the check takes the same time wherever the text is wrong. The form and the key's tag are
// not secret.
func (k *Keys) Verify(brand, text string, now time.Time) (Identity, bool) {
	if len(text) != Size || !strings.HasPrefix(text, prefix) {
		return Identity{}, false
	}
	var raw [rawSize]byte
	var coded [Size - len(prefix)]byte
	copy(coded[:], text[len(prefix):])
	n, err := base64.RawURLEncoding.Strict().Decode(raw[:], coded[:])
	if err != nil || n != rawSize {
		return Identity{}, false
	}
	signer := k.find(raw[:tagSize])
	if signer == nil {
		return Identity{}, false
	}
	mac := signer.mac(brand, &raw)
	if !hmac.Equal(mac[:rawSize-atMAC], raw[atMAC:]) {
		return Identity{}, false
	}
	issued := time.Unix(int64(binary.BigEndian.Uint32(raw[atHour:]))*3600, 0).UTC()
	if age := now.Sub(issued); age >= Lifetime || age < -clockSkew {
		return Identity{}, false
	}
	signer.hideNetwork(&raw)
	return Identity{
		ID:       ID(raw[atID:atNetwork]),
		Network:  unpackNetwork([9]byte(raw[atNetwork:atMAC])),
		IssuedAt: issued,
	}, true
}

// mac authenticates everything before it. All of its input but the brand has a fixed length and the
// brand comes last, so no two inputs share their bytes.
func (k *key) mac(brand string, raw *[rawSize]byte) [sha256.Size]byte {
	return authenticate(k.sign[:], []byte(prefix), raw[:atMAC], []byte(brand))
}

// hideNetwork encrypts or decrypts the network in place: an exclusive or with a
// stream that no two credentials share, because their ids differ.
func (k *key) hideNetwork(raw *[rawSize]byte) {
	sum := authenticate(k.network[:], raw[:atNetwork])
	for i := range raw[atNetwork:atMAC] {
		raw[atNetwork+i] ^= sum[i]
	}
}

// packNetwork writes a network in 9 bytes.
func packNetwork(network netip.Prefix) (packed [9]byte) {
	if !network.IsValid() {
		packed[0] = unknown
		return packed
	}
	addr, bits := network.Addr(), network.Bits()
	if addr.Is4In6() {
		addr, bits = addr.Unmap(), max(0, bits-96)
	}
	widest, family := 32, byte(0)
	if addr.Is6() {
		widest, family = 64, ipv6
	}
	bits = min(bits, widest)
	// Prefix drops the zone too; it fails for lengths that bits cannot have.
	masked, _ := addr.WithZone("").Prefix(bits)
	packed[0] = family | byte(bits)
	copy(packed[1:], masked.Addr().AsSlice())
	return packed
}

// unpackNetwork reads the bytes that packNetwork wrote. It is called only with authenticated bytes.
func unpackNetwork(packed [9]byte) netip.Prefix {
	switch {
	case packed[0] == unknown:
		return netip.Prefix{}
	case packed[0]&ipv6 == 0:
		return netip.PrefixFrom(netip.AddrFrom4([4]byte(packed[1:5])), int(packed[0]))
	}
	var addr [16]byte
	copy(addr[:], packed[1:])
	return netip.PrefixFrom(netip.AddrFrom16(addr), int(packed[0]&^ipv6))
}
