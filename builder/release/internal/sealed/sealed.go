// Package sealed writes files that never change again: buffered, hashed on the way, durable under
// their name once finished. Sections of such a file end in a masked CRC-32C.
package sealed

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"math/bits"

	"cartaz/builder/internal/durable"
)

// mode is the mode of sealed files: what is published never changes.
const mode = 0o444

// castagnoli is the table of CRC-32C, which processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is the CRC-32C of b.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// Update is the CRC-32C of bytes with the checksum crc, followed by b.
func Update(crc uint32, b []byte) uint32 { return crc32.Update(crc, castagnoli, b) }

// Mask changes a checksum that is stored in the file that it covers. Bytes followed by their own
// CRC always have the same CRC, so the checksum of a file made of such sections would say nothing.
func Mask(crc uint32) uint32 { return bits.RotateLeft32(crc, 17) + 0xA282EAD8 }

// File is a file that is being written: buffered, and hashed as it is written.
// Its content is durable only after Finish returned nil.
type File struct {
	file *durable.File
	buf  *bufio.Writer // over summed
	sum  hash.Hash     // sum and crc are of what left the buffer
	crc  uint32
	size int64 // with what is in the buffer
}

// Create begins a file with a name.
func Create(fs durable.FS, name string) (*File, error) {
	file, err := fs.Create(name, mode)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, sum: sha256.New()}
	f.buf = bufio.NewWriterSize((*hashingWriter)(f), 256<<10)
	return f, nil
}

// Write appends p.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.buf.Write(p)
	f.size += int64(n)
	return n, err
}

// hashingWriter is the part of a File below its buffer: it gets large writes only.
type hashingWriter File

func (f *hashingWriter) Write(p []byte) (int, error) {
	f.sum.Write(p)
	f.crc = Update(f.crc, p)
	return f.file.Write(p)
}

// SumHex is the SHA-256 of all bytes written so far, after a flush.
func (f *File) SumHex() string { return hex.EncodeToString(f.sum.Sum(nil)) }

// Flush writes what is in the buffer, so that the sums are of all bytes.
func (f *File) Flush() error { return f.buf.Flush() }

// Rename makes the content durable under another name, after a flush.
func (f *File) Rename(name string) error { return f.file.Rename(name) }

// Finish makes the content durable under the name with which the file was created.
func (f *File) Finish() error {
	if err := f.buf.Flush(); err != nil {
		return err
	}
	return f.file.Finish()
}

// Size is how many bytes were written.
func (f *File) Size() int64 { return f.size }

// CRC is the CRC-32C of all bytes written so far, after a flush.
func (f *File) CRC() uint32 { return f.crc }

// Abort removes the file.
func (f *File) Abort() error { return f.file.Abort() }

// Sections writes the sections of a file. It remembers the first error.
type Sections struct {
	f   *File
	crc uint32 // of the section so far
	err error
}

// Write appends to the section.
func (s *Sections) Write(b []byte) {
	if s.err == nil {
		_, s.err = s.f.Write(b)
	}
	s.crc = Update(s.crc, b)
}

// NewSections writes the header of a file, which belongs to no section, and begins the first one.
func NewSections(f *File, header []byte) *Sections {
	_, err := f.Write(header)
	return &Sections{f: f, err: err}
}

// Finish finishes the file, and returns the first error.
func (s *Sections) Finish() error {
	if s.err != nil {
		return s.err
	}
	return s.f.Finish()
}

// End ends a section: its checksum, and zero bytes up to a multiple of 8.
func (s *Sections) End() {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 12), Mask(s.crc))
	b = b[:len(b)+int(-(s.f.size+4)&7)]
	s.Write(b)
	s.crc = 0
}
