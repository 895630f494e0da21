package compiled

import (
	"fmt"
	"html/template"
	"io"
	"reflect"
	"slices"
	texttemplate "text/template"
	"text/template/parse"
)

// Options holds the assumptions of the compiler about models and templates.
type Options struct {
	// Known are values that are the only one of their type in every model. An expression of that
	// type is this value, and its methods without arguments are called when the template is
	// compiled.
	Known []any
	// Funcs are the functions with which the templates were parsed. Each result depends only on the
	// argument.
	Funcs map[string]func(string) string
}

// HTML compiles templates of t, each for models of one type. models maps the name of a template to
// any model of its type, a pointer to a struct that may be nil. HTML escapes t, so nothing can be
// parsed into t afterwards. A template that does not compile is executed by the standard engine:
// see [Program.Standard].
func HTML(t *template.Template, models map[string]any, o Options) map[string]*Program {
	programs, marks := map[string]*Program{}, places{}
	for _, found := range t.Funcs(boundedFuncs).Templates() {
		marks.add(found.Tree)
	}
	for name, model := range models {
		programs[name] = newProgram(name, model, marks, t.ExecuteTemplate)
		programs[name].reason = addProbe(t, name)
	}
	for name, p := range programs {
		if p.reason == nil {
			p.reason = escape(t, name)
		}
		if p.reason == nil {
			p.compile(o, escapers, func(name string) *parse.Tree {
				if found := t.Lookup(name); found != nil {
					return found.Tree
				}
				return nil
			})
		}
	}
	return programs
}

// probePrefix begins the names of probes. html/template escapes a template when that template, or
// one that calls it, is executed for the first time. A probe calls its target only if its data is
// not nil, so executing the probe with nil makes html/template escape the target without writing
// output.
const probePrefix = "compiled/"

func addProbe(t *template.Template, name string) error {
	_, err := t.New(probePrefix + name).Parse(fmt.Sprintf("{{if .}}{{template %q .}}{{end}}", name))
	return err
}

func escape(t *template.Template, name string) error {
	return t.ExecuteTemplate(io.Discard, probePrefix+name, nil)
}

// Markdown compiles templates of text/template like [HTML].
func Markdown(t *texttemplate.Template, models map[string]any, o Options) map[string]*Program {
	programs, marks := map[string]*Program{}, places{}
	for _, found := range t.Funcs(boundedFuncs).Templates() {
		marks.add(found.Tree)
	}
	for name, model := range models {
		p := newProgram(name, model, marks, t.ExecuteTemplate)
		p.compile(o, nil, func(name string) *parse.Tree {
			if found := t.Lookup(name); found != nil {
				return found.Tree
			}
			return nil
		})
		programs[name] = p
	}
	return programs
}

func newProgram(name string, model any, marks places,
	execute func(io.Writer, string, any) error) *Program {
	return &Program{name: name, model: reflect.TypeOf(model), places: marks, execute: execute}
}

// maxSteps bounds the steps of a program: templates that call one another many times grow when they
// are inlined.
const maxSteps = 1 << 14

// compiler turns the trees of one template into steps. It walks actions and pipelines with the
// variables in scope, and leaves each value to the valueCompiler.
type compiler struct {
	valueCompiler
	lookup func(name string) *parse.Tree
	calls  []string // templates being spliced, to detect recursion
}

// valueCompiler compiles operations on single values: members, methods, functions, escapers and
// printing. It knows the types of the models, but neither variables nor other templates.
type valueCompiler struct {
	stepList
	escapers map[string]escaper
	funcs    map[string]func(string) string
	known    map[reflect.Type]reflect.Value
	tree     *parse.Tree // the innermost template being spliced, for messages
}

// unsupported is the panic value that ends a compilation.
type unsupported struct{ reason error }

// refuse ends the compilation because the compiler does not support a node.
func (c *valueCompiler) refuse(n parse.Node, format string, args ...any) {
	reason := fmt.Errorf(format, args...)
	if c.tree != nil && n != nil {
		location, _ := c.tree.ErrorContext(n)
		reason = fmt.Errorf("%s: %s: %w", location, n, reason)
	}
	panic(unsupported{reason})
}

// compile turns the template into steps, or notes the reason why the standard engine executes it.
// lookup finds the templates that it calls.
func (p *Program) compile(o Options, escapers map[string]escaper,
	lookup func(string) *parse.Tree) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unsupported:
			p.reason = fmt.Errorf("template %s is not compiled: %w", p.name, r.reason)
		default: // such as a method of a known value: the standard engine reports it
			p.reason = fmt.Errorf("template %s is not compiled: panic: %v", p.name, r)
		}
	}()
	c := &compiler{lookup: lookup, valueCompiler: valueCompiler{
		escapers: escapers, funcs: o.Funcs, known: map[reflect.Type]reflect.Value{},
	}}
	for _, v := range o.Known {
		c.known[reflect.TypeOf(v)] = reflect.ValueOf(v)
	}
	if p.model == nil || p.model.Kind() != reflect.Pointer ||
		p.model.Elem().Kind() != reflect.Struct {
		c.refuse(nil, "a model of type %v", p.model)
	}
	c.vals = 1
	c.inline(p.name, nil, fieldOf(p.model.Elem(), fieldRef{}))
	c.flush()
	p.steps = c.steps
	p.states.New = func() any {
		return &renderState{vals: make([]reflect.Value, c.vals), texts: make([]string, c.texts)}
	}
}

