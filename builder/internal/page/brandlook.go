package page

import (
	"fmt"
	"html/template"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"

	"cartaz/brands"
)

// picture is an image with its address and its size in pixels; "" when that is not known.
type picture struct{ Path, Width, Height string }

// addFonts returns the files of the brand's fonts and the rules that use them. The first family is
// that of texts, the last that of headings. The first file is loaded with the page itself (first);
// a page shows its text in another font until then.
func addFonts(fonts []brands.Font) (rules, first string, files []Asset) {
	if len(fonts) == 0 {
		return "", "", nil
	}
	var b strings.Builder
	for i, f := range fonts {
		file := newAsset("font/woff2", "woff2", string(f.Body))
		files = append(files, file)
		if i == 0 {
			first = file.Path
		}
		b.WriteString(`@font-face{font-family:"` + f.Family + `";src:url(` + file.Path +
			`) format("woff2");font-weight:` + f.Weight + `;font-style:` + f.Style +
			`;font-display:swap}`)
	}
	b.WriteString(`:root{--head:"` + fonts[len(fonts)-1].Family + `",system-ui,sans-serif}` +
		`body,.btn,.foot h2{font-family:"` + fonts[0].Family + `",system-ui,sans-serif}`)
	return b.String(), first, files
}

// addHero adds the picture of the home page.
func (a *assets) addHero(hero *brands.StaticFile) {
	if hero == nil {
		return
	}
	file := newAsset(hero.MediaType, path.Ext(hero.File)[1:], string(hero.Body))
	a.all = append(a.all, file)
	a.hero = picture{Path: file.Path}
	if hero.Width > 0 {
		a.hero.Width, a.hero.Height = strconv.Itoa(hero.Width), strconv.Itoa(hero.Height)
	}
}

// brandLD is the member of the home page's graph that says where else the brand is, with the comma
// before it; "" for a brand that is nowhere else.
func brandLD(brand *brands.Brand) string {
	if len(brand.Theme.Social) == 0 {
		return ""
	}
	b := []byte(`,{"@type":"Organization"`)
	b = appendLD(b, `,"name":`, brand.Name)
	b = appendLD(b, `,"url":`, brand.SiteURL+"/")
	separator := `,"sameAs":[`
	for _, l := range brand.Theme.Social {
		b = appendLD(b, separator, l.Path)
		separator = ","
	}
	return string(append(b, "]}"...))
}

// widened is a Content-Security-Policy with what the brand adds: its own fonts, and the origins of
// theme.csp. Each directive is its name and its sources.
func widened(b *brands.Brand, directives [][]string) string {
	more := maps.Clone(b.Theme.CSP)
	if more == nil {
		more = map[string][]string{}
	}
	if len(b.Theme.Fonts) > 0 || slices.ContainsFunc(b.Static,
		func(f brands.StaticFile) bool { return f.MediaType == "font/woff2" }) {
		more["font"] = append([]string{"'self'"}, more["font"]...)
	}
	for i, d := range directives {
		name := strings.TrimSuffix(d[0], "-src")
		directives[i] = append(d, more[name]...)
		delete(more, name)
	}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		directives = append(directives, append([]string{name + "-src"}, more[name]...))
	}
	all := make([]string, len(directives))
	for i, d := range directives {
		all[i] = strings.Join(d, " ")
	}
	return strings.Join(all, "; ")
}

// defined checks that every template that pages are drawn with is defined. A brand's own file may
// have lost one.
func (r *Renderer) defined(html *template.Template, md *texttemplate.Template) error {
	for _, name := range slices.Sorted(maps.Keys(htmlModels)) {
		missing := html.Lookup(name) == nil
		file := "html/" + name + ".html"
		if _, page := markdownModels[name]; page && !missing {
			missing, file = md.Lookup(name) == nil, "md/"+name+".md"
		}
		if !missing {
			continue
		}
		if _, own := r.brand.Templates[file]; own {
			file = r.templateFile(file) + ":1"
		}
		return fmt.Errorf("%s: the template %q is not defined: write {{define %q}} … {{end}}", file,
			name, name)
	}
	return nil
}

// templateFile is the path of one of the brand's own templates.
func (r *Renderer) templateFile(name string) string {
	return filepath.Join(r.brand.Dir, brands.TemplatesDir, filepath.FromSlash(name))
}

// templateAt matches the place in an error of the template engines: the name of the file without
// its folder, and the line.
var templateAt = regexp.MustCompile(`template: ?([a-z]+\.(html|md)):([0-9]+)`)

// Fault puts file and line before an error of a template when the template is one of the brand's
// own.
func (r *Renderer) Fault(err error) error {
	if err == nil {
		return nil
	}
	m := templateAt.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	name := m[2] + "/" + m[1]
	if _, own := r.brand.Templates[name]; !own {
		return err
	}
	return fmt.Errorf("%s:%s: %w", r.templateFile(name), m[3], err)
}
