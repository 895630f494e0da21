package indexer

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// Doc is one event as the index sees it. Searches find it by the text fields; the fragments are the
// answers.
type Doc struct {
	// Name weighs most.
	Name string
	// Producer, Venue, City, State and StateName weigh less. A Brazilian state needs only the
	// abbreviation (State) or the name.
	Producer, Venue, City, State, StateName string
	// Online is a place, too, by that name: the text on lists and pages of such an event finds it.
	Online bool
	// ProducerSlug and VenueKey are only for filters.
	ProducerSlug, VenueKey string
	// Country is the ISO 3166-1 code, used only by filters. CountryNames are the names of the
	// country, the usual one first; they weigh as much as a city.
	Country      string
	CountryNames []string
	// Topics are the subjects of the event. Their labels weigh as much as a city.
	Topics []Topic
	// Free, and CFP for an open call for papers, are only for filters.
	Free, CFP bool
	// Marks holds words that are only for filters, a comma between: ways of access and states.
	Marks string
	// Price is the lowest price in whole units of Currency (ISO 4217), which is "" if it is not
	// known.
	Price    int
	Currency string
	// First and Last are the days of the event on its own clock, or 0 without a date. A Last before
	// First counts as First.
	First, Last Day
	// Hour is the hour at which the event starts on its own clock, 1 to 24: the first hour of a day
	// is 24, and 0 means that the hour is not known.
	Hour int
	// Sessions are the days and hours of an event that pauses between its days.
	Sessions []Session
	// Description is plain text and weighs least. It can be read back.
	Description string
	// JSON, Card and Line are the ready pieces of answers: the item of the JSON list, of the HTML
	// list, of the Markdown list. They are returned byte for byte.
	JSON, Card, Line []byte
}

// Session is a day with an event, and the hour at which it begins, as Doc.Hour.
type Session struct {
	Day  Day
	Hour int
}

// Topic is one subject of an event.
type Topic struct {
	Key   string // value for filters
	Label string // as it is shown
}

// onlinePlace is the place of an online event, in Portuguese as in English.
const onlinePlace = "online"

// Writer makes an index. Documents are added in list order, then WriteTo writes everything; the
// same documents give the same bytes. A Writer is for one goroutine.
//
// The different words and the fragment table stay in memory, some hundred bytes a document.
// Fragments, descriptions and the words of each document go to the spool.
type Writer struct {
	// Batch is the number of postings that are turned into lists at a time, Block the number of
	// bytes of the term stream that go to the spool at a time. The file does not depend on them.
	Batch, Block int

	spool     spoolFile
	blobSum   uint32 // of all fragments and descriptions in the spool
	fragments []byte // the fragment table; points into the spool until the file is written

	analyzer *analysis.Analyzer // of the languages of the documents
	terms    termTable
	fields   []index.Field // of each term in the document being added; 0 if it has not appeared
	found    []uint32      // terms of the document being added
	stream   termStream
	synonyms synonyms
	words    [][]byte // of a name or place, without stop words, up to where it is read
	base     *base    // nil if nothing is carried over

	facets      [index.SectionCount]facet // from index.Cities to index.Hours
	first, last []uint32

	docs                    int
	folded, joined, derived []byte
	err                     error // of a failed Add, or ErrWritten
}

var (
	// ErrWritten means that a Writer was used after WriteTo.
	ErrWritten = errors.New("search index is already written")
	// ErrTooMany means more documents, words or postings than the format can number.
	ErrTooMany = errors.New("too much for one search index")
	// ErrFragmentTooLong means a fragment or description of 2 GiB or more.
	ErrFragmentTooLong = errors.New("fragment too long")
	// ErrFieldTooLong means a facet value or its label of more than 65,535 bytes.
	ErrFieldTooLong = errors.New("field too long")
)

// New returns a Writer that puts most data into spool, which must be empty and is not used by other
// code until WriteTo has returned. With a nil spool all stays in memory, which suits small indexes.
func New(spool Spool) *Writer {
	if spool == nil {
		spool = new(memoryFile)
	}
	analyzer := lang.Default.Analyzer()
	w := &Writer{
		analyzer: analyzer,
		Batch:    batchPostings,
		Block:    streamBlockSize,
		spool:    newSpoolFile(spool),
		terms:    newTermTable(),
		synonyms: newSynonyms(analyzer),
	}
	for s := index.Cities; s <= index.Hours; s++ {
		w.facets[s] = facet{}
	}
	return w
}

// Add appends a document; its number is the number of documents added before. After an error the
// Writer cannot be used.
func (w *Writer) Add(d Doc) error {
	return w.try(func() error { return w.add(&d) })
}

// try does something with a document unless an earlier one failed.
func (w *Writer) try(do func() error) error {
	if w.err != nil {
		return w.err
	}
	err := ErrTooMany
	if w.docs < index.MaxDocs && len(w.terms.ends) < maxTerms {
		err = do()
	}
	if err != nil {
		w.err = fmt.Errorf("index document %d: %w", w.docs, err)
	}
	return w.err
}

