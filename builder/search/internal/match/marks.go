package match

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// addOnline adds the documents that take place online, as if they said so in a place, for a word
// that asks for them: online python conference.
func addOnline(p *Plan, word []byte) {
	if !text.AsksOnline(word) {
		return
	}
	marks := p.index.file.Dictionary(format.Marks)
	mark, ok := marks.Find([]byte(format.OnlineMark))
	if !ok {
		return
	}
	postings, ok := marks.Postings(mark)
	if !ok {
		return
	}
	docs := p.index.file.Docs()
	all := p.newJoined(docs).joined[:format.WordsFor(docs)]
	(&List{Postings: postings}).Gather(all)
	list := p.newJoined(docs)
	for i, documents := range all {
		sets := list.FieldSets(i)
		sets[format.InDescription-1], sets[format.InPlace-1] = documents, documents
		list.Count += bits.OnesCount64(documents)
	}
	p.Trace.list(len(p.Lists), &marks, mark)
	p.Lists = append(p.Lists, list)
}
