package intake

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"cartaz/builder/catalog"
)

// Hash is the first half of the SHA-256 of [AppendCanonical]: equal for equal
// records, in every build and on every machine.
func Hash(rec *catalog.Record) [16]byte {
	sum := sha256.Sum256(AppendCanonical(make([]byte, 0, 1024), rec))
	return [16]byte(sum[:16])
}

// AppendCanonical appends everything of a record but ReadAt, each member with
// its length before it, so that no two records share their bytes. A new member
// of Record must be added here; a test holds both lists against each other.
func AppendCanonical(dst []byte, rec *catalog.Record) []byte {
	dst = binary.BigEndian.AppendUint64(dst, uint64(rec.ID))
	dst = appendStrings(dst, rec.Slug, rec.Name, rec.Description, rec.Format, rec.Status, rec.Timezone,
		rec.Banner, rec.Thumbnail, rec.BuyURL)
	dst = appendMoment(dst, rec.Starts)
	dst = appendMoment(dst, rec.Ends)
	dst = appendBools(dst, rec.IsOnline, rec.IsClosed, rec.IsEnded, rec.Location != nil, rec.Producer != nil)
	if p := rec.Location; p != nil {
		dst = appendStrings(dst, p.Name, p.City, p.State, p.StateAbbr, p.Address, p.Latitude, p.Longitude)
	}
	if p := rec.Producer; p != nil {
		dst = appendStrings(dst, p.Name, p.Slug)
	}
	dst = binary.AppendUvarint(dst, uint64(len(rec.Tickets)))
	for _, t := range rec.Tickets {
		dst = appendStrings(dst, t.Name, t.Currency)
		dst = appendBools(dst, t.Available, t.Price != nil, t.Fee != nil)
		for _, amount := range []*int64{t.Price, t.Fee} {
			if amount != nil {
				dst = binary.BigEndian.AppendUint64(dst, uint64(*amount))
			}
		}
	}
	return appendStrings(dst, rec.UpdatedAt.UTC().Format(time.RFC3339Nano))
}

func appendStrings(dst []byte, values ...string) []byte {
	for _, s := range values {
		dst = append(binary.AppendUvarint(dst, uint64(len(s))), s...)
	}
	return dst
}

func appendBools(dst []byte, values ...bool) []byte {
	for _, b := range values {
		if b {
			dst = append(dst, 1)
		} else {
			dst = append(dst, 0)
		}
	}
	return dst
}

func appendMoment(dst []byte, m catalog.Moment) []byte {
	return appendStrings(append(dst, byte(m.Precision)), m.String())
}
