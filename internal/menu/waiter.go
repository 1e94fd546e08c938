// Package menu is the waiter who knows the card and the guest: it finds what a
// guest means on the card of a house, leaves out in code what they must not
// have, and says what it recommends in the house's voice.
//
// A turn is a graph: route (small talk, a wish, a question about a dish, a
// pairing, an order), then search and rerank, then answer, all of it by rules; a
// model is offered the tools of [Waiter.Tools] instead. The choice among
// candidates is a task, [Rerank]. Nothing that a model answers can bring back a
// dish that a guest must not have.
//
// A card is read with [Read] from a file that a restaurant has anyway, and
// written back with [WriteJSONL] or [WriteCSV]; [Sample] is the one the house
// shows when it has no other. What an item may do to a guest is in its
// Allergens, which the restaurant states, and its Inferred, which the words of
// the item suggest.
package menu

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// A Waiter is what the graph needs.
type Waiter struct {
	Tasks   *task.Runner
	House   House
	Card    func(ctx context.Context) (*Card, error) // of the house, as it is now
	Others  Cards                                    // nil: there is no other
	Refiner *retrieve.Refiner                        // nil: one with rules
	Now     func() time.Time                         // nil: time.Now
}

// House is who recommends.
type House struct {
	Name  string `json:"name,omitempty"`
	Order string `json:"order,omitempty"` // how to order here; empty: ask the staff
}

// A Line is something said before, by the guest ("user") or by us ("assistant").
type Line struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// State is one turn at the table.
type State struct {
	Message     string           `json:"message"`
	History     []Line           `json:"history,omitempty"`
	Known       string           `json:"known,omitempty"` // of the guest, for prompts
	Language    lang.Language    `json:"language"`
	Constraints hook.Constraints `json:"constraints,omitzero"`

	// What was said at this table: what the guest must not have, what somebody
	// with them must not, what the guest may have after all, whether what is the
	// others' does not go for them, and what they say of their health.
	Told   hook.Constraints `json:"told,omitzero"`
	Theirs hook.Constraints `json:"theirs,omitzero"`
	Freed  []string         `json:"freed,omitempty"`
	Apart  bool             `json:"apart,omitempty"`
	Health []string         `json:"health,omitempty"`

	Restaurant  string   `json:"restaurant,omitempty"`  // whose card is on the table; "": the house's
	Restaurants []string `json:"restaurants,omitempty"` // of which the guest is asked to choose one

	// What the guest must not have: as it is understood, what words not known to
	// the guard are taken for ("": nothing to eat), which of these the guest has
	// not been told yet, and what is not understood and asked about.
	Avoid    []string          `json:"avoid,omitempty"`
	Heard    map[string]string `json:"heard,omitempty"`
	News     []string          `json:"news,omitempty"`
	Unclear  []string          `json:"unclear,omitempty"`
	Asked    bool              `json:"asked,omitempty"`    // whether there is anything they cannot eat
	Answered bool              `json:"answered,omitempty"` // and they have said
	Replied  bool              `json:"replied,omitempty"`  // this message answers either question

	Intent Intent `json:"intent,omitempty"`
	Query  string `json:"query,omitempty"` // what is searched: the message, with what it follows up
	Picked []Pick `json:"picked,omitempty"`
	Offer  []Pick `json:"offer,omitempty"` // shown last, to be referred to: "o segundo"
	// Nearest is what comes nearest when nothing fits, to be asked about.
	Nearest string         `json:"nearest,omitempty"`
	Later   []string       `json:"later,omitempty"`   // what fits and is served at another hour
	Harmful []Pick         `json:"harmful,omitempty"` // asked about, but not for this guest, and why
	Unsure  []string       `json:"unsure,omitempty"`  // left out because what is in them is not known
	Seen    []string       `json:"seen,omitempty"`    // offered before, when others were asked for
	UI      []ui.Component `json:"ui,omitempty"`
	Text    string         `json:"text,omitempty"`
}

// A Pick is an item that is recommended, and why.
type Pick struct {
	ID  string   `json:"id"`
	Why []string `json:"why,omitempty"`
}

