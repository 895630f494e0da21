package catalog

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Spelling is how a brand spells the addresses of its site: the words that begin them are in its
// language. The zero value spells them as this package does.
type Spelling struct {
	words        map[string]string // as they were given
	own, keys    map[string]string // "/eventos" by "/events", and back
	letter, host string
}

// letterWord is the one word of an address that is not its first: "/locais/letra/b".
const letterWord = "letra"

// PathWords are the words that this package spells addresses with, by their names in brand.yaml and
// in the files of locales.
var PathWords = map[string]string{
	"events": EventsPath[1:], "cities": CitiesPath[1:], "organisers": OrganisersPath[1:],
	"venues": VenuesPath[1:], "countries": CountriesPath[1:], "topics": TopicsPath[1:],
	"artists": ArtistsPath[1:],
	"archive": ArchivePath[1:], "problems": problemsPath[1:], "agenda": AgendaPath[1:],
	"today": TodayPath[1:], "tomorrow": TomorrowPath[1:], "weekend": WeekendPath[1:],
	"letter": letterWord,
}

// NewSpelling returns the spelling of a site. words has the brand's word for each word of this
// package, as in "eventos": "events"; without any, addresses stay as they are.
func NewSpelling(siteURL string, words map[string]string) Spelling {
	if len(words) == 0 {
		return Spelling{}
	}
	s := Spelling{words: words, own: map[string]string{}, keys: map[string]string{},
		letter: words[letterWord]}
	for key, word := range words {
		if key != letterWord {
			s.own["/"+key] = "/" + word
			s.keys["/"+word] = "/" + key
		}
	}
	if at := strings.Index(siteURL, "://"); at >= 0 {
		s.host = siteURL[at:]
	}
	return s
}

// Words returns the words that the spelling was made of.
func (s *Spelling) Words() map[string]string { return s.words }

// MarshalJSON writes the words, which digests of a configuration need.
func (s Spelling) MarshalJSON() ([]byte, error) { return json.Marshal(s.words) }

// Own returns the address that people see. It may have a query.
func (s *Spelling) Own(path string) string {
	return respell(path, s.own, letterWord, s.letter)
}

// Key returns the address inside of releases for one in either spelling.
func (s *Spelling) Key(path string) string {
	return respell(path, s.keys, s.letter, letterWord)
}

func respell(path string, words map[string]string, letter, into string) string {
	to, n := respelled([]byte(path), words, letter, into)
	if n == 0 {
		return path
	}
	return to + path[n:]
}

// respelled replaces the first n bytes of an address; n is 0 for no change. Data files keep their
// addresses, for the programs that read them and for copies on plain hosts.
func respelled(path []byte, words map[string]string, letter, into string) (to string, n int) {
	if words == nil || len(path) == 0 || path[0] != '/' {
		return "", 0
	}
	if bytes.HasPrefix(path, []byte(embedPrefix+"/")) {
		if to, n = respelled(path[len(embedPrefix):], words, letter, into); n > 0 {
			to, n = embedPrefix+to, n+len(embedPrefix)
		}
		return to, n
	}
	for n = 1; n < len(path) && inWord(path[n]); n++ {
	}
	to, ok := words[string(path[:n])]
	if !ok || bytes.HasPrefix(path[n:], []byte(dataSuffix)) {
		return "", 0
	}
	if rest := "/" + letter + "/"; bytes.HasPrefix(path[n:], []byte(rest)) {
		to, n = to+"/"+into+"/", n+len(rest)
	}
	return to, n
}

func inWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' ||
		c == '_' || c == '%'
}

// AppendText appends text, which may share the array of dst after its end, and spells the addresses
// of the site in it as the brand does: in attributes (href="/eventos"), and after the origin of the
// site. So templates and own pages may use the addresses of this package.
func (s *Spelling) AppendText(dst, text []byte) []byte {
	if s == nil || s.own == nil {
		return append(dst, text...)
	}
	text = bytes.Clone(text)
	done := 0
	for at := 0; at < len(text); at++ {
		next := bytes.IndexByte(text[at:], '/')
		if next < 0 {
			break
		}
		at += next
		before := text[:at]
		if !bytes.HasSuffix(before, []byte(`="`)) && !bytes.HasSuffix(before, []byte(s.host)) {
			continue
		}
		if to, n := respelled(text[at:], s.own, letterWord, s.letter); n > 0 {
			dst = append(append(dst, text[done:at]...), to...)
			done = at + n
		}
	}
	return append(dst, text[done:]...)
}
