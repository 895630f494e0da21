package compiled

import "fmt"

// stepList is a program being compiled: its steps, and the number of its slots.
type stepList struct {
	steps  []step
	static []byte // text that is not yet a step
	count  int    // steps so far, including those of branches

	vals, texts int // slots in use
}

// emit adds a step after the static text so far.
func (l *stepList) emit(s step) {
	l.flush()
	l.add(s)
}

func (l *stepList) add(s step) {
	if l.count++; l.count > maxSteps {
		panic(unsupported{fmt.Errorf("more than %d steps", maxSteps)})
	}
	l.steps = append(l.steps, s)
}

func (l *stepList) flush() {
	if len(l.static) == 0 {
		return
	}
	text := string(l.static)
	l.static = l.static[:0]
	l.add(func(r *renderState) { r.out = append(r.out, text...) })
}

func (l *stepList) newSlot() int {
	l.vals++
	return l.vals - 1
}
