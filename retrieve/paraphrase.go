package retrieve

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/retrieve.paraphrase.md
var paraphrasePrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Paraphrase}

// Paraphrase says a question in other words, one variation a line. What a
// model answers goes through [Lines] before it is used.
var Paraphrase = &task.Task[ParaphraseIn, string]{
	Name:   "retrieve.paraphrase",
	About:  "a question in other words, for a search that found too little",
	Prompt: paraphrasePrompt,
	Params: task.Params{Temperature: 0.3, TopP: 0.9, MaxTokens: 512, Timeout: 30 * time.Second},
	Rule: func(_ context.Context, in ParaphraseIn) (string, error) {
		return strings.Join(reword(ontology.Default(), in.Query, in.N), "\n"), nil
	},
}

// ParaphraseIn is a question to be said in other words.
type ParaphraseIn struct {
	Query string `json:"query"`
	N     int    `json:"n"`               // how many variations
	About string `json:"about,omitempty"` // what is searched, for the model
}

var marker = regexp.MustCompile(`^\s*(?:[-*•–>]+|\(?\d{1,2}[.):-]|[a-zA-Z][.)])\s*`)

// Lines makes paraphrases of a model's answer: numbers, bullets and quotes
// around a line are stripped, lines under ten letters and repetitions dropped,
// and at most n kept.
func Lines(answer string, n int) []string {
	var kept []string
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(marker.ReplaceAllString(line, ""))
		line = strings.TrimSpace(strings.Trim(line, `"'“”«»*`))
		if size := utf8.RuneCountInString(line); size < 10 || size > 500 {
			continue
		}
		if !slices.Contains(kept, line) {
			kept = append(kept, line)
		}
		if len(kept) == n {
			break
		}
	}
	return kept
}

// paraphrases and who wrote them, as they are kept.
type paraphrases struct {
	By    string   `json:"by"`
	Lines []string `json:"lines"`
}

// errByRule says that there are models and none was of use.
var errByRule = errors.New("no model paraphrases")

// say has the task done.
func say(ctx context.Context, runner *task.Runner, in ParaphraseIn) (paraphrases, error) {
	res, err := Paraphrase.Do(ctx, runner, in)
	if err != nil {
		return paraphrases{}, err
	}
	p := paraphrases{res.By, Lines(res.Out, in.N)}
	if len(runner.Models) > 0 && (p.By == task.ByRule || len(p.Lines) == 0) {
		return p, fmt.Errorf("%w: %s", errByRule, cmp.Or(res.Why, "no line of the answer can be used"))
	}
	return p, nil
}

// reword says a question in other words by the ontology: what it names gets
// another of its names.
func reword(o *ontology.Ontology, query string, n int) []string {
	found := o.Read(query)
	folded := " " + lang.Fold(query) + " "
	var all []string
	for i := range 4 * n {
		text := folded
		for _, m := range found {
			forms := o.Forms(m.Concept)
			if len(forms) < 2 {
				continue
			}
			at := slices.IndexFunc(forms, func(f string) bool { return lang.Fold(f) == m.Words })
			form := lang.Fold(forms[(at+1+i)%len(forms)])
			text = strings.Replace(text, " "+m.Words+" ", " "+form+" ", 1)
		}
		text = strings.TrimSpace(text)
		if text != strings.TrimSpace(folded) && len(text) >= 10 && !slices.Contains(all, text) {
			all = append(all, text)
		}
		if len(all) >= n {
			break
		}
	}
	return all
}
