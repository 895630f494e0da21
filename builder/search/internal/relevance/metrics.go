package relevance

import "math"

// Score is how well one answer, or on average many, met the judgement. All parts are between 0 and
// 1.
type Score struct {
	// Recall is the share of the events that must appear which did, wherever in the answer.
	Recall float64
	// Precision is the share of the answer, to its end, that may appear.
	Precision float64
	// NDCG is the normalised discounted cumulative gain of the first ten events: how near their
	// order is to the best.
	NDCG float64
	// First is 1 when the first event is one of those that should be.
	First float64
	// Trapped is 1 when the answer holds an event that somebody thought must not appear.
	Trapped float64
	// Clean is 1 when Recall, Precision and First are: nothing is missing, nothing is wrong, and
	// the first is right.
	Clean float64
}

// Judge scores a whole answer, the places of events in the catalogue, best first.
//
// Where nothing should be found, an empty answer is perfect and any other worth nothing. Where
// something should be found, an empty answer is worth nothing, its precision included: who finds
// nothing is not precise.
func (q *Query) Judge(answer []int) Score {
	if len(q.Gains) == 0 {
		if len(answer) == 0 {
			return Score{Recall: 1, Precision: 1, NDCG: 1, First: 1, Clean: 1}
		}
		return Score{Recall: 1}
	}
	var s Score
	must, good := 0, 0
	for _, i := range answer {
		if q.Gains[i] >= gainMust {
			must++
		}
		if q.Gains[i] > 0 {
			good++
		}
		if q.Traps[i] {
			s.Trapped = 1
		}
	}
	wanted := 0
	for _, gain := range q.Gains {
		if gain >= gainMust {
			wanted++
		}
	}
	s.Recall = float64(must) / float64(wanted)
	if len(answer) > 0 {
		s.Precision = float64(good) / float64(len(answer))
		if q.First[answer[0]] {
			s.First = 1
		}
	}
	s.NDCG = q.gain(answer) / q.bestGain()
	if s.Recall == 1 && s.Precision == 1 && s.First == 1 {
		s.Clean = 1
	}
	return s
}

const depth = 10

func (q *Query) gain(answer []int) float64 {
	sum := 0.0
	for place, i := range answer[:min(depth, len(answer))] {
		sum += float64(q.Gains[i]) / math.Log2(float64(place)+2)
	}
	return sum
}

func (q *Query) bestGain() float64 {
	sum, place := 0.0, 0
	for gain := gainFirst; gain > 0 && place < depth; gain-- {
		for _, g := range q.Gains {
			if g == gain && place < depth {
				sum += float64(gain) / math.Log2(float64(place)+2)
				place++
			}
		}
	}
	return sum
}

// Mean returns the average of scores.
func Mean(scores []Score) Score {
	var m Score
	for _, s := range scores {
		m.Recall += s.Recall
		m.Precision += s.Precision
		m.NDCG += s.NDCG
		m.First += s.First
		m.Trapped += s.Trapped
		m.Clean += s.Clean
	}
	n := float64(max(1, len(scores)))
	return Score{m.Recall / n, m.Precision / n, m.NDCG / n, m.First / n, m.Trapped / n,
		m.Clean / n}
}
