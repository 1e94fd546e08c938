package memory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// verdict adds what is named and judged without a verb: "vinho? só tinto",
// "coentro: nem pensar".
func (m *message) verdict(n int) {
	s := &m.sentences[n]
	named, reply, from := span{0, len(s.tokens)}, s, 0
	for i := range s.tokens {
		if s.tokens[i].stop == colon {
			named.to, from = i+1, i+1
			break
		}
	}
	if from == 0 && !s.asked {
		m.always(n)
	}
	if from == 0 && (!s.asked || n+1 >= len(m.sentences)) {
		return
	}
	if from == 0 {
		reply = &m.sentences[n+1]
	}
	for named.from < named.to && (s.leads(named.from) || yes[s.tokens[named.from].word]) {
		named.from++
	}
	key := s.plain(named)
	if key == "" || reply.asked || m.told(s.text(named)) {
		return
	}
	c := Candidate{Kind: Preference, Key: key, Value: s.text(named), Scope: Durable, Subject: User, Confidence: reading}
	switch shut := reply.shut(from); {
	case onlys[reply.wordAt(from)] && shut > from+1:
		rest := span{from + 1, reply.trim(from+1, shut)}
		if rest.to <= rest.from || rest.to-rest.from > 4 || reply.others(rest.from, rest.to) {
			return
		}
		switch {
		case whichOf(reply.wordAt(rest.from)):
			c.Value += " " + reply.text(rest)
		case class(reply.words(rest)) == key:
			c.Value = reply.text(rest)
		default:
			return // "só depois da sobremesa"
		}
	case reply.find(from, from+1, refused) == from && shut-from < 5:
		c.Kind = Dislike
	case reply.find(from, from+1, welcomed) == from && shut-from < 5:
	default:
		return
	}
	if reply.now(from, len(reply.tokens)) || s.now(0, named.to) {
		c.Scope = Session
	}
	m.found = append(m.found, c)
}

// always adds what is asked for every time without a verb: "cama de casal
// sempre, pelo amor", "always the aisle seat".
func (m *message) always(n int) {
	s := &m.sentences[n]
	for i := 0; i < len(s.tokens); i = s.shut(i) {
		p := span{i, s.shut(i)}
		if m.onlySo(s, p) {
			continue
		}
		ever := evers[s.wordAt(p.from)] || evers[s.wordAt(p.to)] && s.tokens[p.to].stop >= comma
		for p.from < p.to && (evers[s.tokens[p.from].word] || s.leads(p.from) || links[s.tokens[p.from].word]) {
			p.from++
		}
		for p.to > p.from && trailing[s.tokens[p.to-1].word] {
			p.to--
			ever = ever || evers[s.tokens[p.to].word]
		}
		never := !ever && s.wordAt(p.to) == "nao" && s.tokens[p.to].stop >= comma
		if !ever && !never || m.told(s.text(p)) || m.others(s, i) {
			continue
		}
		key, kind := s.plain(p), Preference
		if never {
			kind = Dislike
		}
		if key == "" || never && (key == "food" || key == "drink") { // "cerveja não" is for today
			continue
		}
		m.add(kind, key, s.text(p))
	}
}

// onlySo adds the one form in which the guest takes a thing: "café pra mim só
// sem açúcar".
func (m *message) onlySo(s *sentence, p span) bool {
	for i := p.from + 1; i < p.to-1; i++ {
		if !onlys[s.tokens[i].word] {
			continue
		}
		thing, rest := span{p.from, i}, span{i + 1, s.trim(i+1, p.to)}
		if s.wordAt(rest.to-1) == "mim" {
			rest.to -= 2
		}
		if s.wordAt(i-1) == "mim" || s.wordAt(i-1) == "me" {
			thing.to -= 2
		}
		for thing.from < thing.to && s.leads(thing.from) {
			thing.from++
		}
		if rest.to <= rest.from || rest.to-rest.from > 4 || !whichOf(s.wordAt(i+1)) || m.told(s.text(thing)) || m.others(s, i) || s.now(p.from, p.to) {
			return false
		}
		key := s.plain(thing)
		if key == "" || (key == "food" || key == "drink") && s.find(p.from, p.to, toMe) < 0 { // "hambúrguer só com queijo" is an order
			return false
		}
		m.add(Preference, key, s.text(thing)+" "+s.text(rest))
		return true
	}
	return false
}

