package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// kanaWord is a word in kana of the query (text.KanaVocabulary) and what a plan found of it: the
// lists that each of its pairs of letters has, so that all letters stand together.
type kanaWord struct {
	word                 Span // in the text
	exact, parts, begins Span // of Plan.Lists
	edits                Span // the same of words one edit away
	corrected            bool // edits are known
}

// readKana notes the word in kana that each pair of letters belongs to.
func readKana(t *Parsed) {
	for i := range t.runs {
		word := text.KanaOf(t.text[:t.folded], t.runs, i)
		at := Span{t.runs[i].At, t.runs[i].At + len(word)}
		for n := range t.Tokens {
			token := &t.Tokens[n]
			if token.Kind == Gram && at.Lo <= token.Text.Lo && token.Text.Hi <= at.Hi {
				token.Kana, token.hiragana = at, t.runs[i].Hiragana
			}
		}
	}
}

// addKana adds the lists of the word in kana that a pair of letters belongs to: of documents that
// have that word, one that it is a part of or one that it begins, or, where nobody has such, one
// that ends with it. Hiragana that is no such word is looked up in pairs of letters, since whole
// sentences are written in it: addKana returns false then, and in an index without such words.
func addKana(p *Plan, c *Clause, t *Token) bool {
	t.knownKana = false
	if t.Kana.Empty() || !hasKana(p) {
		return false
	}
	k := &p.kana
	if k.word != t.Kana {
		*k = kanaWord{word: t.Kana}
		lookKana(p, k)
		if k.exact.Empty() && k.parts.Empty() && k.begins.Empty() && !t.hiragana && !p.trying &&
			text.KanaLetters(p.Slice(t.Kana)) >= leastHead {
			k.begins = Span{len(p.Lists), len(p.Lists)}
			addKanaHeads(p, p.Slice(t.Kana))
			k.begins.Hi = len(p.Lists)
			k.parts = Span{len(p.Lists), len(p.Lists)}
			k.exact = k.parts
		}
	} else {
		k.exact, k.begins, k.parts = again(p, k.exact), again(p, k.begins), again(p, k.parts)
	}
	t.knownKana = !k.exact.Empty() || !k.parts.Empty() || !t.hiragana && !k.begins.Empty()
	if !t.knownKana && t.hiragana {
		return false
	}
	c.Lists[Exact], c.Lists[Alias], c.Lists[Prefix] = k.exact, k.parts, k.begins
	return true
}

// hasKana reports whether the index has words in kana: older ones have none.
func hasKana(p *Plan) bool {
	begins := p.index.derived()
	return begins[format.KanaWord] < begins[format.KanaWord+1]
}

// leastHead is the shortest word in kana, in letters, that is looked for at the end of others where
// it is nothing else, and leastBefore the least before it.
const leastHead, leastBefore = 3, 2

// addKanaHeads adds the lists of the words in kana that end with another one behind what is no
// word of the catalogue: the last part of a compound says what it is.
func addKanaHeads(p *Plan, word []byte) {
	from := len(p.Lists)
	for _, entry := range affordable(p, p.index.kanaWords().endingAs(word)) {
		key := kanaAt(&p.Terms, int(entry))
		if bytes.HasSuffix(key, word) && len(key) >= len(word)+leastBefore*len("ア") {
			p.addList(&p.Terms, int(entry))
		}
		if len(p.Lists)-from == maxCandidates {
			return
		}
	}
}

// lookKana looks a word up. Its parts come last: other writings follow them.
func lookKana(p *Plan, k *kanaWord) {
	word := p.Slice(k.word)
	k.exact.Lo = len(p.Lists)
	p.AddDerived(format.KanaWord, word)
	k.exact.Hi = len(p.Lists)
	k.begins.Lo = k.exact.Hi
	addKanaBeginning(p, word)
	k.begins.Hi = len(p.Lists)
	k.parts.Lo = k.begins.Hi
	p.key = append(append(p.key[:0], format.KanaWord), word...)
	if i, ok := p.prefixes.Find(p.key); ok {
		p.addList(&p.prefixes, i)
	}
	k.parts.Hi = len(p.Lists)
}

// lookOtherKana joins the lists of a word in katakana with another writing of a part of it.
func lookOtherKana(p *Plan, w *writing) {
	from, docs := len(p.Lists), p.index.file.Docs()
	k := kanaWord{word: w.kana}
	lookKana(p, &k)
	if len(p.Lists) == from {
		return
	}
	all := p.newJoined(docs)
	for i := from; i < len(p.Lists); i++ {
		if l := &p.Lists[i]; l.Joined() {
			all.unite(l)
		} else {
			all.join(&l.Postings, docs)
		}
		all.Count = min(all.Count+p.Lists[i].Count, docs)
	}
	p.Lists = p.Lists[:from]
	w.list = from
	p.Trace.writing(from, p.Slice(w.kana), all.Count)
	p.Lists = append(p.Lists, all)
}

