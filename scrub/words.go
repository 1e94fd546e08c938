package scrub

import (
	_ "embed"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// kind is what a word says about what stands near it: a key of words.txt.
type kind string

const (
	noWord       kind = ""
	smallWord    kind = "small" // a preposition
	cpfWord      kind = "cpf"   // labels: what the next number is
	cnpjWord     kind = "cnpj"
	rgWord       kind = "rg"
	cnhWord      kind = "cnh"
	ssnWord      kind = "ssn"
	documentWord kind = "document" // some document: its shape tells which
	cardWord     kind = "card"
	phoneWord    kind = "phone"
	otherWord    kind = "other"    // the next number is one to keep
	codeWord     kind = "code"     // so is what follows "código", unless it is "de segurança"
	passwordWord kind = "password" // a password may be told next
	passWord     kind = "pass"     // and after "pass:", "clave:" if it looks like one
	pinWord      kind = "pin"      // a short code may be told next
	secretWord   kind = "secret"   // "token=", "secret key"
	newWord      kind = "new"      // and another password, after one: "a nova é …"
	doneWord     kind = "done"     // a document that was found
	toldWord     kind = "told"     // a password that was
)

//go:embed words.txt
var wordsText string

var book = wordfile.Sets(wordsText)

var (
	linking  = book.Set("list linking")
	numeral  = book.Set("list numeral")
	copulas  = book.Set("list copula")
	passives = book.Set("list passive")
	leading  = book.Set("list leading")
	closers  = book.Set("list closer")
	prose    = book.Set("list prose")
	counter  = book.Set("list counter")
	denying  = book.Set("list denying")
)

// vocabulary has the kinds of words, together what two of them mean side by side.
var vocabulary, together = func() (map[string]kind, map[[2]kind]kind) {
	words, pairs := map[string]kind{}, map[[2]kind]kind{}
	for name, all := range book {
		for w := range all {
			if name == "together" { // code+guard=pin
				two, means, _ := strings.Cut(w, "=")
				a, b, _ := strings.Cut(two, "+")
				pairs[[2]kind{kind(a), kind(b)}], pairs[[2]kind{kind(b), kind(a)}] = kind(means), kind(means)
			} else if !strings.HasPrefix(name, "list ") {
				words[w] = kind(name)
			}
		}
	}
	return words, pairs
}()

var parts = pattern.Of(`[A-Z]+[a-z]*|[a-z]+`)

// kindOf looks a word up, as it was written: of dbPassword and userApiKey the last parts tell, of cpfHospede the first.
func kindOf(raw string) kind {
	k, known := vocabulary[folded(raw)]
	if known || !isCamel(raw) {
		return k
	}
	all := parts().FindAllString(raw, -1)
	for _, part := range []string{all[0], all[len(all)-1], strings.Join(all[len(all)-2:], "")} {
		switch k := vocabulary[folded(part)]; k { //nolint:exhaustive // the others say nothing within a name
		case "cpf", "cnpj":
			return k
		case passwordWord, secretWord:
			if part != all[0] {
				return secretWord
			}
		}
	}
	return noWord
}

func folded(raw string) string { return strings.ToLower(strings.ReplaceAll(raw, ".", "")) }

// isCamel reports whether a capital follows a small letter.
func isCamel(s string) bool {
	for i := 1; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' && 'a' <= s[i-1] && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// only returns the bytes of s that are ok.
func only(s string, ok func(byte) bool) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 || !ok(byte(r)) {
			return -1
		}
		return r
	}, s)
}

// wordEnd returns the end of the word at i, which is i if there is none. "C.P.F." is one word.
func wordEnd(s string, i int) int {
	from := i
	for i < len(s) && (isLetter(s[i]) || s[i] == '.' && i > from && isAcronym(s, i)) {
		i++
	}
	return i
}

// isAcronym reports whether the dot at i is between two single letters.
func isAcronym(s string, i int) bool {
	return !isLetter(byteAt(s, i-2)) && isLetter(byteAt(s, i+1)) && !isLetter(byteAt(s, i+2))
}

// skip passes over bytes of a set, at most most.
func skip(s string, i int, set string, most int) int {
	for most += i; i < len(s) && i < most && strings.IndexByte(set, s[i]) >= 0; {
		i++
	}
	return i
}
