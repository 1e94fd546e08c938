package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/door/config"
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
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// Version is set when a release is built, with -ldflags.
var Version = ""

type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if ok && b.Version == "" {
		b.Version = info.Main.Version
	}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
	}
	return b
}

func version(ctx context.Context, a *app, in struct{ Ready bool }) (any, error) {
	if in.Ready {
		if err := a.askReady(ctx); err != nil {
			return nil, err
		}
	}
	return thisBuild(), nil
}

// askReady fails unless the server of this machine is ready: the health check of an
// image that has no shell and no curl.
func (a *app) askReady(ctx context.Context) error {
	if err := a.load(); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(a.config.Server.Addr)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() { // it listens everywhere: here too
		host = "127.0.0.1"
	}
	addr := net.JoinHostPort(host, port)
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/readyz", nil)
	if err != nil {
		return err
	}
	direct := &http.Client{Transport: &http.Transport{}} // a proxy is for what is elsewhere
	resp, err := direct.Do(req)
	if err != nil {
		return fmt.Errorf("nobody answers at %s", addr)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server at %s is not ready (%d)", addr, resp.StatusCode)
	}
	return nil
}

// storeWaits is how long a command that could do without the database waits for it.
const storeWaits = 3 * time.Second

func configShow(ctx context.Context, a *app, _ nothing) (any, error) {
	all := a.config.Explain()
	ctx, cancel := context.WithTimeout(ctx, storeWaits)
	defer cancel()
	if err := a.open(ctx, existing); err == nil && a.db != nil { // it may be what is set wrongly
		if told, err := house.Kept(ctx, a.db); err == nil && told.Name != "" {
			i := slices.IndexFunc(all, func(s config.Setting) bool { return s.Key == "house.name" })
			all[i].Value, all[i].From = told.Name, "the owner: maitre house show"
		}
	}
	return all, nil
}

