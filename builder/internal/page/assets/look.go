package assets

import (
	"html/template"
	"path"
	"regexp"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/text"
)

// Picture is an image with its address and its size in pixels, or "" if that is not known. Only
// copies also have a list of widths and the mean colour of the pixels.
type Picture struct {
	Path, Width, Height, Color string
	Srcset                     template.Srcset
}

// addFonts returns the files of the brand's fonts and the rules that use them. The first family is
// for texts, the last for headings. The first file is loaded with the page itself (first); a page
// shows its text in another font until then.
func addFonts(fonts []brands.Font) (rules, first string, files []Asset) {
	var b strings.Builder
	var head, text string
	for i, f := range fonts {
		file := newAsset("font/woff2", "woff2", string(f.Body))
		files = append(files, file)
		if i == 0 {
			first = file.Path
		}
		if f.For != "texts" {
			head = f.Family
		}
		if f.For != "headings" && text == "" {
			text = f.Family
		}
		b.WriteString(`@font-face{font-family:"` + f.Family + `";src:url(` + file.Path +
			`) format("woff2");font-weight:` + f.Weight + `;font-style:` + f.Style +
			`;font-display:swap}`)
	}
	if head != "" {
		b.WriteString(`:root{--head:"` + head + `",system-ui,sans-serif}`)
	}
	if text != "" {
		b.WriteString(`body,.btn,.foot h2{font-family:"` + text + `",system-ui,sans-serif}`)
	}
	return b.String(), first, files
}

// picture adds one of the brand's pictures; f may be nil.
func (a *Set) picture(f *brands.StaticFile) (p Picture) {
	if f == nil {
		return p
	}
	file := newAsset(f.MediaType, path.Ext(f.File)[1:], string(f.Body))
	a.All = append(a.All, file)
	p.Path = file.Path
	if f.Width > 0 {
		p.Width, p.Height = strconv.Itoa(f.Width), strconv.Itoa(f.Height)
	}
	return p
}

// addArt adds the brand's pictures for events without one.
func (a *Set) addArt(art *brands.Art) {
	a.Art = map[string]string{}
	for topic, picture := range text.InOrder(art.Pictures) {
		a.Art[place.TopicKey(topic)] = a.picture(picture).Path
	}
}

// rulesOf returns the shared rules without the parts that the theme of a brand does not need. A
// part begins with its name in a comment and ends with the next comment "all".
func rulesOf(b *brands.Brand, css string) string {
	hero := b.Theme.Hero != nil
	side := b.Theme.HeroLayout == "side"
	for part, needed := range map[string]bool{
		"art off": b.Theme.Art.Off, "wide": hero && !side, "side": hero && side,
		"grid": false, "plain": b.Theme.Motif == "plain", "sponsors": b.Sponsors != nil,
		"menu": b.Theme.Menu != nil,
	} {
		before, rest, found := strings.Cut(css, "/* only "+part+" */")
		if _, after, _ := strings.Cut(rest, "/* all */"); found && !needed {
			css = before + after
		}
	}
	return css
}

var comment = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`)

// minifyCSS removes comments, the spaces around line ends, and line ends at which a rule or a part
// of it ends. It would also change such text inside a string.
func minifyCSS(s string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(comment.ReplaceAllString(s, ""), "\n") {
		line = strings.TrimSpace(line)
		b.WriteString(line)
		if line != "" && strings.IndexByte("{};,", line[len(line)-1]) < 0 {
			b.WriteByte('\n') // a line end between two parts of a selector is a space
		}
	}
	return b.String()
}
