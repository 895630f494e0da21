package credential

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// Limits of a key file.
const (
	keySize = 32 // bytes of a key, before base64
	maxKeys = 16 // keys in a ring; each one is a way in for longer than it should be
	maxID   = 32 // characters of a key's id
)

// Errors of a key file. ParseKeys wraps them with the number of the line.
var (
	ErrNoKeys    = errors.New("no key in the file")
	ErrManyKeys  = fmt.Errorf("more than %d keys", maxKeys)
	ErrKeyLine   = errors.New("line is not id:base64")
	ErrKeyID     = fmt.Errorf("key id is not 1 to %d of a-z, 0-9 and -", maxID)
	ErrKeyBytes  = fmt.Errorf("key is not the base64 of %d bytes", keySize)
	ErrKeyRepeat = errors.New("key id is used twice")
)

// tagSize is the number of bytes that name a key inside a credential.
const tagSize = 4

// key is one key of a ring, as the keys derived from it.
type key struct {
	tag     [tagSize]byte
	sign    [sha256.Size]byte // for the HMAC at the end
	network [sha256.Size]byte // for the stream that hides the network
	limits  [sha256.Size]byte // for the names of shared limits
}

// Keys is a key ring: the first key signs, all of them verify. It never changes after it is made
// and may be used by many goroutines.
type Keys struct {
	ring []key
}

// ParseKeys reads a key file. Each line is "id:base64", the base64 with or without padding. Empty
// lines and lines that start with "#" are skipped. The first key signs. To rotate a ring, write a
// new key above the old ones and remove an old one after [Lifetime]. An error names the line and
// never shows its text.
func ParseKeys(text string) (*Keys, error) {
	var k Keys
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		next, err := parseKey(line)
		if err == nil {
			err = k.add(next)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	if len(k.ring) == 0 {
		return nil, ErrNoKeys
	}
	return &k, nil
}

// GenerateKey returns a line for a key file with a new random key. id must hold to [ErrKeyID]; an
// invalid id makes a line that ParseKeys refuses.
func GenerateKey(id string) string {
	var secret [keySize]byte
	rand.Read(secret[:]) // never fails: the program ends when there is no entropy
	return id + ":" + base64.StdEncoding.EncodeToString(secret[:])
}

// parseKey parses a line of a key file, and derives the keys for each use.
func parseKey(line string) (key, error) {
	id, text, ok := strings.Cut(line, ":")
	if !ok {
		return key{}, ErrKeyLine
	}
	id = strings.TrimSpace(id)
	if id == "" || len(id) > maxID || strings.Trim(id,
		"abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return key{}, ErrKeyID
	}
	text = strings.TrimRight(strings.TrimSpace(text), "=")
	secret, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil || len(secret) != keySize {
		return key{}, ErrKeyBytes
	}
	sum := sha256.Sum256([]byte("cartaz credential key " + id))
	k := key{
		sign:    authenticate(secret, []byte("cartaz credential sign")),
		network: authenticate(secret, []byte("cartaz credential network")),
		limits:  authenticate(secret, []byte("cartaz shared limits")),
	}
	copy(k.tag[:], sum[:])
	return k, nil
}

// Limits returns the key that hides who a shared limit is about. It comes from the signing key, so
// edges with the same key file have the same one.
func (k *Keys) Limits() [sha256.Size]byte { return k.ring[0].limits }

// authenticate returns the HMAC of parts. That of a purpose under the secret of a key file is a key
// for this purpose alone.
func authenticate(key []byte, parts ...[]byte) [sha256.Size]byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		h.Write(part)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// add refuses a tag that the ring already has: the ids are equal, or have the same short hash. The
// chance of the latter is one in four thousand million, and another id solves it.
func (k *Keys) add(next key) error {
	if len(k.ring) == maxKeys {
		return ErrManyKeys
	}
	if k.find(next.tag[:]) != nil {
		return ErrKeyRepeat
	}
	k.ring = append(k.ring, next)
	return nil
}

func (k *Keys) find(tag []byte) *key {
	for i := range k.ring {
		if string(k.ring[i].tag[:]) == string(tag) {
			return &k.ring[i]
		}
	}
	return nil
}
