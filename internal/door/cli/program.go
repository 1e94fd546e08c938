package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/memory"
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

func versionCommand(ctx context.Context, a *app, _ []string) error {
	if a.is("ready") {
		if err := a.askReady(ctx); err != nil {
			return err
		}
	}
	b := thisBuild()
	return a.tell(b, "maitre %s (%s, %s)", b.Version, b.Go, b.Platform)
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

func configCommand(ctx context.Context, a *app, _ []string) error {
	all := a.config.Explain()
	ctx, cancel := context.WithTimeout(ctx, storeWaits)
	defer cancel()
	if err := a.openExisting(ctx); err == nil && a.db != nil { // it may be what is set wrongly
		if told, err := house.Kept(ctx, a.db); err == nil && told.Name != "" {
			i := slices.IndexFunc(all, func(s config.Setting) bool { return s.Key == "house.name" })
			all[i].Value, all[i].From = told.Name, "the owner: maitre house show"
		}
	}
	return showEach(a, all, func(w io.Writer, s config.Setting) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, oneLine(s.Value), s.From)
	})
}

func migrateCommand(ctx context.Context, a *app, _ []string) error {
	before, steps, err := a.schema(ctx)
	if err != nil {
		return err
	}
	if a.is("print") {
		for _, s := range steps[min(before, len(steps)):] {
			if _, err := fmt.Fprintf(a.Stdout, "-- %d: %s\n%s\n", s.Number, s.Name, s.SQL); err != nil {
				return err
			}
		}
		return nil
	}
	if err := a.openDB(ctx); err != nil {
		return err
	}
	return a.tell(nil, "%v: schema %d, was %d", a.config.DB, len(steps), before)
}

// schema returns the version of the database and all migrations that there are.
func (a *app) schema(ctx context.Context) (version int, steps []sqlite.Migration, err error) {
	if a.inPostgres() {
		version, err = postgres.Version(ctx, a.config.DB.Reveal())
		return version, postgres.Migrations(), err
	}
	version, err = sqlite.Version(ctx, a.config.DB.Reveal())
	return version, sqlite.Migrations(), err
}

func pruneCommand(ctx context.Context, a *app, _ []string) error {
	days, memories := a.number("days"), a.is("memories")
	given := map[string]bool{}
	a.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	what := "memories that are older than the settings memory.keep, memory.keep_sessions and memory.keep_retired allow"
	before := time.Now().AddDate(0, 0, -days)
	switch {
	case memories && days != 0:
		return &usageError{"--memories keeps the log whole, --days does not", "give one of them"}
	case given["days"] && days < 1:
		return &usageError{fmt.Sprintf("--days %d keeps nothing, not even what is under way", days), "--days 1 is the least; maitre memory forget removes one guest at once"}
	case !memories && days < 1:
		return &usageError{"say how many days are kept", "--days 365, or --memories to leave the log alone"}
	case !memories:
		what = fmt.Sprintf("the log of all runs that were over before %s, and %s", before.Format(time.DateOnly), what)
	}
	if !a.is("yes") {
		return &usageError{"this would remove for good " + what, "add --yes"}
	}
	if err := a.openDB(ctx); err != nil {
		return err
	}
	if !memories {
		n, err := a.db.Prune(ctx, before)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Stdout, "%d events removed\n", n)
	}
	k := a.config.Memory
	n, err := a.book().Expire(ctx, memory.Keep{Memories: k.Keep, Sessions: k.Sessions, Retired: k.Retired}, time.Now())
	if err != nil {
		return err
	}
	return a.tell(nil, "%d memories forgotten", n)
}

func scrubCommand(ctx context.Context, a *app, _ []string) error {
	if a.is("json") {
		return answerLines(ctx, a, `{"id":…,"text":…}`, scrubLine)
	}
	return scrubText(ctx, a)
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
