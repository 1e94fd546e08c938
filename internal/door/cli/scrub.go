package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/scrub"
)

func scrubCommand() command {
	return command{
		name: "scrub", args: "< in > out", about: "strike personal data and secrets out of text",
		help: `A line {"id":…,"text":…} gives {"id":…,"text":…,"found":[{"type","start","end","sensitivity"}]}, with the
places in bytes of the text that came in. Any other line is taken as text, unless --json is given.`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			strict := fs.Bool("json", false, "a line that is not JSON is an error line")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *strict {
					return a.answered(jsonl.Run(ctx, a.Stdin, a.Stdout, scrubLine, nil))
				}
				return scrubText(ctx, a)
			}
		},
	}
}

type scrubIn struct {
	Text string `json:"text"`
}

type scrubOut struct {
	Text  string          `json:"text"`
	Found []scrub.Finding `json:"found"`
}

func scrubLine(_ context.Context, in scrubIn) (scrubOut, error) {
	clean, found := scrub.Replace(in.Text)
	return scrubOut{clean, append([]scrub.Finding{}, found...)}, nil
}

// scrubText takes each line as JSON if it is an object, else as text.
func scrubText(ctx context.Context, a *app) error {
	for line := range jsonl.Lines(a.Stdin) {
		if errors.Is(line.Err, jsonl.ErrRead) {
			return line.Err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text := strings.ToValidUTF8(string(line.Data), "\uFFFD")
		var err error
		if object := map[string]json.RawMessage{}; json.Unmarshal(line.Data, &object) == nil {
			_, err = jsonl.Run(ctx, strings.NewReader(text), a.Stdout, scrubLine, nil)
		} else {
			_, err = fmt.Fprintln(a.Stdout, scrub.Text(text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