// plain is the key of a span that is a thing and nothing else, "" if it is not.
func (s *sentence) plain(p span) string {
	if p.to <= p.from || p.to-p.from > 5 {
		return ""
	}
	for k := p.from; k < p.to; k++ {
		w := s.tokens[k].word
		if verbs[w].known || ending[w] || joints[w] || s.personAt(k) != nobody && w != "casal" || strings.HasPrefix(w, "lotad") || s.find(k, k+1, money) >= 0 {
			return ""
		}
	}
	if preterite(s.tokens[p.from].word) || iDo(s.tokens[p.from].word) {
		return "" // "comemoro fora"
	}
	key := class(s.words(p))
	if key == "food" || key == "drink" {
		if f, ok := s.food(p, eaten); !ok || f != p {
			return "" // "pede vinho branco"
		}
	}
	return key
}

// whichOf reports words that say which of a thing is meant.
func whichOf(word string) bool { return mixed[word] || adjectives[word] || word == "de" }

// add adds what is read of the guest without a frame.
func (m *message) add(k Kind, key, value string) {
	m.found = append(m.found, Candidate{Kind: k, Key: key, Value: value, Scope: Durable, Subject: User, Confidence: reading})
}

// told reports whether something was told of a thing already.
func (m *message) told(thing string) bool {
	return slices.ContainsFunc(m.found, func(c Candidate) bool { return strings.Contains(c.Value, thing) })
}

// aside adds the trade of a guest who names it without a verb: "aqui é a Rute,
// gerente da Gerdau", "Coronel reformado, viúvo, moro em Resende".
func (m *message) aside(n int) {
	s := &m.sentences[n]
	if s.asked || m.tells("role") {
		return
	}
	for i := range s.tokens {
		if w := s.wordAt(i + 1); (w == "here" || w == "aqui") && s.tokens[i+1].stop >= comma && (i == 0 || s.tokens[i-1].stop >= comma || i == 1 && articles[s.tokens[0].word]) && n < 3 {
			if t := s.tokens[i]; t.name && len(t.text) > 2 && !isRole(t.word) && !selfish(t.word) && !origin(t.word) && people[t.word] == nobody && !lists()["places"][t.word] && !edible(t.word) { // "Tom here"
				m.add(Fact, "name", t.text)
			}
		}
		if i > 0 && s.tokens[i-1].stop < comma && s.tokens[i-1].word != "eu" {
			continue
		}
		if (s.personAt(i) != nobody || s.tokens[i].word == "chefe") && !lists()["roles"][s.tokens[i].word] {
			continue
		}
		all := s.role(i, false)
		if len(all) == 0 || !isRole(s.tokens[i].word) && !isRole(lang.Fold(all[0].text)) || m.others(s, i) || s.supposed(0, i) {
			continue
		}
		end := i + len(strings.Fields(all[0].text))
		hired := len(all) > 1
		if hired {
			end += 1 + len(strings.Fields(all[1].text))
		}
		if hired && end < len(s.tokens) && s.tokens[end-1].stop == goesOn && !joints[s.tokens[end].word] {
			continue // "gerente da Natura falou"
		}
		if !hired && (end < len(s.tokens) && s.tokens[end-1].stop < comma && !joints[s.wordAt(end)] || !m.tells("home") && !m.tells("name") && s.wordAt(i-1) != "eu") {
			continue
		}
		for _, v := range all {
			m.add(Fact, cmp.Or(v.key, "role"), v.text)
		}
		return
	}
}

// tells reports whether something was told of the guest under a key.
func (m *message) tells(key string) bool {
	return slices.ContainsFunc(m.found, func(c Candidate) bool { return c.Key == key && c.Subject == User && !c.Retract })
}

var (
	toMe     = phrases("para mim", "for me", "eu")
	evers    = set("sempre always")
	onlys    = set("so somente apenas only just")
	refused  = phrases("nao", "nunca", "jamais", "nem", "to fora", "estou fora", "passo", "dispenso", "deus me livre", "no way", "never", "not for me", "pass", "odeio", "detesto", "hate", "eca", "no thanks")
	welcomed = phrases("sempre", "adoro", "amo", "com certeza", "always", "i love", "love", "é comigo", "claro", "sim sempre")
)
