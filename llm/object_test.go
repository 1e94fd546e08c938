package llm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

type table struct {
	Seats int `json:"seats"`
}

func tableSchema(t *testing.T) *llm.Schema[table] {
	t.Helper()
	s, err := llm.SchemaOf[table]()
	must(t, err)
	return s
}

// ends is an answer that finished in some other way than it should.
func ends(how llm.Finish, text string) llmtest.Step {
	s := llmtest.Say(text)
	s.Chunks[len(s.Chunks)-1].Finish = how
	return s
}

func TestObject(t *testing.T) {
	good, prose, many := llmtest.Say(`{"seats":4}`), llmtest.Say("About four."), llmtest.Say(`{"seats":400}`)
	tests := []struct {
		name  string
		steps []llmtest.Step
		asked int
		told  string // what the model is told of its first answer
		err   string
	}{
		{"a good answer is taken", []llmtest.Step{good}, 1, "", ""},
		{"prose is repaired", []llmtest.Step{prose, good}, 2, "rejected: not JSON: invalid character 'A'", ""},
		{"what does not fit the schema is repaired", []llmtest.Step{llmtest.Say(`{"seats":"4"}`), good}, 2, `want "integer"`, ""},
		{"what the check refuses is repaired", []llmtest.Step{many, good}, 2, "rejected: the house has 20 seats. Answer again", ""},
		{"an answer cut by the limit is repaired", []llmtest.Step{ends(llm.Length, `{"seats":`), good}, 2, "longer than the limit", ""},
		{"a whole object that was cut by the limit is not trusted", []llmtest.Step{ends(llm.Length, `{"seats":4}`), good}, 2, "longer than the limit", ""},
		{"no words are asked for again without a reproach", []llmtest.Step{llmtest.Say(" "), good}, 2, "", ""},
		{"two bad answers are an error", []llmtest.Step{prose, many, good}, 2, "not JSON", "two bad answers: the house has 20 seats"},
		{"two cut answers are an error", []llmtest.Step{ends(llm.Length, "{"), ends(llm.Length, "{"), good}, 2, "limit", "two bad answers: it is longer than the limit"},
		{"a withheld answer is final", []llmtest.Step{ends(llm.Filtered, ""), good}, 1, "", "the provider withheld the answer"},
		{"a withheld second answer is final too", []llmtest.Step{prose, ends(llm.Filtered, ""), good}, 2, "not JSON", "two bad answers: the provider withheld the answer"},
		{"a model that fails is not repaired", []llmtest.Step{llmtest.Fail(llm.Transient), good}, 1, "", "script: scripted failure"},
		{"a model that fails to repair tells both", []llmtest.Step{prose, llmtest.Fail(llm.Transient), good}, 2, "not JSON", "bad answer (not JSON: invalid character 'A' looking for beginning of value), and no second one: script: scripted failure"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := script(tt.steps...)
			got, resp, err := llm.Object(t.Context(), m, ask, tableSchema(t), func(v table) error {
				if v.Seats > 20 {
					return errors.New("the house has 20 seats")
				}
				return nil
			})
			if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
				t.Fatalf("error = %v, want %q", err, tt.err)
			}
			if want := (table{4}); err == nil && got != want || err != nil && got != (table{}) {
				t.Errorf("value = %+v", got)
			}
			asked := m.Asked()
			if len(asked) != tt.asked {
				t.Fatalf("asked %d times, want %d", len(asked), tt.asked)
			}
			last := asked[len(asked)-1].Messages
			if said := last[len(last)-1].Parts[0].Text; !strings.Contains(said, tt.told) || tt.told == "" && len(last) != 1 {
				t.Errorf("the model was told %q, want %q", said, tt.told)
			}
			if firstFailed := err != nil && tt.steps[0].Err != nil; (resp == nil) != firstFailed {
				t.Errorf("response = %+v; it comes unless no answer came", resp)
			}
		})
	}
}

