package syndication

import (
	"encoding/json"
	"encoding/xml"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func sample(text string) (*Feed, []Entry) {
	day := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	return &Feed{Title: text, Lang: "pt-BR", Authors: []Author{{"Palco"}},
			Version: "https://jsonfeed.org/version/1.1",
			Home:    "https://palco.example/cidades/recife-pe",
			Atom:    "https://palco.example/cities/recife-pe.atom",
			ID:      "https://palco.example/cidades/recife-pe.atom",
			JSON:    "https://palco.example/cidades/recife-pe.feed.json",
			Icon:    "https://palco.example/assets/i.svg"},
		[]Entry{
			{ID: "tag:palco.example,2026:eventos/2", Title: text, Summary: text, Text: text,
				URL: "https://palco.example/eventos/b", Authors: []Author{{text}},
				Tags:      []string{text, "b"},
				Published: day, Updated: day.Add(time.Hour)},
			{ID: "tag:palco.example,2026:eventos/1", Title: "A", Text: "A",
				URL: "https://palco.example/eventos/a", Published: day.Add(-time.Hour),
				Updated: day},
		}
}

// TestAtom checks a feed by the rules of RFC 4287, section 4, with the XML decoder of the standard
// library.
func TestAtom(t *testing.T) {
	for _, text := range []string{"Samba & <Choro>", "]]> \"'\n", "ção 🎭", "x\x00\x0by"} {
		f, entries := sample(text)
		var got struct {
			XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
			ID      []string `xml:"id"`
			Title   []string `xml:"title"`
			Updated []string `xml:"updated"`
			Author  []string `xml:"author>name"`
			Links   []struct {
				Rel  string `xml:"rel,attr"`
				Type string `xml:"type,attr"`
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Entries []struct {
				ID        []string `xml:"id"`
				Title     []string `xml:"title"`
				Updated   []string `xml:"updated"`
				Published string   `xml:"published"`
				Links     []struct {
					Rel string `xml:"rel,attr"`
				} `xml:"link"`
			} `xml:"entry"`
		}
		require.NoError(t, xml.Unmarshal(AppendAtom(nil, f, entries), &got))
		require.Equal(t, []string{f.ID}, got.ID)
		require.Equal(t, f.Atom, got.Links[0].Href)
		require.Len(t, got.Title, 1)
		require.Equal(t, []string{"2026-11-22T11:00:00Z"}, got.Updated, "that of the newest change")
		require.Equal(t, []string{"Palco"}, got.Author)
		require.Equal(t, "self", got.Links[0].Rel)
		require.Len(t, got.Entries, 2)
		for i, e := range got.Entries {
			require.Equal(t, []string{entries[i].ID}, e.ID)
			require.Len(t, e.Title, 1)
			require.Len(t, e.Updated, 1)
			require.Equal(t, "alternate", e.Links[0].Rel)
			_, err := time.Parse(time.RFC3339, e.Published)
			require.NoError(t, err)
		}
	}
}

// TestJSONFeed checks that a feed has the required members of JSON Feed 1.1.
func TestJSONFeed(t *testing.T) {
	for _, text := range []string{"Samba & <Choro>", "\"\\\n", "ção 🎭", "x\x00y"} {
		f, entries := sample(text)
		var got struct {
			Version, Title string
			HomePage       string `json:"home_page_url"`
			Feed           string `json:"feed_url"`
			Items          []struct {
				ID, URL, Title string
				Text           string `json:"content_text"`
				Published      string `json:"date_published"`
				Modified       string `json:"date_modified"`
				Tags           []string
			}
		}
		require.NoError(t, json.Unmarshal(AppendJSON(nil, f, entries), &got))
		require.Equal(t, "https://jsonfeed.org/version/1.1", got.Version)
		require.Equal(t, text, got.Title)
		require.Equal(t, f.JSON, got.Feed)
		require.Len(t, got.Items, 2)
		require.Equal(t, []string{text, "b"}, got.Items[0].Tags)
		for i, item := range got.Items {
			require.Equal(t, entries[i].ID, item.ID)
			require.NotEmpty(t, item.Text, "an item has content_text or content_html")
			_, err := time.Parse(time.RFC3339, item.Modified)
			require.NoError(t, err)
		}
	}
}
