package a2a

import (
	"encoding/json"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/jsonrpc"
)

// Answer answers one POST to the endpoint that [answer.Catalogue.Refuse] has let through. version
// is the A2A-Version header field, "" when it was not sent; the protocol then allows the version in
// the query, and Answer reads it there.
func Answer(a *answer.Answer, r *answer.Request, version string, c *answer.Catalogue) {
	e := exchange{a: a, r: r, c: c}
	if status, err := c.Refusal(r); err != nil {
		if status == 415 {
			err.Code = contentTypeNotSupported // as section 5.4 maps them
		}
		e.id = jsonrpc.ID(r.Body)
		e.sendError(status, err)
		return
	}
	if err := jsonrpc.Check(r.Body); err != nil {
		e.sendError(200, err)
		return
	}
	m, err := jsonrpc.Read(r.Body)
	e.id = m.ID
	switch {
	case err != nil:
		e.sendError(200, err)
	case m.ID == nil || m.Method == "":
		e.sendError(200, newError(jsonrpc.InvalidRequest, "a request must have an id and a method",
			nil))
	default:
		if version == "" {
			version = queryVersion(r.Query)
		}
		if method, ok := oldMethods[m.Method]; ok && isVersion(version, oldVersion) {
			m.Method, e.old = method, true
		} else if !isVersion(version, catalog.A2AVersion) {
			e.sendError(200, newError(versionNotSupported, "only A2A "+catalog.A2AVersion+
				" and the methods of 0.3 are spoken; name it in the A2A-Version header field",
				map[string]string{"supportedVersions": catalog.A2AVersion + ", " + oldVersion}))
			return
		}
		e.call(m)
	}
}

// oldMethods maps the methods of version 0.3 to the methods of 1.0 that answer them.
var oldMethods = pairs("method")

// oldVersion is the version of oldMethods, which an empty one means (section 3.6).
const oldVersion = "0.3"

// isVersion reports whether a version is the wanted one. A patch version is ignored (section 3.6).
// Without a version the method decides: the test kit of the protocol sends none.
func isVersion(version, want string) bool {
	version = strings.TrimSpace(version)
	return version == "" || version == want || strings.HasPrefix(version, want+".")
}

// queryVersion returns the version in the query; the first parameter counts.
func queryVersion(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); strings.EqualFold(name, "A2A-Version") {
			return value
		}
	}
	return ""
}

// exchange is one request on its way to an answer.
type exchange struct {
	a  *answer.Answer
	r  *answer.Request
	c  *answer.Catalogue
	id json.RawMessage

	old bool // a request of version 0.3
}

// sendError answers with an error, which must have details.
func (e *exchange) sendError(status int, err *jsonrpc.Error) {
	if err.Data == nil {
		err = newError(err.Code, err.Message, nil)
	}
	id := e.id
	if id == nil {
		id = json.RawMessage("null")
	}
	body, _ := jsonrpc.Answer(id, nil, err) // texts, numbers and valid JSON
	e.c.Say(e.a, e.r, status, append(body, '\n'))
}

// sendResult answers with a result.
func (e *exchange) sendResult(result any) {
	body, err := jsonrpc.Answer(e.id, result, nil)
	if err != nil {
		e.fail(catalog.InternalError, err)
		return
	}
	e.c.Say(e.a, e.r, 200, append(body, '\n'))
}

// fail answers that the catalogue could not answer.
func (e *exchange) fail(code catalog.Code, cause error) {
	e.a.Err = cause
	status := 500
	if code == catalog.UpstreamUnavailable {
		status = 502
	}
	e.sendError(status, catalogueError(code, e.c.Brand().SiteURL))
}

// call answers a method (section 9.4).
func (e *exchange) call(m jsonrpc.Message) {
	switch m.Method {
	case "SendMessage":
		e.sendMessage(m.Params)
	case "GetTask", "CancelTask":
		e.taskNotFound(m.Params)
	case "ListTasks":
		e.listTasks(m.Params)
	case "SendStreamingMessage", "SubscribeToTask":
		e.sendError(200, newError(unsupportedOperation, "the agent does not stream", nil))
	case "GetExtendedAgentCard":
		e.sendError(200, newError(unsupportedOperation, "the agent has no extended card", nil))
	case "CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig",
		"ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig":
		e.sendError(200, noPush())
	default:
		e.sendError(200, newError(jsonrpc.MethodNotFound, "there is no such method", nil))
	}
}

// taskNotFound answers a look-up of a task. Every message is answered at once, so no task ever
// exists.
func (e *exchange) taskNotFound(params json.RawMessage) {
	err := checkFields("", jsonrpc.Members(params), "id")
	if err == nil {
		err = noTask()
	}
	e.sendError(200, err)
}

// listTasks answers with the empty list, in the page size of the request.
func (e *exchange) listTasks(params json.RawMessage) {
	members := jsonrpc.Members(params)
	if err := checkFields("", members, ""); err != nil {
		e.sendError(200, err)
		return
	}
	size := json.RawMessage("50")
	if raw := members["pageSize"]; isPresent(raw) {
		size = raw
	}
	e.sendResult(map[string]any{"tasks": []any{}, "nextPageToken": "", "pageSize": size,
		"totalSize": 0})
}
