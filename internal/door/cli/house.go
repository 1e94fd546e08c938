package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/qr"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/specialist/house"
)

// maxHouseFile bounds the file of "house set", in bytes.
const maxHouseFile = 1 << 20

type houseSetIn struct {
	File string
	Yes  bool
}

func houseSet(ctx context.Context, a *app, in houseSetIn) (any, error) {
	f, err := a.read(ctx, in.File, "reading what the house says of itself")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxHouseFile+1))
	if err == nil && len(text) > maxHouseFile {
		err = fmt.Errorf("%s has more than %d bytes", in.File, maxHouseFile)
	}
	if err != nil {
		return nil, err
	}
	facts, err := house.ParseFacts(string(text))
	if err != nil {
		return nil, err
	}
	before, err := house.Kept(ctx, a.db)
	if err != nil {
		return nil, err
	}
	if gone := before.Replaced(facts); len(gone) > 0 {
		a.tell("%s", strings.Join(gone, "\n"))
		if err := a.sure(ctx, in.Yes, "this takes the place of what was told before"); err != nil {
			return nil, err
		}
	}
	if err := house.Keep(ctx, a.db, facts, time.Now()); err != nil {
		return nil, err
	}
	return fmt.Sprintf("told, with %d answers; look at it with: maitre house show", len(facts.Answers)), a.wrote(ctx, "house set", "", facts.Name)
}

func houseShow(ctx context.Context, a *app, _ nothing) (any, error) {
	facts, err := house.Kept(ctx, a.db)
	if err != nil || a.json {
		return facts, err
	}
	text, err := facts.TOML()
	_, unsaid := io.WriteString(a.Stdout, plain(text))
	return nil, errors.Join(err, unsaid)
}

// sure asks at a terminal whether something is to be done, unless --yes has said so; elsewhere
// nobody could answer.
func (a *app) sure(ctx context.Context, yes bool, what string) error {
	switch {
	case yes:
		return nil
	case !isTerminal(a.Stdin):
		return wrong("add --yes", "%s", what)
	}
	fmt.Fprintf(a.Stderr, "%s: go on? [y/N] ", plain(what))
	answer, _ := bufio.NewReader(a.input(ctx)).ReadString('\n')
	if !slices.Contains([]string{"y", "yes", "s", "sim", "si", "sí"}, strings.ToLower(strings.TrimSpace(answer))) {
		return errors.New("nothing was changed")
	}
	return nil
}

// wrote has the journal say that a command changed the house.
func (a *app) wrote(ctx context.Context, command, of, note string) error {
	return (&house.Journal{Store: a.db}).Add(ctx, house.Entry{By: house.CommandLine, Did: "maitre " + command, Of: of, Note: note})
}

// inbox has the requests of guests to the staff.
func (a *app) inbox() *house.Inbox { return &house.Inbox{Store: a.db, Threads: a.db} }

// listedRequest is a request, and its state in words: new, taken, done, or declined, withdrawn or replaced.
type listedRequest struct {
	house.Request
	Stands string `json:"-"`
}

func requestsList(ctx context.Context, a *app, in struct{ All bool }) (any, error) {
	list, err := a.inbox().List(ctx)
	stands := map[string]string{} // by id
	for _, r := range list {
		switch {
		case r.Declined:
			stands[r.ID] = "declined"
		case r.Undone && stands[r.ID] == "":
			stands[r.ID] = "withdrawn"
		}
		if r.Instead != "" {
			stands[r.Instead] = "replaced"
		}
	}
	var all []listedRequest
	for _, r := range list {
		if in.All || r.State != house.Done {
			all = append(all, listedRequest{r, cmp.Or(stands[r.ID], r.State)})
		}
	}
	return all, err
}

type requestsSetIn struct {
	By, Reply string
	Declined  bool
	ID, State string
}