// again adds some lists of the plan once more, behind the others.
func again(p *Plan, lists Span) Span {
	s := Span{len(p.Lists), len(p.Lists)}
	for i := lists.Lo; i < lists.Hi; i++ {
		p.Trace.again(len(p.Lists), i)
		p.Lists = append(p.Lists, p.Lists[i])
	}
	s.Hi = len(p.Lists)
	return s
}

// addKanaBeginning adds the lists of what a word in kana begins: words in kana, stored or joined
// here, and runs of kana.
func addKanaBeginning(p *Plan, word []byte) {
	if text.KanaLetters(word) <= format.RunLetters {
		p.AddDerived(format.RunBegins, word)
	}
	p.key = append(append(p.key[:0], format.RunBegins), word...)
	if i, ok := p.prefixes.Find(p.key); ok {
		p.addList(&p.prefixes, i)
		return
	}
	p.key[0] = format.KanaWord
	prefixUnion{p}.join(p.key, 0)
}

// minKanaEdit is the shortest word in kana that may be mistyped, in sounds.
const minKanaEdit = 4

// mayBeMistyped reports whether a pair of letters belongs to a word in katakana that nobody has,
// and that is no loanword of the table either.
func mayBeMistyped(p *Plan, t *Token) bool {
	if t.Kana.Empty() || t.knownKana || t.hiragana {
		return false
	}
	word := p.Slice(t.Kana)
	var buf [text.MaxToken]rune
	return len(sounds(&buf, word)) >= minKanaEdit && !text.IsLoanword(word)
}

// correctKana adds the lists of the words in kana, and of the parts of such words, that a mistyped
// one may stand for: those one edit away, where a letter and the small one behind it are one, as キャ
// is in キャレンダー.
func correctKana(p *Plan, c *Clause, t *Token) {
	k := &p.kana
	switch {
	case k.word == t.Kana && k.corrected:
		k.edits = again(p, k.edits)
	default:
		*k = kanaWord{word: t.Kana, corrected: true}
		k.edits.Lo = len(p.Lists)
		lookMistyped(p, &p.Terms, p.index.kanaWords())
		lookMistyped(p, &p.prefixes, p.index.kanaParts())
		k.edits.Hi = len(p.Lists)
	}
	c.Lists[Edit1] = k.edits
	c.Documents = min(c.Documents+p.documents(k.edits), p.index.file.Docs())
}

// lookMistyped adds the lists of the words of a dictionary that are one edit away from p.kana. An
// edit leaves one half of a word as it is, unless it swaps the two sounds in the middle. So what
// begins with the first half is looked at, and what ends with the second:
//
//	サウンド レコダー     サウンドレコーダー begins with サウンド
func lookMistyped(p *Plan, d *format.Dictionary, ends *kanaEnds) {
	var buf [text.MaxToken]rune
	typed := sounds(&buf, p.Slice(p.kana.word))
	half := len(typed) / 2
	p.key = appendSounds(append(p.key[:0], format.KanaWord), typed[:half])
	lo, hi := d.WithPrefix(0, p.key)
	hi = min(hi, lo+p.budget)
	p.budget -= hi - lo
	for i := lo; i < hi; i++ {
		addMistyped(p, d, i, typed)
	}
	first := len(p.key)
	p.key = appendSounds(p.key, typed[half:])
	begin, end := p.key[:first], p.key[first:]
	for _, entry := range affordable(p, ends.endingAs(end)) {
		if key := d.Key(int(entry)); bytes.HasSuffix(key, end) && !bytes.HasPrefix(key, begin) {
			addMistyped(p, d, int(entry), typed)
		}
	}
	typed[half-1], typed[half] = typed[half], typed[half-1]
	p.key = appendSounds(append(p.key[:0], format.KanaWord), typed)
	typed[half-1], typed[half] = typed[half], typed[half-1]
	if i, ok := d.Find(p.key); ok {
		addMistyped(p, d, i, typed)
	}
}

// addMistyped adds the list of a word if it is one edit away from what is typed.
func addMistyped(p *Plan, d *format.Dictionary, i int, typed []rune) {
	var buf [text.MaxToken]rune
	key := kanaAt(d, i)
	if len(key) > text.MaxToken || len(p.Lists)-p.kana.edits.Lo >= maxCandidates {
		return
	}
	near := sounds(&buf, key)
	if len(near) >= minKanaEdit && distance(typed, near, 1) == 1 {
		p.addList(d, i)
	}
}

