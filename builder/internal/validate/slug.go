package validate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"cartaz/builder/catalog"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// maxSlug is the maximum length of a slug, in bytes.
const maxSlug = 200

// slug returns the slug of an object, and the given one, or "". The given slug is used if it is
// ^[a-z0-9]+(-[a-z0-9]+)*$ and not too long; else the slug is made of it or of the name. The
// alphabet makes a slug harmless as a path, a file name and a word.
func (o object) slug(name, reason string) (slug, given string) {
	said := o.word("slug")
	given = said
	if id := o.values["id"]; id == nil || fmt.Sprint(id) != said {
		given = o.nobody("slug", said)
	}
	// A slug without private data that is well formed is used as it is.
	if given == said && len(given) <= maxSlug && text.IsSlug(given) {
		return given, given
	} else if given != "" {
		o.repaired(reason, o.name+"slug "+quote(given)+
			" is not ^[a-z0-9]+(-[a-z0-9]+)*$ of at most 200 bytes")
	}
	return cmp.Or(slugOf(given), slugOf(name)), given
}

// apostrophes are dropped from addresses: "d'água" is "dagua".
var apostrophes = strings.NewReplacer("'", "", "’", "")

// slugOf makes a slug of any text, or returns "" if no character of it can be in one: [text.Slug],
// cut after a word if a word ends near the limit.
func slugOf(s string) string {
	return cutSlug(text.Slug(apostrophes.Replace(text.Fold(text.Clip(s, 4*maxSlug)))), maxSlug)
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

// id returns the id of a record; slug is its given slug, or "". An integer that every JSON reader
// keeps as it is (RFC 8259, section 6), 0 included, and its digits as text are kept. Any other id
// becomes the first 53 bits of the SHA-256 of its text, the same in every build and exact in every
// JSON reader. A record without id gets the id of its slug, or else of its name, its start and its
// place.
func (o object) id(rec *catalog.Record, slug string) int64 {
	const maxSafe = 1<<53 - 1
	text, ok := numberText(o.values["id"])
	if !ok {
		text, _ = o.values["id"].(string)
		text = strings.TrimSpace(text)
	}
	if text != "" {
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil || i > maxSafe || i < -maxSafe || strconv.FormatInt(i, 10) != text {
			return hashID("id", text)
		}
		return i
	}
	if slug != "" {
		o.repaired(MissingID, "id is missing; derived from the slug "+quote(slug))
		return hashID("slug", slug)
	}
	start := rec.Starts
	if !start.Known() {
		start = rec.PreviousStarts // the id outlives the date
	}
	parts := []string{rec.Name, start.String()}
	if p := rec.Location; p != nil {
		parts = append(parts, p.Name, p.City)
	}
	o.repaired(MissingID, "id is missing; derived from name, start and place")
	return hashID("name", parts...)
}

// hashID returns a positive number of 53 bits. The kind keeps an id and a slug of the same text
// apart.
func hashID(kind string, parts ...string) int64 {
	sum := sha256.Sum256([]byte(kind + "\x00" + strings.Join(parts, "\x00")))
	return max(1, int64(binary.BigEndian.Uint64(sum[:8])>>11))
}

// letters are the Latin spellings of Cyrillic and Greek letters and of the syllables of Japanese.
// Pairs of characters come before single ones.
var letters = func() map[string]string {
	spelled := map[string]string{}
	lang.Each("letters.txt", func(latin string, letters []string) {
		for _, letter := range letters {
			spelled[letter] = strings.Trim(latin, "-")
		}
	})
	return spelled
}()

// latin writes a text in Latin letters where that is unambiguous: Cyrillic, Greek and kana. It
// returns "" for a text with a letter of another script, since the rest of such a name says little.
func latin(s string) string {
	runes := []rune(strings.ToLower(norm.NFC.String(s)))
	for i, c := range runes {
		if c >= 'ァ' && c <= 'ヴ' {
			runes[i] = c - ('ァ' - 'ぁ') // katakana by the table of hiragana
		}
	}
	var b strings.Builder
	double := false
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		spelled, known := letters[string(runes[i:min(i+2, len(runes))])]
		if known {
			i++
		} else if spelled, known = letters[string(c)]; !known {
			base := []rune(norm.NFD.String(string(c)))[0] // without its accent
			spelled, known = letters[string(base)]
		}
		switch {
		case known:
			if double && strings.HasPrefix(spelled, "ch") {
				b.WriteByte('t')
			} else if double {
				b.WriteString(spelled[:min(1, len(spelled))])
			}
			b.WriteString(spelled)
		case c == 'っ':
			double = true
			continue
		case c == 'ー', unicode.Is(unicode.Mn, c):
			continue
		case unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c):
			return ""
		default:
			b.WriteRune(c)
		}
		double = false
	}
	return b.String()
}
