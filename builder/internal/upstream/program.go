package upstream

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
)

const (
	itemTime    = 2 * time.Second  // of one item in the program
	filterTime  = 30 * time.Second // of a filter over a whole document
	maxYield    = 10_000           // records of one item: an event of 784 dates exists
	maxProgram  = 1 << 20          // bytes
	maxItemsOut = 1_000_000        // outputs of an items filter for one document
)

// variables are what a program knows besides its input; the filters of source.pages and
// source.errors also see the fields of the answer's header.
var (
	variables     = []string{"$file", "$page", "$brand", "$locale"}
	pageVariables = append(slices.Clone(variables), headerVariable)
)

const headerVariable = "$headers"

// program is a compiled jq program or filter.
type program struct {
	*jq.Program
	name    string // as in brand.yaml, for messages
	limits  jq.Limits
	runner  *jq.Runner
	headers bool // looks at the header
	place   bool // looks at where the item stands: $file or $page
}

// compileFilter reads a jq text; name stands for it in messages, known are the variables that it
// has. above is how many of its first lines are not the brand's.
func (c *programs) compileFilter(name, text string, known []string, above int) (*program, error) {
	code, err := jq.Compile(text, known)
	var syntax *jq.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%w: %s, line %d: %v", ErrMap, name, syntax.Line-above, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %v", ErrMap, name, err)
	}
	return &program{
		Program: code, name: name, limits: jq.Limits{Outputs: maxYield, Time: filterTime},
		runner:  &c.runner,
		headers: code.Mentions(headerVariable), place: code.Mentions("$file") ||
			code.Mentions("$page"),
	}, nil
}

// run gives the outputs for one input.
func (p *program) run(ctx context.Context, input any, values []any) ([]any, error) {
	out, err := p.runner.Run(ctx, p.Program, input, values, p.limits)
	return out, p.named(err)
}

// named says which program an error is of. What is not of its input, as the end of the context, is
// not the program's.
func (p *program) named(err error) error {
	var failed *jq.Error
	if errors.As(err, &failed) {
		return fmt.Errorf("%w: %s: %w", ErrMap, p.name, failed)
	}
	return err
}

// first gives the first output that is not null or false; nil when there is none.
func (p *program) first(ctx context.Context, input any, values []any) (any, error) {
	out, err := p.run(ctx, input, values)
	for _, v := range out {
		if v != nil && v != false {
			return v, err
		}
	}
	return nil, err
}

var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*)+$`)

// placeOf reads source.items: a plain path is streamed, anything else is a filter over the whole
// document.
func (c *programs) placeOf(items string) (jsondoc.Place, *program, error) {
	items = strings.TrimSpace(items)
	switch {
	case items == "":
		return jsondoc.Place{Auto: true}, nil, nil
	case plainPath.MatchString(items):
		return jsondoc.Place{Path: strings.Split(items[1:], "."), Written: items}, nil, nil
	}
	filter, err := c.compileFilter("source.items", items, variables, 0)
	if err == nil {
		filter.limits.Outputs = maxItemsOut
	}
	return jsondoc.Place{}, filter, err
}
