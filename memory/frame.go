package memory

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed words/frames.txt
var framesText string

// A frame is a phrase in which something is told, and what that is.
type frame struct {
	kind     Kind
	key      string
	take     string // how the value is read
	who      string // "i", "they" or "any"
	session  bool   // only ever for now
	lasting  bool   // "hoje" makes no difference
	than     bool   // what is liked less follows
	retract  bool
	request  bool // it may be asked for
	supposed bool // it may be supposed
	past     bool // it may be over
	symptom  bool // it tells of what is, not of what was once
	when     bool // it tells only with a when, an if or a with
	taken    bool // it counts only if it is taken back
	marked   bool // it counts only if the message sets something right
	pattern  []element
}

// An element is a place in a pattern, for one of several words.
type element struct {
	any      [][]string // each of one word or more; one that ends in * is a beginning
	list     string     // of words/lists.txt
	sign     byte       // # is a number, . any word, ^ a verb of the guest's in Portuguese, ~ up to four words
	optional bool
	capture  bool
}

// A hit is a frame found in a sentence.
type hit struct {
	*frame
	from, to int  // tokens of the phrase
	value    span // tokens in braces
}

// frames are those of words/frames.txt, by how their first word begins.
var frames = sync.OnceValue(func() map[string][]*frame {
	all := map[string][]*frame{}
	for head, phrase := range entries(framesText) {
		f := header(strings.Fields(head))
		if f.pattern = compile(phrase); len(f.pattern) == 0 {
			continue
		}
		if f.kind == Fact || f.kind == Location { // "não moro mais em", "trabalho hoje na"
			still := element{any: [][]string{{"mais"}, {"hoje"}, {"agora"}, {"atualmente"}, {"no", "longer"}}, optional: true}
			f.pattern = slices.Insert(f.pattern, min(2, len(f.pattern)), still)
			f.pattern = slices.Insert(f.pattern, 1, still)
		}
		starts := f.starts()
		if len(starts) == 0 {
			panic(fmt.Sprintf("memory: frames.txt: [%s] %q begins with no word", head, phrase))
		}
		for s := range starts {
			all[s] = append(all[s], &f)
		}
	}
	return all
})

// entries yields what stands between commas in a file of words, each with what
// stands in brackets above it. Lines that begin with # say something else.
func entries(text string) iter.Seq2[string, string] {
	return func(yield func(head, entry string) bool) {
		head := ""
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				head, _, _ = strings.Cut(line[1:], "]")
			default:
				for entry := range strings.SplitSeq(line, ",") {
					if !yield(head, entry) {
						return
					}
				}
			}
		}
	}
}

func header(fields []string) (f frame) {
	f.kind, f.key, f.take, f.who = Kind(fields[0]), fields[1], fields[2], fields[3]
	if f.key == "*" {
		f.key = "" // by what the value is
	}
	flags := map[string]*bool{
		"session": &f.session, "lasting": &f.lasting, "than": &f.than, "retract": &f.retract, "request": &f.request,
		"if": &f.supposed, "past": &f.past, "taken": &f.taken, "when": &f.when, "marked": &f.marked, "symptom": &f.symptom,
	}
	for _, name := range fields[4:] {
		if flags[name] == nil {
			panic("memory: frames.txt: there is no flag " + name)
		}
		*flags[name] = true
	}
	return f
}

// starts are how the words begin that a frame may begin with.
func (f *frame) starts() map[string]bool {
	all := map[string]bool{}
	for _, e := range f.pattern {
		for _, words := range e.any {
			all[start(strings.TrimSuffix(words[0], "*"))] = true
		}
		for word := range lists()[e.list] {
			all[start(word)] = true
		}
		if !e.optional {
			break
		}
	}
	return all
}

// start is what words are looked up by.
func start(word string) string { return word[:min(2, len(word))] }

func compile(phrase string) (all []element) {
	capture := false
	for field := range strings.FieldsSeq(phrase) {
		var e element
		field, opens := strings.CutPrefix(field, "{")
		field, shuts := strings.CutSuffix(field, "}")
		field, e.optional = strings.CutSuffix(field, "?")
		e.capture = capture || opens
		capture = e.capture && !shuts
		switch {
		case field[0] == '@':
			e.list = field[1:]
		case strings.Contains("#~.^", field):
			e.sign = field[0]
		default:
			for words := range strings.SplitSeq(field, "|") {
				e.any = append(e.any, strings.Split(words, "_"))
			}
		}
		all = append(all, e)
	}
	return all
}

// at matches a pattern at the beginning of tokens. It returns how many tokens
// it takes, 0 if it does not match, and those in braces.
func at(pattern []element, tokens []token) (n int, value span) {
	n = match(pattern, tokens, 0, &value)
	return max(n, 0), value
}

func match(pattern []element, tokens []token, i int, value *span) int {
	if len(pattern) == 0 {
		return i
	}
	if i > 0 && tokens[i-1].stop > colon {
		if slices.ContainsFunc(pattern, func(e element) bool { return !e.optional }) {
			return -1
		}
		return i
	}
	e := &pattern[0]
	for k := range e.takes(tokens[i:]) {
		old := *value
		if e.capture && k > 0 {
			if value.to == 0 {
				value.from = i
			}
			value.to = i + k
		}
		if n := match(pattern[1:], tokens, i+k, value); n >= 0 {
			return n
		}
		*value = old
	}
	if e.optional {
		return match(pattern[1:], tokens, i, value)
	}
	return -1
}

