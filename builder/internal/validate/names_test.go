package validate_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
)

// TestNames: neither an address of a person nor a text that is no place becomes a name, of an
// event, an organiser or a place; testdata/names.txt has the rows.
func TestNames(t *testing.T) {
	t.Parallel()
	rows, err := os.ReadFile("testdata/names.txt")
	require.NoError(t, err)
	people := false
	for row := range strings.Lines(string(rows)) {
		if people = people || row == "# people\n"; row[0] == '#' || row == "\n" {
			continue
		}
		name, want, _ := strings.Cut(strings.TrimSpace(row), " | ")
		event := "Evento"
		if people {
			event = name
		}
		rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{"id": 1,
			"name": event, "location": map[string]any{"name": name},
			"producer": map[string]any{"name": name}}, "item 1")
		if people && want == "nobody" {
			if !assert.Nil(t, rec, name) {
				continue
			}
			require.NotContains(t, findings[len(findings)-1].Detail, name)
			rec, _, findings = validate.New(validate.Config{}).Check(map[string]any{"id": 1,
				"name": "Evento", "location": map[string]any{"name": name, "city": "Recife"},
				"producer": map[string]any{"name": name}}, "item 1")
			assert.Nil(t, rec.Producer, name)
			require.Len(t, findings, 2, name)
			require.Equal(t, validate.PrivateData, findings[0].Reason)
			require.Equal(t, catalog.Place{City: "Recife"}, *rec.Location)
			continue
		}
		got := "unknown"
		switch {
		case rec.Location != nil && rec.IsOnline:
			got = rec.Location.Name + " + online"
		case rec.Location != nil:
			got = rec.Location.Name
		case rec.IsOnline:
			got = "online"
		case len(findings) > 0 && slices.Contains([]string{validate.NotAPlace, validate.BadFormat},
			findings[0].Reason):
			got = "nowhere"
		}
		assert.Equal(t, want, got, name)
		if people {
			assert.Equal(t, want, rec.Name)
			assert.Equal(t, want, rec.Producer.Name)
		}
	}
}

// TestPostalCode: a number is no name of a place, and an address if it is alone.
func TestPostalCode(t *testing.T) {
	t.Parallel()
	rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{"id": 1,
		"name": "Evento", "location": map[string]any{"name": "75017",
			"formatted_address": "75017"}}, "item 1")
	require.Equal(t, catalog.Place{Address: "75017"}, *rec.Location)
	require.Len(t, findings, 1)
	require.Equal(t, validate.NotAPlace, findings[0].Reason)
}

// TestAddressOfACall: keys and passwords of a call are no part of an address, which may have other
// numbers.
func TestAddressOfACall(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"Main Library, Room 2 (Zoom: Meeting ID 987 6543 2100)": "Main Library, Room 2",
		"Main Library, Room 2 (Zoom Meeting ID: 987 6543 2100, Passcode: k7Xq)": "Main Library, " +
			"Room 2",
		"Rua Augusta, 100 - Consolação, São Paulo - SP, 01304-000": "Rua Augusta, 100 - " +
			"Consolação, São Paulo - SP, 01304-000",
	} {
		rec, _, _ := validate.New(validate.Config{}).Check(map[string]any{"id": 1, "name": "Evento",
			"location": map[string]any{"formatted_address": address}}, "item 1")
		require.Equal(t, want, rec.Location.Address)
		require.Equal(t, address != want, rec.IsOnline)
	}
}

// TestSecretAddresses: an address with a key, or for editors alone, and a picture that is none are
// left out; the report does not repeat the key.
func TestSecretAddresses(t *testing.T) {
	t.Parallel()
	for address, kept := range map[string]bool{
		"https://x.example/b.jpg?api_key=S3CRET":                            false,
		"https://x.example/b.jpg?apikey=S3CRET":                             false,
		"https://x.example/b.jpg?X-Amz-Expires=3600&X-Amz-Signature=S3CRET": false,
		"https://x.example/b.jpg?access_token=S3CRET":                       false,
		"https://x.example/b.jpg?se=2027&sig=S3CRET":                        false,
		"https://x.example/e?a=1&jwt=S3CRET":                                false,
		"https://x.example/e#access_token=S3CRET":                           false,
		"https://x.example/e?a=1&amp;token=S3CRET":                          false,
		"https://user:S3CRET@x.example/":                                    false,
		"https://bank.example@evil.example/":                                false,
		"https://us02web.zoom.us/j/9?pwd=S3CRET":                            false,
		"https://x.example/@jane":                                           true,
		"https://x.example/wp-admin/post.php?post=7&action=edit":            false,
		"https://x.example/node/5/edit":                                     false,
		"https://x.example/?p=5&preview=true":                               false,
		"https://x.example/img/no-image-available.png":                      false,
		"https://x.example/img/spacer.gif":                                  false,
		"https://x.example/img/placeholder_800x600.png":                     false,
		"https://x.example/img/default-event.jpg":                           false,
		"https://x.example/b.jpg?v=3&w=800":                                 true,
		"https://x.example/b.jpg?key=value":                                 true,
		"https://x.example/edition/5":                                       true,
		"https://x.example/img/no-mans-land.jpg":                            true,
		"https://x.example/img/blank-realm.jpg":                             true,
		"https://x.example/administration":                                  true,
	} {
		rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{"id": 1,
			"name": "Evento", "images": map[string]any{"banner": address}}, "item 1")
		require.Equal(t, kept, rec.Banner != "", address)
		require.Equal(t, kept, len(findings) == 0, address)
		for _, f := range findings {
			require.NotContains(t, f.Detail, "S3CRET")
		}
	}
	rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{"id": 1,
		"name": "Evento https://x.example/?token=S3CRET", "producer": map[string]any{
			"name": "Ana https://x.example/?api_key=S3CRET"},
		"description": `<a href="https://x.example/?a=1&amp;token=S3CRET">a</a> (https://x.` +
			`example/admin/7) https://x.example/?page=1`}, "item 1")
	require.Equal(t, "Evento", rec.Name)
	require.Equal(t, "Ana", rec.Producer.Name)
	require.Equal(t, `<a href="">a</a> () https://x.example/?page=1`, rec.Description)
	require.Len(t, findings, 3)
}

// Addresses that a visitor's browser would look for in its own network are dropped and
// reported; the others of the record stay.
func TestPrivateAddresses(t *testing.T) {
	for _, private := range []string{
		"http://127.0.0.1/a.png", "http://[::1]/a.png", "https://10.1.2.3/a.png",
		"http://192.168.0.1/a.png",
		"http://169.254.169.254/latest/meta-data", "http://[fe80::1]/a.png",
		"http://[fd12::1]/a.png", "http://0/a.png",
		"http://100.64.1.1/a.png", "http://localhost:8080/a.png", "http://printer.local/a.png",
		"http://db.internal/a.png",
		"http://2130706433/a.png",
	} {
		rec, _, findings := validate.New(validate.Config{}).Check(map[string]any{
			"id": 1, "name": "Evento", "buy_url": private,
			"images": map[string]any{"banner": private, "thumbnail": "https://img.example/a.png"},
		}, "item 1")
		require.Empty(t, rec.Banner, private)
		require.Empty(t, rec.BuyURL, private)
		require.Equal(t, "https://img.example/a.png", rec.Thumbnail)
		require.Len(t, findings, 2, private)
		for _, f := range findings {
			require.Equal(t, validate.Repaired, f.Kind)
			require.Equal(t, validate.PrivateURL, f.Reason)
			require.Contains(t, f.Detail, "is on the visitor's own machine or network: ")
		}
	}
}
