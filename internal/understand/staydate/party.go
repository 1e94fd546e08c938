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

// Party reads how many will stay, the guest included: "somos 5", "eu, minha esposa e dois filhos", "family of five". People named
// are added up; a number said for all, or said later to correct, wins. It is false if the text does not say.
func Party(text string) (int, bool) { return PartyAfter(0, text) }

// PartyAfter reads a text as Party does, where a party of so many was spoken of before it: "e mais um casal" makes it two more, "my
// mom is coming too" one. Who only speaks of some of them, "com minha filha celíaca", says nothing of how many they are.
func PartyAfter(before int, text string) (int, bool) {
	r, best := newReader(text, time.Time{}), 0
	t := tally{reader: r, before: before, member: -9, totalEnd: -9}
	for i := 0; i < len(t.toks); {
		if t.is(i, "correct") && t.totalEnd != i { // but "somos 5 agora"
			best = cmp.Or(t.count(), best)
			t = tally{reader: r, before: before, member: -9, totalEnd: -9, anew: true}
		}
		i = t.read(i)
	}
	best = cmp.Or(t.count(), best)
	return best, best > 0
}

// tally is what a text says about how many come.
type tally struct {
	*reader
	before int  // how many they were before
	extra  int  // how many more they are now
	total  int  // said as such: "somos 5"
	sum    int  // of the people named
	self   bool // the guest is one of them
	others bool // they come with the guest: "minha esposa"
	we     bool // they are said to be all: "somos"
	alone  bool // "sozinho"
	double bool // "lua de mel"
	anew   bool // whoever is named is all: "só com minha esposa", "mudei: com minha esposa"

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
	next := t.at(i + 1)
	named := next.class != "" || next.gap || len(next.raw) < 3 || t.is(i+1, "=all", "=todos", "=todas", "=nossa") // and not "we're planning"
	t.we = t.we || t.is(i, "are") && named && (!t.is(i, "=sao") || t.is(i+1, "number")) || t.is(i, "go") && t.is(i+1, "number") && next.n > 1
	t.double = t.double || t.is(i, "honeymoon")
	t.anew = t.anew || t.is(i, "only") && (next.class != "" || next.gap) || t.is(i+1, "with") && t.is(i, travels...)
	if t.is(i, "para") && t.is(i+1, "them") { // the guest stays at home
		t.we, t.others = true, false
	}
	pet := t.is(i-1, "and") && t.is(i-2, "pet") || t.is(i+1, "and") && t.is(t.skip(i+2, "my", "the", "another"), "pet")
	t.alone = t.alone || t.is(i, "alone") || t.is(i, "=solo") && next.gap || t.is(i, "self") && pet
	if t.before > 0 && t.is(i+1, "us") && t.is(i+2, "quits") { // "one of us dropped out"
		n, _ := t.number(i)
		t.extra -= max(1, n)
		return i + 3
	}
	if n, end, ok := t.readTotal(i); ok {
		t.total, t.member, t.totalEnd = n, end, end
		return end
	}
	if t.isSelf(i) {
		if t.total > 0 && t.member == t.totalEnd && t.member == i-1 { // "4 friends and me"
			t.total++
		}
		if !t.self {
			t.sum++
		}
		t.self, t.member = true, i+1
		j := t.skip(i+1, "and", "plus", "with", "another")
		if n, ok := t.number(j); ok && j > i+1 && t.plain(j+1) { // "eu e mais 3"
			t.sum += n
			t.member = j + 1
		}
		return t.member
	}
	n, what, end := t.people(i)
	if n == 0 || t.before > 0 && t.is(i-1, taking...) && t.is(i-2, "para", "=onde", "=donde") { // "onde levar as crianças?"
		return max(end, i+1)
	}
	t.add(n, what, i, end)
	t.member = end
	return end
}

// travels are words for going, taking for going with somebody.
var (
	travels = strings.Fields("=vou =viajo =viajar =ir =irei =going =voy =vamos =iremos")
	taking  = strings.Fields("=levar =levarmos =levando =trazer =trazendo =bring =bringing =llevar =llevamos =llevando")
)

