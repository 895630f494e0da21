package assets

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"image"
	"strings"
	"sync"

	"github.com/klauspost/compress/zlib"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/theme"
	"cartaz/builder/internal/words"
)

// Share is the content of the picture that links to a page show. It has four colours, and a font
// whose letters are drawn once: 10,000 pictures may take a fifth of the time of their pages.
type Share struct {
	Date    words.DateBlock // of an event; or the number of events of a list
	Name    string
	Lines   []string // hour and venue, and the city; or the first events of a list
	Price   string
	Brand   string
	Palette SharePalette
	Half    bool // half as wide and high, in a third of the time
}

// SharePalette is paper, the edge of a letter, ink, and the field behind the date, as RGB.
type SharePalette [12]byte

// sharePalette returns the palette of the pictures of pages whose art has the palette art.
func sharePalette(scheme *theme.Scheme, art theme.Palette) (p SharePalette) {
	bg, ink := scheme.BG, scheme.Ink
	edge := theme.Color{R: bg.R/2 + ink.R/2, G: bg.G/2 + ink.G/2, B: bg.B/2 + ink.B/2}
	for i, c := range [...]theme.Color{bg, edge, ink, art.X} {
		p[3*i], p[3*i+1], p[3*i+2] = c.R, c.G, c.B
	}
	return p
}

const (
	fieldWidth = 164 // of the date, in a picture of 600 × 315 as all numbers here
	textLeft   = fieldWidth + 32
	nameLines  = 3
)

// typeface is a font in one size, and its letters as they were drawn.
type typeface struct {
	font.Face
	letters map[rune]*letter // by letterAt.key
}

// letterAt is a letter that begins at one of the four pixels of a byte.
type letterAt struct {
	letter rune
	pixel  int
	field  bool // in the colour of the paper
}

// key returns a number for it, since a map of numbers is the fastest.
func (at letterAt) key() rune {
	key := at.letter<<3 | rune(at.pixel)<<1
	if at.field {
		key++
	}
	return key
}

// letter is the pixels of a letter, four a byte, to be laid over others by exclusive or.
type letter struct {
	x, y, wide int // bytes from its origin and width, rows from the base line
	pixels     []byte
	advance    int
}

// sheet is a picture that is being drawn, with parts that the next one reuses.
type sheet struct {
	scale, width, height int
	row                  int // bytes of one: its filter, then four pixels a byte
	pixels               []byte
	packed               bytes.Buffer
	deflate              *zlib.Writer
	faces                map[int]*typeface // bold ones by size, the regular one at 0
}

// sheets are those of half pictures, then of whole ones.
var sheets = [...]sync.Pool{{New: newSheet(1)}, {New: newSheet(2)}}

// newSheet returns the function that makes sheets of a scale.
func newSheet(scale int) func() any {
	return func() any {
		s := &sheet{scale: scale, width: catalog.PictureWidth / 2 * scale,
			height: catalog.PictureHeight / 2 * scale, faces: map[int]*typeface{}}
		s.row = s.width/4 + 1
		s.pixels = make([]byte, s.row*s.height)
		s.deflate, _ = zlib.NewWriterLevel(&s.packed, zlib.BestSpeed)
		for size, ttf := range map[int][]byte{0: goregular.TTF, 20: gobold.TTF, 40: gobold.TTF,
			96: gobold.TTF} {
			parsed, err := opentype.Parse(ttf)
			if err != nil {
				panic(err) // cannot be: the font is in the program
			}
			face, err := opentype.NewFace(parsed, &opentype.FaceOptions{
				Size: float64(cmp.Or(size, 22) * scale), DPI: 72, Hinting: font.HintingFull})
			if err != nil {
				panic(err)
			}
			s.faces[size] = &typeface{face, map[rune]*letter{}}
		}
		return s
	}
}

// letter returns a letter, or nil if the font lacks it.
func (f *typeface) letter(at letterAt) *letter {
	l, ok := f.letters[at.key()]
	if ok {
		return l
	}
	box, mask, from, advance, ok := f.Glyph(fixed.P(at.pixel, 0), at.letter)
	if ok {
		l = &letter{x: box.Min.X >> 2, y: box.Min.Y, advance: advance.Round()}
		l.wide = (box.Max.X+3)>>2 - l.x
		l.pixels = make([]byte, l.wide*box.Dy())
		shades := [3]byte{0, 1, 2}
		if at.field {
			shades = [3]byte{0, 2, 3}
		}
		alpha := mask.(*image.Alpha)
		for y := range box.Dy() {
			for x := range box.Dx() {
				shade := shades[(int(alpha.AlphaAt(from.X+x, from.Y+y).A)*2+127)/255]
				px := box.Min.X + x - l.x*4
				l.pixels[y*l.wide+px/4] |= shade << (6 - px%4*2)
			}
		}
	}
	f.letters[at.key()] = l
	return l
}

