package place

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// CityKey returns the last segment of the path of a city's page: the folded name, with the state
// abbreviation if there is one: "sao-paulo-sp", "berlin". It is "" for a city whose folded name has
// no letter from a to z and no digit; such a city has no page.
func CityKey(city, stateAbbr string) string {
	return join(text.Slug(city), text.Slug(stateAbbr))
}

// VenueKey returns the last segment of the path of a venue's page: the folded name and the key of
// its city, as in "theatro-municipal-sao-paulo-sp". It is "" if a place has no name besides that of
// its city, or no letter from a to z and no digit in it; such a venue has no page.
func VenueKey(p *catalog.Place) string {
	if Venue(p) == "" {
		return ""
	}
	if p.VenueKey != "" {
		return p.VenueKey
	}
	return join(text.Slug(p.Name), CityKey(p.City, p.StateAbbr))
}

// TopicKey returns the last segment of the path of a topic's page, or "" for a tag without a letter
// from a to z or a digit, which has no page.
func TopicKey(tag string) string { return join(text.Slug(tag), "") }

// join joins two keys. One that is too long for a file name of the export is cut and ends in a
// digest of the whole key, so that different places keep different keys.
func join(key, more string) string {
	if key != "" && more != "" {
		key += "-" + more
	}
	if len(key) > maxLength {
		sum := sha256.Sum256([]byte(key))
		digest := hex.EncodeToString(sum[:8])
		key = strings.TrimSuffix(key[:maxLength-1-len(digest)], "-") + "-" + digest
	}
	return key
}

// maxLength is the largest length of a key, in bytes: the same as for a slug.
const maxLength = 200
