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

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
)

const (
	itemTime    = 2 * time.Second // processor time of one item in the program
	maxItemsOut = 1_000_000       // outputs of an items filter for one document
	maxWhole    = 64 << 20        // bytes of that document
	maxYield    = 10_000          // records of one item: there is an event with 784 dates

	headerVariable = "$headers"
	itemsVariable  = "$items"
)

// variables are the values that a program has besides its input. The filters of source.pages and
// source.errors also have the fields of the answer's header and the number of its items.
var (
	variables     = strings.Fields("$file $page $brand $locale")
	pageVariables = append(slices.Clone(variables), headerVariable, itemsVariable)
)

// programs are the brand's program and filters, compiled. A filter that the brand does not have is
// nil.
type programs struct {
	filters jq.Runner // of all but mapping

	path    []string // path of the list in a JSON document, see jsondoc.List
	list    *program // or nil, if path names the list; see listed
	mapping *program // "." when the source holds records
	mapped  bool     // the brand has a program
	// Filters of source.pages and source.errors.
	last, next, token, total, errors *program
	// Filters of source.detail.
	detailURL              *template // or nil, without details
	detailKey, detailItems *program
}

// compile readies the brand's program and every filter before the first request. A plain path in
// source.items is streamed; anything else is a filter over the whole document.
func (p *puller) compile() error {
	name, mapping, above, err := p.src.mapText()
	if err != nil {
		return err
	}
	items := strings.TrimSpace(p.src.Items)
	switch {
	case p.src.Document(): // a path in the syntax of the document's kind
		items = ""
	case items != "" && items == pathOf.FindString(items):
		p.path, items = p.within(), ""
	case items != "":
		items = listed + items + elements
	}
	if p.mapped = mapping != ""; !p.mapped {
		name = "source"
		if p.opts.Look && p.src.Document() {
			mapping = "." + adapt.RecordMember
		}
	}
	mapping = cmp.Or(mapping, ".")
	if p.src.namespace() != "" {
		mapping += fmt.Sprintf(namespaced, p.src.namespace())
	}
	pages := p.src.Pages
	for _, f := range []struct {
		to         **program
		name, text string
		known      []string
		above      int
	}{
		{&p.list, "source.items", items, variables, strings.Count(listed, "\n")},
		{&p.mapping, name, mapping, variables, above},
		{&p.last, "source.pages.last", pages.Last, pageVariables, 0},
		{&p.next, "source.pages.next", pages.Next, pageVariables, 0},
		{&p.token, "source.pages.token", pages.Token, pageVariables, 0},
		{&p.total, "source.pages.total", pages.Total, pageVariables, 0},
		{&p.errors, "source.errors", p.src.Errors, pageVariables, 0},
		{&p.detailKey, "source.detail.key", p.src.Detail.Key, variables, 0},
		{&p.detailItems, "source.detail.items", p.src.Detail.Items, variables, 0},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = p.filter(f.name, f.text, f.known, f.above); err != nil {
			return err
		}
	}
	p.mapping.Check(p.opts.Rules)
	if p.src.Detail.URL != "" {
		p.detailURL, err = p.template()
	}
	return err
}

// namespaced puts the name of a source before the id of a record. The check of records reports the
// fault of any other id.
const namespaced = `
| if type == "object" and (.id | type == "string" and . != "" or
	type == "number" and (tostring | test("[.eE]") | not))
	then .id = %q + (.id | tostring) else . end`

// listed and elements surround the filter of source.items. The first output is the outline of the
// document for [Signs]: 100 values of each list, only the links of objects in it, and only the
// beginnings of texts. The other outputs are the items: the elements of a list, except null.
const (
	listed = `def outline: if type == "object" then map_values(outline) elif type == "array"
	then [.[:100][] | if type != "object" or has("rel") then outline else null end]
	elif type == "string" then .[:2000] else . end; outline, ((`
	elements = `
) | if type == "array" then .[] else values end)`
)

// presetName matches the name by which a brand's own program calls its preset's.
var presetName = regexp.MustCompile(`\bpreset\b`)

// mapText returns the text of the jq program: the brand's own, or its preset's, or "". The brand's
// own may call the preset's: preset + {starts_at: .quando}. above is how many of its first lines
// are not the brand's.
func (s Source) mapText() (name, text string, above int, err error) {
	if s.Map == "" {
		return "preset " + s.Preset, s.Program, 0, nil
	}
	name = s.shown(s.Map)
	b, err := os.ReadFile(s.Map)
	if err != nil {
		return name, "", 0, ErrMap.Errorf("read %s: %v", name, errors.Unwrap(err))
	}
	text = cmp.Or(string(b), ".")
	if s.Program != "" && presetName.Match(b) {
		def := "def preset: " + s.Program + "\n;\n"
		text, above = def+text, strings.Count(def, "\n")
	}
	return name, text, above, nil
}

// program is a compiled jq program or filter.
type program struct {
	*jq.Program
	name   string // as in brand.yaml, for messages
	runner *jq.Runner
}

// filter compiles a jq text. name is its name in messages, known are its variables, above is how
// many of its first lines are not the brand's.
func (p *puller) filter(name, text string, known []string, above int) (*program, error) {
	code, err := jq.Compile(text, known)
	if syntax, ok := errors.AsType[*jq.SyntaxError](err); ok {
		name = fmt.Sprintf("%s, line %d", name, syntax.Line-above)
	}
	if err != nil {
		return nil, ErrMap.Errorf("%s: %v", name, err)
	}
	return &program{code, name, &p.filters}, nil
}

// named adds the name of the program to an error. An error that does not come from the input, such
// as the end of the context, is not the program's.
func (p *program) named(err error) error {
	if failed, ok := errors.AsType[*jq.Error](err); ok {
		return ErrMap.Errorf("%s: %w", p.name, failed)
	}
	return err
}

// first returns the first output that is neither null nor false, or nil.
func (p *program) first(ctx context.Context, input []byte, values []any) (any, error) {
	var found any
	err := p.run(ctx, input, values, maxYield, func(output []byte) (err error) {
		if found == nil && string(output) != "false" {
			found, err = jsondoc.Record(output)
		}
		return err
	})
	return found, err
}

// run hands on each output for one input.
func (p *program) run(ctx context.Context, input []byte, values []any, most int,
	take func(output []byte) error) error {
	return p.named(p.runner.Run(ctx, p.Program, input, values, jq.Limits{Outputs: most,
		Time: documentLimits.CPU, Take: take}))
}
