package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// maxEnvFile is the size of the largest file of variables, in bytes.
const maxEnvFile = 64 << 10

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// parseEnvFile reads lines of NAME=value; it skips empty lines and lines that begin with #. It
// takes values as they are, and refuses a quote around one, because programs differ in whether they
// keep it. Errors begin with the number of the line and never hold a value.
func parseEnvFile(text string) (map[string]string, error) {
	vars := map[string]string{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		name, v, ok := strings.Cut(line, "=")
		var err error
		switch _, twice := vars[name]; {
		case !ok:
			err = errors.New("not NAME=value: write a variable a line, or # before a comment")
		case !envName.MatchString(name):
			err = errors.New(
				"the text before = is no name of a variable: write letters, digits and _, " +
					"without spaces or export",
			)
		case twice:
			err = fmt.Errorf("%s is set twice: keep one of the two", name)
		case v != strings.TrimSpace(v):
			err = fmt.Errorf("the value of %s begins or ends with a space: remove it", name)
		case strings.HasPrefix(v, `"`) || strings.HasPrefix(v, "'"):
			err = fmt.Errorf(
				"the value of %s begins with a quote: values are taken as they are, so "+
					"write it without",
				name,
			)
		}
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n, err)
		}
		vars[name] = v
	}
	return vars, nil
}
