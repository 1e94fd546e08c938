package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// input reads standard input until ctx is done: a command that waits for a
// line must still hear Ctrl-C.
type input struct {
	ctx    context.Context //nolint:containedctx // io.Reader has no room for one
	from   io.Reader
	start  sync.Once
	pieces chan piece
	rest   piece
}

type piece struct {
	data []byte
	err  error
}

func (a *app) input(ctx context.Context) io.Reader {
	return &input{ctx: ctx, from: a.Stdin, pieces: make(chan piece)}
}

func (in *input) Read(b []byte) (int, error) {
	in.start.Do(func() { go in.pump() })
	for len(in.rest.data) == 0 && in.rest.err == nil {
		select {
		case in.rest = <-in.pieces:
		case <-in.ctx.Done():
			return 0, context.Cause(in.ctx)
		}
	}
	if len(in.rest.data) == 0 {
		return 0, in.rest.err
	}
	n := copy(b, in.rest.data)
	in.rest.data = in.rest.data[n:]
	return n, nil
}

// pump reads on until the end; what nobody wants any more it does not read.
func (in *input) pump() {
	for {
		b := make([]byte, 32<<10)
		n, err := in.from.Read(b)
		select {
		case in.pieces <- piece{b[:n], err}:
		case <-in.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// answered ends a command that answers line by line: it says how many lines it
// could not answer, and has failed if it could answer none.
func (a *app) answered(count jsonl.Count, err error) error {
	switch {
	case err != nil || count.Bad == 0:
		return err
	case count.Bad == 1 && count.Lines == 1:
		return errors.New("the line could not be answered; it says why")
	case count.Bad == count.Lines:
		return fmt.Errorf("none of %d lines could be answered; each says why", count.Lines)
	}
	fmt.Fprintf(a.Stderr, "maitre: %d of %d lines could not be answered; each says why\n", count.Bad, count.Lines)
	return nil
}
