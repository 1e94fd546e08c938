// Package jsonl is the door for batches: one JSON object a line in, one a line
// out, in the same order. A line that cannot be used gives a line that says
// why, and the run goes on.
package jsonl

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// MaxLine is the longest line that is read. A longer one is a bad line.
const MaxLine = 16 << 20

// Line is one line of a batch, without its end.
type Line struct {
	Number int // from 1
	Data   []byte
	Err    error // why Data cannot be used
}

// ErrRead is the error of the line at which an input could not be read on.
var ErrRead = errors.New("reading the lines")

// Lines yields the lines of r that are not blank. Where r cannot be read on,
// the last line's error is ErrRead.
func Lines(r io.Reader) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		br := bufio.NewReaderSize(r, 64<<10)
		for n := 1; ; n++ {
			data, err := readLine(br)
			if n == 1 {
				data = bytes.TrimPrefix(data, []byte("\ufeff"))
			}
			line := Line{Number: n, Data: bytes.TrimSpace(data)}
			switch {
			case err != nil && err != io.EOF:
				yield(Line{Number: n, Err: fmt.Errorf("%w: %w", ErrRead, err)})
				return
			case len(data) > MaxLine:
				line = Line{Number: n, Err: fmt.Errorf("longer than %d MB", MaxLine>>20)}
			case !utf8.Valid(data):
				line.Err = errors.New("not UTF-8")
			}
			if (len(line.Data) > 0 || line.Err != nil) && !yield(line) || err == io.EOF {
				return
			}
		}
	}
}

// readLine returns a line of its own; of one that is too long as much as tells that it is.
func readLine(br *bufio.Reader) (line []byte, err error) {
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var piece []byte
		if piece, err = br.ReadSlice('\n'); len(line) <= MaxLine {
			line = append(line, piece...)
		}
	}
	return line, err
}

// Decode reads the object of a line, as the function does.
func (l Line) Decode(v any) error {
	if l.Err != nil {
		return l.Err
	}
	return Decode(l.Data, v)
}

// Decode reads an object. Fields that v does not have are ignored; absent and
// null leave v as it is.
func Decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		where := "it"
		if e.Field != "" {
			where = fmt.Sprintf("%q", e.Field)
		}
		return fmt.Errorf("%s: got a JSON %s where %s is wanted", where, e.Value, wanted(e.Type.Kind().String()))
	}
	if err != nil {
		return errors.New("not JSON: " + strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

func wanted(kind string) string {
	switch kind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "a list"
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	case "ptr", "interface":
		return "another type"
	}
	return "a number"
}

// Marshal is [json.Marshal] that leaves <, > and & as they are: people and models
// read them better so, and nothing of it stands in HTML.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Count is how a run went.
type Count struct{ Lines, Bad int }

// Unusable is the error of a line that lacks something, such as its message. It
// is written with the number of the line.
type Unusable string

func (u Unusable) Error() string { return string(u) }

// Run answers every line of in with a line of out. do gets the line decoded
// into In; the line written is do's object with the line's "id" put first, or
// {"id":…,"error":"…"}; none for a nil pointer. Run stops early when ctx is done, in
// cannot be read or out cannot be written. progress, which may be nil, hears after each
// line.
func Run[In, Out any](ctx context.Context, in io.Reader, out io.Writer, do func(context.Context, In) (Out, error), progress func(Count)) (Count, error) {
	var count Count
	for line := range Lines(in) {
		if ctx.Err() != nil {
			return count, context.Cause(ctx)
		}
		if errors.Is(line.Err, ErrRead) {
			return count, line.Err
		}
		answer, err := answerLine(ctx, line, do)
		if ctx.Err() != nil {
			return count, context.Cause(ctx)
		}
		if count.Lines++; err != nil {
			count.Bad++
		}
		if answer != nil {
			if _, err := out.Write(append(answer, '\n')); err != nil {
				return count, fmt.Errorf("writing the answers: %w", err)
			}
		}
		if progress != nil {
			progress(count)
		}
	}
	return count, nil
}

func answerLine[In, Out any](ctx context.Context, line Line, do func(context.Context, In) (Out, error)) ([]byte, error) {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	_ = line.Decode(&head)
	var in In
	var out Out
	err := line.Decode(&in)
	bad := err != nil
	if !bad {
		out, err = do(ctx, in)
		_, bad = errors.AsType[Unusable](err)
	}
	if bad {
		err = fmt.Errorf("line %d: %w", line.Number, err)
	}
	if err != nil {
		return object(head.ID, failure{err.Error()}), err
	}
	return object(head.ID, out), nil
}

type failure struct {
	Error string `json:"error"`
}

// object writes v, a struct, with the id put first; nothing for a nil pointer.
func object(id json.RawMessage, v any) []byte {
	text, err := Marshal(v)
	switch {
	case err != nil:
		return object(id, failure{"encoding the answer: " + err.Error()})
	case string(text) == "null":
		return nil
	case len(id) == 0:
		id = json.RawMessage("null")
	}
	line := append([]byte(`{"id":`), id...)
	if string(text) != "{}" {
		line = append(line, ',')
	}
	return append(line, text[1:]...)
}
