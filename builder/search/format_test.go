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
	"cartaz/builder/search/internal/naive"
)

var update = flag.Bool("update", false, "write the golden files")

// smallDocs are few, but their index holds every part of the format: lists of both forms, stored
// prefixes, all facets, corrections, several scripts.
func smallDocs() []search.Doc {
	docs := []search.Doc{
		{
			Name: "Festival de Jazz de Ouro Preto", Producer: "Casa Azul",
			ProducerSlug: "casa-azul", Venue: "Praça Tiradentes",
			City: "Ouro Preto", State: "MG", StateName: "Minas Gerais",
			VenueKey: "praca-tiradentes-ouro-preto-mg", Country: "BR",
			CountryNames: []string{"Brasil", "Brazil"},
			Regions:      []string{"América do Sul", "South America"},
			Topics:       []search.Topic{{Key: "jazz", Label: "Jazz"}, {Key: "ar-livre", Label: "Ar livre"}},
			Free:         true, First: 739_600, Last: 739_602, Hour: 19,
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

// compatFile has what the writer makes today. Beside it lie v2.idx to v5.idx, of earlier
// versions, which are refused.
const compatFile = "testdata/compat/v6.idx"

// A change of these bytes needs a further file beside this one, and a new FormatVersion if earlier
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

func TestCompatibility(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(compatFile), "*.idx"))
	require.NoError(t, err)
	require.Contains(t, files, compatFile)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if file == compatFile {
				requireCompatible(t, file)
				return
			}
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			_, err = search.Open(b)
			require.ErrorIs(t, err, search.ErrVersion)
		})
	}
}

func requireCompatible(t *testing.T, file string) {
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	x, err := search.Open(b)
	require.NoError(t, err)
	require.NoError(t, x.Verify())
	n := naive.New(smallDocs())
	for _, text := range []string{"", "jazz", "ouro preto", "mg", "online", "can", "fe", "東京",
		"agua", "festeiros", "cantei", "festivaol", "tiradnetse", "brazil",
		"américa do sul", "sul", "ar livre"} {
		requireSame(t, x, n, search.Query{Text: text}, 10)
	}
	item, err := x.JSON(1)
	require.NoError(t, err)
	require.Equal(t, `{"id":2}`, string(item))
	for _, q := range []search.Query{{From: 739_602, To: 739_605}, {Free: true}, {Online: true},
		{After: 20}, {Country: "br"}, {Topic: "JAZZ"}, {Venue: "praca-tiradentes-ouro-preto-mg"}} {
		requireSame(t, x, n, q, 10)
	}
	label, _ := x.CityLabel("sao paulo")
	require.Equal(t, "São Paulo", label)
}

func TestFragments(t *testing.T) {
	docs := smallDocs()
	x := mustIndex(t, docs)
	for id, d := range docs {
		for name, c := range map[string]struct {
			read func(uint32) ([]byte, error)
			want []byte
		}{"json": {x.JSON, d.JSON}, "card": {x.Card, d.Card}, "line": {x.Line,
			d.Line}, "description": {x.Description, []byte(d.Description)}} {
			got, err := c.read(uint32(id))
			require.NoError(t, err)
			require.Equal(t, string(c.want), string(got), name)
			require.Equal(t, len(got), cap(got),
				"appending to a fragment must not write into the index")
		}
	}
	for _, id := range []uint32{uint32(len(docs)), math.MaxUint32} {
		_, err := x.Card(id)
		require.ErrorIs(t, err, search.ErrNoDocument)
		_, err = x.Description(id)
		require.ErrorIs(t, err, search.ErrNoDocument)
		_, err = x.Packed(search.CardForm, id)
		require.ErrorIs(t, err, search.ErrNoDocument)
	}
}

// exercise calls everything; nothing may panic, and documents must exist.
func exercise(t require.TestingT, x *search.Index) {
	for _, q := range []search.Query{
		{}, {Text: "jazz"}, {Text: "ca"}, {Text: "canti"}, {Text: "on-line"},
		{Text: "festvial jaz"}, {Text: "cancao agua"},
		{Text: "de o"}, {Text: "東京"}, {City: "sao paulo"}, {Text: "cant", City: "Santos"},
		{State: "mg", Organization: "casa-azul"}, {From: 739_601, To: 739_605, ByDate: true},
		{Country: "br", Topic: "jazz", Free: true}, {Online: true, After: 20}, {Text: "south america"},
	} {
		// One look instead of one for each number: this runs for every byte of the file.
		ids, total := x.Search(q, 1, 10, nil)
		if total > x.Len() || len(ids) > 10 || len(ids) > 0 && int(slices.Max(ids)) >= x.Len() {
			require.Fail(t, "no answer of this index", "%+v: %v of %d", q, ids, total)
		}
	}
	for id := range uint32(min(x.Len(), 100)) {
		_, _ = x.JSON(id)
		_, _ = x.Card(id)
		_, _ = x.Line(id)
		_, _ = x.Description(id)
	}
	joinAll(x)
	_, _ = x.CityLabel("sao paulo")
	_, _ = x.OrganizationLabel("casa-azul")
}

