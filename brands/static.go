package brands

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"cartaz/templates"
)

// The limits of a brand's own files together.
const (
	maxStaticFiles   = 200
	maxStaticBytes   = 16 << 20
	maxTemplateBytes = 256 << 10
)

// securityTxt is the one file that a brand may publish below /.well-known (RFC 9116).
const securityTxt = ".well-known/security.txt"

// StaticFile is a file that is published as it is.
type StaticFile struct {
	Path          string // address: "/favicon.ico"
	File          string // relative to the brand's folder: "static/favicon.ico"
	MediaType     string
	Body          []byte
	Width, Height int // of a picture, in pixels; 0 when they are not known
}

// Picture returns the picture among the brand's own files that has an address, or nil for none.
func (b *Brand) Picture(address string) *StaticFile {
	for i := range b.Static {
		f := &b.Static[i]
		if f.Path == address && strings.HasPrefix(f.MediaType, "image/") &&
			f.MediaType != "image/x-icon" {
			return f
		}
	}
	return nil
}

// filesBelow lists the files below a folder of the brand, sorted, as paths from the brand's folder.
// Names that begin with a period are left out, as editors and file managers make them, but for
// .well-known.
func (r *reader) filesBelow(folder string) (names []string) {
	root, err := os.OpenRoot(r.folder)
	if err != nil {
		return nil // brand.yaml could not be read either, and that is reported
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), folder, func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name == folder:
			return fs.SkipAll
		case err != nil:
			return err
		case name == folder && !e.IsDir():
			r.faultIn(folder, "must be a folder: remove the file")
		case name == folder:
		case strings.HasPrefix(e.Name(), ".") && e.Name() != path.Dir(securityTxt):
			if e.IsDir() {
				return fs.SkipDir
			}
		case !e.IsDir():
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		r.faultIn(folder, "not readable: %v", withoutPath(err))
	}
	return names
}

// segmentPattern is one part of the address of a static file.
var segmentPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// static reads the files that are published as they are.
func (r *reader) static(b *Brand) {
	total := 0
	for _, name := range r.filesBelow(staticDir) {
		if len(b.Static) == maxStaticFiles {
			r.faultIn(name, "is one file too many: a brand has at most %d", maxStaticFiles)
			return
		}
		rel := strings.TrimPrefix(name, staticDir+"/")
		kind, ok := r.staticKind(name, rel)
		if !ok {
			continue
		}
		body, err := readRegularFile(r.folder, name, kind.MaxBytes)
		switch {
		case err != nil:
			r.faultIn(name, "not readable: %v", err)
			continue
		case !kind.Fits(body):
			r.faultIn(name, "is not %s, as its name says: save it anew, or rename it", kind.Type)
			continue
		}
		f := StaticFile{Path: "/" + rel, File: name, MediaType: kind.Type, Body: body}
		f.Width, f.Height = pictureSize(kind.Type, body)
		b.Static = append(b.Static, f)
		if total += len(body); total > maxStaticBytes {
			r.faultIn(name, "makes the files of %s more than %d bytes: make pictures smaller",
				staticDir, maxStaticBytes)
			return
		}
	}
}

// staticKind checks the name of a file. rel is its path below the folder.
func (r *reader) staticKind(name, rel string) (kind mediaKind, ok bool) {
	kind, known := mediaByName(rel)
	first, _, below := strings.Cut(rel, "/")
	base := strings.TrimSuffix(rel, path.Ext(rel))
	text := strings.HasPrefix(kind.Type, "text/")
	only := map[string]string{".ico": "favicon.ico", ".xml": "BingSiteAuth.xml"}[path.Ext(rel)]
	switch {
	case rel == securityTxt:
		return kind, true
	case first == path.Dir(securityTxt):
		r.faultIn(name, "is not published: below .well-known only %s is%s", securityTxt,
			Suggest(rel, []string{securityTxt}))
	case !known:
		r.faultIn(name, "is no file that is published (%s are): %s", knownMedia,
			cmp.Or(mediaInstead(rel), "remove it, or keep it outside of "+staticDir))
	case slices.ContainsFunc(strings.Split(rel, "/"),
		func(s string) bool { return !segmentPattern.MatchString(s) }):
		r.faultIn(name, "cannot be an address: use letters a to z, digits, periods, "+
			"hyphens and underscores")
	case below && (text || kind.Type == "image/x-icon"):
		r.faultIn(name, "must lie in %s itself: programs look for such files at the "+
			"top of the site", staticDir)
	case only != "" && rel != only:
		r.faultIn(name, "is not published: the only file of that kind is %s", only)
	case below && slices.Contains(r.reserved, first), text && slices.Contains(r.reserved, base):
		r.faultIn(name, "/%s is an address of the site itself: choose another name", rel)
	default:
		return kind, true
	}
	return kind, false
}

// templates reads the templates with which the brand replaces those of the site.
func (r *reader) templates(b *Brand) {
	var known []string
	for _, prefix := range []string{"html/", "md/", templates.StyleSheet} {
		known = append(known, templates.Embedded.Below(prefix)...)
	}
	for _, name := range r.filesBelow(TemplatesDir) {
		rel := strings.TrimPrefix(name, TemplatesDir+"/")
		if !slices.Contains(known, rel) {
			r.faultIn(name, "replaces no template%s", cmp.Or(Suggest(rel, known),
				": a brand's templates are "+strings.Join(known, ", ")))
			continue
		}
		text, err := readRegularFile(r.folder, name, maxTemplateBytes)
		if err != nil {
			r.faultIn(name, "not readable: %v", err)
			continue
		}
		if b.Templates == nil {
			b.Templates = map[string]string{}
		}
		b.Templates[rel] = string(text)
	}
}
