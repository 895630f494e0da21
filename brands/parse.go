package brands

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	maxFileBytes = 1 << 20   // of brand.yaml: more is no configuration
	maxLogoBytes = 256 << 10 // of the logo: every page carries it
	maxMapBytes  = 1 << 20   // of the jq program
	maxName      = 100       // characters
	maxNotice    = 300       // characters
	basePathEnd  = "/api/public/v1"
)

// load reads one folder. The map names the line that each host comes from.
func load(folder string, opts LoadOptions) (*Brand, map[string]int, *BrandError) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		absolute = folder
	}
	key, file := filepath.Base(absolute), filepath.Join(folder, FileName)
	r := &reader{folder: absolute, env: opts.Env, presets: opts.Presets}
	if r.env == nil {
		r.env = os.LookupEnv
	}
	b := &Brand{Key: key, Dir: absolute}
	lines := map[string]int{}
	if !keyPattern.MatchString(key) {
		r.fault(1, "", "the folder name %q is not a key: use small letters and digits, with single hyphens between them", key)
	}
	if text, err := readFile(absolute, FileName, maxFileBytes); err != nil {
		r.fault(1, "", "not readable: %v", err)
	} else if doc := r.document(text); doc != nil {
		r.brand(b, r.object(doc, "", brandKeys...), lines)
	}
	if len(r.faults) > 0 {
		return nil, nil, newBrandError(key, file, r.faults)
	}
	b.Source.secrets = r.used
	return b, lines, nil
}

var brandKeys = []string{
	"name", "locale", "timezone", "currency", "site_url", "base_url", "auth_url", "aliases", "contact", "buy_url",
	"notice", "as_of", "theme", "ai", "search", "source", "export", "guards", "cdn", "v1",
}

var (
	currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)
	colorPattern    = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

// brand reads every key but those of the source.
func (r *reader) brand(b *Brand, o object, lines map[string]int) {
	b.Name = r.words(o.required("name", "write what people call the brand"), maxName)
	if o.required("locale", "write pt-BR or en").ok {
		b.Locale = o.oneOf("locale", "", "pt-BR", "en")
	}
	r.zone(b, o.str("timezone"))
	b.Currency = map[string]string{"pt-BR": "BRL", "en": "USD"}[b.Locale]
	if v := o.str("currency"); v.ok {
		if b.Currency = v.text; !currencyPattern.MatchString(v.text) {
			v.fault("%q is not a currency code: write three capital letters, as in BRL", v.text)
		}
	}
	r.addresses(b, o, lines)
	b.Contact = contact(o.str("contact"))
	b.BuyURL = buyTemplate(o.str("buy_url"))
	b.Notice = r.words(o.str("notice"), maxNotice)
	b.AsOf = o.moment("as_of")
	r.theme(b, o.child("theme", "color", "paper", "headings", "corners", "logo"))
	ai := o.child("ai", "search", "input", "train")
	b.AI = AI{Search: ai.boolean("search", true), Input: ai.boolean("input", true), Train: ai.boolean("train", false)}
	b.Search.Synonyms = r.synonyms(o.child("search", "synonyms"))
	if !o.has("source") {
		r.fault(o.line, "source", "missing: write source with kind and path (file) or url (http), or with a preset")
	} else {
		r.source(&b.Source, o.child("source", sourceKeys...))
	}
	b.Export = o.boolean("export", true)
	b.Guards.MaxShrink = o.child("guards", "max_shrink").share("max_shrink", 0.5)
	b.CDN.KeysOnAccept = o.child("cdn", "keys_on_accept").boolean("keys_on_accept", false)
	v1 := o.child("v1", "deprecated_at", "sunset_at", "link")
	b.V1 = Deprecation{DeprecatedAt: v1.moment("deprecated_at"), SunsetAt: v1.moment("sunset_at"), Link: link(v1.str("link"))}
	if s := b.V1; !s.DeprecatedAt.IsZero() && !s.SunsetAt.IsZero() && s.SunsetAt.Before(s.DeprecatedAt) {
		v1.scalar("sunset_at").fault("lies before deprecated_at: a version is announced as deprecated before it ends")
	}
}

// words limits the length of a text that people read.
func (r *reader) words(v value, most int) string {
	if v.ok && utf8.RuneCountInString(v.text) > most {
		v.fault("has %d characters: at most %d fit on a page", utf8.RuneCountInString(v.text), most)
	}
	return v.text
}