// add counts n people named from i to next.
func (t *tally) add(n int, what string, i, next int) {
	before := i - 1
	linked := t.member == before && t.is(before, "and", "plus", "with") || t.member == i && t.is(i, "plus")
	joined, led, counted := linked || t.member == i, t.is(i-1, "with", "plus"), t.is(i, "number")
	friends := counted && equals[t.at(next-1).raw] && !led && !joined && t.sum == 0
	switch {
	case t.total == 0 && t.is(next, "quits", "fewer"):
		t.extra -= n
	case t.total == 0 && t.before > 0 && t.comes(i, next):
		t.extra += n
	case what == "person" && !led && !(linked && t.self) && !t.is(i, "another", "plus"), t.total == 0 && friends: // "4 amigos", not "com 3 amigos"
		t.total, t.totalEnd = n, next
	case t.total > 0: // "somos 2 e um bebê", but "4 pessoas, 2 adultos e..."
		if linked && t.member == t.totalEnd && what != "adult" && !t.is(i-1, "with") {
			t.total += n
		}
	case t.sum == 0 && t.is(i, "plus") && !t.is(i-1, "with"): // more than were said before
	case what == "person", what == "kin":
		t.sum += n
		t.others = t.others || what == "person" || !t.we && !t.is(i-1, "para") && !joined
	default:
		t.sum += n
		t.self = t.self || t.we || !led
		t.others = t.others || led && !joined
	}
}

// comes reports whether those named from i to next come as well as others.
func (t *tally) comes(i, next int) bool {
	more := slices.ContainsFunc(t.toks[i:next], func(t token) bool { return t.raw == "more" }) || t.is(i-1, taking...) && next > i+1
	return t.sum == 0 && (more || !t.is(i-1, "with") && t.is(i, "plus")) || t.is(next, "comes", "accompanied", "=tambem", "=a mais") || t.is(i-1, "comes")
}

// equals are words for those that travel as equals.
var equals = lang.Set("amigo amiga friend colega colleague buddy mate primo prima cousin irmao irma brother sister sibling " +
	"amigos amigas friends colegas colleagues buddies mates primos primas cousins irmaos irmas brothers sisters siblings")

// number reads a number of people at i.
func (r *reader) number(i int) (int, bool) {
	t := r.at(i)
	return t.n, t.class == "number" && !t.ord && t.n > 0 && t.n <= maxParty
}

// plain reports whether the number before i stands alone: it is of no thing and no date.
func (r *reader) plain(i int) bool {
	ranged := r.is(i, "to", "until", "=a") && r.is(i+1, "number", "month")
	return r.at(i).gap || !ranged && !r.counted(i) && (!r.isMonth(i) || r.dates(i)) && !r.is(i, "/", "-", ".", ":", "of", "$")
}

// readTotal reads a number said for all: "somos 5", "a gente é em 6", "family of five", "para 2", "3 of us", "nós dois", "4 no total".
func (r *reader) readTotal(i int) (n, next int, ok bool) {
	t, j := r.at(i), i+1
	switch t.class {
	case "number":
		if n, ok = r.number(i); r.is(j, "person", "adult") && r.is(j+1, "total") {
			j++
		}
		return n, j + 1, ok && (n > 1 && r.is(j, "us") || r.is(j, "total")) // "one of us" is not all
	case "are":
		j = r.skip(j, "in", "only", "some", "we", "go", "the", "plus")
	case "total":
		j = r.skip(j, "of", "in")
	case "go":
		if j = r.skip(j, "go"); !r.is(j, "in") || r.is(j, "=no", "=na") {
			return 0, i, false
		}
		j++
	case "group":
		j = r.skip(j, "of", "with", "in", "are", "the", "some")
		if j == i+1 {
			return 0, i, false
		}
		if n, ok := r.number(j); ok && (r.is(j+1, "person", "adult") || r.is(j+1, "kin") && r.is(j-1, "of")) {
			return n, j + 2, !(r.is(j+2, "and", "with") && r.is(j+3, "number", "kin", "my"))
		}
	case "para":
		j = r.skip(j, "the", "only", "some", "we", "us")
	case "we":
	default:
		if t.raw == "both" {
			return 2, j, r.is(j, "us", "we")
		}
		if two := t.raw == "a" && r.at(j).digits == 0 && r.at(j).n == 2; t.raw != "all" && !two { // "a dois", "for all 3"
			return 0, i, false
		}
	}
	n, ok = r.number(j)
	one := r.is(j, "=um", "=uma", "=un", "=una") || r.is(j, "=one") && t.class != "para"
	return n, j + 1, ok && r.plain(j+1) && !r.at(j).gap && !one
}

