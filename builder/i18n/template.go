package i18n

import (
	"fmt"
	"sync"
)

// Funcs returns the functions by which a template takes texts of a locale, some of them replaced by
// own; an unknown locale gets the texts of [Default]. The results are not escaped.
//
//   - t "key" "name" value …: a text with its placeholders filled in;
//   - tn "key" 3: a text that depends on a number, whose one placeholder is n.
//
// A key that is missing and a placeholder that does not fit are errors of the template.
func Funcs(name string, own Own) map[string]any {
	l := sync.OnceValue(func() *locale { return localeOf(name).with(own) })
	return map[string]any{
		"t": func(key string, values ...any) (string, error) {
			return l().format(key, values)
		},
		"tn": func(key string, n int) (string, error) {
			p, err := l().plural(binding{key: key, names: []string{"n"}})
			if err != nil {
				return "", err
			}
			return p.Count(n), nil
		},
	}
}

// format fills in a text with pairs of a name and a value.
func (l *locale) format(key string, pairs []any) (string, error) {
	b := binding{key: key}
	var args []string
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok || i+1 == len(pairs) {
			return "", l.fault(key, "values are given as pairs of a name and a value")
		}
		b.names = append(b.names, name)
		args = append(args, fmt.Sprint(pairs[i+1]))
	}
	m, err := l.message(b)
	if err != nil {
		return "", err
	}
	return m.Text(args...), nil
}