// width returns how many pixels a text takes; ok is false if the font lacks a letter of it.
func (f *typeface) width(text string) (width int, ok bool) {
	for _, r := range text {
		l := f.letter(letterAt{letter: r})
		if l == nil {
			return 0, false
		}
		width += l.advance
	}
	return width, true
}

// write writes a line that begins at pixel x of a base line, as far as there is room before pixel
// end. field means that the line is on the field of the date, in the colour of the paper.
func (s *sheet) write(f *typeface, text string, x, base, end int, field bool) {
	for _, r := range text {
		l := f.letter(letterAt{r, x & 3, field})
		if l == nil || x+l.advance > end || base+l.y < 0 ||
			len(l.pixels) > l.wide*(s.height-base-l.y) {
			return
		}
		for row := 0; row*l.wide < len(l.pixels); row++ {
			to := s.pixels[(base+l.y+row)*s.row+1+x>>2+l.x:][:l.wide]
			for i, b := range l.pixels[row*l.wide:][:len(to)] {
				to[i] ^= b
			}
		}
		x += l.advance
	}
}

// lines breaks a text between its words. It returns nil if the font lacks a letter of it.
func (f *typeface) lines(text string, width int) (lines []string) {
	var line string
	wide := 0 // pixels of the line
	space, _ := f.width(" ")
	for word := range strings.FieldsSeq(text) {
		w, ok := f.width(word)
		switch wider := wide + space + w; {
		case !ok:
			return nil
		case line == "":
			line, wide = word, w
		case wider > width:
			lines, line, wide = append(lines, line), word, w
		default:
			line, wide = line+" "+word, wider
		}
	}
	return append(lines, line)
}

// PNG draws the picture. Without the letters of the name the field of the date fills it.
func (p *Share) PNG() []byte {
	pool := &sheets[1]
	if p.Half {
		pool = &sheets[0]
	}
	s := pool.Get().(*sheet)
	defer pool.Put(s)
	n := s.scale
	small, bold, large := s.faces[0], s.faces[20], s.faces[40]
	left, right := n*textLeft, s.width-28*n
	name, wide := large.lines(p.Name, right-left), n*fieldWidth
	if name == nil {
		wide = s.width
	}
	clear(s.pixels)
	// The field of the date, on the left, or everywhere without a name.
	for y := range s.height {
		field := s.pixels[y*s.row+1:][:wide/4]
		for i := range field {
			field[i] = 0xff
		}
	}
	// The lines of the date, the strong ones in the largest size that fits.
	y := s.height/2 - 20*n*(len(p.Date.Lines)-1)
	for _, line := range p.Date.Lines {
		f := small
		w, _ := f.width(line.Text)
		for _, size := range []int{20, 40, 96} {
			if wider, _ := s.faces[size].width(line.Text); line.Strong && wider < n*fieldWidth {
				f, w = s.faces[size], wider
			}
		}
		if f == s.faces[96] { // the number of a day, or of events
			y += 50 * n
		}
		s.write(f, line.Text, max(4, (wide-w)/2), y, wide, true)
		y += 40 * n
	}
	if len(name) > nameLines {
		name = name[:nameLines]
		name[nameLines-1] += "…"
	}
	// On the right the name, then the lines below it, and price and brand at the foot.
	y = 68 * n
	for _, line := range name {
		s.write(large, line, left, y, right, false)
		y += 46 * n
	}
	if name != nil {
		for _, line := range p.Lines[:min(len(p.Lines), 5-len(name))] {
			if parts := small.lines(line, right-left-20*n); len(parts) > 1 {
				line = parts[0] + "…"
			}
			if line != "" {
				s.write(small, line, left, y, right, false)
				y += 31 * n
			}
		}
		price, _ := bold.width(p.Price)
		brand, _ := bold.width(p.Brand)
		s.write(bold, p.Price, left, 286*n, right, false)
		if price+brand+24*n <= right-left && p.Brand != p.Name {
			s.write(bold, p.Brand, right-brand, 286*n, right, false)
		}
	}
	s.packed.Reset()
	s.deflate.Reset(&s.packed)
	s.deflate.Write(s.pixels) // into memory, as Close
	s.deflate.Close()
	return s.png(p.Palette)
}

// png writes the picture as a file (PNG specification, section 11). The standard encoder takes
// 4.7 ms for a picture that is drawn and written in 0.15 ms.
func (s *sheet) png(palette SharePalette) []byte {
	b := make([]byte, 0, s.packed.Len()+128)
	b = append(b, "\x89PNG\r\n\x1a\n"...)
	chunk := func(kind string, data []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
		at := len(b)
		b = append(append(b, kind...), data...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[at:]))
	}
	const twoBits, indexed = 2, 3
	head := binary.BigEndian.AppendUint32(nil, uint32(s.width))
	head = binary.BigEndian.AppendUint32(head, uint32(s.height))
	head = append(head, twoBits, indexed, 0, 0, 0)
	chunk("IHDR", head)
	chunk("PLTE", palette[:])
	chunk("IDAT", s.packed.Bytes())
	chunk("IEND", nil)
	return b
}
