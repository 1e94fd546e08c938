package route

import (
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// wordsOf are the words of a text, folded, with chat spellings written out.
func wordsOf(text string) []string {
	var said []string
	for w := range strings.FieldsSeq(lang.Squeeze(lang.Fold(text))) {
		switch long, ok := written[w]; {
		case w == "oq":
			said = append(said, "o", "que")
		case ok:
			said = append(said, long)
		default:
			said = append(said, w)
		}
	}
	return said
}

// written has chat spellings written out.
var written = map[string]string{
	"vc": "voce", "ce": "voce", "vcs": "voces", "ces": "voces", "q": "que", "td": "tudo", "eh": "e", "pra": "para", "pro": "para", "p": "para",
	"n": "nao", "naum": "nao", "pq": "porque", "hj": "hoje", "qdo": "quando", "qto": "quanto", "qnt": "quanto", "qnto": "quanto", "qts": "quantos",
	"qnts": "quantos", "mt": "muito", "mto": "muito", "tb": "tambem", "tbm": "tambem", "fds": "findi", "kd": "cade", "msm": "mesmo", "dps": "depois",
	"agr": "agora", "pls": "please", "plz": "please", "u": "you", "ur": "your", "r": "are", "xq": "porque", "dnd": "donde", "tmb": "tambien",
}

// isLaugh reports whether a word is laughter: haha, kkkk, rsrs, jejeje. Letters
// drawn out have been shortened.
func isLaugh(word string) bool {
	switch word {
	case "k", "kk", "rs":
		return true
	}
	for _, letters := range [...]string{"ha", "he", "hua", "ja", "je", "rs", "ks"} {
		if len(word) > 2 && strings.Trim(word, letters) == "" {
			return true
		}
	}
	return false
}

// signs are what remains to be understood when there are no words.
var signs = []struct {
	signs      string
	specialist int
}{
	{"😂🤣😆😅😹🙏❤😍🥰😘👏💯👋😊🙂😀😁😉🤗😢😭😡", chat},
	{"🍷🍕🍔🍽🍺🍻🍰🥗🍣🍝🍟🌮🍹🍸🥂☕🍦🍫🥩🍗🍤", menu},
	{"✈🏖🏨🧳🗺🏝⛱🛫⛰", trip},
	{"📊📈📉", data},
}

// ofSigns decides on a message without words.
func ofSigns(message string, active int) int {
	for _, s := range signs {
		if strings.ContainsAny(message, s.signs) {
			return s.specialist
		}
	}
	return active
}
