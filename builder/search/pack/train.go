package pack

import (
	"cmp"
	"math"
	"slices"
)

const (
	// rounds is how often codes and phrases are chosen again from the counts that they led to. A
	// fourth round changes less than 1 %.
	rounds = 3
	// weight is how much a symbol of the samples counts, compared with priorCounts.
	weight = 8
	// guessedDistance is the assumed cost of a phrase's distance, in bits, where the distance is
	// unknown.
	guessedDistance = 13
)

// Train makes a coding for texts like the samples. Each sample is the list of texts that one answer
// might join, in that order. The same samples give the same coding. Without samples the coding
// suits plain text, but not well.
func Train(samples [][][]byte) *Coding {
	lengths, phrases := priorLengths(), candidates(samples)
	for range rounds {
		t := newTrainer(lengths, phrases)
		for _, sample := range samples {
			t.countAnswer(sample)
		}
		lengths, phrases = lengthsOf(t.counts), t.bestPhrases(maxPhrases)
	}
	c := newCoding(lengths, phrases)
	c.packPhrases()
	return c
}

// priorCounts is the assumed frequency of symbols before any sample: each occurs at least once, so
// that it has a code; letters and signs of ordinary text occur more often.
func priorCounts() []uint32 {
	counts := make([]uint32, symbols+distances)
	for i := range counts {
		switch {
		case i >= 'a' && i <= 'z', i == ' ':
			counts[i] = 24
		case i > ' ' && i <= '~':
			counts[i] = 8
		default:
			counts[i] = 1
		}
	}
	return counts
}

func priorLengths() []uint8 { return lengthsOf(priorCounts()) }

func lengthsOf(counts []uint32) []uint8 {
	return append(codeLengths(counts[:symbols], maxCode), codeLengths(counts[symbols:], maxCode)...)
}

// trainer joins the samples and counts the symbols of the result.
type trainer struct {
	c      *Coding
	p      *Packer
	tokens [][]token // of each phrase, by those before it
	cost   []int     // bits that a phrase takes without itself, when those before it have been sent
	gain   []int     // bits that a phrase saved
	last   []int     // its last place in the answer, plus 1
	counts []uint32
}

// newTrainer takes complete codes and up to 2^16-1 phrases, in any order.
func newTrainer(lengths []uint8, phrases []string) *trainer {
	slices.SortFunc(phrases,
		func(x, y string) int { return cmp.Or(len(x)-len(y), cmp.Compare(x, y)) })
	t := &trainer{
		c: newCoding(lengths, phrases), counts: priorCounts(),
		tokens: make([][]token, len(phrases)), cost: make([]int, len(phrases)),
		gain: make([]int, len(phrases)), last: make([]int, len(phrases)),
	}
	t.p = NewPacker(t.c)
	for i, text := range phrases {
		t.p.tokenize([]byte(text), i, func(at int, s token) {
			t.tokens[i] = append(t.tokens[i], s)
			switch {
			case s.phrase != noPhrase:
				t.cost[i] += int(t.c.match[s.n].n) + guessedDistance
			case s.distance > 0:
				t.cost[i] += int(t.c.matchCode(s.n, s.distance).n)
			default:
				t.cost[i] += int(t.c.lit[text[at]].n)
			}
		})
	}
	return t
}

// countAnswer counts an answer.
func (t *trainer) countAnswer(texts [][]byte) {
	clear(t.last)
	start := 0
	for _, text := range texts {
		for part := range slices.Chunk(text, chunkSize) {
			t.p.tokenize(part, len(t.c.phrases), func(at int,
				s token) {
				t.countToken(part[at:], start+at, s)
			})
			start += len(part)
		}
	}
}

// countToken counts the token at the beginning of text, at offset at of the answer.
func (t *trainer) countToken(text []byte, at int, s token) {
	switch {
	case s.phrase != noPhrase:
		distance := at + 1 - t.last[s.phrase]
		if t.last[s.phrase] > 0 && distance <= window {
			t.gain[s.phrase] += t.cost[s.phrase] - t.countMatch(s.n, distance)
		} else {
			n := 0
			for _, part := range t.tokens[s.phrase] {
				t.countToken(text[n:], at+n, part)
				n += part.n
			}
		}
		t.last[s.phrase] = at + 1
	case s.distance > 0:
		t.countMatch(s.n, s.distance)
	default:
		t.counts[text[0]] += weight
	}
}

