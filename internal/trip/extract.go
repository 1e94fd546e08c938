package trip

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/staydate"
	"github.com/maitre-dev/maitre/lang"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// said is what one conversation says of a trip, so far.
type said struct {
	place      string
	candidates []string
	start, end time.Time
	nights     int
	guests     int
}

// extractByRule reads a conversation message by message: what is said later
// corrects what was said before.
func extractByRule(in ExtractIn) ExtractOut {
	now := dayOf(in.Now)
	var s said
	asked := "" // by the house, just before
	for _, m := range in.Messages {
		if m.Role == "user" {
			s.hear(m.Content, asked, now)
			asked = ""
		} else {
			asked = m.Content
		}
	}
	out := ExtractOut{NumberOfGuests: s.guests, Candidates: s.candidates}
	if s.place != "" {
		out.Location = &s.place
	}
	start, end := s.start, s.end
	switch {
	case s.nights == 0:
	case !start.IsZero() && end.IsZero():
		end = start.Add(time.Duration(s.nights) * day)
	case start.IsZero() && !end.IsZero() && !end.Add(-time.Duration(s.nights)*day).Before(now):
		start = end.Add(-time.Duration(s.nights) * day)
	}
	if !start.IsZero() {
		out.StartDate = today(start)
	}
	if !end.IsZero() {
		out.EndDate = today(end)
	}
	out = out.complete(now)
	if s.nights > 0 && start.IsZero() && end.IsZero() {
		out.EndDate = today(dayOf(out.StartDate).Add(time.Duration(s.nights) * day))
	}
	return out
}

// hear takes what one message says.
func (s *said) hear(text, asked string, now time.Time) {
	if name, all, ok := destination(text, asked, s.candidates); ok {
		s.place, s.candidates = name, all
	}
	stay, dated := staydate.Dates(text, now)
	nights, measured := staydate.Nights(text)
	switch {
	case dated && !stay.Start.IsZero() && !stay.End.IsZero():
		s.start, s.end, s.nights = stay.Start, stay.End, 0
	case dated && !stay.Start.IsZero():
		s.move(stay.Start, nights)
	case dated:
		s.end = stay.End
		if !s.start.Before(s.end) {
			s.start = time.Time{}
		}
	case measured:
		s.nights, s.end = nights, time.Time{}
	}
	if n, ok := staydate.Party(text); ok && n <= maxGuests {
		s.guests = n
	} else if n, err := strconv.Atoi(strings.Trim(text, " .!")); err == nil && n > 0 && n <= maxGuests && asksHowMany(asked) {
		s.guests = n
	}
}

// move takes a new start. A stay that was given with its end keeps its length.
func (s *said) move(start time.Time, nights int) {
	switch {
	case nights > 0:
		s.nights, s.end = nights, time.Time{}
	case !s.end.IsZero() && !s.start.IsZero():
		s.end = start.Add(s.end.Sub(s.start))
	case !s.end.After(start):
		s.end = time.Time{}
	}
	s.start = start
}

func asksHowMany(asked string) bool {
	a := lang.Fold(asked)
	return strings.Contains(a, "quantas pessoas") || strings.Contains(a, "quantos") || strings.Contains(a, "how many") || strings.Contains(a, "cuant")
}

// complete fills in what nobody said, as the document does: four to five weeks
// from now, a week after the start or before the end, two guests.
func (o ExtractOut) complete(now time.Time) ExtractOut {
	now = dayOf(today(now))
	start, _ := time.Parse(time.DateOnly, o.StartDate)
	end, _ := time.Parse(time.DateOnly, o.EndDate)
	o.Assumed = slices.Clone(o.Assumed)
	assume := func(field string) {
		if !slices.Contains(o.Assumed, field) {
			o.Assumed = append(o.Assumed, field)
		}
	}
	switch {
	case start.IsZero() && end.IsZero():
		start, end = now.Add(4*week), now.Add(5*week)
		assume("startDate")
		assume("endDate")
	case end.IsZero():
		end = start.Add(week)
		assume("endDate")
	case start.IsZero():
		if start = end.Add(-week); start.Before(now) {
			start = now
		}
		if !start.Before(end) {
			end = start.Add(day)
		}
		assume("startDate")
	}
	o.StartDate, o.EndDate = today(start), today(end)
	if o.NumberOfGuests <= 0 {
		o.NumberOfGuests = 2
		assume("numberOfGuests")
	}
	return o
}

// destination returns where a message says that the guest goes, and the places
// it may be if there are several. candidates are those the house has just asked
// about.
func destination(text, asked string, candidates []string) (name string, all []string, ok bool) {
	if one := chosen(text, candidates); one != "" {
		name, _, _ = strings.Cut(one, ",")
		return one, nil, true
	}
	var found []gazetteer.Mention
	for _, m := range gazetteer.Read(text) {
		if !m.Origin && !dismissed(text[:m.From]) {
			found = append(found, m)
		}
	}
	if len(found) > 0 {
		m := found[0]
		// "Rio de Janeiro, mas aliás Búzios": a correction comes last.
		if last := found[len(found)-1]; len(found) > 1 && corrects(text[m.To:last.From]) {
			m = last
		}
		if len(m.Places) == 1 {
			return m.Places[0].Name, nil, true
		}
		for _, p := range m.Places {
			all = append(all, p.String())
		}
		return m.Places[0].Name, all, true
	}
	if name := unknownPlace(text, asksWhere(asked)); name != "" {
		return name, nil, true
	}
	return "", nil, false
}

