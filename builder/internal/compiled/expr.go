package compiled

import (
	"fmt"
	"html/template"
	"reflect"
	"text/template/parse"
)

// expr is a value of a template: its type and the ways to read it when a page
// is drawn. The zero expr is the value of a template that was given none.
type expr struct {
	typ   reflect.Type  // nil for what has no type of its own: the result of and, or
	known reflect.Value // set when the value is the same in all models
	at    *place        // where it lies in a model
	bound bool          // a slot of the run holds it

	// Those that fit the type are set.
	value  func(r *run) reflect.Value // pointers, structs and slices
	text   func(r *run) string        // strings of any named type
	flag   func(r *run) bool
	number func(r *run) int
	append func(r *run) // writes the text: for what an escaper made
}

// place is a field of a value that a slot of a run holds.
type place struct {
	slot int
	path []int
}

// condition is the truth of a value.
type condition struct {
	known, value bool
	test         func(r *run) bool
}

var (
	stringType   = reflect.TypeFor[string]()
	intType      = reflect.TypeFor[int]()
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
)

func (c *compiler) slot() int {
	c.vals++
	return c.vals - 1
}

// read is the value at a place.
func (c *compiler) read(typ reflect.Type, p place) expr {
	e := expr{typ: typ, at: &p}
	slot, path := p.slot, p.path
	switch len(path) {
	case 0:
		e.value = func(r *run) reflect.Value { return r.vals[slot] }
	case 1:
		field := path[0]
		e.value = func(r *run) reflect.Value { return r.vals[slot].Field(field) }
	default:
		e.value = func(r *run) reflect.Value { return r.vals[slot].FieldByIndex(path) }
	}
	return reading(e)
}

// reading adds the ways to read a value that fit its type.
func reading(e expr) expr {
	get := e.value
	switch e.typ.Kind() {
	case reflect.String:
		e.text = func(r *run) string { return get(r).String() }
	case reflect.Bool:
		e.flag = func(r *run) bool { return get(r).Bool() }
	case reflect.Int:
		e.number = func(r *run) int { return int(get(r).Int()) }
	}
	return e
}

// bind evaluates once what would else be evaluated wherever it is used.
func (c *compiler) bind(n parse.Node, e expr) expr {
	switch {
	case e.known.IsValid() || e.at != nil || e.bound || e.typ == nil:
		return e
	case e.text != nil:
		slot, text := c.texts, e.text
		c.texts++
		c.emit(func(r *run) { r.texts[slot] = text(r) })
		return expr{typ: e.typ, bound: true, text: func(r *run) string { return r.texts[slot] }}
	case e.flag != nil:
		slot, flag := c.flags, e.flag
		c.flags++
		c.emit(func(r *run) { r.flags[slot] = flag(r) })
		return expr{typ: e.typ, bound: true, flag: func(r *run) bool { return r.flags[slot] }}
	case e.value != nil && e.typ.Kind() == reflect.Pointer:
		// The struct behind the pointer stands for it: a template cannot tell them
		// apart but by printing them. That of nil is not valid.
		slot, get := c.slot(), e.value
		c.emit(func(r *run) { r.vals[slot] = get(r).Elem() })
		return c.read(e.typ.Elem(), place{slot: slot})
	case e.value != nil:
		slot, get := c.slot(), e.value
		c.emit(func(r *run) { r.vals[slot] = get(r) })
		return c.read(e.typ, place{slot: slot})
	}
	c.refuse(n, "a variable of type %v", e.typ)
	return expr{}
}

// truth is the truth of a value as if and with see it.
func (c *compiler) truth(n parse.Node, e expr) condition {
	if e.known.IsValid() {
		truth, ok := template.IsTrue(e.known.Interface())
		if !ok {
			c.refuse(n, "the truth of a %v", e.typ)
		}
		return condition{known: true, value: truth}
	}
	switch get := e.value; {
	case e.flag != nil:
		return condition{test: e.flag}
	case e.text != nil:
		text := e.text
		return condition{test: func(r *run) bool { return text(r) != "" }}
	case e.number != nil:
		number := e.number
		return condition{test: func(r *run) bool { return number(r) != 0 }}
	case get != nil:
		switch e.typ.Kind() {
		case reflect.Slice:
			return condition{test: func(r *run) bool { return get(r).Len() > 0 }}
		case reflect.Pointer:
			return condition{test: func(r *run) bool { return !get(r).IsNil() }}
		case reflect.Struct:
			// Always true, but for one that stands for a nil pointer.
			if e.at != nil && len(e.at.path) > 0 {
				return condition{known: true, value: true}
			}
			return condition{test: func(r *run) bool { return get(r).IsValid() }}
		}
	}
	c.refuse(n, "the truth of a %v", e.typ)
	return condition{}
}

