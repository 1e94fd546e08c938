package memory

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// A token is a word of a message.
type token struct {
	text string // as written
	word string // folded, chat spellings written out
	or   string // another word that it may be a slip of
	stop stop   // what comes after it
	name bool   // written with a capital
}

// A stop is what ends behind a word.
type stop uint8

const (
	goesOn stop = iota
	colon
	comma // also a dash, a bracket or an emoji
	full  // a sentence
	asked // a question
)

// A sentence is what stands between two full stops.
type sentence struct {
	tokens []token
	asked  bool
	more   bool        // another follows it
	markup bool        // it is a machine's: <tag> or key=value
	starts *[32]uint64 // how its words begin: see find
}

// How much is read of a message, and of what a sentence of it tells: a guest
// may paste a book.
const (
	messageBytes = 4000
	sentenceHits = 24
)

// split cuts a message into sentences. What is quoted is left out: it is
// somebody else's.
func split(text string) []sentence {
	text = strings.ToValidUTF8(text[:min(len(text), messageBytes)], " ")
	var all []sentence
	var now []token
	machine := false
	end := func(s stop) {
		if len(now) == 0 {
			return
		}
		last := &now[len(now)-1]
		if last.stop != colon || s > comma { // "copiei do site: ★ adorei"
			last.stop = max(last.stop, s)
		}
		if s >= full {
			all = append(all, sentence{tokens: now, asked: s == asked, markup: machine})
			now, machine = nil, false
		}
	}
	for i := 0; i < len(text); {
		if n := quotation(text[i:]); n > 0 {
			now = append(now, token{text: "…", word: "…"})
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.Is(unicode.Sc, r) && (len(now) == 0 || now[len(now)-1].word != "r") {
			now = append(now, token{text: string(r), word: "$"})
			i += size
			continue
		}
		if !inWord(r) {
			machine = machine || (r == '=' || r == '<' || r == '{') && i+size < len(text) && text[i+size] > ' '
			end(stopOf(r, text[:i], text[i+size:]))
			i += size
			continue
		}
		n := wordEnd(text[i:])
		now = appendWord(now, text[i:i+n])
		i += n
	}
	end(full)
	for n := range all {
		s := &all[n]
		s.more = n < len(all)-1
		for i := 0; i < len(s.tokens); i++ {
			if s.tokens[i].word == "num" && (verbs[s.wordAt(i+1)].known || spoken[s.wordAt(i+1)]) {
				s.tokens[i].word = "nao" // "num como", as it is said
			}
			if (i == 0 || s.tokens[i-1].stop >= colon) && s.find(i, i+1, dropped) == i && !s.asked && !(&message{}).others(s, i) {
				s.tokens = slices.Insert(s.tokens, i, token{word: "i"}) // "Can't do spicy food, sorry"
				s.starts = nil
			}
		}
	}
	return all
}

// quotation is how many bytes of text stand between the quotes it begins with,
// 0 if it begins with none or they do not close.
func quotation(text string) int {
	for _, q := range [...][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"”", "”"}} {
		if rest, ok := strings.CutPrefix(text, q[0]); ok {
			if n := strings.Index(rest, q[1]); n >= 0 {
				return len(q[0]) + n + len(q[1])
			}
		}
	}
	if rest, ok := strings.CutPrefix(text, " '"); ok {
		if n := strings.Index(rest, "'"); n > 3 && (n+1 == len(rest) || strings.ContainsRune(" ,.;:!?)", rune(rest[n+1]))) {
			return n + 3
		}
	}
	return 0
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// wordEnd is where the word ends that text begins with: 1.500, 20:30, 12/03
// and don't are one.
func wordEnd(text string) int {
	var before rune
	for i, r := range text {
		if inWord(r) {
			before = r
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		switch r {
		case '.', ',', '/', ':':
			if unicode.IsDigit(before) && unicode.IsDigit(next) {
				continue
			}
		case '\'', '’':
			if unicode.IsLetter(before) && unicode.IsLetter(next) {
				continue
			}
		}
		return i
	}
	return len(text)
}

func stopOf(r rune, before, after string) stop {
	switch r {
	case '.', '!', '\n', ';', '…':
		if word := before[strings.LastIndexByte(before, ' ')+1:]; r == '.' && short[strings.ToLower(word)] {
			return goesOn
		}
		return full
	case '?':
		return asked
	case ':':
		return colon
	case ',', '(', ')', '–', '—', '|', '[', ']', '*', '•':
		return comma
	case '-':
		if strings.HasSuffix(before, " ") && strings.HasPrefix(after, " ") {
			return comma
		}
	}
	if unicode.Is(unicode.So, r) {
		return comma
	}
	return goesOn
}

// spellings are the ways words are written in a chat.
var spellings = map[string]string{
	"vc": "voce", "vcs": "voces", "ce": "voce", "n": "nao", "nn": "nao", "naum": "nao", "ñ": "nao", "q": "que", "oq": "o que",
	"tb": "tambem", "tbm": "tambem", "tmb": "tambem", "pq": "porque", "p": "para", "pra": "para", "pro": "para", "pras": "para", "pros": "para",
	"hj": "hoje", "mto": "muito", "mt": "muito", "mta": "muito", "muita": "muito", "msm": "mesmo", "eh": "é", "dps": "depois", "cmg": "comigo", "cm": "com", "cum": "com", "c": "com",
	"tou": "estou", "tô": "estou", "tamo": "estamos", "aniver": "aniversario", "niver": "aniversario", "resp": "respostas",
	"im": "i am", "ive": "i have", "dont": "do not", "cant": "can not", "cannot": "can not", "isnt": "is not", "doesnt": "does not", "arent": "are not",
	"hes": "he is", "shes": "she is", "theyre": "they are", "wont": "will not", "didnt": "did not", "id": "i would", "u": "you", "pls": "please", "plz": "please",
	"gonna": "going to", "havent": "have not",
}

var shortened = []struct{ end, is string }{
	{"n't", "not"}, {"'m", "am"}, {"'re", "are"}, {"'ve", "have"}, {"'s", "is"}, {"'d", "would"}, {"'ll", "will"},
}

// appendWord adds a word, or the words it is short for. "É" is told from "e".
func appendWord(to []token, text string) []token {
	low := strings.ReplaceAll(strings.ToLower(text), "’", "'")
	first, _ := utf8.DecodeRuneInString(text)
	name := unicode.IsUpper(first)
	for _, s := range shortened {
		head, ok := strings.CutSuffix(low, s.end)
		if !ok || head == "" || len(head) > len(text) {
			continue
		}
		if head == "ca" {
			head = "can"
		}
		return append(to, token{text: text[:min(len(head), len(text))], word: lang.Fold(head), name: name}, token{word: s.is})
	}
	word := low
	switch {
	case low == "coça" || low == "coçam" || low == "coço": // not the drink
		return append(to, token{text: text, word: "cocar"})
	case low == "é" || text[0] >= '0' && text[0] <= '9':
		return append(to, token{text: text, word: low, name: name})
	case low != "ñ" && low != "tô":
		word = lang.Squeeze(lang.Fold(low))
	}
	if word == "" {
		return to
	}
	right, or := respell(word)
	word, rest, more := strings.Cut(cmp.Or(spellings[word], right), " ")
	to = append(to, token{text: text, word: word, or: or, name: name})
	if more {
		to = append(to, token{word: rest})
	}
	return to
}

// respell corrects one slip in the words that matter most. A word may be as near
// to another of them, which is returned too: "intolerane" is intolerante or
// intolerance. The first in the list is right, which is the one of which more is
// found: of "alérgicos" nothing is where it speaks of nobody.
func respell(word string) (right, or string) {
	if len(word) < 6 || len(word) > 14 || notSlips[word] || slices.Contains(mattering, word) {
		return word, ""
	}
	for _, m := range mattering {
		if m[0] != word[0] || max(len(m)-len(word), len(word)-len(m)) > 1 || m[len(m)-1] != word[len(word)-1] || lang.Distance(m, word) != 1 {
			continue
		}
		if right != "" {
			return right, m
		}
		right = m
	}
	return cmp.Or(right, word), ""
}

var (
	// What begins a clause of which the guest left out the subject.
	dropped = phrases("prefer", "love", "hate", "avoid", "dislike", "can not eat", "can not drink", "can not do", "can not have", "can not stand", "can not live", "can not handle", "do not eat", "do not drink", "do not like", "do not do", "never eat", "never drink", "never touch", "live in", "work at", "work for", "work as")

	spoken    = set("como posso bebo gosto curto quero tomo aguento suporto da dou vou pode consigo")
	short     = set("av dr dra sr sra mr mrs ms prof profa st sto")
	notSlips  = set("alegria alergicas") // near those that matter, and words of their own
	mattering = strings.Fields(`alergico alergia alergias alergica alergicos intolerante intolerancia vegetariano vegetariana vegano vegana celiaco celiaca
	allergic allergy intolerant intolerance vegetarian vegetarians`)
)
