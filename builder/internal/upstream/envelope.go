package upstream

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
)

// envelope is what the filters of source.pages see of an answer.
type envelope struct {
	doc    any // the document without its list; nil when it is nothing but the list
	header map[string]string
	url    *url.URL
	where  string
	page   int
	items  int
	signs  Signs // what is read of it where source.pages names no filter
}

// number evaluates a filter that gives a count.
func (c *programs) number(ctx context.Context, filter *program, e *envelope) (int, bool, error) {
	v, err := c.look(ctx, filter, e)
	if v == nil || err != nil {
		return 0, false, err
	}
	n, ok := Count(v)
	if !ok {
		return 0, false,
			fmt.Errorf("%w: %s: %s gives no count: it must yield a whole number, or null",
				ErrMalformed, e.where, filter.name)
	}
	return n, true, nil
}

// look evaluates a filter of source.pages. A document that is nothing but the list has nothing to
// look at, unless the filter looks at the header.
func (c *programs) look(ctx context.Context, filter *program, e *envelope) (any, error) {
	if filter == nil || e.doc == nil && !filter.headers {
		return nil, nil
	}
	header := make(map[string]any, len(e.header))
	for name, v := range e.header {
		header[name] = v
	}
	v, err := filter.first(ctx, e.doc, []any{e.where, e.page, c.src.Brand, c.src.Locale, header})
	if err != nil && context.Cause(ctx) == nil {
		err = fmt.Errorf("%s: %w", e.where, err)
	}
	return v, err
}

// complaint is what the source says went wrong, in an answer whose status says that nothing did, as
// GraphQL has it.
func (c *programs) complaint(ctx context.Context, e *envelope) error {
	if _, object := e.doc.(map[string]any); !object {
		return nil
	}
	v, err := c.look(ctx, c.errors, e)
	if v == nil || err != nil {
		return err
	}
	switch found := v.(type) {
	case string:
		if found == "" {
			return nil
		}
	case []any:
		if len(found) == 0 {
			return nil
		}
		v = found[0]
	case map[string]any:
		if len(found) == 0 {
			return nil
		}
	}
	return fmt.Errorf("%s: %w: answered 200 with errors: %s", e.where, ErrUnavailable, brief(v))
}

// brief is the text of an error object, short and without control characters.
func brief(v any) string {
	if object, ok := v.(map[string]any); ok {
		for _, member := range []string{"title", "detail", "message"} {
			if text, ok := object[member].(string); ok {
				v = text
			}
		}
	}
	said, ok := v.(string)
	if !ok {
		said = rendering(v)
	}
	return strconv.Quote(clipped(said, 200))
}
