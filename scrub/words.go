package scrub

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// kind is what a word says about what stands near it: the meanings of words.txt.
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
	otherWord    kind = "other" // the next number is one to keep
	pixWord      kind = "pix"
	passwordWord kind = "password" // a password may be told next
	pinWord      kind = "pin"      // a short code may be told next
	newWord      kind = "new"      // and another password, after one: "a nova é …"
	bearerWord   kind = "bearer"   // "Bearer …", "Basic …"
	atWord       kind = "at"       // "arroba"

	// Words that mean one of the above side by side. The first two also do
	// alone: what follows must then look the part.
	passWord     kind = "pass"   // "pass:", "clave:"
	secretWord   kind = "secret" // "token=", "secret" + "key"
	codeWord     kind = "code"   // "código" + "de segurança"
	guardWord    kind = "guard"  // "door" + "code"
	keyWord      kind = "key"    // "chave" + "aleatória", "api" + "key"
	apiWord      kind = "api"
	randomWord   kind = "random"
	walletWord   kind = "wallet" // "carteira" + "de motorista"
	driverWord   kind = "driver"
	passeWord    kind = "passe" // "palavra" + "passe"
	sayingWord   kind = "saying"
	registerWord kind = "register" // "registro" + "geral"
	generalWord  kind = "general"
	socialWord   kind = "social" // "social" + "security", "seguro" + "social"
	insureWord   kind = "insure"
)

// together says what two words mean side by side, in either order.
var together = map[[2]kind]kind{
	{codeWord, guardWord}:       pinWord,
	{keyWord, apiWord}:          secretWord,
	{guardWord, keyWord}:        secretWord,
	{secretWord, keyWord}:       secretWord,
	{keyWord, randomWord}:       pixWord,
	{walletWord, driverWord}:    cnhWord,
	{registerWord, generalWord}: rgWord,
	{guardWord, socialWord}:     ssnWord,
	{socialWord, insureWord}:    ssnWord,
	{passeWord, sayingWord}:     passwordWord,
	{passWord, sayingWord}:      smallWord, // "palabra clave" is a search term
}

// pairs are the words that mean something beside another.
var pairs = func() map[kind]bool {
	all := map[kind]bool{}
	for two := range together {
		all[two[0]], all[two[1]] = true, true
	}
	return all
}()

//go:embed words.txt
var wordsText string

var (
	book    = wordfile.Sets(wordsText)
	prose   = book.Set("prose")
	counter = book.Set("counter")
)

var vocabulary = func() map[string]kind {
	m := map[string]kind{}
	for name, words := range book {
		if name == "prose" || name == "counter" {
			continue
		}
		for w := range words {
			m[w] = kind(name)
		}
	}
	return m
}()

// Words that join, in more than one place.
var (
	linking = set("e eh is es era do da de of o a os the el la meu minha my mi seu sua nosso nossa dele dela com your tu su nova wifi")
	numeral = set("n no nr num numero number")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// folded is a word in lower case and without accents. One that is too long for
// the vocabulary is empty.
type folded struct {
	b [24]byte
	n int
}

func (w *folded) in(set map[string]bool) bool { return set[string(w.b[:w.n])] }
func (w *folded) is(s string) bool            { return string(w.b[:w.n]) == s }

// kind looks the word up. raw is how it was written: the first and the last
// part of a camelCase name count too.
func (w *folded) kind(raw string) kind {
	if k, ok := vocabulary[string(w.b[:w.n])]; ok || w.n < 5 || !camel(raw) {
		return k
	}
	for _, part := range []string{"cpf", "cnpj", "password", "passwd", "senha", "token", "secret", "apikey"} {
		name := w.b[:w.n]
		if string(name[max(0, w.n-len(part)):]) == part || len(part) < 5 && string(name[:len(part)]) == part {
			if k := vocabulary[part]; k != passwordWord {
				return k
			}
			return secretWord
		}
	}
	return noWord
}

// camel reports whether a capital follows a small letter.
func camel(s string) bool {
	for i := 1; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' && 'a' <= s[i-1] && s[i-1] <= 'z' {
			return true
		}
	}
	return false
}

// fold reads the word at i and returns where it ends: at i, if there is none.
// "C.P.F." is one word.
func fold(s string, i int) (w folded, end int) {
	from, long := i, false
	for i < len(s) {
		b, size := s[i], 1
		switch {
		case isLetter(b):
			b |= 0x20
		case b >= utf8.RuneSelf:
			b, size = foldRune(s[i:])
		case b == '.' && i > from && acronym(s, i):
			b = 0
		default:
			size = 0
		}
		if size == 0 {
			break
		}
		i += size
		if b == 0 {
			continue
		}
		if long = w.n == len(w.b); !long {
			w.b[w.n] = b
			w.n++
		}
	}
	if long {
		w.n = 0
	}
	return w, i
}

// acronym reports whether the dot at i is between two single letters.
func acronym(s string, i int) bool {
	return (i < 2 || !isLetter(s[i-2])) && i+1 < len(s) && isLetter(s[i+1]) && (i+2 >= len(s) || !isLetter(s[i+2]))
}

// plain has the letters under the accents of U+00C0 to U+00FF, less their case.
const plain = "aaaaaaaceeeeiiiidnooooo.ouuuuypsaaaaaaaceeeeiiiidnooooo.ouuuuypy"

// foldRune returns the plain letter of the rune s starts with, 0 when it adds
// none, and its size, 0 when it is no part of a word.
func foldRune(s string) (b byte, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch n := narrow(r); {
	case n < utf8.RuneSelf && isLetter(byte(n)):
		return byte(n) | 0x20, size
	case r == 'ª':
		return 'a', size
	case r == 'º':
		return 'o', size
	case 0xC0 <= r && r <= 0xFF && r != '×' && r != '÷':
		return plain[r-0xC0], size
	case unicode.Is(unicode.Mn, r):
		return 0, size // an accent of its own
	case unicode.IsLetter(r):
		return '?', size
	default:
		return 0, 0
	}
}

func skipBlanks(s string, i int) int {
	return len(s) - len(strings.TrimLeftFunc(s[i:], unicode.IsSpace))
}

// nextBlank returns the end of the token at i, or a place after most bytes of
// it. A mark is a token of its own.
func nextBlank(s string, i, most int) int {
	for from := i; i < len(s) && i-from < most; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if _, end := markAt(s, i); unicode.IsSpace(r) || end > i {
			break
		}
		i += size
	}
	return i
}

// step reads the word at i, or passes over the sign there: then w is empty.
func step(s string, i int) (w folded, end int, isWord bool) {
	if w, end = fold(s, i); end > i {
		return w, end, true
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return w, i + size, false
}

// skipAny passes over bytes of a set, at most most.
func skipAny(s string, i int, set string, most int) int {
	return i + countWhile(s[i:], func(b byte) bool { return strings.IndexByte(set, b) >= 0 }, most)
}

// countWhile returns how many bytes of s, at most most, are ok.
func countWhile(s string, ok func(byte) bool, most int) int {
	n := 0
	for n < len(s) && n < most && ok(s[n]) {
		n++
	}
	return n
}
