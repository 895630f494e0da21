// Package theme computes every colour of a brand's site from the one colour that the brand names,
// so that no brand can choose an unreadable page.
//
// Colours are computed in OKLCH (lightness L, chroma C, hue H). The neutral colours take their hue
// from the brand's paper if it names one, otherwise from its colour. A colour that must stand out
// starts at the brand's colour. Its L changes in steps of .01, darker in the light scheme and
// lighter in the dark one, until its contrast is reached. A colour outside the gamut of sRGB loses
// chroma until it fits. These WCAG 2.2 ratios hold for every input, in both schemes:
//
//	Ink    7    on BG, Card, Sunk, Wash
//	Mut    4.5  on BG, Card, Sunk
//	Link   4.5  on BG, Card, Sunk, Wash
//	On     4.5  on Brand, Hov
//	Brand  3    on BG, Card, Sunk
//	Ctl    3    on BG, Card
//
// Results depend on the input only and are the same on every machine.
package theme

import (
	"cmp"
	"fmt"
	"math"

	"cartaz/brands"
)

// Tokens is the computed look of a brand.
type Tokens struct {
	Light, Dark Scheme
	Art         [5]Palette // classes a0 to a4, the same in both schemes
	Radius      string     // --r, the corner radius
	Head        string     // --head, the font stack of headings
	Only        string     // "light" or "dark", which both schemes are then; "" for both
}

// Scheme holds the colours of one colour scheme.
type Scheme struct {
	BG    Color // page
	Card  Color // surface of cards and boxes
	Sunk  Color // panel
	Line  Color // decorative border
	Ctl   Color // border of a control
	Ink   Color // text
	Mut   Color // quiet text
	Wash  Color // tint of notices and chips
	Brand Color // fill of buttons
	On    Color // text on Brand and Hov
	Hov   Color // fill of buttons under the pointer
	Link  Color // coloured text
}

// Palette is one set of poster colours: X is the ground, dark enough for a white monogram; Y and Z
// are the shapes.
type Palette struct{ X, Y, Z Color }

// Compute computes the tokens of a theme. It fails on a colour that is not #rrggbb.
func Compute(t brands.Theme) (Tokens, error) {
	var tokens Tokens
	color, err := ParseColor(t.Color)
	if err != nil {
		return Tokens{}, fmt.Errorf("theme: %w", err)
	}
	b := base{color: color.lch()}
	b.hue, b.tint = b.color.h, min(b.color.c, 0.012)
	if t.Paper != "" {
		paper, err := ParseColor(t.Paper)
		if err != nil {
			return Tokens{}, fmt.Errorf("theme: paper: %w", err)
		}
		// A grey paper has no hue to give: it asks for neutral greys.
		if tone := paper.lch(); tone.c < grey {
			b.tint = 0
		} else {
			b.hue, b.tint = tone.h, 0.014
		}
	}
	// A theme without these words is soft and sans.
	tokens.Radius = cmp.Or(map[string]string{"sharp": ".25rem", "round": "1rem"}[t.Corners],
		".625rem")
	tokens.Head = "system-ui,sans-serif"
	if t.Headings == "serif" {
		tokens.Head = `"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif`
	}
	tokens.Light, tokens.Dark, tokens.Art = b.light(), b.dark(), b.art()
	switch t.Scheme {
	case "light":
		tokens.Dark, tokens.Only = tokens.Light, t.Scheme
	case "dark":
		tokens.Light, tokens.Only = tokens.Dark, t.Scheme
	}
	return tokens, nil
}

// base is the input of every token.
type base struct {
	color lch
	hue   float64 // of the neutral colours
	tint  float64 // their chroma
}

// neutral returns a neutral colour of lightness l, from 0 for black to 1 for white.
func (b base) neutral(l, tint float64) lch { return lch{l, tint, b.hue} }

