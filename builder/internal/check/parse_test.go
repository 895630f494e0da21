package check_test

import (
	"testing"

	"cartaz/builder/internal/check"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"User-agent: *\nDisallow: /*a*$\nContent-Signal: search=yes",
		`</a>; rel="x"; type="a\"b", <`,
		`{"linkset":[{"anchor":"/","item":[{"href":"/"}]}]}`,
		eventLD, `[{"@graph":[{"@type":["Event"],"offers":[1],"location":[null]}]}]`,
		`<html lang=x><h1><img><script type="application/ld+json">{}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(_ *testing.T, body []byte) { check.ParseAll(body) })
}
