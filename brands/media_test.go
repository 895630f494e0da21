package brands

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	for name, tt := range map[string]struct{ body, want string }{
		"a.woff2": {"wOF2x", "font/woff2"}, "b.woff2": {"wOFFx", ""},
		"a.PNG": {"\x89PNG\r\n\x1a\n", "image/png"}, "a.jpeg": {"\xff\xd8\xff\xe0", "image/jpeg"},
		"a.webp": {"RIFF0000WEBPVP8 ", "image/webp"}, "b.webp": {"RIFF0000WAVEfmt ", ""},
		"a.avif": {"\x00\x00\x00\x20ftypavif\x00", "image/avif"},
		"a.svg":  {"<svg/>", "image/svg+xml"},
		"a.txt":  {"á", "text/plain; charset=utf-8"}, "b.txt": {"\xff", ""}, "a.exe": {"MZ", ""},
	} {
		require.Equal(t, tt.want, mediaOf(name, []byte(tt.body)), name)
	}
	require.Contains(t, mediaInstead("x.ttf"), "woff2")
	require.Empty(t, mediaInstead("x.zip"))
}

// webp is a file of one chunk.
func webp(kind, body string) string {
	size := func(n int) string {
		return string(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	return "RIFF" + size(len(body)+12) + "WEBP" + kind + size(len(body)) + body
}

func TestSize(t *testing.T) {
	picture := image.NewGray(image.Rect(0, 0, 7, 5))
	var p, j bytes.Buffer
	require.NoError(t, png.Encode(&p, picture))
	require.NoError(t, jpeg.Encode(&j, picture, nil))
	for name, tt := range map[string]struct {
		kind, body    string
		width, height int
	}{
		"png":  {"image/png", p.String(), 7, 5},
		"jpeg": {"image/jpeg", j.String(), 7, 5},
		"vp8x": {"image/webp", webp("VP8X", "\x0a\x00\x00\x00\x3f\x00\x00\x1f\x00\x00"), 64, 32},
		"vp8l": {"image/webp", webp("VP8L", "\x2f\x3f\xc0\x07\x00xxxxx"), 64, 32},
		"vp8":  {"image/webp", webp("VP8 ", "\x10\x00\x00\x9d\x01\x2a\x40\x00\x20\x00"), 64, 32},
		"avif": {"image/avif", "xxispe\x00\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x20", 64, 32},
		"cut":  {"image/webp", "RIFF", 0, 0}, "cut png": {"image/png", "\x89PNG", 0, 0},
		"cut avif": {"image/avif", "xxispe\x00\x00", 0, 0}, "text": {"text/plain", "x", 0, 0},
	} {
		width, height := pictureSize(tt.kind, []byte(tt.body))
		require.Equal(t, [2]int{tt.width, tt.height}, [2]int{width, height}, name)
	}
}
