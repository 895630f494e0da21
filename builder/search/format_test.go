package search_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

var update = flag.Bool("update", false, "write the golden files")

// smallDocs returns few documents, but their index holds every part of the format: lists of both
// forms, stored prefixes, all facets, corrections, several scripts.
func smallDocs() []search.Doc {
	docs := []search.Doc{
		{
			Name: "Festival de Jazz de Ouro Preto", Producer: "Casa Azul",
			ProducerSlug: "casa-azul", Venue: "Praça Tiradentes",
			City: "Ouro Preto", State: "MG", StateName: "Minas Gerais",
			VenueKey: "praca-tiradentes-ouro-preto-mg", Country: "BR",
			CountryNames: []string{"Brasil", "Brazil"},
			Topics: []search.Topic{{Key: "jazz", Label: "Jazz"},
				{Key: "ar-livre", Label: "Ar livre"}},
			Free: true, First: 739_600, Last: 739_602, Hour: 19, Price: 60, Currency: "BRL",
			Sessions:    []search.Session{{Day: 739_600, Hour: 19}, {Day: 739_602}},
			Description: "Três noites de música on-line e ao vivo.",
			JSON:        []byte(`{"id":1}`), Card: []byte("<li>1</li>"), Line: []byte("- 1\n"),
		},
		{Name: "東京 Jazz", City: "São Paulo", State: "SP", JSON: []byte(`{"id":2}`),
			Line: []byte("- 2\n"), Online: true, First: 739_601, Hour: 22},
		{Name: "Canções d'água", City: "SÃO PAULO", StateName: "São Paulo", Producer: "Outra",
			ProducerSlug: "outra"},
	}
	for _, end := range strings.Fields("a ao as e ei eu i ia o oa oi os ou u ua ui ados idos " +
		"eiro eira") {
		for _, begin := range []string{"cant", "canc", "fest"} {
			docs = append(docs, search.Doc{Name: begin + end, City: "Santos", Card: []byte(end),
				First: search.Day(739_603 + len(docs)/2)})
		}
	}
	return docs
}

// compatFile has the output of today's writer; next to it is a file of the version before, which is
// refused.
const (
	compatFile = "testdata/compat/v13.idx"
	olderFile  = "testdata/compat/v12.idx"
)

// A change of these bytes needs a further file next to this one, and a new FormatVersion if earlier
// programs would read it wrongly.
func TestGoldenBytes(t *testing.T) {
	got := mustWrite(t, smallDocs())
	require.Equal(t, got, mustWrite(t, smallDocs()), "the same documents give the same bytes")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(compatFile), 0o755))
		require.NoError(t, os.WriteFile(compatFile, got, 0o644))
	}
	want, err := os.ReadFile(compatFile)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got),
		"the index of the same documents has other bytes than before")
}

func TestOlderVersionIsRefused(t *testing.T) {
	b, err := os.ReadFile(olderFile)
	require.NoError(t, err)
	_, err = search.Open(b)
	require.ErrorIs(t, err, search.ErrVersion)
}

func TestFragments(t *testing.T) {
	docs := smallDocs()
	x := mustIndex(t, docs)
	for id, d := range docs {
		for form, want := range []string{string(d.JSON), string(d.Card), string(d.Line),
			d.Description} {
			got, err := x.Fragment(search.Form(form), uint32(id))
			require.NoError(t, err)
			require.Equal(t, want, string(got), "form %d", form)
			require.Equal(t, len(got), cap(got),
				"appending to a fragment must not write into the index")
		}
	}
	for _, id := range []uint32{uint32(len(docs)), math.MaxUint32} {
		_, err := x.Fragment(search.CardForm, id)
		require.ErrorIs(t, err, search.ErrNoDocument)
		_, err = x.Fragment(search.DescriptionForm, id)
		require.ErrorIs(t, err, search.ErrNoDocument)
	}
}

