package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/mcp"
	"github.com/maitre-dev/maitre/internal/door/server"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/outside/webhook"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/safesql"
)

func serveCommand(ctx context.Context, a *app, _ []string) error {
	l, err := a.listen()
	if err != nil {
		return err
	}
	defer l.Close()
	defer a.background.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	srv, err := a.server(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stdout, "maitre serves http://%s\n", l.Addr())
	a.background.Go(func() { learn.Follow(ctx, a.db, 20*time.Second) })
	if err := a.courier(ctx); err != nil {
		return err
	}
	return srv.Serve(ctx, l)
}

// courier sends guests' requests to the webhook, if there is one, until ctx ends.
func (a *app) courier(ctx context.Context) error {
	hook := &webhook.Hook{URL: string(a.config.Server.Webhook), Secret: a.config.Server.Signs.Reveal()}
	if hook.URL == "" {
		return nil
	}
	if err := hook.Check(); err != nil {
		return err
	}
	c := &house.Courier{Inbox: a.inbox(), Send: hook.Send, Log: a.log}
	a.background.Go(func() { c.Run(ctx) })
	return nil
}

// listen opens the configured port. Without authentication it refuses an address that
// other machines can reach, where anybody could be any guest.
func (a *app) listen() (net.Listener, error) {
	c := a.config.Server
	addr, err := net.ResolveTCPAddr("tcp", c.Addr)
	if err != nil {
		return nil, &usageError{fmt.Sprintf("--addr %q cannot be resolved", c.Addr), "write one such as 127.0.0.1:8080"}
	}
	if c.Auth != "token" && !addr.IP.IsLoopback() {
		return nil, &usageError{
			fmt.Sprintf("%s can be reached from other machines, and without authentication anybody there would be any guest", c.Addr),
			"add --auth token, or listen on 127.0.0.1",
		}
	}
	l, err := net.ListenTCP("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, &usageError{fmt.Sprintf("%s is taken, by another program or a maitre that serves already", c.Addr), "end that one, or listen elsewhere: --addr 127.0.0.1:8081"}
	}
	return l, err
}

// server puts the server together.
func (a *app) server(ctx context.Context) (*server.Server, error) {
	m, err := a.maitre(ctx)
	if err != nil {
		return nil, err
	}
	tools, err := a.tools(ctx)
	if err != nil {
		return nil, err
	}
	a.background.Go(func() {
		a.ledger.publish(ctx) // before the first guest asks
		debug.FreeOSMemory()  // that only the start has needed
	})
	a.background.Go(func() { a.warnOfModels(ctx) })
	c := a.config
	o := server.Options{
		Maitre: m, Book: a.book(), Store: a.db, MCP: tools.HTTP, Version: thisBuild().Version, Language: lang.Language(c.House.Language),
		Kinds: slices.Concat(beer.Kinds, data.Kinds, menu.Kinds, trip.Kinds), SearchCost: a.searchCost(), Log: a.log,
		Keep:   memory.Keep{Memories: c.Memory.Keep, Sessions: c.Memory.Sessions, Retired: c.Memory.Retired},
		Tokens: c.Server.Auth == "token", Operator: c.Server.Operator, Hosts: c.Server.Hosts, Origins: c.Server.Origins,
		Desk: a.desk(),
	}
	if !o.Tokens {
		o.Guests = a.ledger.guests
	}
	return server.New(o)
}

// offered is how many sample customers there are to choose from.
const offered = 12

// guests finds sample customers for the page to choose from. Real customers are not
// listed to everybody who opens a page.
func (l *ledger) guests(ctx context.Context, id string) ([]server.Guest, error) {
	db, _, err := l.open(ctx)
	if err != nil || db.source != "sample" {
		return nil, err
	}
	const sql = "SELECT client_id, client_name, city FROM clients WHERE $1 IN ('', client_id) ORDER BY client_id LIMIT "
	rows, err := safesql.Rows(ctx, db, sql+strconv.Itoa(offered), id)
	var all []server.Guest
	for _, row := range rows {
		all = append(all, server.Guest{ID: fmt.Sprint(row[0]), Name: fmt.Sprint(row[1]), City: fmt.Sprint(row[2])})
	}
	return all, err
}

func mcpCommand(ctx context.Context, a *app, _ []string) error {
	guest := a.text("as")
	if err := checkID("as", guest); err != nil {
		return err
	}
	door, err := a.tools(ctx)
	if err != nil {
		return err
	}
	return door.Serve(ctx, guest, io.NopCloser(a.Stdin), kept{a.Stdout})
}

// kept is a writer whose Close does nothing: standard output is not ours to close.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// tools makes the door of the Model Context Protocol.
func (a *app) tools(ctx context.Context) (*mcp.Door, error) {
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	budget := a.budget()
	runner, err := a.runnerWith(a.config.Models, budget)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Advisor: a.advisor(runner), Waiter: a.waiter(runner), Planner: a.planner(),
		Hooks: hook.Chain{a.book().Hook()}, Shown: a.db, Budget: budget,
		Language: lang.Language(a.config.House.Language), Version: thisBuild().Version, Log: a.log,
	}), nil
}
