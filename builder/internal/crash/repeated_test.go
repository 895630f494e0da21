package crash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
)

// TestB20RepeatedMembers has brands whose records say a thousand times, with -stride=1 a million
// times, what each member of a record may say once: as a list, as a list of objects and as a text,
// in JSON, NDJSON and XML. The builder and its workers stay within their memory, the brand leaves
// no more than twice its document on disk, and the good brand beside it is live.
func TestB20RepeatedMembers(t *testing.T) {
	inShort(t)
	n := 1000
	if *stride == 1 {
		n = 1_000_000
	}
	member := func(format func(b *bytes.Buffer, name, value string)) []byte {
		var b bytes.Buffer
		for _, name := range validate.Members {
			for _, value := range []string{"[" + strings.Repeat("1,", n) + "1]",
				"[" + strings.Repeat("{},", n) + "{}]", `"` + strings.Repeat("a ", n) + `"`} {
				format(&b, name, value)
			}
		}
		return b.Bytes()
	}
	ids := 0
	object := func(b *bytes.Buffer, name, value string) {
		ids++
		text, err := json.Marshal(map[string]json.RawMessage{"id": json.RawMessage(fmt.Sprint(ids)),
			"name":      json.RawMessage(fmt.Sprintf(`"Roda %d"`, ids)),
			"starts_at": json.RawMessage(`"2027-02-01T20:00:00-03:00"`),
			name:        json.RawMessage(value)})
		require.NoError(t, err)
		b.Write(text)
	}
	separated := func(by string) []byte {
		return bytes.TrimSuffix(member(func(b *bytes.Buffer, name, value string) {
			object(b, name, value)
			b.WriteString(by)
		}), []byte(by))
	}
	for _, form := range []struct {
		file, source string
		document     []byte
	}{
		{"a.json", "kind: file", append(append([]byte(`[`), separated(",")...), ']')},
		{"a.ndjson", "kind: file", separated("\n")},
		{"a.xml", "kind: xml", elements(n / 20)},
	} {
		k := newKiller(t, t.TempDir(), 1)
		small(t, k.brands, 0)
		good, bad := filepath.Join(k.brands, "festa"), filepath.Join(k.brands, "hostil")
		yaml, err := os.ReadFile(filepath.Join(good, "brand.yaml"))
		require.NoError(t, err)
		text := strings.NewReplacer("festa", "hostil", "kind: file", form.source,
			"catalogue.ndjson", form.file).Replace(string(yaml))
		require.NoError(t, os.MkdirAll(bad, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(bad, "brand.yaml"), []byte(text), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(bad, form.file), form.document, 0o644))

		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), program(t, "builder"), k.command()...)
		cmd.Stdout, cmd.Stderr = &out, &out
		peak, worker := highWater(t, cmd)
		disk := int64(0)
		require.NoError(t, filepath.WalkDir(filepath.Join(k.out, "hostil"),
			func(_ string, e fs.DirEntry, err error) error {
				if info, wrong := e.Info(); wrong == nil && e.Type().IsRegular() {
					disk += info.Size()
				}
				return err
			}))
		t.Logf("%s of %d bytes: builder %d MiB, worker %d MiB, disk %d kB: %.400s", form.file,
			len(form.document), peak>>20, worker>>20, disk>>10, out.String())
		require.Contains(t, out.String(), "festa: published")
		_, err = release.Current(k.dir)
		require.NoError(t, err)
		require.Contains(t, out.String(), "hostil: ")
		require.Less(t, peak, int64(200<<20), form.file)
		require.Positive(t, worker, form.file)
		require.Less(t, worker, int64(1<<30), form.file)
		require.Less(t, disk, int64(2*len(form.document)+8<<20), form.file)
	}
}

// elements is XML of events, each of which has n times a member of a record.
func elements(n int) []byte {
	b := bytes.NewBufferString("<events>")
	for i, name := range validate.Members {
		fmt.Fprintf(b, "<event><id>%d</id><name>Roda %[1]d</name><starts_at>2027-02-01T20:00:00"+
			"-03:00</starts_at>%s</event>", i+1, strings.Repeat("<"+name+">1</"+name+">", n))
	}
	b.WriteString("</events>")
	return b.Bytes()
}
