package lang

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Yes returns "yes" or "no" if a value of a flag is a word for it, or "".
func Yes(word string) string { return flags.Of(word) }

// StateOf returns the meaning of a word for the state of an event, from any/states.txt, or "" if no
// table has the word. The address of a vocabulary before the word does not count:
// "https://schema.org/EventCancelled".
func StateOf(word string) string {
	key := Key(LastPart(word))
	for at := range key[:min(len(key), maxName)] { // "entrada gratuita", and then a condition
		if states[key[:at]] == "free" && states[key[at:]] == "if" {
			return "free"
		}
	}
	for states[key] == "" && kindOf.MatchString(key) {
		key = kindOf.ReplaceAllString(key, "$2")
	}
	return strings.TrimPrefix(states[key], "if")
}

// Says reports whether a word of a label, or two words together, mean state. It is false if the
// label has a word such as "not". "Cancelled due to rain" says cancelled, "not cancelled" says
// nothing.
func Says(label, state string) bool {
	words := strings.FieldsFunc(label, func(c rune) bool {
		return strings.ContainsRune(" -–—:;,.!()[]/|\t\n", c)
	})
	said := false
	for i, word := range words {
		pair := word + " " + strings.Join(words[i+1:min(i+2, len(words))], "")
		if states.Of(word) == "not" {
			return false
		}
		said = said || states.Of(word) == state || states.Of(pair) == state
	}
	return said
}

// MemberOf returns the meaning of a member for an event by its name: a meaning of any/members.txt,
// "like" for a name that is like the name of a state, or "". All items of a source have the same
// names, so the meanings of recent names are kept: finding one takes more than a microsecond.
func MemberOf(name string) string {
	is, known := knownMembers.Load(name)
	if !known {
		is = memberOf(name)
		if newMembers.Add(1)%maxKnown == 0 {
			knownMembers.Clear()
		}
		if len(name) <= maxName {
			knownMembers.Store(strings.Clone(name), is) // a copy, or it would keep its document
		}
	}
	return is.(string)
}

var (
	knownMembers sync.Map // meanings by name
	newMembers   atomic.Int32
)

const maxKnown = 4096 // names, of at most maxName bytes

// memberOf returns the meaning of a member in members.txt, by its name, by the name without its
// subject ("event_is_public" is public), or by that without its audience ("visible_to_public" is
// visible). Any other name that ends like that of a state ("syndication_status") has the meaning
// "like", unless it begins with a word for something else ("payment_status").
func memberOf(name string) string {
	if len(name) > 2 && name[1] == '_' {
		name = name[2:] // "o_published", "b_hidden"
	}
	if unpublish.MatchString(name) {
		name = "unpublish date"
	}
	key := Key(name)
	short := subject.ReplaceAllString(key, "")
	for _, name := range []string{key, short, audience.ReplaceAllString(short, "")} {
		if is := members[name]; is != "" {
			return is
		}
	}
	if slices.ContainsFunc(like, func(end string) bool { return strings.HasSuffix(key, end) }) &&
		!slices.ContainsFunc(beside, func(at string) bool { return strings.HasPrefix(key, at) }) {
		return "like"
	}
	return ""
}

// unpublish matches a French name that differs from "date de publication" only by its blanks.
var unpublish = regexp.MustCompile("^[Dd]ate([-_ ][Dd]|D)[eé]publi")

// subject matches the beginning of a key that names its subject: "event_is_public",
// "markedAsSoldOut".
var subject = regexp.MustCompile("^(event|evento|post|entry|node|item|content|record|page|field)?" +
	"(is|has|markedas|esta|est|ist)?")

// audience matches the end of a key that names its audience: "enabledForSite", "visible_to_public".
var audience = regexp.MustCompile("(to|for|on|in|from)(the)?(public|everyone|all|(web)?sites?|" +
	"web|frontend|listings?|lists?|calendars?|apps?|portals?|visitors|guests|anonymous|" +
	"home(page)?|overview|agenda|programme?)$")

// Names reports whether a member of an object holds the name of the object, such as the label of a
// choice or the text in a language.
func Names(member string) bool { return likely.Of(member) == "names" }

// LastPart returns a word without its vocabulary: "https://schema.org/SoldOut", "schema:SoldOut".
func LastPart(word string) string {
	word = strings.TrimRight(word, "/")
	return word[strings.LastIndexAny(word, "/#:")+1:]
}

// kindOf matches the beginning of a word that names the subject of the state: "status_draft".
var kindOf = regexp.MustCompile("^(event|status|state|visibility|is|post)(.)")

// The tables of states and of the members that hold them, each described at its beginning.
var (
	flags   = Load("flags.txt")
	states  = Load("states.txt")
	members = Load("members.txt")
	likely  = Load("likely.txt")

	like, beside = likely.words("like"), likely.words("beside")
)