// print writes a value. Only strings are known to the compiler, and none that
// say themselves how they are printed.
func (c *compiler) print(n parse.Node, e expr) {
	switch {
	case !c.plain(e):
		c.refuse(n, "printing a %v", e.typ)
	case e.known.IsValid():
		c.static = append(c.static, e.known.String()...)
	case e.append != nil:
		c.emit(e.append)
	default:
		text := e.text
		c.emit(func(r *run) { r.out = append(r.out, text(r)...) })
	}
}

// plain says whether the value is a string that fmt prints as it is.
func (c *compiler) plain(e expr) bool {
	if e.typ == nil || e.typ.Kind() != reflect.String {
		return false
	}
	pointer := reflect.PointerTo(e.typ)
	return !pointer.Implements(errorType) && !pointer.Implements(stringerType)
}

// pipe compiles a pipeline and declares its variable.
func (c *compiler) pipe(s *scope, dot expr, p *parse.PipeNode) expr {
	if p.IsAssign {
		c.refuse(p, "an assignment")
	}
	value := c.commands(s, dot, p)
	for _, v := range p.Decl {
		value = c.bind(p, value)
		s.vars = append(s.vars, variable{v.Ident[0], value})
	}
	return value
}

func (c *compiler) commands(s *scope, dot expr, p *parse.PipeNode) expr {
	var value expr
	for i, cmd := range p.Cmds {
		var last []expr // what the command before hands on
		if i > 0 {
			last = []expr{value}
		}
		value = c.command(s, dot, cmd, last)
	}
	return value
}

// command compiles one command of a pipeline with its arguments, the one from
// the command before behind them.
func (c *compiler) command(s *scope, dot expr, cmd *parse.CommandNode, last []expr) expr {
	args := make([]expr, 0, len(cmd.Args))
	for _, n := range cmd.Args[1:] {
		args = append(args, c.operand(s, dot, n))
	}
	args = append(args, last...)
	switch n := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		return c.function(n, args)
	case *parse.FieldNode:
		return c.chain(n, dot, n.Ident, args)
	case *parse.ChainNode:
		return c.chain(n, c.operand(s, dot, n.Node), n.Field, args)
	case *parse.VariableNode:
		return c.chain(n, c.variable(s, n), n.Ident[1:], args)
	}
	if len(args) > 0 {
		c.refuse(cmd, "arguments of a value")
	}
	return c.operand(s, dot, cmd.Args[0])
}

func (c *compiler) variable(s *scope, n *parse.VariableNode) expr {
	value, ok := s.find(n.Ident[0])
	if !ok {
		c.refuse(n, "no variable %s", n.Ident[0])
	}
	return value
}

// operand compiles an argument.
func (c *compiler) operand(s *scope, dot expr, n parse.Node) expr {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return c.chain(n, dot, n.Ident, nil)
	case *parse.VariableNode:
		return c.chain(n, c.variable(s, n), n.Ident[1:], nil)
	case *parse.ChainNode:
		return c.chain(n, c.operand(s, dot, n.Node), n.Field, nil)
	case *parse.PipeNode:
		if len(n.Decl) > 0 {
			c.refuse(n, "a variable inside brackets")
		}
		return c.commands(s, dot, n)
	case *parse.StringNode:
		return constant(reflect.ValueOf(n.Text))
	case *parse.BoolNode:
		return constant(reflect.ValueOf(n.True))
	}
	c.refuse(n, "an operand of type %T", n)
	return expr{}
}

// constant is a value that is known.
func constant(v reflect.Value) expr {
	return reading(expr{typ: v.Type(), known: v, value: func(*run) reflect.Value { return v }})
}

// chain compiles .A.B.C; the arguments are those of a method at its end.
func (c *compiler) chain(n parse.Node, e expr, names []string, args []expr) expr {
	if len(names) == 0 && len(args) > 0 {
		c.refuse(n, "arguments of a value")
	}
	for i, name := range names {
		var given []expr
		if i == len(names)-1 {
			given = args
		}
		e = c.member(n, e, name, given)
		if v, ok := c.known[e.typ]; ok {
			e = constant(v)
		}
	}
	return e
}