// kanaAt is the word in kana of an entry; a damaged one may have none.
func kanaAt(d *format.Dictionary, i int) []byte {
	key := d.Key(i)
	return key[min(1, len(key)):]
}

// affordable returns as many of some entries as may still be looked at.
func affordable(p *Plan, entries []uint32) []uint32 {
	entries = entries[:min(len(entries), p.budget)]
	p.budget -= len(entries)
	return entries
}

// kanaEnds are entries of a dictionary with words in kana, by their last two letters.
type kanaEnds struct {
	starts  [kanaLetters*kanaLetters + 1]uint32 // in entries
	entries []uint32
}

// kanaLetters is how many letters there are from the first katakana on.
const kanaLetters = 'ヿ' - 'ァ' + 1

// newKanaEnds reads the entries from lo to hi-1.
func newKanaEnds(d *format.Dictionary, lo, hi int) *kanaEnds {
	e := &kanaEnds{entries: make([]uint32, hi-lo)}
	pairs := make([]uint16, hi-lo)
	for i := range pairs {
		pairs[i] = uint16(lastKana(d.Key(lo + i)))
		e.starts[pairs[i]+1]++
	}
	for i := range e.starts[1:] {
		e.starts[i+1] += e.starts[i]
	}
	next := e.starts
	for i, pair := range pairs {
		e.entries[next[pair]] = uint32(lo + i)
		next[pair]++
	}
	return e
}

// endingAs returns the entries with the last two letters of a word.
func (e *kanaEnds) endingAs(word []byte) []uint32 {
	pair := lastKana(word)
	return e.entries[e.starts[pair]:e.starts[pair+1]]
}

// lastKana is the number of the last two letters of a word in kana.
func lastKana(word []byte) int {
	b, size := utf8.DecodeLastRune(word)
	a, _ := utf8.DecodeLastRune(word[:len(word)-size])
	return int(uint(a-'ァ')%kanaLetters*kanaLetters + uint(b-'ァ')%kanaLetters)
}

// glides are letters that, behind one of the second row of the syllabary, are mostly small: キャ.
const (
	glides     = "ヤユヨ"
	beforeThem = "キシチニヒミリギジヂビピ"
	glideShift = 14 // bits that a letter takes
)

// sounds returns the letters of a word in kana, a glide with the letter before it as one.
func sounds(buf *[text.MaxToken]rune, word []byte) []rune {
	n := 0
	for _, r := range text.Runes(buf, word) {
		if n > 0 && strings.ContainsRune(glides, r) &&
			strings.ContainsRune(beforeThem, buf[n-1]) {
			buf[n-1] = buf[n-1]<<glideShift | r
			continue
		}
		buf[n] = r
		n++
	}
	return buf[:n]
}

// appendSounds appends the letters of sounds.
func appendSounds(dst []byte, sounds []rune) []byte {
	for _, r := range sounds {
		if r>>glideShift > 0 {
			dst = utf8.AppendRune(dst, r>>glideShift)
		}
		dst = utf8.AppendRune(dst, r&(1<<glideShift-1))
	}
	return dst
}

// appendKanaCuts adds the places in katakana where the letters on one side, up to the end of the
// run, are a word of a document, a part of one, or a loanword: カレンダー of カレンダーアプリ.
func appendKanaCuts(m *Matches) {
	typed := m.apart.typed
	for at := 0; at < len(typed); {
		end := at
		for end < len(typed) && text.BeginsInKana(typed[end:]) {
			end += len("ア")
		}
		for cut := at + len("ア"); cut < end; cut += len("ア") {
			if text.MayBeginKana(typed[cut:]) &&
				(isKanaWord(m, typed[at:cut]) || isKanaWord(m, typed[cut:end])) {
				m.apart.places = append(m.apart.places, text.Cut{At: cut})
			}
		}
		at = end + 1
	}
	slices.SortFunc(m.apart.places, func(a, b text.Cut) int { return a.At - b.At })
}

// isKanaWord reports whether folded katakana are such a word.
func isKanaWord(m *Matches, typed []byte) bool {
	m.key = text.Unify(append(append(m.key[:0], format.KanaWord), typed...), nil)
	if text.KanaLetters(m.key[1:]) == 0 {
		return false
	}
	begins := m.index.derived()
	_, whole := m.Terms.FindIn(begins[format.KanaWord], begins[format.KanaWord+1], m.key)
	_, part := m.prefixes.Find(m.key)
	return whole || part || text.IsLoanword(m.key[1:])
}
