package upstream

import (
	"context"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/worker"
)

// DetailAddress makes one address from a template.
func DetailAddress(base, template string, item any) (*url.URL, error) {
	p := &puller{src: Source{Source: brands.Source{URL: base,
		Detail: brands.Detail{URL: template}}}}
	defer p.filters.Close()
	t, err := p.template()
	if err != nil {
		return nil, err
	}
	return t.address(context.Background(), jq.Line(item), []any{"", nil, "", ""})
}

// NextPage resolves the link of a page as the style next does.
func NextPage(base, link string) (*url.URL, error) {
	first, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	w := &walker{puller: &puller{src: Source{Source: brands.Source{Pages: brands.Pages{Size: 20,
		SizeKey: "limit"}}}}, first: first}
	return w.resolve(first, link)
}

// CostlyKind is a kind whose reader does what its document says.
const CostlyKind = brands.KindICS

// The reader of calendars also answers documents that begin with "!": it spins, eats memory,
// panics, is killed, or hands on as many items as it is told.
var _ = func() bool {
	kind := adapters[CostlyKind]
	calendars := kind.read
	kind.read = func(b []byte, o adapt.Options, hand func(adapt.Item) error) (any, error) {
		if b[0] != '!' {
			return calendars(b, o, hand)
		}
		var kept [][]byte
		word, _, _ := strings.Cut(string(b), "\n")
		for i := 0; ; i++ {
			switch word {
			case "!spin":
			case "!eat":
				kept = append(kept, make([]byte, 1<<20))
			case "!panic":
				panic("a rule of the library")
			case "!kill":
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			default:
				if i == 100_000 {
					return nil, nil
				}
				record := map[string]any{"id": i, "name": "Roda", "bytes": len(b)}
				if err := hand(adapt.Item{Value: map[string]any{"record": record}}); err != nil {
					return kept, err
				}
			}
		}
	}
	adapters[CostlyKind] = kind
	return true
}()

// Made reads a document that may make a MiB, and gives the last message.
func Made(kind, text string) string {
	before := maxMade
	defer func() { maxMade = before }()
	maxMade = 1 << 20
	head := `{"Kind": "` + kind + `", "Now": "2027-02-01T00:00:00Z", "Window": 86400000000000}`
	return readDocument([]byte(head+"\n"+text), func(worker.Message) {}).Text
}

// TimeLimits are the limits of a document, and the processor time of one of its items.
func TimeLimits() (worker.Limits, time.Duration) { return documentLimits, itemTime }

// GiveItems gives the program more time for each item, after [NarrowDocuments].
func GiveItems(each time.Duration) { documentLimits.Each = each }

// NarrowDocuments lets documents cost little until the test ends.
func NarrowDocuments(t testing.TB) {
	before := documentLimits
	t.Cleanup(func() { documentLimits = before })
	documentLimits = worker.Limits{CPU: 200 * time.Millisecond, Memory: 256 << 20}
}
