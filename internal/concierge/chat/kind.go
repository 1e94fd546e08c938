package chat

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// kind is a kind of small talk.
type kind string

const (
	emergency  kind = "emergency"
	robot      kind = "robot"  // are you one?
	person     kind = "person" // let me talk to one
	who        kind = "who"    // are you?
	joke       kind = "joke"
	insult     kind = "insult" // or a complaint
	facts      kind = "facts"  // opening hours and the like, which we cannot know
	compliment kind = "compliment"
	can        kind = "can" // what can you do?
	offTopic   kind = "offtopic"
	howAreYou  kind = "howareyou"
	intro      kind = "intro" // my name is
	goodbye    kind = "goodbye"
	thanks     kind = "thanks"
	sorry      kind = "sorry"
	no         kind = "no"
	yes        kind = "yes"
	laughter   kind = "laughter"
	greeting   kind = "greeting"
	missing    kind = "missing" // a wish for something it does not talk about
	unknown    kind = "unknown"
)

// kinds is in the order of importance: a message of several kinds ("oi, quem é
// você?") is of the first.
var kinds = []kind{
	emergency, person, insult, joke, compliment, robot, who, facts, can, offTopic, howAreYou,
	intro, goodbye, thanks, sorry, no, yes, laughter, greeting,
}

// signs are what remains to be understood when there are no words.
var signs = []struct {
	signs string
	kind  kind
}{
	{"😂🤣😆😅😹", laughter},
	{"👍👌✅", yes},
	{"👎", no},
	{"🙏", thanks},
	{"❤😍🥰😘👏💯", compliment},
	{"👋", greeting},
}

// kindBytes is how much of a message is looked at: small talk is short.
const kindBytes = 500

// kindOf tells what kind of small talk a message is, and its language if that can be told.
func kindOf(message string) (k kind, language lang.Language) {
	language, _ = lang.Detect(message)
	message = head(message)
	text := lang.Fold(message)
	if text == "" {
		return kindOfSigns(message), language
	}
	// Words of the other languages are understood too: "thanks, tchau".
	for _, l := range [...]lang.Language{language, lang.Portuguese, lang.English, lang.Spanish} {
		if t := tongues()[l]; t != nil {
			if k := t.kindOf(text); k != unknown {
				return k, language
			}
		}
	}
	return unknown, language
}

func kindOfSigns(message string) kind {
	for _, s := range signs {
		if strings.ContainsAny(message, s.signs) {
			return s.kind
		}
	}
	return unknown
}

func head(message string) string { return message[:min(len(message), kindBytes)] }

// tongue is how guests put things in a language.
type tongue struct {
	short   map[string]string // chat spellings, written out
	asks    map[kind][]phrase
	moments [4][]phrase // greetings that belong to a time of day
}

var (
	//go:embed words/pt.txt
	ptWords string
	//go:embed words/en.txt
	enWords string
	//go:embed words/es.txt
	esWords string
)

var tongues = sync.OnceValue(func() map[lang.Language]*tongue {
	return map[lang.Language]*tongue{
		lang.Portuguese: newTongue(ptWords),
		lang.English:    newTongue(enWords),
		lang.Spanish:    newTongue(esWords),
	}
})

// newTongue reads a file of words. An entry that is neither a moment nor a chat spelling is a kind of small talk.
func newTongue(file string) *tongue {
	t := &tongue{short: map[string]string{}, asks: map[kind][]phrase{}}
	for key, list := range wordfile.Entries(file) {
		switch what, name, _ := strings.Cut(key, " "); what {
		case "moment":
			t.moments[slices.Index(moments, name)] = phrases(list)
		case "short":
			for _, one := range wordfile.List(list) {
				short, long, _ := strings.Cut(one, "=")
				t.short[short] = long
			}
		default:
			t.asks[kind(what)] = phrases(list)
		}
	}
	return t
}

// The moments, and none. Only English has a night that differs from evening.
const (
	morning = iota
	afternoon
	evening
	night
	noMoment = -1
)

var moments = []string{"morning", "afternoon", "evening", "night"}

// phrase is folded words as guests write them. One that ends in a star is the
// beginning of a word; one after an equals sign counts only in a message that
// is made of nothing else.
type phrase struct {
	text string // between spaces, the last missing if it is a beginning
	only bool
}

func phrases(list string) []phrase {
	var all []phrase
	for _, p := range wordfile.List(list) {
		p, only := strings.CutPrefix(p, "=")
		p, beginning := strings.CutSuffix(p, "*")
		if !beginning {
			p += " "
		}
		all = append(all, phrase{" " + p, only})
	}
	// The longest first, so that "nao quero" is tried before "nao".
	slices.SortStableFunc(all, func(a, b phrase) int { return len(b.text) - len(a.text) })
	return all
}

// kindOf tells the kind of a folded message.
func (t *tongue) kindOf(text string) kind {
	said := strings.Fields(lang.Squeeze(text))
	for i, w := range said {
		if long, ok := t.short[w]; ok {
			said[i] = long
		}
	}
	spaced := " " + strings.Join(said, " ") + " "
	for _, k := range kinds {
		if k == laughter && slices.ContainsFunc(strings.Fields(text), isLaugh) || matches(spaced, t.asks[k]) {
			return k
		}
	}
	return unknown
}

func matches(spaced string, phrases []phrase) bool {
	for _, p := range phrases {
		if !p.only && strings.Contains(spaced, p.text) {
			return true
		}
	}
	for rest := spaced; ; {
		i := slices.IndexFunc(phrases, func(p phrase) bool { return p.only && strings.HasPrefix(rest, p.text) })
		if i < 0 {
			return false
		}
		if rest = rest[len(phrases[i].text)-1:]; rest == " " {
			return true
		}
	}
}

// isLaugh reports whether a word is laughter: haha, kkkk, rsrs, jejeje.
func isLaugh(word string) bool {
	if len(word) < 3 {
		return word == "kk" || word == "rs"
	}
	for _, letters := range [...]string{"k", "ha", "he", "hi", "hua", "ja", "je", "rs", "ks"} {
		if strings.Trim(word, letters) == "" && strings.Contains(word+word, letters+letters) {
			return true
		}
	}
	return word == "lol" || word == "lmao" || word == "rofl"
}

// momentOf tells the time of day a message greets by.
func momentOf(message string) int {
	text := " " + lang.Squeeze(lang.Fold(head(message))) + " "
	for _, l := range [...]lang.Language{lang.Portuguese, lang.English, lang.Spanish} {
		for i, m := range tongues()[l].moments {
			if matches(text, m) {
				return i
			}
		}
	}
	return noMoment
}

// opening is what an answer begins with: the guest's greeting in kind.
func (v phrasing) opening(k kind, m int) string {
	switch {
	case k == goodbye && (m == evening || m == night):
		return v.Chat.Moments[night] + " "
	case k == goodbye:
		return ""
	case m != noMoment:
		return v.Chat.Moments[m] + " "
	case k == greeting:
		return v.Chat.Hello + " "
	default:
		return ""
	}
}
