// Package pictures makes copies of the pictures of events, in the widths that pages use, so that
// visitors load small files from the site itself.
//
// A picture is fetched once, and asked for again after a day. A new one is decoded in a worker
// (package worker) and written as JPEG files, each named by its digest. Releases contain the files
// that they show. A folder beside them has a [cache.Log] with what is known of each picture, by its
// address, and with the files that no release has yet, so a build that fails or ends early loses
// none. Deleting that folder makes the next builds fetch all pictures again.
//
// A picture that can no longer be fetched, or is no longer a picture, keeps its last copy. One of
// another kind (AVIF, HEIC, SVG) has no copy: pages link to its address (see [Other]).
package pictures

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"image"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/page/assets"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/worker"
	"cartaz/builder/text"
)

// Dir is the folder in the brand's output folder.
const Dir = "pictures"

const (
	maxBytes = 20 << 20         // of a picture, as sent
	again    = 24 * time.Hour   // after which a picture is asked for again
	soon     = time.Hour        // the same for one whose host failed
	patience = 20 * time.Second // with one picture
)

// Set maps the address of a picture to its copy. Pages load any other picture from its own address.
type Set map[string]Copy

// Store makes the copies of one build. It is for one goroutine.
type Store struct {
	Brand *brands.Brand
	Dir   string                            // output folder of the brand
	Work  string                            // another one for a build that only looks
	Has   func(path string) bool            // whether the release before has a file
	Read  func(path string) ([]byte, error) // a file of that release
	Fetch fetch.Options
	Now   time.Time
	Tight bool // leaves nothing of pictures that no event has now

	*cache.Log        // nil before Gather
	Why        string // why the first picture that failed has no new copy, or ""
	Failed     int    // pictures without a new copy
	Waiting    int    // pictures that the next build asks for: time was over, or their host failed

	set     Set
	fresh   map[string]cache.Ref // files of this build, by path
	fetcher *fetch.Fetcher
	failed  map[string]bool // by host
	worker  *worker.Process
	reading sync.Mutex // a Log is for one goroutine
}

// entry is what is known of a picture.
type entry struct {
	Copy
	Meta  fetch.Meta `json:"m"`
	Asked time.Time  `json:"a"`
}

// job is a picture that may be new.
type job struct {
	entry
	address string
	body    []byte // of an own file; nil for one to be fetched
}

func keyOf(origin string) *cache.Key {
	sum := sha256.Sum256([]byte(origin))
	return (*cache.Key)(sum[:])
}

// Gather returns the copies of pictures by their addresses. It makes new copies for as long as the
// brand's images.time, first of pictures that it does not know, in their order.
func (s *Store) Gather(ctx context.Context, addresses []string) (_ Set, err error) {
	dir := filepath.Join(s.Dir, Dir)
	if s.Work != s.Dir {
		s.Log, err = cache.Peek(dir, s.Work)
	} else if err = os.MkdirAll(dir, 0o755); err == nil {
		s.Log, err = cache.Open(dir)
	}
	if err != nil {
		return nil, err
	}
	s.Log.Tight = s.Tight
	s.set = Set{}
	s.fresh = map[string]cache.Ref{}
	s.failed = map[string]bool{}
	s.worker = worker.New(workerName)
	s.fetcher = fetch.New(fetch.Source{SiteURL: s.Brand.SiteURL,
		Accept: "image/jpeg,image/png,image/webp,image/gif,*/*;q=0.1",
		Source: brands.Source{Conditional: true, Rate: s.Brand.Source.Rate}}, s.Fetch)
	var list []job
	for _, address := range addresses {
		f := s.Brand.Picture(strings.TrimPrefix(address, s.Brand.SiteURL))
		if f == nil && !s.Brand.Images.Copy {
			continue
		}
		j := job{entry: s.recall(address), address: address}
		due := s.Work == s.Dir && s.Now.Sub(j.Asked) >= again
		if f != nil {
			sum := sha256.Sum256(f.Body)
			due = !bytes.Equal(sum[:], j.Meta.Digest)
			j.body, j.Meta.Digest = f.Body, sum[:]
		}
		if due {
			list = append(list, j)
		}
	}
	slices.SortStableFunc(list, func(a, b job) int { return a.Asked.Compare(b.Asked) })
	limited, cancel := context.WithTimeout(ctx, s.Brand.Images.Time)
	defer cancel()
	for _, j := range list {
		if limited.Err() != nil {
			s.Waiting++
			continue
		}
		s.update(limited, j)
	}
	s.worker.Close()
	s.fetcher.Close()
	return s.set, cmp.Or(context.Cause(ctx), s.Commit(true))
}

// recall returns what is known of a picture, and adds its copy to the set. A copy that lacks files
// is not known. An error of Put is returned by Commit, here as elsewhere.
func (s *Store) recall(address string) (e entry) {
	b, _, _ := s.Find(*keyOf(address))
	if json.Unmarshal(b, &e) != nil {
		return entry{}
	}
	for _, size := range e.Sizes {
		key, released := keyOf(size.Path), s.Has(size.Path)
		_, _, kept := s.Find(*key)
		if kept && released {
			_, _ = s.Put(key, nil)
		} else if !kept && !released {
			return entry{}
		}
	}
	if e.Name != "" {
		s.set[address] = e.Copy
	}
	return e
}

