package compiled

import (
	"fmt"
	"html/template"
	"reflect"
	"regexp"
	"text/template/parse"
)

// Limits of one page. The largest pages of the templates of this project take a thousandth of them;
// a template that never ends passes them within a second or two.
const (
	maxTurns = 1 << 20  // turns of loops; in the standard engine also texts and values
	maxPage  = 16 << 20 // bytes
	maxText  = 256 << 10
)

// excess is the error of a page that passes a limit in a loop or template at a place.
type excess struct{ place string }

func (e excess) Error() string {
	return fmt.Sprintf("template: %s: a page takes more than %d turns of loops or %d MiB here: "+
		"shorten what is repeated", e.place, maxTurns, maxPage>>20)
}

// turn counts a turn of a loop.
func (r *renderState) turn(place string) {
	if r.turns++; r.turns > maxTurns || len(r.out) > r.most {
		panic(excess{place})
	}
}

// places maps the empty texts that mark adds to their places, by the first byte of their memory.
type places map[*byte]string

// add adds an empty text to each body of a loop and to the template itself, so the standard engine
// writes in each turn: only the writer can end it.
func (p places) add(tree *parse.Tree) {
	if tree != nil && tree.Root != nil {
		p.mark(tree, tree.Root, tree.Root)
	}
}

// mark adds the empty texts to the loops in a list. repeated is the loop whose body the list is, or
// nil.
func (p places) mark(tree *parse.Tree, list *parse.ListNode, repeated parse.Node) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		var branch parse.BranchNode
		var again parse.Node
		switch n := n.(type) {
		case *parse.IfNode:
			branch = n.BranchNode
		case *parse.WithNode:
			branch = n.BranchNode
		case *parse.RangeNode:
			branch, again = n.BranchNode, n
		}
		p.mark(tree, branch.List, again)
		p.mark(tree, branch.ElseList, nil)
	}
	if repeated != nil {
		place, _ := tree.ErrorContext(repeated)
		text := []byte(place)
		p[&text[0]] = place
		list.Nodes = append([]parse.Node{&parse.TextNode{NodeType: parse.NodeText,
			Pos: repeated.Position(), Text: text[:0]}}, list.Nodes...)
	}
}

// boundedWriter receives the pages of the standard engine.
type boundedWriter struct {
	out         []byte
	most, turns int
	places      places
	place       string // the loop or template that was entered last
}

// Write counts each text. It fails beyond the limits, which ends the engine.
func (w *boundedWriter) Write(b []byte) (int, error) {
	if len(b) == 0 && cap(b) > 0 {
		if place, ok := w.places[&b[:1][0]]; ok {
			w.place = place
		}
	}
	if w.turns++; w.turns > maxTurns || len(w.out)+len(b) > w.most {
		return 0, excess{w.place}
	}
	w.out = append(w.out, b...)
	return len(b), nil
}

// boundedFuncs are the functions of the template language that make a text from texts. They bound
// its size, because a variable that is assigned again and again would grow without end.
var boundedFuncs = func() map[string]any {
	all := map[string]any{"printf": func(format string, args ...any) (string, error) {
		if len(format) > 1000 || widths.MatchString(format) {
			return "", fmt.Errorf("a format is longer than 1000 bytes or has a width over 999")
		}
		return bounded(func(args ...any) string { return fmt.Sprintf(format, args...) })(args...)
	}}
	for name, f := range map[string]func(...any) string{"print": fmt.Sprint,
		"println": fmt.Sprintln, "html": template.HTMLEscaper, "js": template.JSEscaper,
		"urlquery": template.URLQueryEscaper} {
		all[name] = bounded(f)
	}
	return all
}()

// widths matches a verb of a format whose width or precision has four digits or comes from an
// argument.
var widths = regexp.MustCompile(`%[^a-zA-Z%]*(\*|\d{4})`)

// bounded returns f with a bound on the size of its arguments.
func bounded(f func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) {
		size := 0
		for _, v := range args {
			if s := reflect.ValueOf(v); s.Kind() == reflect.String {
				size += s.Len()
			}
		}
		if size > maxText {
			return "", fmt.Errorf("a text of more than %d bytes", maxText)
		}
		return f(args...), nil
	}
}