func TestTheModelSeesItsBadAnswerAndTheRequestIsNotChanged(t *testing.T) {
	messages := slices.Grow([]llm.Message{llm.Text(llm.RoleUser, "Mesa para quatro")}, 8)
	req := &llm.Request{System: "s", Messages: messages, MaxTokens: 9}
	bad := llmtest.Step{Chunks: []llm.Chunk{
		{Part: llm.Part{Thinking: "hm", Sig: []byte("sig")}},
		{Part: llm.Part{Text: "Qua"}},
		{Part: llm.Part{Text: "tro\n"}},
		{Part: llm.Part{Call: &llm.ToolCall{ID: "1", Name: "f"}}},
		{Finish: llm.ToolCalls},
	}}
	m := script(bad, llmtest.Say(`{"seats":4}`))
	if _, _, err := llm.Object(t.Context(), m, req, tableSchema(t), nil); err != nil {
		t.Fatal(err)
	}
	asked := m.Asked()
	want := []llm.Message{
		messages[0],
		llm.Text(llm.RoleAssistant, "Quatro"),
		llm.Text(llm.RoleUser, "That answer was rejected: not JSON: invalid character 'Q' looking for beginning of value. Answer again, with the answer only."),
	}
	if diff := cmp.Diff(want, asked[1].Messages); diff != "" {
		t.Errorf("the second request (-want +got):\n%s", diff)
	}
	for i, r := range asked {
		if r.SchemaName != "answer" || string(r.Schema) != string(tableSchema(t).JSON()) || r.System != "s" || r.MaxTokens != 9 {
			t.Errorf("request %d = %+v", i, r)
		}
	}
	if diff := cmp.Diff(&llm.Request{System: "s", Messages: messages, MaxTokens: 9}, req); diff != "" || messages[:2][1].Role != "" {
		t.Errorf("the caller's request was changed:\n%s", diff)
	}
}

func TestSchemaNameIsKept(t *testing.T) {
	m := script(llmtest.Say(`{"seats":4}`))
	if _, _, err := llm.Object(t.Context(), m, &llm.Request{Messages: ask.Messages, SchemaName: "table"}, tableSchema(t), nil); err != nil || m.Asked()[0].SchemaName != "table" {
		t.Errorf("schema name %q, error %v", m.Asked()[0].SchemaName, err)
	}
}

func TestARepairAddsUp(t *testing.T) {
	answer := func(text string, cost *llm.USD, note string) llmtest.Step {
		return llmtest.Step{Chunks: []llm.Chunk{{
			Part: llm.Part{Text: text}, Finish: llm.Stop, Model: "m-" + note,
			Usage: llm.Usage{Input: 10, Output: 1}, Cost: cost, Notes: []string{note},
		}}}
	}
	tests := []struct {
		name          string
		first, second *llm.USD
		want          *llm.USD
	}{
		{"costs add", new(llm.USD(3)), new(llm.USD(4)), new(llm.USD(7))},
		{"a cost unknown at first stays unknown", nil, new(llm.USD(4)), nil},
		{"a cost unknown at last makes it unknown", new(llm.USD(3)), nil, nil},
	}
	for _, tt := range tests {
		for _, second := range []string{`{"seats":4}`, "worse"} {
			m := script(answer("bad", tt.first, "a"), answer(second, tt.second, "b"))
			_, resp, _ := llm.Object(t.Context(), m, ask, tableSchema(t), nil)
			want := &llm.Response{
				Message: llm.Text(llm.RoleAssistant, second), Finish: llm.Stop, Model: "m-b",
				Usage: llm.Usage{Input: 20, Output: 2}, Cost: tt.want, Notes: []string{"a", "b"},
			}
			if diff := cmp.Diff(want, resp); diff != "" {
				t.Errorf("%s, second answer %q (-want +got):\n%s", tt.name, second, diff)
			}
		}
	}
}

func TestCheckedSaysOnlyTheFirstAnswer(t *testing.T) {
	var heard strings.Builder
	m := script(llmtest.Say("São ", "R$ 9"), llmtest.Say("Boa noite!"))
	got, _, err := llm.Checked(t.Context(), m, ask, func(r *llm.Response) (string, error) {
		if strings.Contains(r.Text(), "R$") {
			return "", errors.New("no prices")
		}
		return r.Text(), nil
	}, func(s string) { heard.WriteString(s) })
	if err != nil || got != "Boa noite!" || heard.String() != "São R$ 9" {
		t.Errorf("got %q, %v, heard %q", got, err, heard.String())
	}
}

func TestAnErrorOfTheSecondCallCanBeMatched(t *testing.T) {
	m := script(llmtest.Say("bad"), llmtest.Step{Err: llm.ErrOverBudget})
	_, resp, err := llm.Object(t.Context(), m, ask, tableSchema(t), nil)
	if !errors.Is(err, llm.ErrOverBudget) || resp == nil || resp.Usage.Input != 10 {
		t.Errorf("got %+v, %v, want the error and what the first answer used", resp, err)
	}
}