// update brings one picture up to date, unless ctx ends before.
func (s *Store) update(ctx context.Context, j job) {
	j.Asked = s.Now
	body, meta, err := j.body, j.Meta, error(nil)
	if body == nil {
		if body, meta, err = s.fetch(ctx, &j); errors.Is(err, errHost) {
			s.later(j, soon-time.Second) // before the one that failed
			return
		}
	}
	var files [][]byte
	if err == nil && (j.body != nil || !bytes.Equal(meta.Digest, j.Meta.Digest)) {
		var last worker.Message
		last, err = s.worker.Call(ctx, limits, bytes.NewReader(body), func(m worker.Message) error {
			files = append(files, m.Body)
			return nil
		})
		if err != nil && j.body != nil {
			s.fail(j, err) // says nothing of the picture, so the next build tries again
			return
		}
		c := Copy{Name: Other}
		if err == nil && json.Unmarshal(last.Body, &c) != nil {
			err = errors.New(last.Text)
		}
		if err == nil || j.body != nil ||
			err.Error() == image.ErrFormat.Error() && isPicture(body) {
			j.Copy = c // of a text, as of a page that says sorry, the last copy stays
		} else {
			meta = j.Meta
		}
	}
	if ctx.Err() != nil {
		s.later(j, 0) // after the others, or it could take all the time of each build
		return
	}
	if err != nil {
		s.fail(j, err)
	}
	if delete(s.set, j.address); j.Name != "" {
		s.set[j.address] = j.Copy
	}
	for i, file := range files {
		path := j.Sizes[i].Path
		s.fresh[path], _ = s.Put(keyOf(path), file)
	}
	j.Meta = meta
	s.put(j)
}

// isPicture reports whether a body may be a picture of a kind that has no copies, such as SVG.
func isPicture(body []byte) bool {
	kind := http.DetectContentType(body)
	return !strings.HasPrefix(kind, "text/") ||
		!strings.HasPrefix(kind, "text/html") && bytes.Contains(body, []byte("<svg"))
}

// put notes what is known of a picture.
func (s *Store) put(j job) {
	j.Meta.Header = nil
	text, _ := json.Marshal(j.entry) // of texts and numbers
	_, _ = s.Put(keyOf(j.address), text)
}

// later notes that a picture is asked for after a time.
func (s *Store) later(j job, wait time.Duration) {
	s.Waiting++
	j.Asked = s.Now.Add(wait - again)
	s.put(j)
}

// fail notes that a picture has no new copy.
func (s *Store) fail(j job, err error) {
	s.Failed++
	s.Why = cmp.Or(s.Why, j.address+": "+err.Error())
}

// errHost means that another picture of the host has failed.
var errHost = errors.New("its host has failed")

// fetch asks for a picture. If a host fails, this build asks it for nothing more: the picture is
// due again soon, after the others of the host.
func (s *Store) fetch(ctx context.Context, j *job) (body []byte, meta fetch.Meta, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	u, err := url.Parse(j.address)
	if err != nil {
		return nil, j.Meta, err
	}
	if s.failed[u.Host] {
		return nil, j.Meta, errHost
	}
	j.Meta.Header = map[string]string{}
	a, err := s.fetcher.Fetch(ctx, &fetch.Request{URL: u, Where: u.Host, Limit: maxBytes},
		&fetch.Answer{Meta: j.Meta})
	if err == nil {
		defer a.Close()
		body, err = a.Text(maxBytes)
		return body, a.Meta, err
	}
	_, refused := errors.AsType[*fetch.StatusError](err)
	_, led := errors.AsType[*fetch.RedirectError](err)
	if !refused && !led && !errors.Is(err, fetch.ErrTooLarge) {
		s.failed[u.Host], j.Asked = true, s.Now.Add(soon-again)
	}
	return nil, j.Meta, err
}

// Files returns the files of all copies, after Gather; none of a nil Store.
func (s *Store) Files() (list []assets.Asset) {
	if s == nil {
		return nil
	}
	paths := map[string]bool{}
	for _, c := range s.set {
		for _, size := range c.Sizes {
			paths[size.Path] = true
		}
	}
	for path := range text.InOrder(paths) {
		list = append(list, assets.Asset{Path: path, MediaType: "image/jpeg",
			Draw: func() ([]byte, error) { return s.Open(path) }})
	}
	return list
}

// Open returns a file of a copy, after Gather. It is safe for concurrent use.
func (s *Store) Open(path string) ([]byte, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if ref, ok := s.fresh[path]; ok {
		b := make([]byte, ref.Length)
		return b, s.ReadAt(b, ref.Offset)
	}
	if b, _, ok := s.Find(*keyOf(path)); ok {
		return bytes.Clone(b), nil
	}
	return s.Read(path)
}
