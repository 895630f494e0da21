package a2a

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
	"cartaz/edge/internal/jsonrpc"
)

// Codes of A2A 1.0, section 5.4.
const (
	taskNotFound                 = -32001
	pushNotificationNotSupported = -32003
	unsupportedOperation         = -32004
	contentTypeNotSupported      = -32005
	versionNotSupported          = -32009
)

// domain is the ErrorInfo domain of errors that the protocol defines.
const domain = "a2a-protocol.org"

// Each row of the tables begins with the name of its table and has two or three others.
//
//go:embed tables.tsv
var tables string

// rows returns the rows of a table, each without the table's name.
func rows(table string) (rows [][]string) {
	for line := range strings.Lines(tables) {
		if row := strings.Split(strings.TrimSpace(line), "\t"); row[0] == table {
			rows = append(rows, row[1:])
		}
	}
	return rows
}

// pairs returns a table of two columns.
func pairs(table string) map[string]string {
	all := map[string]string{}
	for _, row := range rows(table) {
		all[row[0]] = row[1]
	}
	return all
}

// reasons are the error names of the protocol in upper snake case.
var reasons = pairs("reason")

// errorInfo is google.rpc.ErrorInfo in ProtoJSON.
type errorInfo struct {
	Type     string            `json:"@type"`
	Reason   string            `json:"reason"`
	Domain   string            `json:"domain"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

// badRequest is google.rpc.BadRequest in ProtoJSON.
type badRequest struct {
	Type       string      `json:"@type"`
	Violations []violation `json:"fieldViolations"`
}

type violation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

const typePrefix = "type.googleapis.com/google.rpc."

// newError makes an error with its ErrorInfo.
func newError(code int, message string, metadata map[string]string) *jsonrpc.Error {
	reason := reasons[strconv.Itoa(code)]
	return detailed(code, message, errorInfo{typePrefix + "ErrorInfo", reason, domain, metadata})
}

// noTask returns the error about any task.
func noTask() *jsonrpc.Error {
	return newError(taskNotFound, "there is no such task: messages are answered at once", nil)
}

// noPush returns the error about push notifications.
func noPush() *jsonrpc.Error {
	return newError(pushNotificationNotSupported, "the agent sends no push notifications", nil)
}

// badField makes an error about one parameter.
func badField(field, description string) *jsonrpc.Error {
	return detailed(jsonrpc.InvalidParams, "invalid parameters",
		badRequest{typePrefix + "BadRequest", []violation{{field, description}}})
}

// rules say by a pattern what the JSON of a field must be (sections 3.1.3, 3.1.4, 3.2.4, 4.1.4).
var rules = func() (all []rule) {
	for _, r := range rows("rule") {
		all = append(all, rule{r[0], r[1], regexp.MustCompile(r[2])})
	}
	return all
}()

type rule struct {
	field, must string
	pattern     *regexp.Regexp
}

// checkFields returns an error about the first member that breaks its rule, or nil. One member is
// required.
func checkFields(prefix string, members map[string]json.RawMessage, need string) *jsonrpc.Error {
	for _, rule := range rules {
		raw := members[rule.field]
		if text, ok := jsonrpc.String(raw); ok {
			raw = json.RawMessage(`"` + text + `"`) // without the escapes of some libraries
		}
		if (isPresent(raw) || rule.field == need) && !rule.pattern.Match(raw) {
			return badField(prefix+rule.field, "must "+rule.must)
		}
	}
	return nil
}

// catalogueError returns the problem of a catalogue that could not answer.
func catalogueError(code catalog.Code, siteURL string) *jsonrpc.Error {
	host := domain
	if u, err := url.Parse(siteURL); err == nil && u.Host != "" {
		host = u.Hostname()
	}
	p := catalog.NewProblem(code, i18n.Default, "")
	return detailed(jsonrpc.InternalError, p.Detail,
		errorInfo{typePrefix + "ErrorInfo", strings.ToUpper(string(code)), host, nil})
}

func detailed(code int, message string, detail any) *jsonrpc.Error {
	data, _ := json.Marshal([]any{detail}) // structs of strings cannot fail
	return &jsonrpc.Error{Code: code, Message: message, Data: data}
}
