package release

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"hash/crc32"
	"math/bits"

	"cartaz/builder/internal/durable"
)

// castagnoli is the table of CRC-32C, which processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// mask changes a checksum that is stored in the file that it covers. Bytes followed by their own
// CRC always have the same CRC, so the checksum of a file made of such sections would say nothing.
func mask(crc uint32) uint32 { return bits.RotateLeft32(crc, 17) + 0xA282EAD8 }

// sealedFile is a file of a release that is being written: buffered, and hashed as it is written.
// Its content is durable only after finish or rename returned nil.
type sealedFile struct {
	file *durable.File
	buf  *bufio.Writer // over summed
	sum  hash.Hash     // sum and crc are of what left the buffer
	crc  uint32
	size int64 // with what is in the buffer
}

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

// sumHex is the SHA-256 of all bytes written so far, after a flush.
func (f *sealedFile) sumHex() string { return hex.EncodeToString(f.sum.Sum(nil)) }

// finish makes the content durable under the name with which the file was created.
func (f *sealedFile) finish() error {
	if err := f.buf.Flush(); err != nil {
		return err
	}
	return f.file.Finish()
}

// info describes the file for the manifest.
func (f *sealedFile) info(name string) FileInfo {
	return FileInfo{Name: name, Size: f.size, SHA256: f.sumHex(), CRC32C: f.crc}
}

// writeSealed writes a whole file.
func writeSealed(fs durable.FS, dir, name string, data []byte) (FileInfo, error) {
	f, err := createSealed(fs, dir+"/"+name)
	if err != nil {
		return FileInfo{}, err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.finish()
	}
	if err != nil {
		return FileInfo{}, errors.Join(err, f.file.Abort())
	}
	return f.info(name), nil
}

// sectionWriter writes the sections of a table. It remembers the first error.
type sectionWriter struct {
	f   *sealedFile
	crc uint32 // of the section so far
	err error
}

func (s *sectionWriter) write(b []byte) {
	if s.err == nil {
		_, s.err = s.f.Write(b)
	}
	s.crc = crc32.Update(s.crc, castagnoli, b)
}

// end ends a section: its checksum, and zero bytes up to a multiple of 8.
func (s *sectionWriter) end() {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 12), mask(s.crc))
	b = b[:len(b)+int(-(s.f.size+4)&7)]
	s.write(b)
	s.crc = 0
}