// chosen returns the candidate that an answer names.
func chosen(text string, candidates []string) string {
	t := " " + lang.Fold(text) + " "
	for i, c := range candidates {
		for part := range strings.SplitSeq(c, ", ") {
			unique := !slices.ContainsFunc(slices.Delete(slices.Clone(candidates), i, i+1), func(o string) bool { return strings.Contains(o, part) })
			if unique && strings.Contains(t, lang.Fold(part)) {
				return c
			}
		}
	}
	return ""
}

// dismissed reports whether what stands before a name rules it out.
func dismissed(before string) bool {
	words := strings.FieldsFunc(lang.Fold(before), func(r rune) bool { return !unicode.IsLetter(r) })
	words = words[max(0, len(words)-6):]
	text := " " + strings.Join(words, " ") + " "
	for _, no := range []string{" em vez de ", " ao inves de ", " instead of ", " not to ", " not ", " exceto ", " menos ", " sem ser ", " en vez de ", " no lugar de ", " trocar ", " cancel "} {
		if i := strings.LastIndex(text, no); i >= 0 && len(strings.Fields(text[i+len(no):])) <= 2 {
			return true
		}
	}
	i := strings.LastIndex(text, " nao ")
	if i < 0 {
		return false
	}
	// "não quero mais (ir para) Gramado", but "não sei se Gramado…" is one still.
	after := strings.Fields(text[i+5:])
	return len(after) <= 5 && !slices.Contains(after, "sei") && !slices.Contains(after, "conheco") && !slices.Contains(after, "mas") && !slices.Contains(after, "quero") == !slices.Contains(after, "ir") || len(after) <= 1
}

func corrects(between string) bool {
	b := " " + lang.Fold(between) + " "
	for _, w := range []string{"alias", "na verdade", "melhor", "quer dizer", "ops", "digo", "actually", "rather", "mejor", "mudei", "pensando bem"} {
		if strings.Contains(b, w) {
			return true
		}
	}
	return false
}

func asksWhere(asked string) bool {
	for _, t := range texts {
		if strings.Contains(asked, t.where) {
			return true
		}
	}
	a := lang.Fold(asked)
	for _, w := range []string{"para onde", "pra onde", "qual destino", "qual o destino", "qual cidade", "que cidade", "where", "which city", "a donde", "adonde"} {
		if strings.Contains(a, w) {
			return true
		}
	}
	return false
}

// unknownPlace returns a name that no list knows: one with a capital after a
// word that leads to a place, or what alone answers the question where.
func unknownPlace(text string, asked bool) string {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		if !leads[lang.Fold(words[i])] {
			continue
		}
		if name := properName(words[i+1:]); name != "" {
			return name
		}
	}
	if !asked || len(words) > 4 {
		return ""
	}
	for _, w := range words {
		if unlikely[lang.Fold(strings.Trim(w, ".,!?"))] || strings.ContainsFunc(w, unicode.IsDigit) {
			return ""
		}
	}
	if _, dated := staydate.Dates(text, time.Now()); dated {
		return ""
	}
	if _, many := staydate.Party(text); many {
		return ""
	}
	name := strings.Trim(text, " .,!?")
	if name == "" || len([]rune(name)) < 3 {
		return ""
	}
	return title(name)
}

// properName returns the words with a capital at the beginning, with small
// words between them.
func properName(words []string) string {
	var kept []string
	for _, w := range words {
		bare := strings.Trim(w, ".,!?;:")
		folded := lang.Fold(bare)
		small := slices.Contains([]string{"de", "da", "do", "das", "dos", "of", "del", "la", "e"}, folded)
		if bare == "" || small && len(kept) == 0 || !small && (!unicode.IsUpper([]rune(bare)[0]) || unlikely[folded]) {
			break
		}
		kept = append(kept, bare)
		if bare != w {
			break
		}
	}
	for len(kept) > 0 && unicode.IsLower([]rune(kept[len(kept)-1])[0]) {
		kept = kept[:len(kept)-1]
	}
	name := strings.Join(kept, " ")
	if len([]rune(name)) < 3 {
		return ""
	}
	return name
}

func title(name string) string {
	words := strings.Fields(name)
	for i, w := range words {
		if r := []rune(w); i == 0 || len(r) > 3 {
			words[i] = string(unicode.ToUpper(r[0])) + string(r[1:])
		}
	}
	return strings.Join(words, " ")
}

var (
	leads    = wordSet("para pra pro em visitar conhecer to in visit a hacia")
	unlikely = wordSet(`oi ola hi hello hey sim nao no yes ok obrigado obrigada thanks hola gracias bom boa nao sei qualquer tanto faz ainda talvez
		eu nos voce me meu minha casal familia pessoas hotel pousada restaurante
		janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
		january february march april may june july august september october november december
		domingo segunda terca quarta quinta sexta sabado sunday monday tuesday wednesday thursday friday saturday
		natal carnaval reveillon pascoa christmas easter new year deus favor mim ti i we`)
)

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