// The places of a file that the tests below change.
const (
	footerSize = 480
	tailAt     = 456 // in the footer, behind the section table
)

// seal makes header and footer of a changed file match their checksum, so that Open lets it pass.
func seal(b []byte) {
	if len(b) < 16+footerSize {
		return
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(b[:16], table), table, b[len(b)-footerSize:len(b)-8])
	binary.LittleEndian.PutUint32(b[len(b)-8:], sum)
}

// answersOf is what an index says to queries that use all parts of the format.
func answersOf(x *search.Index) (all []any) {
	for _, q := range []search.Query{
		{}, {Text: "jazz"}, {Text: "ca"}, {Text: "cant"}, {Text: "on-line"}, {Text: "festvial jaz"},
		{Text: "tiradnetse"},
		{Text: "de o"}, {Text: "東京"}, {City: "sao paulo"}, {Text: "cant", City: "Santos"},
		{Text: "sampa"}, {Text: "xq"},
		{Text: "festival de jazz"}, {State: "mg", Organization: "casa-azul"},
		{From: 739_602}, {To: 739_601}, {Text: "cant", From: 739_610, To: 739_620}, {After: 20},
		{Venue: "praca-tiradentes-ouro-preto-mg"}, {Country: "BR"}, {Topic: "ar-livre"}, {Free: true},
		{Online: true}, {Text: "south america"},
	} {
		ids, total := x.Search(q, 0, 10, nil)
		spelled, doc := x.Respell(q)
		all = append(all, ids, total, spelled, doc)
	}
	for _, name := range []string{"sao paulo", "casa-azul", "santso"} {
		city, isCity := x.CityLabel(name)
		producer, isProducer := x.OrganizationLabel(name)
		near, isNear := x.CityNear(name)
		all = append(all, city, isCity, producer, isProducer, near, isNear)
	}
	for _, of := range []func(string) (string, bool){x.VenueLabel, x.CountryLabel, x.TopicLabel} {
		for _, key := range []string{"praca-tiradentes-ouro-preto-mg", "br", "jazz"} {
			label, ok := of(key)
			all = append(all, label, ok)
		}
	}
	key, ok := x.StateKey("MG")
	return append(all, key, ok, x.Apart("festivaljazz"))
}

// An answer from an index with one flipped bit is the right one, or Err says that it may not be.
func TestNoAnswerFromFlippedBits(t *testing.T) {
	good := mustWrite(t, smallDocs())
	b := slices.Clone(good)
	unharmed := mustIndex(t, smallDocs())
	want := answersOf(unharmed)
	for _, fine := range []bool{false, true} {
		// the lists
		noticed, first := 0, int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*3:]))
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
	unharmed := mustIndex(t, smallDocs())
	b := slices.Clone(good)
	for i := range b {
		for _, mask := range []byte{0x01, 0x80, 0xff} {
			b[i] ^= mask
			x, err := search.Open(b)
			if err == nil {
				require.ErrorIs(t, x.Verify(), search.ErrCorrupt, "byte %d", i)
				exercise(t, x)
				requirePacked(t, x, unharmed)
				for n, f := range allFragments(t, b) {
					require.True(t, f == nil || bytes.Equal(f, fragments[n]),
						"byte %d changes a fragment unseen", i)
				}
			}
			// The same with a footer that was made to match.
			seal(b)
			if x, err := search.Open(b); err == nil {
				_ = x.Verify()
				exercise(t, x)
			}
			copy(b, good)
		}
	}
}