// Graph returns the waiter as a graph.
func (w *Waiter) Graph() *graph.Graph[State] {
	g := graph.New[State]("menu@1")
	g.Start(nil, "route")
	g.Node("route", w.route, func(s State) string {
		if s.Intent == Wish || s.Intent == Pairing {
			return "search"
		}
		return "answer"
	}, "search", "answer")
	g.Node("search", w.search, nil, "answer")
	g.Node("answer", w.answer, nil, graph.End)
	return g
}

// Begin is the state in which a turn starts. before is the one in which the
// last turn at this table ended, if there was one.
func (w *Waiter) Begin(before *State, message string, history []Line, known string, language lang.Language, c hook.Constraints) State {
	s := State{Message: message, History: history, Known: known, Language: language}
	if before != nil {
		s.Offer, s.Query, s.Seen = before.Offer, before.Query, before.Seen
		s.Told, s.Theirs, s.Freed, s.Apart, s.Health = before.Told, before.Theirs, before.Freed, before.Apart, before.Health
		s.Restaurant, s.Restaurants = before.Restaurant, before.Restaurants
		s.Heard, s.Unclear, s.Asked, s.Answered = before.Heard, before.Unclear, before.Asked, before.Answered
	}
	var now telling
	for _, h := range append(slices.Clip(history), Line{"user", message}) {
		if h.Role == "user" {
			now = tell(h.Text)
			s.hear(now)
		}
	}
	s.Answered = s.Answered && !now.own.Unknown
	s.Constraints = s.bind(c)
	mine, others := remembered(known, "fact/health")
	s.Health = slices.DeleteFunc(add(slices.Clone(s.Health), append(mine, others...)), func(h string) bool { return len(dietsOf(h)) > 0 })
	if kept, _ := dietsIn(known); slices.Contains(kept, "gestante") && !covered(s.Freed, "gestante") { // to memory a fact, and no diet
		s.Constraints.Diets = add(s.Constraints.Diets, []string{"gestante"})
	}
	if s.Language == "" {
		s.Language = spokenIn(message, history)
	}
	return s
}

func spokenIn(message string, history []Line) lang.Language {
	if l, sure := lang.Detect(message); sure {
		return l
	}
	for _, h := range slices.Backward(history) {
		if l, sure := lang.Detect(h.Text); h.Role == "user" && sure {
			return l
		}
	}
	return lang.Portuguese
}

func (w *Waiter) now() time.Time {
	if w.Now == nil {
		return time.Now()
	}
	return w.Now()
}

// route decides what the guest wants, and what it is that is searched.
func (w *Waiter) route(ctx context.Context, s State, _ graph.Emit) (State, error) {
	s, message, err := w.choose(ctx, s)
	if err != nil {
		return s, err
	}
	card, err := w.card(ctx, s)
	if err != nil {
		return s, err
	}
	if s = card.understand(s); s.Intent != "" {
		return s, nil
	}
	if s.Replied {
		s.Intent = Talk
		if s.Query != "" {
			s.Intent = Wish // on with it
		}
		return s, nil
	}
	in := asked{Message: message, Query: s.Query, Dishes: card.mentioned(message, s.Offer)}
	intent, query := intentOf(in)
	s.Intent = intent
	if s.Intent == Wish || s.Intent == Pairing {
		s.Query = cmp.Or(strings.TrimSpace(query), wishOf(message))
	}
	if says(spaced(s.Message), others) {
		for _, p := range s.Offer {
			s.Seen = append(s.Seen, p.ID)
		}
		s.Seen = s.Seen[max(0, len(s.Seen)-mostSeen):]
	} else {
		s.Seen = nil
	}
	if s.Intent != About {
		return s, nil
	}
	if len(in.Dishes) == 0 {
		s.Intent, s.Query = Wish, message
	}
	safe := newGuard(card, s, w.now())
	for _, d := range in.Dishes {
		it := card.byID[d.ID]
		switch why := card.harm(it, s.Constraints); {
		case why != "":
			s.Harmful = append(s.Harmful, Pick{d.ID, []string{why}})
		case it.Unknown && safe.strict(), s.unsafe():
			s.Harmful = append(s.Harmful, Pick{ID: d.ID}) // perhaps
		default:
			s.Picked = append(s.Picked, Pick{ID: d.ID})
		}
	}
	return s, nil
}

// Limits of a search and of an answer.
const (
	pool     = 25 // candidates that are ranked
	offered  = 4  // that are recommended
	mostSeen = 40 // that are not offered again

	mostMissed = 2 // that are said not to be for the guest
)