// light returns the light scheme, whose foreground gets darker until it has enough contrast.
func (b base) light() Scheme {
	n := b.tint
	s := Scheme{
		BG:   b.neutral(.977, .8*n).color(),
		Card: Color{255, 255, 255},
		Sunk: b.neutral(.945, n).color(),
		Line: b.neutral(.88, n).color(),
		Ink:  b.neutral(.23, 1.5*n).color(),
		Wash: lch{.938, min(b.color.c, .03), halfway(b.color.h, b.hue)}.color(),
	}
	return b.foreground(s, b.neutral(.58, n), b.neutral(.47, 1.5*n), -1)
}

// dark returns the dark scheme, whose foreground gets lighter until it has enough contrast.
func (b base) dark() Scheme {
	n := b.tint
	s := Scheme{
		BG:   b.neutral(.175, n).color(),
		Card: b.neutral(.225, n).color(),
		Sunk: b.neutral(.27, n).color(),
		Line: b.neutral(.36, n).color(),
		Ink:  b.neutral(.95, n/2).color(),
		Wash: lch{.31, min(b.color.c, .045), halfway(b.color.h, b.hue)}.color(),
	}
	return b.foreground(s, b.neutral(.60, n), b.neutral(.77, n), +1)
}

// foreground adds the colours that must stand out from the surfaces of s. direction is the sign of
// the change in lightness: -1 darker, +1 lighter.
func (b base) foreground(s Scheme, control, quiet lch, direction float64) Scheme {
	s.Ctl = untilContrast(control, direction, 3, s.BG, s.Card)
	s.Mut = untilContrast(quiet, direction, 4.5, s.BG, s.Card, s.Sunk)
	s.Link = untilContrast(b.color, direction, 4.5, s.BG, s.Card, s.Sunk, s.Wash)
	s.Brand = untilContrast(b.color, direction, 3, s.BG, s.Card, s.Sunk)
	s.On = textOn(s.Brand)
	away := +.06
	if s.On.Luminance() > s.Brand.Luminance() {
		away = -.06
	}
	fill := s.Brand.lch()
	s.Hov = lch{fill.l + away, fill.c, fill.h}.color()
	if s.Hov == s.Brand { // black or white: only the other way is open, with contrast to spare
		s.Hov = lch{fill.l - away, fill.c, fill.h}.color()
	}
	return s
}

// untilContrast changes the lightness of a colour in steps of .01 until it reaches ratio on every
// surface. It ends at black or white at the latest, which reach every ratio used here.
func untilContrast(v lch, direction, ratio float64, surfaces ...Color) Color {
	for step := 0.0; ; step++ {
		at := v
		at.l = v.l + direction*step*.01
		c := at.color()
		end := at.l <= 0 && direction < 0 || at.l >= 1 && direction > 0
		if end || stands(c, ratio, surfaces) {
			return c
		}
	}
}

func stands(c Color, ratio float64, surfaces []Color) bool {
	for _, surface := range surfaces {
		if Contrast(c, surface) < ratio {
			return false
		}
	}
	return true
}

// textOn returns the first of white, near-black and black that is readable on fill. Either white or
// black always reaches 4.58.
func textOn(fill Color) Color {
	white := Color{255, 255, 255}
	nearBlack := Color{0x17, 0x12, 0x0f}
	switch {
	case Contrast(white, fill) >= 4.5:
		return white
	case Contrast(nearBlack, fill) >= 4.5:
		return nearBlack
	}
	return Color{}
}

// art returns the poster palettes: shades around the brand's hue, one of them opposite, each with
// enough chroma (.10 to .17) even for a grey brand.
func (b base) art() [5]Palette {
	c := min(max(b.color.c, .10), .17)
	shades := [5]struct{ dark, x, y, z float64 }{
		{.30, 0, 0, 34}, {.32, -34, -24, 20}, {.32, 200, 178, 44}, {.30, -10, 40, 62},
		{.33, 150, 158, 20},
	}
	var art [5]Palette
	for i, s := range shades {
		turn := func(l, chroma, offset float64) Color {
			return lch{l, chroma, math.Mod(b.color.h+offset+360, 360)}.color()
		}
		art[i] = Palette{turn(s.dark, .55*c, s.x), turn(.62, c, s.y), turn(.82, .7*c, s.z)}
	}
	return art
}
