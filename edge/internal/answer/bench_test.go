package answer_test

import (
	"testing"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

func BenchmarkSealedPage(b *testing.B) {
	c := open(b, edgetest.Brand("palco"), 100)
	r := answer.Request{Method: "GET", Path: "/eventos/show-7",
		AcceptEncoding: "gzip, deflate, br, zstd", Accept: "text/html,*/*;q=0.8", Time: now}
	benchmark(b, c, &r)
}

func BenchmarkList(b *testing.B) {
	c := open(b, edgetest.Brand("palco"), 1000)
	r := answer.Request{Method: "GET", Path: "/api/public/v1/events", Query: "q=show&city=recife",
		Time: now}
	benchmark(b, c, &r)
}

func benchmark(b *testing.B, c *answer.Catalogue, r *answer.Request) {
	var a answer.Answer
	b.ReportAllocs()
	for b.Loop() {
		a.Reset()
		c.Answer(&a, r, c.Route(r))
	}
	if a.Status != 200 {
		b.Fatal(a.Status)
	}
	b.ReportMetric(float64(len(a.Body)), "body-B")
}
