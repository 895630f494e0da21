package upstream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
)

// BenchmarkPull reads a file of 10,000 events of about 600 bytes, as records
// and through a program.
func BenchmarkPull(b *testing.B) {
	var text strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&text,
			`{"id":%d,"nome":"S\u00e3o Jo\u00e3o %d","slug":"sao-joao-%d","descricao":"%s",`+
				`"latitude":-23.5,"local":{"cidade":"São Paulo","uf":"SP"}}`+"\n", i, i, i,
			strings.Repeat("Música e dança na praça. ", 16))
	}
	size := int64(text.Len())
	for _, program := range []string{"",
		"{id, name: .nome, slug, description: .descricao, location: {city: .local.cidade, " +
			"state_abbr: .local.uf, latitude}}"} {
		b.Run(map[bool]string{true: "records", false: "program"}[program == ""],
			func(b *testing.B) {
				src := folder(b, "e.ndjson", map[string]string{"e.ndjson": text.String()})
				src.MaxBytes = 1 << 30
				if program != "" {
					src = with(b, src, program)
				}
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					stats, err := upstream.Pull(b.Context(), src, upstream.Options{},
						func(upstream.Item) error { return nil })
					require.NoError(b, err)
					require.Equal(b, 10_000, stats.Records)
				}
			})
	}
}

// BenchmarkSamples reads the sample catalogues through their programs.
func BenchmarkSamples(b *testing.B) {
	for name, records := range map[string]int{"virada": 1462, "confs": 6831} {
		b.Run(name, func(b *testing.B) {
			brand, err := brands.LoadOne("../../../brands/"+name, brands.LoadOptions{})
			require.NoError(b, err)
			for b.Loop() {
				stats, err := upstream.Pull(b.Context(), upstream.FromBrand(brand),
					upstream.Options{}, func(upstream.Item) error { return nil })
				require.NoError(b, err)
				require.Equal(b, records, stats.Records)
			}
		})
	}
}