// exercise calls everything; nothing may panic, and documents must exist.
func exercise(t require.TestingT, x *search.Index) {
	for _, q := range []search.Query{
		{}, {Text: "jazz"}, {Text: "ca"}, {Text: "canti"}, {Text: "on-line"},
		{Text: "festvial jaz"}, {Text: "cancao agua"}, {Text: "tokyo"},
		{Text: "de o"}, {Text: "東京"}, {City: "sao paulo"}, {Text: "cant", City: "Santos"},
		{State: "mg", Organization: "casa-azul"}, {From: 739_601, To: 739_605, ByDate: true},
		{Country: "br", Tag: "jazz", Free: true}, {Online: true, After: 20},
	} {
		// One look instead of one for each number: this runs for every byte of the file.
		ids, total := x.Search(q, 1, 10, nil)
		if total > x.Len() || len(ids) > 10 || len(ids) > 0 && int(slices.Max(ids)) >= x.Len() {
			require.Fail(t, "no answer of this index", "%+v: %v of %d", q, ids, total)
		}
	}
	for id := range uint32(min(x.Len(), 100)) {
		for form := search.JSONForm; form <= search.DescriptionForm; form++ {
			_, _ = x.Fragment(form, id)
		}
		_, _ = x.Next(id, 739_601)
	}
	for _, today := range []search.Day{739_590, 739_601} {
		_, _ = x.Counts(search.Query{Today: today}, 3)
	}
	_, _ = x.Label(search.Cities, "sao paulo")
	_, _ = x.Label(search.Organizations, "casa-azul")
}

// The places of a file that the tests below change.
const (
	footerSize = 432
	blockSums  = 16  // number of their section
	tailAt     = 408 // in the footer, after the section table
)

// seal makes blocks, header and footer of a changed file match their checksums, so that Open lets
// it pass.
func seal(b []byte) {
	if len(b) < 16+footerSize {
		return
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	body := int64(len(b) - footerSize)
	at := int64(binary.LittleEndian.Uint64(b[body+24*blockSums:]))
	for from := int64(0); from < at && at <= body && at+from/1024+4 <= body; from += 4096 {
		sum := ^crc32.Checksum(b[from:min(from+4096, at)], table) ^ uint32(from/4096)*0x9E3779B1
		binary.LittleEndian.PutUint32(b[at+from/1024:], sum)
	}
	sum := crc32.Update(crc32.Checksum(b[:16], table), table, b[body:len(b)-8])
	binary.LittleEndian.PutUint32(b[len(b)-8:], sum)
}

// answersOf returns the answers of an index to queries that use all parts of the format.
func answersOf(x *search.Index) (all []any) {
	for _, q := range []search.Query{
		{}, {Text: "jazz"}, {Text: "ca"}, {Text: "cant"}, {Text: "on-line"}, {Text: "festvial jaz"},
		{Text: "tiradnetse"},
		{Text: "de o"}, {Text: "東京"}, {City: "sao paulo"}, {Text: "cant", City: "Santos"},
		{Text: "sampa"}, {Text: "xq"},
		{Text: "festival de jazz"}, {State: "mg", Organization: "casa-azul"},
		{From: 739_602}, {To: 739_601}, {Text: "cant", From: 739_610, To: 739_620}, {After: 20},
		{Venue: "praca-tiradentes-ouro-preto-mg"}, {Country: "BR"},
		{Tag: "ar-livre"}, {Free: true},
		{Online: true},
	} {
		ids, total := x.Search(q, 0, 10, nil)
		spelled, doc := x.Answer(q, 0, 1, nil)
		all = append(all, ids, total, spelled, doc)
	}
	for _, name := range []string{"sao paulo", "casa-azul", "santso"} {
		city, isCity := x.Label(search.Cities, name)
		producer, isProducer := x.Label(search.Organizations, name)
		all = append(all, city, isCity, producer, isProducer)
	}
	for _, of := range []search.Facet{search.Venues, search.Countries, search.Topics} {
		for _, key := range []string{"praca-tiradentes-ouro-preto-mg", "br", "jazz"} {
			label, ok := x.Label(of, key)
			all = append(all, label, ok)
		}
	}
	key, ok := x.StateKey("MG")
	return append(all, key, ok, x.Len())
}

func TestOpenRefuses(t *testing.T) {
	good := mustWrite(t, smallDocs())
	const footer = -footerSize // an offset from the end
	put := func(at int, change func(byte) byte) func(b []byte) []byte {
		return func(b []byte) []byte {
			if at < 0 {
				at += len(b)
			}
			b[at] = change(b[at])
			seal(b)
			return b
		}
	}
	set := func(at int, value byte) func(b []byte) []byte {
		return put(at, func(byte) byte { return value })
	}
	add := func(at int, n byte) func(b []byte) []byte {
		return put(at, func(old byte) byte { return old + n })
	}
	cut := func(section, size int) func(b []byte) []byte {
		return func(b []byte) []byte { shift(b, section, 8, size); return b }
	}
	for name, c := range map[string]struct {
		change func(b []byte) []byte
		want   error
	}{
		"nothing": {func([]byte) []byte { return nil }, search.ErrNotIndex},
		"something else": {func(b []byte) []byte { return []byte("<!doctype html>") },
			search.ErrNotIndex},
		"magic only":    {func(b []byte) []byte { return b[:8] }, search.ErrCorrupt},
		"header only":   {func(b []byte) []byte { return b[:16] }, search.ErrCorrupt},
		"later version": {set(8, search.FormatVersion+1), search.ErrVersion},
		"later version, no rest": {func(b []byte) []byte {
			return set(8, search.FormatVersion+1)(b)[:16]
		}, search.ErrVersion},
		"no version":         {set(8, 0), search.ErrVersion},
		"earlier version":    {set(8, 1), search.ErrVersion},
		"reserved header":    {set(12, 1), search.ErrCorrupt},
		"unknown language":   {set(footer+tailAt+7, 1), search.ErrCorrupt},
		"reserved section":   {set(footer+20, 1), search.ErrCorrupt},
		"section moved":      {add(footer+24, 8), search.ErrCorrupt},
		"section too long":   {set(footer+24*5+15, 0x7f), search.ErrCorrupt},
		"one more document":  {add(footer+tailAt, 1), search.ErrCorrupt},
		"far more documents": {set(footer+tailAt+3, 0xff), search.ErrCorrupt},
		"term cut":           {cut(3, -8), search.ErrCorrupt},
		"correction cut":     {cut(13, -12), search.ErrCorrupt},
		"days cut":           {cut(14, -8), search.ErrCorrupt},
		"block sum cut":      {cut(15, -8), search.ErrCorrupt},
		"other size":         {add(footer+tailAt+8, 1), search.ErrCorrupt},
		"checksum": {func(b []byte) []byte { b[len(b)+footer+tailAt+16]++; return b },
			search.ErrCorrupt},
		"end mark": {func(b []byte) []byte { b[len(b)-1]++; return b }, search.ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := search.Open(c.change(slices.Clone(good)))
			require.ErrorIs(t, err, c.want)
		})
	}
}

