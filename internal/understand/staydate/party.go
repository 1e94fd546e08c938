package staydate

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// maxParty is more people than one stay is ever for; more is something else.
const maxParty = 60

// Party reads how many will stay, the guest included: "somos 5", "eu, minha
// esposa e dois filhos", "family of five". People named are added up; a number
// said for all, or said later to correct, wins. It is false if the text does
// not say.
func Party(text string) (int, bool) { return PartyAfter(0, text) }

// PartyAfter reads a text as Party does, where a party of so many was spoken of
// before it: "e mais um casal" makes it two more, "my mom is coming too" one.
// Who only speaks of some of them, "com minha filha celíaca", says nothing of
// how many they are.
func PartyAfter(before int, text string) (int, bool) {
	t := tally{reader: newReader(text, time.Time{}), before: before, member: -9, totalEnd: -9}
	best := 0
	for i := 0; i < len(t.toks); {
		if t.is(i, "correct") && t.totalEnd != i { // but "somos 5 agora"
			best = cmp.Or(t.count(), best)
			t = tally{reader: t.reader, before: before, member: -9, totalEnd: -9, anew: true}
		}
		i = t.read(i)
	}
	best = cmp.Or(t.count(), best)
	return best, best > 0
}

// tally is what a text says about how many come.
type tally struct {
	*reader
	before int    // how many they were before
	extra  int    // how many more they are now
	total  int    // said as such: "somos 5"
	sum    int    // of the people named
	self   bool   // the guest is one of them
	others bool   // they come with the guest: "minha esposa"
	we     bool   // they are said to be all: "somos"
	alone  bool   // "sozinho"
	double bool   // "quarto de casal", "lua de mel"
	anew   bool   // whoever is named is all: "só com minha esposa", "mudei: com minha esposa"
	vague  string // those named in the plural, whose number may still be said

	member, totalEnd int // where the last one named and the total ended
}

// count returns how many come, 0 if that is not said.
func (t *tally) count() int {
	n := t.sum
	switch {
	case t.total > 0:
		n = t.total
	case t.before > 0 && t.extra != 0 && !t.self:
		n = max(t.before+t.extra, 0)
	case t.others && !t.self:
		n++
	case n == 0 && t.alone:
		n = 1
	case n == 0 && t.double:
		n = 2
	}
	some := n < t.before && t.total == 0 && t.extra == 0 && !t.self && !t.we && !t.alone && !t.anew
	if n > maxParty || some {
		return 0
	}
	return n
}

// read adds who is named at i, and returns where to go on.
func (t *tally) read(i int) int {
	t.we = t.we || t.is(i, "are") && t.names(i+1) && (t.at(i).raw != "sao" || t.is(i+1, "number")) || t.is(i, "go") && t.is(i+1, "number")
	t.double = t.double || t.is(i, "honeymoon")
	t.anew = t.anew || t.is(i, "only") || t.is(i+1, "with") && slices.Contains(travels, t.at(i).raw)
	if t.is(i, "para") && t.is(i+1, "them") { // the guest stays at home
		t.we, t.others = true, false
	}
	t.alone = t.alone || t.is(i, "alone") || t.at(i).raw == "solo" && t.at(i+1).gap || t.is(i, "self") && t.withPet(i)
	if t.before > 0 && t.is(i+1, "us") && t.is(i+2, "quits") { // "one of us dropped out"
		n, _ := t.number(i)
		t.extra -= max(1, n)
		return i + 3
	}
	if n, next, ok := t.readTotal(i); ok {
		t.total, t.member, t.totalEnd = n, next, next
		return next
	}
	if t.isSelf(i) {
		if t.total > 0 && t.member == t.totalEnd && t.member == i-1 { // "4 friends and me"
			t.total++
		}
		if !t.self {
			t.sum++
		}
		t.self = true
		t.member = i + 1
		if n, next, ok := t.more(i + 1); ok {
			t.sum += n
			t.member = next
		}
		return t.member
	}
	if n, what, next, ok := t.people(i); ok {
		t.add(n, what, i, next)
		t.member = next
		return next
	}
	return i + 1
}

// names reports whether somebody may be named at i, and not what they do: "we're
// planning".
func (t *tally) names(i int) bool {
	next := t.at(i)
	return next.class != "" || next.gap || len(next.raw) < 3 || slices.Contains(everybody, next.raw)
}

func (t *tally) withPet(i int) bool {
	return t.is(i-1, "and") && t.is(i-2, "pet") || t.is(i+1, "and") && t.is(t.skip(i+2, "my", "the", "another"), "pet")
}

