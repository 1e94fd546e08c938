package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre/internal/base/qr"
	"github.com/maitre-dev/maitre/internal/specialist/house"
)

func linkCommands() []command {
	return []command{linkCommand(), linkListCommand(), linkRevokeCommand()}
}

func linkCommand() command {
	return command{
		name: "link", about: "make a link, and its QR code, by which guests of a table or a room come in",
		help: `It prints the link, once: only its hash is kept. Whoever opens it is a new guest of that table, without signing in,
until the link ends or is revoked. Two devices are two guests.

  maitre link --table 12 --days 90 --qr table12.svg
  maitre link --table "Suíte 3" --url https://maitre.example.com`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			table := fs.String("table", "", "`NAME` of the table or room, as the staff calls it")
			days := fs.Int("days", 1, "how many `DAYS` it lasts")
			picture := fs.String("qr", "", "`FILE`.svg or .png for its QR code")
			base := fs.String("url", "", "`URL` by which guests reach the server; without it the first public_host, or the address")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				kind := strings.ToLower(filepath.Ext(*picture))
				switch {
				case *table == "":
					return &usageError{"name a table or a room", "maitre link --table 12"}
				case *days < 1 || *days > house.MaxLinkDays:
					return &usageError{fmt.Sprintf("--days %d: a link lasts from 1 to %d days", *days, house.MaxLinkDays), ""}
				case *picture != "" && kind != ".svg" && kind != ".png":
					return &usageError{"--qr " + *picture + " is neither .svg nor .png", "maitre link --table 12 --qr table12.svg"}
				}
				links, err := a.links(ctx)
				if err != nil {
					return err
				}
				code, made, err := links.Make(ctx, *table, *days)
				if err != nil {
					return err
				}
				to := house.LinkURL(a.publicURL(*base), code)
				if *picture != "" {
					if err := draw(*picture, kind, to); err != nil {
						return err
					}
				}
				fmt.Fprintf(a.Stderr, "link %s to table %s until %s; it is not shown again:\n", made.ID, plain(made.Table), made.Until.Format(time.DateOnly))
				_, err = fmt.Fprintln(a.Stdout, to)
				return err
			}
		},
	}
}

// draw writes a QR code to a file that only its owner may read: whoever has it comes in.
func draw(file, kind, text string) error {
	svg, err := qr.SVG(text)
	raw := []byte(svg)
	if kind == ".png" {
		raw, err = qr.PNG(text)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, raw, 0o600)
}

// publicURL is where guests reach the server.
func (a *app) publicURL(said string) string {
	if said != "" {
		return said
	}
	if hosts := a.config.Server.Hosts; len(hosts) > 0 {
		return "https://" + hosts[0]
	}
	return "http://" + a.config.Server.Addr
}

// links opens the links by which guests come in.
func (a *app) links(ctx context.Context) (*house.Links, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	return &house.Links{Store: db}, err
}

func linkListCommand() command {
	return command{
		name: "link list", about: "the links that were made, with how long they last",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a line")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				links, err := a.links(ctx)
				if err != nil {
					return err
				}
				all, err := links.List(ctx)
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
				for _, l := range all {
					if *asJSON {
						err = writeJSON(a.Stdout, l)
					} else {
						_, err = fmt.Fprintf(w, "%s\t%s\t%s\n", l.ID, linkState(l), plain(l.Table))
					}
					if err != nil {
						return err
					}
				}
				return w.Flush()
			}
		},
	}
}

func linkState(l house.Link) string {
	switch {
	case !l.Ended.IsZero():
		return "revoked " + l.Ended.Format(time.DateOnly)
	case time.Now().After(l.Until):
		return "ended " + l.Until.Format(time.DateOnly)
	}
	return "until " + l.Until.Format(time.DateOnly)
}

func linkRevokeCommand() command {
	return command{
		name: "link revoke", args: "ID", about: "end a link: nobody comes in by it any more, and those who did are out",
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"name one link by its id", `"maitre link list" tells the ids`}
				}
				links, err := a.links(ctx)
				if err != nil {
					return err
				}
				if _, err = links.Revoke(ctx, args[0]); errors.Is(err, house.ErrNoLink) {
					return fmt.Errorf(`%w ("maitre link list" tells the ids)`, err) // without what may be a code
				}
				if err == nil {
					_, err = fmt.Fprintln(a.Stdout, "revoked")
				}
				return err
			}
		},
	}
}
