package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
)

// Events posts body and yields the data of each server-sent event, up to the
// end of the answer or "[DONE]". The bytes are the reader's until it asks for
// the next. An answer that is not an event stream is an error.
func (c *Client) Events(ctx context.Context, path string, body any) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		resp, err := c.send(ctx, path, body)
		if err != nil {
			yield(nil, err)
			return
		}
		defer resp.Body.Close()
		if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(strings.ToLower(kind), "text/event-stream") {
			text, _ := io.ReadAll(io.LimitReader(resp.Body, maxError))
			yield(nil, c.notEvents(resp, text))
			return
		}
		for data, err := range events(io.LimitReader(resp.Body, maxAnswer)) {
			if err != nil {
				err = c.broken(ctx, err)
			}
			if !yield(data, err) {
				return
			}
		}
	}
}

var errTooLong = errors.New("an event is too long")

// events reads the data of server-sent events. Of the rest of the format no
// provider needs anything. The last event need not be ended by a blank line.
func events(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		sc := bufio.NewScanner(r)
		sc.Buffer(make([]byte, 0, 16<<10), maxEvent)
		var data []byte
		for sc.Scan() {
			line := sc.Bytes()
			if more, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				if len(data) > 0 {
					data = append(data, '\n')
				}
				data = append(data, bytes.TrimPrefix(more, []byte(" "))...)
			}
			if len(data) > maxEvent {
				yield(nil, errTooLong)
				return
			}
			if len(line) > 0 || len(data) == 0 {
				continue
			}
			if string(data) == "[DONE]" || !yield(data, nil) {
				return
			}
			data = data[:0]
		}
		switch err := sc.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(nil, errTooLong)
		case err != nil:
			yield(nil, err)
		case len(data) > 0 && string(data) != "[DONE]":
			yield(data, nil)
		}
	}
}