// countMatch counts a match and returns its bits.
func (t *trainer) countMatch(n, distance int) int {
	symbol, _ := lengthSymbol(n)
	t.counts[symbol] += weight
	symbol, _ = distanceSymbol(distance)
	t.counts[symbols+symbol] += weight
	return int(t.c.matchCode(n, distance).n)
}

// bestPhrases returns the phrases that saved most, sorted as a coding stores them.
func (t *trainer) bestPhrases(most int) []string {
	var order []int
	for i, gain := range t.gain {
		if gain > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order,
		func(x, y int) int { return cmp.Or(cmp.Compare(t.gain[y], t.gain[x]), cmp.Compare(x, y)) })
	order = order[:min(len(order), most)]
	slices.Sort(order)
	list := make([]string, len(order))
	for i, n := range order {
		list[i] = t.c.phrases[n].text
	}
	return list
}

const (
	gramSize      = 8  // bytes that are counted together
	countBits     = 18 // of the table that counts them
	maxCandidates = 4096
)

// shares are the thresholds for phrases, as divisors: bytes that one text in share has in common
// may become part of a phrase. Frequent bytes make short phrases: half of the texts share the
// template's text between two values. Rare bytes make long phrases, which contain common values
// too. All thresholds are used, because the full form of a long phrase is short where the phrase
// inside it was sent before.
var shares = [...]int{2, 4, 8, 16, 32}

// candidates returns the texts that may become phrases.
func candidates(samples [][][]byte) []string {
	var counts gramCounts
	counts.table = make([]gramCount, 1<<countBits)
	texts := 0
	for _, sample := range samples {
		for _, text := range sample {
			texts++
			counts.add(text, uint32(texts))
		}
	}
	found := map[string]int{}
	for _, share := range shares {
		least := uint32(max(texts/share, 2))
		for _, sample := range samples {
			for _, text := range sample {
				counts.eachCommon(text, least, func(common []byte) {
					// A longer text needs several matches. Cutting from the front makes the parts
					// equal everywhere.
					for part := range slices.Chunk(common, maxMatch) {
						if len(part) >= minPhrase {
							found[string(part)] += len(part)
						}
					}
				})
			}
		}
	}
	list := make([]string, 0, len(found))
	for text, bytes := range found {
		if bytes > len(text) { // found more than once
			list = append(list, text)
		}
	}
	slices.SortFunc(list,
		func(x, y string) int { return cmp.Or(cmp.Compare(found[y], found[x]), cmp.Compare(x, y)) })
	return list[:min(len(list), maxCandidates, math.MaxUint16)]
}

// gramCounts counts in how many texts each gram of gramSize bytes occurs. It is a hash table
// without keys: grams that collide make a candidate that saves nothing and is dropped.
type gramCounts struct{ table []gramCount }

type gramCount struct{ texts, last uint32 }

func (s *gramCounts) count(b []byte) *gramCount {
	return &s.table[le.Uint64(b)*0x9E3779B97F4A7C15>>(64-countBits)]
}

func (s *gramCounts) add(text []byte, number uint32) {
	for i := 0; i+gramSize <= len(text); i++ {
		if c := s.count(text[i:]); c.last != number {
			c.texts, c.last = c.texts+1, number
		}
	}
}

// eachCommon calls f for each part of text, as long as possible, whose grams all occur in at least
// least texts.
func (s *gramCounts) eachCommon(text []byte, least uint32, f func(common []byte)) {
	for i := 0; i+gramSize <= len(text); i++ {
		end := i
		for end+gramSize <= len(text) && s.count(text[end:]).texts >= least {
			end++
		}
		if end > i {
			f(text[i : end+gramSize-1])
			i = end
		}
	}
}
