package scrub

import (
	"cmp"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// form is a kind of finding that is known by its own look.
type form struct {
	typ   Type                  // none: what has the form is to be left standing
	hints []string              // one of which a text that has it must have, in small letters; nil: any may
	expr  func() *regexp.Regexp // with ^ it is tried only where a word or a number begins
	// ok checks what was matched; nil: all is well.
	ok func(plain string, m match) bool
}

// match is where a form was found, and where in it what is to be hidden.
type match struct{ from, start, end int }

const (
	local  = `[A-Za-z0-9_][\w.%+'-]*`
	domain = `(?:[A-Za-z0-9-]+\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]`
	spoken = `(?: {0,2}[(\[]? ?(?i:ponto|punto|dot) ?[)\]]? {0,2}|\.)`
)

var someDigit = strings.Split("0123456789", "")

// forms are all of them. One that is further up wins where two overlap.
var forms = []form{
	{PEM, []string{"-----begin "}, pattern.Of(`-----BEGIN [^\n]{0,68}?-----`), nil},
	{Credentials, []string{"://"}, pattern.Of(`[A-Za-z0-9]://([^\s/?#"'<>]*:[^\s/?#"'<>]+|[^\s/?#"'<>:]{21,})@`), nil},
	{JWT, []string{"eyj"}, pattern.Of(`^eyJ[\w-]*\.[\w.-]*[\w-]`), func(p string, m match) bool { return m.end-m.start >= 20 && startsToken(p, m.start) }},
	{Token, strings.Fields(strings.ToLower(strings.Join(slices.Collect(maps.Keys(prefixes)), " "))), prefixed, isKey},
	{Token, []string{"bearer", "basic"}, pattern.Of(`(?i:bearer|basic) {1,3}([\w/+.=~-]*[\w/+=~-])`), func(p string, m match) bool {
		token := p[m.start:m.end]
		return !isLetter(byteAt(p, m.from-1)) && len(token) >= 8 && (hasDigit(token) || len(token) >= 12 && isCamel(token))
	}},
	{Token, []string{"[token]"}, pattern.Of(`\[TOKEN\][^\n\[]{0,40}?\b([A-Za-z0-9/+]{40})`), func(p string, m match) bool { // the other half of an Amazon key
		return isFree(p, m.start, m.end) && hasDigit(p[m.start:m.end]) && isCamel(p[m.start:m.end])
	}},
	{Email, []string{"@"}, pattern.Of(local + `(?:@ {0,2}| {1,2}@ {1,2})` + domain), func(p string, m match) bool {
		return !isAlnum(byteAt(p, m.start-1)) && !strings.HasPrefix(p[m.start:], "git@")
	}},
	{Email, []string{"@"}, pattern.Of(local + `@` + oneOf("provider")), nil},
	{Email, []string{"arroba", "(at", "[at", "{at", "( at", "[ at"}, pattern.Of(`(?:\b` + local + ` (?i:ponto|punto|dot) )?\b` + local + ` {0,2}(?:(?i:arroba)| ?[(\[{] ?(?i:arroba|at) ?[)\]}]) {0,2}[A-Za-z0-9-]+` + spoken + `[A-Za-z]{2,}\b(?:` + spoken + oneOf("ending") + `)?`), nil},
	{Email, []string{" dot "}, pattern.Of(`\b` + local + ` (?i:at) [A-Za-z0-9-]+ (?i:dot) [A-Za-z]{2,}\b(?: (?i:dot) [A-Za-z]{2,3}\b)?`), nil},
	{Pix, []string{"000201"}, pattern.Of(`000201\S*(?i:br\.gov\.bcb\.pix)(?:\S*(?: \S+){0,20}? ?\S*6304[0-9A-Fa-f]{4}\b|\S*)`), nil},
	{Pix, []string{"pix", "chave"}, uuid, isPixKey},
	{Pix, []string{"pix"}, pattern.Of(`^[0-9A-Fa-f]{32}`), func(p string, m match) bool {
		return isFree(p, m.start, m.end) && saysPix(p[max(0, m.start-pixBefore):m.start])
	}},
	{"", []string{"-"}, uuid, isFreeMatch},
	{"", []string{"$"}, pattern.Of(`\$ ?(\d{1,3}(?:(?:\.\d{3})+,|(?:,\d{3})+\.)\d\d)`), isWhole}, // an amount: R$ 529.982.247,25
	{"", someDigit, longCode, isFreeMatch},
	{CNPJ, someDigit, letteredCNPJ, isLetteredCNPJ},
	{Card, []string{"[card]"}, afterCard, isWhole},
	{PIN, []string{"[card]"}, afterExpiry, isWhole},
}

// prefixes are how API keys begin, by how many characters follow at least.
var prefixes = func() map[string]string {
	all := map[string]string{}
	for list, some := range book {
		if least, ok := strings.CutPrefix(list, "list prefix "); ok {
			for prefix := range some {
				all[prefix] = least
			}
		}
	}
	return all
}()

// prefixed matches the API keys that are known by how they begin.
var prefixed = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for prefix, least := range prefixes {
		class := `[\w-]`
		if strings.HasSuffix(prefix, ".") { // has more dots
			class = `[\w.-]*[\w-]`
		}
		all = append(all, regexp.QuoteMeta(prefix)+class+"{"+least+",}")
	}
	return regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")")
})

