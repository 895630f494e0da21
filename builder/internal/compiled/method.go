package compiled

import "reflect"

// Method is a method of a model that steps call without reflection.
type Method struct {
	receiver reflect.Type // a pointer
	name     string
	result   reflect.Type

	// One of these is set. The receiver is a pointer.
	text    func(receiver reflect.Value) string
	textOf  func(receiver reflect.Value, arg string) string
	flag    func(receiver reflect.Value) bool
	pointer func(receiver reflect.Value) reflect.Value
}

// Text is a method without arguments that returns a string.
func Text[T any](name string, f func(*T) string) Method {
	return Method{receiver: reflect.TypeFor[*T](), name: name, result: stringType,
		text: func(v reflect.Value) string { return f(v.Interface().(*T)) }}
}

// TextOf is a method that makes a string of a string.
func TextOf[T any](name string, f func(*T, string) string) Method {
	return Method{receiver: reflect.TypeFor[*T](), name: name, result: stringType,
		textOf: func(v reflect.Value, arg string) string { return f(v.Interface().(*T), arg) }}
}

// Flag is a method without arguments that returns a bool.
func Flag[T any](name string, f func(*T) bool) Method {
	return Method{receiver: reflect.TypeFor[*T](), name: name, result: reflect.TypeFor[bool](),
		flag: func(v reflect.Value) bool { return f(v.Interface().(*T)) }}
}

// Pointer is a method without arguments that returns a part of its receiver.
func Pointer[T, R any](name string, f func(*T) *R) Method {
	return Method{receiver: reflect.TypeFor[*T](), name: name, result: reflect.TypeFor[*R](),
		pointer: func(v reflect.Value) reflect.Value {
			return reflect.ValueOf(f(
				v.Interface().(*T)))
		}}
}