// branch compiles a list into a step list of its own.
func (c *compiler) branch(s scope, dot expr, list *parse.ListNode) []step {
	if list == nil {
		return nil
	}
	c.flush()
	outer := c.steps
	c.steps = nil
	c.list(s, dot, list)
	c.flush()
	inner := c.steps
	c.steps = outer
	return inner
}

// scope holds the variables of a list of nodes, the innermost last. A list gets a copy, so what it
// declares ends with it.
type scope []variable

type variable struct {
	name  string
	value expr
}

func (s scope) find(name string) (expr, bool) {
	for _, v := range slices.Backward(s) {
		if v.name == name {
			return v.value, true
		}
	}
	return expr{}, false
}

// inline compiles a template in place of the node that calls it.
func (c *compiler) inline(name string, n parse.Node, dot expr) {
	tree := c.lookup(name)
	if tree == nil || tree.Root == nil {
		c.refuse(n, "no template %q", name)
	}
	if slices.Contains(c.calls, name) {
		c.refuse(n, "template %q calls itself", name)
	}
	outer := c.tree
	c.tree, c.calls = tree, append(c.calls, name)
	c.list(scope{{"$", dot}}, dot, tree.Root)
	c.tree, c.calls = outer, c.calls[:len(c.calls)-1]
}

func (c *compiler) list(s scope, dot expr, list *parse.ListNode) {
	for _, n := range list.Nodes {
		c.node(&s, dot, n)
	}
}

// node compiles a node of a template, whose dot is the value dot. Only the variables of an action
// are left in outer: those of a branch or a loop end with it.
func (c *compiler) node(outer *scope, dot expr, n parse.Node) {
	s := *outer
	switch n := n.(type) {
	case *parse.TextNode:
		c.static = append(c.static, n.Text...)
	case *parse.CommentNode:
	case *parse.ActionNode:
		value := c.pipe(outer, dot, n.Pipe)
		if len(n.Pipe.Decl) == 0 {
			c.print(n, value)
		}
	case *parse.IfNode:
		c.ifElse(c.truth(n, c.pipe(&s, dot, n.Pipe)), s, dot, n.List, dot, n.ElseList)
	case *parse.WithNode:
		value := c.bind(c.pipe(&s, dot, n.Pipe))
		c.ifElse(c.truth(n, value), s, value, n.List, dot, n.ElseList)
	case *parse.RangeNode:
		c.loop(s, dot, n)
	case *parse.TemplateNode:
		var value expr
		if n.Pipe != nil {
			value = c.bind(c.pipe(&s, dot, n.Pipe))
		}
		c.inline(n.Name, n, value)
	default:
		c.refuse(n, "a node of type %T", n)
	}
}

// ifElse compiles the two lists of an if or with. If the condition is known, only one list is
// compiled.
func (c *compiler) ifElse(cond condition, s scope, thenDot expr, then *parse.ListNode,
	otherDot expr, other *parse.ListNode) {
	if cond.known {
		list, dot := then, thenDot
		if !cond.value {
			list, dot = other, otherDot
		}
		if list != nil {
			c.list(s, dot, list)
		}
		return
	}
	yes := c.branch(s, thenDot, then)
	no := c.branch(s, otherDot, other)
	test := cond.test
	c.emit(func(r *renderState) {
		if test(r) {
			runSteps(r, yes)
		} else {
			runSteps(r, no)
		}
	})
}

// loop compiles a range over a slice of strings or structs.
func (c *compiler) loop(s scope, dot expr, n *parse.RangeNode) {
	if n.Pipe.IsAssign {
		c.refuse(n, "an assignment")
	}
	value := c.commands(s, dot, n.Pipe)
	if value.typ == nil || value.typ.Kind() != reflect.Slice || value.value == nil {
		c.refuse(n, "a range over %v", value.typ)
	}
	elem := value.typ.Elem()
	if elem.Kind() != reflect.Struct && elem.Kind() != reflect.String {
		c.refuse(n, "a range over elements of type %v", elem)
	}
	slot, index := c.newSlot(), c.newSlot()
	item := fieldOf(elem, fieldRef{slot: slot})
	switch decl := n.Pipe.Decl; len(decl) {
	case 1:
		s = append(s, variable{decl[0].Ident[0], item})
	case 2:
		s = append(s, variable{decl[0].Ident[0],
			fieldOf(reflect.TypeFor[int](), fieldRef{slot: index})},
			variable{decl[1].Ident[0], item})
	}
	body := c.branch(s, item, n.List)
	none := c.branch(s, dot, n.ElseList)
	get := value.value
	place, _ := c.tree.ErrorContext(n)
	c.emit(func(r *renderState) {
		list := get(r)
		if list.Len() == 0 {
			runSteps(r, none)
			return
		}
		for i := range list.Len() {
			r.turn(place)
			r.vals[index], r.vals[slot] = reflect.ValueOf(i), list.Index(i)
			runSteps(r, body)
		}
	})
}
