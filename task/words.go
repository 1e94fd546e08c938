package task

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// Fit says what is wrong with words of a model for a guest, whatever the task:
// they have a link or markup, an amount of money, a share or a name that does
// not stand in what the model was told, or a stretch of the prompt itself, or
// they are in another language than the guest's, if that is known. Answers of
// tasks that speak are held to it; it is exported for who asks a model in
// another way, such as an agent.
//
// A link is refused even if the model was told it. What a model reads of menus,
// pages and guests may have been written to be passed on.
func (t *Task[In, Out]) Fit(answer, told string, guests lang.Language) error {
	if err := unfit(answer, told); err != nil {
		return err
	}
	if name := invented(answer, told); name != "" {
		return fmt.Errorf("nobody has spoken of %q", name)
	}
	if repeats(answer, t.Prompt) {
		return errors.New("it repeats its instructions")
	}
	if is, sure := lang.Detect(answer); sure && guests != "" && is != guests {
		return fmt.Errorf("it is in another language than the guest's, which is %q", guests)
	}
	return nil
}

// unfit looks for links and for amounts that were made up.
func unfit(answer, told string) error {
	if links().MatchString(answer) {
		return errors.New("write plain text, with no links, addresses or markup")
	}
	var known map[float64]bool
	for _, m := range amounts().FindAllStringSubmatch(answer, -1) {
		if known == nil {
			known = numbersIn(told)
		}
		n := m[1] + m[2]
		if v, ok := valueOf(n); ok && !known[v] {
			return fmt.Errorf("%s is made up: write only amounts that you were told", n)
		}
	}
	return nil
}

// A pattern is compiled when it is first needed: most commands ask no model.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

var (
	links = pattern(`(?i)[a-z]://|\bwww\.|!\[|\]\(|<[a-z/!]|\b(?:mailto|javascript|data):\S` +
		`|[a-z0-9-]\.(?:com|net|org|info|biz|io|co|br|app|dev|site|online|xyz|top|shop|store|link|click|ru|cn|example)\b`)
	amounts = pattern(`(?i)(?:\$|€|£|\b(?:brl|usd|eur)\b)\s*(\d[\d.,]*)|(\d[\d.,]*)\s*(?:%|reais\b|d[oó]lares\b|dollars\b|euros?\b|pesos\b|bucks\b)`)
	numbers = pattern(`\d[\d.,]*`)
)

func numbersIn(text string) map[float64]bool {
	all := map[float64]bool{}
	for _, n := range numbers().FindAllString(text, -1) {
		if v, ok := valueOf(n); ok {
			all[v] = true
		}
	}
	return all
}

// valueOf reads a number with either sign for its decimals: 1.234,50 and
// 1,234.50 are the same, and three digits after the only sign are thousands.
func valueOf(n string) (float64, bool) {
	n = strings.TrimRight(n, ".,")
	whole, decimals := n, ""
	if i := strings.LastIndexAny(n, ".,"); i >= 0 && len(n)-i-1 != 3 {
		whole, decimals = n[:i], n[i+1:]
	}
	v, err := strconv.ParseFloat(strings.NewReplacer(".", "", ",", "").Replace(whole)+"."+decimals, 64)
	return v, err == nil
}

// stretch is how many words in a row nobody says by chance.
const stretch = 8

// repeats reports whether an answer has a stretch of a prompt.
func repeats(answer, prompt string) bool {
	words, told := strings.Fields(lang.Fold(answer)), " "+strings.Join(strings.Fields(lang.Fold(prompt)), " ")+" "
	for i := range max(0, len(words)-stretch+1) {
		if strings.Contains(told, " "+strings.Join(words[i:i+stretch], " ")+" ") {
			return true
		}
	}
	return false
}

// invented returns the first name in an answer that does not stand in what the
// model was told, or "". A name is a word with a capital that begins no
// sentence: what a model makes up to please is mostly one.
func invented(answer, told string) string {
	known := map[string]bool{}
	for w := range strings.FieldsFuncSeq(lang.Fold(told), notLetter) {
		known[w] = true
	}
	begins := true
	for field := range strings.FieldsSeq(strings.ReplaceAll(answer, "\n", " . ")) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if !begins && isName(word) && strings.HasPrefix(field, word) {
			for w := range strings.FieldsFuncSeq(lang.Fold(word), notLetter) {
				if len(w) > 3 && !known[w] && !calendar[w] {
					return word
				}
			}
		}
		last, _ := utf8.DecodeLastRuneInString(field)
		begins = !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ','
	}
	return ""
}

// isName reports whether a word has a capital, and the rest of it none: IPAs are
// no name.
func isName(word string) bool {
	first, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && utf8.RuneCountInString(word) > 3 && strings.ToLower(word[n:]) == word[n:]
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// calendar are words with a capital that name nothing.
var calendar = lang.Set("monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december " +
	"english portuguese spanish brazilian natal pascoa carnaval christmas easter navidad")
