package cli

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
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
			return func(_ context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
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
