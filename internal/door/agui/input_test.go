package agui_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/door/agui"
)

func TestDecode(t *testing.T) {
	const input = `{
		"threadId": "t1", "runId": "0b8f", "parentRunId": "0b8e", "protocolVersion": "1.0", "state": {"a": null},
		"messages": [
			{"id": "1", "role": "system", "content": "Be kind."},
			{"id": "5", "role": "activity", "activityType": "x", "content": {}},
			{"id": "7", "role": "user", "content": [{"type": "text", "text": "Boa "}, {"type": "image", "source": {"type": "url", "value": "https://example.com"}}, {"type": "text", "text": "noite"}]}
		],
		"tools": [{"name": "x", "description": ""}], "context": [], "forwardedProps": {"more": true},
		"resume": [{"interruptId": "r1-q2", "status": "resolved", "payload": {"approved": true}}, {"interruptId": "i", "status": "cancelled", "payload": null}],
		"somethingNew": [1]
	}`
	got, err := agui.Decode([]byte(input))
	must(t, err)
	want := &agui.Input{
		ThreadID: "t1", RunID: "0b8f", ProtocolVersion: "1.0", Said: &agui.Said{ID: "7", Text: "Boa noite"},
		Resume: []agui.Resume{{InterruptID: "r1-q2", Status: agui.Resolved, Payload: []byte(`{"approved": true}`)}, {InterruptID: "i", Status: agui.Cancelled}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Decode reads something else (-want +got):\n%s", diff)
	}
}

func TestDecodeRefusesWhatItCannotUse(t *testing.T) {
	for input, where := range map[string]string{
		``:                                     "no JSON",
		`{"threadId":"t1"`:                     "no JSON",
		`[]`:                                   "wrong type",
		`null`:                                 "threadId",
		`{} {}`:                                "no JSON",
		`{"threadId":7}`:                       "threadId",
		`{"threadId":"a/b","runId":"r"}`:       "threadId",
		`{"threadId":"t"}`:                     "runId",
		`{"threadId":"t","runId":["r"]}`:       "runId",
		in(`"messages":{}`):                    "messages",
		in(`"messages":["x"]`):                 "messages",
		in(user(`7`)):                          "messages",
		in(user(`[{"type":"text","text":7}]`)): "messages",
		in(`"protocolVersion":1`):              "protocolVersion",
		in(`"resume":[{"status":"resolved"}]`): "resume",
		in(`"resume":[{"interruptId":"i","status":"yes"}]`):           "resume",
		in(`"state":` + strings.Repeat("[", 20_000)):                  "no JSON",
		in("\"state\":\"\xff\""):                                      "UTF-8",
		`{"threadId":"t","runId":"` + strings.Repeat("r", 201) + `"}`: "runId",
	} {
		got, err := agui.Decode([]byte(input))
		if err == nil || !strings.Contains(err.Error(), where) {
			t.Errorf("Decode(%.80s) = %+v, %v, want an error of %s", input, got, err, where)
		}
	}
}

func TestDecodeTakesWhatItCan(t *testing.T) {
	for input, said := range map[string]bool{
		in(`"messages":null,"tools":null,"context":null,"resume":null,"forwardedProps":null,"state":null`): false,
		in(`"messages":[]`):           false,
		in(`"state":"{[{[\"{["`):      false,
		in(user(`[]`)):                true,
		in(user(`null`)):              true,
		in(`"messages":[{"id":"1"}]`): false,
		in(`"messages":[{"id":"1","role":"user","content":"x"},{"id":"2","role":"assistant","content":"y"}]`): false,
	} {
		if got, err := agui.Decode([]byte(input)); err != nil || (got.Said != nil) != said {
			t.Errorf("Decode(%s) = %+v, %v", input, got, err)
		}
	}
}

func in(more string) string { return `{"threadId":"t","runId":"r",` + more + `}` }

func user(content string) string {
	return `"messages":[{"id":"1","role":"user","content":` + content + `}]`
}

func FuzzDecodeGivesAnInputThatCanBeUsedOrAnError(f *testing.F) {
	f.Add(in(`"messages":[{"id":"1","role":"user","content":"x"}],"resume":[{"interruptId":"i","status":"cancelled"}]`))
	f.Add(in(user(`[{"type":"text","text":"x"}]`)))
	f.Add(`{"threadId":"t","runId":"r","messages":[{}]}`)
	f.Fuzz(func(t *testing.T, input string) {
		in, err := agui.Decode([]byte(input))
		if err != nil {
			if in != nil || !utf8.ValidString(err.Error()) || len(err.Error()) > 300 {
				t.Errorf("Decode = %v, %q", in, err)
			}
			return
		}
		if in.ThreadID == "" || in.RunID == "" {
			t.Errorf("Decode = %+v", in)
		}
		for _, r := range in.Resume {
			if r.InterruptID == "" || r.Status != agui.Resolved && r.Status != agui.Cancelled {
				t.Errorf("resumes with %+v", r)
			}
		}
		if in.Said != nil && !utf8.ValidString(in.Said.Text) {
			t.Errorf("the guest says %q", in.Said.Text)
		}
	})
}
