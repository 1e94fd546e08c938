package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Log says what is logged and how.
type Log struct {
	Level  slog.Level
	Format string // text or json
}

// Logger returns a logger that writes lines to w. Should a configured secret
// get into a message, a key or a value, the line shows a mask instead: callers
// keep secrets out of logs, and this is for the day one forgets.
//
// It begins with what there is to say of variables that are obsolete.
func (c *Config) Logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.Log.Level, ReplaceAttr: hider(c.Secrets())}
	log := slog.New(slog.NewTextHandler(w, options))
	if c.Log.Format == "json" {
		log = slog.New(slog.NewJSONHandler(w, options))
	}
	for name, instead := range c.Obsolete {
		log.Warn("environment variable is obsolete", "name", name, "instead", instead)
	}
	return log
}

// hider returns a ReplaceAttr that masks secrets, the first listed first.
func hider(secrets []string) func([]string, slog.Attr) slog.Attr {
	var pairs []string
	for _, s := range secrets {
		pairs = append(pairs, s, mask, inJSON(s), mask)
	}
	hide := strings.NewReplacer(pairs...).Replace
	return func(_ []string, a slog.Attr) slog.Attr {
		a.Key = hide(a.Key)
		if kind := a.Value.Kind(); kind != slog.KindString && kind != slog.KindAny {
			return a
		}
		for _, text := range renderings(a.Value.Any()) {
			if hidden := hide(text); hidden != text {
				a.Value = slog.StringValue(hidden)
				break
			}
		}
		return a
	}
}

// renderings returns v in each way that a handler may write it.
func renderings(v any) []string {
	all := []string{fmt.Sprintf("%+v", v)}
	if b, ok := v.([]byte); ok {
		all = append(all, string(b))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // as slog does
	if enc.Encode(v) == nil {
		all = append(all, b.String())
	}
	return all
}

// inJSON returns s as it stands inside a JSON string.
func inJSON(s string) string {
	text := renderings(s)[1]
	return strings.TrimSuffix(strings.TrimPrefix(text, `"`), "\"\n")
}
