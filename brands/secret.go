package brands

import (
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// secret is an environment variable, or a file, that a source value names, with its value. The name
// of a file begins with filePrefix.
type secret struct{ name, value string }

// filePrefix begins the name of a file in a source value, as in ${file:/run/secrets/token}.
const filePrefix = "file:"

// maxSecretBytes is the size of the largest file that a source value may name. Tokens and keys are
// far smaller, and a larger file was named by mistake.
const maxSecretBytes = 16 << 10

// minSecretLength is the length in bytes of the shortest value that Redact replaces. A shorter
// value is not a secret, and replacing it would garble numbers in messages.
const minSecretLength = 4

var variable = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*|file:[^}]*)\}`)

// expand replaces every ${NAME} in a source value by the value of the environment variable, and
// every ${file:/path} by the text of the file. Messages must not show the result; they show v.text,
// the value as written.
func (r *reader) expand(v value) (string, bool) {
	ok := true
	text := variable.ReplaceAllStringFunc(v.text, func(m string) string {
		name := m[2 : len(m)-1]
		found, fault := r.lookup(name)
		if fault != "" {
			v.fault("%s", fault)
			ok = false
			return ""
		}
		r.secrets = append(r.secrets, secret{name, found})
		return found
	})
	if ok && strings.Contains(variable.ReplaceAllString(v.text, ""), "${") {
		v.fault("%q has a ${ that names no variable: write ${NAME} or ${file:/path}", v.text)
		return "", false
	}
	return text, ok
}

// lookup returns the value of a variable or a file, or its fault.
func (r *reader) lookup(name string) (found, fault string) {
	path, isFile := strings.CutPrefix(name, filePrefix)
	if !isFile {
		found, set := r.env(name)
		switch {
		case !set:
			return "", fmt.Sprintf("the environment has no variable %s: set it where the "+
				"builder runs", name)
		case found == "":
			return "", fmt.Sprintf("the variable %s is empty: set it where the builder runs", name)
		}
		return found, ""
	}
	if !filepath.IsAbs(path) {
		return "", fmt.Sprintf("%q is not a whole path: write it as in ${file:/run/secrets/token}",
			path)
	}
	text, err := ReadFile(path, maxSecretBytes)
	found = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	switch {
	case err != nil:
		return "", fmt.Sprintf("%s is not readable: %v", path, err)
	case found == "":
		return "", fmt.Sprintf("%s is empty: write the value into it", path)
	}
	return found, ""
}

// Redact replaces, in text, every value that a source key took from the environment or a file by
// what brand.yaml says, ${NAME} or ${file:/path}. It finds the value as it is, percent-encoded as
// in an address, and as in JSON. Every message about a pull goes through it.
func (s Source) Redact(text string) string {
	// The longest first: a secret that contains another secret must be replaced as a whole.
	longest := slices.SortedFunc(slices.Values(s.secrets),
		func(a, b secret) int { return len(b.value) - len(a.value) })
	for _, x := range longest {
		if len(x.value) < minSecretLength {
			continue
		}
		quoted := string(marshal(x.value))
		for _, form := range []string{x.value, url.QueryEscape(x.value), url.PathEscape(x.value),
			quoted[1 : len(quoted)-1]} {
			text = strings.ReplaceAll(text, form, "${"+x.name+"}")
		}
	}
	return text
}
