package beer

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// kind is what breweries are called among the things shown.
const kind = "brewery"

// searchedNote is the key under which a conversation keeps searched.
const searchedNote = "breweries"

// searched is the note of a conversation's searches for breweries.
type searched struct {
	City    string `json:"city,omitempty"` // of the last search
	State   string `json:"state,omitempty"`
	Country string `json:"country,omitempty"` // if it was of a whole one
	New     bool   `json:"new,omitempty"`     // the list shown last was of breweries new to the guest

	// The turns, as turnIn names them, in which that list was shown, in which
	// details were last offered, and in which some were last told.
	Turn    string `json:"turn,omitempty"`
	Offered string `json:"offered,omitempty"`
	Told    string `json:"told,omitempty"`

	Call string   `json:"call,omitempty"` // that showed the list
	Of   []string `json:"of,omitempty"`   // the list of which details were offered
}

// turnIn names the turn of a scene: no two of a conversation have one name.
func turnIn(s *scene.Scene) string { return fmt.Sprintf("%d.%d", len(s.Said), s.Now.UnixNano()) }

// searchedIn returns what a scene keeps of searches.
func searchedIn(s *scene.Scene) (n searched) {
	s.Load(searchedNote, &n)
	return n
}

// add notes a search. Of several in one step the last call counts, whichever
// ended last.
func (n *searched) add(turn, call string, at brewery.Query, fresh bool) {
	if n.Turn == turn && cmp.Or(len(call)-len(n.Call), strings.Compare(call, n.Call)) < 0 {
		return
	}
	n.Turn, n.Call, n.New = turn, call, fresh
	if at.City+at.State+at.Country != "" {
		n.City, n.State, n.Country = at.City, at.State, at.Country
	}
}

func each[T any](all []T, of func(T) string) (some []string) {
	for _, x := range all {
		some = append(some, of(x))
	}
	return some
}

func nameOf(b brewery.Brewery) string { return b.Name }
func called(t scene.Thing) string     { return t.Name }

// shownIn returns the breweries that were shown, the last list first, and that list: of several in one step, that of
// the last call.
func shownIn(s *scene.Scene) (all, list []scene.Thing) {
	for _, t := range s.Shown {
		if t.Kind != kind {
			continue
		}
		if all = append(all, t); t.Number == 1 {
			list = nil
		}
		if t.Number > 0 {
			list = append(list, t)
		}
	}
	return all, list
}

// pointed returns the brewery that a model or a guest points at among those shown: by its id, its
// number in the list shown last, or its name.
func pointed(s *scene.Scene, ref string) (scene.Thing, bool) {
	ref = strings.TrimSpace(ref)
	if t, ok := s.Thing(kind, ref); ok || ref == "" {
		return t, ok
	}
	all, list := shownIn(s)
	at, err := strconv.Atoi(strings.Trim(ref, "#. "))
	if err != nil {
		for _, among := range [][]scene.Thing{list, all} {
			if i := choice.Named(ref, each(among, called)); i > 0 {
				return among[i-1], true
			}
		}
		at = choice.Ordinal(lang.Fold(ref))
	}
	return numbered(list, at)
}

// asked reports whether the guest's message itself asks about a brewery: it has
// its name, or its number in a list of an earlier turn.
func (n searched) asked(s *scene.Scene, ref string) bool {
	t, ok := pointed(s, ref)
	if !ok { // one that was not shown
		return choice.Named(s.Message, []string{ref}) > 0
	}
	said := lang.Fold(s.Message)
	if strings.Contains(" "+said+" ", " "+lang.Fold(t.Name)+" ") {
		return true
	}
	const longest = 14 // words of a message that can point at an entry: "the second one"
	all, list := shownIn(s)
	if i := choice.Named(s.Message, each(all, called)); i > 0 {
		return all[i-1].ID == t.ID
	}
	if n.Turn == turnIn(s) || len(strings.Fields(said)) > longest {
		return false
	}
	at, ok := numbered(list, choice.Ordinal(said))
	return ok && at.ID == t.ID
}

// numbered returns the thing of a number in a list, the last one for -1.
func numbered(list []scene.Thing, n int) (t scene.Thing, ok bool) {
	if n < 0 {
		n = len(list)
	}
	if n == 0 || n > len(list) {
		return t, false
	}
	return list[n-1], true
}