// add counts n people named from i to next.
func (t *tally) add(n int, what string, i, next int) {
	before := i - 1
	if t.is(before, "para", "with") && t.is(before-1, "and", "plus") {
		before--
	}
	linked := t.member == before && t.is(before, "and", "plus", "with") || t.member == i && t.is(i, "plus")
	joined := linked || t.member == i
	led := t.is(i-1, "with", "plus")
	switch {
	case t.total == 0 && t.is(next, "quits", "fewer"):
		t.extra -= n
	case t.total == 0 && t.before > 0 && t.comes(i, next):
		t.extra += n
	case what == "person" && !led && !(linked && t.self) && !t.is(i, "another", "plus"):
		t.total, t.totalEnd = n, next
	case t.total > 0: // "somos 2 e um bebê", but "4 pessoas, 2 adultos e..."
		if linked && t.member == t.totalEnd && what != "adult" && !t.is(i-1, "with") {
			t.total += n
		}
	case t.sum == 0 && t.is(i, "plus") && !t.is(i-1, "with"): // more than were said before
	case what == "person":
		t.sum += n
		t.others = true
	case what == "room":
		t.double = true
	case what == "kin":
		counted := t.is(next-2, "number")
		noun := lang.Same(t.at(next - 1).raw)
		if slices.Contains(children, noun) {
			noun = children[0]
		}
		// "4 amigos" are all, "com 3 amigos" are not.
		if t.is(i, "number") && slices.Contains(friends, noun) && !led && !joined && t.sum == 0 {
			t.total, t.totalEnd = n, next
			return
		}
		if counted && t.vague != "" && noun == t.vague { // "as crianças, 3 crianças"
			t.sum -= 2
			t.vague = ""
		}
		if n == 2 && !counted {
			t.vague = noun
		}
		t.sum += n
		t.others = t.others || !t.we && !t.is(i-1, "para") && !joined
	default:
		t.sum += n
		t.self = t.self || t.we || !led
		t.others = t.others || led && !joined
	}
}

// comes reports whether those named from i to next come as well as others.
func (t *tally) comes(i, next int) bool {
	more := t.sum == 0 && !t.is(i-1, "with") && (t.is(i, "plus") || slices.ContainsFunc(t.toks[i:next], func(t token) bool { return t.raw == "more" }))
	return more || t.is(next, "comes", "accompanied") || t.is(i-1, "comes") || t.at(next).raw == "tambem" || t.at(next).raw == "a mais"
}

// children are words for the same ones, friends those that travel as equals.
var children, friends = sames("filhos criancas meninos kids children ninos hijos"), sames("amigos amigas friends colegas colleagues buddies mates primos primas cousins irmaos irmas brothers sisters siblings")

func sames(words string) []string {
	all := strings.Fields(words)
	for i, w := range all {
		all[i] = lang.Same(w)
	}
	return all
}

// number reads a number of people at i.
func (r *reader) number(i int) (int, bool) {
	t := r.at(i)
	return t.n, t.class == "number" && !t.ord && t.n > 0 && t.n <= maxParty
}

// plain reports whether the number before i stands alone: it is of no thing
// and no date.
func (r *reader) plain(i int) bool {
	if r.at(i).gap {
		return true
	}
	ranged := (r.is(i, "to", "until") || r.at(i).raw == "a") && r.is(i+1, "number", "month")
	return !ranged && !r.counted(i) && (!r.isMonth(i) || r.dates(i)) && !r.is(i, "/", "-", ".", ":", "of", "$")
}

