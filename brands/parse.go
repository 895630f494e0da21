package brands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"cartaz/builder/i18n"
)

const (
	maxFileBytes   = 1 << 20   // of brand.yaml: more is no configuration
	maxLogoBytes   = 256 << 10 // of the logo: every page carries it
	maxMapBytes    = 1 << 20   // of the jq program
	maxName        = 100       // characters
	maxNotice      = 300       // characters
	basePathSuffix = "/api/public/v1"
)

// configReader applies the rules of the keys of one brand.yaml.
type configReader struct {
	file    yamlFile
	folder  string
	env     func(string) (string, bool) // never nil
	presets fs.FS                       // nil when there are none
	secrets []secret

	reserved []string // first parts of addresses that are the site's own
	moved    []value  // former paths of the site
	links    []value  // paths of the site in brand.yaml, checked when pages and files are known
}

// load reads one folder. The map holds the line of brand.yaml that each host comes from.
func load(folder string, opts LoadOptions) (*Brand, map[string]int, *BrandError) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		absolute = folder
	}
	key, file := filepath.Base(absolute), filepath.Join(folder, FileName)
	r := &configReader{folder: absolute, env: opts.Env, presets: opts.Presets}
	if r.env == nil {
		r.env = os.LookupEnv
	}
	b := &Brand{Key: key, Dir: absolute}
	lines := map[string]int{}
	if !ValidKey(key) {
		r.file.fault(1, "",
			"the folder name %q is not a key: use small letters and digits, with single hyphens "+
				"between them", key)
	}
	if text, err := readRegularFile(absolute, FileName, maxFileBytes); err != nil {
		r.file.fault(1, "", "not readable: %v", err)
	} else if doc := r.file.document(text); doc != nil {
		r.brand(b, r.file.mapping(doc, "", brandKeys...), lines)
	}
	folderReader{r}.ownFiles(b)
	if len(r.file.faults) > 0 {
		return nil, nil, newBrandError(key, file, r.file.faults)
	}
	b.Source.secrets = r.secrets
	for i := range b.More {
		b.More[i].secrets = r.secrets
	}
	return b, lines, nil
}

var brandKeys = []string{
	"name", "locale", "timezone", "currency", "site_url", "base_url", "auth_url", "aliases",
	"alternates", "redirects", "contact", "buy_url", "notice", "as_of", "theme", "texts", "ai",
	"search", "source", "sources",
	"export", "build_timeout",
	"guards", "cdn", "v1", "schedule", "compression_dictionary",
}

var (
	currencyPattern = regexp.MustCompile(`^[A-Z]{3}$`)
	colorPattern    = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
)

// defaults are the values of a locale for keys that a brand leaves out.
type defaults struct {
	Currency string `i18n:"brand.currency"`
	Color    string `i18n:"brand.color"`
}

var defaultsOf = i18n.Bind[defaults]()

// brand reads all keys except those below source.
func (r *configReader) brand(b *Brand, m mapping, lines map[string]int) {
	b.Name = m.required("name", "write what people call the brand").limitLength(maxName)
	locales := i18n.Names()
	if m.required("locale", "write "+strings.Join(locales, " or ")).ok {
		b.Locale = m.oneOf("locale", "", locales...)
	}
	r.timezone(b, m.str("timezone"))
	b.Currency = defaultsOf(b.Locale).Currency
	if v := m.str("currency"); v.ok {
		if b.Currency = v.text; !currencyPattern.MatchString(v.text) {
			v.fault("%q is not a currency code: write three capital letters, as in BRL", v.text)
		}
	}
	r.brandURLs(b, m, lines)
	b.Alternates = alternates(b, m.child("alternates"))
	b.Redirects = r.redirects(m.child("redirects"))
	b.Contact = checkContact(m.str("contact"))
	b.BuyURL = checkBuyURL(m.str("buy_url"))
	b.Notice = m.str("notice").limitLength(maxNotice)
	b.AsOf = m.timestamp("as_of")
	themeReader{r}.theme(b, m.child("theme", themeKeys...))
	b.Texts = r.texts(b.Locale, m.child("texts"))
	ai := m.child("ai", "search", "input", "train")
	b.AI = AI{
		Search: ai.boolean("search", true),
		Input:  ai.boolean("input", true),
		Train:  ai.boolean("train", false),
	}
	search := m.child("search", "languages", "packs", "synonyms")
	b.Search.Languages = searchLanguages(search)
	b.Search.Packs = searchPacks(search)
	b.Search.Synonyms = r.synonyms(search)
	sourceReader{r}.sources(b, m)
	b.Export = m.boolean("export", true)
	if m.has("schedule") {
		schedule := m.boolean("schedule", false)
		b.Schedule = &schedule
	}
	if v := m.scalar("compression_dictionary"); v.ok {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%s:%d: %s has no effect: remove the line, "+
			"the next version refuses it", b.File(), v.line, v.key))
	}
	b.BuildTimeout = b.defaultBuildTimeout()
	if v := m.scalar("build_timeout"); v.ok {
		d, err := time.ParseDuration(v.text)
		if err != nil || d <= 0 {
			v.fault("%q is not a time: write it as in 90s, 15m or 2h", v.text)
		}
		b.BuildTimeout = d
	}
	b.Guards = guards(m.child("guards", "max_shrink", "max_failed", "max_loss"))
	b.CDN.KeysOnAccept = m.child("cdn", "keys_on_accept").boolean("keys_on_accept", false)
	v1 := m.child("v1", "deprecated_at", "sunset_at", "link")
	b.V1 = Deprecation{
		DeprecatedAt: v1.timestamp("deprecated_at"),
		SunsetAt:     v1.timestamp("sunset_at"),
		Link:         checkLink(v1.str("link")),
	}
	if s := b.V1; !s.DeprecatedAt.IsZero() && !s.SunsetAt.IsZero() &&
		s.SunsetAt.Before(s.DeprecatedAt) {
		v1.scalar("sunset_at").fault("lies before deprecated_at: a version is announced as " +
			"deprecated before it ends")
	}
}

