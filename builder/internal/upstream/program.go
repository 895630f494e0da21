package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
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

var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*)+$`)

// programs are the brand's program and filters, compiled. A filter that the brand does not have is
// nil.
type programs struct {
	src      Source
	itemTime time.Duration
	runner   jq.Runner // of the filters

	place   jsondoc.Place
	items   *program // nil when place says it
	mapping *program // nil when the source holds records
	last    *program
	next    *program
	token   *program
	total   *program
	errors  *program
	headers bool // a filter of the pages looks at the header

	detailURL   *template // nil when there are no details
	detailKey   *program
	detailItems *program
}

// compile readies every filter before the first byte is asked for. A plain path in source.items is
// streamed, anything else is a filter over the whole document.
func (c *programs) compile() error {
	name, mapping, above, err := c.mapText()
	if err != nil {
		return err
	}
	items := strings.TrimSpace(c.src.Items)
	switch {
	case c.src.Document(): // it is a path of the kind of the document
		items = ""
	case items == "":
		c.place = jsondoc.Place{Auto: true}
	case plainPath.MatchString(items):
		c.place = jsondoc.Place{Path: strings.Split(items[1:], "."), Written: items}
		items = ""
	}
	whole, item := jq.Limits{Outputs: maxYield, Time: filterTime},
		jq.Limits{Outputs: maxYield, Time: c.itemTime}
	for _, f := range []struct {
		name, text string
		known      []string
		above      int
		limits     jq.Limits
		to         **program
	}{
		{"source.items", items, variables, 0, jq.Limits{Outputs: maxItemsOut, Time: filterTime},
			&c.items},
		{name, mapping, variables, above, item, &c.mapping},
		{"source.pages.last", c.src.Pages.Last, pageVariables, 0, whole, &c.last},
		{"source.pages.next", c.src.Pages.Next, pageVariables, 0, whole, &c.next},
		{"source.pages.token", c.src.Pages.Token, pageVariables, 0, whole, &c.token},
		{"source.pages.total", c.src.Pages.Total, pageVariables, 0, whole, &c.total},
		{"source.errors", c.src.Errors, pageVariables, 0, whole, &c.errors},
		{"source.detail.key", c.src.Detail.Key, variables, 0, item, &c.detailKey},
		{"source.detail.items", c.src.Detail.Items, variables, 0, whole, &c.detailItems},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = c.compileFilter(f.name, f.text, f.known, f.above, f.limits); err != nil {
			return err
		}
	}
	for _, p := range []*program{c.last, c.next, c.token, c.total, c.errors} {
		c.headers = c.headers || p != nil && p.headers
	}
	if c.src.Detail.URL != "" {
		c.detailURL, err = c.compileTemplate(item)
	}
	return err
}

// presetName is how a brand's own program calls that of its preset.
var presetName = regexp.MustCompile(`\bpreset\b`)

// mapText is the text of the jq program: the brand's own, or that of its preset; "" for none. The
// brand's own may call the preset's: preset + {starts_at: .quando}. above is how many of its first
// lines are not the brand's.
func (c *programs) mapText() (name, text string, above int, err error) {
	if c.src.Map == "" {
		return "preset " + c.src.Preset, c.src.Program, 0, nil
	}
	name = c.src.shown(c.src.Map)
	b, err := os.ReadFile(c.src.Map)
	switch {
	case err != nil:
		return name, "", 0, fmt.Errorf("%w: read %s: %v", ErrMap, name, errors.Unwrap(err))
	case len(b) > maxProgram:
		return name, "", 0, fmt.Errorf("%w: %s has more than %d bytes", ErrMap, name, maxProgram)
	}
	if text = cmp.Or(string(b), "."); c.src.Program != "" && presetName.Match(b) {
		def := "def preset: " + c.src.Program + "\n;\n"
		text, above = def+text, strings.Count(def, "\n")
	}
	return name, text, above, nil
}

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
// has, above is how many of its first lines are not the brand's.
func (c *programs) compileFilter(name, text string, known []string, above int,
	limits jq.Limits) (*program, error) {
	code, err := jq.Compile(text, known)
	if syntax, ok := errors.AsType[*jq.SyntaxError](err); ok {
		name = fmt.Sprintf("%s, line %d", name, syntax.Line-above)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrMap, name, err)
	}
	return &program{Program: code, name: name, limits: limits, runner: &c.runner,
		headers: code.Mentions(headerVariable),
		place:   code.Mentions("$file") || code.Mentions("$page")}, nil
}

// run gives the outputs for one input.
func (p *program) run(ctx context.Context, input any, values []any) ([]any, error) {
	out, err := p.runner.Run(ctx, p.Program, input, values, p.limits)
	return out, p.named(err)
}

// named says which program an error is of. What is not of its input, as the end of the context, is
// not the program's.
func (p *program) named(err error) error {
	if failed, ok := errors.AsType[*jq.Error](err); ok {
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