// isKey reports whether what follows a key's prefix looks random.
func isKey(p string, m match) bool {
	for prefix := range prefixes {
		if rest, ok := strings.CutPrefix(p[m.start:m.end], prefix); ok && (hasDigit(rest) || isCamel(rest)) {
			return startsToken(p, m.start)
		}
	}
	return false
}

// startsToken reports whether i is not inside another token.
func startsToken(p string, i int) bool {
	b := byteAt(p, i-1)
	return !isAlnum(b) && b != '-' && b != '_' && b != '.'
}

func isWhole(p string, m match) bool { return !isAlnum(byteAt(p, m.end)) && byteAt(p, m.end) != '/' }

func isFreeMatch(p string, m match) bool { return isFree(p, m.start, m.end) }

// How near "pix" must be to a random key. Elsewhere such a key is an id.
const (
	pixBefore = 80
	pixAfter  = 40
)

var (
	uuid    = pattern.Of(`^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}`)
	pixWord = pattern.Of(`(?i)(?:^|[^a-z])(?:pix|(?:chave|clave) aleatoria|random key)(?:$|[^a-z])`)
)

func saysPix(near string) bool { return pixWord().MatchString(near) }

func isPixKey(p string, m match) bool {
	after := p[m.end:min(len(p), m.end+pixAfter)]
	if i := strings.IndexAny(after, "[0123456789"); i >= 0 { // it may be another's
		after = after[:i]
	}
	return isFree(p, m.start, m.end) && (saysPix(p[max(0, m.start-pixBefore):m.start]) || saysPix(after))
}

// longCode matches numbers whose parts may look like cards or CPFs: the keys of
// electronic invoices, where 55, 57 or 65 is the kind of invoice, payment slips
// with and without dots, and court cases.
var longCode = pattern.Of(`^(?:(?:\d{4} ){5}(?:55|57|65)\d\d(?: \d{4}){5}` +
	`|\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}|\d{10} \d{11} \d{11} \d \d{14}` +
	`|(?:\d{11}-\d ){3}\d{11}-\d|\d{7}-\d\d\.\d{4}\.\d\.\d\d\.\d{4})`)

// letteredCNPJ matches a CNPJ that may have letters, in any of its groupings,
// or with all its places apart.
var letteredCNPJ = pattern.Of(`^(?:[0-9A-Za-z]{2}[ ./_-]{0,3}[0-9A-Za-z]{3}[ ./_-]{0,3}[0-9A-Za-z]{3}[ ./_-]{0,3}[0-9A-Za-z]{4}[ ./_-]{0,3}\d\d|(?:[0-9A-Za-z] ){13}\d)`)