// readTotal reads a number said for all: "somos 5", "a gente é em 6", "family of
// five", "para 2", "3 of us", "nós dois", "4 no total".
func (r *reader) readTotal(i int) (n, next int, ok bool) {
	t := r.at(i)
	if n, ok := r.number(i); ok {
		switch {
		case r.is(i+1, "us", "total"):
			return n, i + 2, true
		case r.is(i+1, "person", "adult") && r.is(i+2, "total"):
			return n, i + 3, true
		}
		return 0, i, false
	}
	j := i + 1
	switch t.class {
	case "are":
		j = r.skip(j, "in", "only", "some", "we", "go", "the", "plus")
	case "total":
		j = r.skip(j, "of", "in")
	case "go":
		j = r.skip(j, "go")
		if !r.is(j, "in") || r.at(j).raw == "no" || r.at(j).raw == "na" {
			return 0, i, false
		}
		j++
	case "group":
		j = r.skip(j, "of", "with", "in", "are", "the", "some")
		if n, ok := r.number(j); ok && j == i+1 && r.at(j).gap && r.at(j+1).gap { // "a família (4)"
			return n, j + 1, true
		} else if j == i+1 {
			return 0, i, false
		}
		if n, ok := r.number(j); ok && (r.is(j+1, "person", "adult") || r.is(j+1, "kin") && r.is(j-1, "of")) {
			return n, j + 2, !(r.is(j+2, "and", "with") && r.is(j+3, "number", "kin", "my"))
		}
	case "in": // "do dia 4 ao 10, em 3"
		if t.raw != "em" || !t.gap && !r.is(i-1, "number", "month") || !r.at(j+1).gap {
			return 0, i, false
		}
	case "para":
		j = r.skip(j, "the", "only", "some", "we", "us")
	case "only": // "só os dois"
		if !r.is(j, "the") || r.at(j+1).digits > 0 {
			return 0, i, false
		}
		j++
	case "we":
		if t.raw == "nos" && !r.is(i-1, "only", "para", "of", "are", "with") && i > 0 {
			return 0, i, false
		}
	case "":
		// "a dois", "for all 3"
		if t.raw == "a" && r.is(j, "number") && r.at(j).digits == 0 && r.at(j).n == 2 && r.plain(j+1) && !r.at(j).gap {
			return 2, j + 1, true
		}
		if t.raw != "all" && t.raw != "both" {
			return 0, i, false
		}
		if t.raw == "both" {
			return 2, j, r.is(j, "us", "we")
		}
	default:
		return 0, i, false
	}
	n, ok = r.number(j)
	if !ok || !r.plain(j+1) || r.at(j).gap {
		return 0, i, false
	}
	if slices.Contains([]string{"um", "uma", "un", "una"}, r.at(j).raw) || r.at(j).raw == "one" && t.class != "para" {
		return 0, i, false
	}
	if t.class == "para" && r.is(j+1, "or") {
		if m, ok := r.number(j + 2); ok && r.plain(j+3) {
			return m, j + 3, true
		}
	}
	return n, j + 1, true
}

// isSelf reports whether the word at i is the guest as one of those who come,
// and not the subject of a sentence: "eu e", "e eu", "só eu".
func (t *tally) isSelf(i int) bool {
	r, member := t.reader, t.member
	if !r.is(i, "self") {
		return false
	}
	raw, next := r.at(i).raw, r.at(i+1)
	if raw == "me" && next.class == "" && !next.gap && t.is(i-1, "and") { // "e me indica"
		return false
	}
	if raw == "comigo" || raw == "conmigo" || raw == "with me" {
		return member > 0
	}
	if r.is(i-1, "only") || r.is(i-1, "para") && r.is(i-2, "only") {
		return !r.is(i+1, "does") && r.at(i+1).raw != "quero"
	}
	if member == i-1 && r.is(i-1, "and", "plus", "with") || member == i && r.at(i).gap {
		return true
	}
	j := i + 1
	if !r.at(j).gap && !r.is(j, "and", "plus", "with", "kin") {
		return false
	}
	j = r.skip(j, "and", "plus", "with", "para")
	if _, ok := r.number(j); ok && !r.at(i+1).gap && r.plain(j+1) {
		return true
	}
	_, what, _, ok := t.people(j)
	return ok && what != "room"
}

// more reads the number of those who come with the guest: "eu e mais 3".
func (r *reader) more(i int) (n, next int, ok bool) {
	j := r.skip(i, "and", "plus", "with", "another")
	n, ok = r.number(j)
	return n, j + 1, ok && j > i && r.plain(j+1)
}

