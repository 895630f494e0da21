package pictures

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	_ "image/gif" // registers its decoder, as those below
	"image/jpeg"
	_ "image/png"
	"time"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/worker"
)

// Size is one file of a copy.
type Size struct {
	Path          string // address, with the digest of the file
	Width, Height int
}

// Copy is a picture in the widths that pages use.
type Copy struct {
	Sizes []Size `json:"s,omitempty"` // the widest first; nil for no copy
	Color string `json:"c,omitempty"` // mean of the pixels, "#rrggbb"
	Name  string `json:"n,omitempty"` // tells it from others; "" for no copy
}

// Other is the name of a Copy without files: its picture is damaged or of a kind that has no
// copies, and previews of links do not show it either.
const Other = "other"

// scale makes the copy of a picture, and its files. It uses the first frame of an animation only.
// Transparent pixels become white.
func scale(b []byte) (c Copy, files [][]byte, err error) {
	img, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		return c, nil, err
	}
	how := orientation(b)
	for _, width := range []int{1280, 640, 320} {
		size := img.Bounds().Size()
		whole := standing(size, how).X
		if len(files) > 0 && width >= whole {
			continue
		}
		width = min(width, whole)
		img = turned(resized(img, max(1, size.X*width/whole), max(1, size.Y*width/whole)), how)
		how = 1
		var out bytes.Buffer
		if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 80}); err != nil {
			return c, nil, err
		}
		sum := sha256.Sum256(out.Bytes())
		path := catalog.AssetsPath + "/" + hex.EncodeToString(sum[:8]) + ".jpg"
		c.Sizes = append(c.Sizes, Size{path, img.Bounds().Dx(), img.Bounds().Dy()})
		files = append(files, out.Bytes())
	}
	c.Name = c.Sizes[0].Path
	c.Color = fmt.Sprintf("#%x", resized(img, 1, 1).Pix[:3])
	return c, files, nil
}

// resized returns a picture in another size, over white. It halves the picture until that is not
// larger than wanted. Only then it uses CatmullRom, which needs 32 bytes × rows of the source ×
// width of the result.
func resized(img image.Image, width, height int) (to *image.RGBA) {
	for last := false; !last; img = to {
		size := img.Bounds().Size().Div(2)
		by := draw.Scaler(draw.ApproxBiLinear)
		if last = size.X <= width; last {
			size, by = image.Pt(width, height), draw.CatmullRom
		}
		to = image.NewRGBA(image.Rect(0, 0, size.X, max(1, size.Y)))
		draw.Draw(to, to.Rect, image.White, image.Point{}, draw.Src)
		by.Scale(to, to.Rect, img, img.Bounds(), draw.Over, nil)
	}
	return to
}

// standing returns p with X and Y exchanged if the orientation is a quarter turn.
func standing(p image.Point, how int) image.Point {
	if how > 4 {
		return image.Pt(p.Y, p.X)
	}
	return p
}

// turned returns the picture upright.
func turned(img *image.RGBA, how int) *image.RGBA {
	if how == 1 {
		return img
	}
	size := img.Rect.Size()
	to := image.NewRGBA(image.Rectangle{Max: standing(size, how)})
	for y := range to.Rect.Max.Y {
		for x := range to.Rect.Max.X {
			at := standing(image.Pt(x, y), how)
			if 1<<how&0b1_1000_1100 != 0 { // 2, 3, 7, 8
				at.X = size.X - 1 - at.X
			}
			if 1<<how&0b1101_1000 != 0 { // 3, 4, 6, 7
				at.Y = size.Y - 1 - at.Y
			}
			to.SetRGBA(x, y, img.RGBAAt(at.X, at.Y))
		}
	}
	return to
}

// maxExif is where a segment with Exif ends, at the latest (JPEG: 64 KiB a segment).
const maxExif = 128 << 10

// orientation returns how a camera was held, 1 for upright to 8. Its entry in the Exif is found by
// its first bytes: tag 0x0112, a short, one of them, in both orders of bytes (Exif 2.32, 4.6.2).
func orientation(b []byte) int {
	_, exif, _ := bytes.Cut(b[:min(len(b), maxExif)], []byte("Exif\x00\x00"))
	for _, entry := range []string{"\x01\x12\x00\x03\x00\x00\x00\x01\x00",
		"\x12\x01\x03\x00\x01\x00\x00\x00"} {
		_, value, _ := bytes.Cut(exif, []byte(entry))
		if len(value) > 0 && value[0]-1 < 8 {
			return int(value[0])
		}
	}
	return 1
}

const workerName = "pictures"

// limits bound what one picture costs.
var limits = worker.Limits{CPU: 30 * time.Second, Memory: 768 << 20}

func init() { worker.Serve(workerName, answer) }

// answer sends the files of a copy; the last message is the [Copy], or why there is none.
func answer(request []byte, send func(worker.Message)) worker.Message {
	c, files, err := scale(request)
	if err != nil {
		return worker.Message{Text: err.Error()}
	}
	for _, file := range files {
		send(worker.Message{Body: file})
	}
	text, _ := json.Marshal(c) // of numbers and texts
	return worker.Message{Body: text}
}
