package brands

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// readInFolder reads the file of at most most bytes that the value names, which must be in the
// brand's folder. It returns nil after a fault.
func (v value) readInFolder(most int64) []byte {
	name := filepath.FromSlash(v.text)
	if !filepath.IsLocal(name) {
		v.wrong("leaves the brand's folder: name a file inside it")
		return nil
	}
	text, err := readRegularFile(v.folder, name, most)
	if err != nil {
		v.wrong("is not readable: %v", err)
		return nil
	}
	return text
}

// readRegularFile reads a regular file of at most most bytes below a folder. It opens the file
// through os.Root, so that no symbolic link leads out of the folder.
func readRegularFile(folder, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer root.Close()
	return readOpened(root.OpenFile, name, most)
}

// ReadFile reads a regular file of at most most bytes. It follows symbolic links, because mounted
// secrets are such links. Its errors do not name the file.
func ReadFile(name string, most int64) ([]byte, error) {
	return readOpened(os.OpenFile, name, most)
}

// readOpened opens a file with open and reads it, if it is a regular file of at most most bytes.
func readOpened(open func(name string, flag int, perm os.FileMode) (*os.File, error), name string,
	most int64) ([]byte, error) {
	// O_NONBLOCK: opening a named pipe would wait for a writer that may never come.
	f, err := open(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, withoutPath(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, withoutPath(err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("it has more than %d bytes", most)
	}
	return text, nil
}

// misnamed returns the file of a folder that was probably meant to be the named one, such as
// edits.yml or Edits.yaml for edits.yaml, or "".
func misnamed(folder, name string) string {
	files, _ := os.ReadDir(folder) // the file itself cannot be read then
	for _, file := range files {
		is := file.Name()
		if is != name && strings.Replace(strings.ToLower(is), "yml", "yaml", 1) == name {
			return is + " is not read: rename it to " + name
		}
	}
	return ""
}

// withoutPath removes the operation and the path from a file error, because the message names the
// file itself.
func withoutPath(err error) error {
	var p *os.PathError
	switch {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("there is no such file")
	case errors.As(err, &p):
		return p.Err
	}
	return err
}
