package openai

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/route"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// job is what Open WebUI wants done beside a conversation: a title for it, tags,
// questions to go on with. It is nothing that the guest says, so it is answered
// here, by a rule: no tool is called, nothing is remembered, no model is paid.
type job string

func (in *request) job() (job, bool) {
	text := strings.TrimSpace(in.said())
	return job(text), strings.HasPrefix(text, "### Task:")
}

// answer returns the JSON that a job asks for. A job that we do not know gets
// an empty object.
func (j job) answer(ctx context.Context) string {
	said := j.said()
	out := map[string]any{}
	switch {
	case j.wants("title"):
		out["title"] = thread.CleanTitle(strings.Join(said[:min(1, len(said))], ""))
	case j.wants("tags"):
		out["tags"] = tags(ctx, said)
	case j.wants("follow_ups"):
		out["follow_ups"] = []string{}
	case j.wants("queries"):
		out["queries"] = []string{}
	case j.wants("text"):
		out["text"] = ""
	}
	raw, _ := json.Marshal(out) // texts alone
	return string(raw)
}

// wants reports whether the answer is to have a field. The conversation that
// comes with the job may say anything, so only what is before it counts.
func (j job) wants(field string) bool {
	asks, _, _ := strings.Cut(string(j), "<chat_history>")
	return strings.Contains(asks, `"`+field+`"`)
}

// said returns what the guest says in the conversation of a job.
func (j job) said() (lines []string) {
	_, history, _ := strings.Cut(string(j), "<chat_history>")
	history, _, _ = strings.Cut(history, "</chat_history>")
	for line := range strings.Lines(history) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "USER:"); ok {
			lines = append(lines, strings.TrimSpace(text))
		}
	}
	return lines
}

// tags names what a conversation is about. General is what Open WebUI wants
// where there is nothing to name.
func tags(ctx context.Context, said []string) []string {
	language, _ := lang.Detect(strings.Join(said, "\n"))
	topics := texts.In(language).House.Topics
	var all []string
	for _, message := range said {
		res, err := route.Choose.Do(ctx, &task.Runner{}, route.In{Message: message})
		if tag := topics[res.Out.Specialist]; err == nil && tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if len(all) == 0 {
		return []string{"General"}
	}
	return all
}
