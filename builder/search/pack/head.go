package pack

// lengthOrder is the order in which a block lists the lengths of its code length codes (RFC 1951,
// section 3.2.7).
var lengthOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// A repetition of the code length before it, 3 to 6 times.
const (
	repeat    = 16
	minRepeat = 3
	maxRepeat = 6
)

// lengthItem is a code length, or a repetition of the one before.
type lengthItem struct {
	symbol int
	extra  bitString
}

// lengthItems writes code lengths, none of them zero, with repetitions.
func lengthItems(lengths []uint8) []lengthItem {
	var items []lengthItem
	for i := 0; i < len(lengths); {
		run := 1
		for i+run < len(lengths) && lengths[i+run] == lengths[i] {
			run++
		}
		items = append(items, lengthItem{symbol: int(lengths[i])})
		i += run
		for run--; run > 0; {
			if run < minRepeat {
				items = append(items, lengthItem{symbol: int(lengths[i-1])})
				run--
				continue
			}
			n := min(run, maxRepeat)
			items = append(items, lengthItem{repeat, bitString{uint64(n - minRepeat), 2}})
			run -= n
		}
	}
	return items
}

// writeHead writes the head of a last block with dynamic codes of these lengths, none of them zero
// (RFC 1951, section 3.2.7).
func writeHead(w *bitWriter, lengths []uint8) {
	items := lengthItems(lengths)
	counts := make([]uint32, len(lengthOrder))
	for _, it := range items {
		counts[it.symbol]++
	}
	own := codeLengths(counts, maxLengthCode)
	// The code is complete: at least two lengths occur, since no complete code has 286 codes of one
	// length.
	code, _ := codes(own, maxLengthCode)
	used := len(lengthOrder)
	for own[lengthOrder[used-1]] == 0 {
		used--
	}
	const last, dynamic = 1, 2
	w.write(bitString{last, 1})
	w.write(bitString{dynamic, 2})
	w.write(bitString{symbols - 257, 5})
	w.write(bitString{distances - 1, 5})
	w.write(bitString{uint64(used - 4), 4})
	for _, s := range lengthOrder[:used] {
		w.write(bitString{uint64(own[s]), 3})
	}
	for _, it := range items {
		w.write(code[it.symbol])
		w.write(it.extra)
	}
}