func requestsSet(ctx context.Context, a *app, in requestsSetIn) (any, error) {
	r, err := a.inbox().Set(ctx, in.ID, house.Change{State: in.State, By: in.By, Reply: in.Reply, Declined: in.Declined})
	if err != nil {
		return nil, fmt.Errorf("request %s: %w", in.ID, err)
	}
	return fmt.Sprintf("%s %s by %s", r.ID, r.State, r.By), a.wrote(ctx, "requests set", r.ID, fmt.Sprintf("%s, %s, %s", r.Kind, r.State, in.By))
}

type tokenCreateIn struct {
	Guest      id
	Name, Role string
}

func tokenCreate(ctx context.Context, a *app, in tokenCreateIn) (any, error) {
	guest := string(in.Guest)
	switch {
	case guest == "" && in.Role == "":
		return nil, wrong("--guest C001, or --role owner --name Ana", "say whom it signs in")
	case guest == "" && strings.TrimSpace(in.Name) == "":
		return nil, wrong("maitre token create --role "+in.Role+" --name Rita", "say whose it is: guests and the others of the house read the name")
	case guest == "":
		guest = token.Person()
	}
	secret, t, hash := token.New(guest, in.Name)
	t.Role = in.Role
	if err := a.db.PutToken(ctx, t, hash); err != nil {
		return nil, err
	}
	if err := a.wrote(ctx, "token create", t.ID, strings.TrimSpace(t.Name+" "+t.Role)); err != nil {
		return nil, err
	}
	a.tell("token %s signs in %s; it is not shown again:", t.ID, t.Guest)
	return secret, nil
}

func tokenList(ctx context.Context, a *app, in struct{ Guest string }) (any, error) {
	return a.db.Tokens(ctx, in.Guest)
}

// tokenRevoke does not repeat what it was given: it may be a secret, by mistake.
func tokenRevoke(ctx context.Context, a *app, in struct{ ID string }) (any, error) {
	err := a.db.RevokeToken(ctx, in.ID)
	if errors.Is(err, token.ErrNotFound) {
		return nil, fmt.Errorf(`%w ("maitre token list" tells the ids)`, err)
	}
	if err != nil {
		return nil, err
	}
	return "revoked", a.wrote(ctx, "token revoke", in.ID, "")
}

// links has the links by which guests come in.
func (a *app) links() *house.Links { return &house.Links{Store: a.db} }

type linkMakeIn struct {
	Table, QR, URL string
	Days           int
}

func linkMake(ctx context.Context, a *app, in linkMakeIn) (any, error) {
	kind := strings.ToLower(filepath.Ext(in.QR))
	if in.QR != "" && kind != ".svg" && kind != ".png" {
		return nil, wrong("maitre link --table 12 --qr table12.svg", "--qr %s is neither .svg nor .png", in.QR)
	}
	at := a.publicURL(in.URL)
	if in.URL == "" && onlyHere(at) {
		hint := "give the address that they use, as --url https://maitre.example.com, or the setting public_host; to try it on this machine, --url " + plain(at)
		return nil, wrong(hint, "no guest's telephone reaches %s", plain(at))
	}
	code, made, err := a.links().Make(ctx, in.Table, in.Days)
	if err != nil {
		return nil, err
	}
	if err := a.wrote(ctx, "link", made.ID, made.Table); err != nil {
		return nil, err
	}
	to := house.LinkURL(at, code)
	if in.QR != "" {
		if err := draw(in.QR, kind, to); err != nil {
			return nil, err
		}
	}
	a.tell("link %s to table %s until %s; it is not shown again:", made.ID, made.Table, made.Until.Local().Format(time.DateOnly))
	return to, nil
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
	switch hosts := a.config.Server.Hosts; {
	case said != "":
		return said
	case len(hosts) > 0:
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

func linkList(ctx context.Context, a *app, _ nothing) (any, error) { return a.links().List(ctx) }

func linkRevoke(ctx context.Context, a *app, in struct{ ID string }) (any, error) {
	gone, err := a.links().Revoke(ctx, in.ID)
	if errors.Is(err, house.ErrNoLink) {
		return nil, fmt.Errorf(`%w ("maitre link list" tells the ids)`, err)
	}
	if err != nil {
		return nil, err
	}
	return "revoked", a.wrote(ctx, "link revoke", gone.ID, gone.Table)
}
