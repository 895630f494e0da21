package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"cartaz/brands"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// command is one call of a verb.
type command struct {
	Env
	verb  *verb
	flags *flag.FlagSet
	values
}

// readEnvFile adds the variables of the file of --env-file, if there is one, to the variables of
// the environment. Programs that the builder starts do not get them.
func (c *command) readEnvFile() error {
	if c.envFile == "" {
		return nil
	}
	text, err := brands.ReadFile(c.envFile, maxEnvFile)
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(c.envFile)
	}
	if err != nil {
		return fmt.Errorf("--env-file: %s: %w", c.envFile, err)
	}
	if mode := info.Mode().Perm(); mode&0o007 != 0 {
		return fmt.Errorf("--env-file: %[1]s can be read or changed by every user of this machine "+
			"(mode %04[2]o): chmod 600 %[1]s", c.envFile, mode)
	}
	vars, err := parseEnvFile(string(text))
	if err != nil {
		return fmt.Errorf("--env-file: %s:%w", c.envFile, err)
	}
	outer := c.Lookup
	c.Lookup = func(name string) (string, bool) {
		if v, ok := outer(name); ok {
			return v, true
		}
		v, ok := vars[name]
		return v, ok
	}
	return nil
}

// run runs the verb with the flags and arguments of a command line, and returns its exit code.
func (c *command) run(ctx context.Context, args []string) int {
	names, code, done := c.parse(args)
	if done {
		return code
	}
	return c.verb.run(ctx, c, names)
}

// parse reads the flags, which may be before, between and after the other arguments. If nothing is
// left to run, done is true and code is the exit code.
func (c *command) parse(args []string) (names []string, code int, done bool) {
	c.flags.SetOutput(c.Stderr)
	c.flags.Usage = func() {}
	for {
		switch err := c.flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			fmt.Fprint(c.Stdout, c.help())
			return nil, ExitOK, true
		case err != nil:
			// Package flag has printed what is wrong. The help would push it off the screen.
			fmt.Fprintf(c.Stderr, "see builder %s --help\n", c.verb.name)
			return nil, ExitUsage, true
		}
		rest := c.flags.Args()
		if len(rest) == 0 {
			break
		}
		if end := len(args) - len(rest); end > 0 && args[end-1] == "--" {
			names = append(names, rest...)
			break
		}
		names, args = append(names, rest[0]), rest[1:]
	}
	switch n := len(names); {
	case n < c.verb.least, c.verb.most == c.verb.least && c.verb.most > 0 && n > c.verb.most:
		return nil, c.usage("%s", c.verb.want), true
	case c.verb.most > 0 && n > c.verb.most:
		return nil, c.usage("%d arguments are too many", n), true
	}
	if err := c.readEnvFile(); err != nil {
		return nil, c.fail(ExitUsage, "%w", err), true
	}
	return names, ExitOK, false
}

