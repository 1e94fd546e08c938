package agui_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/door/agui"
)

func TestDecode(t *testing.T) {
	const input = `{
		"threadId": "t1", "runId": "0b8f", "parentRunId": "0b8e", "protocolVersion": "1.0", "state": {"a": null},
		"messages": [
			{"id": "1", "role": "system", "content": "Be kind."},
			{"id": "2", "role": "user", "content": [{"type": "text", "text": "Boa "}, {"type": "image", "source": {"type": "url", "value": "https://example.com"}}, {"type": "text", "text": "noite"}]},
			{"id": "3", "role": "assistant", "content": null, "toolCalls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
			{"id": "4", "role": "tool", "toolCallId": "c", "content": "ok"},
			{"id": "5", "role": "activity", "activityType": "x", "content": {}},
			{"id": "6", "role": "oracle", "content": 7},
			{"id": "7", "role": "user", "content": "Tudo bem?"}
		],
		"tools": [{"name": "x", "description": ""}], "context": [], "forwardedProps": {"paceMs": 20, "more": true},
		"resume": [{"interruptId": "r1-q2", "status": "resolved", "payload": {"approved": true}}, {"interruptId": "i", "status": "cancelled", "payload": null}],
		"somethingNew": [1]
	}`
	got, err := agui.Decode(strings.NewReader(input))
	must(t, err)
	want := &agui.Input{
		ThreadID: "t1", RunID: "0b8f", ProtocolVersion: "1.0", Pace: 20 * time.Millisecond,
		Messages: []agui.Said{
			{ID: "1", Role: "system", Text: "Be kind."},
			{ID: "2", Role: "user", Text: "Boa noite"},
			{ID: "3", Role: "assistant"},
			{ID: "4", Role: "tool", Text: "ok"},
			{ID: "5", Role: "activity"},
			{ID: "6", Role: "oracle"},
			{ID: "7", Role: "user", Text: "Tudo bem?"},
		},
		Resume: []agui.Resume{{InterruptID: "r1-q2", Status: agui.Resolved, Payload: []byte(`{"approved": true}`)}, {InterruptID: "i", Status: agui.Cancelled}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Decode reads something else (-want +got):\n%s", diff)
	}
	if said, ok := got.Message(); !ok || said.Text != "Tudo bem?" {
		t.Errorf("Message() = %+v, %v", said, ok)
	}
	if said, ok := (&agui.Input{Messages: want.Messages[:6]}).Message(); ok {
		t.Errorf("the guest, who said nothing new, says %+v", said)
	}
}

func TestDecodeSaysWhatIsWrongAndWhere(t *testing.T) {
	deep := strings.Repeat("[", 65) + strings.Repeat("]", 65)
	for input, want := range map[string]string{
		``:                                     "it is no JSON, at byte 0",
		`{"threadId":"t1"`:                     "it is no JSON, at byte 16",
		`[]`:                                   "want an object",
		`null`:                                 "want an object",
		`{} {}`:                                "it is no JSON, at byte 4",
		`{}`:                                   "threadId: it is missing",
		`{"threadId":7}`:                       "threadId: want a string",
		`{"threadId":"a/b","runId":"r"}`:       "threadId: an id has letters, digits, '.', '_' and '-', not '/'",
		`{"threadId":"t"}`:                     "runId: it is missing",
		`{"threadId":"t","runId":null}`:        "runId: it is missing",
		`{"threadId":"t","runId":["r"]}`:       "runId: want a string",
		in(`"messages":{}`):                    "messages: want a list",
		in(`"messages":["x"]`):                 "messages[0]: want an object",
		in(`"messages":[{"id":"1"}]`):          "messages[0].role: it is missing",
		in(`"messages":[{"role":{}}]`):         "messages[0].role: want a string",
		in(user(`7`)):                          "messages[0].content: want a string or a list of parts",
		in(user(`["x"]`)):                      "messages[0].content[0]: want an object",
		in(user(`[{"text":"x"}]`)):             "messages[0].content[0].type: it is missing",
		in(user(`[{"type":"text","text":7}]`)): "messages[0].content[0].text: want a string",
		in(`"messages":[{"role":"activity","content":"x"}]`): "messages[0].content: want an object",
		in(`"tools":"x"`):                                             "tools: want a list",
		in(`"context":[7]`):                                           "context[0]: want an object",
		in(`"protocolVersion":1`):                                     "protocolVersion: want a string",
		in(`"resume":[{"status":"resolved"}]`):                        "resume[0].interruptId: it is missing",
		in(`"resume":[{"interruptId":"i","status":"yes"}]`):           "resume[0].status: want resolved or cancelled",
		in(`"forwardedProps":{"paceMs":"fast"}`):                      "forwardedProps.paceMs: want a number of milliseconds",
		in(`"forwardedProps":{"paceMs":-1}`):                          "forwardedProps.paceMs: want a number of milliseconds",
		in(`"state":` + deep):                                         "the input is nested deeper than 64 levels",
		in("\"state\":\"\xff\""):                                      "the input is not UTF-8",
		`{"threadId":"t","runId":"` + strings.Repeat("r", 201) + `"}`: "runId: it has more than 200 bytes",
	} {
		got, err := agui.Decode(strings.NewReader(input))
		if err == nil || err.Error() != want {
			t.Errorf("Decode(%.80s) = %+v, %v, want %s", input, got, err, want)
		}
	}
}

func TestDecodeTakesWhatItCan(t *testing.T) {
	for _, input := range []string{
		in(`"messages":null,"tools":null,"context":null,"resume":null,"forwardedProps":null,"state":null`),
		in(`"forwardedProps":"x"`),
		in(`"state":"{[{[\"{["`),
		in(`"messages":[{"role":"user","content":[]}]`),
	} {
		if _, err := agui.Decode(strings.NewReader(input)); err != nil {
			t.Errorf("Decode(%s): %v", input, err)
		}
	}
	got, err := agui.Decode(strings.NewReader(in(`"forwardedProps":{"paceMs":1e9}`)))
	if err != nil || got.Pace != 500*time.Millisecond {
		t.Errorf("a pace beyond the limit: %+v, %v", got, err)
	}
}

func TestDecodeSaysThatAnInputBreaksOff(t *testing.T) {
	if _, err := agui.Decode(iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an input that breaks off: %v", err)
	}
}

func in(more string) string { return `{"threadId":"t","runId":"r",` + more + `}` }

func user(content string) string {
	return `"messages":[{"id":"1","role":"user","content":` + content + `}]`
}

func FuzzDecodeGivesAnInputThatCanBeUsedOrAnError(f *testing.F) {
	f.Add(in(`"messages":[{"id":"1","role":"user","content":"x"}],"resume":[{"interruptId":"i","status":"cancelled"}],"forwardedProps":{"paceMs":1}`))
	f.Add(in(user(`[{"type":"text","text":"x"}]`)))
	f.Add(`{"threadId":"t","runId":"r","messages":[{}]}`)
	f.Fuzz(func(t *testing.T, input string) {
		in, err := agui.Decode(strings.NewReader(input))
		if err != nil {
			if in != nil || !utf8.ValidString(err.Error()) || len(err.Error()) > 300 {
				t.Errorf("Decode = %v, %q", in, err)
			}
			return
		}
		if in.ThreadID == "" || in.RunID == "" || in.Pace < 0 || in.Pace > 500*time.Millisecond {
			t.Errorf("Decode = %+v", in)
		}
		for _, r := range in.Resume {
			if r.InterruptID == "" || r.Status != agui.Resolved && r.Status != agui.Cancelled {
				t.Errorf("resumes with %+v", r)
			}
		}
		if said, ok := in.Message(); ok && !utf8.ValidString(said.Text) {
			t.Errorf("the guest says %q", said.Text)
		}
	})
}
