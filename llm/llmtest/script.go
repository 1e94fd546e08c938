// Package llmtest has what tests of models need: [Script], a model that says
// what it was told to and remembers what it was asked, and [TestModel], the
// behaviour every adapter must show.
package llmtest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/llm"
)

// Step is one scripted answer: wait, then the chunks, then perhaps an error.
type Step struct {
	Wait   time.Duration
	Chunks []llm.Chunk
	Err    error
}

// Say is an answer in pieces of text.
func Say(pieces ...string) Step {
	var s Step
	for _, p := range pieces {
		s.Chunks = append(s.Chunks, llm.Chunk{Part: llm.Part{Text: p}})
	}
	s.Chunks = append(s.Chunks, llm.Chunk{Finish: llm.Stop, Model: "script", Usage: llm.Usage{Input: 10, Output: len(pieces)}})
	return s
}

// Call is an answer that calls tools.
func Call(calls ...llm.ToolCall) Step {
	var s Step
	for _, c := range calls {
		s.Chunks = append(s.Chunks, llm.Chunk{Part: llm.Part{Call: &c}})
	}
	s.Chunks = append(s.Chunks, llm.Chunk{Finish: llm.ToolCalls, Model: "script", Usage: llm.Usage{Input: 10, Output: len(calls)}})
	return s
}

// Fail is a call that fails before it says anything.
func Fail(kind llm.Kind) Step {
	return Step{Err: &llm.Error{Kind: kind, Provider: "script", Status: 503, Err: errors.New("scripted failure")}}
}

// Script answers its n-th call with its n-th step; a call beyond the last is
// an error. It stops, as a provider would, when its context is done. It is
// safe for concurrent use.
type Script struct {
	Steps []Step

	mu    sync.Mutex
	asked []llm.Request
}

var _ llm.Model = (*Script)(nil)

// Asked returns the requests so far, in order.
func (s *Script) Asked() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]llm.Request(nil), s.asked...)
}

// Generate plays the next step.
func (s *Script) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		step, err := s.next(req)
		if err != nil {
			yield(llm.Chunk{}, err)
			return
		}
		if !wait(ctx, step.Wait) {
			yield(llm.Chunk{}, context.Cause(ctx))
			return
		}
		for _, c := range step.Chunks {
			if ctx.Err() != nil {
				yield(llm.Chunk{}, context.Cause(ctx))
				return
			}
			if !yield(c, nil) {
				return
			}
		}
		if step.Err != nil {
			yield(llm.Chunk{}, step.Err)
		}
	}
}

func (s *Script) next(req *llm.Request) (Step, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, *req)
	if len(s.asked) > len(s.Steps) {
		return Step{}, fmt.Errorf("llmtest: call %d is not in the script", len(s.asked))
	}
	return s.Steps[len(s.asked)-1], nil
}

// wait reports whether ctx lasted as long.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}
