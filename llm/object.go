package llm

import (
	"context"
	"fmt"
	"slices"
)

// Object asks m for an answer that fits the schema and passes check, which may
// be nil. An answer that does not is shown to the model once with what is
// wrong; a second bad answer is an error. The response adds up both.
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

// Checked asks m and reads its answer. When read refuses it the model is told
// why and asked once more. say, which may be nil, hears the text of the first
// answer as it comes; a repaired answer is only returned.
func Checked[T any](ctx context.Context, m Model, req *Request, read func(*Response) (T, error), say func(string)) (T, *Response, error) {
	var zero T
	if say == nil {
		say = func(string) {}
	}
	resp, err := Stream(ctx, m, req, say)
	if err != nil {
		return zero, nil, err
	}
	v, bad := accept(resp, read)
	if bad == nil {
		return v, resp, nil
	}
	r := *req
	r.Messages = append(slices.Clip(r.Messages), resp.Message,
		Text(RoleUser, "That answer was rejected: "+bad.Error()+". Answer again, with the answer only."))
	if resp.Text() == "" { // an empty message is refused by some providers
		r.Messages = req.Messages
	}
	again, err := Complete(ctx, m, &r)
	if err != nil {
		return zero, resp, fmt.Errorf("bad answer (%w), and no second one: %w", bad, err)
	}
	again.Usage = again.Usage.Add(resp.Usage)
	if again.Cost != nil && resp.Cost != nil {
		again.Cost = new(*again.Cost + *resp.Cost)
	}
	if v, bad = accept(again, read); bad != nil {
		return zero, again, fmt.Errorf("two bad answers: %w", bad)
	}
	return v, again, nil
}

func accept[T any](resp *Response, read func(*Response) (T, error)) (T, error) {
	switch resp.Finish {
	case Length:
		return *new(T), fmt.Errorf("it is longer than the limit")
	case Filtered:
		return *new(T), fmt.Errorf("it was withheld by the provider")
	}
	return read(resp)
}
