package a2a

import (
	"encoding/json"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/jsonrpc"
)

// Answer answers one POST to the endpoint that [answer.Catalogue.Refuse] has let
// through. version is the A2A-Version header field, "" when it was not sent; the
// protocol allows it in the query too, where it is looked for then.
func Answer(a *answer.Answer, r *answer.Request, version string, c *answer.Catalogue) {
	e := exchange{a: a, r: r, c: c}
	switch {
	case r.Origin != "" && !c.OwnOrigin(r.Origin):
		e.say(403, fail(jsonrpc.InvalidRequest, "this origin may not call the agent", nil))
		return
	case r.BodyOver:
		e.say(413, fail(jsonrpc.InvalidRequest, "the body is over the limit of 65536 bytes", nil))
		return
	}
	if err := jsonrpc.Check(r.Body); err != nil {
		e.say(200, informed(err))
		return
	}
	m, err := jsonrpc.Read(r.Body)
	e.id = m.ID
	switch {
	case err != nil:
		e.say(200, informed(err))
	case m.ID == nil || m.Method == "":
		e.say(200, fail(jsonrpc.InvalidRequest, "a request must have an id and a method", nil))
	default:
		if version == "" {
			version = queryVersion(r.Query)
		}
		if !speaks(version) {
			e.say(200, fail(versionNotSupported, "only A2A "+catalog.A2AVersion+" is spoken; name it in the A2A-Version header field",
				map[string]string{"supportedVersions": catalog.A2AVersion}))
			return
		}
		e.call(m)
	}
}

// speaks says whether the version is ours. A patch version does not count
// (section 3.6), and none at all means 0.3.
func speaks(version string) bool {
	version = strings.TrimSpace(version)
	patch, isPatched := strings.CutPrefix(version, catalog.A2AVersion+".")
	return version == catalog.A2AVersion || isPatched && patch != "" && strings.Trim(patch, "0123456789") == ""
}

// queryVersion is the version as a query parameter, of which the first counts.
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
}

// say answers with an error.
func (e *exchange) say(status int, err *jsonrpc.Error) {
	e.c.Say(e.a, e.r, status, append(jsonrpc.AppendError(nil, e.id, "null", err), '\n'))
}

// result answers with what was asked for.
func (e *exchange) result(value json.RawMessage) {
	e.c.Say(e.a, e.r, 200, append(jsonrpc.AppendResult(nil, e.id, value), '\n'))
}

// call answers a method (section 9.4).
func (e *exchange) call(m jsonrpc.Message) {
	switch m.Method {
	case "SendMessage":
		e.sendMessage(m.Params)
	case "GetTask", "CancelTask":
		e.noTask(m.Params)
	case "ListTasks":
		e.listTasks(m.Params)
	case "SendStreamingMessage", "SubscribeToTask":
		e.say(200, fail(unsupportedOperation, "the agent does not stream", nil))
	case "GetExtendedAgentCard":
		e.say(200, fail(unsupportedOperation, "the agent has no extended card", nil))
	case "CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig":
		e.say(200, fail(pushNotificationNotSupported, "the agent sends no push notifications", nil))
	default:
		e.say(200, fail(jsonrpc.MethodNotFound, "there is no such method", nil))
	}
}

// noTask answers a look-up of a task: every message is answered at once, so
// there never is one.
func (e *exchange) noTask(params json.RawMessage) {
	if id, ok := jsonrpc.String(jsonrpc.Members(params)["id"]); !ok || id == "" {
		e.say(200, badField("id", "the id of a task is required"))
		return
	}
	e.say(200, fail(taskNotFound, "there is no such task: messages are answered at once", nil))
}

// listTasks answers with the empty list, in pages of the size asked for.
func (e *exchange) listTasks(params json.RawMessage) {
	size := 50
	if raw, ok := jsonrpc.Members(params)["pageSize"]; ok && string(raw) != "null" {
		if json.Unmarshal(raw, &size) != nil || size < 1 || size > 100 {
			e.say(200, badField("pageSize", "must be an integer from 1 to 100"))
			return
		}
	}
	value, _ := json.Marshal(struct {
		Tasks []int  `json:"tasks"`
		Next  string `json:"nextPageToken"`
		Size  int    `json:"pageSize"`
		Total int    `json:"totalSize"`
	}{[]int{}, "", size, 0}) // cannot fail
	e.result(value)
}
