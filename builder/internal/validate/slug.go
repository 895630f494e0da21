package validate

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// maxSlug is how many bytes a slug may have.
const maxSlug = 200

// validSlug says whether s is ^[a-z0-9]+(-[a-z0-9]+)*$ and not too long. The alphabet is what makes
// a slug harmless as a path, a file name and a word.
func validSlug(s string) bool { return s != "" && len(s) <= maxSlug && text.Slug(s) == s }

// apostrophes have no place in addresses: "d'água" is "dagua".
var apostrophes = strings.NewReplacer("'", "", "’", "")

// slugOf makes a slug of any text, "" when nothing in it has a place in one: [text.Slug], cut after
// a word where there is one near the end.
func slugOf(s string) string {
	if len(s) > 4*maxSlug {
		s = strings.ToValidUTF8(s[:4*maxSlug], "")
	}
	return cutSlug(text.Slug(apostrophes.Replace(text.Fold(s))), maxSlug)
}

func cutSlug(s string, limit int) string {
	if len(s) > limit {
		s = s[:limit]
		if i := strings.LastIndexByte(s, '-'); i > limit/2 {
			s = s[:i]
		}
	}
	return strings.Trim(s, "-")
}

// slug sets the wanted slug of a record and returns the one that was given, "" when there was none.
func (r *reader) slug(members object, rec *catalog.Record) (given string) {
	given = strings.TrimSpace(members.text("slug"))
	if validSlug(given) {
		rec.Slug = given
		return given
	}
	if rec.Slug = slugOf(given); rec.Slug == "" {
		rec.Slug = slugOf(rec.Name)
	}
	if rec.Slug == "" {
		rec.Slug = slugOf(latin(rec.Name))
	}
	if given != "" {
		r.repaired(SlugDerived, "slug "+quote(given)+
			" is not ^[a-z0-9]+(-[a-z0-9]+)*$ of at most 200 bytes")
	}
	return given
}

// id sets the id of a record. An integer that every JSON reader keeps as it is (RFC 8259, section
// 6), 0 included, and its digits as text are kept. Any other id becomes the first 53 bits of the
// SHA-256 of its text, so that it is the same in every build and exact in every JSON reader. A
// record without id takes that of its slug, or else of its name, its start and its place.
func (r *reader) id(members object, rec *catalog.Record, given string) {
	const maxSafe = 1<<53 - 1
	text, ok := numberText(members.values["id"])
	if !ok {
		text, _ = members.values["id"].(string)
		text = strings.TrimSpace(text)
	}
	if text != "" {
		i, err := strconv.ParseInt(text, 10, 64)
		if rec.ID = i; err != nil || i > maxSafe || i < -maxSafe ||
			strconv.FormatInt(i, 10) != text {
			rec.ID = hashID("id", text)
		}
		return
	}
	if given != "" {
		rec.ID = hashID("slug", given)
		r.repaired(MissingID, "id is missing; derived from the slug "+quote(given))
		return
	}
	start := rec.Starts
	if !start.Known() {
		start = rec.PreviousStarts // the id outlives the date
	}
	parts := []string{rec.Name, start.String()}
	if p := rec.Location; p != nil {
		parts = append(parts, p.Name, p.City)
	}
	rec.ID = hashID("name", parts...)
	r.repaired(MissingID, "id is missing; derived from name, start and place")
}

// hashID is a positive number of 53 bits. The kind keeps an id and a slug of the same text apart.
func hashID(kind string, parts ...string) int64 {
	sum := sha256.Sum256([]byte(kind + "\x00" + strings.Join(parts, "\x00")))
	return max(1, int64(binary.BigEndian.Uint64(sum[:8])>>11))
}
