package beer

import (
	"cmp"
	"fmt"
	"slices"
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
	City    string            `json:"city,omitempty"` // of the last search
	State   string            `json:"state,omitempty"`
	Country string            `json:"country,omitempty"` // if it was of a whole one
	Known   []brewery.Brewery `json:"known,omitempty"`   // that were shown, the last first
	List    []string          `json:"list,omitempty"`    // ids of the list shown last
	New     bool              `json:"new,omitempty"`     // that list was of breweries new to the guest

	// The turns, as turnIn names them, in which that list was shown, in which
	// details were last offered, and in which some were last told.
	Turn    string `json:"turn,omitempty"`
	Offered string `json:"offered,omitempty"`
	Told    string `json:"told,omitempty"`

	Call string   `json:"call,omitempty"` // that showed the list
	Of   []string `json:"of,omitempty"`   // the list of which details were offered
}

// maxKnown is how many breweries are kept with all that is known of them. Those
// of before are found again by their name.
const maxKnown = 15

// turnIn names the turn of a scene: no two of a conversation have one name.
func turnIn(s *scene.Scene) string { return fmt.Sprintf("%d.%d", len(s.Said), s.Now.UnixNano()) }

// searchedIn returns what a scene keeps of searches.
func searchedIn(s *scene.Scene) (n searched) {
	s.Load(searchedNote, &n)
	return n
}

// add notes a search. Of several in one step the last call counts, whichever
// ended last.
func (n *searched) add(turn, call string, at brewery.Query, all []brewery.Brewery, fresh bool) {
	n.know(all)
	if n.Turn == turn && cmp.Or(len(call)-len(n.Call), strings.Compare(call, n.Call)) < 0 {
		return
	}
	n.Turn, n.Call, n.New = turn, call, fresh
	if len(all) > 0 {
		n.List = each(all, idOf)
	}
	if at.City+at.State+at.Country != "" {
		n.City, n.State, n.Country = at.City, at.State, at.Country
	}
}

// know puts breweries before those known.
func (n *searched) know(all []brewery.Brewery) {
	ids := each(all, idOf)
	n.Known = append(slices.Clone(all), slices.DeleteFunc(n.Known, func(b brewery.Brewery) bool { return slices.Contains(ids, b.ID) })...)
	n.Known = n.Known[:min(len(n.Known), maxKnown)]
}

func each(all []brewery.Brewery, of func(brewery.Brewery) string) (some []string) {
	for _, b := range all {
		some = append(some, of(b))
	}
	return some
}

func idOf(b brewery.Brewery) string   { return b.ID }
func nameOf(b brewery.Brewery) string { return b.Name }

// listed returns the breweries of the list shown last.
func (n searched) listed() (all []brewery.Brewery) {
	for _, id := range n.List {
		if i := slices.IndexFunc(n.Known, func(b brewery.Brewery) bool { return b.ID == id }); i >= 0 {
			all = append(all, n.Known[i])
		}
	}
	return all
}

// pointed returns the brewery that a model or a guest points at: by its id, its
// number in the list shown last, or its name.
func (n searched) pointed(ref string) (brewery.Brewery, bool) {
	ref = strings.TrimSpace(ref)
	list := n.listed()
	if i := slices.IndexFunc(n.Known, func(b brewery.Brewery) bool { return b.ID == ref }); i >= 0 {
		return n.Known[i], true
	}
	at, err := strconv.Atoi(strings.Trim(ref, "#. "))
	if err != nil {
		for _, among := range [][]brewery.Brewery{list, n.Known} {
			if b, ok := called(ref, among); ok {
				return b, true
			}
		}
		at = choice.Ordinal(lang.Fold(ref))
	}
	if at < 0 {
		at = len(list)
	}
	if at > 0 && at <= len(list) {
		return list[at-1], true
	}
	return brewery.Brewery{}, false
}

// called returns the brewery of a name: a whole one, or one that leaves out
// words such as "brewing", or has a letter wrong.
func called(name string, among []brewery.Brewery) (brewery.Brewery, bool) {
	said := " " + lang.Fold(name) + " "
	found := slices.DeleteFunc(slices.Clone(among), func(b brewery.Brewery) bool {
		return strings.TrimSpace(said) == "" || !strings.Contains(" "+lang.Fold(b.Name)+" ", said)
	})
	if len(found) == 1 {
		return found[0], true
	}
	verdict, as := brewery.NewHistory(among).Had(brewery.Brewery{Name: name})
	return as, len(found) == 0 && verdict != brewery.Different
}

// longest is the number of words up to which a message can point at an entry of a list: "the second
// one".
const longest = 14

// asked reports whether the guest's message itself asks about a brewery: it has
// its name, or points into a list of an earlier turn.
func (n searched) asked(s *scene.Scene, ref string) bool {
	b, ok := n.pointed(ref)
	if !ok { // one that was not shown
		return choice.Named(s.Message, []string{ref}) > 0
	}
	said, list := lang.Fold(s.Message), n.listed()
	if strings.Contains(" "+said+" ", " "+lang.Fold(b.Name)+" ") {
		return true
	}
	for _, among := range [][]brewery.Brewery{list, n.Known} {
		if i := choice.Named(s.Message, each(among, nameOf)); i > 0 {
			return among[i-1].ID == b.ID
		}
	}
	words := strings.Fields(said)
	if n.Turn == turnIn(s) || len(words) > longest || !slices.Contains(n.List, b.ID) {
		return false
	}
	says := func(set string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return book[set][w] })
	}
	if i := choice.Ordinal(said); i != 0 && !says("several") {
		at, ok := n.pointed(strconv.Itoa(i))
		return ok && at.ID == b.ID
	}
	return says("several") || says("telling")
}
