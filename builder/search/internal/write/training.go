package write

import (
	"cmp"
	"fmt"
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/pack"
)

// The codings are trained on so many pages of results, each some documents of the list that follow
// each other, spread over it: neighbours in the list have their dates in common, and those far
// apart do not.
const (
	maxPages = 16
	pageDocs = 20
	// pageBytes is the most of one form and page that is looked at, and of one document: it bounds
	// the time of training.
	pageBytes = 64 << 10
)

// train makes the codings of all forms. They are those of the base when the sample is the same.
func (a *indexAssembler) train() (codings [format.FormCount]*pack.Coding, err error) {
	pages := trainingPages(a.docs, a.fragments.of)
	if a.base != nil && a.base.hasSample(pages, a.docs, &a.fragments) {
		for form := range format.FormCount {
			if codings[form], err = a.base.file.Coding(form); err != nil {
				return codings, fmt.Errorf("base: %w", err)
			}
		}
		a.codings = a.base.file.Codings()
		return codings, nil
	}
	var samples [format.FormCount][][][]byte
	for _, first := range pages {
		page, err := a.trainingPage(first, min(first+pageDocs, a.docs))
		if err != nil {
			return codings, err
		}
		for form := range format.FormCount {
			samples[form] = append(samples[form], page[form])
		}
	}
	a.codings = make([]byte, format.CodingHead)
	for form := range format.FormCount {
		c := pack.Train(samples[form])
		codings[form] = c
		start := len(a.codings)
		a.codings = c.Append(a.codings)
		format.LE.PutUint32(a.codings[4*form:], uint32(len(a.codings)-start))
	}
	return codings, nil
}

// trainingPages returns the first document of each page that the codings are trained on. Pages are
// picked by content hash, so a distant edit leaves the codings, and with them all packed forms,
// unchanged. Of up to maxPages × pageDocs documents all are taken.
func trainingPages(docs int, entry func(id int) []byte) (first []int) {
	if docs <= maxPages*pageDocs {
		for at := 0; at < docs; at += pageDocs {
			first = append(first, at)
		}
		return first
	}
	type pick struct {
		hash uint32
		id   int
	}
	var picks []pick // the least hashes so far, in order
	for id := range docs {
		// The sum is mixed, because those of texts that differ in a few bits are near each other.
		p := pick{hash: format.FragmentSum(format.JSONForm, entry(id)) * 0x9e3779b1, id: id}
		if len(picks) == maxPages && p.hash >= picks[maxPages-1].hash {
			continue
		}
		at, _ := slices.BinarySearchFunc(picks, p,
			func(x, y pick) int { return cmp.Compare(x.hash, y.hash) })
		if picks = slices.Insert(picks, at, p); len(picks) > maxPages {
			picks = picks[:maxPages]
		}
	}
	for _, p := range picks {
		first = append(first, p.id)
	}
	slices.Sort(first)
	return first
}

// trainingPage reads the fragments of a page, by form.
func (a *indexAssembler) trainingPage(first, end int) (page [format.FormCount][][]byte, err error) {
	var sizes [format.FormCount]int
	for id := first; id < end; id++ {
		entry := a.fragments.of(id)
		size := 0
		for form := range format.FormCount {
			size += min(int(format.Blob(form).Size(entry)), pageBytes+1)
		}
		if size > pageBytes {
			continue
		}
		b := make([]byte, 0, size)
		if old, ok := carried(entry); ok {
			for form := range format.FormCount {
				fragment, err := a.base.file.Blob(old, format.Blob(form))
				if err != nil {
					return page, fmt.Errorf("base: %w", err)
				}
				b = append(b, fragment...)
			}
		} else if err := a.spool.read(b[:size], format.LE.Uint64(entry)); err != nil {
			return page, err
		}
		b = b[:size]
		for form := range format.FormCount {
			n := int(format.Blob(form).Size(entry))
			if sizes[form] += n; sizes[form] <= pageBytes {
				page[form] = append(page[form], b[:n])
			}
			b = b[n:]
		}
	}
	return page, nil
}