// add implements Add, without the check of earlier errors.
func (w *Writer) add(d *Doc) error {
	if err := w.addFragments(d); err != nil {
		return err
	}
	w.addFacets(d)
	w.addMarks(d)
	w.addDays(d.First, d.Last)
	w.addText(index.InName, d.Name)
	for _, place := range [...]string{d.Producer, d.Venue, d.City, d.State, d.StateName} {
		w.addText(index.InPlace, place)
	}
	state := stateKey(d)
	if d.StateName == "" {
		w.addText(index.InPlace, analysis.StateName(state))
	}
	if d.State == "" {
		w.addText(index.InPlace, string(state))
	}
	if d.Online {
		w.addText(index.InPlace, onlinePlace)
	}
	for _, name := range d.CountryNames {
		w.addText(index.InPlace, name)
	}
	for i := range d.Topics {
		w.addText(index.InPlace, d.Topics[i].Label)
	}
	w.addText(index.InDescription, d.Description)
	w.addSynonyms()
	if w.err != nil {
		return w.err
	}
	if err := w.stream.add(&w.spool, w.found, w.fields, w.Block); err != nil {
		return err
	}
	for _, t := range w.found {
		w.terms.counts[t]++
		w.fields[t] = 0
	}
	w.found = w.found[:0]
	w.docs++
	return nil
}

// addText adds the terms of a text in a field to the document; for a name also how it begins and
// what it is as a whole.
func (w *Writer) addText(field index.Field, value string) {
	w.folded = w.analyzer.Append(w.folded[:0], value)
	w.joined = analysis.EachTerm(w.folded, w.joined,
		func(term []byte) { w.addTerm(field, term) })
	w.addShingles(field)
	if field == index.InName {
		if w.joined = analysis.NameKey(w.joined[:0], w.folded); len(w.joined) > 0 {
			w.addDerived(field, index.NameIs, w.joined)
		}
		w.analyzer.Begin(w.folded,
			func(term []byte) { w.addDerived(field, index.NameBegins, term) })
	}
}

// addTerm adds a term to the document. If it is there in several fields, the greatest counts.
func (w *Writer) addTerm(field index.Field, term []byte) {
	t, isNew := w.terms.number(term)
	if isNew {
		w.fields = append(w.fields, 0)
		w.synonyms.numbered(term, t)
	}
	if w.fields[t] == 0 {
		w.found = append(w.found, t)
	}
	w.fields[t] = max(w.fields[t], field)
}

// addFragments puts the fragments of a document into the spool, and its entry into the fragment
// table.
func (w *Writer) addFragments(d *Doc) error {
	entry := w.addEntry()
	index.LE.PutUint64(entry, w.spool.size)
	for i, b := range [index.Forms][]byte{d.JSON, d.Card, d.Line,
		index.DescriptionForm: []byte(d.Description)} {
		if len(b) > math.MaxInt32 {
			return fmt.Errorf("%w: %d bytes", ErrFragmentTooLong, len(b))
		}
		index.Form(i).Put(entry, b)
		if err := w.spool.write(b); err != nil {
			return err
		}
		w.blobSum = crc32.Update(w.blobSum, index.Castagnoli, b)
	}
	return nil
}

// addEntry appends an entry of zeros to the fragment table and returns it.
func (w *Writer) addEntry() []byte {
	n := len(w.fragments)
	w.fragments = append(w.fragments, make([]byte, index.FragmentEntrySize)...)
	return w.fragments[n:]
}

// addFacets adds the document to the facets that have labels or spellings.
func (w *Writer) addFacets(d *Doc) {
	w.addFacet(index.Cities, d.City, d.City)
	w.addFacet(index.States, string(stateKey(d)), d.State)
	w.addFacet(index.Organizations, d.ProducerSlug, d.Producer)
	w.addFacet(index.Venues, d.VenueKey, d.Venue)
	country := ""
	if len(d.CountryNames) > 0 {
		country = d.CountryNames[0]
	}
	w.addFacet(index.Countries, d.Country, country)
	for i := range d.Topics {
		w.addFacet(index.Topics, d.Topics[i].Key, d.Topics[i].Label)
	}
}

// addMarks adds the document to the facets that CarryOver takes from the base.
func (w *Writer) addMarks(d *Doc) {
	marks := d.Marks
	if d.Free {
		marks += ",free"
	}
	if d.CFP {
		marks += ",cfp"
	}
	if d.Online {
		marks += ",online"
	}
	for mark := range strings.SplitSeq(marks, ",") {
		w.addFacet(index.Marks, mark, "")
	}
	if len(d.Currency) == 3 {
		w.addFacet(index.Marks, index.PriceKey(d.Currency, d.Price), "")
	}
	if d.Hour > 0 {
		w.addFacet(index.Hours, index.HourKey(d.Hour%24), "")
	}
	for i, s := range d.Sessions {
		if i == 0 {
			w.addFacet(index.Marks, index.SessionsMark, "")
		}
		w.addFacet(index.Marks, string(index.AppendSessionKey(nil, uint32(s.Day), s.Hour)), "")
		if s.Hour > 0 {
			w.addFacet(index.Hours, index.HourKey(s.Hour%24), "")
		}
	}
}

func (w *Writer) addFacet(s index.Section, key, label string) {
	w.folded = text.AppendKey(w.folded[:0], key)
	if err := w.facets[s].add(w.folded, label, w.docs); err != nil && w.err == nil {
		w.err = fmt.Errorf("%s: %w", s, err)
	}
}

// stateKey returns the abbreviation of the state. A name that belongs to no Brazilian state has
// none.
func stateKey(d *Doc) []byte {
	key := analysis.AppendStateKey(nil, d.State)
	if len(key) > 0 {
		return key
	}
	if key = analysis.AppendStateKey(nil, d.StateName); analysis.StateName(key) == "" {
		return nil
	}
	return key
}

func (w *Writer) addDays(first, last Day) {
	if first == 0 {
		w.first, w.last = append(w.first, index.NoFirstDay), append(w.last, index.NoLastDay)
		return
	}
	w.first, w.last = append(w.first, uint32(first)), append(w.last, uint32(max(first, last)))
}