func migrate(ctx context.Context, a *app, in struct{ Print bool }) (any, error) {
	before, steps, err := a.migrations(ctx)
	if err != nil {
		return nil, err
	}
	if !in.Print {
		return fmt.Sprintf("%v: schema %d, was %d", a.config.DB, len(steps), before), a.openDB(ctx)
	}
	for _, s := range steps[min(before, len(steps)):] {
		if _, err := fmt.Fprintf(a.Stdout, "-- %d: %s\n%s\n", s.Number, s.Name, s.SQL); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// migrations returns the version of the database and all migrations that there are.
func (a *app) migrations(ctx context.Context) (version int, steps []sqlite.Migration, err error) {
	if a.inPostgres() {
		version, err = postgres.Version(ctx, a.config.DB.Reveal())
		return version, postgres.Migrations(), err
	}
	version, err = sqlite.Version(ctx, a.config.DB.Reveal())
	return version, sqlite.Migrations(), err
}

type pruneIn struct {
	Days          int
	Memories, Yes bool
}

func prune(ctx context.Context, a *app, in pruneIn) (any, error) {
	what := "memories that are older than the settings memory.keep, memory.keep_sessions and memory.keep_retired allow"
	before := time.Now().AddDate(0, 0, -in.Days)
	if in.Memories == (in.Days > 0) {
		return nil, wrong("--days 365, or --memories to leave the log alone", "say how many days are kept")
	}
	if !in.Memories {
		what = fmt.Sprintf("the log of all runs that were over before %s, and %s", before.Format(time.DateOnly), what)
	}
	if !in.Yes {
		return nil, wrong("add --yes", "this would remove for good %s", what)
	}
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	var told []string
	if !in.Memories {
		n, err := a.db.Prune(ctx, before)
		if err != nil {
			return nil, err
		}
		told = append(told, fmt.Sprintf("%d events removed", n))
	}
	n, err := a.book().Expire(ctx, a.keep(), time.Now())
	if err == nil {
		told = append(told, fmt.Sprintf("%d memories forgotten", n))
	}
	return told, err
}

// keep is how long memories are kept.
func (a *app) keep() memory.Keep {
	k := a.config.Memory
	return memory.Keep{Memories: k.Keep, Sessions: k.Sessions, Retired: k.Retired}
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

// scrubLines takes each line as JSON if it is an object, else as text.
func scrubLines(ctx context.Context, a *app, in struct{ JSON bool }) (any, error) {
	if in.JSON {
		return nil, answerLines(ctx, a, `{"id":…,"text":…}`, scrubLine)
	}
	for line := range jsonl.Lines(a.Stdin) {
		if errors.Is(line.Err, jsonl.ErrRead) {
			return nil, line.Err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		text := strings.ToValidUTF8(string(line.Data), "\uFFFD")
		var err error
		if object := map[string]json.RawMessage{}; json.Unmarshal(line.Data, &object) == nil {
			_, err = jsonl.Run(ctx, strings.NewReader(text), a.Stdout, scrubLine, nil)
		} else {
			_, err = fmt.Fprintln(a.Stdout, scrub.Text(text))
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func serveHTTP(ctx context.Context, a *app, _ nothing) (any, error) {
	l, err := a.listen()
	if err != nil {
		return nil, err
	}
	defer l.Close()
	defer a.background.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	srv, err := a.server(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.Stdout, "maitre serves http://%s\n", l.Addr())
	a.background.Go(func() { learn.Follow(ctx, a.db, 20*time.Second) })
	if err := a.courier(ctx); err != nil {
		return nil, err
	}
	return nil, srv.Serve(ctx, l)
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
		return nil, wrong("write one such as 127.0.0.1:8080", "--addr %q cannot be resolved", c.Addr)
	}
	if c.Auth != "token" && !addr.IP.IsLoopback() {
		return nil, wrong("add --auth token, or listen on 127.0.0.1", "%s can be reached from other machines, and without authentication anybody there would be any guest", c.Addr)
	}
	l, err := net.ListenTCP("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, wrong("end that one, or listen elsewhere: --addr 127.0.0.1:8081", "%s is taken, by another program or a maitre that serves already", c.Addr)
	}
	return l, err
}

// server puts the server together.
func (a *app) server(ctx context.Context) (*server.Server, error) {
	m, err := a.maitre(ctx)
	if err != nil {
		return nil, err
	}
	tools, err := a.tools()
	if err != nil {
		return nil, err
	}
	a.background.Go(func() {
		a.publish(ctx)       // before the first guest asks
		debug.FreeOSMemory() // that only the start has needed
	})
	a.background.Go(func() { a.warnOfModels(ctx) })
	c := a.config
	o := server.Options{
		Maitre: m, Book: a.book(), Store: a.db, MCP: tools.HTTP, Version: thisBuild().Version, Language: lang.Language(c.House.Language),
		Kinds: slices.Concat(beer.Kinds, data.Kinds, menu.Kinds, trip.Kinds), SearchCost: a.searchCost(), Log: a.log,
		Keep:   a.keep(),
		Tokens: c.Server.Auth == "token", Operator: c.Server.Operator, Hosts: c.Server.Hosts, Origins: c.Server.Origins,
		Desk: a.desk(),
	}
	if !o.Tokens {
		o.Guests = a.sampleGuests
	}
	return server.New(o)
}

// offered is how many sample customers there are to choose from.
const offered = 12

// sampleGuests finds sample customers for the page to choose from. Real customers are not
// listed to everybody who opens a page.
func (a *app) sampleGuests(ctx context.Context, id string) ([]server.Guest, error) {
	db, _, err := a.purchases(ctx)
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

// serveTools answers the Model Context Protocol over standard input and output.
func serveTools(ctx context.Context, a *app, in struct{ As id }) (any, error) {
	door, err := a.tools()
	if err != nil {
		return nil, err
	}
	return nil, door.Serve(ctx, string(in.As), io.NopCloser(a.Stdin), kept{a.Stdout})
}

// kept is a writer whose Close does nothing: standard output is not ours to close.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// tools makes the door of the Model Context Protocol.
func (a *app) tools() (*mcp.Door, error) {
	budget := a.budget()
	runner, err := a.runnerWith(a.config.Models, budget)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Options{
		Advisor: a.advisor(runner, time.Time{}), Waiter: a.waiter(runner, time.Time{}), Planner: a.planner(time.Time{}),
		Hooks: hook.Chain{a.book().Hook()}, Shown: a.db, Budget: budget,
		Language: lang.Language(a.config.House.Language), Version: thisBuild().Version, Log: a.log,
	}), nil
}
