package openai

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/thread"
)

// request is what is read of a request. The rest, such as a temperature, is
// for models, and the house decides how it uses those.
type request struct {
	Model         string    `json:"model"`
	Messages      []message `json:"messages"`
	Stream        bool      `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Metadata struct {
		SessionID string `json:"session_id"`
	} `json:"metadata"`
}

type message struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is a text, be it in parts. What is no text, such as an image, is
// left out.
type content string

// UnmarshalJSON implements json.Unmarshaler.
func (c *content) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		return json.Unmarshal(raw, (*string)(c))
	}
	var parts []struct{ Type, Text string }
	err := json.Unmarshal(raw, &parts)
	var texts []string
	for _, p := range parts {
		if p.Type == "text" {
			texts = append(texts, p.Text)
		}
	}
	*c = content(strings.Join(texts, "\n"))
	return err
}

// read reads a request that can be answered.
func read(body []byte) (*request, error) {
	var in request
	if err := json.Unmarshal(body, &in); err != nil || !utf8.Valid(body) {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return nil, invalid(wrong.Field, wrong.Field+" is not of the type it should be")
		}
		return nil, invalid("", "the body is not a JSON object in UTF-8")
	}
	switch {
	case in.Model == "":
		return nil, invalid("model", "name the model: "+Model)
	case in.Model != Model:
		return nil, &Error{http.StatusNotFound, "model_not_found", "model", "there is no such model: the only one is " + Model}
	case len(in.Messages) == 0:
		return nil, invalid("messages", "messages is empty")
	case in.Messages[len(in.Messages)-1].Role != "user":
		return nil, invalid("messages", "the last of messages must be the user's")
	case strings.TrimSpace(in.said()) == "":
		return nil, invalid("messages", "the last of messages has no text")
	}
	return &in, nil
}

// said is what the guest says now.
func (in *request) said() string { return string(in.Messages[len(in.Messages)-1].Content) }

// thread returns the thread that a request belongs to: the one that the client
// names, in Open WebUI's header, in X-Session-Id or in metadata.session_id. A
// name that cannot be an id is hashed, with the guest, to one that can.
//
// Of a client that names none, a conversation is told by how it began: its
// thread's id is the hash of the guest and their first message. So every
// request of it finds the same thread; but who begins two conversations with
// the same words goes on with the first.
func (in *request) thread(h http.Header, guest string) string {
	named := cmp.Or(h.Get("X-OpenWebUI-Chat-Id"), h.Get("X-Session-Id"), in.Metadata.SessionID)
	if thread.CheckID(named) == nil {
		return named
	}
	if named != "" {
		return hashed("named", guest, named)
	}
	first := slices.IndexFunc(in.Messages, func(m message) bool { return m.Role == "user" })
	return hashed("begun", guest, string(in.Messages[first].Content))
}

// hashed makes an id of words. Guests' ids have no NUL in them.
func hashed(words ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return "chat-" + hex.EncodeToString(sum[:16])
}

// job is what Open WebUI wants done beside a conversation: a title for it, tags,
// questions to go on with. It is nothing that the guest says, so it is answered
// here, by a rule: no tool is called, nothing is remembered, no model is paid.
type job string

func (in *request) job() (job, bool) {
	text := strings.TrimSpace(in.said())
	return job(text), strings.HasPrefix(text, "### Task:")
}

// answer returns the JSON that a job asks for, before the conversation that comes with it and
// may say anything. A job that we do not know gets an empty object.
func (j job) answer() string {
	asks, history, _ := strings.Cut(string(j), "<chat_history>")
	_, said, _ := strings.Cut(history, "USER:")
	said, _, _ = strings.Cut(said, "\n")
	fields := map[string]any{
		"title": thread.CleanTitle(said), "text": "", "queries": []string{}, "follow_ups": []string{},
		"tags": []string{"General"}, // as Open WebUI calls what it has no word for
	}
	for name, value := range fields {
		if strings.Contains(asks, `"`+name+`"`) {
			raw, _ := json.Marshal(map[string]any{name: value}) // texts alone
			return string(raw)
		}
	}
	return "{}"
}