// takes yields how many tokens an element may stand for at their beginning.
func (e *element) takes(tokens []token) iter.Seq[int] {
	return func(yield func(int) bool) {
		switch {
		case e.sign == '~':
			for k := 0; k <= min(4, len(tokens)) && yield(k) && (k == len(tokens) || tokens[k].stop == goesOn); k++ {
			}
		case len(tokens) == 0:
		case e.list != "":
			if len(tokens) > 1 && lists()[e.list][tokens[0].word+" "+tokens[1].word] && !yield(2) {
				return
			}
			if lists()[e.list][tokens[0].word] {
				yield(1)
			}
		case e.sign == '.', e.sign == '^' && iDo(tokens[0].word), e.sign == '#' && isNumber(tokens[0].word):
			yield(1)
		default:
			for _, words := range e.any {
				if k := begins(tokens, words); k > 0 && !yield(k) {
					return
				}
			}
		}
	}
}

// iDo reports words such as pego and alugo: what the guest does.
func iDo(word string) bool {
	return len(word) > 3 && word[len(word)-1] == 'o' && !leading[word] && !ending[word] && !trailing[word] && !between[word] && !adjectives[word] && !turns[word] && !timely[word] && people[word] == nobody && numbers[word] == "" && class(word) == "" && !gerund(word)
}

// begins is the number of words if tokens begin with them.
func begins(tokens []token, words []string) int {
	if len(tokens) < len(words) {
		return 0
	}
	for i, w := range words {
		if i > 0 && tokens[i-1].stop >= comma {
			return 0
		}
		if !fits(tokens[i].word, w) && !fits(tokens[i].or, w) {
			return 0
		}
	}
	return len(words)
}

// fits reports whether a word is the one of a phrase, or begins with its stem.
func fits(word, of string) bool {
	stem, open := strings.CutSuffix(of, "*")
	return word == of || open && strings.HasPrefix(word, stem)
}

// hits finds the frames of a sentence, from left to right. Several may begin
// at one word: those that are as long as the longest of their kind of value.
func (s *sentence) hits() []hit {
	var all []hit
	free := 0 // the first token no diet, like or dislike has yet
	for i := range s.tokens {
		if len(all) >= sentenceHits {
			break
		}
		var found []hit
		for _, f := range frames()[start(s.tokens[i].word)] {
			if n, v := at(f.pattern, s.tokens[i:]); n > 0 {
				found = append(found, hit{f, i, i + n, span{i + v.from, i + v.to}})
			}
		}
		longest := 0
		for _, h := range found {
			if h.tasteful() {
				longest = max(longest, h.to)
			}
		}
		for _, h := range found {
			if h.tasteful() && (h.to < longest || h.from < free) {
				continue
			}
			all = append(all, h)
		}
		free = max(free, longest)
	}
	return all
}

// tasteful tells the frames of which one sense only is meant: "não gosto de"
// is not also "gosto de".
func (h *hit) tasteful() bool {
	return h.kind == Diet || h.kind == Preference || h.kind == Dislike
}

// reacts tells the frames of an allergy or intolerance, whose object may stand
// anywhere.
func (h *hit) reacts() bool {
	return h.kind == Diet && (h.take == "around" || h.take == "foods" && h.who == "any")
}

// numberOf reads a number in digits or a word: "quatro", "1.500", "2k".
func numberOf(word string) (string, bool) {
	if n, ok := numbers[word]; ok {
		return n, true
	}
	if word == "" || word[0] < '0' || word[0] > '9' {
		return "", false
	}
	digits := word
	if whole, cents, ok := strings.Cut(digits, ","); ok && len(cents) <= 2 {
		digits = whole
	}
	k, thousands := strings.CutSuffix(digits, "k")
	digits = strings.NewReplacer(".", "", ",", "").Replace(k)
	if strings.ContainsFunc(digits, func(r rune) bool { return !unicode.IsDigit(r) }) || len(digits) > 7 {
		return "", false
	}
	if thousands {
		digits += "000"
	}
	return digits, true
}

var numbers = map[string]string{
	"um": "1", "uma": "1", "dois": "2", "duas": "2", "tres": "3", "quatro": "4", "cinco": "5", "seis": "6", "meia": "6", "sete": "7", "oito": "8", "nove": "9", "dez": "10",
	"onze": "11", "doze": "12", "treze": "13", "quatorze": "14", "catorze": "14", "quinze": "15", "dezesseis": "16", "vinte": "20", "trinta": "30", "quarenta": "40",
	"cinquenta": "50", "sessenta": "60", "setenta": "70", "oitenta": "80", "noventa": "90", "cem": "100", "cento": "100", "duzentos": "200", "trezentos": "300",
	"quatrocentos": "400", "quinhentos": "500", "seiscentos": "600", "mil": "1000",
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
	"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "eighty": "80", "hundred": "100", "cuatro": "4", "siete": "7", "ocho": "8", "diez": "10",
}
