package answer

import (
	"fmt"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/jsonrpc"
)

// The agent endpoints, /mcp and /a2a, speak protocols of their own. The core answers what HTTP
// decides before a protocol is reached ([Catalogue.Refuse]), reads the catalogue for them
// ([Catalogue.Read], [Catalogue.ReadList]), and sets the header fields of their answers
// ([Catalogue.Say]).

const agentHeaders = "Content-Type, " + catalog.CredentialHeader +
	", MCP-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions"

// rateLimited is the JSON-RPC code for a client over its limit, one of the codes left to servers.
const rateLimited = -32000

// Refusal returns the error and the HTTP status of a POST that never reaches its protocol: it is
// over its limit, too large, or not JSON by its header fields. JSON-RPC clients do not read problem
// documents. The error is nil for a request that may be read.
func (c *Catalogue) Refusal(r *Request) (int, *jsonrpc.Error) {
	code, number := catalog.Code(""), jsonrpc.InvalidRequest
	switch {
	case r.Limit != nil && !r.Limit.OK:
		code, number = catalog.RateLimited, rateLimited
	case r.BodyOver:
		code = catalog.PayloadTooLarge
	case !isJSON(r):
		code = catalog.UnsupportedMediaType
	default:
		return 0, nil
	}
	p := catalog.NewProblem(code, c.brand.Locale, c.brand.SiteURL)
	if r.BodyOver {
		p.Detail = fmt.Sprintf("the body is over the limit of %d bytes", MaxAgentBody)
	}
	return p.Status, &jsonrpc.Error{Code: number, Message: p.Detail}
}

// isJSON reports whether the body is declared as JSON that is not compressed.
func isJSON(r *Request) bool {
	mediaType := strings.TrimSpace(bareType(r.ContentType))
	return strings.EqualFold(mediaType, "application/json") && !isCompressed(r)
}

func isCompressed(r *Request) bool {
	return r.ContentEncoding != "" && !strings.EqualFold(r.ContentEncoding, "identity")
}

// Say fills in an answer in the words of an agent protocol. No part of it may be stored: it answers
// a POST. body is nil for an answer without content.
func (c *Catalogue) Say(a *Answer, r *Request, status int, body []byte) {
	a.Status, a.Body, a.NoBody = status, body, false
	if body != nil {
		a.set("Content-Type", "application/json")
	}
	if status == 502 {
		a.set("Retry-After", retryAfter)
	}
	a.set("Cache-Control", catalog.CacheNone)
	a.openFields()
	a.limitFields(r.Limit)
}

// Read answers a GET of one of the brand's own addresses, for an agent protocol that passes the
// answer on. path and query are in the form in which they would be sent: escaped.
func (c *Catalogue) Read(a *Answer, path, query, accept string, at time.Time) {
	r := Request{Method: "GET", Path: path, Query: query, Accept: accept, Time: at}
	a.Reset()
	c.Answer(a, &r, c.Route(&r))
}
