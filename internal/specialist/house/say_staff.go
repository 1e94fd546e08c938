package house

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// said is a request as it is read back: "mesa para 4, 17/11/2026, 20h".
func (r *Request) said(l lang.Language) string {
	w := texts.In(l)
	people, total, needs, more, when := "", "", "", "", saidDay(r.Date, w)
	if r.People > 0 {
		people = w.Count(r.People, w.House.People)
	}
	if r.Until != "" {
		when = fmt.Sprintf(w.House.Until, when, saidDay(r.Until, w))
	}
	if r.Total != "" {
		total = fmt.Sprintf(w.House.Total, r.Total)
	}
	if len(r.Needs) > 0 {
		var yours []string
		for _, n := range r.Needs {
			yours = append(yours, w.Yours(n)) // "sua filha: leite"
		}
		needs = fmt.Sprintf(w.House.Needs, strings.Join(yours, "; "))
	}
	if r.More != "" {
		more = strconv.Quote(r.More)
	}
	what := r.Order
	if !r.dated() && what == nil {
		what = []string{strconv.Quote(r.Text)}
	}
	parts := slices.Concat([]string{w.House.Kinds[r.Kind], people, when, r.Time, r.Name, masked(r.Contact)}, what, []string{total, needs, more})
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}

func saidDay(date string, w *texts.Words) string {
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		return w.Date(day)
	}
	return date
}

// noted is a request with the words in which it was told, which its lines, its people and its day do not say.
func (r *Request) noted(l lang.Language) string {
	said := r.said(l)
	if (r.dated() || r.Order != nil) && !(r.More != "" && strings.Contains(r.Text, r.More)) && r.Text != strings.Join(r.Order, ", ") {
		said += ", " + strconv.Quote(r.Text)
	}
	return said
}

// masked is a telephone number or an address by which its guest knows it, and nobody else
// reaches them: "…1234", "k…@example.com".
func masked(contact string) string {
	if user, host, ok := strings.Cut(contact, "@"); ok {
		return string([]rune(user + " ")[:1]) + "…@" + host
	}
	if n := len(contact); n > 4 {
		return "…" + contact[n-4:]
	}
	return contact
}

// sayStaff says to a guest what became of a wish, or asks what comes next.
func sayStaff(out askStaffOut, l lang.Language) string {
	w := texts.In(l)
	h := &w.House
	switch {
	case out.Filed != nil:
		return out.sayFiled(w, l)
	case out.Same:
		return ""
	case out.Undone != nil:
		return fmt.Sprintf(h.Withdrawn, out.Undone.said(l))
	case out.Undo != nil:
		return fmt.Sprintf(h.MayWithdraw, out.Undo.said(l))
	case out.Change != nil:
		return fmt.Sprintf(h.AskChange, out.Change.said(l))
	case out.TooMany:
		return h.TooMany
	case len(out.Against) > 0:
		return fmt.Sprintf(h.AgainstAsk, w.List(out.Against))
	case out.Dropped:
		return h.Dropped
	case out.Confirm != nil:
		return out.sayBack(w, l)
	case len(out.Requests) > 0 && !out.None:
		return out.Requests[0].sayState(h, l)
	}
	return h.NoneFiled
}

// sayFiled says what the staff sees now.
func (out *askStaffOut) sayFiled(w *texts.Words, l lang.Language) string {
	h, all := &w.House, out.Filed.said(l)
	for _, r := range out.Also {
		all += "; " + r.said(l)
	}
	said := []string{fmt.Sprintf(h.Filed, all)}
	switch {
	case out.Replaces && out.Filed.dated():
		said = append(said, h.Rebooks)
	case out.Replaces:
		said = append(said, h.Replaces)
	}
	said = append(said, out.Answered)
	if out.Undoes != "" {
		said = append(said, h.TakeBack)
	}
	if out.Urgent != "" {
		said = append(said, fmt.Sprintf(h.Urgent, out.Urgent))
	}
	text := strings.Join(said, " ")
	if out.Confirm != nil { // another one that waits
		text += "\n\n" + fmt.Sprintf(h.ReadBack, out.Confirm.said(l))
	}
	return text
}

// sayBack reads a request back: why it cannot be so, and what is asked for next.
func (out *askStaffOut) sayBack(w *texts.Words, l lang.Language) string {
	h := &w.House
	list := func(what []string) string {
		var all []string
		for _, x := range what {
			all = append(all, h.Missing[x])
		}
		return w.List(all)
	}
	why, next := out.Why, out.Ask
	if why == "" && out.None {
		why = h.NoneFiled
	}
	switch {
	case next != "":
	case len(out.AskFor) > 0:
		next = fmt.Sprintf(h.AskFor, list(out.AskFor))
	default:
		next = fmt.Sprintf(h.ReadBack, out.Confirm.said(l))
		if len(out.Who) > 0 {
			next += " " + fmt.Sprintf(h.AskWho, list(out.Who))
		}
	}
	return strings.TrimSpace(why + " " + next)
}

// sayState says how a request stands that was filed before.
func (r *Request) sayState(h *texts.House, l lang.Language) string {
	state := r.State
	switch {
	case r.Undone:
		return fmt.Sprintf(h.Withdrawn, r.said(l))
	case r.Declined:
		state = "declined"
	case r.Reply != "": // whoever has it, or has handed it back
		state = Done
	}
	text := fmt.Sprintf(h.States[state], r.said(l))
	if r.Reply != "" {
		text += " " + strings.TrimPrefix(r.By+": ", ": ") + r.Reply
	}
	return text
}