// search finds what fits: by meaning, then by what the guest must not have,
// which no one after this can undo, then strictly by the wish.
func (w *Waiter) search(ctx context.Context, s State, _ graph.Emit) (State, error) {
	card, err := w.card(ctx, s)
	if err != nil || s.unsafe() {
		return s, err
	}
	safe := newGuard(card, s, w.now())
	s.Avoid = add(s.Avoid, safe.asked(s))
	f, err := card.look(ctx, safe, s, cmp.Or(w.Refiner, &retrieve.Refiner{Tasks: w.Tasks}))
	if err != nil {
		return s, err
	}
	for _, id := range rerankByRule(f.unsure).IDs {
		s.Unsure = append(s.Unsure, card.byID[id].Name)
	}
	if len(f.fit.Candidates) > 0 {
		ranked, err := Rerank.Do(ctx, w.Tasks, f.fit)
		if err != nil {
			return s, err
		}
		s.Picked = picks(f.fit, ranked.Out.IDs, s.Constraints.Dislikes, offered)
		for i, p := range s.Picked {
			s.Picked[i].Why = readWish(s.Query).why(card.candidate(card.byID[p.ID]))
		}
	}
	if len(s.Picked) > 0 {
		return s, nil
	}
	if s.Later = rerankByRule(f.closed).IDs; len(s.Later) == 0 {
		s.Nearest = nearest(f.fit)
		s.Harmful, err = card.missed(ctx, s)
	}
	return s, err
}

// missed returns what the guest would have been offered but for what they must
// not have, and why: they are to know that it is there.
func (card *Card) missed(ctx context.Context, s State) (all []Pick, err error) {
	bound := s.Constraints
	if !bound.Safety() {
		return nil, nil
	}
	s.Constraints = hook.Constraints{Budget: bound.Budget}
	f, err := card.look(ctx, newGuard(card, s, time.Time{}), s, once)
	for _, id := range rerankByRule(f.fit).IDs {
		if why := card.harm(card.byID[id], bound); why != "" && len(all) < mostMissed {
			all = append(all, Pick{id, []string{why}})
		}
	}
	return all, err
}

// once searches for the words as they are.
var once = &retrieve.Refiner{Paraphrases: -1, Iterations: -1, NoGlobal: true}

// found is what a search found and the guest may have: what is to be ranked,
// what is served at another hour, and what has in it nobody knows what.
type found struct {
	fit, closed, unsure RerankIn

	hits []retrieve.Hit
	did  retrieve.Refinement
}

// look searches the card for the wish of s. Other words are tried only if
// nothing fits by the guest's own: they cost a model's time.
func (card *Card) look(ctx context.Context, safe *guard, s State, refiner *retrieve.Refiner) (f found, err error) {
	query := s.Query
	if s.Intent == Pairing {
		query = pairing(query)
	}
	wanted := retrieve.Search{Text: strings.ReplaceAll(unjoined(query), " para ", ". Para "), K: 2 * pool, Keep: safe.keep()}
	w := readWish(query)
	anything := w.price != 0 && len(w.facets) == 0 // that costs least, or most
	if anything {
		wanted.K = len(card.byID)
	}
	for _, r := range []*retrieve.Refiner{once, refiner} {
		res, did, err := r.Search(ctx, card.items, wanted)
		if err != nil {
			return f, err
		}
		if anything {
			res.Hits = slices.DeleteFunc(res.Hits, func(h retrieve.Hit) bool { return w.rulesOut(card.candidate(card.byID[h.Doc.ID])) })
			slices.SortStableFunc(res.Hits, func(a, b retrieve.Hit) int {
				return w.price * cmp.Compare(card.brief[a.Doc.ID].price, card.brief[b.Doc.ID].price)
			})
		}
		if w.open {
			res.Hits = card.some(res.Hits)
		}
		f = sift(card, safe, s, res.Hits)
		if f.did = did; len(rerankByRule(f.fit).IDs) > 0 || len(rerankByRule(f.closed).IDs) > 0 {
			break
		}
	}
	return f, nil
}

