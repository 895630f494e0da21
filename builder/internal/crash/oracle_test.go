package crash_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// answer is an answer to a client: enough of it to tell whether it is of a release.
type answer struct {
	target, media string
	tag           string // ETag without quotes and coding
	tokens        string
	digest        release.Digest // of the body without its coding
}

// joined is the answer to a list.
type joined struct {
	target string
	digest release.Digest
}

// oracle knows all answers of the releases that were ever live.
type oracle struct {
	dir string // of the brand

	mu       sync.Mutex
	releases map[string]bool
	sealed   map[answer]bool           // all static answers
	joined   map[joined]bool           // all answers to lists
	tags     map[string]release.Digest // seen for a list and its tag
	pending  []answer                  // not yet compared
	asked    int
	faults   []string
}

func newOracle(dir string) *oracle {
	return &oracle{dir: dir, releases: map[string]bool{}, sealed: map[answer]bool{},
		joined: map[joined]bool{}, tags: map[string]release.Digest{}}
}

// lists are the joined answers that clients ask for, with their queries.
var lists = map[string]struct {
	query search.Query
	first int
}{
	"/api/public/v1/events?per_page=10":             {},
	"/api/public/v1/events?per_page=10&page=3":      {first: 20},
	"/api/public/v1/events?per_page=10&q=samba":     {query: search.Query{Text: "samba"}},
	"/api/public/v1/events?per_page=10&city=recife": {query: search.Query{City: "recife"}},
}

// learn adds the live release and returns its id. It must be called after each
// run of a builder: a run publishes once at most.
func (o *oracle) learn(t testing.TB) string {
	t.Helper()
	id, err := release.Current(o.dir)
	require.NoError(t, err)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.releases[id] {
		return id
	}
	o.releases[id] = true
	rel, err := release.Open(o.dir, id)
	require.NoError(t, err)
	defer rel.Close()
	for ref := range rel.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			tokens := ""
			if n := v.Tokens(); n > 0 {
				tokens = fmt.Sprint(n)
			}
			tag := strings.Trim(v.ETag(), `"`)
			o.sealed[answer{string(ref.Path()), v.ContentType(), uncoded(tag), tokens,
				v.Digest()}] = true
		}
	}
	index, err := search.Open(rel.SearchIndex())
	require.NoError(t, err)
	for target, list := range lists {
		ids, total := index.Search(list.query, list.first, 10, nil)
		items := make([]string, len(ids))
		for i, doc := range ids {
			item, err := index.JSON(doc)
			require.NoError(t, err)
			items[i] = string(item)
		}
		meta := catalog.Meta{Total: total, PerPage: 10, CurrentPage: list.first/10 + 1,
			LastPage: max(1, (total+9)/10)}
		body := `{"data":[` + strings.Join(items, ",") + `],"meta":` +
			string(meta.AppendMeta(nil)) + "}\n"
		o.joined[joined{target, digest([]byte(body))}] = true
	}
	return id
}

// note takes in one answer, to be judged later. One without a target is counted
// only: it was judged where it came in.
func (o *oracle) note(a answer, fault error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked++
	if fault != nil {
		o.faults = append(o.faults, a.target+": "+fault.Error())
		return
	}
	if a.target != "" {
		o.pending = append(o.pending, a)
	}
}

// judge compares all answers so far with the releases known so far, and returns
// how many there were in all.
func (o *oracle) judge() (asked int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, a := range o.pending {
		if err := o.torn(a); err != nil {
			o.faults = append(o.faults, err.Error())
		}
	}
	o.pending = o.pending[:0]
	if n := len(o.faults); n > 0 {
		return o.asked, errors.New(strings.Join(o.faults[:min(n, 5)], "\n"))
	}
	return o.asked, nil
}

// torn says why an answer is of no release.
func (o *oracle) torn(a answer) error {
	if _, list := lists[a.target]; !list {
		if a.tag != base64.RawURLEncoding.EncodeToString(a.digest[:]) {
			return fmt.Errorf("%s: torn: body %x does not belong to its ETag %s", a.target,
				a.digest, a.tag)
		}
		if !o.sealed[a] {
			return fmt.Errorf("%s: torn: %+v is of no release", a.target, a)
		}
		return nil
	}
	if !o.joined[joined{a.target, a.digest}] {
		return fmt.Errorf("%s: torn: list %x is of no release", a.target, a.digest)
	}
	// Two releases may have the same list, but no two lists the same tag.
	key := a.target + " " + a.tag
	if before, ok := o.tags[key]; ok && before != a.digest {
		return fmt.Errorf("%s: torn: two bodies, %x and %x, for ETag %s", a.target, before,
			a.digest, a.tag)
	}
	o.tags[key] = a.digest
	return nil
}

// digest is that of a body in a release.
func digest(body []byte) release.Digest {
	sum := sha256.Sum256(body)
	return release.Digest(sum[:16])
}

// uncoded is an entity tag without the suffix of its coding.
func uncoded(tag string) string {
	return strings.TrimSuffix(strings.TrimSuffix(tag, "-gz"), "-zst")
}

// sequenceOf is the number of the release that a health body names.
func sequenceOf(body []byte) (int, error) {
	var health struct{ Release string }
	if err := json.Unmarshal(body, &health); err != nil {
		return 0, err
	}
	return release.ParseID(health.Release)
}
