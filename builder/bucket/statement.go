package bucket

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"cartaz/builder/release"
)

// ErrRefused is wrapped when an entry is not signed as it must be, or older than one that was seen.
var ErrRefused = errors.New("signature refused")

// statement returns the text that the keys sign, without signatures.
func statement(brand string, e *Entry) string {
	var b strings.Builder
	line := func(name string, value any) { fmt.Fprintf(&b, "%s %v\n", name, value) }
	line("cartaz release", 1)
	line("brand", brand)
	for _, host := range e.Hosts {
		line("host", host)
	}
	line("release", e.Release)
	line("manifest", e.Manifest)
	seq, _ := release.ParseID(e.Release) // an invalid id is refused elsewhere
	line("sequence", seq)
	line("counter", e.Counter)
	line("time", e.At.UTC().Format(time.RFC3339))
	action := "publish"
	if e.Back {
		action = "rollback"
	}
	line("action", action)
	for _, t := range e.Taken {
		line("taken back", t.Release+" "+t.Content)
	}
	return b.String()
}

// key is one line of a file of keys.
type key struct {
	signer   note.Signer // nil in files of public keys
	verifier note.Verifier
	brands   []string // that it may sign; none for all
	hosts    []string // that what it signs may claim; none for all
}

func (k *key) may(brand string, e *Entry) bool {
	return (len(k.brands) == 0 || slices.Contains(k.brands, brand)) && (len(k.hosts) == 0 ||
		!slices.ContainsFunc(e.Hosts, func(h string) bool { return !slices.Contains(k.hosts, h) }))
}

// Keys are the keys of a file. They sign what becomes live in a bucket, so that the owner of the
// bucket cannot invent a release. The owner can still withhold one, and replay an older one to an
// edge whose cache is empty: a bound on its age would leave a brand without any release.
//
// A statement is the text of one move of one brand, in the signed-note form of C2SP
// (https://c2sp.org/signed-note, package golang.org/x/mod/sumdb/note) with Ed25519:
//
//	cartaz release 1
//	brand palco
//	host palco.example
//	release 00000008-0123456789abcdef
//	manifest <SHA-256 of manifest.json>
//	sequence 8
//	counter 12
//	time 2026-11-22T16:00:00Z
//	action publish
//
//	— builder-2026 Az3grlgtzPICa5OS8npVmf1Myq…
//
// The manifest certifies every byte of the release. The counter is one higher with each move, so an
// older statement, replayed, is known by its counter; going back to an older release is a statement
// of its own (action rollback) with a higher one. The text is made from the entry, so it is never
// parsed: a check makes it again and compares.
//
// Keys change without a pause: edges accept several, and a builder signs with all that it has. A
// key may be bound to brands and to hosts; a statement that claims another host is refused. A key
// without hosts can sign any for its brands, and edges leave a host with the brand that had it
// (package site of the edge).
type Keys struct {
	file string
	list []key
}