// some returns hits and, behind them, the rest of the card, a few of each course:
// for who leaves it to the waiter.
func (card *Card) some(hits []retrieve.Hit) []retrieve.Hit {
	met := map[string]int{}
	seen := map[string]bool{}
	all := slices.Clone(hits)
	for _, id := range card.items.IDs() {
		if d, ok := card.items.Get(id); ok {
			all = append(all, retrieve.Hit{Doc: d})
		}
	}
	return slices.DeleteFunc(all, func(h retrieve.Hit) bool {
		course := card.byID[h.Doc.ID].Course
		met[course]++
		again := seen[h.Doc.ID]
		seen[h.Doc.ID] = true
		return again || met[course] > pool/offered
	})
}

func sift(card *Card, safe *guard, s State, hits []retrieve.Hit) found {
	f := found{fit: RerankIn{Query: s.Query, Limit: offered}, closed: RerankIn{Query: s.Query, Limit: 2}, unsure: RerankIn{Query: s.Query, Limit: 3}, hits: hits}
	for _, h := range hits {
		it, ok := card.byID[h.Doc.ID]
		if !ok || !safe.allows(it) || slices.Contains(s.Seen, it.ID) {
			continue
		}
		to := &f.fit
		switch {
		case it.Unknown && safe.strict():
			to = &f.unsure
		case !safe.now.IsZero() && !it.Available(safe.now):
			to = &f.closed
		}
		if to.Candidates = append(to.Candidates, card.candidate(it)); len(f.fit.Candidates) == pool {
			break
		}
	}
	return f
}

// picks returns at most so many candidates among ids, each once: what is not on the list
// was made up. What the guest does not like is left out if anything else is
// there.
func picks(in RerankIn, ids, dislikes []string, most int) []Pick {
	var liked, other []Pick
	for _, id := range ids {
		i := slices.IndexFunc(in.Candidates, func(c Candidate) bool { return c.ID == id })
		if i < 0 || slices.ContainsFunc(slices.Concat(liked, other), func(p Pick) bool { return p.ID == id }) {
			continue
		}
		if slices.ContainsFunc(dislikes, func(x string) bool { return ontology.Default().Breaks(&in.Candidates[i].is.made, excluded("sem "+x)) }) {
			other = append(other, Pick{ID: id})
		} else {
			liked = append(liked, Pick{ID: id})
		}
	}
	if len(liked) == 0 {
		liked = other
	}
	return liked[:min(len(liked), most)]
}

// nearest is the candidate to ask about when none fits: of the course that was
// asked for and at its price, or none.
func nearest(in RerankIn) string {
	w := readWish(in.Query)
	for _, c := range in.Candidates {
		if !w.rulesOut(c) {
			return c.ID
		}
	}
	return ""
}

// answer says it, and shows the dishes.
func (w *Waiter) answer(ctx context.Context, s State, emit graph.Emit) (State, error) {
	card, err := w.card(ctx, s)
	if err != nil {
		return s, err
	}
	in := saying{
		Message: s.Message, Intent: s.Intent, Language: s.Language, House: w.House, Restaurant: s.Restaurant, Restaurants: s.Restaurants,
		Unknown: s.Constraints.Unknown && !s.Answered, Unsure: s.Unsure, Avoid: s.Avoid, Heard: s.News, Unclear: s.Unclear, Health: s.Health,
	}
	for _, p := range s.Picked {
		if it, ok := card.byID[p.ID]; ok {
			in.Items = append(in.Items, it)
		}
	}
	for _, p := range s.Harmful {
		in.Harmful = append(in.Harmful, Harmful{card.byID[p.ID], strings.Join(p.Why, ", ")})
	}
	for _, id := range s.Later {
		in.Later = append(in.Later, card.byID[id])
	}
	if it, ok := card.byID[s.Nearest]; ok {
		in.Nearest = it.Name
	}
	s.Text = scrub.Text(answerOf(in))
	emit(event.Text, event.Words{Text: s.Text})
	s.Asked = in.Unknown
	switch {
	case s.Nearest != "":
		s.Offer = []Pick{{ID: s.Nearest}} // "sim" means it
	case s.Intent == Wish || s.Intent == Pairing || s.Intent == About:
		s.Offer = s.Picked
	}
	if len(in.Items) > 0 {
		c, err := Dishes.New(graph.Key(ctx), dishesOf(s, in.Items, card.Source))
		if err != nil {
			return s, err
		}
		s.UI = []ui.Component{c}
		emit(event.UI, c)
	}
	return s, nil
}
