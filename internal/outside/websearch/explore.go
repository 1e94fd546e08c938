// Package websearch tells in up to three sentences what the web says of a
// brewery, with the sources: the web explorer behind the tool
// get_website_summary of document 000.
//
// Fill in an [Explorer] and ask it with [Explorer.Summarise]. What was found is
// kept, so that a search is paid for once; with nobody to search, the summary
// is made of what the catalogue knows, and says so.
package websearch

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
)

// Summary is what is said of a place. Its texts are fit to be shown: plain
// words, with no links but those of Sources.
type Summary struct {
	Text    string   `json:"text"` // up to three sentences, 600 characters
	Sources []Source `json:"sources,omitempty"`

	Status   semcache.State `json:"cache_status"`
	Age      time.Duration  `json:"age_ns,omitzero"` // since it was found
	Verified bool           `json:"verified"`        // on the web, by Sources
	Note     Note           `json:"note,omitempty"`  // empty: found, and still good
	By       string         `json:"by"`              // the model that searched, or task.ByRule

	// Err is what went wrong on the way to a summary all the same. It is for
	// the operator's eyes.
	Err error `json:"-"`
}

// Note says what is wrong with a summary.
type Note string

// With Stale the summary is one found too long ago, for a new search failed;
// with the others it is made of the catalogue's facts.
const (
	Stale      Note = "stale"
	NoProvider Note = "no_provider" // nobody can search
	NotFound   Note = "not_found"   // the web says nothing of the place
	Failed     Note = "failed"      // the search did, or there is no money left for it
)

// Explorer summarises places. Its fields are not changed once it is used, and
// it is then safe for concurrent use.
type Explorer struct {
	// Cache keeps what was found, for as long as it says; nil: nothing is kept.
	Cache *semcache.Cache
	// Tasks has the models that search, in the order in which they are asked;
	// nil or none: nobody does. An answer without sources does not count, and
	// the next is asked. What may be spent is up to the models: see llm.Budget.
	Tasks *task.Runner
}

// found is what the cache keeps. Without a Text the web said nothing.
type found struct {
	Place    Place         `json:"place"`
	Language lang.Language `json:"language"`
	Text     string        `json:"text"`
	Sources  []Source      `json:"sources"`
	By       string        `json:"by"`
}

var errNoProvider = errors.New("no model that searches the web is configured")

// Summarise tells what there is to know of a place, in a language, which is
// Portuguese if it is not known. It fails only if the place has no name or ctx
// is done: whatever else goes wrong is in the summary's Note.
func (e *Explorer) Summarise(ctx context.Context, p Place, in lang.Language) (Summary, error) {
	p, in = p.clean(), cmp.Or(in, lang.Portuguese)
	if p.Name == "" {
		return Summary{}, errors.New("a place without a name cannot be looked up")
	}
	f, a, err := semcache.Value(ctx, e.Cache, semcache.Question{Key: p.key(in)}, func(ctx context.Context) (found, error) { return e.search(ctx, p, in) })
	if err != nil && ctx.Err() != nil {
		return Summary{}, context.Cause(ctx)
	}
	s := Summary{
		Text: f.Text, Sources: f.Sources, Status: a.State, Age: a.Age, Verified: true, By: f.By, Err: errors.Join(err, a.Err),
	}
	switch {
	case errors.Is(err, errNoProvider):
		s.Note = NoProvider
	case err != nil:
		s.Note = Failed
	case f.Text == "":
		s.Note = NotFound
	case a.Expired:
		s.Note = Stale
		return s, nil
	default:
		return s, nil
	}
	s.Text, s.Sources, s.Verified, s.By = facts(p, in), nil, false, task.ByRule
	return s, nil
}

// search asks one model after the other until one has searched.
func (e *Explorer) search(ctx context.Context, p Place, in lang.Language) (found, error) {
	if e.Tasks == nil || len(e.Tasks.Models) == 0 {
		return found{}, errNoProvider
	}
	var failed []error
	for _, m := range e.Tasks.Models {
		one := *e.Tasks
		one.Models = []llm.Model{m}
		res, err := Summarise.Do(ctx, &one, SummariseIn{p, in})
		if err != nil {
			return found{}, err
		}
		f, err := read(res)
		if err == nil {
			f.Place, f.Language = p, in
			return f, nil
		}
		failed = append(failed, err)
	}
	return found{}, errors.Join(failed...)
}
