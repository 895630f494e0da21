package rank

import (
	"cmp"
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/text/music"
)

// The points of one token, by how it is found and in which field:
const (
	exactInName, exactInPlace, exactInDescription    = 15, 13, 11
	aliasInName, aliasInPlace, aliasInDescription    = 14, 12, 10
	prefixInName, prefixInPlace, prefixInDescription = 9, 8, 7
	edit1InName, edit1InPlace, edit1InDescription    = 6, 5, 4
	edit2InName, edit2InPlace, edit2InDescription    = 3, 2, 1
)

// Points is the table of them, with 0 for a token that is not found. Place is organiser, venue,
// city or state.
//
// All of this was measured on the judged queries in testdata/relevance, and so was what is not
// here:
//
//   - Tie-breakers are worth 0.007 of nDCG@10 and 0.015 of first hits. Added to the scores instead
//     of deciding between equal ones they gain nothing more, and a word found twice as badly could
//     then go before one found well. A tie-breaker for a last word that is only a prefix gains
//     nothing.
//   - A weight for rare words (as in BM25) gains nothing: every word must be found, so it only
//     tells apart documents that have the same words in different fields, and there it is as often
//     wrong as right.
//   - Nor does the length of a field: that a short name says more is what the tie-breakers for its
//     two ends say already.
//   - That a name which begins like the query goes before one that ends so gains 0.002 of first
//     hits. The points could be any in the same order. A prefix in a name before a whole word in a
//     description gains as much, but a whole word goes before a prefix.
//   - Trying two edits only when one finds nothing gains 0.002 of precision and loses as much of
//     nDCG@10.
var Points = [match.Kinds][format.Fields]uint8{
	match.Exact:  {0, exactInDescription, exactInPlace, exactInName},
	match.Alias:  {0, aliasInDescription, aliasInPlace, aliasInName},
	match.Prefix: {0, prefixInDescription, prefixInPlace, prefixInName},
	match.Edit1:  {0, edit1InDescription, edit1InPlace, edit1InName},
	match.Edit2:  {0, edit2InDescription, edit2InPlace, edit2InName},
}

// Tie-breakers decide between documents of one score: the greater sum goes first, then list order.
const (
	// neighbourTie for each two words of the query that follow each other in a name or place of the
	// document too, stop words aside, and of pairs that mean little apart (text.Belong) also in its
	// description. A stop word at the end of the query, which is skipped, may be the beginning of
	// the second: mário de an. As much for the first number of the query behind the sign for
	// number, and as that of the work which the query names; without a number for the first word of
	// the query before that work.
	neighbourTie = 4
	// invertedTie for each two words of the query that follow each other in the other order, as
	// catalogues write them: piano quintet, and Quintet, Piano.
	invertedTie = 2
	// nameBeginsTie for a name that begins like the query, nameEndsTie for one that ends so: what
	// stands first in a name is what the event is, what stands last often a guest, a place or a
	// subtitle. In languages that derive (text.Rules.Derives) a name begins like the query with
	// another form of its first word, too; in others it lost more first hits than it won.
	nameBeginsTie = 2
	nameEndsTie   = 1

	tiePlanes = 7
	// maxTies is the greatest sum that is counted, and mostTies the greatest that there may be. Of
	// respelled neighbours and other forms those that might not fit are left out.
	maxTies  = 1<<tiePlanes - 1
	mostTies = neighbourTie*(match.MaxTokens-1+match.FewTerms+len(music.NumberSigns)) +
		invertedTie*(match.MaxTokens-1) +
		(1+match.MaxRespelled)*(nameBeginsTie+nameEndsTie)
)

const (
	pointPlanes = 4 // bits of the points of one token
	scorePlanes = 8 // bits of a score: exactInName × MaxTokens fits
)

// Compiling fails here when points or tie-breakers do not fit, or when the points of one token are
// not in the order that addPoints (bitsliced.go) goes through them.
const (
	_ = uint(1<<pointPlanes - 1 - exactInName)
	_ = uint(1<<scorePlanes - 1 - exactInName*match.MaxTokens)
	_ = uint(maxTies - mostTies)

	_ = uint(exactInName - aliasInName - 1)
	_ = uint(aliasInName - exactInPlace - 1)
	_ = uint(exactInPlace - aliasInPlace - 1)
	_ = uint(aliasInPlace - exactInDescription - 1)
	_ = uint(exactInDescription - aliasInDescription - 1)
	_ = uint(aliasInDescription - prefixInName - 1)
	_ = uint(prefixInName - prefixInPlace - 1)
	_ = uint(prefixInPlace - prefixInDescription - 1)
	_ = uint(prefixInDescription - edit1InName - 1)
	_ = uint(edit1InName - edit1InPlace - 1)
	_ = uint(edit1InPlace - edit1InDescription - 1)
	_ = uint(edit1InDescription - edit2InName - 1)
	_ = uint(edit2InName - edit2InPlace - 1)
	_ = uint(edit2InPlace - edit2InDescription - 1)
	_ = uint(edit2InDescription - 1)
)

// level is one cell of Points.
type level struct {
	kind  match.Kind
	field format.Field
}

// levels are all cells of Points, those of most points first.
var levels = func() (all []level) {
	for kind := range match.Kinds {
		for field := format.InDescription; field <= format.InName; field++ {
			all = append(all, level{kind, field})
		}
	}
	slices.SortFunc(all, func(a, b level) int {
		return cmp.Compare(Points[b.kind][b.field], Points[a.kind][a.field])
	})
	return all
}()
