package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/samples"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

// oddOnes is a source of n items with the ids 1 to n, and the options of a pull that lets
// share of them fail.
func oddOnes(t *testing.T, n int, share float64) (upstream.Source, upstream.Options) {
	t.Helper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `{"id": %d}`+"\n", i+1)
	}
	return folder(t, "e.ndjson", map[string]string{"e.ndjson": text.String()}),
		upstream.Options{MaxFailed: share}
}

// pullOdd is pull that also gives the items that could not be mapped.
func pullOdd(t *testing.T, src upstream.Source, opts upstream.Options) (records []record,
	failed []upstream.Item, stats upstream.Stats, err error) {
	t.Helper()
	stats, err = upstream.Pull(t.Context(), src, opts, func(item upstream.Item) error {
		for _, value := range item.Records {
			records = append(records, record{Value: value, Pos: item.Pos})
		}
		if item.Failure != nil {
			require.Empty(t, item.Records)
			require.Nil(t, item.Digest, "nobody may remember it")
			failed = append(failed, item)
		}
		return nil
	})
	return records, failed, stats, err
}

const oddMap = `def f: f; if .id == 7 then .id + "x" elif .id == 8 then f elif .id == 9
	then error("no\u001b[31m title") elif .id == 10
	then range(infinite) elif .id == 11 then tonumber else {id} end`

// TestOddItems: items that cannot be mapped are left out, told with where they are and
// why, and the others come in their order.
func TestOddItems(t *testing.T) {
	src, opts := oddOnes(t, 300, 0.02)
	opts.ItemTime = 200 * time.Millisecond
	items, failures, stats, err := pullOdd(t, with(t, src, oddMap), opts)
	require.NoError(t, err)
	require.Len(t, items, 295)
	require.Equal(t, 300, stats.Items)
	require.Equal(t, 295, stats.Records)
	require.Equal(t, 5, stats.Failed)
	last := 0
	for _, item := range items {
		id := item.Value.(map[string]any)["id"].(int)
		require.Greater(t, id, last)
		require.Equal(t, id, item.Pos.Index)
		last = id
	}
	var told []string
	for _, f := range failures {
		require.ErrorIs(t, f.Failure.Err, upstream.ErrMap)
		// On a busy machine the clock may come first.
		told = append(told, strings.Replace(fmt.Sprintf("%s %s %v", f.Pos, f.Failure.Value,
			f.Failure.Err), "2s by the clock", "200ms of processor time", 1))
	}
	require.Equal(t, []string{
		`e.ndjson, item 7 {"id":7} jq: map.jq: cannot add: number (7) and string ("x")`,
		`e.ndjson, item 8 {"id":8} jq: map.jq: one input took more than 200ms of processor time`,
		`e.ndjson, item 9 {"id":9} jq: map.jq: error: no` + "\uFFFD" + `[31m title`,
		`e.ndjson, item 10 {"id":10} jq: map.jq: more than 10000 outputs for one input`,
		`e.ndjson, item 11 {"id":11} jq: map.jq: tonumber cannot be applied to: object ({"id":11})`,
	}, told)
}

// TestTooManyOddItems: beyond the share the pull fails with the first failure.
func TestTooManyOddItems(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name, Program string
		N             int
		Share         float64
		Failed        int
		Want          string
	}](t, "testdata/too-many-odd-items.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			src, opts := oddOnes(t, tt.N, tt.Share)
			_, failures, stats, err := pullOdd(t, with(t, src, tt.Program), opts)
			require.Equal(t, tt.Failed, stats.Failed)
			if tt.Want == "" {
				require.NoError(t, err)
				require.Len(t, failures, tt.Failed)
				return
			}
			require.ErrorIs(t, err, upstream.ErrMap)
			require.ErrorContains(t, err, tt.Want)
		})
	}
}

// TestOddDetails: a placeholder, a key or a filter of details that fails on one item
// costs that item.
func TestOddDetails(t *testing.T) {
	const odd = `if . == 2 or . == "/api/evento/2" then error("odd") else . end`
	for name, detail := range map[string]brands.Detail{
		"url":   {URL: "/api/evento/{.id | " + odd + "}"},
		"key":   {Key: ".id | " + odd},
		"items": {Items: ".data.path | " + odd},
	} {
		t.Run(name, func(t *testing.T) {
			src := detailed(t, &agenda{list: events(3)}, detail)
			items, failures, stats, err := pullOdd(t, with(t, src, "{id}"),
				upstream.Options{MaxFailed: 0.01})
			require.NoError(t, err)
			require.Equal(t, []any{map[string]any{"id": 1}, map[string]any{"id": 3}}, values(items))
			require.Equal(t, 1, stats.Failed)
			require.Len(t, failures, 1)
			require.Equal(t, 2, failures[0].Pos.Index)
			require.ErrorContains(t, failures[0].Failure.Err, "odd")
		})
	}
}

// TestEndedInABuiltin: a built-in of jq that looks at no context does not keep a pull
// from ending.
func TestEndedInABuiltin(t *testing.T) {
	src := folder(t, "e.json", map[string]string{"e.json": `[{"t": "` +
		strings.Repeat("a ", 130_000) + `"}]`})
	why := errors.New("told to end")
	ctx, cancel := context.WithCancelCause(t.Context())
	opts := upstream.Options{ItemTime: time.Hour, Recall: func(upstream.Digest) (
		[]validate.Checked, bool) {
		time.AfterFunc(50*time.Millisecond, func() { cancel(why) })
		return nil, false
	}}
	_, err := upstream.Pull(ctx, with(t, src, `.t | [splits(" ")] | length`), opts,
		func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, why)
}

// TestFiltersAreEnded: the filters of pages are run where they can be ended, too.
func TestFiltersAreEnded(t *testing.T) {
	src := folder(t, "e.json", map[string]string{"e.json": `{"t": "` +
		strings.Repeat("a ", 130_000) + `"}`})
	src.Items = `.t | [splits(" ")]`
	why := errors.New("told to end")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(why) })
	_, err := upstream.Pull(ctx, src, upstream.Options{}, func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, why)
}

// TestNamespaces: the ids of one of several sources begin with its name, also those that are
// remembered: an item of another source with the same bytes is another item.
func TestNamespaces(t *testing.T) {
	src := folder(t, "a.json", map[string]string{"a.json": `[{"id": 17}, {"id": "x"}, {"name": "y"},
		"text", {"id": 12345678901234567890}]`})
	ids := func() (out []any, digests []upstream.Digest) {
		_, err := upstream.Pull(t.Context(), src, upstream.Options{
			Recall: func(d upstream.Digest) ([]validate.Checked, bool) {
				digests = append(digests, d)
				return nil, false
			},
		}, samples.Each(func(record any, _ upstream.Position) error {
			object, _ := record.(map[string]any)
			out = append(out, object["id"])
			return nil
		}))
		require.NoError(t, err)
		return out, digests
	}
	plain, before := ids()
	require.Equal(t, 17, plain[0])
	src.Name = "sheet"
	own, after := ids()
	require.Equal(t, []any{"sheet/17", "sheet/x", nil, nil, "sheet/12345678901234567890"}, own)
	require.NotEqual(t, before, after)
	src.Shared = true
	shared, same := ids()
	require.Equal(t, plain, shared)
	require.Equal(t, before, same)
}
