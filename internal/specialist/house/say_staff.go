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
	parts := []string{w.House.Kinds[r.Kind]}
	if r.People > 0 {
		parts = append(parts, w.Count(r.People, w.House.People))
	}
	if day, err := time.Parse(time.DateOnly, r.Date); err == nil {
		parts = append(parts, w.Date(day))
	} else if r.Date != "" {
		parts = append(parts, r.Date)
	}
	if day, err := time.Parse(time.DateOnly, r.Until); err == nil {
		parts[len(parts)-1] = fmt.Sprintf(w.House.Until, parts[len(parts)-1], w.Date(day))
	}
	if r.Time != "" {
		parts = append(parts, r.Time)
	}
	if r.Name != "" {
		parts = append(parts, r.Name)
	}
	parts = append(parts, masked(r.Contact))
	if r.Kind != "booking" && r.Kind != "room" && r.Order == nil {
		parts = append(parts, strconv.Quote(r.Text))
	}
	parts = append(parts, r.Order...)
	if r.Total != "" {
		parts = append(parts, fmt.Sprintf(w.House.Total, r.Total))
	}
	var needs []string
	for _, n := range r.Needs {
		needs = append(needs, w.Yours(n)) // "sua filha: leite"
	}
	if needs != nil {
		parts = append(parts, fmt.Sprintf(w.House.Needs, strings.Join(needs, "; ")))
	}
	if r.More != "" {
		parts = append(parts, strconv.Quote(r.More))
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
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

// named writes the details that are missing, in words: "the day", "the time".
func named(w *texts.House, missing []string) (all []string) {
	for _, m := range missing {
		all = append(all, w.Missing[m])
	}
	return all
}

// next writes the question that comes next: for missing details, for a yes to the request, or for
// the guest's name.
func (out *askStaffOut) next(l lang.Language) string {
	w := &texts.In(l).House
	if len(out.AskFor) > 0 {
		text := fmt.Sprintf(w.AskFor, texts.In(l).List(named(w, out.AskFor)))
		if len(out.Instead) > 0 && out.Full == nil { // of the days that the house is open
			var days []string
			for _, d := range out.Instead {
				day, _ := time.Parse(time.DateOnly, d) // as shut wrote it
				days = append(days, w.Weekdays[day.Weekday()]+" "+day.Format("02/01"))
			}
			text = fmt.Sprintf(w.ShutOffers, texts.In(l).List(days))
		}
		if out.Noted {
			text = fmt.Sprintf(w.Noted, out.Confirm.said(l)) + " " + text
		}
		return text
	}
	text := strings.Join(append([]string{fmt.Sprintf(w.ReadBack, out.Confirm.said(l))}, out.Closed...), " ")
	if len(out.Who) > 0 {
		text += " " + fmt.Sprintf(w.AskWho, texts.In(l).List(named(w, out.Who)))
	}
	return text
}

func sayStaff(out askStaffOut, l lang.Language) string {
	w := &texts.In(l).House
	switch {
	case out.Filed != nil:
		all := out.Filed.said(l)
		for _, r := range out.Also {
			all += "; " + r.said(l)
		}
		text := fmt.Sprintf(w.Filed, all) + " " + out.Answered
		replaces := w.Replaces
		if out.Filed.dated() {
			replaces = w.Rebooks
		}
		if out.Before == takesOver {
			text = fmt.Sprintf(w.Filed, all) + " " + replaces + " " + out.Answered
		}
		if out.Undoes != "" {
			text = strings.Join(append([]string{text, w.TakeBack}, out.Closed...), " ")
		}
		if len(out.Unsent) > 0 {
			text += " " + fmt.Sprintf(w.Unsent, texts.In(l).List(out.Unsent))
		}
		if out.Urgent != "" {
			text += " " + fmt.Sprintf(w.Urgent, out.Urgent)
		}
		if out.Still != nil { // another one that waits
			text += "\n\n" + fmt.Sprintf(w.ReadBack, out.Still.said(l))
		}
		return text
	case out.Same:
		return ""
	case out.Undone != nil:
		return fmt.Sprintf(w.Withdrawn, out.Undone.said(l))
	case out.Undo != nil:
		return fmt.Sprintf(w.MayWithdraw, out.Undo.said(l))
	case out.Change != nil:
		return fmt.Sprintf(w.AskChange, out.Change.said(l))
	case out.TooMany:
		return w.TooMany
	case out.Shut != nil && out.Hours != "":
		return fmt.Sprintf(w.Shut, out.Shut.At.Format("15:04"), texts.In(l).Date(out.Shut.At)) + " " + fmt.Sprintf(w.ShutHours, out.Hours)
	case out.Shut != nil:
		day := w.Weekdays[out.Shut.At.Weekday()]
		if out.Holiday {
			day += ", " + w.IsHoliday
		}
		return fmt.Sprintf(w.ShutDay, texts.In(l).Date(out.Shut.At), day) + " " + out.next(l)
	case out.Seats > 0:
		return fmt.Sprintf(w.TooFew, out.Seats, out.Crowd)
	case out.Full != nil:
		text := fmt.Sprintf(w.Full, out.Full.At.Format("15:04"), texts.In(l).Date(out.Full.At))
		if len(out.AskFor) == 0 {
			text += " " + out.next(l)
		} else if len(out.Instead) > 0 {
			text += " " + fmt.Sprintf(w.FullOffers, texts.In(l).List(out.Instead))
		}
		return text
	case len(out.Against) > 0:
		return fmt.Sprintf(w.AgainstAsk, texts.In(l).List(out.Against))
	case out.Dropped:
		return w.Dropped
	case len(out.AskFor) > 0:
		ask := out.next(l)
		if out.TooSoon != "" {
			ask = fmt.Sprintf(w.TooSoon, out.TooSoon) + " " + ask
		}
		return ask
	case out.None:
		if out.Confirm != nil {
			return w.NoneFiled + " " + out.next(l)
		}
		return w.NoneFiled
	case out.Confirm != nil:
		return out.next(l)
	case len(out.Requests) > 0:
		r := out.Requests[0]
		if r.Undone {
			return fmt.Sprintf(w.Withdrawn, r.said(l))
		}
		state := r.State
		if r.Declined {
			state = "declined"
		} else if r.Reply != "" { // whoever has it, or has handed it back
			state = Done
		}
		text := fmt.Sprintf(w.States[state], r.said(l))
		if r.Reply != "" {
			text += " " + strings.TrimPrefix(r.By+": ", ": ") + r.Reply
		}
		return text
	}
	return fmt.Sprintf(w.NotFiled, out.Reach)
}