// isLetteredCNPJ reports whether a match is one: by its check digits or, in the
// usual grouping, by its name. Words in small letters are none.
func isLetteredCNPJ(p string, m match) bool {
	whole := p[m.start:m.end]
	code := strings.ToUpper(only(whole, isAlnum))
	if !isFree(p, m.start, m.end) || !strings.ContainsFunc(code, unicode.IsLetter) {
		return false
	}
	named := strings.Contains(strings.ToLower(p[max(0, m.start-40):m.start]), "cnpj")
	if strings.ToUpper(whole) != whole && !named && (strings.Contains(whole, " ") || !hasDigit(code[:11])) {
		return false
	}
	return validCNPJ(code) || named
}

// Between a card's number, its expiry and its code stand signs and a few words.
var (
	afterCard   = pattern.Of(`\[CARD\]` + between("expiry") + `((?:0?[1-9]|1[0-2])[/ |-](?:20)?\d\d)`)
	afterExpiry = pattern.Of(`\[CARD\]` + between("expiry") + `\[CARD\]` + between("security") + `(\d{3,4})`)
)

// between matches what stands there, with the words of a list.
func between(list string) string { return `(?:[^\w\[]|\b` + oneOf(list) + `){0,16}` }

// oneOf matches a word of a list.
func oneOf(list string) string {
	return `(?i:` + strings.Join(slices.Sorted(maps.Keys(book.Set("list "+list))), "|") + `)\b`
}

// Where a PEM block ends of which the last line is missing: base64 between line
// breaks, which a log may have written as \n.
var (
	pemEnd  = pattern.Of(`-----END [^\n]{0,68}?-----`)
	pemBody = pattern.Of(`^(?:(?:\s|\\n)*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z]*[0-9+/=][A-Za-z0-9+/=]*))*`)
)

// longestPEM is how far on the end of a PEM block is looked for.
const longestPEM = 8 << 10

func endOfPEM(p string, i int) int {
	block := p[i:min(len(p), i+longestPEM)]
	if end := pemEnd().FindStringIndex(block); end != nil {
		return i + end[1]
	}
	return i + pemBody().FindStringIndex(block)[1]
}

// formed returns what the forms find in a text, in order, none over another.
func formed(p string) []found {
	low := strings.ToLower(p)
	var starts []int
	for i := range len(p) {
		if isAlnum(p[i]) && !isAlnum(byteAt(p, i-1)) {
			starts = append(starts, i)
		}
	}
	var all []found
	for rank, f := range forms {
		if !slices.ContainsFunc(f.hints, func(hint string) bool { return strings.Contains(low, hint) }) {
			continue
		}
		for m := range f.matches(p, starts) {
			if f.ok == nil || f.ok(p, m) {
				all = append(all, found{f.typ, m.start, m.end, rank})
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(a.start-b.start, a.rank-b.rank) })
	end := 0
	return slices.DeleteFunc(all, func(f found) bool {
		over := f.start < end
		if !over {
			end = f.end
		}
		return over
	})
}

// window is how far a form is looked for first: short texts are searched quickly.
const window = 96

// matches yields where a form may be. Words and numbers begin at starts.
func (f form) matches(p string, starts []int) iter.Seq[match] {
	expr := f.expr()
	return func(yield func(match) bool) {
		if strings.HasPrefix(expr.String(), "^") {
			for _, i := range starts {
				near := p[i:min(len(p), i+window)]
				at := expr.FindStringIndex(near)
				if at != nil && at[1] == len(near) {
					at = expr.FindStringIndex(p[i:])
				}
				if at != nil && !yield(match{i, i, i + at[1]}) {
					return
				}
			}
			return
		}
		for from := 0; from < len(p); {
			at := expr.FindStringSubmatchIndex(p[from:])
			if at == nil {
				return
			}
			m := match{from + at[0], from + at[0], from + at[1]}
			if len(at) > 2 {
				m.start, m.end = from+at[2], from+at[3]
			}
			if f.typ == PEM {
				m.end = endOfPEM(p, m.end)
			}
			if from = max(m.end, from+1); !yield(m) {
				return
			}
		}
	}
}
