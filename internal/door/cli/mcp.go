package cli

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/mcp"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
)

func mcpCommand() command {
	return command{
		name: "mcp", about: "tools for another program's agent, over standard input and output",
		help: `It speaks the Model Context Protocol: an agent such as Claude Desktop starts it and calls its tools. All it answers
is for one guest. The same tools are at /mcp of "maitre serve".

  maitre mcp --as C001`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			guest := fs.String("as", "C001", "`GUEST` whom the tools answer for")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if err := thread.CheckID(*guest); err != nil {
					return &usageError{fmt.Sprintf("--as %q: %v", *guest, err), ""}
				}
				door, err := a.tools(ctx)
				if err != nil {
					return err
				}
				return door.Serve(ctx, *guest, io.NopCloser(a.Stdin), kept{a.Stdout})
			}
		},
	}
}

// kept is a writer that is not ours to close.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// tools puts together what other programs' agents may call.
func (a *app) tools(ctx context.Context) (*mcp.Door, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	budget := a.budget(db)
	runner, err := a.runnerWith(a.config.Models, budget)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Advisor: a.advisor(db, runner), Waiter: a.waiter(db, runner), Planner: a.planner(db, runner),
		Hooks: hook.Chain{a.bookOf(db).Hook()}, Shown: db, Budget: budget,
		Language: lang.Language(a.config.House.Language), Version: thisBuild().Version, Log: a.log,
	}), nil
}
