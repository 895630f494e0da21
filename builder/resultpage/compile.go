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

// Compile turns a rendered template with marks into pieces. Its errors wrap [ErrTemplate].
func Compile(text string, escape Escape) (Template, error) {
	t := Template{Text: text, Escape: escape}
	type scope struct {
		need, never Flags
		each        List
	}
	stack := []scope{{}}
	for {
		top := stack[len(stack)-1]
		before, rest, found := strings.Cut(text, openMark)
		if !found {
			if len(stack) != 1 {
				return Template{}, fmt.Errorf("%w: %d ⟦if⟧ without ⟦end⟧",
					ErrTemplate, len(stack)-1)
			}
			t.add(Piece{Need: top.need, Never: top.never, Text: text})
			return t, nil
		}
		mark, after, found := strings.Cut(rest, closeMark)
		if !found {
			return Template{}, fmt.Errorf("%w: mark %.20q is not closed", ErrTemplate, rest)
		}
		text = after
		piece := Piece{Need: top.need, Never: top.never, Each: top.each, Text: before}
		words := strings.Fields(mark)
		switch {
		case len(words) == 1 && words[0] == "end":
			if len(stack) == 1 {
				return Template{}, fmt.Errorf("%w: ⟦end⟧ without ⟦if⟧", ErrTemplate)
			}
			stack = stack[:len(stack)-1]
		case len(words) > 1 && words[0] == "if":
			need, never, err := parseConditions(words[1:])
			if err != nil {
				return Template{}, err
			}
			stack = append(stack, scope{top.need | need, top.never | never, top.each})
		case len(words) == 2 && words[0] == "each":
			each := List(byName(listNames[:], words[1]))
			if each == NoList || top.each != NoList {
				return Template{}, fmt.Errorf("%w: ⟦%s⟧ is no list, or stands in another",
					ErrTemplate, mark)
			}
			if n := len(t.Pieces); before == "" && n > 0 && t.Pieces[n-1].Each == each {
				return Template{}, fmt.Errorf("%w: ⟦%s⟧ directly behind itself", ErrTemplate, mark)
			}
			stack = append(stack, scope{top.need, top.never, each})
		default:
			slot := Slot(byName(slotNames[:], mark))
			if slot == NoSlot {
				return Template{}, fmt.Errorf("%w: unknown mark ⟦%s⟧", ErrTemplate, mark)
			}
			if slot.isOfItem() && top.each == NoList {
				return Template{}, fmt.Errorf("%w: ⟦%s⟧ outside of ⟦each⟧", ErrTemplate, mark)
			}
			piece.Slot = slot
		}
		t.add(piece)
	}
}

func (t *Template) add(piece Piece) {
	if piece.Text == "" && piece.Slot == NoSlot {
		return
	}
	t.Pieces = append(t.Pieces, piece)
}

func parseConditions(words []string) (need, never Flags, err error) {
	for _, word := range words {
		name, negated := strings.CutPrefix(word, "!")
		var flag Flags
		for i, n := range flagNames {
			if n == name {
				flag = 1 << i
			}
		}
		switch {
		case flag == 0:
			return 0, 0, fmt.Errorf("%w: unknown condition %q", ErrTemplate, word)
		case negated:
			never |= flag
		default:
			need |= flag
		}
	}
	return need, never, nil
}

// byName returns the number of a name, or 0.
func byName(names []string, name string) int { return max(slices.Index(names, name), 0) }