// isSelf reports whether the word at i is the guest as one of those who come, and not the subject of a sentence: "eu e", "e eu", "só
// eu".
func (t *tally) isSelf(i int) bool {
	next, j := t.at(i+1), t.skip(i+1, "and", "plus", "with", "para")
	switch {
	case !t.is(i, "self"), t.is(i, "=me") && next.class == "" && !next.gap && t.is(i-1, "and"): // "e me indica"
		return false
	case t.is(i-1, "only"), t.is(i-1, "para") && t.is(i-2, "only"):
		return !t.is(i+1, "does", "=quero")
	case t.member == i-1 && t.is(i-1, "and", "plus", "with"), t.member == i && t.at(i).gap:
		return true
	}
	if _, ok := t.number(j); ok && !next.gap && t.plain(j+1) {
		return true
	}
	n, _, _ := t.people(j)
	return n > 0
}

// people reads one or more of those who come, and of what sort they are; none: 0.
func (t *tally) people(i int) (n int, what string, next int) {
	if n, ok := t.number(i + 1); ok && t.is(i, "adult", "kin", "person") && (i == 0 || t.at(i).gap) && t.at(i+1).gap && t.at(i+2).gap { // "Adultos: 2."
		return n, t.at(i).class, i + 2
	}
	j := t.skip(t.skip(i, "my", "another", "some", "the", "small", "plus", "=a", "=an"), "my", "another", "small", "=melhor")
	n, counted := t.number(j)
	if !counted {
		n = 1
	} else {
		j = t.skip(j+1, "small", "another")
	}
	noun := t.at(j)
	next = j + 1
	switch {
	case j > i && noun.gap:
	case noun.proper && !counted && t.named(i, j):
		return 1, "kin", next
	case noun.class == "person" || noun.class == "adult":
		if counted && t.is(i, "my") { // "our two boys"
			return n, "kin", next
		} else if counted {
			return n, noun.class, next
		}
	case noun.class == "couple" && t.is(next, "of") && t.is(next+1, "kin"): // "um casal de amigos"
		return 2 * n, "kin", next + 2
	case noun.class == "couple":
		if t.is(i-1, "of") && t.is(i-2, "bed", "room") || t.is(next, "of") && t.is(next+1, "night", "day", "week", "count") {
			return 0, "", i
		}
		if !strings.HasSuffix(noun.raw, "s") { // "de 10 a 15 casal"
			n = 1
		}
		return 2 * n, "couple", next
	case t.is(j, "=familia", "=family") && t.is(next, "with"): // a family with two children has two parents
		if m, what, _ := t.people(next + 1); m > 0 && what == "kin" {
			return 2, "couple", next
		}
	case noun.class == "kin":
		return t.kin(i, j, n, counted)
	}
	return 0, "", i
}

// kin reads those at j who are called by what they are to the guest.
func (t *tally) kin(i, j, n int, counted bool) (int, string, int) {
	noun, next, after := t.at(j), j+1, t.at(j+1)
	if !counted {
		n = noun.n
	}
	told := t.is(next, "does", "not") || t.before == 0 && t.is(next, "quits") || t.is(next, "=é", "=sao", "=es", "=son", "=eh") && !t.is(next+1, "number")
	told = told || t.before > 0 && t.member != i && !t.is(i-1, "only", "para") && next < len(t.toks) && after.class == "" && !after.gap // "my wife vetoed it"
	switch {
	case told && (!t.is(i-1, "and", "plus", "with") || t.is(i-1, "and") && t.member != i-1),
		t.is(i-1, "of") && !t.is(i-2, "accompanied", "group") && !counted,
		j == i && !t.is(i-1, "and", "plus", "with", "self") && !t.at(i).gap,
		j == i && noun.n == 2 && t.is(i-1, "with"):
		return 0, "", i
	}
	return n, "kin", next
}

// named reports whether the name at j, whose article is at i, is of someone who comes: "eu e o João", "eu, Ana e Paulo", "Ana e eu",
// "vou com a Ana".
func (t *tally) named(i, j int) bool {
	switch {
	case t.is(j+1, "and") && t.is(j+2, "self"):
		return !t.is(j+2, "=me") || t.at(j+3).gap
	case t.is(i-1, "and") && (t.is(i-2, "self") || t.member == i-1):
		return true
	case t.is(i-1, "self") && t.at(i).gap:
		return t.is(j+1, "and") || t.at(j+1).gap && t.at(j+1).proper
	}
	return t.is(i-1, "with") && i < j && t.is(i-2, travels...)
}
