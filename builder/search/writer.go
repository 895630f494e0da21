package search

import (
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// Doc is one event as the index sees it. The text fields say what finds it, the fragments what is answered.
type Doc struct {
	// Name weighs most.
	Name string
	// Producer, Venue, City, State and StateName weigh less. Of Brazilian states either the abbreviation (State) or
	// the name is enough.
	Producer, Venue, City, State, StateName string
	// Online is a place too, by that name: what lists and pages say of such an event finds it.
	Online bool
	// ProducerSlug is only filtered by.
	ProducerSlug string
	// Description is plain text and weighs least. It can be read back.
	Description string
	// JSON, Card and Line are the ready pieces of answers: the item of the JSON list, of the HTML list, of the
	// Markdown list. They are returned byte for byte, and packed for compressed answers.
	JSON, Card, Line []byte
}

// onlinePlace is where an event is that is online, in Portuguese as in English.
const onlinePlace = "online"

// Writer makes an index. Documents are added in list order, then WriteTo writes everything; the same documents give the
// same bytes. A Writer is for one goroutine.
//
// In memory stay the different words and the fragment table, some hundred bytes a document; fragments, descriptions and which
// document has which words go to the spool.
type Writer struct {
	spool   spool
	blobSum uint32          // of all fragments and descriptions in the spool
	entries fragmentEntries // they lead into the spool, without packed forms, until the file is written

	terms    terms
	classes  []class  // of each term in the document being added; 0 when it has not appeared
	found    []uint32 // terms of the document being added
	stream   tokenStream
	batch    int // postings, see batchPostings
	synonyms synonyms
	run      [][]byte // words of a name or place that are no stop words, up to where it is read
	base     *base    // nil when nothing is kept

	cities, states, organizations facet

	docs               int
	fold, joined, mark []byte
	err                error // of a failed Add, or ErrWritten
}

// NewWriter returns a Writer that keeps what it can in spool, an empty file at its start which nobody else uses until
// WriteTo has returned. With a nil spool all stays in memory, which suits small indexes.
func NewWriter(spool io.ReadWriteSeeker) *Writer {
	if spool == nil {
		spool = new(memory)
	}
	return &Writer{
		spool:         newSpool(spool),
		terms:         newTerms(),
		stream:        tokenStream{block: tokenBlockSize},
		batch:         batchPostings,
		synonyms:      newSynonyms(),
		cities:        newFacet("city"),
		states:        newFacet("state"),
		organizations: newFacet("producer slug"),
	}
}

// Add appends a document; its number is how many were added before. After an error the Writer is of no further use.
func (w *Writer) Add(d Doc) error {
	if w.err != nil {
		return w.err
	}
	if err := w.add(&d); err != nil {
		w.err = fmt.Errorf("index document %d: %w", w.docs, err)
		return w.err
	}
	return nil
}

func (w *Writer) add(d *Doc) error {
	if w.docs >= maxDocs {
		return fmt.Errorf("%w: more than %d documents", ErrTooMany, maxDocs)
	}
	if err := w.addBlobs(d); err != nil {
		return err
	}
	if err := w.addFacets(d); err != nil {
		return err
	}
	w.addText(inName, d.Name)
	w.addText(inPlace, d.Producer)
	w.addText(inPlace, d.Venue)
	w.addText(inPlace, d.City)
	w.addText(inPlace, d.State)
	w.addText(inPlace, d.StateName)
	w.fold = appendStateKey(w.fold[:0], d.State)
	if name := stateName(w.fold); d.StateName == "" && name != "" {
		w.addText(inPlace, name)
	}
	if d.State == "" {
		if w.fold = appendStateKey(w.fold[:0], d.StateName); stateName(w.fold) != "" {
			w.addText(inPlace, string(w.fold))
		}
	}
	if d.Online {
		w.addText(inPlace, onlinePlace)
	}
	w.addText(inDescription, d.Description)
	w.addSynonyms()
	if w.err != nil {
		return w.err
	}
	if err := w.stream.add(&w.spool, w.found, w.classes); err != nil {
		return err
	}
	for _, t := range w.found {
		w.terms.counts[t]++
		w.classes[t] = 0
	}
	w.found = w.found[:0]
	w.docs++
	return nil
}

func (w *Writer) addText(c class, text string) {
	w.fold = AppendFold(w.fold[:0], text)
	w.joined = eachTerm(w.fold, w.joined,
		func(term []byte) { w.addTerm(c, term) },
		func(joined []byte, first int) { w.addHyphen(c, joined, first) })
	if c != inDescription {
		w.addMarks(c)
	}
}

func (w *Writer) addTerm(c class, term []byte) {
	t, isNew, err := w.terms.number(term)
	if err != nil {
		w.err = err
		return
	}
	if isNew {
		w.classes = append(w.classes, 0)
		w.synonyms.numbered(term, t)
	}
	if w.classes[t] == 0 {
		w.found = append(w.found, t)
	}
	w.classes[t] = max(w.classes[t], c)
}

func (w *Writer) addBlobs(d *Doc) error {
	entry := w.entries.add()
	le.PutUint64(entry, w.spool.size)
	for i, b := range [blobs][]byte{d.JSON, d.Card, d.Line, description: []byte(d.Description)} {
		// Packed forms may take twice as much, and their size is a u32 too.
		if len(b) > math.MaxInt32 {
			return fmt.Errorf("%w: %d bytes", ErrFragmentTooLong, len(b))
		}
		blob(i).put(entry, b)
		if err := w.spool.write(b); err != nil {
			return err
		}
		w.blobSum = crc32.Update(w.blobSum, castagnoli, b)
	}
	return nil
}

func (w *Writer) addFacets(d *Doc) error {
	w.fold = appendFoldKey(w.fold[:0], d.City)
	if err := w.cities.add(w.fold, d.City, w.docs); err != nil {
		return err
	}
	w.fold = appendStateKey(w.fold[:0], d.State)
	if len(w.fold) == 0 {
		// A name that belongs to no Brazilian state gives no abbreviation to filter by.
		if w.fold = appendStateKey(w.fold, d.StateName); stateName(w.fold) == "" {
			w.fold = w.fold[:0]
		}
	}
	if err := w.states.add(w.fold, d.State, w.docs); err != nil {
		return err
	}
	w.fold = appendFoldKey(w.fold[:0], d.ProducerSlug)
	return w.organizations.add(w.fold, d.Producer, w.docs)
}
