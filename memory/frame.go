package memory

import (
	_ "embed"
	"fmt"
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
	pattern  []element
}

// An element is a place in a pattern, for one of several words.
type element struct {
	any      [][]string // each of one word or more; one that ends in * is a beginning
	optional bool
	capture  bool
	list     string // of words/lists.txt
	number   bool
	one      bool // any word
	verb     bool // a verb of the guest's, in Portuguese
	gap      bool // up to four words, whatever they are
}

// A hit is a frame found in a sentence.
type hit struct {
	*frame
	from, to int    // tokens of the phrase
	value    [2]int // tokens in braces
}

// frames are those of words/frames.txt, by how their first word begins.
var frames = sync.OnceValue(func() map[string][]*frame {
	all := map[string][]*frame{}
	var now frame
	for n, line := range strings.Split(framesText, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "), line == "#":
		case line[0] == '[':
			now = header(strings.Fields(strings.Trim(line, "[]")))
		default:
			for phrase := range strings.SplitSeq(line, ",") {
				f := now
				if f.pattern = compile(phrase); len(f.pattern) == 0 {
					continue
				}
				if f.kind == Fact || f.kind == Location { // "não moro mais em", "trabalho hoje na"
					still := element{any: [][]string{{"mais"}, {"hoje"}, {"agora"}, {"atualmente"}, {"no", "longer"}}, optional: true}
					f.pattern = slices.Insert(f.pattern, min(2, len(f.pattern)), still)
					f.pattern = slices.Insert(f.pattern, 1, still)
				}
				starts := map[string]bool{}
				for _, e := range f.pattern {
					for _, words := range e.any {
						starts[start(strings.TrimSuffix(words[0], "*"))] = true
					}
					for word := range lists()[e.list] {
						starts[start(word)] = true
					}
					if !e.optional {
						break
					}
				}
				if len(starts) == 0 {
					panic(fmt.Sprintf("memory: frames.txt:%d: %q begins with no word", n+1, phrase))
				}
				for s := range starts {
					all[s] = append(all[s], &f)
				}
			}
		}
	}
	return all
})

func header(fields []string) frame {
	f := frame{kind: Kind(fields[0]), key: fields[1], take: fields[2], who: fields[3]}
	if f.key == "*" {
		f.key = "" // by what the value is
	}
	for _, flag := range fields[4:] {
		switch flag {
		case "session":
			f.session = true
		case "lasting":
			f.lasting = true
		case "than":
			f.than = true
		case "retract":
			f.retract = true
		case "request":
			f.request = true
		case "if":
			f.supposed = true
		case "past":
			f.past = true
		case "taken":
			f.taken = true
		case "when":
			f.when = true
		case "symptom":
			f.symptom = true
		default:
			panic("memory: frames.txt: there is no flag " + flag)
		}
	}
	return f
}

// start is what words are looked up by.
func start(word string) string { return word[:min(2, len(word))] }

func compile(phrase string) []element {
	var all []element
	capture := false
	for field := range strings.FieldsSeq(phrase) {
		var e element
		field, capture2 := strings.CutPrefix(field, "{")
		capture = capture || capture2
		e.capture = capture
		field, shut := strings.CutSuffix(field, "}")
		field, e.optional = strings.CutSuffix(field, "?")
		capture = capture && !shut
		if name, ok := strings.CutPrefix(field, "@"); ok {
			e.list = name
			all = append(all, e)
			continue
		}
		switch field {
		case "#":
			e.number = true
		case "~":
			e.gap = true
		case ".":
			e.one = true
		case "^":
			e.verb = true
		default:
			for word := range strings.SplitSeq(field, "|") {
				e.any = append(e.any, strings.Split(word, "_"))
			}
		}
		all = append(all, e)
	}
	return all
}

// at matches a pattern at the beginning of tokens. It returns how many tokens
// it takes, 0 if it does not match, and those in braces.
func at(pattern []element, tokens []token) (n int, value [2]int) {
	n = match(pattern, tokens, 0, &value)
	return max(n, 0), value
}

func match(pattern []element, tokens []token, i int, value *[2]int) int {
	if len(pattern) == 0 {
		return i
	}
	if i > 0 && tokens[i-1].stop > colon {
		for _, e := range pattern {
			if !e.optional {
				return -1
			}
		}
		return i
	}
	e, rest := &pattern[0], pattern[1:]
	try := func(k int) int {
		old := *value
		if e.capture && k > 0 {
			if value[1] == 0 {
				value[0] = i
			}
			value[1] = i + k
		}
		n := match(rest, tokens, i+k, value)
		if n < 0 {
			*value = old
		}
		return n
	}
	switch {
	case e.gap:
		for k := 0; k <= 4 && i+k <= len(tokens); k++ {
			if n := try(k); n >= 0 {
				return n
			}
			if i+k < len(tokens) && tokens[i+k].stop > goesOn {
				break
			}
		}
		return -1
	case i < len(tokens) && e.list != "":
		for k := min(2, len(tokens)-i); k > 0; k-- {
			word := tokens[i].word
			if k == 2 {
				word += " " + tokens[i+1].word
			}
			if lists()[e.list][word] {
				if n := try(k); n >= 0 {
					return n
				}
			}
		}
	case i < len(tokens) && (e.one || e.verb && iDo(tokens[i].word)):
		if n := try(1); n >= 0 {
			return n
		}
	case i < len(tokens) && e.number:
		if _, ok := numberOf(tokens[i].word); ok {
			if n := try(1); n >= 0 {
				return n
			}
		}
	case i < len(tokens):
		for _, words := range e.any {
			if k := begins(tokens[i:], words); k > 0 {
				if n := try(k); n >= 0 {
					return n
				}
			}
		}
	}
	if e.optional {
		return match(rest, tokens, i, value)
	}
	return -1
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
		word := tokens[i].word
		if word == w {
			continue
		}
		if stem, open := strings.CutSuffix(w, "*"); !open || !strings.HasPrefix(word, stem) {
			return 0
		}
	}
	return len(words)
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
			n, v := at(f.pattern, s.tokens[i:])
			if n == 0 {
				continue
			}
			h := hit{f, i, i + n, [2]int{i + v[0], i + v[1]}}
			found = append(found, h)
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
