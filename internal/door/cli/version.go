package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"
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

func versionCommand() command {
	return command{
		name: "version", about: "what this program is and what it was built with",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "as one JSON object")
			ready := fs.Bool("ready", false, "first ask the server at --addr of this machine whether it is ready; exit code 1 if not")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *ready {
					if err := a.askReady(ctx); err != nil {
						return err
					}
				}
				b := thisBuild()
				if *asJSON {
					return writeJSON(a.Stdout, b)
				}
				_, err := fmt.Fprintf(a.Stdout, "maitre %s (%s, %s)\n", b.Version, b.Go, b.Platform)
				return err
			}
		},
	}
}

// askReady fails unless the server of this machine is ready. An image without a
// shell and curl has no other way to look after itself.
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

func noArgs(args []string) error {
	if len(args) > 0 {
		return &usageError{fmt.Sprintf("%q is one argument too many", args[0]), ""}
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