// shift moves the border after a section by some bytes, and changes the size of the next one.
func shift(b []byte, section, by, size int) {
	entry := b[len(b)-footerSize+24*section:]
	for at, n := range map[int]int{8: by, 24: by, 32: size} {
		binary.LittleEndian.PutUint64(entry[at:], binary.LittleEndian.Uint64(entry[at:])+uint64(n))
	}
	seal(b)
}

func FuzzIndex(f *testing.F) {
	good := mustWrite(f, smallDocs())
	f.Add(good)
	f.Add(mustWrite(f, nil))
	f.Add(good[:100])
	f.Fuzz(func(t *testing.T, b []byte) {
		seal(b)
		x, err := search.Open(b)
		if err != nil {
			return
		}
		exercise(t, x)
		for _, text := range []string{"sampa", "ca", "on-line jaz", "festvial", "o"} {
			_ = x.Explain(search.Query{Text: text, City: "santos"}, 5, 0, 1)
		}
	})
}

func FuzzQuery(f *testing.F) {
	docs := smallDocs()
	x := mustIndex(f, docs)
	for _, q := range []string{"jazz", "on-line", "São  Paulo", "東京都", "festvial", "a\xff", "'-./&",
		"ß ﬁ", "x-y-z-a-b-c-d"} {
		f.Add(q, "", "", "")
	}
	f.Add("jazz", "são paulo", "sp", "casa-azul")
	f.Fuzz(func(t *testing.T, text, city, state, organization string) {
		q := search.Query{Text: text, City: city, State: state, Organization: organization}
		ids, total := x.Search(q, 0, len(docs), nil)
		require.Len(t, ids, total)
		slices.Sort(ids)
		require.Len(t, slices.Compact(ids), total, "each document once")
		requireCoherent(t, x, q, 7)
	})
}

