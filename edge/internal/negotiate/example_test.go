package negotiate_test

import (
	"fmt"

	"cartaz/builder/release"
	"cartaz/edge/internal/negotiate"
)

// Markdown goes to those who ask for it by name. A browser does not, and gets HTML.
func ExampleMarkdown() {
	fmt.Println("agent:  ", negotiate.Markdown("text/markdown, text/html;q=0.9, */*;q=0.1"))
	fmt.Println("browser:", negotiate.Markdown("text/html,application/xhtml+xml,*/*;q=0.8"))
	fmt.Println("curl:   ", negotiate.Markdown("*/*"))
	// Output:
	// agent:   true
	// browser: false
	// curl:    false
}

// Coding chooses among the codings that are stored.
func ExampleCoding() {
	stored := negotiate.Set(0).With(release.Identity).With(release.Gzip).With(release.Zstd)
	name := map[release.Coding]string{
		release.Identity: "identity", release.Gzip: "gzip", release.Zstd: "zstd",
	}
	for _, field := range []string{"gzip, deflate, br, zstd", "gzip;q=1.0, zstd;q=0.5", "br", ""} {
		fmt.Printf("%q: %s\n", field, name[negotiate.Coding(field, stored)])
	}
	// Output:
	// "gzip, deflate, br, zstd": zstd
	// "gzip;q=1.0, zstd;q=0.5": gzip
	// "br": identity
	// "": identity
}
