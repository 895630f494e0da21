package tokens

// The counts that an estimate is a weighted sum of, in the order of weights.
const (
	asciiLetters = iota // A to Z, a to z
	latinLetters        // letters of two bytes up to U+024F: é, ã, ç
	otherLetters        // letters of other scripts written in two bytes: Greek to Arabic
	// letters written in three bytes: Chinese, Japanese, Korean, Indic scripts
	wideLetters
	symbols        // characters of four bytes: emoji
	digitGroups    // runs of digits, in threes: that is how the encoding cuts them
	punctuation    // ASCII signs and those of three bytes: – “ ” · €
	punctRuns      // runs of those signs
	words          // runs of letters
	innerWords     // words that follow a sign or digit, not a space: in addresses and slugs
	longLetters    // letters of a word behind its sixth
	capitalLetters // capitals that follow a capital: SESC
	lineBreaks     // line breaks
	numCounts
)

// class is what a byte is to the counter.
type class uint8

const (
	space class = iota
	newline
	lower
	upper
	digit
	punct
	lead2 // first byte of a character of two bytes
	lead3
	lead4
	trail // any other byte of a longer character
)

// longWord is the number of letters behind which a word is long.
const longWord = 6

var classes = func() (t [256]class) {
	for b := range t {
		switch {
		case b == '\n':
			t[b] = newline
		case b <= ' ' || b == 0x7f:
			t[b] = space
		case b >= 'a' && b <= 'z':
			t[b] = lower
		case b >= 'A' && b <= 'Z':
			t[b] = upper
		case b >= '0' && b <= '9':
			t[b] = digit
		case b < 0x80:
			t[b] = punct
		case b < 0xc0:
			t[b] = trail
		case b < 0xe0:
			t[b] = lead2
		case b < 0xf0:
			t[b] = lead3
		default:
			t[b] = lead4
		}
	}
	return t
}()

// count reads body once, byte by byte. Bytes that are not UTF-8 are counted too and never fail.
func count(body []byte) (n [numCounts]uint32) {
	var (
		letters  uint32 // of the word that body[i] stands in; 0 outside a word
		digits   uint32 // of the number that body[i] stands in
		inPunct  bool
		capital  bool // the byte before was a capital
		wasSpace = true
	)
	for i := 0; i < len(body); i++ {
		b := body[i]
		if letters > 0 && b-'a' < 26 {
			// The rest of a word: nothing changes but how long it is.
			j := i + 1
			for j < len(body) && body[j]-'a' < 26 {
				j++
			}
			n[asciiLetters] += uint32(j - i)
			before := max(letters, longWord)
			letters += uint32(j - i)
			n[longLetters] += max(letters, longWord) - before
			capital = false
			i = j - 1
			continue
		}
		c := classes[b]
		if c == trail {
			continue
		}
		letter := c == lower || c == upper
		switch c {
		case lower, upper:
			n[asciiLetters]++
		case lead2:
			switch {
			case b >= 0xcd:
				n[otherLetters]++
				letter = true
			case b >= 0xc3 || i+1 < len(body) && (body[i+1] == 0xaa || body[i+1] == 0xba): // ª, º
				n[latinLetters]++
				letter = true
			case i+1 < len(body) && body[i+1] == 0xa0: // no-break space
				c = space
			default:
				c = punct
			}
		case lead3:
			if b == 0xe2 || b == 0xef && i+1 < len(body) && body[i+1] == 0xb8 {
				c = punct // U+2000 to U+2FFF; U+FE00 to U+FE3F, the variation selectors of emoji
				break
			}
			n[wideLetters]++
			letter = true
		case lead4:
			n[symbols]++
		}
		if letter {
			if letters == 0 {
				n[words]++
				if !wasSpace {
					n[innerWords]++
				}
			}
			if letters++; letters > longWord {
				n[longLetters]++
			}
			if c == upper && capital {
				n[capitalLetters]++
			}
			capital = c == upper
		} else {
			letters, capital = 0, false
		}
		if c == digit {
			if digits%3 == 0 {
				n[digitGroups]++
			}
			digits++
		} else {
			digits = 0
		}
		if c == punct {
			n[punctuation]++
			if !inPunct {
				n[punctRuns]++
			}
		}
		if c == newline {
			n[lineBreaks]++
		}
		inPunct = c == punct
		wasSpace = c == space || c == newline
	}
	return n
}
