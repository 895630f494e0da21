package export

import (
	"os"
	"strings"
	"sync"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// MarkerFile is the name, in the brand's folder, of the file about site/: the id of the exported
// release, and a line that names this start of the machine. Exported files are not fsynced, so the
// marker counts until the machine starts again.
const MarkerFile = "site.release"

// boot names this start of the machine. It is "" if the system does not say; then no marker counts.
var boot = sync.OnceValue(func() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
})

func marker(id string) string { return id + "\n" + boot() + "\n" }

// marked returns the id of the release in site/, or "" if it is unknown.
func marked(root *os.Root) string {
	const maxMarker = 1 << 10
	b, err := durable.ReadFile(root, MarkerFile, maxMarker)
	id, _, _ := strings.Cut(string(b), "\n")
	if err != nil || boot() == "" || string(b) != marker(id) {
		return ""
	}
	return id
}

// mark records that site/ holds a release.
func mark(root *os.Root, id string) error {
	return durable.New(root, nil).WriteFile(MarkerFile, []byte(marker(id)), 0o644)
}

// openBefore opens the release that site/ holds, or returns nil if it cannot be read whole.
func openBefore(dir, id string) *release.Release {
	if id == "" {
		return nil
	}
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil
	}
	if rel.Verify(false) != nil {
		_ = rel.Close()
		return nil
	}
	return rel
}
