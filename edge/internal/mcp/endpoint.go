package mcp

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/jsonrpc"
)

// Codes of revision 2026-07-28, and of the older ones.
const (
	resourceNotFound   = -32002
	headerMismatch     = -32020
	unsupportedVersion = -32022
)

// Answer answers one POST to the endpoint that [answer.Catalogue.Refuse] has let through. header is
// the header of the request. It panics, as the core does, when the mapping of the release faults.
func Answer(a *answer.Answer, r *answer.Request, header http.Header, c *answer.Catalogue) {
	x := exchange{a: a, r: r, c: c, texts: textsOf(c.Brand().Locale), fields: readFields(header)}
	if status, err := c.Refusal(r); err != nil {
		x.send(reply{status: status, id: jsonrpc.ID(r.Body), err: err})
		return
	}
	x.answerBody()
}

// exchange is one HTTP request on its way to an answer.
type exchange struct {
	a      *answer.Answer
	r      *answer.Request
	c      *answer.Catalogue
	texts  *texts
	fields fields
}

// reply is the answer to one message.
type reply struct {
	status int
	id     json.RawMessage
	err    *jsonrpc.Error
	result any // instead of err; both nil for no content
}

// body returns the content, or nil.
func (p *reply) body() (body []byte) {
	if p.err != nil || p.result != nil {
		body, _ = jsonrpc.Answer(p.id, p.result, p.err) // texts, numbers and JSON of this server
	}
	return body
}

func (x *exchange) send(p reply) { x.say(p.status, p.body()) }

func (x *exchange) say(status int, body []byte) {
	if body != nil {
		body = append(body, '\n')
	}
	x.c.Say(x.a, x.r, status, body)
}

// answerBody answers the body of the request: one message or a batch.
func (x *exchange) answerBody() {
	if err := jsonrpc.Check(x.r.Body); err != nil {
		x.send(reply{status: 400, err: err})
		return
	}
	batch := jsonrpc.Elements(x.r.Body)
	switch {
	case batch == nil:
		x.send(x.answerMessage(x.r.Body))
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
	var answers [][]byte
	for _, m := range messages {
		p := x.answerMessage(m)
		if body := p.body(); body != nil {
			answers = append(answers, body)
		}
	}
	if answers == nil {
		x.send(reply{status: 202})
		return
	}
	x.say(200, slices.Concat([]byte("["), bytes.Join(answers, []byte(",")), []byte("]")))
}

// answerMessage answers one message.
func (x *exchange) answerMessage(text []byte) reply {
	m, err := jsonrpc.Read(text)
	if err != nil {
		return reply{status: 400, id: m.ID, err: err}
	}
	params := jsonrpc.Members(m.Params)
	refused := x.fields.check(m, params)
	switch {
	case refused != nil:
		return reply{status: 400, id: m.ID, err: refused}
	case m.ID == nil || m.Method == "":
		// A notification, or the answer to a request that was never made.
		return reply{status: 202}
	}
	called, known := methods[m.Method]
	switch {
	case !known || called.only == legacy && x.fields.modern() ||
		called.only == modern && !x.fields.modern():
		status := 200
		if x.fields.modern() {
			status = 404
		}
		return reply{status: status, id: m.ID, err: &jsonrpc.Error{Code: jsonrpc.MethodNotFound,
			Message: "there is no such method"}}
	case m.Params == nil && called.hasParams:
		err = invalidParams(`"params" is missing`)
	case called.isList && len(params["cursor"]) > 0 && string(params["cursor"]) != "null":
		err = invalidParams("there is no such cursor: every list is one page")
	}
	var result members
	if err == nil {
		result, err = called.answer(x, params)
	}
	if err != nil {
		return reply{status: x.errorStatus(err), id: m.ID, err: err}
	}
	return reply{status: 200, id: m.ID, result: x.complete(called, result)}
}

// errorStatus returns the status of an error about parameters or of the catalogue. The older
// revisions have 200 for every answer.
func (x *exchange) errorStatus(err *jsonrpc.Error) int {
	switch {
	case !x.fields.modern():
		return 200
	case err.Code == jsonrpc.InternalError:
		return 500
	}
	return 400
}

// complete adds the members that all results of a revision have.
func (x *exchange) complete(m method, result members) members {
	if m.ttl > 0 {
		result["ttlMs"], result["cacheScope"] = m.ttl, "public"
	}
	if x.fields.modern() {
		result["resultType"] = "complete"
		result["_meta"] = members{"io.modelcontextprotocol/serverInfo": x.serverInfo()}
	}
	return result
}

// Messages returns how many messages a body counts for: one, or as many as a batch has, up to
// [MaxBatch]. It decodes nothing, so that a batch can be charged first.
func Messages(body []byte) int { return max(jsonrpc.CountBatch(body, MaxBatch), 1) }

// MaxBatch is the greatest number of messages in a batch.
const MaxBatch = 8

// versions are the supported revisions, the newest first.
var versions = catalog.MCPVersions()
