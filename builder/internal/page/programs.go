package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	texttemplate "text/template"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/builder/internal/compiled"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
	"cartaz/templates"
)

// programs are the compiled page templates. They render every page, in the spelling of the brand's
// addresses: templates and models have the addresses of package catalog.
type programs struct {
	html, md map[string]*compiled.Program
	spelling *catalog.Spelling
}

// markdownModels and htmlModels hold the types of the templates' models, by template name.
// Fragments of HTML have no Markdown twin.
var (
	markdownModels = map[string]any{
		"event":     new(eventModel),
		"home":      new(listingModel),
		"city":      new(listingModel),
		"organiser": new(listingModel),
		"group":     new(listingModel),
		"index":     new(indexModel),
		"archive":   new(archivePageModel),
		"list":      new(searchModel),
		"saved":     new(indexModel),
		"agenda":    new(agendaModel),
		"month":     new(agendaModel),
		"day":       new(dayModel),
		"problem":   new(problemModel),
		"own":       new(ownModel),
	}
	htmlModels = func() map[string]any {
		all := maps.Clone(markdownModels)
		all["card"], all["embed"] = new(card), (*embedModel)(nil)
		for _, name := range []string{"masthead", "footer"} {
			all[name] = new(frame)
		}
		return all
	}()
)

// functions returns the functions of templates: t returns a text of the brand's locale by its key,
// the others are for Markdown.
func functions(b *brands.Brand) map[string]func(string) string {
	of := i18n.Funcs(b.Locale, b.Texts)["t"].(func(string, ...any) (string, error))
	return map[string]func(string) string{
		"md": text.Markdown, "yaml": text.FrontMatter, "address": text.MarkdownAddress,
		"t": func(key string) string {
			s, err := of(key)
			if err != nil {
				panic(err) // the template engine makes it an error that names the place
			}
			return s
		},
	}
}

func funcMap(funcs map[string]func(string) string) texttemplate.FuncMap {
	m := texttemplate.FuncMap{}
	for name, f := range funcs {
		m[name] = f
	}
	return m
}

// look is shared by brands with the same locale, texts and templates.
type look struct {
	words    *words.Words
	programs programs
}

// looks holds the looks of earlier brands, by digest. Parsing and compiling the same templates took
// three quarters of an unchanged build of a thousand brands.
var looks = struct {
	sync.Mutex
	known map[[sha256.Size]byte]*look
}{known: map[[sha256.Size]byte]*look{}}

// maxLooks bounds the looks that are kept. Brands rarely have templates or texts of their own.
const maxLooks = 32

// lookOf returns the look of a brand whose templates are in files.
func lookOf(b *brands.Brand, files templates.Set) (*look, error) {
	h := sha256.New()
	texts, err := json.Marshal(b.Texts)
	if err != nil {
		return nil, fmt.Errorf("brand %s: texts: %w", b.Key, err)
	}
	add := func(values ...string) {
		for _, v := range values {
			fmt.Fprintf(h, "%d:%s", len(v), v)
		}
	}
	add(b.Locale, string(texts))
	for _, folder := range []string{"html/", "md/"} {
		for _, name := range files.Below(folder) {
			add(name, files[name])
		}
	}
	key := [sha256.Size]byte(h.Sum(nil))
	looks.Lock()
	found := looks.known[key]
	looks.Unlock()
	if found != nil {
		return found, nil
	}
	if found, err = parse(b, files); err != nil {
		return nil, err
	}
	looks.Lock()
	defer looks.Unlock()
	if len(looks.known) >= maxLooks {
		clear(looks.known)
	}
	looks.known[key] = found
	return found, nil
}

