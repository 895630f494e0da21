package markup

import (
	"context"
	"strings"
	"time"

	"cartaz/builder/internal/worker"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// NarrowTrial is a Trial whose budget is spent by any long text.
func NarrowTrial(ctx context.Context) *Trial {
	return &Trial{ctx: ctx, process: worker.New(workerName),
		limits: worker.Limits{CPU: 10 * time.Millisecond, Memory: 4 << 30}}
}

// PageOf is what a reader of Markdown sees, as HTML. Raw HTML stays off.
func PageOf(markdown string) string {
	var b strings.Builder
	_ = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).
		Convert([]byte(markdown), &b)
	return b.String()
}

// Excess returns the limit that a description exceeds, or "".
func Excess(source, format string) string {
	_, excess := clean(source, format)
	return excess
}
