package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/qr"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/specialist/house"
)

func tokenCreateCommand(ctx context.Context, a *app, _ []string) error {
	guest, name, role := a.text("guest"), a.text("name"), a.text("role")
	if role != "" && role != token.Owner && role != token.Staff {
		return &usageError{fmt.Sprintf("--role %q is neither owner nor staff", role), "maitre token create --role staff --name Rita"}
	}
	if role != "" && guest == "" {
		if strings.TrimSpace(name) == "" {
			return &usageError{"say whose it is: guests and the others of the house read the name", "maitre token create --role " + role + " --name Rita"}
		}
		guest = token.Person()
	}
	if err := checkID("guest", guest); err != nil {
		return err
	}
	secret, t, hash := token.New(guest, name)
	t.Role = role
	if err := a.db.PutToken(ctx, t, hash); err != nil {
		return err
	}
	if err := a.wrote(ctx, "token create", t.ID, strings.TrimSpace(t.Name+" "+t.Role)); err != nil {
		return err
	}
	fmt.Fprintf(a.Stderr, "token %s signs in %s; it is not shown again:\n", t.ID, t.Guest)
	_, err := fmt.Fprintln(a.Stdout, secret)
	return err
}

func tokenListCommand(ctx context.Context, a *app, _ []string) error {
	ts, err := a.db.Tokens(ctx, a.text("guest"))
	if err != nil {
		return err
	}
	return showEach(a, ts, func(w io.Writer, t token.Token) {
		who := t.Guest
		if t.Role != "" {
			who += " (" + t.Role + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.ID, who, tokenState(t), t.Name)
	})
}

func tokenState(t token.Token) string {
	switch {
	case !t.Revoked.IsZero():
		return "revoked " + t.Revoked.Local().Format(time.DateOnly)
	case t.Used.IsZero():
		return "never used"
	}
	return "used " + t.Used.Local().Format(time.DateOnly)
}

func tokenRevokeCommand(ctx context.Context, a *app, args []string) error {
	// Who gives the secret by mistake must not find it in an error.
	err := a.db.RevokeToken(ctx, args[0])
	if errors.Is(err, token.ErrNotFound) {
		return fmt.Errorf(`%w ("maitre token list" tells the ids)`, err)
	}
	if err != nil {
		return err
	}
	return a.done(ctx, "token revoke", args[0], "", "revoked")
}

func linkCommand(ctx context.Context, a *app, _ []string) error {
	table, days, picture, base := a.text("table"), a.number("days"), a.text("qr"), a.text("url")
	kind := strings.ToLower(filepath.Ext(picture))
	switch {
	case table == "":
		return &usageError{"name a table or a room", "maitre link --table 12"}
	case days < 1 || days > house.MaxLinkDays:
		return &usageError{fmt.Sprintf("--days %d: a link lasts from 1 to %d days", days, house.MaxLinkDays), ""}
	case picture != "" && kind != ".svg" && kind != ".png":
		return &usageError{"--qr " + picture + " is neither .svg nor .png", "maitre link --table 12 --qr table12.svg"}
	}
	at := a.publicURL(base)
	if base == "" && onlyHere(at) {
		return &usageError{"no guest's telephone reaches " + plain(at), "give the address that they use, as --url https://maitre.example.com, or the setting public_host; to try it on this machine, --url " + plain(at)}
	}
	code, made, err := a.links().Make(ctx, table, days)
	if err != nil {
		return err
	}
	if err := a.wrote(ctx, "link", made.ID, made.Table); err != nil {
		return err
	}
	to := house.LinkURL(at, code)
	if picture != "" {
		if err := draw(picture, kind, to); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.Stderr, "link %s to table %s until %s; it is not shown again:\n", made.ID, plain(made.Table), made.Until.Local().Format(time.DateOnly))
	_, err = fmt.Fprintln(a.Stdout, to)
	return err
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

// onlyHere reports whether an address is good on this machine alone.
func onlyHere(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "" || u.Hostname() == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// links has the links by which guests come in.
func (a *app) links() *house.Links { return &house.Links{Store: a.db} }

func linkListCommand(ctx context.Context, a *app, _ []string) error {
	all, err := a.links().List(ctx)
	if err != nil {
		return err
	}
	return showEach(a, all, func(w io.Writer, l house.Link) {
		fmt.Fprintf(w, "%s\tmade %s\t%s\t%s\n", l.ID, l.Made.Local().Format("2006-01-02 15:04"), linkState(l), l.Table)
	})
}

func linkState(l house.Link) string {
	switch {
	case !l.Ended.IsZero():
		return "revoked " + l.Ended.Local().Format(time.DateOnly)
	case time.Now().After(l.Until):
		return "ended " + l.Until.Local().Format(time.DateOnly)
	}
	return "until " + l.Until.Local().Format(time.DateOnly)
}

func linkRevokeCommand(ctx context.Context, a *app, args []string) error {
	gone, err := a.links().Revoke(ctx, args[0])
	if errors.Is(err, house.ErrNoLink) {
		return fmt.Errorf(`%w ("maitre link list" tells the ids)`, err) // without what may be a code
	}
	if err != nil {
		return err
	}
	return a.done(ctx, "link revoke", gone.ID, gone.Table, "revoked")
}
