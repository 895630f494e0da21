package jsondoc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/jsondoc"
)

// BenchmarkList reads a list of 10,000 events of about 600 bytes, and decodes its items or only
// cuts them out, as for items that are known by their bytes.
func BenchmarkList(b *testing.B) {
	var text strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&text, `%s{"id":%d,"nome":"S\u00e3o Jo\u00e3o %d","slug":"sao-joao-%d",`+
			`"descricao":"%s","latitude":-23.5,"local":{"cidade":"São Paulo","uf":"SP"}}`,
			map[bool]string{true: "[", false: ",\n"}[i == 0], i, i, i,
			strings.Repeat("Música e dança na praça. ", 16))
	}
	doc := []byte(text.String() + "]")
	for name, take := range map[string]func(jsondoc.Item) error{
		"cut":    func(item jsondoc.Item) error { item.Span(); return nil },
		"decode": func(item jsondoc.Item) error { _, err := item.Decode(); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := jsondoc.List(bytes.NewReader(doc), nil, take)
				require.NoError(b, err)
			}
		})
	}
}
