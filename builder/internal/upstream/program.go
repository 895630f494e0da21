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
)

const (
	itemTime    = 2 * time.Second  // of one item in the program
	filterTime  = 30 * time.Second // of a filter over a whole document
	maxYield    = 10_000           // records of one item: an event of 784 dates exists
	maxProgram  = 1 << 20          // bytes
	maxItemsOut = 1_000_000        // outputs of an items filter for one document
	maxWhole    = 64 << 20         // bytes of that document

	headerVariable = "$headers"
	itemsVariable  = "$items"
)

// variables are what a program knows besides its input; the filters of source.pages and
// source.errors also see the fields of the answer's header and the number of its items.
var (
	variables     = []string{"$file", "$page", "$brand", "$locale"}
	pageVariables = append(slices.Clone(variables), headerVariable, itemsVariable)
)

// programs are the brand's program and filters, compiled. A filter that the brand does not have is
// nil.
type programs struct {
	filters jq.Runner // of all but mapping

	path    []string // of the list in a JSON document, see jsondoc.List
	list    *program // nil when path says it
	mapping *program // nil when the source holds records
	// Of source.pages and source.errors.
	last, next, token, total, errors *program
	// Of source.detail.
	detailURL              *template // nil when there are no details
	detailKey, detailItems *program
}

// compile readies every filter before the first byte is asked for. A plain path in source.items is
// streamed, anything else is a filter over the whole document.
func (p *puller) compile() error {
	name, mapping, above, err := p.src.mapText()
	if err != nil {
		return err
	}
	items := strings.TrimSpace(p.src.Items)
	switch {
	case p.src.Document(): // it is a path of the kind of the document
		items = ""
	case jq.Path(items) != nil:
		p.path, items = jq.Path(items), ""
	}
	whole, item := jq.Limits{Outputs: maxYield, Time: filterTime},
		jq.Limits{Outputs: maxYield, Time: p.opts.ItemTime}
	pages := p.src.Pages
	for _, f := range []struct {
		to         **program
		name, text string
		known      []string
		limits     jq.Limits
		above      int
	}{
		{&p.list, "source.items", items, variables,
			jq.Limits{Outputs: maxItemsOut, Time: filterTime}, 0},
		{&p.mapping, name, mapping, variables, item, above},
		{&p.last, "source.pages.last", pages.Last, pageVariables, whole, 0},
		{&p.next, "source.pages.next", pages.Next, pageVariables, whole, 0},
		{&p.token, "source.pages.token", pages.Token, pageVariables, whole, 0},
		{&p.total, "source.pages.total", pages.Total, pageVariables, whole, 0},
		{&p.errors, "source.errors", p.src.Errors, pageVariables, whole, 0},
		{&p.detailKey, "source.detail.key", p.src.Detail.Key, variables, item, 0},
		{&p.detailItems, "source.detail.items", p.src.Detail.Items, variables, whole, 0},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = p.filter(f.name, f.text, f.known, f.limits, f.above); err != nil {
			return err
		}
	}
	if p.src.Detail.URL != "" {
		p.detailURL, err = p.template(item)
	}
	return err
}

// presetName is how a brand's own program calls that of its preset.
var presetName = regexp.MustCompile(`\bpreset\b`)

// mapText is the text of the jq program: the brand's own, or that of its preset; "" for none. The
// brand's own may call the preset's: preset + {starts_at: .quando}. above is how many of its first
// lines are not the brand's.
func (s Source) mapText() (name, text string, above int, err error) {
	if s.Map == "" {
		return "preset " + s.Preset, s.Program, 0, nil
	}
	name = s.shown(s.Map)
	b, err := os.ReadFile(s.Map)
	switch {
	case err != nil:
		return name, "", 0, fmt.Errorf("%w: read %s: %v", ErrMap, name, errors.Unwrap(err))
	case len(b) > maxProgram:
		return name, "", 0, fmt.Errorf("%w: %s has more than %d bytes", ErrMap, name, maxProgram)
	}
	if text = cmp.Or(string(b), "."); s.Program != "" && presetName.Match(b) {
		def := "def preset: " + s.Program + "\n;\n"
		text, above = def+text, strings.Count(def, "\n")
	}
	return name, text, above, nil
}

// program is a compiled jq program or filter.
type program struct {
	*jq.Program
	name   string // as in brand.yaml, for messages
	limits jq.Limits
	runner *jq.Runner
}

// filter compiles a jq text; name stands for it in messages, known are the variables that it has,
// above is how many of its first lines are not the brand's.
func (p *puller) filter(name, text string, known []string, limits jq.Limits, above int) (*program,
	error) {
	code, err := jq.Compile(text, known)
	if syntax, ok := errors.AsType[*jq.SyntaxError](err); ok {
		name = fmt.Sprintf("%s, line %d", name, syntax.Line-above)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrMap, name, err)
	}
	return &program{Program: code, name: name, limits: limits, runner: &p.filters}, nil
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
