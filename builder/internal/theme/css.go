package theme

import (
	"strconv"
	"strings"
)

// CSS returns the block of tokens at the beginning of the brand's style sheet: custom properties on
// :root, the properties of the dark scheme under prefers-color-scheme, and the poster colours by
// class.
func (t Tokens) CSS() string {
	var b strings.Builder
	b.WriteString(":root{")
	t.Light.write(&b)
	b.WriteString(";--r:" + t.Radius + ";--head:" + t.Head)
	if t.Only != "" {
		b.WriteString(";color-scheme:" + t.Only + "}\n")
	} else {
		b.WriteString("}\n@media (prefers-color-scheme:dark){:root{")
		t.Dark.write(&b)
		b.WriteString("}}\n")
	}
	for i, p := range t.Art {
		b.WriteString(".a" + strconv.Itoa(i) + "{--x:" + p.X.String() + ";--y:" + p.Y.String() +
			";--z:" + p.Z.String() + "}\n")
	}
	return b.String()
}

// Chosen returns the rules by which the address of a frame on another site chooses a scheme. It
// ends with #light, #dark or, for the light one on the ground of the page around it, #clear.
func (t Tokens) Chosen() string {
	if t.Only != "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(":root:has(:is([id^=light],[id^=clear]):target){color-scheme:light;")
	t.Light.write(&b)
	b.WriteString("}\n:root:has([id^=dark]:target){color-scheme:dark;")
	t.Dark.write(&b)
	b.WriteString("}\n")
	return b.String()
}

func (s Scheme) write(b *strings.Builder) {
	for i, token := range [...]struct {
		name  string
		color Color
	}{{"bg", s.BG}, {"card", s.Card}, {"sunk", s.Sunk}, {"line", s.Line}, {"ctl", s.Ctl},
		{"ink", s.Ink}, {"mut", s.Mut}, {"wash", s.Wash}, {"brand", s.Brand}, {"on", s.On},
		{"hov", s.Hov}, {"link", s.Link}} {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString("--" + token.name + ":" + token.color.String())
	}
}
