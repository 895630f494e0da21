package answer

import (
	"strings"

	"cartaz/builder/release"
	"cartaz/edge/internal/negotiate"
)

// choose picks the variant: first the media type by Accept, then the content coding by
// Accept-Encoding among the variants of that type. It ignores Sec-Fetch-Dest: Vary does not name
// it, and a cached body may not depend on fields that Vary does not name.
func choose(ref release.Ref, r *Request) (release.VariantRef, bool) {
	mediaType := chooseType(ref, r.Accept)
	var have negotiate.Set
	var rows [release.Codings]int
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		if v.ContentType() != mediaType || v.Coding() >= release.Codings {
			continue
		}
		have = have.With(v.Coding())
		rows[v.Coding()] = i
	}
	best := negotiate.Coding(r.AcceptEncoding, have)
	if !have.Has(best) {
		return release.VariantRef{}, false
	}
	return ref.Variant(rows[best]), true
}

// chooseType picks one of the media types of a resource. The first is the default. If there are
// two, the second is for clients that ask for it: Markdown next to HTML by the rules of pages, any
// other type by its name alone.
func chooseType(ref release.Ref, accept string) string {
	if ref.NumVariants() == 0 {
		return ""
	}
	first := ref.Variant(0).ContentType()
	for i := 1; i < ref.NumVariants(); i++ {
		other := ref.Variant(i).ContentType()
		if other == first {
			continue
		}
		var wanted bool
		if isHTML(first) && isMarkdown(other) {
			wanted = negotiate.Markdown(accept)
		} else {
			wanted = negotiate.Named(accept, bareType(other), bareType(first))
		}
		if wanted {
			return other
		}
	}
	return first
}

// bareType returns a media type without its parameters.
func bareType(contentType string) string {
	bare, _, _ := strings.Cut(contentType, ";")
	return bare
}
