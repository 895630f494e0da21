package a2a

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"

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
	in, err := readMessage(params)
	if err != nil {
		e.say(200, err)
		return
	}
	index := e.c.Index()
	if index == nil {
		e.say(502, failed(catalog.UpstreamUnavailable, e.c.Brand().SiteURL))
		return
	}
	q := Understand(in.text, index)
	m := message{
		ID:      e.newID("message"),
		Context: in.context,
		Role:    "ROLE_AGENT",
	}
	if m.Context == "" {
		m.Context = e.newID("context") // an agent's messages must have one
	}
	words := wordsFor(e.c.Brand().Locale)
	var inner answer.Answer
	if in.modes.text != "" {
		e.c.Read(&inner, "/eventos.md", q.values().Encode(), "", e.r.Time)
		if !e.read(&inner) {
			return
		}
		m.Parts = append(m.Parts, part{
			Text:      words.introduction(q) + string(withoutFrontMatter(inner.Body)),
			MediaType: in.modes.text,
		})
	}
	if in.modes.data {
		e.c.Read(&inner, e.c.Brand().BasePath+"/events", q.values().Encode(), "", e.r.Time)
		if !e.read(&inner) {
			return
		}
		m.Parts = append(m.Parts, part{
			Data:      e.data(q, inner.Body),
			MediaType: typeJSON,
			Metadata:  map[string]string{"note": words.note},
		})
	}
	value, fault := json.Marshal(struct {
		Message message `json:"message"`
	}{m})
	if fault != nil {
		e.a.Err = fault
		e.say(500, failed(catalog.InternalError, e.c.Brand().SiteURL))
		return
	}
	e.result(value)
}

// message is a Message in ProtoJSON (section 4.1.4).
type message struct {
	ID      string `json:"messageId"`
	Context string `json:"contextId"`
	Role    string `json:"role"`
	Parts   []part `json:"parts"`
}

// part is a Part, with exactly one of Text and Data.
type part struct {
	Text      string            `json:"text,omitempty"`
	Data      json.RawMessage   `json:"data,omitempty"`
	MediaType string            `json:"mediaType"`
	Metadata  map[string]string `json:"metadata,omitempty"`
}

// read passes on what went wrong in the core, and says whether nothing did.
func (e *exchange) read(inner *answer.Answer) bool {
	if inner.Status == 200 {
		return true
	}
	e.a.Err = inner.Err
	status, code := 500, inner.Code
	if code == catalog.UpstreamUnavailable {
		status = 502
	}
	e.say(status, failed(code, e.c.Brand().SiteURL))
	return false
}

// data is the list of the API with the query in front: what was understood, and
// the address at which the API gives the same list.
func (e *exchange) data(q Query, list []byte) json.RawMessage {
	address := e.c.Brand().BaseURL + "/events"
	if values := q.values(); len(values) > 0 {
		address += "?" + values.Encode()
	}
	query, _ := json.Marshal(struct {
		Query
		URL string `json:"url"`
	}{q, address}) // strings cannot fail
	b := append([]byte(`{"query":`), query...)
	b = append(b, ',')
	return append(b, bytes.TrimPrefix(bytes.TrimSpace(list), []byte("{"))...)
}

// values is the query as parameters of the API.
func (q Query) values() url.Values {
	v := url.Values{}
	for name, value := range map[string]string{"q": q.Text, "city": q.City, "state": q.State, "organization": q.Organization} {
		if value != "" {
			v.Set(name, value)
		}
	}
	return v
}

// newID is a random UUID (RFC 9562, version 8) for one use, made of the entropy
// of the request.
func (e *exchange) newID(use string) string {
	sum := sha256.Sum256(append(e.r.Entropy[:], use...))
	sum[6] = sum[6]&0x0F | 0x80
	sum[8] = sum[8]&0x3F | 0x80
	text := hex.EncodeToString(sum[:16])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// withoutFrontMatter cuts the front matter off a Markdown page: it says what a
// file is, and a message is none.
func withoutFrontMatter(page []byte) []byte {
	if rest, ok := bytes.CutPrefix(page, []byte("---\n")); ok {
		if _, body, ok := bytes.Cut(rest, []byte("\n---\n")); ok {
			return body
		}
	}
	return page
}
