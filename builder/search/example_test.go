package search_test

import (
	"bytes"
	"fmt"

	"cartaz/builder/search"
)

// The builder adds documents to a Writer and writes the index. The edge opens its bytes and asks. A
// hit is the number of a document; the answer is the fragment stored with it.
func Example() {
	writer := search.NewWriter(nil) // nil: a small index stays in memory
	for _, event := range []struct{ name, city string }{
		{"Rodas de Samba", "São Paulo"},
		{"Feira de Artes", "Recife"},
		{"Samba na Praça", "Recife"},
	} {
		doc := search.Doc{
			Name: event.name, City: event.city,
			JSON: fmt.Appendf(nil, "{%q:%q}", "name", event.name),
			Card: fmt.Appendf(nil, "<li>%s</li>", event.name),
			Line: fmt.Appendf(nil, "- %s (%s)", event.name, event.city),
		}
		if err := writer.Add(doc); err != nil {
			panic(err)
		}
	}
	var file bytes.Buffer
	if _, err := writer.WriteTo(&file); err != nil {
		panic(err)
	}

	index, err := search.Open(file.Bytes())
	if err != nil {
		panic(err)
	}
	for _, query := range []search.Query{
		{Text: "roda samba"},
		{Text: "SAMBA", City: "recife"},
		{Text: "samba", City: "sao paulo"},
	} {
		ids, total := index.Search(query, 0, 20, nil)
		fmt.Printf("%q in %q: %d\n", query.Text, query.City, total)
		for _, id := range ids {
			line, err := index.Fragment(search.LineForm, id)
			if err != nil {
				panic(err)
			}
			fmt.Printf("  %s\n", line)
		}
	}
	if err := index.Err(); err != nil { // damage that a search met
		panic(err)
	}
	// Output:
	// "roda samba" in "": 1
	//   - Rodas de Samba (São Paulo)
	// "SAMBA" in "recife": 1
	//   - Samba na Praça (Recife)
	// "samba" in "sao paulo": 1
	//   - Rodas de Samba (São Paulo)
}
