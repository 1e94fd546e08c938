package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Object asks m for an answer that fits the schema and passes check, which may
// be nil, as Checked does.
func Object[T any](ctx context.Context, m Model, req *Request, schema *Schema[T], check func(T) error) (T, *Response, error) {
	r := *req
	r.Schema = schema.JSON()
	if r.SchemaName == "" {
		r.SchemaName = "answer"
	}
	return Checked(ctx, m, &r, func(resp *Response) (T, error) {
		v, err := schema.Decode(resp.Text())
		if err == nil && check != nil {
			err = check(v)
		}
		return v, err
	}, nil)
}

// Checked asks m and lets read make a value of its answer. When read refuses
// it, or it was too long, the model is told why and asked once more; a second
// bad answer is an error, and so is a first one that was withheld. say, which
// may be nil, hears the text of the first answer as it comes; a repaired answer
// is only returned.
//
// The response is the last answer, with the usage, cost and notes of both. It
// comes with an error too, for what was paid, unless no answer came at all.
func Checked[T any](ctx context.Context, m Model, req *Request, read func(*Response) (T, error), say func(string)) (T, *Response, error) {
	resp, err := Stream(ctx, m, req, say)
	if err != nil {
		return *new(T), nil, err
	}
	v, bad := accept(resp, read)
	if bad == nil || errors.Is(bad, errWithheld) {
		return v, resp, bad
	}
	again, err := Complete(ctx, m, repair(req, resp, bad))
	if err != nil {
		return *new(T), resp, fmt.Errorf("bad answer (%w), and no second one: %w", bad, err)
	}
	again.Usage = resp.Usage.Add(again.Usage)
	again.Notes = slices.Concat(resp.Notes, again.Notes)
	if resp.Cost == nil || again.Cost == nil {
		again.Cost = nil
	} else {
		again.Cost = new(*resp.Cost + *again.Cost)
	}
	if v, bad = accept(again, read); bad != nil {
		return *new(T), again, fmt.Errorf("two bad answers: %w", bad)
	}
	return v, again, nil
}

// repair is req with the bad answer and what is wrong with it. Only the words
// of the answer go back: a tool call would want its result, and a signature
// may be refused by another model. No words, no message: providers refuse an
// empty one.
func repair(req *Request, resp *Response, bad error) *Request {
	r := *req
	if text := strings.TrimSpace(resp.Text()); text != "" {
		r.Messages = append(slices.Clip(r.Messages), Text(RoleAssistant, text),
			Text(RoleUser, "That answer was rejected: "+bad.Error()+". Answer again, with the answer only."))
	}
	return &r
}

var errWithheld = errors.New("the provider withheld the answer")

func accept[T any](resp *Response, read func(*Response) (T, error)) (T, error) {
	switch resp.Finish {
	case Length:
		return *new(T), errors.New("it is longer than the limit")
	case Filtered:
		return *new(T), errWithheld
	default:
		return read(resp)
	}
}