// LoadKeys reads a file of keys: one a line, public or private, then the brands that it may sign,
// none for all; # begins a comment. Private keys in a file that other users may read are refused.
func LoadKeys(file string) (*Keys, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	k := &Keys{file: file}
	for i, line := range strings.Split(string(data), "\n") {
		n := i + 1
		text, _, _ := strings.Cut(line, "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		one, err := parse(fields[0])
		if err != nil {
			// The line may be a secret with a typing error: it is not shown.
			return nil, fmt.Errorf("%s:%d: no key as builder keys makes them", file, n)
		}
		if one.signer != nil && info.Mode().Perm()&0o077 != 0 {
			return nil, fmt.Errorf("%s: other users may read these private keys: chmod 600 %s",
				file, file)
		}
		for _, field := range fields[1:] {
			name, value, bound := strings.Cut(field, "=")
			switch {
			case !bound:
				one.brands = append(one.brands, field)
			case name == "host" && value != "":
				one.hosts = append(one.hosts, value)
			default:
				return nil, fmt.Errorf("%s:%d: %q: after a key come brands, and hosts as "+
					"host=palco.example", file, n, field)
			}
		}
		k.list = append(k.list, one)
	}
	if len(k.list) == 0 {
		return nil, fmt.Errorf("%s holds no key; builder keys makes one", file)
	}
	return k, nil
}

// parse reads one key.
func parse(text string) (key, error) {
	verifier := text
	var signer note.Signer
	if strings.HasPrefix(text, "PRIVATE+KEY+") {
		var err error
		if signer, err = note.NewSigner(text); err != nil {
			return key{}, err
		}
		parts := strings.SplitN(text, "+", 5)
		seed, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
		if err != nil || len(seed) != 1+ed25519.SeedSize {
			return key{}, errors.New("not an Ed25519 key")
		}
		public := ed25519.NewKeyFromSeed(seed[1:]).Public().(ed25519.PublicKey)
		if verifier, err = note.NewEd25519VerifierKey(signer.Name(), public); err != nil {
			return key{}, err
		}
	}
	v, err := note.NewVerifier(verifier)
	return key{signer: signer, verifier: v}, err
}

// Sign puts a statement signed by all private keys that may sign the brand into an entry.
func (k *Keys) Sign(brand string, e *Entry) error {
	var signers []note.Signer
	for _, one := range k.list {
		if one.signer != nil && one.may(brand, e) {
			signers = append(signers, one.signer)
		}
	}
	if len(signers) == 0 {
		return fmt.Errorf("%w: %s has no private key that may sign brand %s with the hosts %s",
			ErrRefused, k.file, brand, strings.Join(e.Hosts, ", "))
	}
	text, err := note.Sign(&note.Note{Text: statement(brand, e)}, signers...)
	e.Note = string(text)
	return err
}

// Check refuses an entry that was not signed by a key for the brand, or that differs from what was
// signed.
func (k *Keys) Check(brand string, e *Entry) error {
	if e.Note == "" {
		return fmt.Errorf("%w: release %s of %s is not signed", ErrRefused, e.Release, brand)
	}
	var may, others []note.Verifier
	for _, one := range k.list {
		if one.may(brand, e) {
			may = append(may, one.verifier)
		} else {
			others = append(others, one.verifier)
		}
	}
	n, err := note.Open([]byte(e.Note), note.VerifierList(may...))
	if err != nil {
		if _, err := note.Open([]byte(e.Note), note.VerifierList(others...)); err == nil {
			return fmt.Errorf("%w: release %s is signed by a key that may not sign brand %s "+
				"with the hosts %s", ErrRefused, e.Release, brand, strings.Join(e.Hosts, ", "))
		}
		return fmt.Errorf("%w: release %s of %s: no signature by a key of %s",
			ErrRefused, e.Release, brand, k.file)
	}
	if n.Text != statement(brand, e) || !inLines(e) {
		return fmt.Errorf("%w: release %s of %s: the signed statement says something else",
			ErrRefused, e.Release, brand)
	}
	return nil
}

// inLines reports whether no value of an entry has a line break: otherwise one host with a line
// break would give the same text as two hosts.
func inLines(e *Entry) bool {
	broken := func(text string) bool { return strings.Contains(text, "\n") }
	return !slices.ContainsFunc(e.Hosts, broken) &&
		!slices.ContainsFunc(e.Taken, func(p release.Pin) bool {
			return broken(p.Release) || broken(p.Content)
		})
}

// CheckNewer is Check, and refuses an entry that is older than last, the entry seen before; its
// zero value allows any.
func (k *Keys) CheckNewer(brand string, e, last *Entry) error {
	if err := k.Check(brand, e); err != nil {
		return err
	}
	if e.Counter < last.Counter || e.Counter == last.Counter && e.Release != last.Release {
		return fmt.Errorf("%w: release %s of %s is an older statement: counter %d, and %d was seen",
			ErrRefused, e.Release, brand, e.Counter, last.Counter)
	}
	return nil
}

// namePattern matches names of keys: a name names a file and is a part of the key, whose parts +
// joins.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]*$`)

// GenerateKeys makes a pair of keys, the files name.key and name.pub in the folder dir, and
// returns the public one. It overwrites nothing, and leaves no half of a pair.
func GenerateKeys(dir, name string) (public string, err error) {
	if !namePattern.MatchString(name) {
		return "", fmt.Errorf("name %q: letters, digits, - and . only", name)
	}
	private, public, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, name)
	if err := write(file+".key", private, 0o600); err != nil {
		return "", err
	}
	if err := write(file+".pub", public, 0o644); err != nil {
		return "", errors.Join(err, os.Remove(file+".key"))
	}
	return public, nil
}

// write makes a file of one line.
func write(name, line string, perm fs.FileMode) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = file.WriteString(line + "\n")
	return errors.Join(err, file.Close())
}
