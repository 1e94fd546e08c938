package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/operate/talks"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// guest is somebody of whom the house keeps something.
type guest struct {
	ID    string    `json:"guest"`
	Names []string  `json:"names"` // that they told, and in which they asked the staff for something
	Table string    `json:"table,omitempty"`
	Last  time.Time `json:"last,omitzero"` // when they last said something
}

// guests returns all of them, who spoke last first: those who said something, came by a link,
// asked the staff for something, or of whom something is remembered.
func (a *app) guests(ctx context.Context) (all []*guest, err error) {
	of := func(id, name string) *guest {
		i := slices.IndexFunc(all, func(g *guest) bool { return g.ID == id })
		if i < 0 {
			i, all = len(all), append(all, &guest{ID: id, Names: []string{}})
		}
		if name != "" && !slices.Contains(all[i].Names, name) {
			all[i].Names = append(all[i].Names, name)
		}
		return all[i]
	}
	errRead := new(talks.Book).Read(ctx, a.db, func(turns []*talks.Turn) {
		for _, t := range turns {
			of(t.Guest, "").Last = t.At
		}
	})
	visitors, errVisitors := (&house.Links{Store: a.db}).Visitors(ctx)
	for id, v := range visitors {
		of(id, v.Name).Table = v.Table
	}
	requests, errRequests := a.inbox().List(ctx)
	for _, r := range requests {
		of(r.Guest, r.Name)
	}
	owners, errOwners := a.db.Owners(ctx, "", 0)
	err = errors.Join(errRead, errVisitors, errRequests, errOwners)
	for _, id := range owners {
		known, errKnown := a.book().Matching(ctx, id, memory.What{Kind: memory.Fact})
		err = errors.Join(err, errKnown)
		of(id, "")
		for _, m := range known {
			if m.Key == "name" {
				of(id, m.Value)
			}
		}
	}
	slices.SortFunc(all, func(x, y *guest) int { return cmp.Or(y.Last.Compare(x.Last), strings.Compare(x.ID, y.ID)) })
	return all, err
}

// goesBy reports whether a guest has a name with all words of another: "ana" finds "Ana Lima".
func (g *guest) goesBy(name string) bool {
	return slices.ContainsFunc(g.Names, func(own string) bool {
		has := strings.Fields(lang.Fold(own))
		return !slices.ContainsFunc(strings.Fields(lang.Fold(name)), func(w string) bool { return !slices.Contains(has, w) })
	})
}

func memoryGuestsCommand(ctx context.Context, a *app, _ []string) error {
	all, err := a.guests(ctx)
	if err != nil {
		return err
	}
	return showEach(a, all, func(w io.Writer, g *guest) {
		last, table := "", oneLine(g.Table)
		if !g.Last.IsZero() {
			last = g.Last.Local().Format("2006-01-02 15:04")
		}
		if table != "" {
			table = "table " + table
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", g.ID, last, table, oneLine(strings.Join(g.Names, ", ")))
	})
}

// find makes the id of a guest of their name, if that was given: "Marcos" becomes "g-06gv6p".
// named says that it did.
func (w *whose) find(ctx context.Context, a *app) (named bool, err error) {
	if w.house || w.guest == nobody {
		return false, w.check()
	}
	if threads, err := a.db.List(ctx, w.guest, 1); err != nil || len(threads) > 0 {
		return false, err
	}
	all, err := a.guests(ctx)
	if err != nil || slices.ContainsFunc(all, func(g *guest) bool { return g.ID == w.guest }) {
		return false, err
	}
	var ids []string
	for _, g := range all {
		if g.goesBy(w.guest) {
			ids = append(ids, g.ID)
		}
	}
	switch len(ids) {
	case 0:
		return false, w.check()
	case 1:
		fmt.Fprintf(a.Stderr, "(%s is guest %s)\n", w.guest, ids[0])
		w.guest = ids[0]
		return true, nil
	}
	return false, &usageError{fmt.Sprintf("%s may be %s", w.guest, strings.Join(ids, " or ")), `"maitre memory guests" tells them apart`}
}
