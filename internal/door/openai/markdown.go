package openai

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/maitre-dev/maitre/graph"
)

// markdown makes a component's text into Markdown. Its lists are such already;
// what else would be markup is a name that somebody chose, and stands as it is.
func markdown(text string) string {
	var b strings.Builder
	listed := false
	for i, line := range strings.Split(text, "\n") {
		mark := item.FindString(line)
		switch {
		case i == 0:
		case listed && mark != "":
			b.WriteString("\n")
		default: // or the line would go on with the one before
			b.WriteString("\n\n")
		}
		listed = mark != ""
		b.WriteString(mark + plain(line[len(mark):]))
	}
	return b.String()
}

// item is how a line of a list begins.
var item = regexp.MustCompile(`^(?:- |[0-9]{1,3}\. )`)

// escapes are the signs that Markdown would read in the middle of a line.
var escapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `\<`, `|`, `\|`, `~`, `\~`, `$`, `\$`, `&`, `\&`)

// plain makes one line mean what it says. A link stays one: components have
// only those that lead to https.
func plain(line string) string {
	words := strings.Split(line, " ")
	for i, w := range words {
		if !strings.HasPrefix(w, "https://") || strings.ContainsAny(w, "[]()<>`*|\\") {
			words[i] = escapes.Replace(w)
		}
	}
	line = strings.Join(words, " ")
	if block.MatchString(line) {
		return `\` + line
	}
	return line
}

// block is how a heading, a quotation, a list or a rule begins.
var block = regexp.MustCompile(`^(?:#|>|\+|-|=)`)

// asked says a question and what may be chosen, with the numbers by which a
// guest may choose it.
func asked(q *graph.Question) string {
	if len(q.Options) == 0 {
		return q.Text
	}
	var all []string
	for i, o := range q.Options {
		all = append(all, fmt.Sprintf("(%d) %s", i+1, plain(strings.Join(strings.Fields(o.Label), " "))))
	}
	return q.Text + "\n\n" + strings.Join(all, " · ")
}
