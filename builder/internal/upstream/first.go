package upstream

import (
	"context"

	"cartaz/brands"
	"cartaz/builder/internal/paging"
)

// First reads the first answer of an HTTP source as a whole, to tell what the source is. Its errors
// are those of [Pull].
func First(ctx context.Context, src Source, opts Options) (paging.Answer, error) {
	src.Items, src.Map, src.Program, src.Detail = "[.]", "", "", brands.Detail{}
	src.Pages = brands.Pages{Style: brands.PagesNone, Whole: true, Total: "null"}
	var first paging.Answer
	opts.answered = func(e *envelope) { first = e.signs }
	_, err := Pull(ctx, src, opts, func(Item) error { return nil })
	return first, err
}