// An answer from an index with one flipped bit is right, or Err says that it may not be.
func TestNoAnswerFromFlippedBits(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	unharmed := mustIndex(t, smallDocs())
	want := answersOf(unharmed)
	for _, fine := range []bool{false, true} {
		// the lists
		noticed, first := 0, int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*2:]))
		for i := first; i < len(b); i++ {
			b[i] ^= 1 << (i % 8)
			x, err := search.Open(b)
			if err == nil && fine {
				x.FineBlocks(good)
			}
			if err == nil {
				got := answersOf(x)
				if err = x.Err(); err == nil && !reflect.DeepEqual(want, got) {
					require.Equal(t, want, got,
						"bit %d of byte %d changes an answer unseen (fine: %v)", i%8, i, fine)
				}
			}
			if err != nil {
				noticed++
				require.ErrorIs(t, err, search.ErrCorrupt)
			}
			b[i] = good[i]
		}
		require.Greater(t, noticed, (len(b)-first)/2,
			"the queries read most of what is there (fine: %v)", fine)
	}
}

func TestEveryFlippedByte(t *testing.T) {
	good := mustWrite(t, smallDocs())
	fragments := allFragments(t, good)
	b := slices.Clone(good)
	for i := range b {
		b[i] ^= []byte{0x01, 0x80, 0xff}[i%3]
		x, err := search.Open(b)
		if err == nil {
			exercise(t, x)
			for n, f := range allFragments(t, b) {
				require.True(t, f == nil || bytes.Equal(f, fragments[n]),
					"byte %d changes a fragment unseen", i)
			}
		}
		// The same from one who makes all checksums match.
		seal(b)
		if x, err := search.Open(b); err == nil {
			x.MarkVerified()
			exercise(t, x)
		}
		copy(b, good)
	}
}

// allFragments returns the fragments of all documents, or nil for each that cannot be read.
func allFragments(t *testing.T, b []byte) [][]byte {
	t.Helper()
	x, err := search.Open(b)
	require.NoError(t, err)
	var all [][]byte
	for id := range uint32(x.Len()) {
		for form := search.JSONForm; form <= search.DescriptionForm; form++ {
			f, err := x.Fragment(form, id)
			if err != nil {
				require.ErrorIs(t, err, search.ErrCorrupt)
				f = nil
			}
			all = append(all, f)
		}
	}
	return all
}

func TestEveryTruncation(t *testing.T) {
	good := mustWrite(t, smallDocs())
	for n := range good {
		_, err := search.Open(good[:n])
		require.Error(t, err, "%d bytes", n)
		_, err = search.Open(good[n+1:])
		require.ErrorIs(t, err, search.ErrNotIndex)
	}
	_, err := search.Open(append(slices.Clone(good), 0))
	require.ErrorIs(t, err, search.ErrCorrupt)
}

// The file under a mapping may be overwritten while it serves, after all of it was verified: an
// answer from zeros is no answer.
func TestZerosAreNoAnswer(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	x, err := search.Open(b)
	require.NoError(t, err)
	x.MarkVerified()
	clear(b)
	for _, q := range []search.Query{{Text: "jazz"}, {Text: "xq"}, {City: "santos"}} {
		_, total := x.Search(q, 0, 10, nil)
		require.Zero(t, total)
		require.ErrorIs(t, x.Err(), search.ErrCorrupt, "%+v", q)
	}
	_, err = x.JSON(0)
	require.ErrorIs(t, err, search.ErrCorrupt)
	want := answersOf(mustIndex(t, smallDocs()))
	for at := 0; at < len(good); at += 4096 { // and block by block
		b = slices.Clone(good)
		clear(b[at:min(at+4096, len(b))])
		if x, err := search.Open(b); err == nil {
			got := answersOf(x)
			require.True(t, x.Err() != nil || reflect.DeepEqual(want, got), "block at %d", at)
		}
	}
}
