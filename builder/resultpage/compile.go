package resultpage

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The resources that hold a brand's pages of results, as [Template.Text]. They are private: only
// the edge reads them, and no path of a request begins with a colon.
const (
	PathHTML     = ":list.html"
	PathMarkdown = ":list.md"
	// PathPast holds a search index of the names of events that are not on sale, the latest first.
	// The item of each is a [Past] as JSON. Without such events it does not exist.
	PathPast = ":past.idx"
)

// Past is an event that is not on sale: cancelled, closed or over.
type Past struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
	Note string `json:"note"` // its date and its state, for people
}

// Template is a page of search results without the search: fixed text with slots, in pieces that
// each have conditions.
type Template struct {
	Text   string // the text that it was compiled from
	Escape Escape
	Pieces []Piece
}

// Piece is one stretch of text, followed by the value of its slot.
type Piece struct {
	Need  Flags // conditions that must all hold
	Never Flags // conditions that must all be false
	Each  List  // the piece is repeated for each item, with its neighbours of the same list
	Slot  Slot  // value to append after Text, or NoSlot
	Text  string
}

// ErrTemplate is wrapped by errors about templates that do not compile.
var ErrTemplate = errors.New("bad pieces")

const openMark, closeMark = "⟦", "⟧"

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrTemplate, fmt.Sprintf(format, args...))
}

// Compile turns a rendered template with marks into pieces. Its errors wrap [ErrTemplate].
func Compile(text string, escape Escape) (Template, error) {
	t := Template{Text: text, Escape: escape}
	type scope struct {
		need, never Flags
		each        List
	}
	// The innermost scope is that of the text at hand; ⟦if⟧ and ⟦each⟧ open one, ⟦end⟧ closes it.
	stack := []scope{{}}
	for {
		top := stack[len(stack)-1]
		before, rest, found := strings.Cut(text, openMark)
		if !found {
			if len(stack) != 1 {
				return Template{}, bad("%d ⟦if⟧ without ⟦end⟧", len(stack)-1)
			}
			t.add(Piece{Need: top.need, Never: top.never, Text: text})
			return t, nil
		}
		mark, after, found := strings.Cut(rest, closeMark)
		if !found {
			return Template{}, bad("mark %.20q is not closed", rest)
		}
		text = after
		piece := Piece{Need: top.need, Never: top.never, Each: top.each, Text: before}
		words := strings.Fields(mark)
		switch {
		case len(words) == 1 && words[0] == "end":
			if len(stack) == 1 {
				return Template{}, bad("⟦end⟧ without ⟦if⟧")
			}
			stack = stack[:len(stack)-1]
		case len(words) > 1 && words[0] == "if":
			need, never, err := parseConditions(words[1:])
			if err != nil {
				return Template{}, err
			}
			stack = append(stack, scope{top.need | need, top.never | never, top.each})
		case len(words) == 2 && words[0] == "each":
			each := List(byName(listNames, words[1]))
			if each == NoList || top.each != NoList {
				return Template{}, bad("⟦%s⟧ is no list, or is inside another", mark)
			}
			if n := len(t.Pieces); before == "" && n > 0 && t.Pieces[n-1].Each == each {
				return Template{}, bad("⟦%s⟧ directly after itself", mark)
			}
			stack = append(stack, scope{top.need, top.never, each})
		default:
			piece.Slot = Slot(byName(slotNames, mark))
			if piece.Slot == NoSlot {
				return Template{}, bad("unknown mark ⟦%s⟧", mark)
			}
			if piece.Slot.isOfItem() && top.each == NoList {
				return Template{}, bad("⟦%s⟧ outside of ⟦each⟧", mark)
			}
		}
		t.add(piece)
	}
}

func (t *Template) add(piece Piece) {
	if piece.Text != "" || piece.Slot != NoSlot {
		t.Pieces = append(t.Pieces, piece)
	}
}

// parseConditions returns the flags that must hold and those that must not, from the words after
// "if".
func parseConditions(words []string) (need, never Flags, err error) {
	for _, word := range words {
		name, negated := strings.CutPrefix(word, "!")
		i := slices.Index(flagNames, name)
		switch {
		case i < 0:
			return 0, 0, bad("unknown condition %q", word)
		case negated:
			never |= 1 << i
		default:
			need |= 1 << i
		}
	}
	return need, never, nil
}

// byName returns the number of a name, or 0.
func byName(names []string, name string) int { return max(slices.Index(names, name), 0) }
