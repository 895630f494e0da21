package discovery_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/discovery"
)

// The specification of server cards gives these fields to the letter, and a client that names the
// type of one of the two documents gets the document under it.
func TestCardFields(t *testing.T) {
	b := brandPT()
	docs := mustDocuments(t, b, input(b))
	for path, want := range map[string]struct {
		named  string
		fields map[string]string
	}{
		discovery.MCPCardPath: {"application/mcp-server-card+json", map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET",
			"Access-Control-Allow-Headers":  "Content-Type, If-None-Match",
			"Access-Control-Expose-Headers": "ETag", "Cache-Control": "public, max-age=3600"}},
		discovery.AgentCardPath: {"", map[string]string{"Access-Control-Allow-Origin": "*",
			"Cache-Control": "public, max-age=3600"}},
		discovery.AICatalogPath: {"application/ai-catalog+json",
			map[string]string{"Access-Control-Allow-Origin": "*",
				"Cache-Control": "public, max-age=3600"}},
	} {
		got := map[string]string{}
		for _, f := range docs[path].Fields {
			got[f.Name] = f.Value
		}
		require.Equal(t, want.fields, got, path)
		require.Equal(t, want.named, docs[path].NamedType, path)
	}
	require.Equal(t, docs[discovery.MCPCardPath].Fields, docs[discovery.MCPCardNearPath].Fields)
}

// A sample brand at localhost has its cards, too, and an address without a name still makes valid
// ones.
func TestCardsOfOddSites(t *testing.T) {
	server := mustSchema(t, "mcp-server-card-v1-8924e08.json#/$defs/ServerCard")
	ai := mustSchema(t, "ai-catalog-ard.schema.json")
	for _, site := range []string{"http://palco.localhost:8080", "http://127.0.0.1:8080",
		"http://[::1]:8080"} {
		b := &brands.Brand{Key: "palco", Name: "Palco", Locale: "pt-BR", SiteURL: site,
			BaseURL: site + "/api/public/v1", AuthURL: site}
		docs := mustDocuments(t, b, discovery.Input{})
		require.NoError(t, server.Validate(mustJSON(t, docs[discovery.MCPCardPath].Body)), site)
		require.NoError(t, ai.Validate(mustJSON(t, docs[discovery.AICatalogPath].Body)), site)
	}
}