func guards(m mapping) Guards {
	loss := m.child("max_loss", "start", "place", "price", "description", "image")
	return Guards{
		MaxShrink: m.share("max_shrink", 0.5),
		MaxFailed: m.share("max_failed", 0.01),
		MaxLoss: MaxLoss{
			Start:       loss.share("start", 0.2),
			Place:       loss.share("place", 0.3),
			Price:       loss.share("price", 0.5),
			Description: loss.share("description", 0.5),
			Image:       loss.share("image", 0.5),
		},
	}
}

// limitLength reports a fault when a text has more than most characters, and returns the text.
func (v value) limitLength(most int) string {
	if v.ok && utf8.RuneCountInString(v.text) > most {
		v.fault("has %d characters: at most %d fit on a page", utf8.RuneCountInString(v.text), most)
	}
	return v.text
}

func (r *configReader) timezone(b *Brand, v value) {
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

// brandURLs reads site_url, base_url, auth_url and aliases. lines gets the line of each host.
func (r *configReader) brandURLs(b *Brand, m mapping, lines map[string]int) {
	host := func(h string, line int) {
		if _, taken := lines[h]; !taken {
			lines[h] = line
		}
	}
	v := m.required("site_url", "write the origin of the site, as in https://example.org")
	if v.ok {
		if u := brandURL(v); u != nil {
			b.SiteURL = v.text
			host(u.Hostname(), v.line)
			if u.Path != "" {
				v.fault("%q has a path: write the origin only, %s://%s", v.text, u.Scheme, u.Host)
			}
		}
	}
	v = m.required("base_url",
		"write the address of the API, as in https://example.org"+basePathSuffix)
	if v.ok {
		if u := brandURL(v); u != nil {
			b.BaseURL = v.text
			host(u.Hostname(), v.line)
			if !strings.HasSuffix(u.Path, basePathSuffix) {
				v.fault("%q must have a path that ends in %s: write %s://%s%s", v.text,
					basePathSuffix, u.Scheme, u.Host, basePathSuffix)
			}
		}
	}
	v = m.required("auth_url",
		"write the address of the token service, as in https://auth.example.org")
	if brandURL(v) != nil {
		b.AuthURL = v.text
	}
	for _, v := range m.list("aliases") {
		if !v.ok {
			continue
		}
		if !validHost(v.text) {
			v.fault("%q is not a host: write it in small letters without https://, port or "+
				"path, in ASCII (xn-- form)", v.text)
			continue
		}
		b.Aliases = append(b.Aliases, v.text)
		host(v.text, v.line)
	}
}

// readInFolder reads a file that must lie in the brand's folder. name is v.text with its variables
// filled in; messages show v.text.
func (r *configReader) readInFolder(v value, name string, most int64) ([]byte, bool) {
	if filepath.IsAbs(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		v.fault("%q leaves the brand's folder: name a file inside it", v.text)
		return nil, false
	}
	text, err := readRegularFile(r.folder, filepath.FromSlash(name), most)
	if err != nil {
		v.fault("%q is not readable: %v", v.text, err)
		return nil, false
	}
	return text, true
}

// readRegularFile reads a regular file of at most most bytes. It opens the file through os.Root, so
// that no symbolic link leads out of the folder. Its errors do not name the file.
func readRegularFile(folder, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer root.Close()
	// Check the file type before opening: opening a named pipe would wait for a writer that may
	// never come.
	info, err := root.Stat(name)
	if err != nil {
		return nil, withoutPath(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, withoutPath(err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("it has more than %d bytes", most)
	}
	return text, nil
}

// withoutPath removes the operation and the path from a file error, because the message names the
// file itself.
func withoutPath(err error) error {
	var p *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("there is no such file")
	case errors.As(err, &p):
		return p.Err
	}
	return err
}

// drawTime is how much longer than its sources a build may take when nothing is said.
const drawTime = time.Hour

// defaultBuildTimeout is the timeouts of the sources of a brand, and drawTime.
func (b *Brand) defaultBuildTimeout() time.Duration {
	limit := drawTime
	for _, s := range b.Sources() {
		limit += s.Timeout
	}
	return limit
}
