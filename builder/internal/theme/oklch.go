package theme

import (
	"fmt"
	"math"
	"strconv"
)

// Color is an sRGB colour with 8 bits a channel, as every colour appears in the style sheet.
// Contrast is computed on it, after rounding, so that the promised ratio holds for the pixels of a
// browser.
type Color struct{ R, G, B uint8 }

// ParseColor reads #rrggbb, in either case.
func ParseColor(s string) (Color, error) {
	if len(s) != 7 || s[0] != '#' {
		return Color{}, fmt.Errorf("color %q: not of the form #rrggbb", s)
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return Color{}, fmt.Errorf("color %q: not of the form #rrggbb", s)
	}
	return Color{uint8(v >> 16), uint8(v >> 8), uint8(v)}, nil
}

// String returns the colour as #rrggbb, in lower case.
func (c Color) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Luminance returns the relative luminance of WCAG 2.2, 0 to 1.
func (c Color) Luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// Contrast returns the contrast ratio of WCAG 2.2 between two colours, 1 to 21.
func Contrast(a, b Color) float64 {
	light, dark := a.Luminance(), b.Luminance()
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// linear returns the transfer function of sRGB (IEC 61966-2-1), channel to light.
func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// channel returns the inverse of linear, rounded to 8 bits.
func channel(light float64) uint8 {
	v := 12.92 * light
	if light > 0.0031308 {
		v = 1.055*math.Pow(light, 1/2.4) - 0.055
	}
	return uint8(math.Round(255 * min(max(v, 0), 1)))
}

// lch is a colour in OKLCH: lightness 0 to 1, chroma from 0, hue in degrees.
// See https://bottosson.github.io/posts/oklab/ for the matrices.
type lch struct{ l, c, h float64 }

// grey is the chroma under which a hue is only rounding noise.
const grey = 0.002

// lch converts a colour to OKLCH.
func (c Color) lch() lch {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	x := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	y := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	out := lch{l: 0.2104542553*l + 0.7936177850*m - 0.0040720468*s, c: math.Hypot(x, y)}
	if out.c < grey {
		return lch{l: out.l}
	}
	out.h = math.Mod(math.Atan2(y, x)*180/math.Pi+360, 360)
	return out
}

// color returns the nearest sRGB colour of the same lightness and hue: chroma is lowered until it
// fits the gamut.
func (v lch) color() Color {
	v.l = min(max(v.l, 0), 1)
	rgb, fits := v.rgb()
	if !fits {
		low, high := 0.0, v.c
		for range 20 {
			v.c = (low + high) / 2
			if _, fits = v.rgb(); fits {
				low = v.c
			} else {
				high = v.c
			}
		}
		v.c = low
		rgb, _ = v.rgb()
	}
	return Color{channel(rgb[0]), channel(rgb[1]), channel(rgb[2])}
}

// rgb returns v in linear light, and whether it fits the gamut of sRGB.
func (v lch) rgb() (rgb [3]float64, fits bool) {
	sin, cos := math.Sincos(v.h * math.Pi / 180)
	x, y := v.c*cos, v.c*sin
	l := cube(v.l + 0.3963377774*x + 0.2158037573*y)
	m := cube(v.l - 0.1055613458*x - 0.0638541728*y)
	s := cube(v.l - 0.0894841775*x - 1.2914855480*y)
	rgb = [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
	const slack = 1e-4 // well under half a step of 8 bits
	for _, channel := range rgb {
		if channel < -slack || channel > 1+slack {
			return rgb, false
		}
	}
	return rgb, true
}

func cube(v float64) float64 { return v * v * v }

// halfway returns the hue in the middle of the shorter arc from a to b. If the hues are more than a
// quarter of a circle apart, it is a: between lime and violet there is a green that belongs to
// neither.
func halfway(a, b float64) float64 {
	turn := math.Mod(b-a+540, 360) - 180
	if math.Abs(turn) > 90 {
		return a
	}
	return math.Mod(a+turn/2+360, 360)
}
