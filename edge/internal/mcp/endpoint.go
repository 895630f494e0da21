package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/jsonrpc"
)

// Codes of revision 2026-07-28.
const (
	headerMismatch     = -32020
	unsupportedVersion = -32022
)

// messageTimeout is how long one message may take. No message takes nearly as long; the limit
// bounds the damage of a defect in the SDK.
const messageTimeout = 10 * time.Second

// Endpoint answers for every brand. Its methods may be called from many
// goroutines.
type Endpoint struct {
	mu      sync.Mutex
	servers map[string]*brandServer // by key of the brand
}

// brandServer is the server of a brand, made from the facts at that time.
type brandServer struct {
	facts   facts
	handler http.Handler
}

// facts are what a server says about its brand.
type facts struct{ key, name, locale, site, base string }

// New returns an endpoint without servers; a server is made at the first request for its brand.
func New() *Endpoint { return &Endpoint{servers: map[string]*brandServer{}} }

// Answer answers one POST to the endpoint that [answer.Catalogue.Refuse] has let through. header is
// the header of the request. It panics, as the core does, when the mapping of the release faults.
func (e *Endpoint) Answer(a *answer.Answer, r *answer.Request, header http.Header,
	c *answer.Catalogue) {
	x := exchange{a: a, r: r, c: c, server: e.server(c), fields: readFields(header)}
	switch {
	case r.Origin != "" && !c.OwnOrigin(r.Origin):
		x.send(reply{status: 403, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest,
			Message: "this origin may not call the server"}})
	case r.BodyOver:
		x.send(reply{status: 413, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest,
			Message: "the body is over the limit of 65536 bytes"}})
	default:
		x.answerBody()
	}
}

// server returns the server of the catalogue's brand, and makes a new one when the facts have
// changed.
func (e *Endpoint) server(c *answer.Catalogue) *brandServer {
	b := c.Brand()
	f := facts{b.Key, b.Name, b.Locale, b.SiteURL, b.BasePath}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.servers[f.key]
	if s == nil || s.facts != f {
		s = &brandServer{facts: f, handler: newHandler(f)}
		e.servers[f.key] = s
	}
	return s
}

// exchange is one HTTP request on its way to an answer.
type exchange struct {
	a      *answer.Answer
	r      *answer.Request
	c      *answer.Catalogue
	server *brandServer
	fields fields
}

// reply is the answer to one message.
type reply struct {
	status int
	id     json.RawMessage
	err    *jsonrpc.Error
	body   []byte // instead of err; nil for none at all
}

func (p *reply) bytes() []byte {
	if p.err != nil {
		return jsonrpc.AppendError(nil, p.id, "", p.err)
	}
	return p.body
}

func (x *exchange) send(p reply) {
	body := p.bytes()
	if body != nil {
		body = append(body, '\n')
	}
	x.c.Say(x.a, x.r, p.status, body)
}

// answerBody answers the body of the request: one message or a batch.
func (x *exchange) answerBody() {
	if err := jsonrpc.Check(x.r.Body); err != nil {
		x.send(reply{status: 400, err: err})
		return
	}
	if !isBatch(x.r.Body) {
		x.send(x.answerMessage(x.r.Body))
		return
	}
	batch := jsonrpc.Elements(x.r.Body)
	switch {
	case x.fields.version >= "2025-06-18":
		x.send(reply{status: 400, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest,
			Message: "this revision of the protocol has no batches"}})
	case len(batch) == 0 || len(batch) > MaxBatch:
		x.send(reply{status: 400, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest,
			Message: "a batch must have 1 to 8 messages"}})
	default:
		x.answerBatch(batch)
	}
}

// answerBatch answers each message, in the order of the batch. Notifications have no answer; a
// batch of notifications only gets a 202 without content.
func (x *exchange) answerBatch(messages []json.RawMessage) {
	var joined []byte
	for _, m := range messages {
		p := x.answerMessage(m)
		body := p.bytes()
		if body == nil {
			continue
		}
		joined = append(append(joined, ','), body...)
	}
	if joined == nil {
		x.send(reply{status: 202})
		return
	}
	joined[0] = '['
	x.send(reply{status: 200, body: append(joined, ']')})
}

