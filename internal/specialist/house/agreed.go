package house

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

//go:embed agreed.txt
var agreedText string

// agreed has the words of agreed.txt.
var agreed = sync.OnceValue(func() wordfile.Book { return wordfile.Sets(agreedText) })

// said are the words of a text.
func said(text string) []string { return strings.Fields(lang.Squeeze(lang.Fold(text))) }

// has reports whether a text has a word of a list of agreed.txt. In Portuguese "no" is none: "põe um café no pedido".
func has(text, list string) bool {
	l, _ := lang.Detect(text)
	return slices.ContainsFunc(said(text), func(w string) bool { return agreed().Set(list)[w] && !(w == "no" && l == lang.Portuguese) })
}

// parted cuts a message into clauses, stops only at the marks between its sentences and parts.
var (
	parted = pattern.Of(`(?i)[.,;:!?¿¡\n]+|\s(?:e|y|and|mas|but|pero)\s`)
	stops  = pattern.Of(`[.,;:!\n]+`)
	phrase = pattern.Of(`[^.!?;\n]+[.!?;\n]*`)
)

// answered reports whether the guest says yes to what was read back in an earlier message. A model's send is taken for it; what the
// reader heard, or a model only repeats, the guest's own message must bear out.
func (w *waiting) answered(s *scene.Scene, in askStaffIn) bool {
	n := len(s.Said)
	now := w.Message == s.Message && (n == 0 || s.Said[n-1] != s.Message) // not "sim" after "sim"
	switch {
	case w.Text == "" || now || in.Answer == "no" || in.Filed == "state" || in.Kind != "" && in.Kind != w.Kind || w.another(in, s):
		return false
	case in.Send:
		return true
	case in.Answer == "" && (n == 0 || w.Message != s.Said[n-1] || !strings.Contains(w.Text, plain(in.Request))): // it says more
		return false
	}
	return in.agreed(s)
}

// agreed reports whether the guest's own words say yes to what was read back.
func (in *askStaffIn) agreed(s *scene.Scene) bool {
	all := append(stops().Split(s.Message, -1), s.Message)
	return slices.ContainsFunc(all, func(clause string) bool {
		polite := len(all) > 2 && !slices.ContainsFunc(said(clause), func(w string) bool { return !agreed().Set("polite")[w] }) // "num canto, por favor"
		return !polite && agrees(clause, s.Last, in.Answer != "")
	})
}

// agrees reports whether a clause is a yes to what was read back, by its words or by the reader, who
// knows what the house said last; heard says that it took the message for one.
func agrees(clause, house string, heard bool) bool {
	if strings.Contains(clause, "?") || has(clause, "refuse") {
		return false
	}
	if a, ok := choice.Read(clause, nil); ok {
		return a.Yes
	}
	if first := said(clause); bare(clause) || heard && len(first) > 0 && agreed().Set("approve")[first[0]] {
		return true
	}
	r, free := understand.Read(clause, understand.Before{Last: "ask_staff", House: house}), understand.Read(clause, understand.Before{})
	if len(free.Acts) > 0 && free.Acts[0].Score >= clear && !near[free.Acts[0].Name] {
		return false
	}
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Name == "yes" && a.Score >= likely }) &&
		!slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.P != "" })
}

// near are acts that a yes may be taken for when nobody knows what was asked.
var near = lang.Set("yes ask_staff tell thanks greet bye smalltalk help order choose")

// clear is the score from which on an act of the reader is one for sure, likely that of one that may be.
const likely, clear = 0.5, 0.8

// passes reads a clause that begins with a verb of passing on: whether the staff is to hear something, "could you tell the
// cook …"; whether an order is sent, "manda o pedido"; and whether it says nothing else, "avisa eles então".
func passes(clause string) (to, sends, bare bool) {
	b, all := agreed(), said(clause)
	i := slices.IndexFunc(all, func(w string) bool { return !b["lead"][w] })
	if i < 0 || has(clause, "refuse") || !b["send"][all[i]] && !b["pass"][all[i]] {
		return false, false, false
	}
	rest, order := all[i+1:], slices.ContainsFunc(all[i:], func(w string) bool { return b["order"][w] })
	self := slices.ContainsFunc(all, func(w string) bool { return b["self"][w] }) // "me diga aí"
	bare = !self && !slices.ContainsFunc(rest, func(w string) bool { return !b["lead"][w] && !b["staff"][w] && !b["order"][w] && w[0] > '9' })
	heard := slices.IndexFunc(append(slices.Clone(rest), "que"), func(w string) bool { return b["stop"][w] }) // "diz se a cozinha fecha"
	to = !self && b["warn"][all[i]] || slices.ContainsFunc(rest[:min(heard, len(rest))], func(w string) bool { return b["staff"][w] }) || b["staff"][all[i]]
	return to, b["send"][all[i]] && (order || to || bare), bare
}

// bare reports whether a clause has passed on what was spoken of, and no more.
func bare(clause string) bool { _, _, is := passes(clause); return is }

// atOnce reports whether a request may be filed with no yes to what was read back: a message,
// a complaint, or an order that the guest was told the total of. A table and a room are
// settled first.
func (w *waiting) atOnce(s *scene.Scene) bool {
	since := billed(s).Since
	return !w.dated() && (w.Kind != "order" || w.Total != "" && since != "" && since != s.Message)
}

// commanded reports whether the guest's own message has what a call says passed on.
func (w *waiting) commanded(s *scene.Scene, text string) bool {
	if text == "" || w.Instead != "" || !w.atOnce(s) {
		return false
	}
	return slices.ContainsFunc(parted().Split(s.Message, -1), func(clause string) bool {
		to, sends, bare := passes(clause)
		ofIt := bare || slices.ContainsFunc(stems(s.Message), func(w string) bool { return slices.Contains(stems(text), w) })
		return to && ofIt && w.Kind != "order" || sends && w.Kind == "order"
	})
}

// retells reports whether a text says anew what another said: it has most words of it.
func retells(text, before string) bool {
	have, all := stems(text), stems(before)
	same := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return !slices.Contains(have, w) })
	return len(all) > 0 && 2*len(same) >= len(all)
}