// parse parses and compiles the templates of a brand.
func parse(b *brands.Brand, files templates.Set) (*look, error) {
	said, err := words.Own(b.Locale, b.Texts)
	if err != nil {
		return nil, fmt.Errorf("brand %s: texts: %w", b.Key, err)
	}
	funcs := functions(b)
	html := template.New("html").Funcs(funcMap(funcs))
	md := texttemplate.New("md").Funcs(funcMap(funcs))
	for _, name := range slices.Concat(files.Below("html/"), files.Below("md/")) {
		base := path.Base(name)
		switch path.Ext(name) {
		case ".html":
			_, err = html.New(base).Parse(files[name])
		case ".md":
			_, err = md.New(base).Parse(files[name])
		}
		if err != nil {
			return nil, templateFault(b, fmt.Errorf("page templates: %w", err))
		}
	}
	if err := defined(b, html, md); err != nil {
		return nil, err
	}
	return &look{words: said, programs: compileTemplates(html, md, said, funcs)}, nil
}

// compileTemplates compiles the templates of a brand whose texts are w.
func compileTemplates(html *template.Template, md *texttemplate.Template, w *words.Words,
	funcs map[string]func(string) string) programs {
	o := compiled.Options{Known: []any{w}, Funcs: funcs}
	return programs{
		html: compiled.HTML(html, htmlModels, o),
		md:   compiled.Markdown(md, markdownModels, o),
	}
}

// Standard returns, for each template that package compiled leaves to the standard template engine,
// the reason. Such a template takes several times as long to render. The templates of package
// templates are not among them.
func (r *Renderer) Standard() []error {
	var reasons []error
	for _, set := range []map[string]*compiled.Program{r.programs.html, r.programs.md} {
		for _, t := range text.InOrder(set) {
			if err := t.Standard(); err != nil {
				reasons = append(reasons, err)
			}
		}
	}
	return reasons
}

// append renders one of the templates of and appends the result to dst.
func (p programs) append(dst []byte, of map[string]*compiled.Program, name string,
	model any) ([]byte, error) {
	before := len(dst)
	dst, err := of[name].Append(dst, model)
	if err != nil {
		return dst, fmt.Errorf("draw %s: %w", name, err)
	}
	return p.spelling.AppendText(dst[:before], dst[before:]), nil
}

// render renders the HTML and the Markdown of a page.
func (p programs) render(name, path string, model interface{ Frame() *frame }) (Page, error) {
	model.Frame().complete()
	html, err := p.append(make([]byte, 0, roomForPage), p.html, name, model)
	if err != nil {
		return Page{}, err
	}
	both, err := p.append(html, p.md, name, model)
	if err != nil {
		return Page{}, err
	}
	drawn, n := bytes.Clone(both), len(html)
	return Page{Path: path, HTML: clip(drawn, 0, n), Markdown: clip(drawn, n, len(drawn)),
		Title: model.Frame().Heading, Picture: model.Frame().picture}, nil
}

// defined checks that every template of the pages is defined. A brand's own file may have lost one.
func defined(b *brands.Brand, html *template.Template, md *texttemplate.Template) error {
	for name := range text.InOrder(htmlModels) {
		missing := html.Lookup(name) == nil
		file := "html/" + name + ".html"
		if _, page := markdownModels[name]; page && !missing {
			missing, file = md.Lookup(name) == nil, "md/"+name+".md"
		}
		if !missing {
			continue
		}
		if _, own := b.Templates[file]; own {
			file = templateFile(b, file) + ":1"
		}
		return fmt.Errorf("%s: the template %q is not defined: write {{define %q}} … {{end}}", file,
			name, name)
	}
	return nil
}

// templateFile returns the path of one of the brand's own templates.
func templateFile(b *brands.Brand, name string) string {
	return filepath.Join(b.Dir, brands.TemplatesDir, filepath.FromSlash(name))
}

// templateAt matches the place in an error of the template engines: the name of the file without
// its folder, and the line.
var templateAt = regexp.MustCompile(`template: ?([a-z]+\.(html|md)):([0-9]+)`)

// Fault puts file and line before an error of a template if the template is one of the brand's own.
func (r *Renderer) Fault(err error) error { return templateFault(r.brand, err) }

// templateFault implements [Renderer.Fault] for a brand.
func templateFault(b *brands.Brand, err error) error {
	if err == nil {
		return nil
	}
	m := templateAt.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	name := m[2] + "/" + m[1]
	if _, own := b.Templates[name]; !own {
		return err
	}
	return fmt.Errorf("%s:%s: %w", templateFile(b, name), m[3], err)
}
