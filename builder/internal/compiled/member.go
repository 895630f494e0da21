package compiled

import (
	"reflect"
	"slices"
	"text/template/parse"
)

// member compiles the method or field called name of a value. Like the standard engine it prefers a
// method, including methods of the pointer.
func (c *valueCompiler) member(n parse.Node, e expr, name string, args []expr) expr {
	base := e.typ
	if base != nil && base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	if base == nil || base.Kind() != reflect.Struct {
		c.refuse(n, "member %s of a %v", name, e.typ)
	}
	e = c.bind(e)
	if method, ok := reflect.PointerTo(base).MethodByName(name); ok {
		return c.call(n, e, method, args)
	}
	field, ok := base.FieldByName(name)
	switch {
	case !ok || !field.IsExported():
		c.refuse(n, "no field %s in %v", name, base)
	case len(args) > 0:
		c.refuse(n, "arguments of field %s", name)
	case e.known.IsValid():
		v, err := reflect.Indirect(e.known).FieldByIndexErr(field.Index)
		if err != nil {
			c.refuse(n, "%w", err)
		}
		return constant(v)
	}
	return fieldOf(field.Type, fieldRef{slot: e.ref.slot,
		path: slices.Concat(e.ref.path, field.Index)})
}

// receiver reads the pointer that methods of a value are called on.
func (c *valueCompiler) receiver(n parse.Node, e expr) func(r *renderState) reflect.Value {
	get := e.value
	switch {
	case e.typ.Kind() == reflect.Pointer:
		return get
	case e.known.IsValid():
		c.refuse(n, "a method of a constant")
	}
	return func(r *renderState) reflect.Value { return get(r).Addr() }
}

// call compiles a call of a method.
func (c *valueCompiler) call(n parse.Node, e expr, method reflect.Method, args []expr) expr {
	typ := method.Type // the receiver is its first argument
	if typ.IsVariadic() || typ.NumIn() != 1+len(args) || typ.NumOut() != 1 {
		c.refuse(n, "method %s with %d arguments", method.Name, len(args))
	}
	allKnown := e.known.IsValid()
	for i, arg := range args {
		if typ.In(1+i) != stringType || arg.typ != stringType {
			c.refuse(n, "an argument of type %v", arg.typ)
		}
		allKnown = allKnown && arg.known.IsValid()
	}
	receiver := c.receiver(n, e)
	if allKnown {
		return c.printable(n, constant(byReflection(receiver, method, args)(nil)))
	}
	return c.printable(n, read(typ.Out(0), byReflection(receiver, method, args)))
}

// printable accepts a method's result that is a string, a bool, a pointer or a slice. A struct has
// no address here, so the methods of pointers to its fields could not be called.
func (c *valueCompiler) printable(n parse.Node, e expr) expr {
	switch e.typ.Kind() {
	case reflect.String, reflect.Bool, reflect.Pointer, reflect.Slice:
		return e
	}
	c.refuse(n, "a result of type %v", e.typ)
	return expr{}
}

func byReflection(receiver func(*renderState) reflect.Value, method reflect.Method,
	args []expr) func(*renderState) reflect.Value {
	return func(r *renderState) reflect.Value {
		in := []reflect.Value{receiver(r)}
		for _, arg := range args {
			in = append(in, reflect.ValueOf(arg.text(r)))
		}
		return method.Func.Call(in)[0]
	}
}

// function compiles a call of a function: one of the options, an escaper, or one of the supported
// functions of the language.
func (c *valueCompiler) function(n *parse.IdentifierNode, args []expr) expr {
	if f, ok := c.funcs[n.Ident]; ok {
		if len(args) != 1 || args[0].typ != stringType {
			c.refuse(n, "arguments of function %s", n.Ident)
		}
		if arg := args[0]; arg.known.IsValid() {
			return constant(reflect.ValueOf(f(arg.known.String())))
		}
		text := args[0].text
		return expr{typ: stringType, text: func(r *renderState) string { return f(text(r)) }}
	}
	if esc, ok := c.escapers[n.Ident]; ok && len(args) == 1 {
		return c.escape(n, esc, args[0])
	}
	switch {
	case n.Ident == "and" && len(args) > 0:
		return c.logic(n, args, false)
	case n.Ident == "or" && len(args) > 0:
		return c.logic(n, args, true)
	case n.Ident == "not" && len(args) == 1:
		cond := c.truth(n, args[0])
		if cond.known {
			return constant(reflect.ValueOf(!cond.value))
		}
		return yes(func(r *renderState) bool { return !cond.test(r) })
	case n.Ident == "eq" && len(args) == 2 && args[0].text != nil && args[1].text != nil:
		a, b := args[0].text, args[1].text
		return yes(func(r *renderState) bool { return a(r) == b(r) })
	}
	c.refuse(n, "function %s", n.Ident)
	return expr{}
}

// logic compiles and (until false) or or (until true). The result is one of the arguments; the
// compiler knows only whether it is true.
func (c *valueCompiler) logic(n parse.Node, args []expr, until bool) expr {
	tests := make([]func(*renderState) bool, len(args))
	for i, arg := range args {
		cond := c.truth(n, arg)
		tests[i] = cond.test
		if cond.known {
			tests[i] = func(*renderState) bool { return cond.value }
		}
	}
	return yes(func(r *renderState) bool {
		for _, test := range tests {
			if test(r) == until {
				return until
			}
		}
		return !until
	})
}

// escape compiles an escaper of html/template.
func (c *valueCompiler) escape(n parse.Node, esc escaper, arg expr) expr {
	switch {
	case !printsAsIs(arg):
		c.refuse(n, "escaping a %v", arg.typ)
	case esc.trusts != nil && arg.typ == esc.trusts:
		return expr{typ: stringType, known: asString(arg.known), text: arg.text}
	case esc.only || trusted[arg.typ]:
		c.refuse(n, "escaping a %v here", arg.typ)
	case arg.known.IsValid():
		return constant(reflect.ValueOf(esc.escape(arg.known.String())))
	}
	text := arg.text
	return expr{typ: stringType, text: func(r *renderState) string { return esc.escape(text(r)) }}
}

func asString(v reflect.Value) reflect.Value {
	if !v.IsValid() {
		return v
	}
	return reflect.ValueOf(v.String())
}
