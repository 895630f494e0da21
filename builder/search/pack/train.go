package pack

import (
	"cmp"
	"math"
	"slices"
)

const (
	// rounds is how often the codes and the choice of phrases are made anew from what they come to. A fourth round
	// changes less than 1 %.
	rounds = 3
	// weight is how much a symbol of the sample counts beside what every coding is given, see priorCounts.
	weight = 8
	// reach is what the distance of a phrase is taken to cost, in bits, where it is not known.
	reach = 13
)

// Train makes a coding for texts like those of the samples, each of which is what one answer might join, in its order.
// The same samples give the same coding. Without any it suits plain text, not well.
func Train(samples [][][]byte) *Coding {
	lengths, phrases := priorLengths(), candidates(samples)
	for range rounds {
		t := newTrainee(lengths, phrases)
		for _, sample := range samples {
			t.answer(sample)
		}
		lengths, phrases = lengthsOf(t.counts), t.best(maxPhrases)
	}
	c := newCoding(lengths, phrases)
	c.fill()
	return c
}

// priorCounts is how often symbols occur where nothing is known: each at least once, so that it has a code, and what
// people read more often.
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

// trainee joins the samples and counts what they are made of.
type trainee struct {
	c      *Coding
	p      *Packer
	steps  [][]step // of each phrase, by those before it
	cost   []int    // bits that a phrase takes without itself, when those before it have been sent
	gain   []int    // bits that a phrase saved
	last   []int    // its last place in the answer, plus 1
	counts []uint32
}

// newTrainee takes complete codes and any number of phrases up to 2^16-1, in any order.
func newTrainee(lengths []uint8, phrases []string) *trainee {
	slices.SortFunc(phrases, func(x, y string) int { return cmp.Or(len(x)-len(y), cmp.Compare(x, y)) })
	t := &trainee{
		c: newCoding(lengths, phrases), counts: priorCounts(),
		steps: make([][]step, len(phrases)), cost: make([]int, len(phrases)), gain: make([]int, len(phrases)), last: make([]int, len(phrases)),
	}
	t.p = NewPacker(t.c)
	for i, text := range phrases {
		t.p.steps([]byte(text), i, func(at int, s step) {
			t.steps[i] = append(t.steps[i], s)
			switch {
			case s.phrase != noPhrase:
				t.cost[i] += int(t.c.match[s.n].n) + reach
			case s.distance > 0:
				t.cost[i] += int(t.c.reference(s.n, s.distance).n)
			default:
				t.cost[i] += int(t.c.lit[text[at]].n)
			}
		})
	}
	return t
}

// answer counts an answer.
func (t *trainee) answer(texts [][]byte) {
	clear(t.last)
	start := 0
	for _, text := range texts {
		for part := range slices.Chunk(text, piece) {
			t.p.steps(part, len(t.c.phrases), func(at int, s step) { t.step(part[at:], start+at, s) })
			start += len(part)
		}
	}
}

// step counts a step for the beginning of text, which stands at a place of the answer.
func (t *trainee) step(text []byte, at int, s step) {
	switch {
	case s.phrase != noPhrase:
		distance := at + 1 - t.last[s.phrase]
		if t.last[s.phrase] > 0 && distance <= window {
			t.gain[s.phrase] += t.cost[s.phrase] - t.match(s.n, distance)
		} else {
			n := 0
			for _, part := range t.steps[s.phrase] {
				t.step(text[n:], at+n, part)
				n += part.n
			}
		}
		t.last[s.phrase] = at + 1
	case s.distance > 0:
		t.match(s.n, s.distance)
	default:
		t.counts[text[0]] += weight
	}
}

// match counts a match and returns its bits.
func (t *trainee) match(n, distance int) int {
	symbol, _ := lengthSymbol(n)
	t.counts[symbol] += weight
	symbol, _ = distanceSymbol(distance)
	t.counts[symbols+symbol] += weight
	return int(t.c.reference(n, distance).n)
}

// best are the phrases that saved most, sorted as a coding has them.
func (t *trainee) best(most int) []string {
	var order []int
	for i, gain := range t.gain {
		if gain > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Or(cmp.Compare(t.gain[y], t.gain[x]), cmp.Compare(x, y)) })
	order = order[:min(len(order), most)]
	slices.Sort(order)
	list := make([]string, len(order))
	for i, n := range order {
		list[i] = t.c.phrases[n].text
	}
	return list
}

const (
	stretch       = 8  // bytes that are counted together
	countBits     = 18 // of the table that counts them
	maxCandidates = 4096
)

// shares are the parts of all texts, as divisors, in which a stretch must occur to be part of a phrase. The rarer the
// stretches, the longer the phrases that they make: those that half of the texts share are what a template has put
// between two values; those that few share contain common values too. A full form is cheap where the shorter phrase in
// it has been sent before, so all of them stand.
var shares = [...]int{2, 4, 8, 16, 32}

// candidates are the texts that may become phrases.
func candidates(samples [][][]byte) []string {
	var counts stretches
	counts.table = make([]stretchCount, 1<<countBits)
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
				counts.each(text, least, func(common []byte) {
					// A longer one is several matches. The parts are cut from the front, so that they are the same everywhere.
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
	slices.SortFunc(list, func(x, y string) int { return cmp.Or(cmp.Compare(found[y], found[x]), cmp.Compare(x, y)) })
	return list[:min(len(list), maxCandidates, math.MaxUint16)]
}

// stretches counts in how many texts stretches of some bytes occur. It is a hash table without keys: two stretches in
// one place make a candidate that saves nothing and is dropped.
type stretches struct{ table []stretchCount }

type stretchCount struct{ texts, last uint32 }

func (s *stretches) of(b []byte) *stretchCount {
	return &s.table[le.Uint64(b)*0x9E3779B97F4A7C15>>(64-countBits)]
}

func (s *stretches) add(text []byte, number uint32) {
	for i := 0; i+stretch <= len(text); i++ {
		if c := s.of(text[i:]); c.last != number {
			c.texts, c.last = c.texts+1, number
		}
	}
}

// each calls f for every part of text, as long as possible, all stretches of which occur in at least so many texts.
func (s *stretches) each(text []byte, least uint32, f func(common []byte)) {
	for i := 0; i+stretch <= len(text); i++ {
		end := i
		for end+stretch <= len(text) && s.of(text[end:]).texts >= least {
			end++
		}
		if end > i {
			f(text[i : end+stretch-1])
			i = end
		}
	}
}
