package validate

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"cartaz/builder/catalog"
)

// Hash is the first half of the SHA-256 of the binary form of a record without what a build sets
// itself (ReadAt, Revised, Sequence): equal for
// equal records, in every build and on every machine. Two spellings of one instant are equal where
// pages do not show the zone (Over and UpdatedAt).
func Hash(rec *catalog.Record) [16]byte {
	same := *rec
	same.ReadAt, same.Over, same.UpdatedAt = time.Time{}, rec.Over.UTC(), rec.UpdatedAt.UTC()
	same.Revised, same.Sequence = time.Time{}, 0
	sum := sha256.Sum256(AppendRecord(make([]byte, 0, 1024), &same))
	return [16]byte(sum[:16])
}

// Facts digests what people plan by: all of a record but tickets, images, sales, what the clock
// makes of it and when it was read. It is equal for two records whose calendars say the same.
func Facts(rec *catalog.Record) uint64 {
	plan := *rec
	plan.Tickets, plan.BuyURL, plan.Banner, plan.Thumbnail = nil, "", "", ""
	plan.IsClosed, plan.IsEnded, plan.IsStarted = false, false, false
	plan.Over, plan.UpdatedAt = time.Time{}, time.Time{}
	if !plan.SaysCancelled {
		plan.Status = "" // a label such as "ativo"
	}
	sum := Hash(&plan)
	return binary.LittleEndian.Uint64(sum[:])
}
