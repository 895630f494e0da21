package release

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"io"
	"math/bits"

	"cartaz/builder/internal/durable"
)

// sealedMode is the mode of sealed files: published files never change.
const sealedMode = 0o444

// castagnoli is the table of CRC-32C, which processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of b.
func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// mask changes a checksum that is stored in the file that it covers. Bytes followed by their own
// CRC always have the same CRC, so the checksum of a file made of such sections would say nothing.
func mask(crc uint32) uint32 { return bits.RotateLeft32(crc, 17) + 0xA282EAD8 }

// sealedFile is a file that is being written: buffered, and hashed as it is written. Its content is
// durable only after finish returned nil.
type sealedFile struct {
	file *durable.File
	buf  *bufio.Writer // over hashingWriter
	sum  hash.Hash     // sum and crc cover the bytes that left the buffer
	crc  uint32
	size int64 // including the buffer
}

// createSealed creates a file with a name.
func createSealed(fs durable.FS, name string) (*sealedFile, error) {
	file, err := fs.Create(name, sealedMode)
	if err != nil {
		return nil, err
	}
	f := &sealedFile{file: file, sum: sha256.New()}
	f.buf = bufio.NewWriterSize((*hashingWriter)(f), 256<<10)
	return f, nil
}

// Write appends p.
func (f *sealedFile) Write(p []byte) (int, error) {
	n, err := f.buf.Write(p)
	f.size += int64(n)
	return n, err
}

// hashingWriter is the part of a sealedFile below its buffer: it gets large writes only.
type hashingWriter sealedFile

func (f *hashingWriter) Write(p []byte) (int, error) {
	f.sum.Write(p)
	f.crc = crc32.Update(f.crc, castagnoli, p)
	return f.file.Write(p)
}

// sumHex returns the SHA-256 of all bytes, after a flush of buf.
func (f *sealedFile) sumHex() string { return hex.EncodeToString(f.sum.Sum(nil)) }

// info describes the file for the manifest, after a flush of buf.
func (f *sealedFile) info(name string) FileInfo {
	return FileInfo{Name: name, Size: f.size, SHA256: f.sumHex(), CRC32C: f.crc}
}

// finish makes the content durable under the name with which the file was created.
func (f *sealedFile) finish() error {
	if err := f.buf.Flush(); err != nil {
		return err
	}
	return f.file.Finish()
}

// sections writes the sections of a file. It remembers the first error.
type sections struct {
	to  io.Writer
	len int    // of the section so far
	crc uint32 // of the section so far
	err error
}

// write appends to the section.
func (s *sections) write(b []byte) {
	if s.err == nil {
		_, s.err = s.to.Write(b)
	}
	s.len += len(b)
	s.crc = crc32.Update(s.crc, castagnoli, b)
}

// end ends a section, which begins at a multiple of 8: its checksum, and zero bytes up to the next.
func (s *sections) end() {
	b := le.AppendUint32(make([]byte, 0, 12), mask(s.crc))
	s.write(b[:len(b)+-(s.len+4)&7])
	s.len, s.crc = 0, 0
}
