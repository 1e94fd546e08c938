package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/thread"
)

func tokenCommands() []command {
	return []command{tokenCreateCommand(), tokenListCommand(), tokenRevokeCommand()}
}

func tokenCreateCommand() command {
	return command{
		name: "token create", about: "make a token that a guest's program signs in to the server with",
		help: `It prints the secret, once: only its hash is kept. Whoever has it is the guest, until the token is revoked.

  maitre token create --guest C001 --name laptop
  curl -H "Authorization: Bearer mtr_…" …`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			guest := fs.String("guest", "", "`GUEST` whom it signs in")
			name := fs.String("name", "", "`NAME` to know it by in lists, such as where it is used")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if err := thread.CheckID(*guest); err != nil {
					return &usageError{fmt.Sprintf("--guest %q: %v", *guest, err), ""}
				}
				tokens, err := a.tokens(ctx)
				if err != nil {
					return err
				}
				secret, t, hash := token.New(*guest, *name)
				if err := tokens.PutToken(ctx, t, hash); err != nil {
					return err
				}
				fmt.Fprintf(a.Stderr, "token %s signs in %s; it is not shown again:\n", t.ID, t.Guest)
				_, err = fmt.Fprintln(a.Stdout, secret)
				return err
			}
		},
	}
}

func tokenListCommand() command {
	return command{
		name: "token list", about: "the tokens that were made, with when they were last used",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			guest := fs.String("guest", "", "only those of `GUEST`")
			asJSON := fs.Bool("json", false, "one JSON object a line")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				tokens, err := a.tokens(ctx)
				if err != nil {
					return err
				}
				ts, err := tokens.Tokens(ctx, *guest)
				if err != nil {
					return err
				}
				if *asJSON {
					for _, t := range ts {
						if err := writeJSON(a.Stdout, t); err != nil {
							return err
						}
					}
					return nil
				}
				tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
				for _, t := range ts {
					fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", t.ID, plain(t.Guest), tokenState(t), plain(t.Name))
				}
				return tw.Flush()
			}
		},
	}
}

func tokenState(t token.Token) string {
	switch {
	case !t.Revoked.IsZero():
		return "revoked " + t.Revoked.Format(time.DateOnly)
	case t.Used.IsZero():
		return "never used"
	}
	return "used " + t.Used.Format(time.DateOnly)
}

func tokenRevokeCommand() command {
	return command{
		name: "token revoke", args: "ID", about: "make a token good for nothing, for ever",
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"name one token by its id", `"maitre token list" tells the ids`}
				}
				tokens, err := a.tokens(ctx)
				if err != nil {
					return err
				}
				// Who gives the secret by mistake must not find it in an error.
				err = tokens.RevokeToken(ctx, args[0])
				if errors.Is(err, token.ErrNotFound) {
					return fmt.Errorf(`%w ("maitre token list" tells the ids)`, err)
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(a.Stdout, "revoked")
				return err
			}
		},
	}
}

// tokens opens the database for its tokens.
func (a *app) tokens(ctx context.Context) (token.Store, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	return db, nil
}