func (r *reader) zone(b *Brand, v value) {
	if !v.ok {
		return
	}
	zone, err := time.LoadLocation(v.text)
	if err != nil || v.text == "Local" {
		v.fault("%q is not a time zone: write its IANA name, as in America/Sao_Paulo", v.text)
		return
	}
	b.Timezone, b.Zone = v.text, zone
}

// addresses reads what decides where the brand answers.
func (r *reader) addresses(b *Brand, o object, lines map[string]int) {
	host := func(h string, line int) {
		if _, taken := lines[h]; !taken {
			lines[h] = line
		}
	}
	if v := o.required("site_url", "write the origin of the site, as in https://example.org"); v.ok {
		if u := address(v); u != nil {
			b.SiteURL = v.text
			host(u.Hostname(), v.line)
			if u.Path != "" {
				v.fault("%q has a path: write the origin only, %s://%s", v.text, u.Scheme, u.Host)
			}
		}
	}
	if v := o.required("base_url", "write the address of the API, as in https://example.org"+basePathEnd); v.ok {
		if u := address(v); u != nil {
			b.BaseURL = v.text
			host(u.Hostname(), v.line)
			if !strings.HasSuffix(u.Path, basePathEnd) {
				v.fault("%q must have a path that ends in %s: write %s://%s%s", v.text, basePathEnd, u.Scheme, u.Host, basePathEnd)
			}
		}
	}
	if v := o.required("auth_url", "write the address of the token service, as in https://auth.example.org"); address(v) != nil {
		b.AuthURL = v.text
	}
	for _, v := range o.list("aliases") {
		if !v.ok {
			continue
		}
		if !validHost(v.text) {
			v.fault("%q is not a host: write it in small letters without https://, port or path, in ASCII (xn-- form)", v.text)
			continue
		}
		b.Aliases = append(b.Aliases, v.text)
		host(v.text, v.line)
	}
}

func (r *reader) theme(b *Brand, o object) {
	// Two quiet defaults, so that brands of different languages differ at a glance.
	b.Theme = Theme{
		Color:    map[string]string{"pt-BR": "#1f6f5c", "en": "#2a5d9f"}[b.Locale],
		Headings: o.oneOf("headings", "sans", "serif", "sans"),
		Corners:  o.oneOf("corners", "soft", "sharp", "soft", "round"),
	}
	for key, to := range map[string]*string{"color": &b.Theme.Color, "paper": &b.Theme.Paper} {
		if v := o.str(key); v.ok {
			if *to = strings.ToLower(v.text); !colorPattern.MatchString(v.text) {
				v.fault(`%q is not a colour: write "#" and six hex digits in quotes, as in "#1f6f5c"`, v.text)
			}
		}
	}
	v := o.str("logo")
	if !v.ok {
		return
	}
	text, ok := r.inside(v, v.text, maxLogoBytes)
	if !ok {
		return
	}
	if filepath.Ext(v.text) != ".svg" || !bytes.Contains(text, []byte("<svg")) {
		v.fault("%q is not an SVG file: name one that ends in .svg", v.text)
		return
	}
	b.Theme.Logo = filepath.Join(r.folder, filepath.FromSlash(v.text))
}

// inside reads a file that must lie in the brand's folder; shown is the name
// to use in messages.
func (r *reader) inside(v value, name string, most int64) ([]byte, bool) {
	if filepath.IsAbs(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		v.fault("%q leaves the brand's folder: name a file inside it", v.text)
		return nil, false
	}
	text, err := readFile(r.folder, filepath.FromSlash(name), most)
	if err != nil {
		v.fault("%q is not readable: %v", v.text, err)
		return nil, false
	}
	return text, true
}

// readFile reads a regular file of at most most bytes through os.Root, so that
// no link leads out of the folder. Its errors do not name the file.
func readFile(folder, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, bare(err)
	}
	defer root.Close()
	// The kind is checked before opening, because opening a pipe waits for a
	// writer that may never come.
	info, err := root.Stat(name)
	if err != nil {
		return nil, bare(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, bare(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, bare(err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("it has more than %d bytes", most)
	}
	return text, nil
}

// bare takes the operation and the path off a file error, which the message
// names in its own way.
func bare(err error) error {
	var p *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("there is no such file")
	case errors.As(err, &p):
		return p.Err
	}
	return err
}