// help returns the text of --help.
func (c *command) help() string {
	w := new(strings.Builder)
	fmt.Fprintf(w, "Usage: builder %s [flags]", c.verb.name)
	if c.verb.args != "" {
		fmt.Fprintf(w, " %s", c.verb.args)
	}
	fmt.Fprintf(w, "\n\n%s\n\nFlags:\n", c.verb.long)
	c.flags.VisitAll(func(f *flag.Flag) {
		kind, text := flag.UnquoteUsage(f)
		name := "--" + f.Name
		if kind != "" {
			name += " " + kind
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0s" {
			text += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  %-22s %s\n", name, wrapText(text, 72, 25))
	})
	fmt.Fprintf(w, "\nExamples:\n")
	for _, line := range c.verb.example {
		fmt.Fprintf(w, "  %s\n", line)
	}
	return w.String()
}

// wrapText breaks text at spaces into lines of at most width runes, and indents all lines but the
// first.
func wrapText(text string, width, indent int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

// fail prints an error and returns its exit code.
func (c *command) fail(code int, format string, args ...any) int {
	fmt.Fprintf(c.Stderr, "builder: %s\n", fmt.Errorf(format, args...))
	return code
}

// failed prints an error by fail, and returns the exit code that exitCode has for it.
func (c *command) failed(err error) int { return c.fail(exitCode(err), "%w", err) }

// usage reports a wrong command line by fail.
func (c *command) usage(format string, args ...any) int {
	return c.fail(ExitUsage, "%s: %s; see builder %s --help", c.verb.name,
		fmt.Sprintf(format, args...), c.verb.name)
}

// print writes a value as one line of JSON.
func (c *command) print(value any) error {
	line, err := text.JSON(value, "")
	if err == nil {
		_, err = c.Stdout.Write(line)
	}
	return err
}

// show prints a value as JSON if --json was given, else as the text of format and args.
func (c *command) show(value any, format string, args ...any) error {
	if c.json {
		return c.print(value)
	}
	_, err := fmt.Fprintf(c.Stdout, format, args...)
	return err
}

// done prints the result of a verb by show, and returns its exit code.
func (c *command) done(code int, value any, format string, args ...any) int {
	if err := c.show(value, format, args...); err != nil {
		return c.failed(err)
	}
	return code
}

// rows prints a table whose cells have the names of columns, or with --json an object for each row.
// It returns code if all is printed.
func (c *command) rows(code int, columns string, rows [][]any) int {
	names := strings.Fields(columns)
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	c.Stdout = w
	if !c.json {
		fmt.Fprintln(w, strings.Join(names, "\t"))
	}
	for _, row := range rows {
		object, line := map[string]any{}, ""
		for i, name := range names {
			object[name] = row[i]
			line += strings.Join(strings.Fields(fmt.Sprint(row[i])), " ") + "\t" // one line
		}
		code = c.done(code, object, "%s\n", strings.TrimRight(line, "\t"))
	}
	if err := w.Flush(); err != nil {
		return c.failed(err)
	}
	return code
}

// brandKeys returns names, or the keys of all brands in the output folder that were not retired if
// names is empty. It fails if a named brand has no folder there.
func (c *command) brandKeys(names []string) (keys []string, err error) {
	all, err := c.folders()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("%s holds no brand %q; there are: %s", c.out, name,
				cmp.Or(strings.Join(all, ", "), "none"))
		}
	}
	if len(names) > 0 {
		return names, nil
	}
	return slices.DeleteFunc(all, func(name string) bool {
		b, err := release.ReadBrand(filepath.Join(c.out, name))
		return err == nil && b.State == release.StateRetired
	}), nil
}

// folders returns the keys of all brands in the output folder.
func (c *command) folders() (keys []string, err error) {
	entries, err := os.ReadDir(c.out)
	if err != nil {
		return nil, fmt.Errorf("output folder: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			keys = append(keys, e.Name())
		}
	}
	return keys, nil
}

// brandDir returns the output folder of a brand.
func (c *command) brandDir(name string) (dir string, err error) {
	if _, err := c.brandKeys([]string{name}); err != nil {
		return "", err
	}
	return filepath.Join(c.out, name), nil
}

// brandFailed prints the error of one brand and returns its exit code.
func (c *command) brandFailed(brand string, err error) int {
	code := exitCode(err)
	if c.json {
		if err := c.print(failure{brand, resultNames[code], code, err.Error()}); err != nil {
			return c.failed(err)
		}
	}
	fmt.Fprintf(c.Stderr, "%s: FAILED: %v\n", brand, err)
	return code
}

// failure is the JSON output for a brand that failed.
type failure struct {
	Brand    string `json:"brand"`
	Result   string `json:"result"`
	ExitCode int    `json:"exit_code"`
	Error    string `json:"error"`
}

// withLock runs f while it holds the lock of a brand's folder.
func withLock(dir string, f func(*release.Folder) error) error {
	folder, err := release.Lock(dir, release.Options{})
	if err != nil {
		return err
	}
	return errors.Join(f(folder), folder.Close())
}
