package brands

import (
	"bytes"
	"encoding/binary"
	"image"
	_ "image/jpeg" // registers its decoder
	_ "image/png"  // registers its decoder
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	_ "golang.org/x/image/webp" // registers its decoder
)

type mediaKind struct {
	Type     string // media type
	MaxBytes int64
}

// mediaKinds are all kinds of files, by extension.
var mediaKinds = map[string]mediaKind{
	".woff2": {"font/woff2", 512 << 10},
	".png":   {"image/png", 1 << 20},
	".jpg":   {"image/jpeg", 1 << 20},
	".webp":  {"image/webp", 1 << 20},
	".avif":  {"image/avif", 1 << 20},
	".svg":   {"image/svg+xml", 256 << 10},
	".ico":   {"image/x-icon", 64 << 10},
	".txt":   {"text/plain; charset=utf-8", 256 << 10},
	".html":  {"text/html; charset=utf-8", 4 << 10},
	".xml":   {"text/xml; charset=utf-8", 4 << 10},
}

// knownMedia are the extensions of all kinds of files, for messages.
const knownMedia = ".woff2, .png, .jpg, .webp, .avif, .svg, .ico, .txt, .html and .xml"

// mediaByName returns the kind of a file by its name, and false when no such file is published.
func mediaByName(name string) (mediaKind, bool) {
	kind, ok := mediaKinds[strings.Replace(strings.ToLower(path.Ext(name)), "jpeg", "jpg", 1)]
	return kind, ok
}

// Fits reports whether a body is of the kind.
func (k mediaKind) Fits(body []byte) bool {
	switch top, _, _ := strings.Cut(k.Type, "/"); {
	case top == "text":
		return utf8.Valid(body)
	case k.Type == "image/svg+xml":
		return utf8.Valid(body) && bytes.Contains(body, []byte("<svg"))
	case k.Type == "image/avif": // which net/http does not know
		return len(body) > 12 && string(body[4:10]) == "ftypav"
	}
	return http.DetectContentType(body) == k.Type
}

// mediaOf returns the media type of a file whose name and bytes agree, else "".
func mediaOf(name string, body []byte) string {
	if kind, ok := mediaByName(name); ok && kind.Fits(body) {
		return kind.Type
	}
	return ""
}

// mediaInstead returns the remedy for a file of another kind, or "" when none is known.
func mediaInstead(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".woff", ".ttf", ".otf", ".eot":
		return "convert it to .woff2"
	case ".gif", ".bmp", ".tif", ".tiff", ".heic":
		return "convert it to .webp or .png"
	case ".js", ".mjs":
		return "pages run scripts of an https origin only that theme.csp names"
	case ".css":
		return "write rules into templates/site.css"
	case ".md", ".markdown":
		return "pages lie in the folder pages"
	}
	return ""
}

// pictureSize returns the width and height of a picture in pixels, 0 and 0 when they are not known.
func pictureSize(mediaType string, body []byte) (width, height int) {
	switch mediaType {
	case "image/png", "image/jpeg", "image/webp":
		if c, _, err := image.DecodeConfig(bytes.NewReader(body)); err == nil {
			return c.Width, c.Height
		}
	case "image/avif":
		// The box ispe (ISO/IEC 23008-12, 6.5.3) has version and flags, then width and height. In a
		// file with one picture, the first box belongs to it.
		if at := bytes.Index(body, []byte("ispe")); at >= 0 && len(body) >= at+16 {
			return int(binary.BigEndian.Uint32(body[at+8:])),
				int(binary.BigEndian.Uint32(body[at+12:]))
		}
	}
	return 0, 0
}
