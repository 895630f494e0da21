package ical

import "strconv"

// colorNames are CSS colours (CSS Color Module Level 3, section 4.3) that calendars show well:
// COLOR takes names only (RFC 7986, section 5.9).
var colorNames = [...]struct {
	name string
	rgb  uint32
}{
	{"black", 0x000000}, {"blue", 0x0000ff}, {"brown", 0xa52a2a}, {"cadetblue", 0x5f9ea0},
	{"chocolate", 0xd2691e}, {"coral", 0xff7f50}, {"crimson", 0xdc143c}, {"cyan", 0x00ffff},
	{"darkblue", 0x00008b}, {"darkcyan", 0x008b8b}, {"darkgreen", 0x006400},
	{"darkmagenta", 0x8b008b}, {"darkorange", 0xff8c00}, {"darkred", 0x8b0000},
	{"darkslateblue", 0x483d8b}, {"darkslategray", 0x2f4f4f}, {"darkviolet", 0x9400d3},
	{"deeppink", 0xff1493}, {"deepskyblue", 0x00bfff}, {"dimgray", 0x696969},
	{"dodgerblue", 0x1e90ff}, {"firebrick", 0xb22222}, {"forestgreen", 0x228b22},
	{"gold", 0xffd700}, {"goldenrod", 0xdaa520}, {"gray", 0x808080}, {"green", 0x008000},
	{"hotpink", 0xff69b4}, {"indigo", 0x4b0082}, {"lightgray", 0xd3d3d3}, {"lime", 0x00ff00},
	{"limegreen", 0x32cd32}, {"maroon", 0x800000}, {"mediumseagreen", 0x3cb371},
	{"mediumvioletred", 0xc71585}, {"midnightblue", 0x191970}, {"navy", 0x000080},
	{"olive", 0x808000}, {"olivedrab", 0x6b8e23}, {"orange", 0xffa500}, {"orangered", 0xff4500},
	{"orchid", 0xda70d6}, {"palevioletred", 0xdb7093}, {"peru", 0xcd853f}, {"pink", 0xffc0cb},
	{"plum", 0xdda0dd}, {"purple", 0x800080}, {"rebeccapurple", 0x663399}, {"red", 0xff0000},
	{"rosybrown", 0xbc8f8f}, {"royalblue", 0x4169e1}, {"saddlebrown", 0x8b4513},
	{"salmon", 0xfa8072}, {"seagreen", 0x2e8b57}, {"sienna", 0xa0522d}, {"skyblue", 0x87ceeb},
	{"slateblue", 0x6a5acd}, {"slategray", 0x708090}, {"steelblue", 0x4682b4}, {"tan", 0xd2b48c},
	{"teal", 0x008080}, {"tomato", 0xff6347}, {"turquoise", 0x40e0d0}, {"violet", 0xee82ee},
	{"white", 0xffffff}, {"yellow", 0xffff00}, {"yellowgreen", 0x9acd32},
}

// ColorName is the CSS name nearest to a colour "#rrggbb", by the distance of red, green and blue;
// "" for any other text.
func ColorName(hex string) string {
	if len(hex) != 7 || hex[0] != '#' {
		return ""
	}
	rgb, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		return ""
	}
	best, nearest := "", 1<<31-1
	for _, c := range colorNames {
		distance := 0
		for _, shift := range [...]int{16, 8, 0} {
			d := int(rgb>>shift&255) - int(c.rgb>>shift&255)
			distance += d * d
		}
		if distance < nearest {
			best, nearest = c.name, distance
		}
	}
	return best
}
