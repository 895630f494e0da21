package a2a

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"cartaz/edge/internal/jsonrpc"
	"cartaz/edge/internal/mcp"
)

// maxParts bounds the parts of a message.
const maxParts = 64

// incoming is a message to the agent.
type incoming struct {
	text    string
	data    url.Values // filters of a data part
	context string
	modes   modes
}

// modes are the forms of answer that the client accepts.
type modes struct {
	text string // media type of the words, or ""
	data bool
}

// readMessage reads the parameters of SendMessage (section 3.2.1), or with old those of version
// 0.3. It ignores members that it does not know, because a later minor version may add some.
func readMessage(params json.RawMessage, old bool) (incoming, *jsonrpc.Error) {
	var in incoming
	request := jsonrpc.Members(params)
	message := jsonrpc.Members(request["message"])
	if message == nil {
		return in, badField("message", "is required and must be an object")
	}
	if err := checkFields("message.", message, "messageId"); err != nil {
		return in, err
	}
	user := "ROLE_USER"
	if old {
		user = "user"
	}
	if role, ok := jsonrpc.String(message["role"]); !ok || role != user {
		return in, badField("message.role", "is required and must be "+user)
	}
	if id, _ := jsonrpc.String(message["taskId"]); id != "" {
		return in, noTask()
	}
	in.context, _ = jsonrpc.String(message["contextId"])
	err := in.readParts(message["parts"])
	if err == nil {
		err = in.modes.read(request["configuration"])
	}
	return in, err
}

// isPresent reports whether a member has a value; in ProtoJSON null means absent.
func isPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// readParts joins the text parts, and reads data parts as the arguments of search_events. Any other
// kind of part is refused like a media type that is not accepted, as the agent card says.
func (in *incoming) readParts(raw json.RawMessage) *jsonrpc.Error {
	parts := jsonrpc.Elements(raw)
	if len(parts) == 0 {
		return badField("message.parts", "at least one part is required")
	}
	if len(parts) > maxParts {
		return badField("message.parts", fmt.Sprintf("at most %d parts are read", maxParts))
	}
	texts := make([]string, 0, len(parts))
	for i, raw := range parts {
		field := fmt.Sprintf("message.parts[%d]", i)
		part := jsonrpc.Members(raw)
		kind := kindOf(part)
		if kind == "" {
			return badField(field, "must have exactly one of text, raw, url and data")
		}
		if err := checkFields(field+".", part, ""); err != nil {
			return err
		}
		if kind == "data" {
			values, wrong := mcp.Search(part["data"])
			if wrong != "" {
				return badField(field+".data", wrong)
			}
			if in.data == nil {
				in.data = url.Values{}
			}
			for name, value := range values {
				if was, ok := in.data[name]; ok && was[0] != value[0] {
					return badField(field+".data", name+" differs from that of a part before")
				}
			}
			maps.Copy(in.data, values)
			continue
		}
		mediaType, _ := jsonrpc.String(part["mediaType"])
		if mediaType = bare(mediaType); kind != "text" ||
			mediaType != "" && mediaType != typePlain {
			return newError(contentTypeNotSupported,
				"only text parts of type text/plain and data parts are read",
				map[string]string{"field": field})
		}
		text, _ := jsonrpc.String(part["text"])
		texts = append(texts, text)
	}
	in.text = strings.TrimSpace(strings.Join(texts, " "))
	if in.text == "" && in.data == nil {
		return badField("message.parts", "the text is empty")
	}
	return nil
}

// kindOf returns the one member with the content of a part, or "" for none or several.
func kindOf(part map[string]json.RawMessage) string {
	kinds := []string{"text", "raw", "url", "data", "file"} // file: of 0.3
	kinds = slices.DeleteFunc(kinds, func(name string) bool {
		// A data part may hold null, so it is present when it is named.
		value, named := part[name]
		return !named || name != "data" && !isPresent(value)
	})
	if len(kinds) != 1 {
		return ""
	}
	return kinds[0]
}

// bare returns a media type without its parameters, in small letters.
func bare(mediaType string) string {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}

// read reads how the client wants to be answered.
func (m *modes) read(raw json.RawMessage) *jsonrpc.Error {
	all := modes{text: typeMarkdown, data: true}
	*m = all
	if !isPresent(raw) {
		return nil
	}
	configuration := jsonrpc.Members(raw)
	if configuration == nil {
		return badField("configuration", "must be an object")
	}
	if err := checkFields("configuration.", configuration, ""); err != nil {
		return err
	}
	if isPresent(configuration["taskPushNotificationConfig"]) {
		return noPush()
	}
	var accepted []string
	if list := configuration["acceptedOutputModes"]; isPresent(list) &&
		json.Unmarshal(list, &accepted) != nil {
		return badField("configuration.acceptedOutputModes", "must be a list of media types")
	}
	if len(accepted) == 0 {
		return nil
	}
	*m = modes{}
	for _, mode := range accepted {
		switch bare(mode) {
		case typeMarkdown, "text/*":
			m.text = typeMarkdown
		case "*/*", "*":
			*m = all
			return nil
		case typePlain:
			if m.text == "" {
				m.text = typePlain // Markdown is plain text for other clients
			}
		case typeJSON, "application/*":
			m.data = true
		}
	}
	if m.text == "" && !m.data {
		return newError(contentTypeNotSupported,
			"answers are text/markdown, text/plain and application/json", nil)
	}
	return nil
}
