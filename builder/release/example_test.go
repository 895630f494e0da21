package release_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"cartaz/builder/release"
)

// A builder seals a release and publishes it; an edge opens the live one and looks up a path.
// Both know only the brand's folder.
func Example() {
	out, err := os.MkdirTemp("", "out")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(out)
	dir := filepath.Join(out, "palco")
	if err := buildHome(dir, "<h1>Palco</h1>"); err != nil {
		panic(err)
	}

	id, err := release.Current(dir)
	if err != nil {
		panic(err)
	}
	live, err := release.Open(dir, id)
	if err != nil {
		panic(err)
	}
	defer live.Close()
	page, found := live.Lookup("/")
	body, err := page.Variant(0).Body()
	fmt.Println(id[:8], found, page.Variant(0).ContentType(), string(body), err)
	_, found = live.Lookup("/eventos")
	fmt.Println(found)
	// Output:
	// 00000001 true text/html; charset=utf-8 <h1>Palco</h1> <nil>
	// false
}

// buildHome publishes a release whose only page is the home page.
func buildHome(dir, home string) error {
	folder, err := release.Lock(dir, release.Options{})
	if err != nil {
		return err
	}
	defer folder.Close()
	brand := release.Brand{
		Key: "palco", Name: "Palco", Locale: "pt-BR", Hosts: []string{"palco.example"},
		SiteURL: "https://palco.example", BaseURL: "https://palco.example/api/public/v1",
		AuthURL: "https://auth.palco.example", BasePath: "/api/public/v1",
	}
	if err := folder.WriteBrand(brand); err != nil {
		return err
	}

	writer, err := folder.Create()
	if err != nil {
		return err
	}
	defer writer.Abort() // does nothing once sealed
	where, err := writer.AppendBody([]byte(home))
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(home))
	err = writer.Add(release.Resource{
		Path:     "/",
		Modified: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Unix(),
		Variants: []release.Variant{{
			Profile: release.Profile{Fields: []release.Field{
				{Name: "Content-Type", Value: "text/html; charset=utf-8"},
			}},
			Coding: release.Identity,
			Digest: release.Digest(bytes.Clone(sum[:16])),
			Body:   where,
		}},
	})
	if err != nil {
		return err
	}
	id, err := writer.Seal(release.Facts{Brand: brand, BuiltAt: time.Now()}, []byte("{}"))
	if err != nil {
		return err
	}
	return folder.Publish(id)
}