// people reads one or more of those who come, and of what sort they are.
func (t *tally) people(i int) (n int, what string, next int, ok bool) {
	r := t.reader
	if n, ok := r.number(i + 1); ok && r.is(i, "adult", "kin", "person") && r.at(i).gap && r.at(i+1).gap && r.at(i+2).gap { // "Adultos: 2."
		return n, r.at(i).class, i + 2, true
	}
	j := r.skip(i, "my", "another", "some", "the", "small", "plus")
	if r.at(j).raw == "a" || r.at(j).raw == "an" {
		j++
	}
	if j = r.skip(j, "my", "another", "small"); r.at(j).raw == "melhor" && j > i {
		j++
	}
	n, counted := r.number(j)
	if counted {
		j++
		if r.is(j, "or") || r.at(j).raw == "a" || r.is(j, "-") {
			if m, ok := r.number(j + 1); ok {
				n, j = m, j+2
			}
		}
		j = r.skip(j, "small", "another")
	} else {
		n = 1
	}
	noun := r.at(j)
	if j > i && noun.gap {
		return 0, "", i, false
	}
	next = j + 1
	if noun.proper && !counted && t.named(i, j) {
		return 1, "kin", next, true
	}
	switch noun.class {
	case "person", "adult":
		if !counted {
			return 0, "", i, false
		}
		if r.is(i, "my") { // "our two boys"
			return n, "kin", next, true
		}
		return n, noun.class, next, true
	case "couple":
		if r.is(next, "of") && r.is(next+1, "kin") {
			return 2 * n, "kin", next + 2, true
		}
		if r.is(i-1, "of") && r.is(i-2, "bed") || r.is(next, "of") && r.is(next+1, "night", "day", "week", "count") {
			return 0, "", i, false
		}
		if (r.is(i-1, "of", "para") && r.is(i-2, "room") || r.is(i-1, "room")) && !r.is(next, "with", "and", "plus") {
			return 2, "room", next, true
		}
		if noun.raw != "casais" && !strings.HasSuffix(noun.raw, "s") { // "de 10 a 15 casal"
			n = 1
		}
		return 2 * n, "couple", next, true
	case "group": // a family with two children has two parents
		if (noun.raw == "familia" || noun.raw == "family") && r.is(next, "with") {
			if _, what, _, ok := t.people(next + 1); ok && what == "kin" {
				return 2, "couple", next, true
			}
		}
	case "kin":
		if !counted {
			n = noun.n
		}
		if n, next, ok := r.ages(j + 1); ok && !counted && noun.n == 2 {
			return n, "kin", next, true
		}
		told := r.is(next, "does", "not") || t.before == 0 && r.is(next, "quits") || slices.Contains(being, r.at(next).raw) && !r.is(next+1, "number")
		told = told || t.before > 0 && t.subject(i, next)
		if told && (!r.is(i-1, "and", "plus", "with") || r.is(i-1, "and") && t.member != i-1) {
			return 0, "", i, false
		}
		if r.is(i-1, "of") && !r.is(i-2, "accompanied", "group") && !counted {
			return 0, "", i, false
		}
		if j == i && !r.is(i-1, "and", "plus", "with", "self") && !r.at(i).gap {
			return 0, "", i, false
		}
		if j == i && noun.n == 2 && r.is(i-1, "with") {
			return 0, "", i, false
		}
		if _, end, ok := r.ages(j + 1); ok {
			next = end
		}
		return n, "kin", next, true
	}
	return 0, "", i, false
}

// subject reports whether those named from i to next do something that is told, and are
// not of a list of who comes: "my wife vetoed it".
func (t *tally) subject(i, next int) bool {
	after := t.at(next)
	return t.member != i && !t.is(i-1, "only", "para") && next < len(t.toks) && after.class == "" && !after.gap
}

// named reports whether the name at j, whose article is at i, is of someone
// who comes: "eu e o João", "eu, Ana e Paulo", "Ana e eu", "vou com a Ana".
func (t *tally) named(i, j int) bool {
	r := t.reader
	switch {
	case r.is(j+1, "and") && r.is(j+2, "self"):
		return r.at(j+2).raw != "me" || r.at(j+3).gap
	case r.is(i-1, "and") && (r.is(i-2, "self") || t.member == i-1):
		return true
	case r.is(i-1, "self") && r.at(i).gap:
		return r.is(j+1, "and") || r.at(j+1).gap && r.at(j+1).proper
	case r.is(i-1, "with") && i < j:
		return slices.Contains(travels, r.at(i-2).raw)
	}
	return false
}

// everybody are words for all of a party.
var everybody = strings.Fields("all todos todas nossa both ambos")

// travels are words for going, being those for what somebody is.
var travels, being = strings.Fields("vou viajo viajar ir irei going voy vamos iremos"), strings.Fields("é sao es son eh")

// ages counts the ages in "de 5, 7 e 9 anos".
func (r *reader) ages(i int) (n, next int, ok bool) {
	j := r.skip(i, "of", "with")
	if r.at(j).raw == "aged" || r.at(j).raw == "ages" {
		j++
	}
	for r.is(j, "number") {
		n++
		j = r.skip(j+1, "and")
	}
	return n, j + 1, n > 0 && (r.is(j, "age") || r.is(j, "months") || r.at(i).raw == "aged" || r.at(i).raw == "ages")
}
