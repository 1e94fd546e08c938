package customer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// match is how well what was typed fits what is stored.
type match int

const (
	different match = iota
	partial
	exact
)

func (m match) String() string { return [...]string{"different", "partial", "exact"}[m] }

func exactIf(same bool) match {
	if same {
		return exact
	}
	return different
}

// plain returns the letters and digits of an id or a postal code, in capitals:
// 01310-100 is 01310100.
func plain(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, code))
}

const zip, zip4 = 5, 9 // digits: 92101, 92101-4321

// samePostal forgives the last four digits of a ZIP+4, on either side.
func samePostal(a, b string) bool {
	a, b = plain(a), plain(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (a == b || len(a) == zip && len(b) == zip4 && strings.HasPrefix(b, a))
}

// compare compares names, folded. A partial match has all words that were
// typed in the name, the beginning of a word being enough: "joao" and "bar
// joão" are Bar do João. Or it has all words of a name, and more: "o Bar do
// João Ltda".
func compare(typed, name string) match {
	typed, name = lang.Fold(typed), lang.Fold(name)
	if strings.ReplaceAll(typed, " ", "") == strings.ReplaceAll(name, " ", "") {
		return exactIf(name != "")
	}
	if within(typed, name, strings.HasPrefix) || strings.Contains(name, " ") && within(name, typed, equal) {
		return partial
	}
	return different
}

// within reports whether each word of few is one of many, and one of them is
// long enough to mean something: "do" alone is nobody's name.
func within(few, many string, same func(word, few string) bool) bool {
	const meaningful = 3
	long := false
	left := strings.Fields(many)
	for word := range strings.FieldsSeq(few) {
		i := slices.Index(left, word)
		if i < 0 && len(word) >= meaningful {
			i = slices.IndexFunc(left, func(w string) bool { return same(w, word) })
		}
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
		long = long || len(word) >= meaningful
	}
	return long
}

func equal(a, b string) bool { return a == b }
