package cli

import (
	"context"
	"errors"
	"flag"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
)

func memoryCommands() []command {
	return []command{
		memoryShowCommand(), memoryExportCommand(), memoryForgetCommand(), memoryConsentCommand(), memoryFeedbackCommand(),
		memoryAddCommand(), memoryRebuildCommand(), memoryDetectCommand(), memoryRecallCommand(),
	}
}

func memoryDetectCommand() command {
	return command{
		name: "memory detect", args: "< in.jsonl", about: "what of a guest's messages might be remembered",
		help: `A line {"id":…,"text":…}, or {"id":…,"queries":[…]} for several messages of one guest, gives
{"id":…,"items":[{"kind","key","value","scope","subject","confidence","retract"}]}. These are proposals of the
rules; what is under 0.7 does not count. Nothing is stored.

  echo '{"id":1,"text":"sou alérgico a camarão"}' | maitre memory detect`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				return a.answered(jsonl.Run(ctx, a.Stdin, a.Stdout, detectLine, nil))
			}
		},
	}
}

type detectIn struct {
	Text    string   `json:"text"`
	Queries []string `json:"queries"`
}

type detectOut struct {
	Items []memory.Candidate `json:"items"`
}

// detectLine strikes out what must never be remembered before it looks.
func detectLine(_ context.Context, in detectIn) (detectOut, error) {
	queries := in.Queries
	if in.Text != "" {
		queries = append(queries, in.Text)
	}
	if strings.TrimSpace(strings.Join(queries, "")) == "" {
		return detectOut{}, errors.New(`there is no "text" and there are no "queries"`)
	}
	clean := make([]string, len(queries))
	for i, q := range queries {
		clean[i] = scrub.Text(q)
	}
	return detectOut{append([]memory.Candidate{}, memory.Detect(clean)...)}, nil
}
