package route

import "strings"

// What counts besides the words of the lists, on the scale of their weights.
const (
	hint       = 1
	strong     = 3
	placeName  = 3
	stay       = 2 // for the specialist in charge: leaving takes a strong word
	stayFollow = 2 // for it too, if the message reads like a follow-up
)

// Words that a message has at most to read like a follow-up.
const (
	short    = 3
	elliptic = 4 // when it begins with "e", "and", "y"
)

// How much is read of a message and of the talk before it: a guest may paste
// a book.
const (
	messageBytes = 2000
	recentBytes  = 400
	recentTexts  = 6
)

// choose decides by rule.
func (t *tables) choose(in In) int {
	active := max(index(in.Active), chat)
	m := t.read(in.Message[:min(len(in.Message), messageBytes)])
	if len(m.said) == 0 {
		return ofSigns(in.Message, active)
	}
	p := m.points(nobody)
	follows := m.follows(p, active)
	switch {
	case m.courteous:
		return chat
	case m.is(closing) && !m.is(follow|ask) && p.most(chat) <= hint && !(m.is(answer) && asked(in.Recent)):
		return chat // "you're a lifesaver, thanks"
	case m.is(diet) && !m.is(ask) && p[chat] == 0:
		return active // "sou alérgico a camarão": for whoever is listening
	case active == chat:
		// Small talk between two questions does not end what they are about.
		if last := t.subject(in.Recent); last != chat && (follows || p[last] >= hint) {
			p[last] += stay
		}
	case m.is(shift) && m.points(active).most(nobody) > hint:
		p = m.points(active) // what is left is named as well: "deixa a viagem, estou com fome"
	case follows:
		p[active] += stay + stayFollow
	default:
		p[active] += stay
	}
	return p.best(active)
}

// asked reports whether the house ended with a question.
func asked(recent []string) bool {
	last := len(recent) - 1
	return last%2 == 1 && strings.HasSuffix(strings.TrimSpace(recent[last]), "?")
}

// subject is what the guest spoke of last, chat if of nothing.
func (t *tables) subject(recent []string) int {
	last := (len(recent) - 1) &^ 1 // the guest's are the even ones
	for i := last; i >= max(0, len(recent)-recentTexts); i -= 2 {
		p := t.read(recent[i][:min(len(recent[i]), recentBytes)]).points(nobody)
		if k := p.best(chat); k != chat {
			return k
		}
	}
	return chat
}

// points is evidence for each specialist.
type points [len(specialists)]float64

// The specialists by number.
const (
	chat = iota
	menu
	beer
	trip
	data
	nobody = -1
)

// best is who has most: of equals the one in charge, and chat if nobody has
// more than a hint.
func (p points) best(active int) int {
	top := chat
	if p[active] > hint {
		top = active
	}
	for i, v := range p {
		if v > max(p[top], hint) {
			top = i
		}
	}
	return top
}

// most is the most that anyone has but one.
func (p points) most(but int) float64 {
	most := 0.0
	for i, v := range p {
		if i != but {
			most = max(most, v)
		}
	}
	return most
}
