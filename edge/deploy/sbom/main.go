// Command sbom lists the parts of a Go program from its stamped build information:
//
//	sbom version PROGRAM    its version in the form of Debian
//	sbom parts PROGRAM      its modules as CycloneDX 1.6 in JSON (ECMA-424)
//	sbom licences PROGRAM   the licences of those modules, which must go along with the program
//
// edge/deploy/dist calls it. The same program gives the same bytes.
package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// run writes the requested list.
func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("usage: sbom version|parts|licences PROGRAM")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	switch args[0] {
	case "version":
		version, err := debianVersion(info)
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		_, err = fmt.Fprintln(out, version)
		return err
	case "parts":
		return writeParts(out, args[1], info)
	case "licences":
		return writeLicences(out, info, moduleFolder)
	}
	return fmt.Errorf("%s: unknown; say version, parts or licences", args[0])
}
