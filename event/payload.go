package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/scrub"
)

// maxLogged is how many bytes of one text are kept where the text itself is
// not the point.
const maxLogged = 500

// brief are the types whose texts are cut to maxLogged bytes. Those that a
// client shows or a replay needs are whole.
var brief = []Type{ToolCall, ToolResult, ToolError, MemoryRetrieved, MemoryCandidate, MemoryRejected, MemorySaved, MemoryVoted, MemoryKept, MemoryRetired, Feedback, RunEnd}

// Payload makes data into an event's Data: as JSON, with personal data and
// secrets struck out of every text, number and name in it, unless it is a
// component. What cannot be JSON is {"unreadable": why}.
func Payload(t Type, data any) json.RawMessage {
	switch d := data.(type) {
	case nil:
		return nil
	case Said: // its id is a key of the store, whatever it looks like
		raw, _ := encode(Said{d.ID, scrub.Text(d.Text)})
		return raw
	case Call: // and that of a call ties its result to it
		id, _ := encode(d.ID)
		if d.ID != "" {
			d.ID = ""
			raw := Payload(t, d)
			if rest, ok := bytes.CutPrefix(raw, []byte(`{"id":""`)); ok {
				return slices.Concat([]byte(`{"id":`), id, rest)
			}
			return raw
		}
	}
	raw, err := encode(data)
	if err != nil {
		raw, _ = encode(map[string]string{"unreadable": err.Error()})
	}
	if t == UI { // the house's own data, shown as it is: a hotel's phone is no secret
		return raw
	}
	if slices.Contains(brief, t) {
		return clean(raw, maxLogged, t == ToolResult)
	}
	return clean(raw, math.MaxInt, false)
}

// Brief makes a text fit to stand beside an event: scrubbed and cut.
func Brief(text string) string { return cut(scrub.Text(text), maxLogged) }

// clean scrubs each text by itself, since the signs of JSON around it would
// change what it looks like, and then beside its name: {"senha":"abacaxi"}.
// It walks over the JSON, which is compact, rather than decode it, so that
// order and nesting stay as they are. Numbers of our own stay, unless a name gives
// them away: {"cpf":52998224725}.
func clean(raw json.RawMessage, limit int, ours bool) json.RawMessage {
	var (
		in   = string(raw)
		out  []byte // in, up to done; nil while nothing has changed
		done int
		name string // of the field
	)
	for i := 0; i < len(in); {
		start := i
		var was, now string
		switch c := in[i]; {
		case c == '"':
			i = endOfText(in, i)
			was = decode(in[start:i])
			if i < len(in) && in[i] == ':' {
				name, now = was, cleanName(was)
			} else {
				now = cut(beside(name, scrub.Text(was), `"`), limit)
			}
		case c == '-' || '0' <= c && c <= '9':
			i += len(in[i:]) - len(strings.TrimLeft(in[i:], "+-.0123456789eE"))
			was = in[start:i]
			if now = was; !ours || beside(name, strings.Repeat("1", i-start), "")[0] == '[' {
				now = beside(name, scrub.Text(was), "")
			}
		case c == '}':
			name = ""
			fallthrough
		default:
			i++
		}
		if now != was {
			text, _ := encode(now)
			out = append(append(out, in[done:start]...), text...)
			done = i
		}
	}
	if out == nil {
		return raw
	}
	return append(out, in[done:]...)
}

// cleanName scrubs a field's name. Most are plain words.
func cleanName(name string) string {
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") == "" {
		return name
	}
	return scrub.Text(name)
}

// maxSecret bounds what is looked at beside its name: what a name gives away,
// such as a password, is short.
const maxSecret = 256

// innocent are names that give nothing away, of fields that most events have.
var innocent = map[string]bool{"text": true, "node": true, "graph": true, "task": true, "by": true, "ms": true, "tool": true, "status": true, "restart": true}

// beside strikes out of a value what only the field's name gives away.
func beside(name, value, quote string) string {
	if name == "" || innocent[name] || len(value) > maxSecret {
		return value
	}
	head := `"` + name + `":` + quote
	var b strings.Builder
	from := 0
	// A quotation mark within the value is not where it ends.
	for _, f := range scrub.Find(head + strings.ReplaceAll(value, `"`, "'") + quote) {
		start, end := max(f.Start-len(head), from), min(f.End-len(head), len(value))
		if start < end {
			b.WriteString(value[from:start] + f.Type.Mark())
			from = end
		}
	}
	return b.String() + value[from:]
}

// endOfText returns where the JSON text that starts at i ends.
func endOfText(s string, i int) int {
	for i++; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func decode(quoted string) (text string) {
	if !strings.Contains(quoted, `\`) {
		return quoted[1 : len(quoted)-1]
	}
	_ = json.Unmarshal([]byte(quoted), &text) // it is JSON that we made
	return text
}

func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}

// maxDepth is how deep JSON may be nested for encoding/json to read it again.
const maxDepth = 10_000

func encode(v any) (json.RawMessage, error) {
	raw, err := jsonl.Marshal(v)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(raw) { // a RawMessage may hold anything within quotes
		raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	if len(raw) > 2*maxDepth && !json.Valid(raw) {
		return nil, errors.New("it is nested too deep")
	}
	return raw, nil
}
