package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// A document with a type of its own beside JSON: the type by its name alone,
// each with a tag of its own, and the CORS fields that it was sealed with.
func TestDocumentOfTwoTypes(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 1)
	tags := map[string]bool{}
	for _, coding := range []string{"", "gzip", "zstd"} {
		for accept, want := range map[string]string{"": "application/json",
			"*/*": "application/json", "application/card+json": "application/card+json"} {
			a := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding})
			require.Equal(t, want, a.Field("Content-Type"), accept)
			require.Equal(t, "Accept, Accept-Encoding", a.Field("Vary"))
			tags[a.Field("ETag")] = true
			same := ask(c, answer.Request{Path: "/card", Accept: accept, AcceptEncoding: coding,
				IfNoneMatch: a.Field("ETag")})
			require.Equal(t, 304, same.Status)
			require.Equal(t, a.Field("ETag"), same.Field("ETag"))
		}
	}
	require.Len(t, tags, 6, "two types in three codings")
	a := ask(c, answer.Request{Method: "OPTIONS", Path: "/card", Origin: "https://x.example",
		PreflightMethod: "GET"})
	require.Equal(t, "GET", a.Field("Access-Control-Allow-Methods"))
	// Pages are as they were.
	require.Equal(t, "text/html; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "*/*"}).Field("Content-Type"))
	require.Equal(t, "text/markdown; charset=utf-8",
		ask(c, answer.Request{Path: "/", Accept: "text/markdown, text/html"}).Field("Content-Type"))
}
