package build

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"cartaz/brands"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/search/lang"
	"cartaz/templates"
)

// renderer draws the pages of a brand.
type renderer struct {
	*page.Renderer
	// fingerprint names everything but records that the bytes of a release depend on, in parts with
	// "-" between them: what draws pages, what else goes into the search index, the texts and files
	// of the brand's own, which are on no page but their own, with the templates of the discovery
	// documents, and what the clock of the build decides, which reaches the pages of days and the
	// home page only. So another synonym or language draws no page anew, and another word of /sobre
	// or of /llms.txt that document alone. "" when it is not known; then nothing is carried over.
	fingerprint string
	days        *site.Days
	languages   lang.Set        // of the search index
	own, groups []*page.OwnPage // what the brand wrote itself: pages, and texts of groups
}

// newRenderer makes what draws the pages of a plan.
func (r *run) newRenderer(plan *ingest.Plan, copies pictures.Set) (*renderer, error) {
	plain, err := page.New(r.brand, r.options.Templates)
	if err != nil {
		return nil, err
	}
	drawing, err := plain.WithSections(site.SectionsOf(plan), copies)
	if err != nil {
		return nil, err
	}
	for _, why := range drawing.Standard() {
		r.options.Log.Info("page template drawn slowly", "brand", r.brand.Key, "why", why)
	}
	own, groups, err := drawing.OwnPages()
	if err != nil {
		return nil, err
	}
	groups = slices.DeleteFunc(groups, func(p *page.OwnPage) bool {
		why, ok := site.HasGroup(plan, p.Path())
		if !ok {
			r.warn(p.File() + ": " + why)
		}
		return !ok
	})
	r.out.Report.Warnings = r.warnings
	print := drawingFingerprint(r.brand, drawing)
	languages, err := r.languages(plan, print)
	if err != nil {
		return nil, err
	}
	r.out.Report.Languages = languages.Codes()
	if print != "" {
		all := templatesDigest(r.options.Templates)
		brand := r.brand.Hash()
		whole := sha256.Sum256(fmt.Append(append(brand[:], all[:]...), r.brand.Pins(r.now), copies))
		print += fmt.Sprintf("%x-%x-%s", uint32(languages), whole[:8], r.days.Fingerprint())
	}
	return &renderer{Renderer: drawing, fingerprint: print, days: r.days, own: own,
		groups: groups, languages: languages}, nil
}

// drawingFingerprint is the beginning of the fingerprint: what draws pages, and what else goes into
// the search index besides its languages.
func drawingFingerprint(b *brands.Brand, drawing *page.Renderer) string {
	program := programHash()
	if program == "" {
		return ""
	}
	indexed := *b
	indexed.Static, indexed.Groups = nil, nil
	indexed.Pages = slices.Clone(b.Pages)
	for i := range indexed.Pages { // what stays is what menu and footer say
		p := &indexed.Pages[i]
		p.Body, p.Description, p.Line = "", "", 0
	}
	drawn := indexed
	drawn.Search = brands.Search{}
	index, brand := indexed.Hash(), drawn.Hash()
	pages := sha256.Sum256([]byte(program + "\n" + drawing.Fingerprint() + "\n" + string(brand[:])))
	return fmt.Sprintf("%x-%x", pages[:16], index[:8])
}

// templatesDigest digests all templates of a builder with their names. Those of pages are part of
// the digest of what draws pages too, those of discovery documents are not.
func templatesDigest(files templates.Set) [32]byte {
	h := sha256.New()
	for _, name := range files.Below("") {
		fmt.Fprintf(h, "%d:%s%d:%s", len(name), name, len(files[name]), files[name])
	}
	return [32]byte(h.Sum(nil))
}

// programHash names this very program: whatever code draws pages, a new builder draws them anew. ""
// when the program cannot read itself.
//
// The linker of Go writes into a program what it is made of, and the digest of its own bytes (go
// tool buildid). A program without that is read whole: 50 MB, a fifth of the processor time of a
// build that changes nothing.
var programHash = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if id := buildID(f); id != nil {
		h.Write(id)
	} else if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
})

// buildID is the build ID of an ELF program; nil for none.
func buildID(f io.ReaderAt) []byte {
	program, err := elf.NewFile(f)
	if err != nil {
		return nil
	}
	section := program.Section(".note.go.buildid")
	if section == nil {
		return nil
	}
	id, err := section.Data()
	if err != nil || bytes.Count(id, []byte("/")) != 3 { // action, main package, its content, own
		return nil
	}
	return id
}
