package a2a

import (
	"encoding/json"
	"fmt"
	"strings"

	"cartaz/edge/internal/jsonrpc"
)

// maxParts bounds the parts of a message.
const maxParts = 64

// incoming is a message to the agent.
type incoming struct {
	text    string
	context string
	modes   modes
}

// modes are the forms of answer that the client accepts.
type modes struct {
	text string // media type of the words, "" for none
	data bool
}

// readMessage reads the parameters of SendMessage (section 3.2.1). It ignores members that it does
// not know, because a later minor version may add some.
func readMessage(params json.RawMessage, old bool) (incoming, *jsonrpc.Error) {
	var in incoming
	request := jsonrpc.Members(params)
	message := jsonrpc.Members(request["message"])
	if message == nil {
		return in, badField("message", "is required and must be an object")
	}
	if id, ok := jsonrpc.String(message["messageId"]); !ok || id == "" {
		return in, badField("message.messageId", "is required and must be a string")
	}
	user := "ROLE_USER"
	if old {
		user = "user"
	}
	if role, ok := jsonrpc.String(message["role"]); !ok || role != user {
		return in, badField("message.role", "is required and must be "+user)
	}
	if isPresent(message["taskId"]) {
		id, ok := jsonrpc.String(message["taskId"])
		if !ok {
			return in, badField("message.taskId", "must be a string")
		}
		if id != "" {
			return in, noTask()
		}
	}
	if isPresent(message["contextId"]) {
		var ok bool
		if in.context, ok = jsonrpc.String(message["contextId"]); !ok ||
			len(in.context) > jsonrpc.MaxID {
			return in, badField("message.contextId",
				fmt.Sprintf("must be a string of at most %d bytes", jsonrpc.MaxID))
		}
	}
	var err *jsonrpc.Error
	if in.text, err = readParts(message["parts"]); err != nil {
		return in, err
	}
	in.modes, err = readConfiguration(request["configuration"])
	return in, err
}

// isPresent reports whether a member has a value; in ProtoJSON null means absent.
func isPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// readParts joins the text parts. Any other kind of part is refused like a media type that is not
// accepted: the agent card says that only text is.
func readParts(raw json.RawMessage) (string, *jsonrpc.Error) {
	parts := jsonrpc.Elements(raw)
	if len(parts) == 0 {
		return "", badField("message.parts", "at least one part is required")
	}
	if len(parts) > maxParts {
		return "", badField("message.parts", fmt.Sprintf("at most %d parts are read", maxParts))
	}
	texts := make([]string, 0, len(parts))
	for i, raw := range parts {
		field := fmt.Sprintf("message.parts[%d]", i)
		part := jsonrpc.Members(raw)
		kind, several := "", false
		for _, name := range [...]string{"text", "raw", "url", "data", "file"} { // file: of 0.3
			// A data part may hold null, so it is present when it is named.
			if value, ok := part[name]; ok && (name == "data" || isPresent(value)) {
				several = several || kind != ""
				kind = name
			}
		}
		if part == nil || kind == "" || several {
			return "", badField(field, "must have exactly one of text, raw, url and data")
		}
		mediaType, ok := "text/plain", true
		if isPresent(part["mediaType"]) {
			mediaType, ok = jsonrpc.String(part["mediaType"])
		}
		if !ok {
			return "", badField(field+".mediaType", "must be a string")
		}
		if kind != "text" || !isPlain(mediaType) {
			return "", newError(contentTypeNotSupported,
				"only text parts of type text/plain are read", map[string]string{"field": field})
		}
		text, ok := jsonrpc.String(part["text"])
		if !ok {
			return "", badField(field+".text", "must be a string")
		}
		texts = append(texts, text)
	}
	text := strings.TrimSpace(strings.Join(texts, " "))
	if text == "" {
		return "", badField("message.parts", "the text is empty")
	}
	return text, nil
}

func isPlain(mediaType string) bool {
	bare, _, _ := strings.Cut(mediaType, ";")
	bare = strings.TrimSpace(bare)
	return bare == "" || strings.EqualFold(bare, "text/plain")
}

// readConfiguration reads how the client wants to be answered.
func readConfiguration(raw json.RawMessage) (modes, *jsonrpc.Error) {
	all := modes{text: typeMarkdown, data: true}
	if !isPresent(raw) {
		return all, nil
	}
	configuration := jsonrpc.Members(raw)
	if configuration == nil {
		return all, badField("configuration", "must be an object")
	}
	if err := checkFields("configuration.", configuration); err != nil {
		return all, err
	}
	if isPresent(configuration["taskPushNotificationConfig"]) {
		return all, newError(pushNotificationNotSupported, "the agent sends no push notifications",
			nil)
	}
	if !isPresent(configuration["acceptedOutputModes"]) {
		return all, nil
	}
	var accepted []string
	if json.Unmarshal(configuration["acceptedOutputModes"], &accepted) != nil {
		return all, badField("configuration.acceptedOutputModes", "must be a list of media types")
	}
	if len(accepted) == 0 {
		return all, nil
	}
	var m modes
	for _, mode := range accepted {
		bare, _, _ := strings.Cut(mode, ";")
		switch strings.ToLower(strings.TrimSpace(bare)) {
		case typeMarkdown, "text/*":
			m.text = typeMarkdown
		case "*/*", "*":
			return all, nil
		case typePlain:
			if m.text == "" {
				m.text = typePlain // Markdown is plain text for those who do not know it
			}
		case typeJSON, "application/*":
			m.data = true
		}
	}
	if m.text == "" && !m.data {
		return m, newError(contentTypeNotSupported,
			"answers are text/markdown, text/plain and application/json", nil)
	}
	return m, nil
}
