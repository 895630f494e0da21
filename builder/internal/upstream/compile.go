package upstream

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
)

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

// compile readies every filter before the first byte is asked for.
func (c *programs) compile() error {
	var err error
	if !c.src.Document() { // else items is a path of its kind
		if c.place, c.items, err = c.placeOf(c.src.Items); err != nil {
			return err
		}
	}
	if err := c.compileMapping(); err != nil {
		return err
	}
	for _, f := range []struct {
		name, text string
		known      []string
		to         **program
	}{
		{"source.pages.last", c.src.Pages.Last, pageVariables, &c.last},
		{"source.pages.next", c.src.Pages.Next, pageVariables, &c.next},
		{"source.pages.token", c.src.Pages.Token, pageVariables, &c.token},
		{"source.pages.total", c.src.Pages.Total, pageVariables, &c.total},
		{"source.errors", c.src.Errors, pageVariables, &c.errors},
		{"source.detail.key", c.src.Detail.Key, variables, &c.detailKey},
		{"source.detail.items", c.src.Detail.Items, variables, &c.detailItems},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = c.compileFilter(f.name, f.text, f.known, 0); err != nil {
			return err
		}
		c.headers = c.headers || (*f.to).headers
	}
	if c.detailKey != nil {
		c.detailKey.limits.Time = c.itemTime
	}
	if c.src.Detail.URL != "" {
		c.detailURL, err = c.compileTemplate()
	}
	return err
}

// presetName is how a brand's own program calls that of its preset.
var presetName = regexp.MustCompile(`\bpreset\b`)

// compileMapping readies the jq program: the brand's own, or that of its preset. The brand's own
// may call the preset's: preset + {starts_at: .quando}.
func (c *programs) compileMapping() error {
	name, text := "preset "+c.src.Preset, []byte(c.src.Program)
	if c.src.Map != "" {
		var err error
		name = c.src.shown(c.src.Map)
		if text, err = os.ReadFile(c.src.Map); err != nil {
			return fmt.Errorf("%w: read %s: %v", ErrMap, name, errors.Unwrap(err))
		}
	}
	above := 0 // lines
	if c.src.Map != "" && c.src.Program != "" && presetName.Match(text) {
		def := "def preset: " + c.src.Program + "\n;\n"
		text, above = append([]byte(def), text...), strings.Count(def, "\n")
	}
	switch {
	case c.src.Map == "" && c.src.Program == "":
		return nil
	case len(text) > maxProgram:
		return fmt.Errorf("%w: %s has more than %d bytes", ErrMap, name, maxProgram)
	}
	m, err := c.compileFilter(name, string(text), variables, above)
	if err != nil {
		return err
	}
	m.limits.Time = c.itemTime
	c.mapping = m
	return nil
}
