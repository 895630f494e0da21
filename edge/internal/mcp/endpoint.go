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

// patience is how long one message may take. Nothing comes near it; it bounds
// what a fault of the SDK could hold up.
const patience = 10 * time.Second

// Endpoint answers for every brand. Its methods may be called from many
// goroutines.
type Endpoint struct {
	mu      sync.Mutex
	servers map[string]*brandServer // by key of the brand
}

// brandServer is the server of a brand as its facts were when it was made.
type brandServer struct {
	facts   facts
	handler http.Handler
}

// facts are what a server says of its brand.
type facts struct{ key, name, locale, site, base string }

// New is an endpoint without servers; they are made when they are needed.
func New() *Endpoint { return &Endpoint{servers: map[string]*brandServer{}} }

// Answer answers one POST to the endpoint that [answer.Catalogue.Refuse] has let
// through. header is the request's. It panics as the core does when the mapping
// of the release faults.
func (e *Endpoint) Answer(a *answer.Answer, r *answer.Request, header http.Header, c *answer.Catalogue) {
	x := exchange{a: a, r: r, c: c, server: e.server(c), fields: readFields(header)}
	switch {
	case r.Origin != "" && !c.OwnOrigin(r.Origin):
		x.say(reply{status: 403, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "this origin may not call the server"}})
	case r.BodyOver:
		x.say(reply{status: 413, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "the body is over the limit of 65536 bytes"}})
	default:
		x.body()
	}
}

// server is the server of the catalogue's brand, a new one when its facts have
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

func (x *exchange) say(p reply) {
	body := p.bytes()
	if body != nil {
		body = append(body, '\n')
	}
	x.c.Say(x.a, x.r, p.status, body)
}

// body answers the body of the request: a message or a batch of them.
func (x *exchange) body() {
	if err := jsonrpc.Check(x.r.Body); err != nil {
		x.say(reply{status: 400, err: err})
		return
	}
	if !isBatch(x.r.Body) {
		x.say(x.message(x.r.Body))
		return
	}
	var batch []json.RawMessage
	// Check has said that it is JSON, and it begins with a bracket.
	_ = json.Unmarshal(x.r.Body, &batch)
	switch {
	case x.fields.version >= "2025-06-18":
		x.say(reply{status: 400, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "this revision of the protocol has no batches"}})
	case len(batch) == 0 || len(batch) > MaxBatch:
		x.say(reply{status: 400, err: &jsonrpc.Error{Code: jsonrpc.InvalidRequest, Message: "a batch must have 1 to 8 messages"}})
	default:
		x.batch(batch)
	}
}

// batch answers each message, in the order of the batch. Notifications have no
// answer; a batch of nothing else has none at all.
func (x *exchange) batch(messages []json.RawMessage) {
	var joined []byte
	for _, m := range messages {
		p := x.message(m)
		body := p.bytes()
		if body == nil {
			continue
		}
		joined = append(append(joined, ','), body...)
	}
	if joined == nil {
		x.say(reply{status: 202})
		return
	}
	joined[0] = '['
	x.say(reply{status: 200, body: append(joined, ']')})
}

// message answers one message.
func (x *exchange) message(text []byte) reply {
	m, err := jsonrpc.Read(text)
	if err != nil {
		return reply{status: 400, id: m.ID, err: err}
	}
	refused, status := x.fields.check(m)
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
		return reply{status: status, id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.MethodNotFound, Message: "there is no such method"}}
	case asksForMore(m.Params):
		return reply{status: x.paramsStatus(), id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: "there is no such cursor: every list is one page"}}
	}
	if m.Method == "resources/read" {
		uri, ok := jsonrpc.String(jsonrpc.Members(m.Params)["uri"])
		if !ok || x.server.facts.pageSlug(uri) == "" {
			return reply{status: x.paramsStatus(), id: m.ID, err: notFound(uri)}
		}
	}
	return x.call(m)
}

// paramsStatus is the status of an error about parameters.
func (x *exchange) paramsStatus() int {
	if x.fields.modern() {
		return 400
	}
	return 200
}

// methods lists the requests that the server answers. What belongs to a
// capability that it does not have is not among them: prompts, completion,
// logging, subscriptions.
func methods(modern bool) []string {
	if modern {
		return modernMethods
	}
	return legacyMethods
}

var (
	modernMethods = []string{"server/discover", "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read"}
	legacyMethods = []string{"initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read"}
)

// asksForMore says whether a request continues a list. No list of ours has a
// second page, so no cursor was ever given out, and none is decoded.
func asksForMore(params json.RawMessage) bool {
	cursor, ok := jsonrpc.Members(params)["cursor"]
	return ok && string(cursor) != "null"
}

// call has the SDK answer a request.
func (x *exchange) call(m jsonrpc.Message) reply {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	k := &core{catalogue: x.c, at: x.r.Time}
	w := recorder{header: http.Header{}}
	x.server.handler.ServeHTTP(&w, x.fields.request(context.WithValue(ctx, coreKey{}, k), m))
	k.end(x.a) // panics with what a tool has panicked with
	body := bytes.TrimSpace(w.body.Bytes())
	if w.header.Get("Content-Type") != "application/json" || len(body) == 0 || body[0] != '{' || !json.Valid(body) {
		// Never seen; whatever it is, it is not for the client.
		return reply{status: 500, id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.InternalError, Message: "something failed while answering"}}
	}
	return reply{status: w.status, id: m.ID, body: body}
}

// recorder keeps what the SDK writes.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// newHandler is the SDK's handler for the server of a brand.
func newHandler(f facts) http.Handler {
	server := newServer(f)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless:    true,
		JSONResponse: true,
		// The edge decides which hosts it serves.
		DisableLocalhostProtection: true,
	})
}

// Cost is how many requests a body counts for: one, or as many as a batch has
// messages, up to MaxBatch.
func Cost(body []byte) int {
	if !isBatch(body) || jsonrpc.Check(body) != nil {
		return 1
	}
	var batch []json.RawMessage
	_ = json.Unmarshal(body, &batch) // as in exchange.body
	return min(max(len(batch), 1), MaxBatch)
}

// MaxBatch is the greatest number of messages in a batch.
const MaxBatch = 8

func isBatch(body []byte) bool {
	body = bytes.TrimLeft(body, " \t\r\n")
	return len(body) > 0 && body[0] == '['
}

// versions are the revisions that are spoken, the newest first.
var versions = catalog.MCPVersions()