// answerMessage answers one message.
func (x *exchange) answerMessage(text []byte) reply {
	m, err := jsonrpc.Read(text)
	if err != nil {
		return reply{status: 400, id: m.ID, err: err}
	}
	params := jsonrpc.Members(m.Params)
	refused, status := x.fields.check(m, params)
	switch {
	case refused != nil:
		return reply{status: status, id: m.ID, err: refused}
	case m.ID == nil || m.Method == "":
		// A notification, or the answer to a request that was never made.
		return reply{status: 202}
	case !slices.Contains(methods(x.fields.modern()), m.Method):
		status := 200
		if x.fields.modern() {
			status = 404
		}
		return reply{status: status, id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.MethodNotFound,
			Message: "there is no such method"}}
	case hasCursor(params):
		return reply{status: x.paramsStatus(), id: m.ID,
			err: &jsonrpc.Error{Code: jsonrpc.InvalidParams,
				Message: "there is no such cursor: every list is one page"}}
	}
	if m.Params == nil && (m.Method == "initialize" || m.Method == "tools/call") {
		// The SDK refuses these with a text that is no JSON-RPC answer.
		return reply{status: x.paramsStatus(), id: m.ID,
			err: &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: `"params" is missing`}}
	}
	if m.Method == "resources/read" {
		uri, ok := jsonrpc.String(params["uri"])
		if !ok || x.server.facts.pageSlug(uri) == "" {
			return reply{status: x.paramsStatus(), id: m.ID, err: notFound(uri)}
		}
	}
	if m.Params != nil {
		m.Params = reduceParams(params)
	}
	if len(m.Params) > maxParams {
		return reply{status: x.paramsStatus(), id: m.ID,
			err: &jsonrpc.Error{Code: jsonrpc.InvalidParams,
				Message: "params are over the limit of 4096 bytes"}}
	}
	return x.callSDK(m, params)
}

// paramsStatus is the status of an error about parameters.
func (x *exchange) paramsStatus() int {
	if x.fields.modern() {
		return 400
	}
	return 200
}

// methods lists the methods that the server answers. Methods of capabilities that it does not have
// are missing: prompts, completion, logging, subscriptions.
func methods(modern bool) []string {
	if modern {
		return modernMethods
	}
	return legacyMethods
}

var (
	modernMethods = []string{"server/discover", "tools/list", "tools/call", "resources/list",
		"resources/templates/list", "resources/read"}
	legacyMethods = []string{"initialize", "ping", "tools/list", "tools/call", "resources/list",
		"resources/templates/list", "resources/read"}
)

// hasCursor reports whether a request asks for a later page of a list. Every list here has one
// page, so no cursor was ever given out, and none is decoded.
func hasCursor(params map[string]json.RawMessage) bool {
	cursor, ok := params["cursor"]
	return ok && string(cursor) != "null"
}

// callSDK has the SDK answer a request with these parameters.
func (x *exchange) callSDK(m jsonrpc.Message, params map[string]json.RawMessage) reply {
	ctx, cancel := context.WithTimeout(context.Background(), messageTimeout)
	defer cancel()
	k := &requestCatalogue{catalogue: x.c, at: x.r.Time, arguments: params["arguments"]}
	w := responseRecorder{header: http.Header{}}
	x.server.handler.ServeHTTP(&w, x.fields.sdkRequest(context.WithValue(ctx, catalogueKey{}, k), m,
		params))
	k.close(x.a) // panics with what a tool has panicked with
	body := bytes.TrimSpace(w.body.Bytes())
	if w.header.Get("Content-Type") != "application/json" || len(body) == 0 || body[0] != '{' ||
		!json.Valid(body) {
		// Never seen. The client must not get an answer of unknown form.
		return reply{status: 500, id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.InternalError,
			Message: "something failed while answering"}}
	}
	return reply{status: w.status, id: m.ID, body: body}
}

// responseRecorder stores the answer that the SDK writes.
type responseRecorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *responseRecorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *responseRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *responseRecorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// newHandler is the SDK's handler for the server of a brand.
func newHandler(f facts) http.Handler {
	server := newServer(f)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{
			Stateless:    true,
			JSONResponse: true,
			// The edge decides which hosts it serves.
			DisableLocalhostProtection: true,
		})
}

// Messages returns how many messages a body counts for: one, or as many as a batch has, up to
// [MaxBatch]. It decodes nothing, so that a batch can be charged first.
func Messages(body []byte) int { return max(jsonrpc.CountBatch(body, MaxBatch), 1) }

// MaxBatch is the greatest number of messages in a batch.
const MaxBatch = 8

func isBatch(body []byte) bool {
	body = bytes.TrimLeft(body, " \t\r\n")
	return len(body) > 0 && body[0] == '['
}

// versions are the supported revisions, the newest first.
var versions = catalog.MCPVersions()
