package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"cartaz/builder/release"
	"cartaz/builder/search"
)

// runVerify checks live releases completely: every table, every stored byte,
// and that every coded body decodes to what its digest says.
func runVerify(args []string, env Env) int {
	var out string
	flags := flag.NewFlagSet("builder verify", flag.ContinueOnError)
	flags.StringVar(&out, "out", "out", "output `folder`")
	if code, done := parse(flags, args, env); done {
		return code
	}
	names := flags.Args()
	if len(names) == 0 {
		entries, err := os.ReadDir(out)
		if err != nil {
			fmt.Fprintln(env.Stderr, "builder:", err)
			return ExitFailed
		}
		for _, e := range entries {
			if e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	code := ExitOK
	for _, name := range names {
		id, err := verifyLive(filepath.Join(out, name))
		if err != nil {
			fmt.Fprintf(env.Stderr, "%s: BROKEN: %v\n", name, err)
			code = ExitFailed
			continue
		}
		fmt.Fprintf(env.Stdout, "%s: release %s is whole\n", name, id)
	}
	return code
}

func verifyLive(dir string) (id string, err error) {
	if id, err = release.Current(dir); err != nil {
		return "", err
	}
	rel, err := release.Open(dir, id)
	if err != nil {
		return "", err
	}
	err = release.Guard(func() error {
		if err := rel.Verify(true); err != nil {
			return err
		}
		index, err := search.Open(rel.SearchIndex())
		if err != nil {
			return err
		}
		return index.Verify()
	})
	return id, errors.Join(err, rel.Close())
}
