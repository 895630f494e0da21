package upstream

import (
	"errors"
	"fmt"
	"os"
)

// compile readies every filter before the first byte is asked for.
func (p *puller) compile() error {
	p.stated, p.pace = -1, newPace(p.src.Rate)
	var err error
	if p.place, p.items, err = placeOf(p.src.Items); err != nil {
		return err
	}
	if err := p.compileMapping(); err != nil {
		return err
	}
	for _, f := range []struct {
		name, text string
		known      []string
		to         **program
	}{
		{"source.pages.last", p.src.Pages.Last, pageVariables, &p.last},
		{"source.pages.next", p.src.Pages.Next, pageVariables, &p.next},
		{"source.pages.token", p.src.Pages.Token, pageVariables, &p.token},
		{"source.pages.total", p.src.Pages.Total, pageVariables, &p.total},
		{"source.errors", p.src.Errors, pageVariables, &p.errors},
		{"source.detail.key", p.src.Detail.Key, variables, &p.detailKey},
		{"source.detail.items", p.src.Detail.Items, variables, &p.detailItems},
	} {
		if f.text == "" {
			continue
		}
		if *f.to, err = compileWith(f.name, f.text, f.known); err != nil {
			return err
		}
		p.headers = p.headers || (*f.to).headers
	}
	if p.src.Detail.URL != "" {
		p.detailURL, err = p.compileTemplate()
	}
	return err
}

// compileMapping readies the jq program: the brand's own, or that of its preset.
func (p *puller) compileMapping() error {
	name, text := "preset "+p.src.Preset, []byte(p.src.Program)
	if p.src.Map != "" {
		var err error
		name = p.shown(p.src.Map)
		if text, err = os.ReadFile(p.src.Map); err != nil {
			return fmt.Errorf("%w: read %s: %v", ErrMap, name, errors.Unwrap(err))
		}
	}
	switch {
	case p.src.Map == "" && p.src.Program == "":
		return nil
	case len(text) > maxProgram:
		return fmt.Errorf("%w: %s has more than %d bytes", ErrMap, name, maxProgram)
	}
	m, err := compile(name, string(text))
	if err != nil {
		return err
	}
	m.time = p.opts.ItemTime
	p.mapping = m
	return nil
}
