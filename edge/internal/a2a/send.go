package a2a

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
)

const (
	typeMarkdown = "text/markdown"
	typePlain    = "text/plain"
	typeJSON     = "application/json"
)

// sendMessage searches the catalogue for a message and answers with a message
// (section 3.1.1 allows it in place of a task).
func (e *exchange) sendMessage(params json.RawMessage) {
	in, err := readMessage(params, e.old)
	if err != nil {
		e.sendError(200, err)
		return
	}
	q, ok := e.c.ReadRequest(in.text, e.r.Time)
	if !ok {
		e.fail(catalog.UpstreamUnavailable, nil)
		return
	}
	m := message{
		ID:      e.newID("message"),
		Context: in.context,
		Role:    "ROLE_AGENT",
	}
	if m.Context == "" {
		m.Context = e.newID("context") // an agent's messages must have one
	}
	r, ok := e.reply(in.text, q, in.data)
	if !ok {
		return
	}
	if r.Events != nil {
		e.a.Searched, e.a.Hits = in.text, r.Meta.Total
	}
	if in.modes.text != "" {
		m.Parts = append(m.Parts, part{Text: r.words, MediaType: in.modes.text})
	}
	if in.modes.data {
		m.Parts = append(m.Parts, part{Data: &r, MediaType: typeJSON,
			Metadata: map[string]string{"note": textsOf(e.c.Brand().Locale).Note}})
	}
	e.sendResult(e.result(&m))
}

// result returns the result of SendMessage. In version 0.3 it is the message itself, and the
// message and its parts have a member kind.
func (e *exchange) result(m *message) any {
	if !e.old {
		return struct {
			Message *message `json:"message"`
		}{m}
	}
	m.Kind, m.Role = "message", "agent"
	for i := range m.Parts {
		p := &m.Parts[i]
		p.Kind, p.MediaType = "data", ""
		if p.Data == nil {
			p.Kind = "text"
		}
	}
	return m
}

// message is a Message in ProtoJSON (section 4.1.4).
type message struct {
	Kind    string `json:"kind,omitempty"`
	ID      string `json:"messageId"`
	Context string `json:"contextId"`
	Role    string `json:"role"`
	Parts   []part `json:"parts"`
}

// part is a Part, with exactly one of Text and Data.
type part struct {
	Kind      string            `json:"kind,omitempty"`
	Text      string            `json:"text,omitempty"`
	Data      *reply            `json:"data,omitempty"`
	MediaType string            `json:"mediaType,omitempty"`
	Metadata  map[string]string `json:"metadata,omitempty"`
}

// checkAnswer reports whether the core has answered with 200. Otherwise it sends the error.
func (e *exchange) checkAnswer(inner *answer.Answer) bool {
	if inner.Status == 200 {
		return true
	}
	e.fail(inner.Code, inner.Err)
	return false
}

// newID returns a random UUID (RFC 9562, version 8) for one use, derived from the entropy of the
// request.
func (e *exchange) newID(use string) string {
	sum := sha256.Sum256(append(e.r.Entropy[:], use...))
	sum[6] = sum[6]&0x0F | 0x80
	sum[8] = sum[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// withoutFrontMatter cuts the front matter off a Markdown page: front matter describes a file, and
// a message is not a file.
func withoutFrontMatter(page []byte) []byte {
	front, body, ok := bytes.Cut(page, []byte("\n---\n"))
	if ok && bytes.HasPrefix(front, []byte("---\n")) {
		page = body
	}
	return page
}
