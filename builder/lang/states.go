package lang

import "strings"

// Yes is whether a value of a flag is a word for yes or for no: "yes", "no"; "" for neither.
func Yes(word string) string { return flags.Of(word) }

// StateOf is what a word says of an event: a meaning of any/states.txt, "" for a word that no
// table has. The vocabulary of a word does not count: "https://schema.org/EventCancelled".
func StateOf(word string) string {
	key := Key(LastPart(word))
	for {
		if is := states[key]; is != "" {
			return is
		}
		rest := cutAny(key, "event", "status", "state", "visibility", "is", "post")
		if rest == key {
			return ""
		}
		key = rest
	}
}

// Says is the gravest that the words of a label say together: what a part of it says alone, unless
// a word turns it round. "Cancelled due to rain" says cancelled, "not cancelled" nothing.
func Says(label, state string) bool {
	words, said := strings.FieldsFunc(label, func(c rune) bool {
		return strings.ContainsRune(" -–—:;,.!()[]/|\t\n", c)
	}), false
	for i, word := range words {
		pair := word + " " + strings.Join(words[i+1:min(i+2, len(words))], "")
		if states.Of(word) == "not" {
			return false
		}
		said = said || states.Of(word) == state || states.Of(pair) == state
	}
	return said
}

// MemberOf is what a member says of an event by its name: a meaning of any/members.txt; "like" for
// a name that is like that of a state; "" for any other.
func MemberOf(name string) string {
	key := Key(name)
	short := cutAny(cutAny(key, "event", "evento", "post", "entry", "node", "item", "content",
		"record", "page", "field"), "is", "has", "esta", "est", "ist")
	for _, name := range []string{key, short} {
		if is := members[name]; is != "" {
			return is
		}
	}
	for end, is := range likely {
		if is == "like" && strings.HasSuffix(key, end) {
			for begin, is := range likely {
				if is == "beside" && strings.HasPrefix(key, begin) {
					return ""
				}
			}
			return "like"
		}
	}
	return ""
}

// LastPart is a word without its vocabulary: "https://schema.org/SoldOut", "schema:SoldOut".
func LastPart(word string) string {
	word = strings.TrimRight(word, "/")
	return word[strings.LastIndexAny(word, "/#:")+1:]
}

// cutAny takes one of some beginnings off a key, unless nothing is left.
func cutAny(key string, beginnings ...string) string {
	for _, begin := range beginnings {
		if rest, ok := strings.CutPrefix(key, begin); ok && rest != "" {
			return rest
		}
	}
	return key
}

// Tables of what StateOf and the others know.
var (
	flags   = Load("flags.txt")
	states  = Load("states.txt")
	members = Load("members.txt")
	likely  = Load("likely.txt")
)
