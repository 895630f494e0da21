package compiled

import (
	"fmt"
	"html/template"
	"reflect"
	"text/template/parse"
)

// expr is a value of a template: its type and the way to read it when a page is rendered. The zero
// expr is the value of a template that was called without one.
type expr struct {
	typ   reflect.Type
	known reflect.Value // set if the value is the same in all models
	ref   *fieldRef     // its field in a model
	bound bool          // a slot of the run holds it

	text  func(r *renderState) string        // for strings of any named type
	value func(r *renderState) reflect.Value // for all other types
}

// fieldRef is a field of the value in a slot of the render state.
type fieldRef struct {
	slot int
	path []int
}

// condition is the truth of a value.
type condition struct {
	known, value bool
	test         func(r *renderState) bool
}

var (
	stringType   = reflect.TypeFor[string]()
	errorType    = reflect.TypeFor[error]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
)

// fieldOf returns the value that a fieldRef names.
func fieldOf(typ reflect.Type, p fieldRef) expr {
	slot, path := p.slot, p.path
	get := func(r *renderState) reflect.Value { return r.vals[slot] }
	if len(path) > 0 {
		get = func(r *renderState) reflect.Value { return r.vals[slot].FieldByIndex(path) }
	}
	e := read(typ, get)
	e.ref = &p
	return e
}

// read returns a value of a type that get reads.
func read(typ reflect.Type, get func(r *renderState) reflect.Value) expr {
	e := expr{typ: typ, value: get}
	if typ.Kind() == reflect.String {
		e.text = func(r *renderState) string { return get(r).String() }
	}
	return e
}

// yes returns a bool value.
func yes(test func(r *renderState) bool) expr {
	return read(reflect.TypeFor[bool](),
		func(r *renderState) reflect.Value { return reflect.ValueOf(test(r)) })
}

// bind stores a value in a slot, so it is evaluated once and not at every use.
func (c *valueCompiler) bind(e expr) expr {
	if e.known.IsValid() || e.ref != nil || e.bound || e.typ == nil {
		return e
	}
	if text := e.text; text != nil {
		slot := c.texts
		c.texts++
		c.emit(func(r *renderState) { r.texts[slot] = text(r) })
		return expr{typ: e.typ, bound: true,
			text: func(r *renderState) string { return r.texts[slot] }}
	}
	slot, get := c.newSlot(), e.value
	if e.typ.Kind() == reflect.Pointer {
		// The struct replaces the pointer: a template can tell them apart only by printing them.
		// The struct of a nil pointer is not valid.
		c.emit(func(r *renderState) { r.vals[slot] = get(r).Elem() })
		return fieldOf(e.typ.Elem(), fieldRef{slot: slot})
	}
	c.emit(func(r *renderState) { r.vals[slot] = get(r) })
	return fieldOf(e.typ, fieldRef{slot: slot})
}

// truth returns the truth of a value, as in if and with.
func (c *valueCompiler) truth(n parse.Node, e expr) condition {
	if e.known.IsValid() {
		truth, ok := template.IsTrue(e.known.Interface())
		if !ok {
			c.refuse(n, "the truth of a %v", e.typ)
		}
		return condition{known: true, value: truth}
	}
	kind, get := reflect.Invalid, e.value
	if e.typ != nil {
		kind = e.typ.Kind()
	}
	switch kind {
	case reflect.String:
		text := e.text
		return condition{test: func(r *renderState) bool { return text(r) != "" }}
	case reflect.Bool:
		return condition{test: func(r *renderState) bool { return get(r).Bool() }}
	case reflect.Int:
		return condition{test: func(r *renderState) bool { return get(r).Int() != 0 }}
	case reflect.Slice:
		return condition{test: func(r *renderState) bool { return get(r).Len() > 0 }}
	case reflect.Pointer:
		return condition{test: func(r *renderState) bool { return !get(r).IsNil() }}
	case reflect.Struct:
		// Always true, except for the struct of a nil pointer.
		if e.ref != nil && len(e.ref.path) > 0 {
			return condition{known: true, value: true}
		}
		return condition{test: func(r *renderState) bool { return get(r).IsValid() }}
	}
	c.refuse(n, "the truth of a %v", e.typ)
	return condition{}
}

// print writes a value. The compiler prints strings only, and no type that has an Error or String
// method.
func (c *valueCompiler) print(n parse.Node, e expr) {
	switch {
	case !printsAsIs(e):
		c.refuse(n, "printing a %v", e.typ)
	case e.known.IsValid():
		c.static = append(c.static, e.known.String()...)
	default:
		text := e.text
		c.emit(func(r *renderState) { r.out = append(r.out, text(r)...) })
	}
}

// printsAsIs reports whether the value is a string that fmt prints unchanged.
func printsAsIs(e expr) bool {
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
	value := c.commands(*s, dot, p)
	for _, v := range p.Decl {
		value = c.bind(value)
		*s = append(*s, variable{v.Ident[0], value})
	}
	return value
}

func (c *compiler) commands(s scope, dot expr, p *parse.PipeNode) expr {
	var value expr
	for i, cmd := range p.Cmds {
		var last []expr // result of the previous command
		if i > 0 {
			last = []expr{value}
		}
		value = c.command(s, dot, cmd, last)
	}
	return value
}

// command compiles one command of a pipeline. The value of the previous command is its last
// argument.
func (c *compiler) command(s scope, dot expr, cmd *parse.CommandNode, last []expr) expr {
	args := make([]expr, 0, len(cmd.Args))
	for _, n := range cmd.Args[1:] {
		args = append(args, c.operand(s, dot, n))
	}
	args = append(args, last...)
	switch n := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		return c.function(n, args)
	case *parse.FieldNode, *parse.ChainNode, *parse.VariableNode:
	default:
		if len(args) > 0 {
			c.refuse(cmd, "arguments of a value")
		}
	}
	return c.operand(s, dot, cmd.Args[0], args...)
}

func (c *compiler) variable(s scope, n *parse.VariableNode) expr {
	value, ok := s.find(n.Ident[0])
	if !ok {
		c.refuse(n, "no variable %s", n.Ident[0])
	}
	return value
}

// operand compiles an argument, or a call with arguments of its own.
func (c *compiler) operand(s scope, dot expr, n parse.Node, args ...expr) expr {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return c.chain(n, dot, n.Ident, args)
	case *parse.VariableNode:
		return c.chain(n, c.variable(s, n), n.Ident[1:], args)
	case *parse.ChainNode:
		return c.chain(n, c.operand(s, dot, n.Node), n.Field, args)
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

// constant returns a known value.
func constant(v reflect.Value) expr {
	e := read(v.Type(), func(*renderState) reflect.Value { return v })
	e.known = v
	return e
}

// chain compiles .A.B.C; the arguments belong to a method at its end.
func (c *valueCompiler) chain(n parse.Node, e expr, names []string, args []expr) expr {
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
