package answer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cartaz/builder/release"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// A Catalogue turns the facts of a request into an answer: no network, no file, no clock.
func Example() {
	t, out := outsideTests()
	defer os.RemoveAll(out)
	brand := edgetest.Brand("palco")
	id := edgetest.Publish(t, out, brand, 3, 1)
	live, err := release.Open(filepath.Join(out, brand.Key), id)
	if err != nil {
		panic(err)
	}
	defer live.Close()
	catalogue, err := answer.New(brand, live, edgetest.Keys(t))
	if err != nil {
		panic(err)
	}

	for _, request := range []answer.Request{
		{Path: "/", Accept: "text/markdown"},
		{Path: "/", Accept: "text/html"},
		{Path: "/api/public/v1/events", Query: "city=recife"},
		{Path: "/eventos/unknown", Accept: "application/json"},
	} {
		request.Method, request.Time = "GET", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		var a answer.Answer
		route := catalogue.Route(&request) // what is asked for; the caller charges its rate limit
		catalogue.Answer(&a, &request, route)
		fmt.Printf("%s: %s, %d, %s\n", request.Path, route.Kind, a.Status, a.Field("Content-Type"))
	}
	// Output:
	// /: resource, 200, text/markdown; charset=utf-8
	// /: resource, 200, text/html; charset=utf-8
	// /api/public/v1/events: list, 200, application/json
	// /eventos/unknown: resource, 404, application/problem+json
}

// outsideTests returns what edgetest needs to make a release for an Example, which has no
// *testing.T, and the folder to make it in. A failure is a panic.
func outsideTests() (testing.TB, string) {
	dir, err := os.MkdirTemp("", "out")
	if err != nil {
		panic(err)
	}
	return panics{dir: dir}, dir
}

// panics is a testing.TB with the methods that edgetest calls; any other is nil.
type panics struct {
	testing.TB
	dir string
}

func (p panics) Helper()                      {}
func (p panics) TempDir() string              { return p.dir }
func (p panics) Errorf(form string, a ...any) { panic(fmt.Sprintf(form, a...)) }
func (p panics) FailNow()                     { panic("failed") }
