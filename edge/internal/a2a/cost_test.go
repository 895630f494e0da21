package a2a_test

import (
	"testing"

	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// BenchmarkLargeBody answers requests of nearly 64 KiB that are within their
// quota. The goal is 2 ms for any.
func BenchmarkLargeBody(b *testing.B) {
	c := open(b, "pt-BR", 3)
	for name, value := range edgetest.LargeValues(answer.MaxAgentBody - 200) {
		for kind, body := range map[string]string{
			"": value,
			" as text": message(`"messageId":"1","role":"ROLE_USER","parts":[{"text":` +
				value + `}]`),
			" as metadata": message(
				`"messageId":"1","role":"ROLE_USER","parts":[{"text":"samba"}],"metadata":` +
					value),
			" as parts": message(`"messageId":"1","role":"ROLE_USER","parts":` + value),
			" as accepted modes": `{"jsonrpc":"2.0","id":1,"method":"SendMessage",` +
				`"params":{"message":{"messageId":"1","role":"ROLE_USER",` +
				`"parts":[{"text":"samba"}]},` +
				`"configuration":{"acceptedOutputModes":` + value + `}}}`,
		} {
			b.Run(name+kind, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					post(c, "1.0", body, nil)
				}
			})
		}
	}
}