// allFragments returns the fragments of all documents, nil for those that cannot be read.
func allFragments(t *testing.T, b []byte) [][]byte {
	t.Helper()
	x, err := search.Open(b)
	require.NoError(t, err)
	var all [][]byte
	for id := range uint32(x.Len()) {
		for _, read := range []func(uint32) ([]byte, error){x.JSON, x.Card, x.Line, x.Description} {
			f, err := read(id)
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

func TestOpenRefuses(t *testing.T) {
	good := mustWrite(t, smallDocs())
	footer := len(good) - footerSize
	for name, c := range map[string]struct {
		change func(b []byte) []byte
		want   error
	}{
		"nothing": {func([]byte) []byte { return nil }, search.ErrNotIndex},
		"something else": {func(b []byte) []byte { return []byte("<!doctype html>") },
			search.ErrNotIndex},
		"magic only":  {func(b []byte) []byte { return b[:8] }, search.ErrCorrupt},
		"header only": {func(b []byte) []byte { return b[:16] }, search.ErrCorrupt},
		"later version": {func(b []byte) []byte { b[8] = search.FormatVersion + 1; seal(b); return b },
			search.ErrVersion},
		"later version, no rest": {func(b []byte) []byte { b[8] = search.FormatVersion + 1; return b[:16] },
			search.ErrVersion},
		"no version": {func(b []byte) []byte { b[8] = 0; seal(b); return b },
			search.ErrVersion},
		"earlier version": {func(b []byte) []byte { b[8] = 1; seal(b); return b },
			search.ErrVersion},
		"reserved header": {func(b []byte) []byte { b[12] = 1; seal(b); return b },
			search.ErrCorrupt},
		"unknown language": {func(b []byte) []byte {
			b[footer+tailAt+7] = 1
			seal(
				b)
			return b
		}, search.ErrCorrupt},
		"reserved section": {func(b []byte) []byte { b[footer+20] = 1; seal(b); return b },
			search.ErrCorrupt},
		"section moved": {func(b []byte) []byte { b[footer+24] += 8; seal(b); return b },
			search.ErrCorrupt},
		"section too long": {func(b []byte) []byte {
			b[footer+24*5+15] = 0x7f
			seal(
				b)
			return b
		}, search.ErrCorrupt},
		"one more document": {func(b []byte) []byte { b[footer+tailAt]++; seal(b); return b },
			search.ErrCorrupt},
		"far more documents": {func(b []byte) []byte {
			b[footer+tailAt+3] = 0xff
			seal(
				b)
			return b
		}, search.ErrCorrupt},
		"term cut": {func(b []byte) []byte { shift(b, 4, 8, -8); return b },
			search.ErrCorrupt},
		"correction cut": {func(b []byte) []byte { shift(b, 14, 8, -12); return b },
			search.ErrCorrupt},
		"half cut": {func(b []byte) []byte { shift(b, 15, 8, -8); return b },
			search.ErrCorrupt},
		"days cut": {func(b []byte) []byte { shift(b, 16, 8, -8); return b },
			search.ErrCorrupt},
		"block sum cut": {func(b []byte) []byte { shift(b, 17, 8, -8); return b },
			search.ErrCorrupt},
		"other size": {func(b []byte) []byte {
			b[footer+tailAt+8]++
			seal(
				b)
			return b
		}, search.ErrCorrupt},
		"checksum": {func(b []byte) []byte { b[footer+tailAt+16]++; return b },
			search.ErrCorrupt},
		"end mark": {func(b []byte) []byte { b[len(b)-1]++; return b },
			search.ErrCorrupt},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := search.Open(c.change(slices.Clone(good)))
			require.ErrorIs(t, err, c.want)
		})
	}
}

// shift moves the border behind a section by so many bytes, and changes the size of the next one.
func shift(b []byte, section, by, size int) {
	entry := b[len(b)-footerSize+24*section:]
	for at, n := range map[int]int{8: by, 24: by, 32: size} {
		binary.LittleEndian.PutUint64(entry[at:], binary.LittleEndian.Uint64(entry[at:])+uint64(n))
	}
	seal(b)
}

// Verify does not only compare sums: it also finds what a faulty writer would have summed.
func TestVerifyChecksStructure(t *testing.T) {
	good := mustWrite(t, smallDocs())
	start := func(section int) int {
		return int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*section:]))
	}
	size := func(section int) int {
		return int(binary.LittleEndian.Uint64(good[len(good)-footerSize+24*section+8:]))
	}
	const table, codings, lists, terms, cities, texts, corrections = 1, 2, 3, 4, 6, 14, 15
	const halves, days, blocks, sections = 16, 17, 18, 19
	docs := size(table) / 64
	entries := size(terms) / 24
	keys, records := start(terms), start(terms)+entries*8
	cityRecords := start(cities) + size(cities)/24*8
	words := (size(corrections) - 66*4) / 8
	for name, change := range map[string]func(b []byte){
		"padding":               func(b []byte) { b[start(texts)+size(texts)] = 1 },
		"fragments not in line": func(b []byte) { b[start(table)+64]++ },
		"fragment too short":    func(b []byte) { b[start(table)+8]-- },
		"fragment sum":          func(b []byte) { b[start(table)+12]++ },
		"last fragment missing": func(b []byte) { clear(b[start(codings)-64+8 : start(codings)]) },
		"packed sum":            func(b []byte) { b[start(table)+8+4*8+4]++ },
		"packed for another":    func(b []byte) { packForAnother(b, start(table)) },
		"description sum":       func(b []byte) { b[start(table)+8+6*8+4]++ },
		"coding":                func(b []byte) { b[start(codings)+12]++ },
		"coding too long":       func(b []byte) { b[start(codings)+3] = 0x7f },
		"key":                   func(b []byte) { b[keys]++ },
		"key without text":      func(b []byte) { clear(b[records+4 : records+6]) },
		"entries out of order": func(b []byte) {
			copy(b[keys:keys+8],
				b[keys+8:])
			copy(b[records:records+16], b[records+16:])
		},
		"label out of bounds":   func(b []byte) { b[cityRecords+7] = 0xff },
		"text out of bounds":    func(b []byte) { b[records+3] = 0xff },
		"list out of bounds":    func(b []byte) { b[records+15] = 0xff },
		"no documents":          func(b []byte) { clear(b[records+8 : records+12]) },
		"too many documents":    func(b []byte) { b[records+10] = 1 },
		"posting without class": func(b []byte) { b[start(lists)] &^= 3 },
		"document out of range": func(b []byte) { b[start(lists)+3] = 0xff },
		"padding of a list":     func(b []byte) { b[start(lists)+7] = 1 },
		"correction border":     func(b []byte) { b[start(corrections)+4*10]++ },
		"correction number":     func(b []byte) { b[start(corrections)+66*4+3] = 1 },
		"half border":           func(b []byte) { b[start(halves)+8]++ },
		"half border too far":   func(b []byte) { b[start(halves)+8+3] = 0xff },
		"halves out of order": func(b []byte) {
			last := start(halves) + size(halves) - 16
			copy(b[last:], append(slices.Clone(b[last+8:last+16]), b[last:last+8]...))
		},
		"half twice": func(b []byte) {
			last := start(halves) + size(halves) - 8
			copy(b[last:],
				b[last-8:last])
		},
		"half mask":             func(b []byte) { b[start(halves)+size(halves)-8]++ },
		"half number":           func(b []byte) { b[start(halves)+size(halves)-1]++ },
		"last before first day": func(b []byte) { b[start(days)+4*docs] -= 3 },
		"a last day without first": func(b []byte) {
			copy(b[start(days):], "\xff\xff\xff\xff")
		},
		"day zero":              func(b []byte) { clear(b[start(days) : start(days)+4]) },
		"days of another group": func(b []byte) { b[start(days)+8*docs]-- },
		"block sum":             func(b []byte) { b[start(blocks)] ^= 1 },
		"correction mask":       func(b []byte) { b[start(corrections)+66*4+4*words] ^= 1 },
	} {
		t.Run(name, func(t *testing.T) {
			b := slices.Clone(good)
			change(b)
			table := crc32.MakeTable(crc32.Castagnoli)
			for at := 0; name != "block sum" && at < start(blocks); at += 4096 {
				sum := crc32.Checksum(b[at:min(at+4096, start(blocks))], table)
				binary.LittleEndian.PutUint32(b[start(blocks)+at/1024:], sum)
			}
			for section := range sections {
				sum := crc32.Checksum(b[start(section):start(section)+size(section)], table)
				binary.LittleEndian.PutUint32(b[len(b)-footerSize+24*section+16:], sum)
			}
			seal(b)
			x, err := search.Open(b)
			require.NoError(t, err)
			require.ErrorIs(t, x.Verify(), search.ErrCorrupt)
			exercise(t, x)
		})
	}
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
		_ = x.Verify()
		exercise(t, x)
		for _, text := range []string{"sampa", "ca", "on-line jaz", "festvial", "o"} {
			_ = x.Explain(search.Query{Text: text, City: "santos"}, 0, 5, 0, 1)
		}
	})
}

func FuzzQuery(f *testing.F) {
	docs := smallDocs()
	x, n := mustIndex(f, docs), naive.New(docs)
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
		// The naive search knows only words of these letters.
		if plain := strings.Trim(text,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 '-./&") == ""; plain &&
			len(text) <= 256 {
			requireSame(t, x, n, search.Query{Text: text}, 7)
		}
	})
}
