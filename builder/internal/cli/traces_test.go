package cli_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// traces implements the command traces: it returns the files that have a word.
func traces(ts *testscript.TestScript, word string, dirs []string) (found []string) {
	zip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	ts.Check(err)
	defer zip.Close()
	for _, dir := range dirs {
		ts.Check(filepath.WalkDir(ts.MkAbs(dir), func(name string, e fs.DirEntry, err error) error {
			body := []byte(filepath.Base(name))
			if err == nil && e.Type().IsRegular() {
				var more []byte
				more, err = os.ReadFile(name)
				body = append(body, more...)
			}
			if has(body, []byte(word), zip) {
				found = append(found, name)
			}
			return err
		}))
	}
	return found
}

// has reports whether bytes have a word, also where a compressed stream begins anywhere in them, or
// in what that decompresses to.
func has(b, word []byte, zip *zstd.Decoder) bool {
	if bytes.Contains(bytes.ToLower(b), word) {
		return true
	}
	for i := range b {
		var r io.Reader
		switch {
		case bytes.HasPrefix(b[i:], []byte("\x1f\x8b\x08")):
			z, err := gzip.NewReader(bytes.NewReader(b[i:]))
			if err != nil {
				continue
			}
			z.Multistream(false)
			r = z
		case bytes.HasPrefix(b[i:], []byte("\x28\xb5\x2f\xfd")):
			if zip.Reset(bytes.NewReader(b[i:])) != nil {
				continue
			}
			r = zip
		default:
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(r, 64<<20)) // as far as it is a stream
		if len(text) > 0 && has(text, word, zip) {
			return true
		}
	}
	return false
}
