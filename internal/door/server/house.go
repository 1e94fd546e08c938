package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/operate/talks"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/thread"
)

// houseLooks is what anybody may know of a house who opens its page.
type houseLooks struct {
	Name    string     `json:"name,omitempty"`
	Welcome staff.Text `json:"welcome,omitempty"`
	Color   string     `json:"color,omitempty"`
	Mark    string     `json:"mark,omitempty"` // the path of a picture
	Own     bool       `json:"own"`            // the house has told of itself: it is no demonstration
	Open    *bool      `json:"open,omitempty"` // now, where hours were told
}

// looks answers GET /api/v1/house: whose page it is.
func (srv *Server) looks(c *call) (any, error) {
	f, err := staff.Kept(c.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	is := houseLooks{Name: f.Name, Welcome: f.Welcome, Color: f.Color, Own: f.Own(), Open: f.OpenAt(time.Now())}
	if f.Mark != "" {
		is.Mark = menu.PicturePath + f.Mark
	}
	return is, nil
}

// houseView is what the owner told of the house.
type houseView struct {
	Version int64        `json:"version"` // to be said when it is changed
	Facts   *staff.Facts `json:"facts"`   // without the approved answers
	Hours   string       `json:"hours"`   // in words, as a guest is told
}

// houseFacts answers GET /api/v1/house/facts.
func (srv *Server) houseFacts(c *call) (any, error) {
	f, version, err := staff.Told(c.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	f.Answers = nil
	return houseView{version, f, f.SayHours(time.Now(), srv.language(c.Request))}, nil
}

type factsIn struct {
	Version int64
	Facts   *staff.Facts
}

// UnmarshalJSON refuses what is no fact: it would take the place of those that are.
func (in *factsIn) UnmarshalJSON(data []byte) error {
	type plain factsIn
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(in))
}

// setHouseFacts answers PUT /api/v1/house/facts: facts take the place of those of a
// version. Approved answers stay.
func (srv *Server) setHouseFacts(c *call, in factsIn) (any, error) {
	if in.Facts == nil {
		return nil, bad("facts are what the house says of itself")
	}
	was, _, err := staff.Told(c.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	in.Facts.Answers = was.Answers
	err = staff.Revise(c.Context(), srv.o.Store, in.Version, in.Facts, time.Now())
	if wrong, ok := errors.AsType[*staff.Wrong](err); ok {
		return nil, &apiError{http.StatusUnprocessableEntity, "wrong_" + wrong.Fact, wrong.Error()}
	}
	if err != nil {
		return nil, err
	}
	c.note = strings.Join(was.Changed(in.Facts), ", ")
	return srv.houseFacts(c)
}

// approved is an approved answer with a name by which it can be removed.
type approved struct {
	ID string `json:"id"`
	staff.Answer
	Used int `json:"used"` // how often it was found for a guest
}

func answerID(a staff.Answer) string {
	raw, _ := json.Marshal(a) // it came from JSON
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// answers answers GET /api/v1/answers: what the owner wants said to some questions.
func (srv *Server) answers(c *call) (all []approved, err error) {
	facts, err := staff.Kept(c.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	used := map[string]int{}
	err = srv.talks.Read(c.Context(), srv.o.Store, func(turns []*talks.Turn) {
		for _, t := range turns {
			for _, text := range t.Approved {
				used[text]++
			}
		}
	})
	for _, a := range facts.Answers {
		x := approved{ID: answerID(a), Answer: a}
		for _, text := range a.Answer {
			x.Used += used[text]
		}
		all = append(all, x)
	}
	return all, err
}

// keepAnswer answers POST /api/v1/answers: an answer to a question, or a rule for whatever
// is asked about something. One to the same question takes the place of the one before.
func (srv *Server) keepAnswer(c *call, a staff.Answer) (any, error) {
	if wrong := (&staff.Facts{Answers: []staff.Answer{a}}).Check(); wrong != nil {
		first, _, _ := strings.Cut(wrong.Error(), "\n")
		return nil, bad(first)
	}
	c.note = strings.Join(slices.Concat(a.Ask, a.About), " / ")
	return approved{ID: answerID(a), Answer: a}, staff.Amend(c.Context(), srv.o.Store, time.Now(), func(f *staff.Facts) error {
		f.Answers = slices.DeleteFunc(f.Answers, func(b staff.Answer) bool { return slices.Equal(a.Ask, b.Ask) && slices.Equal(a.About, b.About) })
		f.Answers = append(f.Answers, a)
		return nil
	})
}

// dropAnswer answers DELETE /api/v1/answers/{id}.
func (srv *Server) dropAnswer(c *call) error {
	return staff.Amend(c.Context(), srv.o.Store, time.Now(), func(f *staff.Facts) error {
		i := slices.IndexFunc(f.Answers, func(a staff.Answer) bool { return answerID(a) == c.PathValue("id") })
		if i < 0 {
			return errNotFound
		}
		c.note = strings.Join(slices.Concat(f.Answers[i].Ask, f.Answers[i].About), " / ")
		f.Answers = slices.Delete(f.Answers, i, i+1)
		return nil
	})
}

// requests answers GET /api/v1/requests: what guests asked of the staff; with after in
// the query, the requests of guests of whom one has changed since.
func (srv *Server) requests(c *call) (any, error) {
	after, err := c.number("after", 0, 0)
	if err != nil {
		return nil, err
	}
	all, next, err := srv.kept.Inbox.Since(c.Context(), after)
	return map[string]any{"requests": append([]staff.Request{}, all...), "next": next}, err
}

// shownToStaff is how much of a guest's conversation the staff sees.
const shownToStaff = 100

// request answers GET /api/v1/requests/{id}: a request with its conversation.
func (srv *Server) request(c *call) (any, error) {
	found, err := srv.kept.Inbox.Get(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	said, err := srv.o.Store.Messages(c.Context(), found.Thread, found.Guest, shownToStaff)
	if err != nil && !errors.Is(err, thread.ErrNotFound) { // the guest has deleted it
		return nil, err
	}
	return map[string]any{"request": found, "messages": append([]thread.Message{}, said...)}, nil
}

type requestIn struct {
	State, By, Reply string
	Declined         bool
}

// setRequest answers POST /api/v1/requests/{id}: one of the staff takes a request, hands
// it back or says that it is done, with a reply in the guest's conversation.
func (srv *Server) setRequest(c *call, in requestIn) (any, error) {
	switch {
	case in.By == "" || len(in.By) > 60:
		return nil, bad("by is the name, of at most 60 characters, that the guest reads")
	case len(in.Reply) > 2000:
		return nil, bad("a reply has at most 2,000 characters")
	case in.State != staff.New && in.State != staff.Taken && in.State != staff.Done:
		return nil, bad("state is new, taken or done")
	}
	set, err := srv.kept.Inbox.Set(c.Context(), c.PathValue("id"), staff.Change{State: in.State, By: in.By, Reply: in.Reply, Declined: in.Declined})
	c.note = set.Kind + ", " + set.State
	return set, err
}
