package scrub

import "strings"

// How far a label reaches, in words: "CPF do titular da reserva, Maria: …".
const (
	documentReach = 10
	numberReach   = 7
	tightReach    = 4 // of words that name a number to keep
	nextPhone     = 3 // how soon one phone number follows another
)

// context is what the words say of a row of groups.
type context struct {
	label  kind // what the words before say that it is
	words  int  // how many words ago
	beside bool // nothing but signs, "nº", "é" and the like is between
	used   bool // the label had its number before
	stays  bool // it is named as one to keep: "pedido 11987654321"
	after  kind // what the words behind the row say that it is
	end    int  // of the row
	date   bool // it begins like one
}

func (s *scanner) context(i, end int) (c context) {
	c.end, c.after = end, s.labelAfter(end)
	for k := len(s.said) - 1; k >= 0 && s.nth-s.said[k].nth <= documentReach; k-- {
		switch m := s.said[k]; m.kind { //nolint:exhaustive // the others tell nothing of numbers
		case doneWord:
			c.used = true
		case otherWord, codeWord:
			c.stays = c.stays || s.nth-m.nth <= tightReach && s.isBeside(m.end, i, true)
			described := k > 0 && s.said[k-1].kind == smallWord && s.said[k-1].nth == m.nth-1
			if !described || s.isBeside(m.end, i, false) {
				return c
			}
			// "CPF da reserva: …" is a CPF; "CPF na nota do pedido 123" is an order.
		case "cpf", "cnpj", "rg", "cnh", "ssn", "document", "card", "phone":
			c.label, c.words, c.beside = m.kind, s.nth-m.nth, s.isBeside(m.end, i, true)
			return c
		}
	}
	return c
}

// isBeside reports whether nothing but signs and "nº" stands between a word that
// ends at from and a number at i; if linked, also ":", "é" and the like.
func (s *scanner) isBeside(from, i int, linked bool) bool {
	const most = 24
	if i-from > most {
		return false
	}
	for from < i {
		if b := s.plain[from]; isDigit(b) || b == '[' || !linked && (b == ':' || b == '=') {
			return false
		}
		end := wordEnd(s.plain, from)
		if w := folded(s.plain[from:end]); end > from && !numeral[w] && !(linked && linking[w]) {
			return false
		}
		from = max(end, from+1)
	}
	return true
}

// labelAfter returns what the number that ends at i is named after it: "… é meu
// CPF", "… (RG)". A label with a number of its own names that one.
func (s *scanner) labelAfter(i int) kind {
	const most = 40
	rest := s.plain[i:min(len(s.plain), i+most)]
	for range 4 {
		from := skip(rest, 0, " (-=", 4)
		end := wordEnd(rest, from)
		w := rest[from:end]
		if !linking[folded(w)] {
			if after := strings.TrimLeft(rest[end:], " :=o."); after != "" && isDigit(after[0]) {
				return noWord
			}
			return kindOf(w)
		}
		rest = rest[end:]
	}
	return noWord
}
