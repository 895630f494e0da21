package release

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// contentHash computes the content digest, for Writer and Verify alike.
type contentHash struct {
	h hash.Hash
	b []byte // not yet hashed
}

func newContentHash(brand *Brand, events, onSale int) (*contentHash, error) {
	data, err := encodeJSON(brand)
	if err != nil {
		return nil, err
	}
	h := &contentHash{h: sha256.New()}
	h.text([]byte("cartaz content 1"))
	h.text(data)
	h.b = binary.LittleEndian.AppendUint64(h.b, uint64(events))
	h.b = binary.LittleEndian.AppendUint64(h.b, uint64(onSale))
	return h, nil
}

// flush hashes the buffered bytes; the hash is faster with larger pieces.
func (h *contentHash) flush() {
	h.h.Write(h.b)
	h.b = h.b[:0]
}

func (h *contentHash) text(s []byte) {
	h.b = binary.LittleEndian.AppendUint32(h.b, uint32(len(s)))
	h.b = append(h.b, s...)
	if len(h.b) > 32<<10 {
		h.flush()
	}
}

func (h *contentHash) resource(path, canonical, alternate []byte, modified int64, variants int) {
	h.text(path)
	h.text(canonical)
	h.text(alternate)
	h.b = binary.LittleEndian.AppendUint64(h.b, uint64(modified))
	h.b = binary.LittleEndian.AppendUint32(h.b, uint32(variants))
}

func (h *contentHash) variant(profile uint16, coding Coding, tokens uint32, digest Digest) {
	h.b = binary.LittleEndian.AppendUint16(h.b, profile)
	h.b = append(h.b, byte(coding))
	h.b = binary.LittleEndian.AppendUint32(h.b, tokens)
	h.b = append(h.b, digest[:]...)
}

func (h *contentHash) sum(searchSum string) string {
	h.text([]byte(searchSum))
	h.flush()
	return hex.EncodeToString(h.h.Sum(nil))
}
